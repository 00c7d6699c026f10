// form.js: a form is filled from a link; a link with the former name of an input fills the same input.

import assert from "node:assert/strict";
import { test } from "node:test";
import { define, openPage } from "../support/browser.mjs";

/** A form with one checkbox. */
function formWith(checkbox, dataset) {
  const found = (selector) => (selector === "[data-kind]" ? [checkbox] : []);
  return { dataset, querySelectorAll: found };
}

const newCheckbox = () => ({ type: "checkbox", name: "is_prone", checked: false, dataset: {}, closest: () => null });

test("a_link_with_a_former_name_fills_the_renamed_input", async () => {
  define({ HTMLElement: class {} });
  const [{ fill }] = await openPage(["shared/form"]);
  const [renamed, unknown] = [newCheckbox(), newCheckbox()];

  fill(formWith(renamed, { former: '{"prone": "is_prone"}' }), [["prone", "yes"]]);
  fill(formWith(unknown, {}), [["prone", "yes"]]);

  assert.equal(renamed.checked, true);
  assert.equal(unknown.checked, false);
});
