// fight/declare.js: what fighters declare for a round, in one tap for several, or from a list for one.
//
// Contract. `bindDeclare(root, handlers)`: a button `data-declare` holds the request as JSON; a select `data-declare` adds the
// option that is chosen. The declaration is added at once; Undo takes it back.

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(kind: string, more: object) => Promise<any>} handlers.ask
 * @param {(event: import("../storage/fights.js").FightEvent) => Promise<unknown>} handlers.send
 * @param {(problems: {text: string}[]) => void} handlers.refuse
 */
export function bindDeclare(root, { ask, send, refuse }) {
  /** @param {object} request */
  async function declare(request) {
    const reply = await ask("fight_declare", request);
    if (reply?.ok) await send(reply.event);
    else if (reply) refuse(reply.problems);
  }

  root.addEventListener("click", ({ target, detail }) => {
    const button = target instanceof Element ? target.closest("button[data-declare]") : null;
    if (button instanceof HTMLElement && detail < 2) declare(JSON.parse(button.dataset.declare ?? ""));
  });
  root.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset.declare === undefined || !target.value) return;
    declare({ ...JSON.parse(target.dataset.declare), option: target.value });
  });
}
