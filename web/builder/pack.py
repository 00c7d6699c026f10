"""Runs inside Pyodide (see pack.mjs): compiles the Python that the site's worker will need, and no more.

Three steps, each in a Python of its own:
    trace   walks every entry point in /work/core (pyrules, web) -> /work/traced.json
    std     compiles the traced part of the library, other people's packages included -> /work/std.zip
    others  core, or the id of a game: compiles that part of /work/core -> /work/<step>.zip

Compiling here, with the very Python that will run the result, is what makes the boot quick: the stock library is
source, and each boot would compile it anew. A fresh Python for each step, because marshal writes down which objects
happen to be shared: a pack must depend on its sources alone.
"""

import ast
import os
import sys

CORE = "/work/core"
LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"

# Modules that a traced run does not import but a real one may, each with its reason.
LAZY = (
    "_colorize",  # a traceback in the worker's answer
    "_pylong",  # int() and str() of very long numbers
    "difflib",  # "did you mean"
    "encodings.ascii",  # asked for by name, as the next three
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_8_sig",
    "jinja2.constants",  # lorem ipsum
    "jinja2.debug",  # an error inside a template
    "string.templatelib",  # a t-string, or a traceback through one
    "textwrap",
)


def main(step):
    sys.path.insert(0, CORE)
    if step == "trace":
        trace()
    elif step == "std":
        write_pack(step, library_entries())
    else:
        write_pack(step, our_entries(step))


def trace():
    exercise()
    used = {name for name, module in sys.modules.items() if origin(module).startswith(LIBRARY)}

    import json

    with open("/work/traced.json", "w") as out:
        json.dump(sorted(used | existing(LAZY)), out)


def origin(module):
    return getattr(getattr(module, "__spec__", None), "origin", None) or ""


def existing(names):
    import importlib.util

    return {name for name in names if importlib.util.find_spec(name)}


# Tracing


def exercise():
    """Walk every entry point, error paths too, so that each module that is needed has been imported."""
    import json
    import random  # noqa: F401
    import traceback

    import pyrules
    from web import endpoint

    def ask(**request):
        return json.loads(endpoint.handle(json.dumps(request)))

    ask(kind="systems")
    ask(kind="no such kind")
    ask(kind="fairness", counts={"6": [9, 8, 7, 6, 5, 4]})
    for system in pyrules.SYSTEMS:
        nonsense = [["no_such_rule", "1"], *([name, "nonsense"] for name in system.table_rules)]
        ask(kind="house", system=system.id, pairs=nonsense)
        for calculator in system.calculators:
            asked = {"calculator": calculator.id, "inputs": dict(calculator.start)}
            answer = ask(kind="answer", **asked)
            if not answer["ok"]:
                raise RuntimeError(f"{calculator.id} refuses its own start: {answer['problems']}")
            ask(kind="roll", **asked)
            ask(kind="share", link=f"https://example.org/#{calculator.id}", **asked)
            ask(kind="roll", faces=[], **asked)
            ask(kind="sweep", **asked)
            ask(kind="compare", vs=answer["link"], **asked)
            bad_pairs = [["no_such_field", "1"], *([name, "nonsense"] for name in calculator.start)]
            ask(kind="answer", calculator=calculator.id, pairs=bad_pairs)
            ask(kind="answer", calculator=calculator.id, pairs=[])
            ask(kind="answer", calculator=calculator.id, inputs={"no_such_field": 1})
    ask(kind="answer", calculator="no.such", inputs={})
    for broken in ("not_a_name", "object().no_such", "import no.such", "(", "1 / 0", "int('x')"):
        try:
            exec(broken, {})
        except Exception:
            traceback.format_exc()


# Packing


def our_entries(part):
    """One part of our Python, the tables of facts in it and, in the core, the templates as compiled modules."""
    entries = {}
    for path in sorted(files_below(CORE)):
        name = path.removeprefix(CORE + "/")
        if part_of(name) != part or name.startswith("web/templates/"):
            continue
        if name.endswith(".py"):
            entries[name + "c"] = pyc(read(path), lean(read(path)), name)
        else:
            entries[name] = read(path)
    return entries | (compiled_templates() if part == "core" else {})


def part_of(name):
    """Each game has a pack of its own, so that an update brings what has changed and no more."""
    parts = name.split("/")
    return parts[2] if parts[:2] == ["pyrules", "systems"] and len(parts) > 3 else "core"


def compiled_templates():
    import jinja2

    from web import views

    folder = CORE + "/web/templates"
    environment = views.environment(jinja2.FileSystemLoader(folder))
    entries = {}
    for name in sorted(environment.list_templates()):
        source, _, _ = environment.loader.get_source(environment, name)
        python = environment.compile(source, name, f"web/templates/{name}", raw=True, defer_init=True).encode()
        module = jinja2.ModuleLoader.get_module_filename(name)
        path = f"web/templates_compiled/{module}"
        entries[path + "c"] = pyc(python, python, path)
    return entries


def library_entries():
    """The traced modules of other people, without docstrings and line tables."""
    import json
    import zipimport

    stock = zipimport.zipimporter(LIBRARY.rstrip("/"))
    entries = {}
    for name in json.loads(read("/work/traced.json")):
        folder = name.replace(".", "/")
        path = folder + ("/__init__.py" if stock.is_package(folder) else ".py")
        source = stock.get_data(LIBRARY + path)
        entries[path + "c"] = pyc(source, source, path, optimize=2, line_table=lambda code: b"")
    return entries


def lean(source):
    """A module as its syntax tree, without what only its reader needs: docstrings, and the types of functions."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            given = node.args
            for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if argument:
                    argument.annotation = None
        # A dataclass without a docstring would write itself one, slowly, at each start.
        if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def pyc(source, parsed, path, *, optimize=0, line_table=None):
    """Compiled code with an unchecked hash header, so that nobody looks for a source or at a clock."""
    import importlib.util
    import marshal

    code = compile(parsed, path, "exec", dont_inherit=True, optimize=optimize)
    code = with_lines(code, line_table or lines_only)
    header = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
    return header + marshal.dumps(code)


def with_lines(code, line_table):
    inner = tuple(with_lines(each, line_table) if isinstance(each, type(code)) else each for each in code.co_consts)
    return code.replace(co_linetable=line_table(code), co_consts=inner)


def lines_only(code):
    """The code's line table without its columns, which would point into sources that nobody has here.

    The format is CPython's (InternalDocs/code_objects.md): entries for up to 8 code units, each beginning with a byte
    of kind and length. Kind 13 is a line without columns, as the difference to the one before; 15 is no line at all.
    """
    table, before = bytearray(), code.co_firstlineno
    for start, end, line in code.co_lines():
        units = (end - start) // 2
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


def files_below(folder):
    for parent, _, names in os.walk(folder):
        if not parent.endswith("__pycache__"):
            yield from (f"{parent}/{name}" for name in names)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write_pack(name, entries):
    """A zip with one entry: the archive for Python, squeezed as a whole, which is a quarter smaller than file by file.

    The archive itself is stored, so Python reads it without inflating anything; the browser has done that.
    """
    import io
    import zipfile

    inner = io.BytesIO()
    write_zip(inner, entries, zipfile.ZIP_STORED)
    write_zip(f"/work/{name}.zip", {f"{name}.zip": inner.getvalue()}, zipfile.ZIP_DEFLATED)


def write_zip(target, entries, compression):
    """The same entries give the same bytes: sorted, one fixed time, one compression."""
    import zipfile

    with zipfile.ZipFile(target, "w", compresslevel=9) as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = compression
            archive.writestr(info, entries[name])


main(os.environ["PACK_STEP"])
