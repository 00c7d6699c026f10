// scroll-padding.js: keeps scroll targets clear of the element that sticks to the top of the page.
//
// Contract. `scrollPadding()` returns a function that takes the element. The page's scroll padding is then as high as the
// element, after every change of its size; an element that does not stick counts as 0.

/** @returns {(element: Element | null) => void} */
export function scrollPadding() {
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
  return (element) => {
    sizes.disconnect();
    if (element) sizes.observe(element);
  };
}
