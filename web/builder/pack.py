"""Runs inside Pyodide (see pack.mjs): compiles the Python that the site's worker will need, and no more.

Three steps, each in a Python of its own:
    trace   walks every entry point in /work/core (pyrules, web) -> /work/traced.json
    std     compiles the traced part of the library, other people's packages included -> /work/std.zip
    others  core, or a part of a game, as /work/parts.json has it: compiles that of /work/core -> /work/<step>.zip

Compiling here, with the very Python that will run the result, is what makes the boot quick: the stock library is
source, and each boot would compile it anew. So would it each text that a dataclass writes, and each pattern: the trace
notes them, and a pack brings them ready made. A fresh Python for each step, because marshal writes down which objects
happen to be shared: a pack must depend on its sources, and on what was noted of them, alone.

stand_ins/packs.py tells how a pack looks, and reads it.
"""

import ast
import functools
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
    "textwrap",
)


# What only the build imports: for tables of facts, which arrive parsed, and to point into lines of source.
BUILD_ONLY = ("ast", "pkgutil", "tomllib")


def main(step):
    sys.path.insert(0, CORE)
    if step == "trace":
        trace()
    elif step == "std":
        write_library()
    else:
        write_pack(step, f"{step}.pack", pack(step, our_modules(step), our_tables(step)))


# Tracing


def trace():
    notes = Notes()
    exercise()
    calculators = where_calculators_stand()
    for game, found in calculators.items():
        try_alone(game, found)
    held = list(sys.modules)
    early = held[: held.index("packs")]
    used = [name for name in held if origin(sys.modules[name]).startswith(LIBRARY)]
    left_out = {name for name in used if name.partition(".")[0] in BUILD_ONLY}

    import json

    import pyrules

    traced = {
        "early": sorted(set(used) & {*early, "packs", "sitecustomize"}),
        "library": sorted({*used, *existing(LAZY)} - left_out),
        "calculators": calculators,
        "rules": {system.id: told_rules(system) for system in pyrules.SYSTEMS},
        "parts": {part: repr(noted) for part, noted in sorted(notes.by_part.items())},
    }
    with open("/work/traced.json", "w") as out:
        json.dump(traced, out)


def origin(module):
    return getattr(getattr(module, "__spec__", None), "origin", None) or ""


def existing(names):
    import importlib.util

    return {name for name in names if importlib.util.find_spec(name)}


class Notes:
    """What modules would compile at each start: texts for dataclasses and named tuples, and patterns.

    Noted by the part that they belong to: `texts`, with how each is to be compiled, and `patterns`, with what `re` made
    of each.
    """

    def __init__(self):
        import collections
        import dataclasses
        import re._compiler as patterns

        self.by_part = {}
        self._module = patterns
        self._compile, self._build = patterns.compile, patterns._sre.compile
        dataclasses.exec = lambda text, scope, names: exec(self._text(text, "exec"), scope, names)
        collections.eval = lambda text, scope: eval(self._text(text, "eval"), scope)
        patterns.compile = self._pattern
        for _, pattern, flags in list(re_cache()):
            self._pattern(pattern, flags, part="std")

    def _text(self, text, mode):
        self._part(owner())["texts"][text] = mode
        return text

    def _pattern(self, pattern, flags=0, part=None):
        held = []
        if not isinstance(pattern, (str, bytes)):
            return self._compile(pattern, flags)

        class Noting:
            def __getattr__(_, name):  # noqa: N805
                return getattr(sre, name)

            def compile(_, *parts):  # noqa: N805
                held.extend(parts)
                return self._build(*parts)

        sre, self._module._sre = self._module._sre, Noting()
        try:
            made = self._compile(pattern, flags)
        finally:
            self._module._sre = sre
        if held:
            # Plain numbers; `re` gives some of them names.
            text, flags_found, steps, *groups = held
            parts = [text, int(flags_found), [int(step) for step in steps], *groups]
            self._part(part or owner())["patterns"][pattern, int(flags)] = parts
        return made

    def _part(self, name):
        return self.by_part.setdefault(name, {"texts": {}, "patterns": {}})


def re_cache():
    import re

    return re._cache


def owner():
    """The part whose module is being imported, or at work."""
    makers = ("collections", "dataclasses", "enum", "re", "re._compiler", "typing", "__main__")
    frame = sys._getframe(1)
    while frame and frame.f_globals.get("__name__") in makers:
        frame = frame.f_back
    name = frame.f_globals.get("__name__", "") if frame else ""
    if name.partition(".")[0] not in ("pyrules", "web"):
        return "std"
    path = name.replace(".", "/")
    return part_of(f"{path}.py") or part_of(f"{path}/__init__.py")


def told_rules(system):
    """The rules whose words stand under an answer's figures (web/why.py)."""
    return sorted({output.rule for calculator in system.calculators for output in calculator.outputs if output.rule})


def where_calculators_stand():
    """For each game and calculator, a module that has it, and its name there."""
    import pyrules

    found = {}
    for system in pyrules.SYSTEMS:
        package = f"pyrules.systems.{system.id}."
        topics = {name: vars(module) for name, module in sys.modules.items() if name.startswith(package)}
        for calculator in system.calculators:
            own = [calculator.inputs.__module__, calculator.work.__module__]
            places = [
                (module not in own, module, name)
                for module, held in topics.items()
                for name, value in held.items()
                if value is calculator
            ]
            _, module, name = min(places)
            found.setdefault(system.id, {})[calculator.slug] = [module, name]
    return found


def try_alone(game, calculators):
    """Each calculator can be imported before, and without, the rest of its game; the worker will do so."""
    import importlib
    import types

    package = f"pyrules.systems.{game}"
    held = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")}
    for module, name in calculators.values():
        for each in [each for each in sys.modules if f"{each}.".startswith(f"{package}.")]:
            del sys.modules[each]
        empty = sys.modules[package] = types.ModuleType(package)
        for known in ("__file__", "__loader__", "__path__", "__spec__"):
            setattr(empty, known, getattr(held[package], known))
        getattr(importlib.import_module(module), name)
    sys.modules.update(held)


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
    ask(kind="qr", link="https://example.org/")
    ask(kind="fairness", counts={"6": [9, 8, 7, 6, 5, 4]})
    for system in pyrules.SYSTEMS:
        nonsense = [["no_such_rule", "1"], *([name, "nonsense"] for name in system.table_rules)]
        ask(kind="house", system=system.id, pairs=nonsense)
        exercise_sheet(system, ask)
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


def exercise_sheet(system, ask):
    """Everything that is asked about a character of this game, ready-made ones against each other."""
    import pyrules

    sheet = pyrules.sheet(system.id)
    held = [sheet.to_pairs(sheet.parse(dict(example.data))) for example in sheet.examples]
    every = [["conditions", option.id] for option in sheet.conditions]
    for mine in held:
        for pairs in (mine, [*(pair for pair in mine if pair[0] != "conditions"), *every]):
            target = {"sheet": held[0]}
            answer = ask(kind="sheet", system=system.id, pairs=pairs, target=target)
            if not answer["ok"]:
                raise RuntimeError(f"{system.id} refuses its own character: {answer['problems']}")
            ask(kind="sheet_paper", system=system.id, pairs=pairs, target=target)
            ask(kind="sheet_rules", system=system.id, pairs=pairs)
            for calculator in system.calculators:
                ask(kind="fill", calculator=calculator.id, pairs=[], sheet=pairs, target=target)
    ask(kind="sheet", system=system.id, pairs=[["level", "nonsense"], ["no_such_field", "1"]])
    ask(kind="migrate", system=system.id, schema=1, data=held[0])
    ask(kind="migrate", system=system.id, schema=99, data=held[0])


# Packing


def pack(part, modules, tables):
    """One part as packs.py reads it; each piece is marshaled by itself, and read when it is asked for."""
    import ast
    import marshal

    import packs

    noted = ast.literal_eval(traced()["parts"].get(part, "{'texts': {}, 'patterns': {}}"))
    made = {}
    for text, mode in sorted(noted["texts"].items()):
        code = with_lines(compile(text, "<made>", mode, dont_inherit=True), lambda code: b"")
        if packs.key(text) in made:
            raise RuntimeError(f"Two texts of {part} are known by the same key; the key in packs.py is too short.")
        made[packs.key(text)] = marshal.dumps(code)
    # Sorted as texts: some patterns are bytes.
    patterns = {key: noted["patterns"][key] for key in sorted(noted["patterns"], key=repr)}
    return marshal.dumps({"modules": modules, "tables": tables, "made": made, "patterns": patterns})


def traced():
    import json

    return json.loads(read("/work/traced.json"))


def our_modules(part):
    """One part of our Python. A game's package imports nothing until it is asked for the whole game."""
    modules = {}
    for path in sorted(files_below(CORE)):
        name = path.removeprefix(CORE + "/")
        if part_of(name) != part or not name.endswith(".py"):
            continue
        module, is_package = module_name(name)
        if is_package and module.startswith("pyrules.systems."):
            modules[module] = True, code(lean(the_package(module.rpartition(".")[2])), name)
            module, is_package = f"{module}.whole", False
        modules[module] = is_package, code(lean(read(path)), name)
    return modules


def the_package(game):
    return f"""
CALCULATORS = {traced()["calculators"][game]!r}

def __getattr__(name):
    if name != "SYSTEM":
        raise AttributeError(name)
    from .whole import SYSTEM
    return SYSTEM
"""


def our_tables(part):
    """The tables of facts of a game, by the name that a module of theirs would have; of its rules, those told."""
    import marshal
    import tomllib

    tables = {}
    for path in sorted(files_below(CORE)):
        name = path.removeprefix(CORE + "/")
        if part_of(name) == part and name.endswith(".toml"):
            table = tomllib.loads(read(path).decode())
            if name.endswith("/tables/rules.toml"):
                told = traced()["rules"][name.split("/")[2]]
                table["rule"] = [rule for rule in table["rule"] if rule["id"] in told]
            tables[name.removesuffix(".toml").replace("/", ".")] = marshal.dumps(table)
    return tables


def part_of(name):
    """In which pack a source goes: runtime.py has said so."""
    return parts().get(name)


@functools.cache
def parts():
    import json

    return json.loads(read("/work/parts.json"))


def module_name(path):
    """A module's name, and whether it is a package."""
    name = path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__"), name.endswith(".__init__")


def write_library():
    """The traced modules of other people, without docstrings, line tables and the types of functions.

    What Python imports before it can read a pack lies in the archive as Python has it; the rest is its pack.
    """
    import importlib.util
    import zipimport

    stock = zipimport.zipimporter(LIBRARY.rstrip("/"))
    noted = traced()
    archive, modules = {}, {}
    for name in noted["library"]:
        folder = name.replace(".", "/")
        is_package = stock.is_package(folder)
        path = folder + ("/__init__.py" if is_package else ".py")
        source = stock.get_data(LIBRARY + path)
        compiled = code(untyped(ast.parse(source)), path, optimize=2, line_table=lambda code: b"")
        if name in noted["early"]:
            # An unchecked hash, so that nobody looks for a source or at a clock.
            header = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
            archive[path + "c"] = header + compiled
        else:
            modules[name] = is_package, compiled
    write_pack("std", "std.zip", zipped(archive | {"library.pack": pack("std", modules, {})}))


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


def reads_types(decorator):
    """functools.singledispatch goes by what a registered function says of its argument."""
    return isinstance(decorator, ast.Attribute) and decorator.attr == "register"


def code(parsed, path, *, optimize=0, line_table=None):
    """A syntax tree, compiled and marshaled."""
    import marshal

    compiled = compile(parsed, path, "exec", dont_inherit=True, optimize=optimize)
    return marshal.dumps(with_lines(compiled, line_table or lines_only))


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


def zipped(entries):
    """An archive of which Python reads each entry without inflating anything; the browser has done that."""
    import io
    import zipfile

    archive = io.BytesIO()
    write_zip(archive, entries, zipfile.ZIP_STORED)
    return archive.getvalue()


def write_pack(step, name, content):
    """A zip with one entry, squeezed as a whole, which is a quarter smaller than module by module."""
    import zipfile

    write_zip(f"/work/{step}.zip", {name: content}, zipfile.ZIP_DEFLATED)


def write_zip(target, entries, compression):
    """The same entries give the same bytes: sorted, one fixed time, one compression."""
    import zipfile

    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = compression
            # An archive's own level is not that of an entry with a time of its own.
            archive.writestr(info, entries[name], compresslevel=9)


main(os.environ["PACK_STEP"])
