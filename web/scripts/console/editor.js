// console/editor.js: what the editor holds, and where that is kept.
//
// Contract. `createEditor(root)` serves the editor of the Console. It holds the reader's draft, which this device keeps, or a
// *visitor*: a script from a link (`#script=1.`), an example (`#example=wwn/attack`) or a file. A visitor never replaces the
// draft by itself: changed, it lives in the address, unless there is no draft; then it becomes the draft. `[data-back]` returns
// to the draft, `[data-adopt]` makes the visitor the draft, and `[data-undo]` takes that back. Nothing here runs a script.
// `open(text, words)` shows a visitor, `text()` is what the editor holds.

import { part, say } from "../shared/parts.js";
import { CONSOLE_DRAFT_DELAY_MS } from "../shared/timeouts.js";
import { onOtherDraft, readDraft, writeDraft } from "./draft.js";
import { decode, encode } from "./link.js";

const FROM_LINK = "This script came with a link. It runs only when you tap Run.";
const FROM_EXAMPLE = "This is an example. Change what you like, and run it.";
const DRAFT_STAYS = "Your own draft is kept.";
const ADOPTED = "This script is your draft now; it replaced an earlier one.";
const OTHER_TAB = "Your draft was changed in another tab.";
const NO_EXAMPLE = "There is no example of this name.";
const FIRST = `# Two attacks or one strong one? Run this, then change it.
show(dice("2d6"), "Two dice")
show(dice("1d10+2"), "One die")

light, strong = dice("2d6"), dice("1d10+2")
light.p(lambda n: n >= 8), strong.p(lambda n: n >= 8)
`;

/** @param {HTMLElement} root */
export function createEditor(root) {
  const box = /** @type {HTMLTextAreaElement} */ (part(root, "script"));
  const choice = /** @type {HTMLSelectElement} */ (part(root, "example"));
  let isVisitor = false;
  /** The draft that a visitor replaced, while that can be undone. */
  let replaced = "";
  let timer = 0;

  /** @param {string} words */
  function notice(words, isUndone = false) {
    const hasDraft = !!readDraft();
    say(root, "notice-words", isVisitor && hasDraft ? `${words} ${DRAFT_STAYS}` : words);
    part(root, "notice").hidden = !words;
    part(root, "back").hidden = isUndone || !hasDraft;
    part(root, "adopt").hidden = isUndone || !isVisitor || !hasDraft;
    part(root, "undo").hidden = !isUndone;
  }

  /** @param {string} text @param {string} words */
  function open(text, words) {
    isVisitor = true;
    box.value = text;
    notice(words);
  }

  function openDraft() {
    isVisitor = false;
    choice.value = "";
    box.value = readDraft() || FIRST;
    notice("");
    setAddress("");
  }

  /** @param {string} fragment */
  function setAddress(fragment) {
    if (location.hash !== fragment)
      history.replaceState(history.state, "", fragment || location.pathname + location.search);
  }

  async function keep() {
    clearTimeout(timer);
    timer = 0;
    const text = box.value;
    if (isVisitor && !readDraft()) {
      isVisitor = false;
      notice("");
      setAddress("");
    }
    if (!isVisitor) return say(root, "problem", writeDraft(text));
    const link = await encode(text);
    if (!isVisitor || text !== box.value) return;
    say(root, "problem", link.ok ? "" : link.why);
    if (link.ok) setAddress(link.fragment);
  }

  /** Returns whether there is this example. @param {string} id */
  function openExample(id) {
    const source = [...document.querySelectorAll("[data-source]")].find(
      (one) => one.getAttribute("data-source") === id,
    );
    choice.value = source ? id : "";
    if (source) open(source.textContent ?? "", FROM_EXAMPLE);
    return !!source;
  }

  async function route() {
    const { hash } = location;
    say(root, "problem", "");
    if (hash.startsWith("#script=")) {
      const link = await decode(hash);
      if (hash !== location.hash) return;
      if (link.ok) return open(link.text, FROM_LINK);
      openDraft();
      return say(root, "problem", link.why);
    }
    const example = /^#example=([\w/-]+)$/.exec(hash)?.[1];
    if (!example) return openDraft();
    if (!openExample(example)) {
      openDraft();
      say(root, "problem", NO_EXAMPLE);
    }
  }

  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(keep, CONSOLE_DRAFT_DELAY_MS);
  });
  const flush = async () => timer && keep();
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", flush);
  choice.addEventListener("change", async () => {
    if (!choice.value) return;
    await flush();
    location.hash = `#example=${choice.value}`;
  });
  part(root, "back").addEventListener("click", async () => {
    await flush();
    // The browser's Back leads to the visitor again, with its changes.
    if (location.hash) history.pushState(null, "", location.href);
    openDraft();
    box.focus();
  });
  part(root, "adopt").addEventListener("click", () => {
    replaced = readDraft();
    isVisitor = false;
    say(root, "problem", writeDraft(box.value));
    setAddress("");
    notice(ADOPTED, true);
    part(root, "undo").focus();
  });
  part(root, "undo").addEventListener("click", () => {
    writeDraft(replaced);
    openDraft();
    box.focus();
  });
  onOtherDraft(() => {
    if (!isVisitor && box.value !== readDraft()) notice(OTHER_TAB);
  });
  window.addEventListener("hashchange", route);
  box.disabled = false;

  return { started: route(), open, text: () => box.value };
}
