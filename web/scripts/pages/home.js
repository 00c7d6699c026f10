// home.js: searches every calculator, rule and table of all games, in an index that the build wrote.
//
// Contract. The section that this script serves holds the search box (`data-index` is the address of the index), a list for
// results and a status. Enter opens the first result. Going Back to the page restores the search. `?game=` in the address
// names the reader's game, whose entries come first.

import { section } from "../shared/controllers.js";
import { bindCharacterLinks } from "./character-links.js";
import { index, item, remember, search, words } from "./find.js";
import { bindInstall } from "./install.js";
import "./page.js";
import { bindTrial } from "./trial.js";
import { bindYours } from "./yours.js";

const MOST = 20;
const game = new URLSearchParams(location.search).get("game");
const box = /** @type {HTMLFormElement | null} */ (section("pages/home"));
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
bindTrial();
bindInstall();
bindYours();
