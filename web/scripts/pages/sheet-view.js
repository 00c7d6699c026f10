// sheet-view.js: sets which view of the page of characters, or of fights, is shown, before the first paint.
//
// Contract. A classic script in the head. `<html data-sheet-view>` is "editor" when the address names a character or a
// fight, else "list". `data-sheet-waits` is set until the page's script has filled the view; meanwhile the stylesheet hides
// what is still empty.

{
  const { dataset } = document.documentElement;
  dataset.sheetView = location.hash.includes("=") ? "editor" : "list";
  dataset.sheetWaits = "";
}
