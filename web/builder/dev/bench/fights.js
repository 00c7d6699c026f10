// Runs in the page of a game's fights, with Python started: stores a fight, opens it, and measures events in it.
//
// A function of {system, events, measured, targets}. `measured` are lists of events by name; each event is added by a click
// and undone by another, which is measured as "undo". Resolves to {drawn, odds} by name, lists of milliseconds: from the click
// to the redraw, which follows storage, and from there to all odds. The first event of each list does not count.

async ({ system, events, measured, targets }) => {
  const LIMIT_MS = 60_000;
  const WAITING = "waiting";
  const at = document.querySelector('script[src*="/scripts/"]').src;
  const { openFights } = await import(new URL("../storage/fights.js", at).href);
  const fights = await openFights();
  const id = crypto.randomUUID();
  await fights.save({ system, id, name: "Long", data: { events, cursor: events.length } }, { from: 0 });
  const section = document.querySelector("[data-fight]");
  const odds = () => [...section.querySelectorAll("[data-odds]")];
  const button = document.createElement("button");
  section.append(button);

  /** Resolves to the result of `found` as soon as there is one. */
  const changed = (what, found) =>
    new Promise((done, fail) => {
      const look = () => {
        const result = found();
        if (!result) return;
        watch.disconnect();
        clearTimeout(limit);
        done(result);
      };
      const watch = new MutationObserver(look);
      const limit = setTimeout(() => fail(new Error(`${what} did not come.`)), LIMIT_MS);
      watch.observe(section, { attributes: true, childList: true, characterData: true, subtree: true });
    });
  const filled = () => odds().filter((place) => place.textContent).length === targets;

  /** Does a click; resolves to its times. */
  async function timed(name, click) {
    const { revision } = section.dataset;
    const redrawn = changed(name, () => section.dataset.revision !== revision && performance.now());
    const began = performance.now();
    click();
    const drawn = await redrawn;
    // Odds that are the same as before, or empty, count as drawn only when the page sets them again.
    for (const place of odds()) place.textContent = WAITING;
    const all = await changed(
      "The odds",
      () => odds().every((place) => place.textContent !== WAITING) && performance.now(),
    );
    const stored = await fights.get(id);
    if (String(stored.revision) !== section.dataset.revision) throw new Error(`${name} is not in storage.`);
    return { drawn: drawn - began, odds: all - drawn };
  }
  const undo = () => section.querySelector("#undo").click();

  const opened = changed("The fight", filled);
  location.hash = `open=${id}`;
  await opened;
  const times = {};
  const undone = [];
  for (const [name, list] of Object.entries(measured)) {
    times[name] = [];
    for (const event of list) {
      button.dataset.event = JSON.stringify(event);
      times[name].push(await timed(name, () => button.click()));
      undone.push(await timed("undo", undo));
      if (!filled()) throw new Error(`Odds are missing after undoing ${name}.`);
    }
    times[name].shift();
  }
  times.undo = undone.slice(1);
  fights.close();
  const column = (list, key) => list.map((each) => each[key]);
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, { drawn: column(list, "drawn"), odds: column(list, "odds") }]),
  );
};
