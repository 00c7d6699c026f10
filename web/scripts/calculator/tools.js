// tools.js: opens and closes the tools under an answer: compare, sweep, share.
//
// Contract. The button `[data-tool=x]` controls the section `#tool-x`. The section gets an `open` event when it opens.

export function bindTools() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tool]"))) {
    button.addEventListener("click", () => openTool(button.dataset.tool ?? "", button.ariaExpanded !== "true"));
  }
}

/** @param {string} name @param {boolean} open */
export function openTool(name, open) {
  const section = document.getElementById(`tool-${name}`);
  const button = document.querySelector(`[data-tool="${name}"]`);
  if (!section) return;
  section.hidden = !open;
  button?.setAttribute("aria-expanded", String(open));
  if (!open) return;
  section.dispatchEvent(new Event("open"));
  section.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */ (section.querySelector("h2"))?.focus({ preventScroll: true });
}
