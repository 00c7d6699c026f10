// roll.js: throws this very action once, with honest dice or the player's own, and tells it step by step.
//
// Contract. `[data-roll]` rolls what `[data-option]`, where there is one, names; `[data-own]` asks for typed faces. The
// section `#tool-roll` then stands right under the headline: the answer is redrawn around it. A roll is marked as soon
// as the inputs are others than it was made with. What the inputs do not allow is said in `[data-refused]`, and its
// option is closed. Every roll goes to the log.

import { format } from "../shared/link.js";
import { setHtml } from "../shared/trusted.js";
import { showFromItsStart } from "./headline-height.js";
import { bindRollLog } from "./roll-log-view.js";
import { createTypedFaces } from "./typed-faces.js";

/** @param {import("./session.js").Session} session */
export function bindRoll(session) {
  const log = bindRollLog((request) => session.ask(request));
  const section = /** @type {HTMLElement} */ (document.getElementById("tool-roll"));
  const button = document.querySelector("[data-roll]");
  const own = /** @type {HTMLElement | null} */ (document.querySelector("[data-own]"));
  if (!button || !own) return;
  const options = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-option]"));
  const rolled = /** @type {HTMLElement} */ (section.querySelector("[data-rolled]"));
  const refused = /** @type {HTMLElement} */ (section.querySelector("[data-refused]"));
  const whose = /** @type {HTMLElement} */ (section.querySelector("[data-whose]"));
  const form = /** @type {HTMLFormElement} */ (section.querySelector("[data-typed]"));
  const labels = [...(options?.options ?? [])].map((option) => option.text);
  let busy = false;
  let changes = 0;
  /** The form as it stood for the roll that is shown; null before the first, and where it changed meanwhile. */
  let made = /** @type {string | null} */ (null);

  const typed = createTypedFaces(form, {
    ask: (faces) => session.ask({ kind: "roll", option: options?.value, faces }),
    done(reply, asked) {
      own.setAttribute("aria-expanded", "false");
      show(reply, asked);
      rolled.focus({ preventScroll: true });
    },
    refuse,
    broken: session.broken,
    now: () => changes,
  });

  async function roll() {
    if (busy) return;
    busy = true;
    const asked = changes;
    close();
    try {
      const reply = await session.ask({ kind: "roll", option: options?.value });
      if (reply.ok) show(reply, asked);
      else refuse(reply.problems);
    } catch (error) {
      session.broken(error);
    }
    busy = false;
  }

  /** @param {any} reply @param {number} asked */
  function show(reply, asked) {
    setHtml(rolled, reply.html);
    made = asked === changes ? format(session.pairs()) : null;
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
    const old = format(session.pairs()) !== made;
    whose.hidden = !rolled.firstChild;
    whose.textContent = `Rolled with ${old ? "other inputs than these" : "these inputs"}`;
    whose.classList.toggle("old", old);
    rolled.dataset.state = old ? "old" : "";
  }

  function open() {
    section.hidden = false;
    place();
    showFromItsStart(section);
  }

  function place() {
    if (!section.hidden) document.querySelector("#answer > .headline")?.after(section);
  }

  function close() {
    own?.setAttribute("aria-expanded", "false");
    typed.close();
  }

  button.addEventListener("click", roll);
  own.addEventListener("click", () => {
    if (!form.hidden) {
      close();
      if (!rolled.firstChild && refused.hidden) section.hidden = true;
      return;
    }
    own.setAttribute("aria-expanded", "true");
    refused.hidden = true;
    open();
    typed.open();
  });
  options?.addEventListener("change", () => {
    refused.hidden = true;
    typed.restart();
  });
  session.on("change", () => {
    changes += 1;
    mark();
    refused.hidden = true;
    typed.restart();
  });
  session.on("answer", (reply) => {
    place();
    mark();
    for (const [index, option] of [...(options?.options ?? [])].entries()) {
      option.disabled = option.value in (reply.closed ?? {});
      option.text = `${labels[index]}${option.disabled ? " (not with these inputs)" : ""}`;
    }
  });
}
