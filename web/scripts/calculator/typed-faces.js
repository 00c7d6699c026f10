// typed-faces.js: faces that a player threw with dice of their own, asked for one after another.
//
// Contract. The form `[data-typed]` asks for the die that Python says is due next, until Python tells the roll. Several
// faces may be typed at once, with spaces between. A wrong one gets its sentence beside the box and nothing is lost; the
// last face can be taken back. When the inputs change, the dice may be others: it starts again and says so.

import { latestOnly } from "../shared/latest-only.js";
import { setHtml } from "../shared/trusted.js";

/** @typedef {{text: string, field: string}} Problem */
/** @typedef {object} Ways
 * @property {(faces: (number | string)[]) => Promise<any>} ask
 * @property {(reply: any, asked: number) => void} done
 * @property {(problems: Problem[]) => void} refuse  what is not about a face
 * @property {(error: unknown) => void} broken
 * @property {() => number} now  counts the changes of the inputs
 */

/** @param {HTMLFormElement} form @param {Ways} ways */
export function createTypedFaces(form, ways) {
  /** @param {string} name @returns {any} */
  const part = (name) => form.querySelector(`[data-${name}]`);
  const input = /** @type {HTMLInputElement} */ (part("face"));
  /** @type {(number | string)[]} */
  let faces = [];

  const { ask, drop } = latestOnly(async (isLatest, /** @type {(number | string)[]} */ tried) => {
    const asked = ways.now();
    try {
      const reply = await ways.ask(tried);
      if (!isLatest()) return;
      if (reply.needs) due(reply, tried);
      else if (reply.ok) {
        close();
        ways.done(reply, asked);
      } else if (reply.problems.some((/** @type {Problem} */ problem) => problem.field === "faces")) {
        say(reply.problems[0].text);
        input.setAttribute("aria-invalid", "true");
        input.select();
        form.scrollIntoView({ block: "nearest" });
      } else ways.refuse(reply.problems);
    } catch (error) {
      ways.broken(error);
    }
  });

  /** @param {any} reply @param {(number | string)[]} tried */
  function due(reply, tried) {
    faces = tried;
    part("due").textContent = `d${reply.needs.sides} for: ${reply.needs.label}`;
    setHtml(part("so-far"), reply.html);
    part("back").hidden = !faces.length;
    input.value = "";
    if (faces.length) say("");
    form.scrollIntoView({ block: "nearest" });
    input.focus({ preventScroll: true });
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

  return {
    open() {
      form.hidden = false;
      ask([]);
    },
    close,
    restart() {
      if (form.hidden) return;
      say(faces.length ? "The roll is another one now: begin again with the first die." : "");
      faces = [];
      ask([]);
    },
  };
}
