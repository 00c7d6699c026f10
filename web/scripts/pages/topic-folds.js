// topic-folds.js: opens and closes the topics of the quick reference.
//
// Contract. `show(isFiltered)` opens every topic while a filter shows only matches; without a filter, topics are as the
// reader left them. `open(target)` opens the topic of an element. Links to a place of the page open its topic before the
// browser goes there. Which topics are open is stored with the address, so going Back shows them again.

import { remember } from "./find.js";

/** @param {HTMLElement[]} topics  each with a `details` element */
export function createTopicFolds(topics) {
  /** What the reader opened. @type {Set<string>} */
  const opened = new Set(history.state?.open ?? []);
  let filtered = false;

  /** @param {boolean} isFiltered */
  function show(isFiltered) {
    filtered = isFiltered;
    for (const topic of topics) fold(topic).open = filtered || opened.has(topic.id);
  }

  /** @param {Element} target */
  function open(target) {
    const topic = topics.find((one) => one.contains(target));
    if (!topic) return;
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
