// trim.mjs: Pyodide's script and wasm without the parts that our worker cannot reach.
//
// node trim.mjs <pyodide folder> <target folder>
//
// Pyodide's script contains the browser's side of every C library (OpenGL, SDL, fonts, sound). Its wasm exports each of its
// 9,700 symbols, because packages with compiled code find symbols by name. We load no such package.
// Of the script's statements those stay that are reached by name: from code that runs at the start, from pyodide.mjs, or
// from the wasm's imports. Every word of a statement counts as a name, so more stays than is used. Of the wasm's exports
// those stay that the remaining script names; Binaryen then removes what nothing in the wasm refers to. As the wasm then
// imports less, both steps are repeated until nothing changes; only then is the wasm written, which takes a second.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import binaryen from "binaryen";
import ts from "typescript";

const [SCRIPT, WASM] = ["pyodide.asm.js", "pyodide.asm.wasm"];
const [from, to] = process.argv.slice(2);
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
const stock = readFileSync(join(from, WASM));
const text = read(SCRIPT);
const file = ts.createSourceFile(SCRIPT, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
const body = largestBlock();
const parts = body.statements.map(partOf);
const loader = read("pyodide.mjs");

const { script, wasm } = trimmed();
mkdirSync(to, { recursive: true });
writeFileSync(join(to, SCRIPT), script);
writeFileSync(join(to, WASM), wasm);

function trimmed() {
  const module = binaryen.readBinary(stock);
  const compiled = new WebAssembly.Module(stock);
  const named = new Set(WebAssembly.Module.exports(compiled).map(({ name }) => name));
  const others = WebAssembly.Module.imports(compiled).filter(({ kind }) => !["function", "global"].includes(kind));
  for (let script = text; ; ) {
    const shorter = cut(new Set([...importsOf(module), ...others.map(({ name }) => name)]));
    const words = new Set(wordsOf(shorter + loader));
    const unnamed = [...named].filter((name) => !words.has(name));
    if (shorter.length === script.length && !unnamed.length) return { script, wasm: module.emitBinary() };
    script = shorter;
    for (const name of unnamed) {
      module.removeExport(name);
      named.delete(name);
    }
    module.runPasses(["remove-unused-module-elements"]);
  }
}

/** The names of the functions and addresses that a module imports; they may repeat. */
function* importsOf(module) {
  for (let at = 0; at < module.getNumFunctions(); at += 1)
    yield binaryen.getFunctionInfo(module.getFunctionByIndex(at)).base;
  for (let at = 0; at < module.getNumGlobals(); at += 1) yield binaryen.getGlobalInfo(module.getGlobalByIndex(at)).base;
}

// The script

/**
 * A statement. It stays if one of its `names` is used, or always if it has none. `imports` are the functions for the wasm.
 *
 * @typedef {{text: string, names?: string[], imports?: ts.NodeArray<any>}} Part
 */

/** The script for a wasm that imports these names. */
function cut(imported) {
  const textOf = (part) => (part.imports ? usedImports(part.imports, imported) : part.text);
  const [before, after] = [text.slice(0, body.statements.pos), text.slice(body.statements.end)];
  const words = new Set(wordsOf(before + after + loader));
  const kept = new Set();
  for (let count = -1; count < kept.size; ) {
    count = kept.size;
    for (const part of parts) {
      if (kept.has(part) || !(part.names?.some((name) => words.has(name)) ?? true)) continue;
      kept.add(part);
      for (const word of wordsOf(textOf(part))) words.add(word);
    }
  }
  const left = parts.filter((part) => kept.has(part)).map(textOf);
  return before + left.join("") + after;
}

/** The body of the function that creates a Pyodide: of all blocks the largest, by statements and by text. */
function largestBlock() {
  let [largest, most] = [null, 0];
  const look = (node) => {
    const size = ts.isBlock(node) ? node.statements.length * node.getFullWidth() : 0;
    if (size > most) [largest, most] = [node, size];
    ts.forEachChild(node, look);
  };
  look(file);
  return largest;
}

/** @returns {Part} */
function partOf(node) {
  const text = node.getFullText(file);
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return { text, names: [node.name.text] };
  if (ts.isVariableStatement(node)) {
    const found = node.declarationList.declarations;
    if (!found.every(({ name, initializer }) => ts.isIdentifier(name) && isSideEffectFree(initializer)))
      return { text };
    const names = found.map(({ name }) => name.text);
    return { text, names, imports: names[0] === "wasmImports" ? found[0].initializer.properties : undefined };
  }
  const set = ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression) ? node.expression : null;
  if (set?.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !isSideEffectFree(set.right)) return { text };
  // `Module["x"] = x` stays if x is named, `x.sig = …` if x is.
  const { left } = set;
  if (ts.isElementAccessExpression(left) && left.expression.getText(file) === "Module")
    return { text, names: [left.argumentExpression.text] };
  if (ts.isPropertyAccessExpression(left) && ["sig", "stub"].includes(left.name.text))
    return { text, names: [left.expression.getText(file)] };
  return { text };
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
function usedImports(properties, imported) {
  const kept = properties.filter((each) => imported.has(each.name.text)).map((each) => each.getText(file));
  return `var wasmImports={${kept.join(",")}};`;
}

function wordsOf(text) {
  return text.match(/[A-Za-z_$][\w$]*/g) ?? [];
}
