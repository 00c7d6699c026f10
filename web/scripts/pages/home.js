// home.js: search over every calculator, rule and table of every game, from an index that the build wrote.
//
// Contract. `[data-find]` holds the search box (its data-index is the index's address), a list for results and a status.
// Enter opens the first result; going Back to the page finds what was typed. `?game=` in the address names the game that
// one comes from: its entries stand first.

import { bindCharacterLinks } from "./character-links.js";
import { index, item, remember, search, words } from "./find.js";
import "./page.js";

const MOST = 20;
const game = new URLSearchParams(location.search).get("game");
const box = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-find]"));
const input = box?.querySelector("input");
const results = box?.querySelector("[data-results]");
const found = box?.querySelector("[data-found]");

async function show() {
  if (!input || !results || !found) return;
  const asked = input.value;
  const wanted = words(asked);
  const address = new URL(input.dataset.index ?? "", location.href);
  const entries = wanted.length ? await index(address).catch(() => null) : [];
  if (asked !== input.value) return;
  if (!entries) {
    found.textContent = "The index could not be loaded; the games below are all here.";
    return;
  }
  const hits = wanted.length ? search(entries, wanted, game) : [];
  results.replaceChildren(...hits.slice(0, MOST).map((entry) => item(entry, address)));
  const more = hits.length > MOST ? `, the first ${MOST} shown` : "";
  found.textContent = !wanted.length ? "" : hits.length ? `${hits.length} found${more}` : "Nothing found";
}

box?.addEventListener("input", () => {
  remember({ find: input?.value });
  show();
});
box?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await show();
  box.querySelector("a")?.click();
});
if (input) {
  input.value ||= history.state?.find ?? "";
  show();
}
if (location.hash === "#find") input?.focus();
bindCharacterLinks();
