// fight/order.js: moves a fighter in the order by hand, by dragging or step by step.
//
// Contract. `bindOrder(root, send)` serves the rows `[data-place-of]` of the order, each with its `data-place`: the handle
// `[data-handle]` drags its row, `[data-move]` moves it by a step. Both add the event `order` with the places of all fighters and
// the mode of `[data-mode]` around the rows.
// `moved(rows, who, at)` puts a fighter at an index among the others: between two who act together it acts with them, else
// alone. `stepped(rows, who, by)` moves it before or after its neighbors who act together, or out of its own group.

/** @typedef {{id: string, place: number}} Row  in order; those with one place act together */
/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */

/** @param {Row[]} rows @param {string} who @param {number} at  an index among the others @returns {FightEvent} */
export function moved(rows, who, at) {
  const others = rows.filter(({ id }) => id !== who);
  const [before, after] = [others[at - 1]?.place, others[at]?.place];
  const joins = before !== undefined && before === after;
  const ordered = others.toSpliced(at, 0, { id: who, place: joins ? before : Number.NaN });
  const places = /** @type {Record<string, number[]>} */ ({});
  let place = -1;
  for (const [index, row] of ordered.entries()) {
    // NaN equals nothing, so who moves alone has a place alone.
    if (row.place !== ordered[index - 1]?.place) place += 1;
    places[row.id] = [place];
  }
  return { do: "order", places };
}

/** @param {Row[]} rows @param {string} who @param {number} by  -1 or 1 @returns {FightEvent | null}  null at the end of the order */
export function stepped(rows, who, by) {
  const own = rows.find(({ id }) => id === who)?.place;
  const others = rows.filter(({ id }) => id !== who);
  const isAlone = !others.some(({ place }) => place === own);
  const index = rows.findIndex(({ id }) => id === who);
  const next = isAlone ? others[by < 0 ? index - 1 : index]?.place : own;
  if (next === undefined) return null;
  const first = others.findIndex(({ place }) => place === next);
  const last = others.findLastIndex(({ place }) => place === next);
  return moved(rows, who, by < 0 ? first : last + 1);
}

/** @param {HTMLElement} root @param {(event: FightEvent) => unknown} send */
export function bindOrder(root, send) {
  /** @type {{row: HTMLElement, from: number, at: number} | null} */
  let drag = null;

  const elements = () => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place-of]"))];
  const rows = () => elements().map(({ dataset }) => ({ id: dataset.placeOf ?? "", place: Number(dataset.place) }));

  /** The order stays of the mode in which it was rolled. @param {HTMLElement} row @param {FightEvent} event */
  function sendIn(row, event) {
    const mode = row.parentElement?.dataset.mode;
    send(mode ? { ...event, mode } : event);
  }

  /** @param {EventTarget | null} target @param {string} selector */
  function rowOf(target, selector) {
    const part = target instanceof Element ? target.closest(selector) : null;
    const row = part?.closest("[data-place-of]");
    return row instanceof HTMLElement ? row : null;
  }

  /** @param {HTMLElement} row @param {number} y  how many of the others lie above */
  function indexAt(row, y) {
    return elements().filter((each) => {
      const { top, height } = each.getBoundingClientRect();
      return each !== row && top + height / 2 < y;
    }).length;
  }

  /** Marks where the row comes. */
  function mark() {
    const others = elements().filter((each) => each !== drag?.row);
    for (const each of elements()) delete each.dataset.drop;
    if (!drag) return;
    const below = others[drag.at];
    if (below) below.dataset.drop = "before";
    else if (others.length) others[others.length - 1].dataset.drop = "after";
  }

  function end() {
    if (!drag) return;
    delete drag.row.dataset.dragged;
    drag.row.style.translate = "";
    drag = null;
    mark();
  }

  root.addEventListener("click", ({ target }) => {
    const row = rowOf(target, "[data-move]");
    const button = target instanceof Element ? target.closest("[data-move]") : null;
    if (!row || !(button instanceof HTMLElement)) return;
    const event = stepped(rows(), row.dataset.placeOf ?? "", Number(button.dataset.move));
    if (event) sendIn(row, event);
  });
  root.addEventListener("pointerdown", (event) => {
    const row = rowOf(event.target, "[data-handle]");
    if (!row || event.button) return;
    event.preventDefault();
    /** @type {Element} */ (event.target).setPointerCapture(event.pointerId);
    row.dataset.dragged = "";
    drag = { row, from: event.clientY, at: elements().indexOf(row) };
  });
  root.addEventListener("pointermove", ({ clientY }) => {
    if (!drag) return;
    drag.row.style.translate = `0 ${clientY - drag.from}px`;
    drag.at = indexAt(drag.row, clientY);
    mark();
  });
  root.addEventListener("pointerup", () => {
    if (!drag) return;
    const { row, at } = drag;
    const hasMoved = at !== elements().indexOf(row);
    const event = moved(rows(), row.dataset.placeOf ?? "", at);
    end();
    if (hasMoved) sendIn(row, event);
  });
  root.addEventListener("pointercancel", end);
}
