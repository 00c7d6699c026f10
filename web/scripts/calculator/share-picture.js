// share-picture.js: copies or saves a picture of the answer as an image.
//
// Contract. `createPictures(tool, words, link)`: `[data-picture]` lists the pictures that the page shows (answer-image.js),
// newly whenever it gets the focus or `list()` is called; the choice stays. `copy()` puts the chosen one on the clipboard, as
// `words()` and `link()` say what it is about; where the clipboard refuses an image, it is downloaded. `save()` downloads it.
// Both return what has happened.

import { download } from "../shared/download.js";
import { picturesOf, pngOf } from "./answer-image.js";

const TYPE = "image/png";

/** @param {HTMLElement} tool @param {() => Promise<{heading: string, headline: string, inputs: string}>} words @param {() => string} link */
export function createPictures(tool, words, link) {
  const select = /** @type {HTMLSelectElement} */ (tool.querySelector("[data-picture]"));
  const place = /** @type {HTMLElement} */ (tool.querySelector("[data-pictures]"));

  function list() {
    const before = select.value;
    const labels = picturesOf(document).map(({ label }) => label);
    if (labels.join("\n") === [...select.options].map(({ text }) => text).join("\n")) return;
    select.replaceChildren(...labels.map((label) => new Option(label, label, false, label === before)));
    place.hidden = !labels.length;
  }

  /** The chosen picture as a file. */
  async function file() {
    const chosen = picturesOf(document).find(({ label }) => label === select.value);
    if (!chosen) throw new Error("The page does not show this picture any more.");
    const address = link();
    const said = { ...(await words()), address };
    return new File([await pngOf(chosen.figure, said)], `${nameOf(chosen.label)}.png`, { type: TYPE });
  }

  /** @param {File} made */
  function saved(made) {
    download([made]);
    return `${made.name} is among your downloads.`;
  }

  select.addEventListener("focus", list);
  return {
    list,
    async copy() {
      const made = file();
      try {
        // The image may come later, but the clipboard is asked for while the click is fresh.
        await navigator.clipboard.write([new ClipboardItem({ [TYPE]: made })]);
        return "Image copied";
      } catch {
        return saved(await made);
      }
    },
    save: async () => saved(await file()),
  };
}

/** A file name of a label: letters and digits, and hyphens between them. @param {string} label */
function nameOf(label) {
  const page = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
  return `${page} ${label}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
