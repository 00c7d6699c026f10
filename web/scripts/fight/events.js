// fight/events.js: makes events from what a player has entered.
//
// Contract. `merged(event, fields, sign)` adds the fields of a form to an event by their names: texts, boxes, whole numbers
// (`as` is "number") and JSON (`as` is "json"). An empty number or JSON is left out. A negative `sign` negates `by`. `applied(event,
// lines)` leaves of the changes in `then` those whose line is ticked, with the numbers of their lines. `ordered(fields)` is the event with the places that a player has typed. `charactersIn(events)`
// are the stored characters who are in the fight. All return something new and change nothing.

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/** @typedef {{name: string, value: string | boolean, as?: string}} Field */
/** @typedef {{ticked: boolean, number?: number}} Line  of a proposed change */

/** @param {FightEvent} event @param {Field[]} fields @param {number} [sign] @returns {FightEvent} */
export function merged(event, fields, sign = 1) {
  const given = fields
    .filter(({ value, as }) => !as || value !== "")
    .map(({ name, value, as }) => [name, as === "number" ? whole(value) : as ? JSON.parse(String(value)) : value]);
  const made = { ...event, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
  return sign < 0 && typeof made.by === "number" ? { ...made, by: -made.by } : made;
}

/** @param {FightEvent} event @param {Map<number, Line>} lines  by the change's place; a change without a line stays @returns {FightEvent} */
export function applied(event, lines) {
  const changes = /** @type {FightEvent[]} */ (event.then ?? []);
  const then = changes.flatMap((change, at) => {
    const line = lines.get(at);
    if (line && !line.ticked) return [];
    return [line?.number === undefined ? change : withNumber(change, line.number)];
  });
  return { ...event, then };
}

/** Text that is no whole number stays text, which Python refuses with a sentence. @param {string | boolean} value */
function whole(value) {
  return /^-?\d+$/.test(String(value)) ? Number(value) : value;
}

/** @param {Field[]} fields  a fighter's id and place @returns {FightEvent} */
export function ordered(fields) {
  return { do: "order", places: Object.fromEntries(fields.map(({ name, value }) => [name, [whole(value)]])) };
}

/** Python offers a number for a change with `by` alone. A loss stays a loss, with or without its sign; nothing at first can only become a loss. @param {FightEvent} change @param {number} number @returns {FightEvent} */
function withNumber(change, number) {
  return { ...change, by: change.by <= 0 ? -Math.abs(number) : number };
}

/** The fields of a form, by the names of its inputs. @param {HTMLFormElement} form @returns {Field[]} */
export function fieldsOf(form) {
  return [...form.elements].flatMap((input) => fieldOf(input));
}

/** @param {Element} input @returns {Field[]}  one, or none */
function fieldOf(input) {
  const isField = input instanceof HTMLInputElement || input instanceof HTMLSelectElement;
  if (!isField || !input.name || input.disabled) return [];
  const { name, value, type } = input;
  if ("own" in input.dataset) return [];
  if (type === "radio" && !(/** @type {HTMLInputElement} */ (input).checked)) return [];
  if (type === "checkbox") return [{ name, value: /** @type {HTMLInputElement} */ (input).checked }];
  const as = ["number", "json"].find((kind) => kind in input.dataset);
  return [{ name, value: value.trim(), as }];
}

/** The values of a fighter's sheet that a form has changed, as pairs. @param {HTMLFormElement} form @returns {[string, string][]} */
export function ownOf(form) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[data-own]"));
  return [...inputs].filter((each) => each.value !== each.defaultValue).map(({ name, value }) => [name, value.trim()]);
}

/** The lines of proposed changes that a roll shows. @param {ParentNode} root @returns {Map<number, Line>} */
export function linesOf(root) {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[data-line]"));
  return new Map(
    [...boxes].map((box) => {
      const at = box.dataset.line ?? "";
      const input = /** @type {HTMLInputElement | null} */ (
        root.querySelector(`[data-line-number="${CSS.escape(at)}"]`)
      );
      const number = input && /^-?\d{1,5}$/.test(input.value.trim()) ? Number(input.value) : undefined;
      return [Number(at), { ticked: box.checked, number }];
    }),
  );
}

/** Gives the lines of proposed changes their ticks and numbers. @param {ParentNode} root @param {Map<number, Line>} lines */
export function setLines(root, lines) {
  for (const [at, { ticked, number }] of lines) {
    const box = root.querySelector(`[data-line="${CSS.escape(String(at))}"]`);
    const input = root.querySelector(`[data-line-number="${CSS.escape(String(at))}"]`);
    if (box instanceof HTMLInputElement) box.checked = ticked;
    if (input instanceof HTMLInputElement && number !== undefined) input.value = String(number);
  }
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
