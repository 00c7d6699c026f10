// fill-values.js: what a sheet fills in a form, input by input, beside what the form says there.
//
// Contract. `fillsOf(reply, me, target)` takes up Python's answer (kind "fill"), by input. `differs` and `differing` say
// where a form says something else; of chips only those count that a sheet could have set. `staying` are the inputs that
// a new answer leaves as they are: "carried" from another page, "sheet": entered by hand while the sheet has changed,
// "pick": entered by hand where what was picked changes nothing. "all" leaves nothing. `replaced` gives pairs one input
// as others have it. Nothing here touches a page.

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{key: string, label: string, text: string, who: string, options: string[], allowed: string[], pairs: Pairs}} Fill  `options`: the chips that a sheet could set; `allowed`: what it lets one choose between */
/** @typedef {Map<string, Fill>} Fills */
/** @typedef {import("./example-line.js").Resting} Resting  an input that neither a sheet nor the player supplies */
/** @typedef {"all" | "carried" | "sheet" | "pick"} How */

/** @param {any} reply @param {string} me @param {string} target @returns {Fills} */
export function fillsOf(reply, me, target) {
  return new Map(
    reply.filled.map((/** @type {Fill & {theirs: boolean}} */ { theirs, ...one }) => {
      return [one.key, { ...one, who: theirs ? target : me, pairs: at(reply.pairs, one.key) }];
    }),
  );
}

/** @param {Fills} given @param {{fills: Fills, left: Set<string>, own: Set<string>}} before @param {Pairs} now @param {How} how @returns {Fill[]} */
export function staying(given, { fills, left, own }, now, how) {
  return [...given.values()].filter((one) => {
    if (how === "carried") return [...own].some((key) => key === one.key || key.startsWith(`${one.key}.`));
    const last = fills.get(one.key);
    if (how === "all" || !last) return false;
    const byHand = left.has(one.key) || differs(now, last);
    return byHand && (how === "sheet" || !differs(last.pairs, one));
  });
}

/** @param {Fills} given @param {Pairs} now @returns {Set<string>} */
export function differing(given, now) {
  return new Set([...given.values()].flatMap((one) => (differs(now, one) ? [one.key] : [])));
}

/** @param {Pairs} pairs @param {Fill} fill */
export function differs(pairs, fill) {
  if (fill.allowed.includes(at(pairs, fill.key)[0]?.[1] ?? "")) return false;
  return part(pairs, fill) !== part(fill.pairs, fill);
}

/** What pairs say at one input, in a form that can be compared. @param {Pairs} pairs @param {Fill} fill */
function part(pairs, { key, options }) {
  const here = at(pairs, key);
  if (!options.length) return JSON.stringify(here);
  return JSON.stringify(
    here
      .map(([, text]) => text)
      .filter((text) => options.includes(text))
      .sort(),
  );
}

/** The pairs with one input as others have it; chips that no sheet could have set stay. @param {Pairs} pairs @param {Fill} fill @param {Pairs} others @returns {Pairs} */
export function replaced(pairs, { key, options }, others) {
  const mine = at(pairs, key);
  const rest = pairs.filter((pair) => !mine.includes(pair));
  const stay = options.length ? mine.filter(([, text]) => text && !options.includes(text)) : [];
  const given = at(others, key).filter(([, text]) => !options.length || options.includes(text));
  const here = [...stay, ...given];
  return [...rest, ...(here.length ? here : [/** @type {[string, string]} */ ([key, ""])])];
}

/** The player's inputs once a new answer is in the form: what a sheet supplies is theirs only where it stays. @param {Set<string>} own @param {Fills} given @param {Fill[]} stay */
export function keptOwn(own, given, stay) {
  const lost = [...given.keys()].filter((key) => !stay.some((one) => one.key === key));
  return [...own].filter((key) => !lost.some((path) => key === path || key.startsWith(`${path}.`)));
}

/** @param {Pairs} pairs @param {string} key @returns {Pairs} */
function at(pairs, key) {
  return pairs.filter(([name]) => name === key || name.startsWith(`${key}.`));
}
