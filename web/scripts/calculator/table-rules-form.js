// table-rules-form.js: applies the table rules of this device to a calculator's form.
//
// Contract. `createTableRulesForm(form)` replaces the declared default of each input `[data-rule]` by the value of the
// table (table-rules-store.js), also in blank rows of lists. Whatever fills the form then uses this value where a link
// names none. `request()` gives the part of each request that holds the table rules. `update(marks)` draws Python's reply:
// the marks `[data-mark]`, and refused values, which no longer apply. It returns true when a value was refused, because the
// request then changes.

import { set } from "../shared/form-controls.js";
import { createTableRulesStore } from "../storage/table-rules-store.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{own?: string[], other?: string[], refused: string[], notes: string[]}} TableRuleMarks */

/** @param {HTMLFormElement} form */
export function createTableRulesForm(form) {
  const rules = new Set(form.dataset.rules?.split(" ").filter(Boolean));
  const store = createTableRulesStore(document.documentElement.dataset.system ?? "");
  const note = /** @type {HTMLElement | null} */ (form.querySelector("[data-house-note]"));
  let values = /** @type {Map<string, string>} */ (new Map());

  function load() {
    const { pairs, trouble, unused } = store.read();
    values = new Map(pairs.filter(([rule]) => rules.has(rule)));
    for (const control of controls(form)) setDefault(control);
    // A browser without storage has no stored rules to miss.
    say(unused ? trouble : "");
  }

  /** @param {HTMLInputElement} control */
  function setDefault(control) {
    const { rule = "" } = control.dataset;
    control.dataset.standard ??= control.dataset.default ?? "";
    control.dataset.default = values.get(rule) ?? control.dataset.standard;
  }

  /** The table rule of an input, or "": an input that is no table rule may have the name of one. @param {string} key */
  function ruleOf(key) {
    const control = document.getElementById(`f-${key}`);
    // An input without a control is in a list row that the form does not show yet.
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
  load();

  return {
    hasValues: () => values.size > 0,
    /** The example with the table's values. @param {Pairs} example @returns {Pairs} */
    withTableRules: (example) => example.map(([key, text]) => [key, values.get(ruleOf(key)) ?? text]),
    request: () => (values.size ? { house: [...values] } : {}),
    /** @param {TableRuleMarks} marks @returns {boolean} */
    update({ own: yours = [], other = [], refused, notes }) {
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
    /** @param {() => void} listen  called when the table's values have changed */
    watch(listen) {
      store.watch(() => {
        const before = JSON.stringify([...values]);
        load();
        if (before !== JSON.stringify([...values])) listen();
      });
    },
  };

  /** @param {string[]} refused @param {string[]} notes */
  function refuse(refused, notes) {
    for (const rule of refused) {
      const wrong = values.get(rule);
      values.delete(rule);
      for (const control of controls(form, rule)) {
        setDefault(control);
        if (control.value === wrong) set(control, control.dataset.standard ?? "");
      }
    }
    say(notes.join(" "));
    return true;
  }
}

/** The inputs that are table rules, also in blank rows. @param {ParentNode} root @param {string} [rule] @returns {HTMLInputElement[]} */
function controls(root, rule) {
  const here = [...root.querySelectorAll(rule ? `[data-rule="${rule}"]` : "[data-rule]")];
  const blanks = [...root.querySelectorAll("template")].flatMap((blank) => controls(blank.content, rule));
  return [.../** @type {HTMLInputElement[]} */ (here), ...blanks];
}
