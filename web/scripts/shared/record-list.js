// record-list.js: the list of a game's characters or fights on this device: open, rename, duplicate, delete, undo.
//
// Contract. `createRecordList(view, records, system, tell)`: `draw()` shows what is stored now, in rows of the template
// `[data-person]` in `[data-people]`, and foes in `[data-people-foes]`; `entries()` are the records shown. A row offers what
// the template has a button for. `[data-list-problem]` shows an error, `tell` announces what was done. A deleted record can be restored unchanged until the page closes.

/** @typedef {import("../storage/characters.js").Characters} Characters */
/** @typedef {import("../storage/characters.js").Entry} Entry */
/**
 * @typedef {object} Records  characters, or fights
 * @property {(system: string) => Promise<Entry[]>} list
 * @property {(id: string, name: string) => Promise<unknown>} rename
 * @property {(id: string) => Promise<any>} remove
 * @property {(removed: any) => Promise<void>} restore
 * @property {Characters["duplicate"]} [duplicate]
 */

/** @param {HTMLElement} view @param {Records} records @param {string} system @param {(text: string) => void} tell */
export function createRecordList(view, records, system, tell) {
  /** @param {string} hook @returns {HTMLElement} */
  const part = (hook) => /** @type {HTMLElement} */ (view.querySelector(`[data-${hook}]`));
  const people = part("people-lists");
  const blank = /** @type {HTMLTemplateElement} */ (view.querySelector("template[data-person]"));
  /** @type {Entry[]} */
  let entries = [];
  /** @type {import("../storage/records.js").AnyRecord | null} */
  let removed = null;

  async function draw() {
    entries = await records.list(system).catch((error) => {
      say(error.message);
      return entries;
    });
    const focusedId = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-id]"))?.dataset.id;
    const hook = people.contains(document.activeElement) ? hookOf(document.activeElement) : "";
    const renaming = unfinishedRename();
    drawList(part("people"), false);
    drawList(part("people-foes"), true);
    if (renaming) restoreRename(renaming);
    if (focusedId && hook)
      /** @type {HTMLElement | null} */ (rowOf(focusedId)?.querySelector(`[data-${hook}]`))?.focus();
  }

  /** A list without rows is hidden with its heading. @param {HTMLElement | null} list  the page of fights has none of foes @param {boolean} ofFoes */
  function drawList(list, ofFoes) {
    const mine = entries.filter(({ foe = false }) => foe === ofFoes);
    list?.replaceChildren(...mine.map(row));
    const whole = /** @type {HTMLElement | null | undefined} */ (ofFoes ? list?.parentElement : list);
    if (whole) whole.hidden = !mine.length;
  }

  /** A name that is being typed: a redraw keeps it. */
  function unfinishedRename() {
    const form = people.querySelector("[data-rename-form]:not([hidden])");
    const item = /** @type {HTMLElement | null} */ (form?.closest("[data-id]"));
    const name = form?.querySelector("input")?.value ?? "";
    return item && { id: item.dataset.id ?? "", name, focused: item.contains(document.activeElement) };
  }

  /** @param {{id: string, name: string, focused: boolean}} rename */
  function restoreRename({ id, name, focused }) {
    const item = rowOf(id);
    const input = item?.querySelector("input");
    if (!item || !input) return;
    showRenameForm(item, true);
    input.value = name;
    if (focused) input.focus();
  }

  /** @param {HTMLElement} item @param {boolean} on */
  function showRenameForm(item, on) {
    /** @type {HTMLElement} */ (item.querySelector("[data-rename-form]")).hidden = !on;
    /** @type {HTMLElement} */ (item.querySelector(".row-tools")).hidden = on;
  }

  /** @param {Entry} entry */
  function row(entry) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const item = /** @type {HTMLElement} */ (copy.querySelector("li"));
    const name = entry.name || "Unnamed";
    item.dataset.id = entry.id;
    /** @type {HTMLAnchorElement} */ (item.querySelector("[data-open]")).href = `#open=${entry.id}`;
    /** @type {HTMLElement} */ (item.querySelector("[data-name]")).textContent = name;
    const when = new Date(entry.updated).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
    const note = entry.newer ? " · from a newer Tableside, opens read-only" : "";
    /** @type {HTMLElement} */ (item.querySelector("[data-when]")).textContent = `changed ${when}${note}`;
    for (const button of item.querySelectorAll("button:not([data-rename-stop])")) {
      button.setAttribute("aria-label", `${button.textContent} ${name}`);
    }
    if (entry.newer) for (const button of item.querySelectorAll("[data-rename], [data-duplicate]")) button.remove();
    return item;
  }

  /** @param {string} id */
  const rowOf = (id) => /** @type {HTMLElement | null} */ (people.querySelector(`[data-id="${CSS.escape(id)}"]`));

  /** @param {string} text */
  function say(text) {
    const place = part("list-problem");
    place.textContent = text;
    place.hidden = !text;
  }

  /** Does the work and redraws the list, even after a failure. @param {() => Promise<any>} work */
  async function run(work) {
    say("");
    try {
      await work();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    await draw();
  }

  /** @param {HTMLElement} item @param {boolean} on */
  function rename(item, on) {
    const input = /** @type {HTMLInputElement} */ (item.querySelector("[data-rename-form] input"));
    showRenameForm(item, on);
    if (!on) return /** @type {HTMLElement} */ (item.querySelector("[data-rename]")).focus();
    input.value = item.querySelector("[data-name]")?.textContent ?? "";
    input.select();
    input.focus();
  }

  people.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const item = /** @type {HTMLElement | null} */ (button?.closest("[data-id]"));
    if (!button || !item) return;
    const id = item.dataset.id ?? "";
    const name = item.querySelector("[data-name]")?.textContent ?? "";
    if ("rename" in button.dataset) rename(item, true);
    else if ("renameStop" in button.dataset) rename(item, false);
    else if ("duplicate" in button.dataset) {
      run(async () => {
        const copy = await records.duplicate?.(id);
        tell(`${copy?.name} is a copy of ${name}.`);
      });
    } else if ("removePerson" in button.dataset) {
      run(async () => {
        removed = await records.remove(id);
        part("removed-words").textContent = `${name} is deleted.`;
        part("removed").hidden = false;
        part("undo").focus();
      });
    }
  });
  people.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const id = /** @type {HTMLElement} */ (form.closest("[data-id]")).dataset.id ?? "";
    const name = /** @type {HTMLInputElement} */ (form.querySelector("input")).value.trim();
    run(async () => {
      if (!name) throw new Error("A name must be a text of 1 to 60 characters.");
      await records.rename(id, name);
      form.hidden = true;
      tell(`Renamed to ${name}.`);
    }).then(() => /** @type {HTMLElement | null} */ (rowOf(id)?.querySelector("[data-rename]"))?.focus());
  });
  people.addEventListener("keydown", (event) => {
    const form = event.target instanceof Element ? event.target.closest("[data-rename-form]") : null;
    if (event.key === "Escape" && form) rename(/** @type {HTMLElement} */ (form.closest("[data-id]")), false);
  });
  part("undo").addEventListener("click", () => {
    const back = removed;
    if (!back) return;
    run(async () => {
      await records.restore(back);
      removed = null;
      part("removed").hidden = true;
      tell(`${back.name || "Unnamed"} is back.`);
    }).then(() => /** @type {HTMLElement | null} */ (rowOf(back.id)?.querySelector("a"))?.focus());
  });

  return { draw, entries: () => entries, say };
}

/** @param {Element | null} element */
function hookOf(element) {
  return (
    ["rename", "duplicate", "export-person", "remove-person", "open"].find((hook) =>
      element?.hasAttribute(`data-${hook}`),
    ) ?? ""
  );
}
