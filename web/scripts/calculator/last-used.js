// last-used.js: remembers the input that the player used last: the likely one to sweep.
//
// Contract. `watchLastUsed(form)` begins. `takeLastUsed()` gives the input's name once; empty if there is none.

let name = "";

/** @param {HTMLFormElement} form */
export function watchLastUsed(form) {
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement) name = target.id.replace(/^f-/, "");
  });
}

export function takeLastUsed() {
  const taken = name;
  name = "";
  return taken;
}
