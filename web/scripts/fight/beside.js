// fight/beside.js: moves the panel of a fighter beside the list where there is room, and back.
//
// Contract. `createBeside(root)`: `place()` moves the `.panel` of the list to `[data-beside]` if the window is wide, and
// `takeBack()` moves it to its place in the list, for a redraw. What lies
// beside the list scrolls by itself: `scrollerOf(element)`. When the width of the window passes the limit, the panel moves
// by itself.

import { part } from "../shared/parts.js";

/** As in fight.css. */
const WIDE = "(width >= 56rem)";

/** @param {HTMLElement} root */
export function createBeside(root) {
  const wide = matchMedia(WIDE);
  const place = part(root, "beside");
  /** Where the panel was. @type {Element | null} */
  let home = null;

  function takeBack() {
    if (home) home.append(...place.children);
    home = null;
  }

  function move() {
    const panel = wide.matches ? root.querySelector(".fighters .panel") : null;
    if (!panel) return;
    home = panel.parentElement;
    place.append(panel);
  }

  wide.addEventListener("change", () => {
    takeBack();
    move();
  });
  return {
    place: move,
    takeBack,
    /** What scrolls an element: what lies beside the list, or the page. @param {Element | null | undefined} element @returns {Element | Window} */
    scrollerOf(element) {
      const pane = place.parentElement;
      return wide.matches && pane && element && pane.contains(element) ? pane : window;
    },
  };
}
