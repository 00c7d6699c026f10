// fill-values.js: compares what a sheet fills in with what the form says, input by input.
//
// Contract. `fillsOf(reply, me, target)` reads Python's reply (kind "fill") by input. `differs` and `differing` find inputs
// whose value in the form differs; of chips only those count that a sheet can set. `keptFills` gives the inputs that a new
// reply leaves unchanged, by `how`. "carried": inputs that another page passed on. "sheet": the sheet has changed, so
// inputs that the player changed. "pick": inputs that the player changed and the pick does not affect. "all": none.
// `withInput` gives pairs in which one input has the value of other pairs. Nothing here touches a page.

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{key: string, label: string, text: string, who: string, options: string[], allowed: string[], pairs: Pairs}} Fill  `options`: the chips that a sheet can set; `allowed`: the values that the sheet lets the player choose from */
/** @typedef {Map<string, Fill>} Fills */
/** @typedef {import("./example-line.js").UnfilledInput} UnfilledInput  an input that neither a sheet nor the player supplies */
/** @typedef {"all" | "carried" | "sheet" | "pick"} How */

/** @param {any} reply @param {string} me @param {string} target @returns {Fills} */
export function fillsOf(reply, me, target) {
  return new Map(
    reply.filled.map((/** @type {Fill & {theirs: boolean}} */ { theirs, ...one }) => {
      return [one.key, { ...one, who: theirs ? target : me, pairs: at(reply.pairs, one.key) }];
    }),
  );
}

/** @param {Fills} given @param {{fills: Fills, unmarked: Set<string>, entered: Set<string>}} before @param {Pairs} now @param {How} how @returns {Fill[]} */
export function keptFills(given, { fills, unmarked, entered }, now, how) {
  return [...given.values()].filter((one) => {
    if (how === "carried") return [...entered].some((key) => key === one.key || key.startsWith(`${one.key}.`));
    const last = fills.get(one.key);
    if (how === "all" || !last) return false;
    const isChanged = unmarked.has(one.key) || differs(now, last);
    return isChanged && (how === "sheet" || !differs(last.pairs, one));
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

/** The value of an input as a text that can be compared. @param {Pairs} pairs @param {Fill} fill */
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

/** The pairs with one input as in `others`; chips that no sheet can set stay. @param {Pairs} pairs @param {Fill} fill @param {Pairs} others @returns {Pairs} */
export function withInput(pairs, { key, options }, others) {
  const current = at(pairs, key);
  const rest = pairs.filter((pair) => !current.includes(pair));
  const stay = options.length ? current.filter(([, text]) => text && !options.includes(text)) : [];
  const given = at(others, key).filter(([, text]) => !options.length || options.includes(text));
  const here = [...stay, ...given];
  return [...rest, ...(here.length ? here : [/** @type {[string, string]} */ ([key, ""])])];
}

/** The entered inputs after a new reply: of the inputs that a sheet fills, only the kept ones. @param {Set<string>} entered @param {Fills} given @param {Fill[]} kept */
export function stillEntered(entered, given, kept) {
  const refilled = [...given.keys()].filter((key) => !kept.some((one) => one.key === key));
  return [...entered].filter((key) => !refilled.some((path) => key === path || key.startsWith(`${path}.`)));
}

/** @param {Pairs} pairs @param {string} key @returns {Pairs} */
function at(pairs, key) {
  return pairs.filter(([name]) => name === key || name.startsWith(`${key}.`));
}
