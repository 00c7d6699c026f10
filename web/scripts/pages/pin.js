// pin.js: pins a calculator or a rule, which the home pages then show first.
//
// Contract. `bindPin(session)` serves the button of a calculator's page. It pins the calculator with the inputs of its answer;
// the page's example is pinned without inputs. `offerRulePin(row)` adds such a button to a rule of the quick reference.

import { format } from "../shared/link.js";
import { here, pinned, title } from "../storage/places.js";

/** @param {import("../calculator/session.js").Session} session */
export function bindPin(session) {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-pin]"));
  const address = () => `${here()}${session.showsExample() ? "" : format(session.link())}`;
  if (button) serve(button, address, title());
}

/** @param {HTMLElement} row  a rule */
export function offerRulePin(row) {
  const place = row.querySelector(".source");
  const name = row.querySelector("h3")?.firstChild?.textContent?.trim();
  if (!place || !name || place.querySelector("[data-pin]")) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "pin" });
  button.dataset.pin = "";
  button.textContent = "Pin";
  serve(button, () => `${here()}#${row.id}`, name);
  place.append(button);
}

/** @param {HTMLButtonElement} button @param {() => string} address @param {string} name */
function serve(button, address, name) {
  const draw = () => button.setAttribute("aria-pressed", String(pinned.has(address())));
  button.setAttribute("aria-label", `Pin ${name}`);
  button.addEventListener("click", () => {
    const trouble = pinned.has(address()) ? pinned.remove(address()) : pinned.add(address(), name);
    if (trouble) button.textContent = trouble;
    draw();
  });
  pinned.watch(draw);
  draw();
}
