// fight/address.js: keeps what the page shows of the open fight with its address, so going Back shows it again.
//
// Contract. `createAddress()`: `open()` notes the page's address as that of the fight that is opened now; `hash` gives it.
// `saved(id, view)` gives a fight that was stored its address, `shown(view)` keeps what is shown. Both do nothing after
// the page has gone to another address: a fight that was closed meanwhile stays closed.

/** @typedef {import("./views.js").View} View */

export function createAddress() {
  let hash = "";

  /** @param {string} next @param {View} view */
  function replace(next, view) {
    if (location.hash !== hash) return;
    hash = next;
    history.replaceState({ view }, "", hash);
  }

  return {
    get hash() {
      return hash;
    },
    open() {
      hash = location.hash;
    },
    /** @param {string} id @param {View} view */
    saved: (id, view) => replace(`#open=${id}`, view),
    /** @param {View} view */
    shown: (view) => replace(hash, view),
  };
}
