// fight/views.js: what the page of a fight shows next.
//
// Contract. `after(view, event, change)` is the view after an event: when somebody else acts, the panel of one fighter closes,
// who may have nothing to do with the next turn, and those of the set-up and the order when the fight begins;
// `isTurning(event)` says which events these are. `looked(view, change)` is the view after a tap that changes only the view:
// what is chosen for an act holds while its panel is open, and so does `act`, the act that the rules ask for there.

/** @typedef {{panel: string, who?: string, to?: string, act?: string, [more: string]: unknown}} View  what the page shows */

/** Events after which somebody else acts. */
const TURNING = ["begin", "next", "order"];
const OF_A_FIGHTER = ["target", "fighter"];
const BEFORE_ROUND_1 = ["setup", "order"];

/** Whether somebody else acts after an event. @param {import("../storage/fights.js").FightEvent} event */
export const isTurning = (event) => TURNING.includes(event.do);

/** @param {View} view @param {import("../storage/fights.js").FightEvent} event @param {Partial<View>} [change] @returns {View} */
export function after(view, event, change) {
  const { panel } = view;
  const closes = OF_A_FIGHTER.includes(panel) || (event.do === "begin" && BEFORE_ROUND_1.includes(panel));
  const turned = isTurning(event) ? { who: "", panel: closes ? "" : panel } : {};
  return { ...view, ...turned, ...change };
}

/** @param {View} view @param {Partial<View>} change @returns {View} */
export function looked(view, change) {
  return "panel" in change ? { ...view, options: undefined, act: undefined, ...change } : { ...view, ...change };
}
