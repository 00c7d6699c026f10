// table-rules-form.js: what the table has set for itself, in a calculator's form.
//
// Contract. `createTableRulesForm(form)` lets what the table has set (table-rules-store.js) take the place of the declared default of each
// input `[data-rule]`, the ones in blank rows of lists too: whatever fills the form then fills it in where a link says
// nothing. `request()` is what goes along with each question, `follow(told)` draws what Python says of it: the marks
// `[data-mark]`, and what was refused, which then is set no longer (true: the question is another one now).

import { set } from "../shared/form.js";
import { createTableRulesStore } from "../storage/table-rules-store.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{own?: string[], other?: string[], refused: string[], notes: string[]}} Told */

/** @param {HTMLFormElement} form */
export function createTableRulesForm(form) {
  const rules = new Set(form.dataset.rules?.split(" ").filter(Boolean));
  const house = createTableRulesStore(document.documentElement.dataset.system ?? "");
  const note = /** @type {HTMLElement | null} */ (form.querySelector("[data-house-note]"));
  let own = /** @type {Map<string, string>} */ (new Map());

  function take() {
    const { pairs, trouble, unused } = house.read();
    own = new Map(pairs.filter(([rule]) => rules.has(rule)));
    for (const control of controls(form)) imprint(control);
    // Where a browser keeps nothing, there is nothing to miss.
    say(unused ? trouble : "");
  }

  /** @param {HTMLInputElement} control */
  function imprint(control) {
    const { rule = "" } = control.dataset;
    control.dataset.standard ??= control.dataset.default ?? "";
    control.dataset.default = own.get(rule) ?? control.dataset.standard;
  }

  /** The table rule of an input, or "": an input may have the name of a rule and be none. @param {string} key */
  function ruleOf(key) {
    const control = document.getElementById(`f-${key}`);
    // What has no control yet is in a row that is still to come.
    return (control ? control.dataset.rule : key.split(".").at(-1)) ?? "";
  }

  /** @param {string} text */
  function say(text) {
    if (!note) return;
    note.hidden = !text;
    note.textContent = text;
  }

  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-to-standard], [data-to-yours]") : null;
    const key = /** @type {HTMLElement | null} */ (button?.closest("[data-mark]"))?.dataset.mark;
    const control = /** @type {HTMLInputElement | null} */ (key ? document.getElementById(`f-${key}`) : null);
    if (!button || !control) return;
    set(control, (button.hasAttribute("data-to-standard") ? control.dataset.standard : control.dataset.default) ?? "");
    control.focus();
    control.dispatchEvent(new Event("input", { bubbles: true }));
  });
  take();

  return {
    sets: () => own.size > 0,
    /** An example, which is nobody's link, as the table plays it. @param {Pairs} example @returns {Pairs} */
    over: (example) => example.map(([key, text]) => [key, own.get(ruleOf(key)) ?? text]),
    request: () => (own.size ? { house: [...own] } : {}),
    /** @param {Told} told @returns {boolean} */
    follow({ own: yours = [], other = [], refused, notes }) {
      if (refused.length) return refuse(refused, notes);
      for (const mark of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-mark]"))) {
        const { mark: key = "" } = mark.dataset;
        const whose = yours.includes(key) ? "yours" : other.includes(key) ? "others" : "unset";
        for (const each of /** @type {NodeListOf<HTMLElement>} */ (mark.querySelectorAll(":scope > *"))) {
          each.hidden = !each.matches(`[data-${whose}]`);
        }
      }
      return false;
    },
    /** @param {() => void} listen  what the table has set is another now */
    watch(listen) {
      house.watch(() => {
        const before = JSON.stringify([...own]);
        take();
        if (before !== JSON.stringify([...own])) listen();
      });
    },
  };

  /** @param {string[]} refused @param {string[]} notes */
  function refuse(refused, notes) {
    for (const rule of refused) {
      const wrong = own.get(rule);
      own.delete(rule);
      for (const control of controls(form, rule)) {
        imprint(control);
        if (control.value === wrong) set(control, control.dataset.standard ?? "");
      }
    }
    say(notes.join(" "));
    return true;
  }
}

/** The inputs that belong to the table, those of blank rows too. @param {ParentNode} root @param {string} [rule] @returns {HTMLInputElement[]} */
function controls(root, rule) {
  const here = [...root.querySelectorAll(rule ? `[data-rule="${rule}"]` : "[data-rule]")];
  const blanks = [...root.querySelectorAll("template")].flatMap((blank) => controls(blank.content, rule));
  return [.../** @type {HTMLInputElement[]} */ (here), ...blanks];
}
