// console/share.js: gives the script away as a link or a file, and opens a file.
//
// Contract. `bindShare(root, editor)` serves the fold "Share, save, open". A link of more than LONGEST_LINK characters is not
// copied: chats cut it off, so the script is offered as a file. A file fills the editor and is not run.

import { download } from "../shared/download.js";
import { LONGEST_LINK } from "../shared/link.js";
import { part } from "../shared/parts.js";
import { encode } from "./link.js";

const LARGEST_FILE = 256 * 1024;
const FROM_FILE = "This script came from a file. It runs only when you tap Run.";
const COPIED = "Link copied";
const NO_CLIPBOARD =
  "This browser does not give the clipboard away. The address of this page is the link now: copy it.";
const NO_FILE = "This file is no script: it must be text of at most 256 KB.";

/** @param {HTMLElement} root @param {{open: (text: string, words: string) => void, text: () => string}} editor */
export function bindShare(root, { open, text }) {
  const tell = (/** @type {string} */ words) => void (part(root, "shared").textContent = words);

  async function copy() {
    const packed = await encode(text());
    if (!packed.ok) return tell(packed.why);
    const link = location.origin + location.pathname + packed.fragment;
    if (link.length > LONGEST_LINK) {
      return tell(`The link has ${link.length} characters, and many chats cut it off: save the script as a file.`);
    }
    await navigator.clipboard.writeText(link).then(
      () => tell(COPIED),
      () => {
        history.replaceState(history.state, "", packed.fragment);
        tell(NO_CLIPBOARD);
      },
    );
  }

  function save() {
    download([new File([text()], "tableside.py", { type: "text/x-python" })]);
    tell("tableside.py is among your downloads.");
  }

  /** @param {HTMLInputElement} input */
  async function read(input) {
    const file = input.files?.[0];
    if (!file) return;
    const found = file.size > LARGEST_FILE ? null : await textOf(file);
    input.value = "";
    if (found === null) return tell(NO_FILE);
    open(found, FROM_FILE);
    tell("");
  }

  part(root, "copy-link").addEventListener("click", copy);
  part(root, "save").addEventListener("click", save);
  part(root, "open").addEventListener("change", ({ target }) => read(/** @type {HTMLInputElement} */ (target)));
}

/** @param {File} file @returns {Promise<string | null>} */
async function textOf(file) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.includes("\0") ? null : text.replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}
