// sheet-view.js: which of its two views the page of characters shows, before anything is painted.
//
// Contract. A classic script in the head. `<html data-sheet-view>` is "editor" where the address names a character, else
// "list"; `data-sheet-waits` stands until sheet.js has filled that view, and styles keep back what is still empty.

{
  const { dataset } = document.documentElement;
  dataset.sheetView = location.hash.includes("=") ? "editor" : "list";
  dataset.sheetWaits = "";
}
