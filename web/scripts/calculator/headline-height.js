// headline-height.js: keeps scroll targets clear of the headline, which sticks to the top of the page.
//
// Contract. `measureHeadline(answer)` makes the page's scroll padding as high as the answer's headline, after every redraw;
// where the headline does not stick, the padding leaves it out.
// `showFromItsStart(section)` scrolls as little as possible to show the section's beginning, which matters more than its
// end.

/** @param {HTMLElement} answer */
export function measureHeadline(answer) {
  // The page's Content-Security-Policy forbids style attributes, so a stylesheet sets the property.
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  let measured = -1;
  const sizes = new ResizeObserver(([{ target }]) => {
    const sticks = getComputedStyle(target).position === "sticky";
    const height = sticks ? Math.ceil(target.getBoundingClientRect().height) : 0;
    if (height === measured) return;
    measured = height;
    // The padding itself, not a custom property: elements inherit those, and a change would restyle the whole page.
    sheet.replaceSync(`html { scroll-padding-block-start: calc(${height}px + 1rem) }`);
  });
  const observe = () => {
    sizes.disconnect();
    const headline = answer.querySelector(":scope > .headline");
    if (headline) sizes.observe(headline);
  };
  new MutationObserver(observe).observe(answer, { childList: true });
  observe();
}

/** @param {Element} section */
export function showFromItsStart(section) {
  section.scrollIntoView({ block: "nearest" });
  const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  if (section.getBoundingClientRect().top < above - 1) section.scrollIntoView({ block: "start" });
}
