// headline-height.js: keeps scroll targets clear of the headline, which sticks to the top of the page.
//
// Contract. `measureHeadline(answer)` makes the page's scroll padding as high as the answer's headline, after every redraw;
// where the headline does not stick, the padding leaves it out.
// `showFromItsStart(section)` scrolls as little as possible to show the section's beginning, which matters more than its
// end.

import { scrollPadding } from "../shared/scroll-padding.js";

/** @param {HTMLElement} answer */
export function measureHeadline(answer) {
  const keepClearOf = scrollPadding();
  const observe = () => keepClearOf(answer.querySelector(":scope > .headline"));
  new MutationObserver(observe).observe(answer, { childList: true });
  observe();
}

/** @param {Element} section */
export function showFromItsStart(section) {
  section.scrollIntoView({ block: "nearest" });
  const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  if (section.getBoundingClientRect().top < above - 1) section.scrollIntoView({ block: "start" });
}
