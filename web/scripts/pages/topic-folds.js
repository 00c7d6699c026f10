// topic-folds.js: opens and closes the topics of the quick reference.
//
// Contract. `show(isFiltered)` opens every topic that a filter leaves, the first ones at once and the others one after
// another, so that no key waits for them; without a filter, topics are as the reader left them. `open(target)` opens the topic of an element. Links to a place of the page open its topic before the
// browser goes there. Which topics are open is stored with the address, so going Back shows them again.

import { remember } from "./find.js";

/** The topics that fill the screen. */
const AT_ONCE = 2;

/** @param {HTMLElement[]} topics  each with a `details` element */
export function createTopicFolds(topics) {
  /** What the reader opened. @type {Set<string>} */
  const opened = new Set(history.state?.open ?? []);
  let filtered = false;
  /** The topics that are still to be opened. @type {HTMLElement[]} */
  let waiting = [];

  /** @param {boolean} isFiltered */
  function show(isFiltered) {
    filtered = isFiltered;
    /** @param {HTMLElement} topic */
    const isOpen = (topic) => filtered || opened.has(topic.id);
    const changed = topics.filter((topic) => !topic.hidden && fold(topic).open !== isOpen(topic));
    for (const topic of filtered ? changed.splice(0, AT_ONCE) : changed) fold(topic).open = isOpen(topic);
    waiting = filtered ? changed : [];
    openNext(waiting);
  }

  /** @param {HTMLElement[]} mine  what `show` left to open; a later `show` ends it */
  function openNext(mine) {
    if (!mine.length) return;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (mine !== waiting) return;
        const topic = mine.shift();
        if (topic) fold(topic).open = true;
        openNext(mine);
      }),
    );
  }

  /** @param {Element} target */
  function open(target) {
    const topic = topics.find((one) => one.contains(target));
    if (!topic) return;
    // What opens above the target later would move it.
    for (const late of waiting.splice(0)) fold(late).open = true;
    opened.add(topic.id);
    fold(topic).open = true;
  }

  for (const topic of topics) {
    fold(topic).addEventListener("toggle", () => {
      if (filtered) return;
      if (fold(topic).open) opened.add(topic.id);
      else opened.delete(topic.id);
      remember({ open: [...opened] });
    });
  }
  document.addEventListener("click", ({ target }) => {
    const hash = target instanceof Element ? target.closest("a")?.getAttribute("href") : null;
    const place = hash?.startsWith("#") && document.getElementById(hash.slice(1));
    if (place) open(place);
  });
  return { show, open };
}

/** @param {HTMLElement} topic */
function fold(topic) {
  return /** @type {HTMLDetailsElement} */ (topic.querySelector("details"));
}
