// roll-options.js: disables the options of `[data-option]` that the inputs do not allow to roll.

/** @param {import("./session.js").Session} session */
export function bindRollOptions(session) {
  const select = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-option]"));
  const labels = [...(select?.options ?? [])].map((option) => option.text);
  session.on("answer", (reply) => {
    for (const [index, option] of [...(select?.options ?? [])].entries()) {
      option.disabled = option.value in (reply.closed ?? {});
      option.text = `${labels[index]}${option.disabled ? " (not with these inputs)" : ""}`;
    }
  });
}
