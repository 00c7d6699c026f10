// own/bring.js: imports and exports own rows on the page of table rules, by a link or a file.
//
// Contract. `bindBring(form, editor)` opens the section of this script for a file or a link `#own=1.…` in the address. The
// section says for each row what keeping it would do, and which rows do not fit, and why. Nothing is stored before
// `[data-own-keep]`; then `[data-own-back]` undoes it. `[data-own-copy]` copies a link to all stored rows,
// `[data-own-export]` gives a file. The content of links and files is written as text, never as HTML.

import { section } from "../shared/controllers.js";
import { download } from "../shared/download.js";
import { check, readFile, write } from "../sheet/file.js";
import { allOwnRows, preview } from "../storage/own-rows.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

/** The script of links is loaded when there is one. */
const links = () => import("./link.js").catch(() => null);
const NOT_LOADED = "A part of this page could not be loaded: there may be no network. Try again later.";
const NOTHING = "There is no row of your own to give away yet.";

/** @param {HTMLFormElement} form @param {ReturnType<typeof import("./editor.js").createOwnEditor>} editor */
export function bindBring(form, { game, schema, store, load, asked }) {
  /** @param {string} hook @returns {any} */
  const part = (hook) => form.querySelector(`[data-own-${hook}]`);
  const panel = /** @type {HTMLElement} */ (section("own/bring", form));
  let next = /** @type {Pairs} */ ([]);
  let before = /** @type {Pairs} */ ([]);

  /** @param {string} text */
  function say(text) {
    part("outcome").textContent = text;
  }

  /** @param {string} from @param {{schema: number, data: Pairs}} rows */
  async function look(from, rows) {
    say("");
    part("from").textContent = from;
    part("about").textContent = "Being checked …";
    draw([], []);
    panel.hidden = false;
    panel.focus();
    const reply = await asked(rows.data, rows.schema);
    if (!reply) return refuse("Python is not running, so these rows could not be checked. Nothing was kept.");
    const problems = reply.problems.map((/** @type {{text: string}} */ { text }) => text);
    const { changes, pairs } = preview(store.read().pairs, reply.pairs ?? []);
    const useful = changes.some(({ what }) => what !== "unchanged");
    next = pairs;
    part("about").textContent = useful ? "Nothing is changed before you say so." : "There is nothing to keep.";
    part("keep").hidden = !useful || !store.read().open;
    draw(
      changes.map(({ line }) => line),
      problems.map((/** @type {string} */ text) => `Left out: ${text}`),
    );
  }

  /** @param {string[]} lines @param {string[]} wrong */
  function draw(lines, wrong) {
    part("lines").replaceChildren(...lines.map(item));
    part("wrong").replaceChildren(...wrong.map(item));
    part("wrong").hidden = !wrong.length;
    if (!lines.length) part("keep").hidden = true;
  }

  /** @param {string} why */
  function refuse(why) {
    close();
    say(why);
  }

  function close() {
    panel.hidden = true;
    draw([], []);
    if (location.hash.startsWith("#own=")) history.replaceState(null, "", location.pathname + location.search);
  }

  async function followAddress() {
    if (!location.hash.startsWith("#own=")) return;
    const shared = (await (await links())?.decode(location.hash)) ?? { ok: false, why: NOT_LOADED };
    if (!shared.ok) return refuse(shared.why);
    if (shared.system !== game) return location.replace(`../../${shared.system}/house/${location.hash}`);
    await look("a link", shared);
  }

  /** @param {File} file */
  async function lookAt(file) {
    const found = await readFile(file);
    if (!found.ok) return refuse(`Nothing was kept. ${found.why}`);
    const mine = found.own.find(({ system }) => system === game);
    const people = found.records.length ? " Its characters are brought in on the page of characters." : "";
    if (!mine) return refuse(`This file holds no own rows of this game.${people}`);
    await look(file.name, mine);
    if (people) part("about").textContent += people;
  }

  part("keep").addEventListener("click", async () => {
    before = store.read().pairs;
    const failed = store.write(next);
    close();
    say(failed || "Kept on this device.");
    part("back").hidden = !!failed;
    await load();
    if (!failed) part("back").focus();
  });
  part("back").addEventListener("click", async () => {
    part("back").hidden = true;
    say(store.write(before) || "Undone.");
    await load();
    part("import").focus();
  });
  part("leave").addEventListener("click", () => {
    close();
    part("import").focus();
  });
  part("import").addEventListener("click", () => part("file").click());
  part("file").addEventListener("change", async () => {
    const [file] = part("file").files ?? [];
    if (file) await lookAt(file);
    part("file").value = "";
  });
  part("export").addEventListener("click", async () => {
    const own = allOwnRows().filter(({ system }) => system === game);
    if (!own.length) return say(NOTHING);
    const name = `tableside-${game}-own.json`;
    const text = write([], null, own);
    const wrong = check(text, [], null, own);
    if (wrong) return say(`Not exported. ${wrong}`);
    download([new File([text], name, { type: "application/json" })]);
    say(`${name} is among your downloads.`);
  });
  part("copy").addEventListener("click", async () => {
    const { pairs } = store.read();
    if (!pairs.length) return say(NOTHING);
    const made = (await (await links())?.encode({ system: game, schema, data: pairs })) ?? {
      ok: false,
      why: NOT_LOADED,
    };
    if (!made.ok) return say(made.why);
    const link = location.origin + location.pathname + made.fragment;
    await navigator.clipboard.writeText(link).then(
      () => say("Link copied. Whoever opens it sees these rows and can keep them."),
      () => say(`This browser does not give the clipboard away: select this link and copy it. ${link}`),
    );
  });
  window.addEventListener("hashchange", followAddress);
  followAddress();
}

/** @param {string} text */
function item(text) {
  const line = document.createElement("li");
  line.textContent = text;
  return line;
}
