"""Replaces Pyodide's own `_base` in the worker.

That module runs texts as a notebook would, and on import brings ast, tokenize, textwrap and more along. Pyodide's start
evaluates a few short texts of one line, and the worker imports by name.
"""

from importlib import import_module
from typing import Any

_ONLY_A_TREE = 0x400


def eval_code(source: str, globals: dict[str, Any] | None = None, **_: Any) -> Any:
    """Run source text; return the value of its last line if that is an expression."""
    scope = {} if globals is None else globals
    if "\n" not in source:
        # As in Pyodide: statements, then a value. Loading `ast` would take longer than everything else here.
        before, _, value = source.rpartition(";")
        exec(before, scope)
        return eval(value.strip(), scope)
    import _ast

    *steps, last = compile(source, "<exec>", "exec", _ONLY_A_TREE).body
    if not isinstance(last, _ast.Expr):
        steps.append(last)
    exec(compile(_ast.Module(steps, []), "<exec>", "exec"), scope)
    return eval(compile(_ast.Expression(last.value), "<exec>", "eval"), scope) if isinstance(last, _ast.Expr) else None


def pyimport_impl(path: str) -> Any:
    """A module, or an attribute of a module, by its dotted name."""
    stem, dot, name = path.rpartition(".")
    if not dot:
        return import_module(path)
    module = import_module(stem)
    return getattr(module, name) if hasattr(module, name) else import_module(path)
