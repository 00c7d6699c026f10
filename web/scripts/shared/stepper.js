// stepper.js: changes a number by its minus and plus buttons, and by the arrow keys.
//
// Contract. `[data-stepper]` holds an input and buttons with `data-by`. A step stays within `data-low` and `data-high` and
// fires an `input` event, as typing does. A held button repeats its step. Inside `[data-full]` an empty input means that
// number: the first step down begins there. While the number is unknown the buttons do nothing.

import { STEPPER_HOLD_MS, STEPPER_REPEAT_MS } from "./timeouts.js";

/** @param {HTMLElement} form */
export function bindSteppers(form) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let held = false;
  const stop = () => clearTimeout(timer);

  form.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-by]") : null;
    if (!(button instanceof HTMLElement) || event.button !== 0) return;
    const by = Number(button.dataset.by);
    held = false;
    const again = () => {
      held = true;
      step(button, by);
      timer = setTimeout(again, STEPPER_REPEAT_MS);
    };
    timer = setTimeout(again, STEPPER_HOLD_MS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerout"]) form.addEventListener(end, stop);

  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-by]") : null;
    // A held button has already made its steps; the click that ends the hold adds none.
    if (button instanceof HTMLElement && !held) step(button, Number(button.dataset.by));
    held = false;
  });

  form.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    const input = event.target;
    if (!by || !(input instanceof HTMLInputElement) || !input.closest("[data-stepper]")) return;
    event.preventDefault();
    step(input, by);
  });
}

/** @param {HTMLElement} inside @param {number} by */
function step(inside, by) {
  const stepper = /** @type {HTMLElement} */ (inside.closest("[data-stepper]"));
  const input = /** @type {HTMLInputElement} */ (stepper.querySelector("input"));
  const [low, high] = [Number(stepper.dataset.low), Number(stepper.dataset.high)];
  const now = Number.parseInt(input.value.replace("\u2212", "-"), 10);
  const full = /** @type {HTMLElement | null} */ (stepper.closest("[data-full]"))?.dataset.full;
  if (!input.value && (full === "" || (full && by > 0))) return;
  const next = Number.isNaN(now) ? (full ? Number(full) + by : Math.max(low, Math.min(high, 0))) : now + by;
  const value = String(Math.max(low, Math.min(high, next)));
  if (value === input.value) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
