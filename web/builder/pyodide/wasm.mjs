// wasm.mjs: trims a wasm module: fewer exports, and no code of functions that can no longer be called.
//
// A function can be called if it is exported, is in a table, starts the module, or is called or referred to by a function
// that can be called. Any other function keeps its number and its type, and its body becomes `unreachable`, so no other
// number changes.

const [IMPORTS, GLOBALS, EXPORTS, START, ELEMENTS, CODE] = [2, 6, 7, 8, 9, 10];
/** A body without locals: `unreachable`, `end`. */
const EMPTY = Buffer.of(0, 0x00, 0x0b);
/** The count of numbers after an instruction, by opcode ranges in hexadecimal; `inExpression` reads the others. */
const NUMBERS = ranges({
  1: "02-04 06-09 0c-0d 18 20-26 3f-42 d0", // blocks, branches, variables, tables, memory, integer constants
  2: "11 13 28-3e", // indirect calls, loads and stores
});
const NONE = ranges({ 0: "00-01 05 0b 0f 19-1b 45-c4 d1" });
/** The same for the opcodes after 0xfc. */
const NUMBERS_LONG = ranges({ 0: "00-07", 1: "09 0b 0d 0f-11", 2: "08 0a 0c 0e" });
/** Opcodes that open a block, which has its own end. */
const OPENS = new Set([0x02, 0x03, 0x04, 0x06]);
const [END, DELEGATE] = [0x0b, 0x18];

/** A body without locals that returns the first argument. */
const RETURN_ARGUMENT = Buffer.of(0, 0x20, 0, 0x0b);
/** In bytes. The compiler merges equal functions under one name, so a short function may have other callers. */
const SHORT = 100;

/**
 * @param {Buffer} bytes
 * @param {object} names
 * @param {Set<string>} names.kept  the exports that stay
 * @param {RegExp} names.unused  functions without callers, though a table refers to them
 * @param {RegExp} names.replaced  functions that are called but only have to return their argument
 */
export function trimWasm(bytes, { kept, unused, replaced }) {
  const sections = sectionsOf(bytes);
  const imported = importedFunctions(sections.get(IMPORTS));
  const bodies = bodiesOf(sections.get(CODE));
  /** @type {Map<number, Buffer>} */
  const changed = new Map();
  for (const { name, kind, index } of eachExport(sections.get(EXPORTS))) {
    if (kind || index < imported) continue;
    if (replaced.test(name)) changed.set(index, RETURN_ARGUMENT);
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

/** The content of each section by its number; custom sections unchanged, under a name made here. @returns {Map<number|string, Buffer>} */
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
    // The types of tables, globals and tags begin with an extra byte.
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
  // Iterating a set includes the elements that are added meanwhile.
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
  // A global: its type, its mutability, and the expression of its first value.
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
  // Groups of locals: a count and a type each.
  for (; groups; groups -= 1) at = numberAt(body, at)[1] + 1;
  const end = yield* inExpression(body, at);
  if (end !== body.length) throw new Error("A function of Pyodide's wasm has an unexpected end.");
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
      // The targets of a branch table and its default, or types.
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
    if (numbers === undefined) throw new Error(`Pyodide's wasm has an unknown instruction: ${op}.`);
    for (; numbers; numbers -= 1) [, at] = numberAt(bytes, at);
  }
}

/** A map from each opcode of the ranges to their number. */
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

/** The LEB128 number at an offset, and the offset after it. */
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
