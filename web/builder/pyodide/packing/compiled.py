"""Modules as code: compiled by the Python that runs them, without what only a reader needs."""

import ast
import marshal


def stripped(source):
    """A module as its syntax tree, without docstrings and annotations of functions."""
    tree = untyped(ast.parse(source))
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        if isinstance(node, ast.ClassDef):
            # A dataclass without a docstring would build one, slowly, at each start.
            node.body[0] = ast.Expr(ast.Constant("-"))
        else:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def untyped(tree):
    """A syntax tree without the annotations of functions."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not any(map(reads_types, node.decorator_list)):
            node.returns = None
            given = node.args
            for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if argument:
                    argument.annotation = None
    return tree


def without_unused(tree):
    """A function written by a dataclass, without its parameters for types that nothing uses any more."""
    [function] = tree.body
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    function.args.args = [each for each in function.args.args if each.arg in used]
    function.args.kwarg = ast.arg("_")
    return ast.fix_missing_locations(tree)


def reads_types(decorator):
    """Whether a decorator is a `register` of functools.singledispatch, which reads the annotation of the argument."""
    return isinstance(decorator, ast.Attribute) and decorator.attr == "register"


def code(tree, path, *, mode="exec", optimize=0):
    """A syntax tree, compiled and marshaled. pack.mjs starts Python so that it notes no columns."""
    return dumps(compile(tree, path, mode, dont_inherit=True, optimize=optimize))


def with_lines_of_statements(tree):
    """A syntax tree in which each expression has the line of its statement, which is all that a traceback shows."""
    for statement in ast.walk(tree):
        if isinstance(statement, (ast.stmt, ast.ExceptHandler)):
            for node in ast.walk(statement):
                is_own_line = isinstance(node, (ast.stmt, ast.ExceptHandler))
                place(node, node.lineno if is_own_line else statement.lineno)
    return tree


def without_lines(tree):
    """A syntax tree all of which is in line 1: nobody has the sources of the library at hand."""
    for node in ast.walk(tree):
        place(node, 1)
    return tree


def place(node, line):
    """Move a node to the start of a line, if it has a place."""
    if hasattr(node, "lineno"):
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = 0


def dumps(value):
    """A value, marshaled so that the bytes depend on the value alone.

    Marshal marks each object that something else refers to, and a Python that has made other packs before may refer to
    more of them. Here something else refers to each.
    """
    held = list(parts(value))
    return marshal.dumps(held[0])


def parts(value):
    """A value, and all values in it."""
    yield value
    if isinstance(value, dict):
        inner = (*value, *value.values())
    elif isinstance(value, (frozenset, list, tuple)):
        inner = value
    else:
        inner = [getattr(value, name) for name in PARTS_OF_CODE if hasattr(value, name)]
    for each in inner:
        yield from parts(each)


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
