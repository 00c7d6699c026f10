// console.js: the Console: Python with the rules in a sandboxed frame.
//
// Contract. `[data-run]`, and Ctrl or ⌘ with Enter in the editor, run what the editor holds; nothing else does. `[data-stop]`
// ends the run. console/editor.js knows what the editor holds, console/engine.js runs it, console/output.js shows the result.

import { createEditor } from "../console/editor.js";
import { createEngine } from "../console/engine.js";
import { areSaved } from "../console/files.js";
import { createOutput } from "../console/output.js";
import { bindShare } from "../console/share.js";
import { section } from "../shared/controllers.js";
import { part } from "../shared/parts.js";
import "./page.js";

const STARTING = "Python is being fetched and started …";
const FAILED = "Not done: the reason stands below.";
const RUNNING = "Running …";
const SAVED = "The Console's Python is saved on this device.";

const root = /** @type {HTMLElement} */ (section("pages/console"));
const [runButton, stopButton] = [part(root, "run"), part(root, "stop")];
const output = createOutput(part(root, "output"));
const editor = createEditor(root);
const engine = createEngine(part(root, "sandbox"), hear);
let isRunning = false;
let hasStarted = false;

/** @param {string} words */
function tell(words) {
  part(root, "status").textContent = words;
}

/** @param {boolean} running */
function mark(running) {
  isRunning = running;
  runButton.toggleAttribute("disabled", running);
  stopButton.hidden = !running;
}

function run() {
  if (isRunning) return;
  output.clear();
  mark(true);
  tell(hasStarted ? RUNNING : STARTING);
  engine.run(editor.text());
}

/** @param {string} words */
function end(words) {
  const hadFocus = document.activeElement === stopButton;
  mark(false);
  tell(words);
  if (hadFocus) runButton.focus();
}

/** @param {import("../console/engine.js").Message} message */
function hear({ kind, content }) {
  if (kind === "text") output.text(content);
  else if (kind === "shown") output.shown(content);
  else if (kind === "error") output.fault(content);
  else {
    hasStarted = kind === "done";
    if (content) output.fault(content);
    end(kind === "done" ? "Done" : FAILED);
    if (!hasStarted) part(root, "output").lastElementChild?.scrollIntoView({ block: "nearest" });
  }
}

runButton.addEventListener("click", run);
stopButton.addEventListener("click", () => {
  engine.stop();
  hasStarted = false;
  end("Stopped");
});
part(root, "script").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  run();
});
bindShare(root, editor);
editor.started.then(() => mark(false));
areSaved().then((saved) => {
  if (saved) part(root, "first").prepend(`${SAVED} `);
});
