// tools.js: loads the script of a tool when the tool is first used, and opens and closes the tools of a page.
//
// Contract. `createTools(page, scripts)`: `scripts` has, by the name of each tool, a function that imports its script. A
// tool's script exports `bind(page, tools)`, which is called once, before the tool is used.
// The button `[data-tool=x]` opens and closes the section `#tool-x`. It opens at once; when its script is bound, the
// section gets an `open` event. An open section out of view is shown, not closed. Every other control of a tool has
// `[data-needs=x]` until the tool is bound: its first click is repeated then, and so is that of a button in an open
// section, and the submission of a form there. A fold with `[data-needs=x]` is bound when it opens. Pointing at a control, or focusing it, fetches the
// script in advance. When a script does not load, a sentence in the section, or behind the control, says so, and a
// button tries again. Firefox remembers a failed import as long as the page: after the second failure, another button
// loads the page again. `show(x)` opens a tool without moving the focus. `load(x)` binds a tool that is not opened, and
// gives what its `bind` returned; it rejects when the script does not load. `isBound(x)` tells whether a tool is bound.

import { button, noteFor, removeNote, sectionOf } from "./tool-notes.js";

/** @typedef {{load: (name: string) => Promise<any>, show: (name: string) => Promise<void>, isBound: (name: string) => boolean}} Tools */

const LOADING_MS = 300;
const LOADING = "This part of the page is on its way …";
const FAILED = "This part of the page could not be loaded: there may be no network.";

/** The script of a tool did not load. */
class NotLoaded extends Error {}

/**
 * @template P
 * @param {P} page  what the tools get: a session, or the parts of a page
 * @param {Record<string, () => Promise<{bind: (page: P, tools: Tools) => any}>>} scripts
 * @returns {Tools}
 */
export function createTools(page, scripts) {
  /** What `bind` returned, also while a tool is being bound. @type {Map<string, Promise<any>>} */
  const binding = new Map();
  /** @type {Set<string>} */
  const bound = new Set();
  /** @type {Set<string>} */
  const failed = new Set();
  /** Controls whose click waits. @type {Set<Element>} */
  const waiting = new Set();
  const tools = { load, show, isBound: (/** @type {string} */ name) => bound.has(name) };

  /** @param {string} name @returns {Promise<any>} */
  function load(name) {
    const begun = binding.get(name) ?? bind(name);
    binding.set(name, begun);
    begun.catch(() => binding.delete(name)); // the next use tries again
    return begun;
  }

  /** @param {string} name */
  async function bind(name) {
    const script = await scripts[name]().catch((cause) => {
      throw new NotLoaded(FAILED, { cause });
    });
    const made = await script.bind(page, tools);
    bound.add(name);
    for (const control of document.querySelectorAll(`[data-needs="${name}"]`)) control.removeAttribute("data-needs");
    removeNote(name);
    return made;
  }

  /** Binds a tool for a control; the page says when that takes long or fails. @param {string} name @param {Element} control */
  async function isReady(name, control) {
    if (bound.has(name)) return true;
    const tell = noteFor(name, control);
    const late = setTimeout(() => tell(LOADING), LOADING_MS);
    try {
      await load(name);
      return true;
    } catch (error) {
      const again = button("Try again", () => {
        tell(LOADING);
        /** @type {HTMLElement} */ (control.querySelector("summary") ?? control).focus();
        use(name, control);
      });
      tell(FAILED, again, ...(failed.has(name) ? [button("Load the page again", reload)] : []));
      failed.add(name);
      if (!(error instanceof NotLoaded)) throw error;
      return false;
    } finally {
      clearTimeout(late);
    }
  }

  /** Does what the control is for. @param {string} name @param {Element} control */
  async function use(name, control) {
    if (control.matches("[data-tool]")) return show(name);
    if (waiting.has(control)) return;
    waiting.add(control);
    const isBound = await isReady(name, control).finally(() => waiting.delete(control));
    if (isBound && control instanceof HTMLButtonElement) control.click();
    if (isBound && control instanceof HTMLFormElement) control.requestSubmit();
  }

  /** @param {string} name */
  async function show(name) {
    const [section, opener] = [sectionOf(name), document.querySelector(`[data-tool="${name}"]`)];
    if (!section) return;
    section.hidden = false;
    opener?.setAttribute("aria-expanded", "true");
    if ((await isReady(name, opener ?? section)) && !section.hidden) section.dispatchEvent(new Event("open"));
  }

  /** @param {HTMLElement} opener @param {string} name */
  function toggle(opener, name) {
    const section = sectionOf(name);
    if (!section) return;
    const { top, bottom } = section.getBoundingClientRect();
    if (opener.ariaExpanded === "true" && bottom > 0 && top < innerHeight) {
      section.hidden = true;
      opener.setAttribute("aria-expanded", "false");
      return;
    }
    show(name);
    const at = section.getBoundingClientRect().top; // what it will hold is not drawn yet, so it must begin high
    if (at < 0 || at > innerHeight / 2) section.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null} */ (section.querySelector("h2"))?.focus({ preventScroll: true });
  }

  /** The control that a part of the page is in, and its tool, if it is one of these. @param {EventTarget | null} target @param {string} [controls] */
  function controlAt(target, controls = "[data-tool], [data-needs], button") {
    const control = target instanceof Element ? target.closest(controls) : null;
    if (!(control instanceof HTMLElement) || "again" in control.dataset) return null;
    const { tool, needs } = control.dataset;
    const name = tool ?? needs ?? control.closest("[id^=tool-]")?.id.slice("tool-".length) ?? "";
    return Object.hasOwn(scripts, name) ? { control, name } : null;
  }

  // In the capture phase: before any listener of the control.
  for (const [type, controls] of [["click"], ["submit", "form"]]) {
    document.addEventListener(
      type,
      (event) => {
        const found = controlAt(event.target, controls);
        if (!found || bound.has(found.name) || found.control.matches("details, [data-tool]")) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        use(found.name, found.control);
      },
      true,
    );
  }
  for (const opener of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tool]"))) {
    opener.addEventListener("click", () => toggle(opener, opener.dataset.tool ?? ""));
  }
  for (const fold of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("details[data-needs]"))) {
    const { needs = "" } = fold.dataset;
    fold.addEventListener("toggle", () => use(needs, fold));
  }
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, ({ target }) => {
      const found = controlAt(target);
      // Using the tool says what is wrong.
      if (found && !binding.has(found.name)) scripts[found.name]().catch(() => {});
    });
  }
  return tools;
}

/** The page writes its inputs into the address first. */
function reload() {
  window.dispatchEvent(new Event("beforeupdate"));
  location.reload();
}
