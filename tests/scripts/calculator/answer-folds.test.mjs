// answer-folds.js: a fold is asked for when it is opened, and only replies for the newest answer fill it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { define, openPage, settle } from "../support/browser.mjs";

/** What the module needs of an element. */
class Part {
  constructor(name, dataset = {}) {
    Object.assign(this, { name, dataset, open: false, text: "", parts: [], parentElement: null });
  }
  append(...parts) {
    for (const part of parts) {
      part.remove();
      part.parentElement = this;
      this.parts.push(part);
    }
  }
  remove() {
    const parts = this.parentElement?.parts ?? [];
    if (parts.includes(this)) parts.splice(parts.indexOf(this), 1);
    this.parentElement = null;
  }
  matches(selector) {
    return selector.includes(this.name) || (this.role === "status" && selector.includes("[role=status]"));
  }
  setAttribute(name, value) {
    this[name] = value;
  }
  toggleAttribute(name, on) {
    this[name] = on;
  }
  addEventListener(_, listen) {
    this.listen = listen;
  }
  querySelector() {
    return this.parts.find(({ name }) => name === "summary") ?? null;
  }
  querySelectorAll(selector) {
    if (selector.includes("li") || selector.includes("data-mode") || this.name === "details") return [];
    return this.parts.filter(({ open }) => !selector.includes("[open]") || open);
  }
  get children() {
    return [...this.parts];
  }
  get childNodes() {
    return [...this.parts];
  }
  get lastChild() {
    return this.parts.at(-1) ?? null;
  }
  set innerHTML(html) {
    this.parts = [];
    const body = new Part("body");
    body.text = html;
    this.append(body);
  }
  set textContent(text) {
    this.text = text;
  }
}

const shown = (fold) => fold.parts.slice(1).map(({ text }) => text);

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout"] }));

/** An answer with one fold, and the questions that were asked about it. */
async function page() {
  const document = { activeElement: null, createElement: (name) => new Part(name), querySelectorAll: () => [] };
  define({ document, HTMLDetailsElement: Part, Element: Part });
  const [module] = await openPage(["calculator/answer-folds"]);
  const [answer, fold] = [new Part("div"), new Part("details", { fold: "explain p_hit" })];
  fold.append(new Part("summary"));
  answer.append(fold);
  const asked = [];
  const folds = module.createAnswerFolds(
    answer,
    (request) => new Promise((reply, fail) => asked.push({ request, reply, fail })),
  );
  const open = () => {
    fold.open = true;
    answer.listen({ target: fold });
  };
  return { module, fold, folds, asked, open };
}

test("the_address_of_a_fold_is_its_request", async () => {
  const { foldRequest } = (await page()).module;

  assert.deepEqual(foldRequest("as_table total"), { kind: "as_table", output: "total" });
  assert.deepEqual(foldRequest("row plans 3 damage"), { kind: "row", output: "plans", index: 3, column: "damage" });
});

test("a_fold_is_asked_for_once_and_filled", async () => {
  const { fold, asked, open } = await page();
  open();
  open();
  asked[0].reply({ ok: true, html: "because" });
  await settle();
  open();

  assert.deepEqual(shown(fold), ["because"]);
  assert.equal(asked.length, 1);
});

test("a_reply_for_an_earlier_answer_fills_nothing", async () => {
  const { fold, folds, asked, open } = await page();
  open();
  folds.answered();
  asked[0].reply({ ok: true, html: "old" });
  asked[1].reply({ ok: true, html: "new" });
  await settle();

  assert.deepEqual(shown(fold), ["new"]);
});

test("only_a_slow_reply_is_announced", async (t) => {
  const { module, fold, asked, open } = await page();
  open();
  t.mock.timers.tick(module.WORKING_MS - 1);
  assert.deepEqual(shown(fold), [""]);
  t.mock.timers.tick(1);
  assert.deepEqual(shown(fold), ["Working it out …"]);

  asked[0].reply({ ok: true, html: "because" });
  await settle();
  assert.deepEqual(shown(fold), ["because"]);
});

test("a_question_that_fails_says_so_and_is_asked_again_when_the_fold_is_opened_again", async () => {
  const { fold, asked, open } = await page();
  open();
  asked[0].fail(new Error("stopped"));
  await settle();
  assert.deepEqual(shown(fold), ["This could not be worked out now."]);
  open();

  assert.equal(asked.length, 2);
});
