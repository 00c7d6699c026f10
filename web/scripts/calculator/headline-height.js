// headline-height.js: keeps scroll targets clear of the headline, which sticks to the top of the page.
//
// Contract. `measureHeadline(answer)` keeps the height of the answer's headline in the custom property `--stuck` of the
// page, after every redraw; 0 where the headline does not stick. The stylesheet uses it as scroll padding.
// `showFromItsStart(section)` scrolls as little as possible to show the section's beginning, which matters more than its
// end.

/** @param {HTMLElement} answer */
export function measureHeadline(answer) {
  // The page's Content-Security-Policy forbids style attributes, so a stylesheet sets the property.
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const sizes = new ResizeObserver(([{ target }]) => {
    const sticks = getComputedStyle(target).position === "sticky";
    const height = sticks ? target.getBoundingClientRect().height : 0;
    sheet.replaceSync(`:root { --stuck: ${Math.ceil(height)}px }`);
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
