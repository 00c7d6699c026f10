// fight-link.js: the link from a character to a new fight with it.
//
// Contract. `showFightLink(form, id, name)`: `[data-fight-with]`, which only games with fights have, leads to a new fight with
// the stored character of this id. Without an id the character is not stored, and the link is invisible but keeps its room.

/** @param {HTMLFormElement} form @param {string} id  empty if it is not stored @param {string} name */
export function showFightLink(form, id, name) {
  const link = /** @type {HTMLAnchorElement | null} */ (form.querySelector("[data-fight-with]"));
  if (!link) return;
  link.hash = id ? `#with=${encodeURIComponent(id)}` : "";
  link.toggleAttribute("data-stored", !!id);
  const who = link.querySelector("[data-fight-who]");
  if (who) who.textContent = name || "this character";
}
