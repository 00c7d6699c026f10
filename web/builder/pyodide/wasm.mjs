// A wasm with fewer exports, and without the code that nobody can then call.
//
// A function can be called if it is exported, stands in a table, starts the module, or is called or referred to by one
// that can. Any other keeps its number and its type, and its body becomes `unreachable`: no other number has to change.

const [IMPORTS, GLOBALS, EXPORTS, START, ELEMENTS, CODE] = [2, 6, 7, 8, 9, 10];
/** No locals, `unreachable`, `end`. */
const EMPTY = Buffer.of(0, 0x00, 0x0b);
/** How many numbers follow an instruction, for those with any that are not read below: "from-to" in hexadecimal. */
const NUMBERS = ranges({
  1: "02-04 06-09 0c-0d 18 20-26 3f-42 d0", // blocks, branches, variables, tables, memory, integer constants
  2: "11 13 28-3e", // indirect calls, loads and stores
});
const NONE = ranges({ 0: "00-01 05 0b 0f 19-1b 45-c4 d1" });
/** After 0xfc. */
const NUMBERS_LONG = ranges({ 0: "00-07", 1: "09 0b 0d 0f-11", 2: "08 0a 0c 0e" });
/** A block's own end is one more. */
const OPENS = new Set([0x02, 0x03, 0x04, 0x06]);
const [END, DELEGATE] = [0x0b, 0x18];

/** No locals, the first argument, `end`. */
const ECHO = Buffer.of(0, 0x20, 0, 0x0b);
/** Bytes. Functions that do the same are one, though only some have a name: of short ones nobody can tell who calls them. */
const SHORT = 100;

/**
 * @param {Buffer} bytes
 * @param {object} names
 * @param {Set<string>} names.kept  of the exports that stay
 * @param {RegExp} names.unused  of functions that nobody calls, though who would stands in a table
 * @param {RegExp} names.idle  of functions that are called, and need do no more than give back what they are given
 */
export function leanWasm(bytes, { kept, unused, idle }) {
  const sections = sectionsOf(bytes);
  const imported = importedFunctions(sections.get(IMPORTS));
  const bodies = bodiesOf(sections.get(CODE));
  /** @type {Map<number, Buffer>} */
  const changed = new Map();
  for (const { name, kind, index } of eachExport(sections.get(EXPORTS))) {
    if (kind || index < imported) continue;
    if (idle.test(name)) changed.set(index, ECHO);
    else if (unused.test(name) && bodies[index - imported].length > SHORT) changed.set(index, EMPTY);
  }
  for (const [index, body] of changed) bodies[index - imported] = body;
  sections.set(EXPORTS, exportsOf(sections.get(EXPORTS), kept));
  const callable = callableOf(sections, bodies);
  const written = bodies.map((body, at) => (callable.has(imported + at) ? body : EMPTY));
  sections.set(
    CODE,
    Buffer.concat([number(written.length), ...written.flatMap((body) => [number(body.length), body])]),
  );
  const parts = [...sections].map(([id, content]) =>
    typeof id === "string" ? content : Buffer.concat([Buffer.of(id), number(content.length), content]),
  );
  return Buffer.concat([bytes.subarray(0, 8), ...parts]);
}

/** Each section's content by its number; what is custom as it stands, by a name of ours. @returns {Map<number|string, Buffer>} */
function sectionsOf(bytes) {
  const found = new Map();
  for (let at = 8; at < bytes.length; ) {
    const [size, start] = numberAt(bytes, at + 1);
    const end = start + size;
    if (bytes[at]) found.set(bytes[at], bytes.subarray(start, end));
    else found.set(`custom at ${at}`, bytes.subarray(at, end));
    at = end;
  }
  return found;
}

function exportsOf(section, names) {
  const kept = [];
  for (const one of eachExport(section)) if (names.has(one.name)) kept.push(one.bytes);
  return Buffer.concat([number(kept.length), ...kept]);
}

function* eachExport(section) {
  let [left, at] = numberAt(section, 0);
  for (; left; left -= 1) {
    const begun = at;
    const [length, text] = numberAt(section, at);
    const [index, next] = numberAt(section, text + length + 1);
    const name = section.toString("utf8", text, text + length);
    yield { name, kind: section[text + length], index, bytes: section.subarray(begun, next) };
    at = next;
  }
}

function importedFunctions(section) {
  let [left, at] = numberAt(section, 0);
  let count = 0;
  for (; left; left -= 1) {
    for (let names = 2; names; names -= 1) {
      const [length, text] = numberAt(section, at);
      at = text + length;
    }
    const kind = section[at];
    at += 1;
    if (kind === 0) count += 1;
    // A table's type, a global's, and a tag's begin with a byte of their own.
    if (kind === 1 || kind === 3 || kind === 4) at += 1;
    if (kind === 1 || kind === 2) at = skipLimits(section, at);
    else [, at] = numberAt(section, at);
  }
  return count;
}

function skipLimits(bytes, at) {
  let after = at + 1;
  for (let left = bytes[at] & 1 ? 2 : 1; left; left -= 1) [, after] = numberAt(bytes, after);
  return after;
}

function bodiesOf(section) {
  const found = [];
  let [left, at] = numberAt(section, 0);
  for (; left; left -= 1) {
    const [size, start] = numberAt(section, at);
    found.push(section.subarray(start, start + size));
    at = start + size;
  }
  return found;
}

/** The numbers of the functions that can be called. */
function callableOf(sections, bodies) {
  const found = new Set(eachRoot(sections));
  const imported = importedFunctions(sections.get(IMPORTS));
  // A set tells of what is added to it meanwhile, too.
  for (const one of found) {
    if (one < imported) continue;
    for (const called of namedIn(bodies[one - imported])) found.add(called);
  }
  return found;
}

function* eachRoot(sections) {
  for (const { kind, index } of eachExport(sections.get(EXPORTS))) if (kind === 0) yield index;
  if (sections.has(START)) yield numberAt(sections.get(START), 0)[0];
  yield* inElements(sections.get(ELEMENTS));
  const globals = sections.get(GLOBALS);
  let [left, at] = numberAt(globals, 0);
  // A type and whether it may change, and then what it begins with.
  for (; left; left -= 1) at = yield* inExpression(globals, at + 2);
}

function* inElements(section) {
  let [left, at] = numberAt(section, 0);
  for (; left; left -= 1) {
    let flags, count, index;
    [flags, at] = numberAt(section, at);
    if (!(flags & 1) && flags & 2) [, at] = numberAt(section, at);
    if (!(flags & 1)) at = yield* inExpression(section, at);
    if (flags & 3) at += 1;
    [count, at] = numberAt(section, at);
    for (; count; count -= 1) {
      if (flags & 4) at = yield* inExpression(section, at);
      else {
        [index, at] = numberAt(section, at);
        yield index;
      }
    }
  }
}

/** The functions that a body calls or refers to. */
function* namedIn(body) {
  let [groups, at] = numberAt(body, 0);
  // So many locals of a type.
  for (; groups; groups -= 1) at = numberAt(body, at)[1] + 1;
  const end = yield* inExpression(body, at);
  if (end !== body.length) throw new Error("A function of Pyodide's wasm does not end where it should.");
}

/** The functions that an expression names; returns where it ends. */
function* inExpression(bytes, at) {
  for (let depth = 0; ; ) {
    const op = bytes[at];
    at += 1;
    let numbers = NUMBERS.get(op) ?? NONE.get(op);
    if (op === END && !depth) return at;
    if (op === END || op === DELEGATE) depth -= 1;
    else if (OPENS.has(op)) depth += 1;
    else if (op === 0x10 || op === 0x12 || op === 0xd2) {
      const [index, next] = numberAt(bytes, at);
      yield index;
      at = next;
      numbers = 0;
    } else if (op === 0x0e || op === 0x1c) {
      // Targets, and one more for all else; or types.
      [numbers, at] = numberAt(bytes, at);
      if (op === 0x0e) numbers += 1;
    } else if (op === 0x43 || op === 0x44) {
      at += op === 0x43 ? 4 : 8;
      numbers = 0;
    } else if (op === 0xfc) {
      const [long, next] = numberAt(bytes, at);
      numbers = NUMBERS_LONG.get(long);
      at = next;
    }
    if (numbers === undefined) throw new Error(`Pyodide's wasm has an instruction that is not known here: ${op}.`);
    for (; numbers; numbers -= 1) [, at] = numberAt(bytes, at);
  }
}

/** By each code of these ranges, the number that they stand for. */
function ranges(of) {
  const found = new Map();
  for (const [value, text] of Object.entries(of)) {
    for (const range of text.split(" ")) {
      const [first, last = first] = range.split("-").map((code) => parseInt(code, 16));
      for (let code = first; code <= last; code += 1) found.set(code, Number(value));
    }
  }
  return found;
}

/** A number in LEB128, and where it ends. */
function numberAt(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

function number(value) {
  const digits = [];
  for (; value > 127; value = Math.floor(value / 128)) digits.push((value % 128) | 128);
  return Buffer.from([...digits, value]);
}
