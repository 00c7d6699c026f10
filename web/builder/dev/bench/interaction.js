// Runs in a calculator page: changes an input repeatedly, and measures until the new answer is painted.
//
// A function of the number of changes; resolves to {input, times, python}, or null if no input can be changed. `times` are
// milliseconds from the change to the frame with the answer, `python` those that Python worked (worker-times.js).
// Python keeps its latest answers, so the changes go through as many values as there are.

async (runs) => {
  const LIMIT_MS = 10_000;
  const answer = document.querySelector("#answer");
  const form = document.querySelector("[data-calculator]");
  if (!form) return null;

  const frame = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        // A message arrives after the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      });
    });

  /** Resolves to the time until the answer is painted, the time that Python worked, and whether the inputs are valid. */
  const timed = async (change) => {
    const began = performance.now();
    await new Promise((done) => {
      const end = () => {
        watch.disconnect();
        clearTimeout(limit);
        done();
      };
      const watch = new MutationObserver(() => answer.dataset.state === "updating" || end());
      const limit = setTimeout(end, LIMIT_MS);
      watch.observe(answer, { attributes: true, attributeFilter: ["data-state"] });
      change();
    });
    await frame();
    const { pythonWork } = window;
    return {
      ms: performance.now() - began,
      python: pythonWork.ended - pythonWork.began,
      valid: answer.dataset.state === "",
    };
  };

  const changing = (control, change) => () => {
    change(control);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** The values of a number that are nearest to the present one, which comes last. */
  const nearest = (now, low, high) => {
    const values = [];
    for (let by = 1; values.length < runs && (now + by <= high || now - by >= low); by += 1) {
      values.push(...[now + by, now - by].filter((value) => low <= value && value <= high));
    }
    return [...values, now];
  };

  /** The inputs, numbers first, each with changes that give different values. */
  function* inputs() {
    for (const stepper of form.querySelectorAll("[data-stepper]")) {
      const box = stepper.querySelector("input");
      // A value in an empty input may empty another one.
      if (!box.value) continue;
      const now = Number(box.value.replace("\u2212", "-"));
      const values = nearest(now, Number(stepper.dataset.low), Number(stepper.dataset.high));
      yield [box.name, values.map((value) => changing(box, () => (box.value = String(value))))];
    }
    const selects = [...form.querySelectorAll("select[data-kind]")];
    for (const select of selects.sort((one, other) => other.options.length - one.options.length)) {
      yield [
        select.name,
        [...select.options].map(({ index }) => changing(select, () => (select.selectedIndex = index))),
      ];
    }
    for (const box of form.querySelectorAll("input[type=checkbox]")) {
      const toggle = changing(box, () => (box.checked = !box.checked));
      yield [box.name || box.value, [toggle, toggle]];
    }
  }

  for (const [input, changes] of inputs()) {
    const valid = [];
    for (const change of changes) if ((await timed(change)).valid) valid.push(change);
    if (valid.length < Math.min(3, changes.length)) continue;
    const found = [];
    while (found.length < runs) found.push(await timed(valid[found.length % valid.length]));
    return { input, times: found.map(({ ms }) => ms), python: found.map(({ python }) => python) };
  }
  return null;
};
