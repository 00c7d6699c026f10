// trim_pyodide.mjs: Pyodide's script and wasm without the parts that our worker cannot reach.
//
// node trim_pyodide.mjs <pyodide folder> <target folder>
//
// Pyodide's script contains the browser's side of every C library (OpenGL, SDL, fonts, sound). Its wasm exports each of its
// 9,700 symbols, because packages with compiled code find symbols by name. We load no such package.
// Of the script's statements those stay that are reached by name: from code that runs at the start, from pyodide.mjs, or
// from the wasm's imports. Of the wasm's exports those stay that the remaining script names. Of its functions those stay
// that can still be called (wasm.mjs), except two libraries whose callers are not shipped. Every word of the text counts as
// a name, so more stays than is used. Besides, one line changes (LINK_CHECK).

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

import { trimWasm } from "./wasm.mjs";

const [from, to] = process.argv.slice(2);
/** Names that the script uses only after checking that they exist, and in each other. */
const ABSENT = ["SDL", "Browser"];
/** Statements that start libraries which nothing else reaches. */
const UNUSED_START = /^(registerPostMainLoop|registerPreMainLoop|MainLoop)\b/;
/** The script requires an address for each C function that the wasm declares. The change allows none for OpenGL's. */
const LINK_CHECK = ["if(!value&&!entry.required){continue}", "if(!value){continue}"];
/** Libraries without callers: sources.py leaves bz2 out, and CPython does not use the streams of C++. */
const UNUSED = /^(BZ2_|_ZNK?St3__2)/;
/** The function that sets up these streams at each start. */
const STREAM_SETUP = /^_ZNSt3__28ios_base4InitC[12]Ev$/;
const { TrueKeyword, FalseKeyword, NullKeyword, ArrowFunction, FunctionExpression, Identifier } = ts.SyntaxKind;
const SIDE_EFFECT_FREE_KINDS = new Set([
  TrueKeyword,
  FalseKeyword,
  NullKeyword,
  ArrowFunction,
  FunctionExpression,
  Identifier,
]);

const read = (name) => readFileSync(join(from, name), "utf8");
const wasm = readFileSync(join(from, "pyodide.asm.wasm"));
const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
const stock = read("pyodide.asm.js");
if (!stock.includes(LINK_CHECK[0]))
  throw new Error("Pyodide's script no longer checks its links as expected: see LINK_CHECK.");
const script = cut(stock.replace(...LINK_CHECK));

mkdirSync(to, { recursive: true });
writeFileSync(join(to, "pyodide.asm.js"), script);
writeFileSync(
  join(to, "pyodide.asm.wasm"),
  trimWasm(wasm, { kept: new Set(wordsOf(script)), unused: UNUSED, replaced: STREAM_SETUP }),
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

/** The body of the function that creates a Pyodide, which contains nearly all code. */
function longestBlock(file) {
  let longest = null;
  const look = (node) => {
    if (ts.isBlock(node) && !(longest?.statements.length > node.statements.length)) longest = node;
    ts.forEachChild(node, look);
  };
  look(file);
  return longest;
}

/** A statement, and the condition under which it stays. @returns {Part} */
function partOf(node, file) {
  const text = node.getFullText(file);
  const always = { text, needed: () => !UNUSED_START.test(text.trim()) };
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return forNames([node.name.text], text);
  if (ts.isVariableStatement(node)) {
    const found = node.declarationList.declarations;
    if (!found.every(({ name, initializer }) => ts.isIdentifier(name) && isSideEffectFree(initializer))) return always;
    const names = found.map(({ name }) => name.text);
    return forNames(names, names[0] === "wasmImports" ? usedImports(found[0], file) : text);
  }
  const set = ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression) ? node.expression : null;
  if (set?.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !isSideEffectFree(set.right)) return always;
  // `Module["x"] = x` stays if x is named, `x.sig = …` if x is.
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

/** Whether evaluating an expression has no side effect. */
function isSideEffectFree(value) {
  if (!value || SIDE_EFFECT_FREE_KINDS.has(value.kind)) return true;
  if (ts.isPrefixUnaryExpression(value)) return isSideEffectFree(value.operand);
  if (ts.isPropertyAccessExpression(value)) return isSideEffectFree(value.expression);
  if (ts.isBinaryExpression(value))
    return (
      value.operatorToken.kind === ts.SyntaxKind.EqualsToken && ofModule(value.left) && isSideEffectFree(value.right)
    );
  if (ts.isObjectLiteralExpression(value))
    return value.properties.every((each) => !ts.isPropertyAssignment(each) || isSideEffectFree(each.initializer));
  if (ts.isArrayLiteralExpression(value)) return value.elements.every(isSideEffectFree);
  if (ts.isElementAccessExpression(value)) return ["Module", "wasmExports"].includes(value.expression.text);
  return ts.isLiteralExpression(value);
}

function ofModule(target) {
  return ts.isElementAccessExpression(target) && target.expression.text === "Module";
}

/** The list of functions for the wasm, without those that it does not import. */
function usedImports({ initializer }, file) {
  const names = new Set(imports.map(({ name }) => name));
  const kept = initializer.properties.filter(
    (each) => names.has(each.name.text) && !/^emscripten_gl/.test(each.name.text),
  );
  return `var wasmImports={${kept.map((each) => each.getText(file)).join(",")}};`;
}

function wordsOf(text) {
  return (text.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => !ABSENT.includes(word));
}
