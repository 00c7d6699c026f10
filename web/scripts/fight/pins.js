// fight/pins.js: the acts that a player has pinned; panels show them first.
//
// Contract. `createPins(root, game, look)`: a button `data-pin` names an act as JSON, and pins it or takes the pin off; the view
// then has the new pins. `list()` are the pins of the game on this device, the newest first; what cannot be read counts as
// none. Of one game the last `MOST` are kept.

import { readSetting, writeSetting } from "../storage/settings.js";

/** @typedef {{act: string, weapon: number | null}} Pin  `weapon` is its place among the weapons of the one who acts */

const MOST = 12;

/** @param {HTMLElement} root @param {string} game @param {(change: {pinned: Pin[]}) => unknown} look */
export function createPins(root, game, look) {
  const name = `pins ${game}`;

  /** @returns {Pin[]} */
  function list() {
    try {
      const held = JSON.parse(readSetting(name) ?? "[]");
      return Array.isArray(held) ? held.filter(isPin).slice(0, MOST) : [];
    } catch {
      return [];
    }
  }

  /** @param {Pin} pin */
  function toggle(pin) {
    const before = list();
    const others = before.filter(({ act, weapon }) => act !== pin.act || weapon !== pin.weapon);
    const pinned = others.length < before.length ? others : [pin, ...others].slice(0, MOST);
    writeSetting(name, JSON.stringify(pinned));
    look({ pinned });
  }

  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button[data-pin]") : null;
    if (button instanceof HTMLElement) toggle(JSON.parse(button.dataset.pin ?? ""));
  });

  return { list };
}

/** @param {any} held @returns {held is Pin} */
function isPin(held) {
  return typeof held?.act === "string" && (held.weapon === null || Number.isSafeInteger(held.weapon));
}
