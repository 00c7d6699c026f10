// Pyodide's engine as it is shipped: without what no worker of ours can reach.
//
//   node engine.mjs <pyodide folder> <target folder>
//
// Pyodide's script brings the browser's side of every C library along (OpenGL, SDL, fonts, sound), and its wasm names each
// of its 9,700 symbols, for packages with code of their own, which find them by name. We load none. Of the script's
// statements those stay that are reached, by name, from what it does when it is run, from pyodide.mjs, or from the wasm's
// imports; of the wasm's exports those that this script names, and of its functions those that can still be called
// (wasm.mjs), but for two libraries whose callers are not here. What a name in the text might mean counts as that: more stays than is used. Nothing else is changed, but for
// one line (INSISTS).

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

import { leanWasm } from "./wasm.mjs";

const [from, to] = process.argv.slice(2);
/** Named only behind the question whether they are there, and by each other. */
const ABSENT = ["SDL", "Browser"];
/** These set libraries going that are reached by nothing else. */
const IDLE = /^(registerPostMainLoop|registerPreMainLoop|MainLoop)\b/;
/** Where the script insists on an address for each C function that the wasm has a place for: zero will do for OpenGL's. */
const INSISTS = ["if(!value&&!entry.required){continue}", "if(!value){continue}"];
/** What only those call that are not here: runtime.py leaves bz2 out, and CPython has no use for the streams of C++. */
const UNUSED = /^(BZ2_|_ZNK?St3__2)/;
/** Sets these streams up, at each start. */
const IDLE_AT_START = /^_ZNSt3__28ios_base4InitC[12]Ev$/;
const { TrueKeyword, FalseKeyword, NullKeyword, ArrowFunction, FunctionExpression, Identifier } = ts.SyntaxKind;
const IDLE_KINDS = new Set([TrueKeyword, FalseKeyword, NullKeyword, ArrowFunction, FunctionExpression, Identifier]);

const read = (name) => readFileSync(join(from, name), "utf8");
const wasm = readFileSync(join(from, "pyodide.asm.wasm"));
const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
const stock = read("pyodide.asm.js");
if (!stock.includes(INSISTS[0])) throw new Error("Pyodide's script no longer says how it links: see INSISTS.");
const script = cut(stock.replace(...INSISTS));

mkdirSync(to, { recursive: true });
writeFileSync(join(to, "pyodide.asm.js"), script);
writeFileSync(
  join(to, "pyodide.asm.wasm"),
  leanWasm(wasm, { kept: new Set(wordsOf(script)), unused: UNUSED, idle: IDLE_AT_START }),
);

// The script

/** @typedef {{text: string, needed: (words: Set<string>) => boolean}} Part */

function cut(text) {
  const file = ts.createSourceFile("pyodide.asm.js", text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const body = longestBlock(file);
  const parts = body.statements.map((node) => partOf(node, file));
  const words = new Set(wordsOf(read("pyodide.mjs")));
  const kept = new Set();
  for (let before = -1; before < kept.size; ) {
    before = kept.size;
    for (const part of parts) {
      if (kept.has(part) || !part.needed(words)) continue;
      kept.add(part);
      for (const word of wordsOf(part.text)) words.add(word);
    }
  }
  const left = parts.filter((part) => kept.has(part)).map((part) => part.text);
  return text.slice(0, body.statements.pos) + left.join("") + text.slice(body.statements.end);
}

/** The function that makes a Pyodide: all else is around it. */
function longestBlock(file) {
  let longest = null;
  const look = (node) => {
    if (ts.isBlock(node) && !(longest?.statements.length > node.statements.length)) longest = node;
    ts.forEachChild(node, look);
  };
  look(file);
  return longest;
}

/** A statement, and what it is needed for. @returns {Part} */
function partOf(node, file) {
  const text = node.getFullText(file);
  const always = { text, needed: () => !IDLE.test(text.trim()) };
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return forNames([node.name.text], text);
  if (ts.isVariableStatement(node)) {
    const found = node.declarationList.declarations;
    if (!found.every(({ name, initializer }) => ts.isIdentifier(name) && isIdle(initializer))) return always;
    const names = found.map(({ name }) => name.text);
    return forNames(names, names[0] === "wasmImports" ? imported(found[0], file) : text);
  }
  const set = ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression) ? node.expression : null;
  if (set?.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !isIdle(set.right)) return always;
  // Module["x"] = x is for who asks Module for it, x.y = … for who has x.
  const { left } = set;
  if (ts.isElementAccessExpression(left) && left.expression.getText(file) === "Module")
    return forNames([left.argumentExpression.text], text);
  if (ts.isPropertyAccessExpression(left) && ["sig", "stub"].includes(left.name.text))
    return forNames([left.expression.getText(file)], text);
  return always;
}

function forNames(names, text) {
  return { text, needed: (words) => names.some((name) => words.has(name)) };
}

/** What is worth something, and does nothing by itself. */
function isIdle(value) {
  if (!value || IDLE_KINDS.has(value.kind)) return true;
  if (ts.isPrefixUnaryExpression(value)) return isIdle(value.operand);
  if (ts.isPropertyAccessExpression(value)) return isIdle(value.expression);
  if (ts.isBinaryExpression(value))
    return value.operatorToken.kind === ts.SyntaxKind.EqualsToken && ofModule(value.left) && isIdle(value.right);
  if (ts.isObjectLiteralExpression(value))
    return value.properties.every((each) => !ts.isPropertyAssignment(each) || isIdle(each.initializer));
  if (ts.isArrayLiteralExpression(value)) return value.elements.every(isIdle);
  if (ts.isElementAccessExpression(value)) return ["Module", "wasmExports"].includes(value.expression.text);
  return ts.isLiteralExpression(value);
}

function ofModule(target) {
  return ts.isElementAccessExpression(target) && target.expression.text === "Module";
}

/** The list of what the wasm may import, without what it does not. */
function imported({ initializer }, file) {
  const names = new Set(imports.map(({ name }) => name));
  const kept = initializer.properties.filter(
    (each) => names.has(each.name.text) && !/^emscripten_gl/.test(each.name.text),
  );
  return `var wasmImports={${kept.map((each) => each.getText(file)).join(",")}};`;
}

function wordsOf(text) {
  return (text.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => !ABSENT.includes(word));
}
