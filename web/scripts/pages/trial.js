// trial.js: the answer on the home page, whose inputs can be changed.
//
// Contract. The form of this script holds some inputs of a calculator (`data-trial` is its id); `data-start` holds the pairs
// of its other inputs. The page comes with the example's answer. Python starts when the form is touched, or when the page
// rests and this device has the files; it never delays the page. Each answer replaces the figures. Their links, and the link
// to the calculator, then hold the inputs. Table rules of this device apply. Wrong input keeps the last valid answer.

import { container } from "../offline/begin.js";
import { section } from "../shared/controllers.js";
import { read } from "../shared/form.js";
import { bindInputs } from "../shared/inputs.js";
import { latestOnly } from "../shared/latest-only.js";
import { format } from "../shared/link.js";
import { showProblems } from "../shared/problems.js";
import { STATUS_DELAY_MS } from "../shared/timeouts.js";
import { setHtml } from "../shared/trusted.js";
import { tableRules } from "../storage/table-rules-store.js";

export function bindTrial() {
  const form = /** @type {HTMLFormElement | null} */ (section("pages/trial"));
  if (!form) return;
  const { trial: calculator = "", game = "", start = "[]", at = "" } = form.dataset;
  const find = (/** @type {string} */ hook) => /** @type {HTMLElement} */ (form.querySelector(`[data-${hook}]`));
  const [figures, headline, status, announcement] = ["figures", "headline", "status", "announcement"].map(find);
  /** @type {Promise<import("../pyrules.js").Rules> | undefined} */
  let rules;
  let timer = 0;

  function python() {
    rules ??= import("../pyrules.js").then(({ createRules }) => createRules());
    return rules;
  }

  const answers = latestOnly(async (isLatest) => {
    mark("updating");
    try {
      const pairs = [...JSON.parse(start), ...read(form)];
      const reply = await (await python()).request({ kind: "answer", calculator, pairs, ...tableRules(game) });
      if (isLatest()) show(reply);
    } catch {
      mark("stale", "Python is not running here. The figures are those of the last answer.");
    }
  });

  /** @param {any} reply */
  function show(reply) {
    showProblems(form ?? new HTMLFormElement(), reply.problems);
    if (!reply.ok) return mark("stale", "The last valid answer.");
    const drawn = document.createElement("template");
    setHtml(drawn, reply.html);
    const parts = drawn.content.querySelectorAll(".headline > :is(.big, .mids)");
    const address = `${at}${format(reply.link)}`;
    for (const part of parts) {
      for (const link of part.querySelectorAll("a")) {
        link.href = address;
        link.removeAttribute("data-why");
      }
    }
    headline.replaceChildren(...parts);
    /** @type {HTMLAnchorElement} */ (find("onward")).href = address;
    mark("");
    clearTimeout(timer);
    timer = setTimeout(() => (announcement.textContent = reply.line), STATUS_DELAY_MS);
  }

  /** @param {"updating" | "stale" | ""} state @param {string} [why] */
  function mark(state, why = "") {
    figures.dataset.state = state;
    status.textContent = why;
  }

  bindInputs({ form, changed: () => void answers.ask() });
  for (const touch of ["pointerdown", "focusin"]) form.addEventListener(touch, python, { once: true });
  whenAtRest(() => answers.ask());
}

/** Calls `run` once this device has the files and the page rests. @param {() => void} run */
function whenAtRest(run) {
  if (!container || !("requestIdleCallback" in window)) return;
  const rest = () => requestIdleCallback(run);
  const loaded = () => {
    if (container?.controller) rest();
    else container?.addEventListener("controllerchange", rest, { once: true });
  };
  if (document.readyState === "complete") loaded();
  else window.addEventListener("load", loaded, { once: true });
}
