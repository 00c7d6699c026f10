// favorite.js: keeps a calculator or a rule as a favorite, which the home pages then show first.
//
// Contract. `bindFavorite(session)` serves the button of a calculator's page. The calculator is kept with the inputs of its answer;
// the page's example is kept without inputs. `offerRuleFavorite(row)` adds such a button to a rule of the quick reference.

import { format } from "../shared/link.js";
import { favorites, here, title } from "../storage/places.js";

/** @param {import("../calculator/session.js").Session} session */
export function bindFavorite(session) {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-favorite]"));
  const address = () => `${here()}${session.showsExample() ? "" : format(session.link())}`;
  if (button) serve(button, address, title());
}

/** @param {HTMLElement} row  a rule */
export function offerRuleFavorite(row) {
  const place = row.querySelector(".source");
  const name = row.querySelector("h3")?.firstChild?.textContent?.trim();
  if (!place || !name || place.querySelector("[data-favorite]")) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "favorite" });
  button.dataset.favorite = "";
  button.textContent = "Favorite";
  serve(button, () => `${here()}#${row.id}`, name);
  place.append(button);
}

/** @param {HTMLButtonElement} button @param {() => string} address @param {string} name */
function serve(button, address, name) {
  const draw = () => button.setAttribute("aria-pressed", String(favorites.has(address())));
  button.setAttribute("aria-label", `Favorite: ${name}`);
  button.addEventListener("click", () => {
    const trouble = favorites.has(address()) ? favorites.remove(address()) : favorites.add(address(), name);
    if (trouble) button.textContent = trouble;
    draw();
  });
  favorites.watch(draw);
  draw();
}
