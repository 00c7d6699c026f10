// roll.js: rolls the action of the page once, with the page's dice or the player's own, and shows each step.
//
// Contract. `[data-roll]` rolls the option of `[data-option]`, if the page has options; `[data-own]` asks for typed faces.
// The section of this script then moves below the headline, and stays there when the answer is redrawn. A roll is marked as
// old when the inputs differ from those it was made with. `[data-refused]` shows why the inputs allow no roll, and the
// option is disabled by roll-options.js. Every roll is added to the log.

import { section } from "../shared/controllers.js";
import { format } from "../shared/link.js";
import { setHtml } from "../shared/trusted.js";
import { showFromItsStart } from "./headline-height.js";
import { createTypedFaces } from "./typed-faces.js";

/** @param {import("./session.js").Session} session @param {import("../shared/tools.js").Tools} tools */
export async function bind(session, tools) {
  const log = await tools.load("log");
  const tool = /** @type {HTMLElement} */ (section("calculator/roll"));
  const button = document.querySelector("[data-roll]");
  const own = /** @type {HTMLElement | null} */ (document.querySelector("[data-own]"));
  if (!button || !own) return;
  const options = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-option]"));
  const rolled = /** @type {HTMLElement} */ (tool.querySelector("[data-rolled]"));
  const refused = /** @type {HTMLElement} */ (tool.querySelector("[data-refused]"));
  const rolledWith = /** @type {HTMLElement} */ (tool.querySelector("[data-whose]"));
  const form = /** @type {HTMLFormElement} */ (section("calculator/typed-faces"));
  let busy = false;
  let inputVersion = 0;
  /** The inputs of the roll on the page; null before the first roll, and when the inputs changed during the roll. */
  let rolledInputs = /** @type {string | null} */ (null);

  const typed = createTypedFaces(form, {
    ask: (faces) => session.ask({ kind: "roll", option: options?.value, faces }),
    done(reply, version) {
      own.setAttribute("aria-expanded", "false");
      show(reply, version);
      rolled.focus({ preventScroll: true });
    },
    refuse,
    broken: session.broken,
    cancel,
    now: () => inputVersion,
  });

  async function roll() {
    if (busy) return;
    busy = true;
    const version = inputVersion;
    close();
    try {
      const reply = await session.ask({ kind: "roll", option: options?.value });
      if (reply.ok) show(reply, version);
      else refuse(reply.problems);
    } catch (error) {
      session.broken(error);
    }
    busy = false;
  }

  /** @param {any} reply @param {number} version */
  function show(reply, version) {
    setHtml(rolled, reply.html);
    rolledInputs = version === inputVersion ? format(session.pairs()) : null;
    refused.hidden = true;
    mark();
    log.add(reply.entry);
    session.tell(reply.line);
    open();
    session.rolled(reply);
  }

  /** @param {{text: string}[]} problems */
  function refuse(problems) {
    const text = problems.map((problem) => problem.text).join(" ");
    refused.textContent = text;
    refused.hidden = false;
    session.tell(text);
    open();
  }

  function mark() {
    const old = format(session.pairs()) !== rolledInputs;
    rolledWith.hidden = !rolled.firstChild;
    rolledWith.textContent = `Rolled with ${old ? "other inputs than these" : "these inputs"}`;
    rolledWith.classList.toggle("old", old);
    rolled.dataset.state = old ? "old" : "";
  }

  function open() {
    tool.hidden = false;
    place();
    showFromItsStart(tool);
  }

  function place() {
    if (!tool.hidden) document.querySelector("#answer > .headline")?.after(tool);
  }

  function close() {
    own?.setAttribute("aria-expanded", "false");
    typed.close();
  }

  function cancel() {
    close();
    if (!rolled.firstChild && refused.hidden) tool.hidden = true;
    own?.focus();
  }

  button.addEventListener("click", roll);
  own.addEventListener("click", () => {
    if (!form.hidden) return cancel();
    own.setAttribute("aria-expanded", "true");
    refused.hidden = true;
    tool.hidden = false;
    place();
    typed.open();
    showFromItsStart(tool);
  });
  options?.addEventListener("change", () => {
    refused.hidden = true;
    typed.restart();
  });
  session.on("change", () => {
    inputVersion += 1;
    mark();
    refused.hidden = true;
    typed.restart();
  });
  session.on("answer", () => {
    place();
    mark();
  });
}
