// Runs in a calculator page: changes an input and changes it back, and measures until the answer is redrawn.
//
// A function of the number of runs; resolves to {input, times} in milliseconds, or null if no input can be changed.

async (runs) => {
  const LIMIT_MS = 10_000;
  const answer = document.querySelector("#answer");
  const form = document.querySelector("[data-calculator]");

  /** Does the change; resolves to the time until the reply is drawn, and whether the reply is valid. */
  const timed = (act) =>
    new Promise((done) => {
      const began = performance.now();
      const end = () => {
        watch.disconnect();
        clearTimeout(limit);
        done({ ms: performance.now() - began, valid: answer.dataset.state === "" });
      };
      const watch = new MutationObserver(() => answer.dataset.state === "updating" || end());
      const limit = setTimeout(end, LIMIT_MS);
      watch.observe(answer, { attributes: true, attributeFilter: ["data-state"] });
      act();
    });
  const changing = (control, change) => () => {
    change(control);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** The inputs, numbers first, each with a function that changes it and one that changes it back. */
  function* changes() {
    for (const stepper of form.querySelectorAll("[data-stepper]")) {
      const box = stepper.querySelector("input");
      // A step would fill an empty input, which may empty another one.
      if (!box.value) continue;
      const [less, more] = [-1, 1].map((by) => stepper.querySelector(`[data-by="${by}"]`));
      const room = (limit) => Number(box.value.replace("\u2212", "-")) !== Number(limit);
      if (room(stepper.dataset.high)) yield [box.name, () => more.click(), () => less.click()];
      if (room(stepper.dataset.low)) yield [box.name, () => less.click(), () => more.click()];
    }
    for (const select of form.querySelectorAll("select[data-kind]")) {
      const before = select.selectedIndex;
      const choose = (index) => changing(select, () => (select.selectedIndex = index));
      for (const option of select.options) {
        if (option.index !== before) yield [select.name, choose(option.index), choose(before)];
      }
    }
    for (const box of form.querySelectorAll("input[type=checkbox]")) {
      const toggle = changing(box, () => (box.checked = !box.checked));
      yield [box.name || box.value, toggle, toggle];
    }
  }

  for (const [input, forth, back] of changes()) {
    const [there, here] = [await timed(forth), await timed(back)];
    if (!there.valid || !here.valid) continue;
    const times = [];
    while (times.length < runs) times.push((await timed(forth)).ms, (await timed(back)).ms);
    return { input, times };
  }
  return null;
};
