// fight/join.js: brings fighters into the fight: characters of this device, foes of the game's table, and quick foes.
//
// Contract. `createJoin(root, handlers)` serves the section of this script. Its forms ask Python for the event that lets the
// fighters join, and add that event. `add(id)` does so for a stored character. `draw(events)` lists the characters, and marks
// those that are in the fight by these events: they cannot be added again.

import { section } from "../shared/controllers.js";
import { read } from "../shared/form.js";
import { bindInputs } from "../shared/inputs.js";
import { part, say } from "../shared/parts.js";
import { fieldsOf } from "./events.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/**
 * @typedef {object} Handlers
 * @property {string} system
 * @property {Pick<import("../storage/characters.js").Characters, "list" | "get">} characters
 * @property {(kind: string, more: object) => Promise<any>} ask
 * @property {(event: FightEvent) => Promise<unknown>} send
 */

const PREFIX = "quick.";
const GONE = "This character is not on this device any more.";
const PARTY = "party";

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createJoin(root, { system, characters, ask, send }) {
  const place = /** @type {HTMLElement} */ (section("fight/join", root));
  const blank = /** @type {HTMLTemplateElement} */ (place.querySelector("template[data-join-character]"));

  /** The characters in the rows. */
  let listed = "";

  /** @param {object} join @returns {Promise<boolean>}  whether the fighters have joined */
  async function joined(join) {
    say(place, "join-problem", "");
    const reply = await ask("fight_join", { join });
    if (!reply) return false;
    const problems = /** @type {{text: string}[]} */ (reply.problems ?? []);
    if (!reply.ok) say(place, "join-problem", problems.map(({ text }) => text).join(" "));
    return reply.ok && !!(await send(reply.event));
  }

  /** @param {string} id */
  async function add(id) {
    const record = await characters.get(id).catch(() => null);
    if (!record || record.system !== system) return say(place, "join-problem", GONE);
    return joined({ side: PARTY, character: { id, schema: record.schema, data: record.data } });
  }

  /** @param {import("../storage/characters.js").Entry} entry */
  function row({ id, name }) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const button = /** @type {HTMLButtonElement} */ (copy.querySelector("button"));
    button.dataset.joinId = id;
    part(copy, "join-name").textContent = name || "Unnamed";
    part(copy, "join-who").textContent = name || "Unnamed";
    return copy;
  }

  /** A disabled button cannot keep the focus. @param {HTMLElement} button @param {boolean} isDisabled */
  function setDisabled(button, isDisabled) {
    const hadFocus = document.activeElement === button;
    /** @type {HTMLButtonElement} */ (button).disabled = isDisabled;
    if (!hadFocus || !isDisabled) return;
    const next = place.querySelector("[data-join-id]:enabled, [data-foe-filter]");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** The weapon of a foe that bears one is chosen. */
  function showWeapon() {
    const chosen = place.querySelector("input[name=foe]:checked");
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-weapon-of]"))) {
      const isBorne = chosen instanceof HTMLElement && "bears" in chosen.dataset;
      field.hidden = !isBorne;
      for (const select of field.querySelectorAll("select")) select.disabled = !isBorne;
    }
  }

  function showFound() {
    const words = /** @type {HTMLInputElement | null} */ (place.querySelector("[data-foe-filter]"))?.value ?? "";
    const wanted = words.toLowerCase().split(/\s+/);
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-foe-row]"))) {
      const text = row.textContent?.toLowerCase() ?? "";
      row.hidden = !wanted.every((word) => text.includes(word));
    }
  }

  for (const form of place.querySelectorAll("form")) {
    bindInputs({
      form,
      changed() {
        showWeapon();
        showFound();
      },
    });
    form.addEventListener("submit", async () => {
      const { quick } = form.dataset;
      const fields = fieldsOf(form).filter(({ name }) => !name.startsWith(PREFIX));
      const given = Object.fromEntries(fields.map(({ name, value, as }) => [name, as ? Number(value) : value]));
      const pairs = read(form).flatMap(([key, text]) =>
        key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), text]] : [],
      );
      await joined(quick === undefined ? given : { ...given, quick: pairs });
    });
  }
  place.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-join-id]") : null;
    if (button instanceof HTMLElement) add(button.dataset.joinId ?? "");
  });
  showWeapon();

  return {
    add,
    /** @param {FightEvent[]} events */
    async draw(events) {
      const entries = await characters.list(system).catch(() => []);
      const rows = part(place, "join-characters");
      const known = entries.map(({ id, name }) => `${id} ${name}`).join();
      // A row that stays can be tapped twice.
      if (known !== listed) rows.replaceChildren(...entries.map(row));
      listed = known;
      const inside = charactersIn(events);
      for (const [at, { id, newer }] of entries.entries()) {
        const note = newer ? "from a newer Tableside" : inside.has(id) ? "in this fight" : "";
        part(rows.children[at], "join-note").textContent = note;
        setDisabled(part(rows.children[at], "join-id"), note !== "");
      }
      part(place, "join-nobody").hidden = entries.length > 0;
    },
  };
}

/** The stored characters that have joined and not left. @param {FightEvent[]} events @returns {Set<string>} */
export function charactersIn(events) {
  const left = new Set(events.flatMap((event) => [event, ...(event.then ?? [])]).flatMap(leaver));
  const joins = events.filter((event) => event.do === "join" && event.character);
  const here = joins.filter(({ fighters }) => !fighters.every((/** @type {{id: string}} */ { id }) => left.has(id)));
  return new Set(here.map(({ character }) => character));
}

/** @param {FightEvent} event @returns {string[]} */
function leaver(event) {
  return event.do === "leave" ? [event.who] : [];
}
