// find-box.js: searches all games for what is typed into the search box of a page.
//
// Contract. The section that this script serves holds the search box (`data-index` is the address of the index), a place for
// results and a status. Enter opens the first result, arrow keys go through them. Going Back to the page restores the search.
// On a phone the box goes to the top of the screen when it gets the focus, so that results are in view.
// `?game=` in the address names the reader's game, whose entries come first.

import { section } from "../shared/controllers.js";
import { part } from "../shared/parts.js";
import { bindArrows } from "./arrows.js";
import { groups, index, instead, remember, search, words } from "./find.js";

const MOST = 20;
/** A screen on which results below the box may be off it. */
const SMALL = "(width < 40rem) or (height < 34rem)";

/** Serves the search box of the page. */
export function bindFindBox() {
  const box = /** @type {HTMLFormElement} */ (section("pages/find-box"));
  const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
  const results = part(box, "results");
  const found = part(box, "found");
  const game = new URLSearchParams(location.search).get("game");
  const address = new URL(input.dataset.index ?? "", location.href);

  async function show() {
    const asked = input.value;
    const typed = words(asked);
    if (typed.length && !results.hasChildNodes()) found.textContent = "Searching …";
    const loaded = typed.length ? await index(address).catch(() => null) : undefined;
    if (asked !== input.value) return;
    if (loaded === null) {
      found.textContent = "The index could not be loaded; the games below are all here.";
      return;
    }
    const wanted = loaded?.spell(typed) ?? [];
    const hits = loaded ? search(loaded.entries, wanted, game) : [];
    results.replaceChildren(...groups(hits.slice(0, MOST), address));
    const mended = hits.length && instead(typed, wanted);
    const more = hits.length > MOST ? `, the first ${MOST} shown` : "";
    const text = hits.length ? `${hits.length} found${mended ? ` for ${mended}` : ""}${more}` : "Nothing found";
    found.textContent = typed.length ? text : "";
  }

  input.addEventListener("input", () => {
    remember({ find: input.value });
    show();
  });
  box.addEventListener("submit", async (event) => {
    event.preventDefault();
    await show();
    results.querySelector("a")?.click();
  });
  // The first letter need not wait for the index.
  input.addEventListener("focus", () => {
    index(address).catch(() => {});
    if (matchMedia(SMALL).matches) box.scrollIntoView({ block: "start" });
  });
  bindArrows(input, results);
  input.value ||= history.state?.find ?? "";
  show();
  if (location.hash === "#find") input.focus();
}
