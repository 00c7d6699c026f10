"""Modules as code: compiled by the Python that runs them, without what only a reader needs."""

import ast
import dis
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


def code(parsed, path, *, optimize=0, line_table=None):
    """A syntax tree, compiled and marshaled."""
    compiled = compile(parsed, path, "exec", dont_inherit=True, optimize=optimize)
    return marshal.dumps(with_lines(compiled, line_table or lines_of_faults))


def with_lines(code, line_table):
    """Code whose line tables, and those of the code in it, `line_table` has made."""
    inner = tuple(with_lines(each, line_table) if isinstance(each, type(code)) else each for each in code.co_consts)
    return code.replace(co_linetable=line_table(code), co_consts=inner)


# Instructions that cannot raise: no traceback asks for their lines.
HARMLESS = """
    CACHE COPY COPY_FREE_VARS END_FOR EXTENDED_ARG JUMP_FORWARD LOAD_CLOSURE LOAD_CONST LOAD_FAST LOAD_FAST_AND_CLEAR
    LOAD_FAST_LOAD_FAST LOAD_LOCALS MAKE_CELL MAKE_FUNCTION NOP POP_JUMP_IF_FALSE POP_JUMP_IF_NONE
    POP_JUMP_IF_NOT_NONE POP_JUMP_IF_TRUE POP_TOP PUSH_NULL RETURN_CONST RETURN_VALUE SET_FUNCTION_ATTRIBUTE STORE_DEREF
    STORE_FAST STORE_FAST_LOAD_FAST STORE_FAST_STORE_FAST STORE_NAME SWAP
"""


def lines_of_faults(code):
    """The line table of code for the instructions that can raise; each other one gets the line before it.

    It has no columns: they would point into sources that the worker does not have.
    """
    harmless = HARMLESS.split()
    risky = {one.offset for one in dis.get_instructions(code) if one.opname not in harmless}
    spans = []
    for start, end, line in code.co_lines():
        if not spans or (risky.intersection(range(start, end, 2)) and line != spans[-1][1]):
            spans.append([0, line])
        spans[-1][0] += (end - start) // 2
    return line_table(spans, code.co_firstlineno)


def no_lines(code):
    """The empty line table, for other people's code; packs.py adapts `traceback` to it."""
    return b""


def line_table(spans, before):
    """CPython's line table (InternalDocs/code_objects.md) for spans of code units, each with its line.

    An entry is for up to 8 code units and begins with a byte of kind and length. Kind 13 is a line without columns, as
    the difference to the line before; kind 15 is no line at all.
    """
    table = bytearray()
    for units, line in spans:
        while units > 0:
            length = min(units, 8)
            units -= length
            table.append(0x80 | (15 if line is None else 13) << 3 | length - 1)
            if line is not None:
                table += signed_number(line - before)
                before = line
    return bytes(table)


def signed_number(number):
    """A varint: six bits a byte, lowest first, with a flag on all but the last; the sign is the lowest bit."""
    left = (-number << 1 | 1) if number < 0 else number << 1
    digits = bytearray()
    while left >= 64:
        digits.append(64 | left & 63)
        left >>= 6
    digits.append(left)
    return digits
