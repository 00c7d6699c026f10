"""Modules as code: compiled by the Python that runs them, without what only a reader needs."""

import ast
import importlib.util
import marshal
import os
from types import CodeType

from .places import CORE, read

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


UNCHECKED = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little")
"""What a file of code begins with that Python imports without a look at its source, before the hash of that."""
HASH_LENGTH = 8


def compile_source(name):
    """Compile one of our modules beside its source, where Python looks for it."""
    path = f"{CORE}/{name}"
    source = read(path)
    target = importlib.util.cache_from_source(path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(f"{target}.new", "wb") as out:
        out.write(UNCHECKED + importlib.util.source_hash(source) + code(stripped(source), name))
    os.replace(f"{target}.new", target)


def code_of_source(name):
    """The marshaled code of one of our modules that has been compiled."""
    return read(importlib.util.cache_from_source(f"{CORE}/{name}"))[len(UNCHECKED) + HASH_LENGTH :]


def stripped(source):
    """A module as its syntax tree, without docstrings and annotations of functions.

    Each expression is in the line of its statement, which is all that a traceback shows.
    """
    return shortened(ast.parse(source), documented=False)


def without_lines(tree):
    """A syntax tree without annotations of functions, all of it in line 1: nobody has its source at hand."""
    return shortened(tree, only_line=1)


def shortened(tree, *, documented=True, only_line=None):
    """A syntax tree without annotations of functions, changed in one walk.

    Each expression moves to the line of its statement, or every node to `only_line`.
    """
    steps = [(tree, only_line or 1)]
    while steps:
        node, line = steps.pop()
        kind = type(node)
        if kind in FUNCTIONS:
            untyped(node)
        has_place, has_line, names = facts_of(kind)
        if has_line and not only_line:
            line = node.lineno
        if has_place:
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
        if not documented and kind in DOCUMENTED:
            undocumented(node)
        for name in names:
            held = getattr(node, name)
            if type(held) is list:
                steps += [(each, line) for each in held if isinstance(each, ast.AST)]
            elif isinstance(held, ast.AST):
                steps.append((held, line))
    return tree


FACTS = {}


def facts_of(kind):
    """Of a kind of nodes: whether it has a place, whether its line stays, and the names of what may hold nodes."""
    if kind not in FACTS:
        has_line = issubclass(kind, (ast.stmt, ast.ExceptHandler))
        names = [] if issubclass(kind, ast.expr_context) else kind._fields
        FACTS[kind] = "lineno" in kind._attributes, has_line, names
    return FACTS[kind]


def undocumented(node):
    """Take the docstring out of a node."""
    if ast.get_docstring(node, clean=False) is None:
        return
    if isinstance(node, ast.ClassDef):
        # A dataclass without a docstring would build one, slowly, at each start.
        node.body[0] = ast.Expr(ast.Constant("-"), lineno=node.lineno)
    else:
        node.body = node.body[1:] or [ast.Pass(lineno=getattr(node, "lineno", 1))]


def untyped(function):
    """Take the annotations out of a function."""
    if any(map(reads_types, function.decorator_list)):
        return
    function.returns = None
    given = function.args
    for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if argument:
            argument.annotation = None


def reads_types(decorator):
    """Whether a decorator is a `register` of functools.singledispatch, which reads the annotation of the argument."""
    return isinstance(decorator, ast.Attribute) and decorator.attr == "register"


def without_unused(tree):
    """A function written by a dataclass, without its annotations and its parameters for types that nothing uses."""
    tree = without_lines(tree)
    [function] = tree.body
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    function.args.args = [each for each in function.args.args if each.arg in used]
    function.args.kwarg = ast.arg("_", lineno=1, end_lineno=1, col_offset=0, end_col_offset=0)
    return tree


def code(tree, path, *, mode="exec", optimize=0):
    """A syntax tree, compiled and marshaled. pack.mjs starts Python so that it notes no columns."""
    return dumps(compile(tree, path, mode, dont_inherit=True, optimize=optimize))


def dumps(value):
    """A value, marshaled so that the bytes depend on the value alone.

    Marshal marks each object that something else refers to, and a Python that has made other packs before may refer to
    more of them. Here something else refers to each.
    """
    held = [value]
    for each in held:  # the loop appends to it
        kind = type(each)
        if kind is dict:
            held += each
            held += each.values()
        elif kind in (frozenset, list, tuple):
            held += each
        elif kind is CodeType:
            held += [getattr(each, name) for name in PARTS_OF_CODE]
    return marshal.dumps(value)


PARTS_OF_CODE = (
    "co_consts",
    "co_names",
    "co_varnames",
    "co_freevars",
    "co_cellvars",
    "co_filename",
    "co_name",
    "co_qualname",
    "co_linetable",
    "co_exceptiontable",
)
