// returning.js: sets on `<html>` which rows of the reader's own the page will show, before the first paint.
//
// Contract. A classic script in the head of the home pages. Its `data-shown` is the pattern of the recent pages that these
// show; yours.js reads it too. `<html data-yours>` names the rows of yours.js that this device has something for, so that
// the page reserves their room: "last" when a page of a game was visited, "recent" when one of those pages is shown there,
// and "favorites". The storage keys are those of storage-keys.js.

{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { dataset } = document.documentElement;
  const app = `tableside.${new URL("../../../../", script.src).pathname}`;
  /** @param {string} row @returns {string[]} */
  const addresses = (row) => {
    try {
      /** @type {unknown[][]} */
      const pairs = JSON.parse(localStorage.getItem(`${app}.${row}`) ?? "null")?.pairs ?? [];
      const found = pairs.map(([address]) => String(address));
      return found.filter((address) => !dataset.system || address.startsWith(`${dataset.system}/`));
    } catch {
      return []; // what cannot be read is not shown
    }
  };
  const [recent, favorites] = ["recent", "favorites"].map(addresses);
  const isShown = new RegExp(script.dataset.shown ?? "");
  const shown = recent.filter((address) => isShown.test(address) && !favorites.includes(address));
  const rows = { last: recent, recent: shown, favorites };
  dataset.yours = Object.entries(rows)
    .flatMap(([row, found]) => (found.length ? [row] : []))
    .join(" ");
}
