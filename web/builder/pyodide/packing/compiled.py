"""Modules as code: compiled by the Python that will run them, without what only a reader needs."""

import ast
import dis
import marshal


def lean(source):
    """A module as its syntax tree, without what only its reader needs: docstrings, and the types of functions."""
    tree = untyped(ast.parse(source))
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        if isinstance(node, ast.ClassDef):
            # A dataclass without a docstring would write itself one, slowly, at each start.
            node.body[0] = ast.Expr(ast.Constant("-"))
        else:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def untyped(tree):
    """A syntax tree whose functions do not tell their types."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not any(map(reads_types, node.decorator_list)):
            node.returns = None
            given = node.args
            for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if argument:
                    argument.annotation = None
    return tree


def without_unused(tree):
    """A text of dataclasses, whose function takes the types of all fields, without what it then has no use for."""
    [function] = tree.body
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    function.args.args = [each for each in function.args.args if each.arg in used]
    function.args.kwarg = ast.arg("_")
    return ast.fix_missing_locations(tree)


def reads_types(decorator):
    """functools.singledispatch goes by what a registered function says of its argument."""
    return isinstance(decorator, ast.Attribute) and decorator.attr == "register"


def code(parsed, path, *, optimize=0, line_table=None):
    """A syntax tree, compiled and marshaled."""
    compiled = compile(parsed, path, "exec", dont_inherit=True, optimize=optimize)
    return marshal.dumps(with_lines(compiled, line_table or lines_of_faults))


def with_lines(code, line_table):
    inner = tuple(with_lines(each, line_table) if isinstance(each, type(code)) else each for each in code.co_consts)
    return code.replace(co_linetable=line_table(code), co_consts=inner)


# Instructions that do what they do, whatever they are given: no traceback asks for their lines.
HARMLESS = """
    CACHE COPY COPY_FREE_VARS END_FOR EXTENDED_ARG JUMP_FORWARD LOAD_CLOSURE LOAD_CONST LOAD_FAST LOAD_FAST_AND_CLEAR
    LOAD_FAST_LOAD_FAST LOAD_LOCALS MAKE_CELL MAKE_FUNCTION NOP POP_JUMP_IF_FALSE POP_JUMP_IF_NONE
    POP_JUMP_IF_NOT_NONE POP_JUMP_IF_TRUE POP_TOP PUSH_NULL RETURN_CONST RETURN_VALUE SET_FUNCTION_ATTRIBUTE STORE_DEREF
    STORE_FAST STORE_FAST_LOAD_FAST STORE_FAST_STORE_FAST STORE_NAME SWAP
"""


def lines_of_faults(code):
    """The code's line table for the instructions that can fail, the others being told of as what is before them.

    And without columns, which would point into sources that nobody has here.
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
    """For what is not ours to mend; packs.py makes `traceback` bear with it."""
    return b""


def line_table(spans, before):
    """So many code units of each line, as CPython has it (InternalDocs/code_objects.md).

    Entries are for up to 8 code units, each beginning with a byte of kind and length. Kind 13 is a line without
    columns, as the difference to the one before; 15 is no line at all.
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
    """Six bits a byte, lowest first, with a flag on all but the last; the sign is the lowest bit."""
    left = (-number << 1 | 1) if number < 0 else number << 1
    digits = bytearray()
    while left >= 64:
        digits.append(64 | left & 63)
        left >>= 6
    digits.append(left)
    return digits
