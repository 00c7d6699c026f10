// typed-faces.js: asks the player for the faces of their own dice, one after another.
//
// Contract. The form of this script asks for the die that Python needs next, until Python returns the roll. The player may
// type several faces at once, with spaces between. A wrong face gets a sentence beside the box, and nothing is lost. The
// last face can be taken back; Cancel and Escape call `cancel`. When the inputs change, the dice may change too: the form starts over and says so.
//
// The box has the focus at once, as phones open their keyboard only during a tap. Text that is typed before Python asks for
// the first die stays. `state()` is what is typed in the open form; `open` goes on from there.

import { latestOnly } from "../shared/latest-only.js";
import { setHtml } from "../shared/trusted.js";

/** @typedef {{text: string, field: string}} Problem */
/** @typedef {object} Handlers
 * @property {(faces: (number | string)[]) => Promise<any>} ask
 * @property {(reply: any, version: number) => void} done
 * @property {(problems: Problem[]) => void} refuse  called for problems that are not about a face
 * @property {(error: unknown) => void} broken
 * @property {() => unknown} cancel  called when the player gives up
 * @property {() => number} now  the version of the inputs
 * @property {(faces: (number | string)[], reply: any) => void} [due]  called when Python asks for another die after these faces
 */

const ANOTHER = "The roll is another one now: begin again with the first die.";

/** @param {HTMLFormElement} form @param {Handlers} handlers */
export function createTypedFaces(form, handlers) {
  /** @param {string} name @returns {any} */
  const part = (name) => form.querySelector(`[data-${name}]`);
  const input = /** @type {HTMLInputElement} */ (part("face"));
  /** @type {(number | string)[]} */
  let faces = [];
  /** Whether faces that were typed before are asked about. */
  let isResumed = false;

  const { ask, drop } = latestOnly(async (isLatest, /** @type {(number | string)[]} */ tried) => {
    const version = handlers.now();
    try {
      const reply = await handlers.ask(tried);
      if (!isLatest()) return;
      if (reply.needs) askForNext(reply, tried);
      else if (reply.ok) {
        close();
        handlers.done(reply, version);
      } else if (reply.problems.some((/** @type {Problem} */ problem) => problem.field === "faces")) {
        if (isResumed) return startOver();
        say(reply.problems[0].text);
        input.setAttribute("aria-invalid", "true");
        input.select();
        form.scrollIntoView({ block: "nearest" });
      } else handlers.refuse(reply.problems);
    } catch (error) {
      handlers.broken(error);
    }
  });

  /** @param {any} reply @param {(number | string)[]} tried */
  function askForNext(reply, tried) {
    faces = tried;
    handlers.due?.(faces, reply);
    part("due").textContent = `d${reply.needs.sides} for: ${reply.needs.label}`;
    setHtml(part("so-far"), reply.html);
    part("back").hidden = !faces.length;
    if (faces.length && !isResumed) {
      input.value = "";
      say("");
    }
    isResumed = false;
    form.scrollIntoView({ block: "nearest" });
    input.focus({ preventScroll: true });
  }

  /** The dice are others than those that were typed. */
  function startOver() {
    isResumed = false;
    say(ANOTHER);
    faces = [];
    input.value = "";
    ask([]);
  }

  /** @param {string} text */
  function say(text) {
    part("wrong").textContent = text;
    part("wrong").hidden = !text;
    input.removeAttribute("aria-invalid");
  }

  function close() {
    drop();
    faces = [];
    form.hidden = true;
    input.value = "";
    say("");
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const texts = input.value.trim().split(/[\s,;]+/);
    ask([...faces, ...texts.map((text) => (/^\d{1,6}$/.test(text) ? Number(text) : text.slice(0, 60)))]);
  });
  part("back").addEventListener("click", () => ask(faces.slice(0, -1)));
  part("cancel").addEventListener("click", () => handlers.cancel());
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    handlers.cancel();
  });

  return {
    /** @param {(number | string)[]} [before] @param {string} [text]  what was typed before */
    open(before = [], text = "") {
      form.hidden = false;
      isResumed = before.length > 0;
      input.value = text;
      input.focus({ preventScroll: true });
      ask(before);
    },
    close,
    restart() {
      if (form.hidden) return;
      if (faces.length) return startOver();
      say("");
      input.value = "";
      ask([]);
    },
    /** The faces, and the text that is not entered yet; null while the form is closed. */
    state: () => (form.hidden ? null : { faces, text: input.value.trim() }),
  };
}
