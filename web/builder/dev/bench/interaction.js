// Run in a calculator page: steps an input to and fro, and measures until the answer has been redrawn.
//
// A function of the number of runs; resolves to {input, times} in milliseconds, or null where nothing could be changed.

async (runs) => {
  const PATIENCE_MS = 10_000;
  const answer = document.querySelector("#answer");
  const form = document.querySelector("[data-calculator]");

  /** Do it; resolves to the time until the reply is drawn, and whether it is an answer. */
  const timed = (act) =>
    new Promise((done) => {
      const began = performance.now();
      const end = () => {
        watch.disconnect();
        clearTimeout(limit);
        done({ ms: performance.now() - began, fine: answer.dataset.state === "" });
      };
      const watch = new MutationObserver(() => answer.dataset.state === "updating" || end());
      const limit = setTimeout(end, PATIENCE_MS);
      watch.observe(answer, { attributes: true, attributeFilter: ["data-state"] });
      act();
    });
  const told = (control, change) => () => {
    change(control);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** Ways to change an input and to change it back, numbers first. */
  function* ways() {
    for (const stepper of form.querySelectorAll("[data-stepper]")) {
      const box = stepper.querySelector("input");
      // A step would fill an empty one, which may take the place of another.
      if (!box.value) continue;
      const [less, more] = [-1, 1].map((by) => stepper.querySelector(`[data-by="${by}"]`));
      const room = (limit) => Number(box.value.replace("\u2212", "-")) !== Number(limit);
      if (room(stepper.dataset.high)) yield [box.name, () => more.click(), () => less.click()];
      if (room(stepper.dataset.low)) yield [box.name, () => less.click(), () => more.click()];
    }
    for (const select of form.querySelectorAll("select[data-kind]")) {
      const before = select.selectedIndex;
      const choose = (index) => told(select, () => (select.selectedIndex = index));
      for (const option of select.options) {
        if (option.index !== before) yield [select.name, choose(option.index), choose(before)];
      }
    }
    for (const box of form.querySelectorAll("input[type=checkbox]")) {
      const toggle = told(box, () => (box.checked = !box.checked));
      yield [box.name || box.value, toggle, toggle];
    }
  }

  for (const [input, forth, back] of ways()) {
    const [there, here] = [await timed(forth), await timed(back)];
    if (!there.fine || !here.fine) continue;
    const times = [];
    while (times.length < runs) times.push((await timed(forth)).ms, (await timed(back)).ms);
    return { input, times };
  }
  return null;
};
