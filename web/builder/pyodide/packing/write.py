"""Writes packs, as packs.py reads them."""

import ast
import functools
import importlib.util
import io
import json
import marshal
import tomllib
import zipfile
import zipimport

import packs

from .compiled import code, lean, no_lines, untyped, with_lines, without_unused
from .places import LIBRARY, part_of, read, sources


def part(name):
    """A pack of our own modules and tables."""
    write_pack(name, pack(name, our_modules(name), our_tables(name)))


def pack(part, modules, tables):
    """One part as packs.py reads it; each piece is marshaled by itself, and read when it is asked for."""
    noted = ast.literal_eval(traced()["parts"].get(part, "{'texts': {}, 'patterns': {}}"))
    made = {}
    for text, mode in sorted(noted["texts"].items()):
        tree = untyped(ast.parse(text, mode=mode))
        tree = without_unused(tree) if text.startswith("def __create_fn__(") else tree
        code = with_lines(compile(tree, "<made>", mode, dont_inherit=True), no_lines)
        if packs.key(text) in made:
            raise RuntimeError(f"Two texts of {part} are known by the same key; the key in packs.py is too short.")
        made[packs.key(text)] = marshal.dumps(code)
    # Sorted as texts: some patterns are bytes.
    patterns = {key: noted["patterns"][key] for key in sorted(noted["patterns"], key=repr)}
    return marshal.dumps({"modules": modules, "tables": tables, "made": made, "patterns": patterns})


@functools.cache
def traced():
    return json.loads(read("/work/traced.json"))


def our_modules(part):
    """One part of our Python. A game's package imports nothing until it is asked for the whole game."""
    modules = {}
    for name, path in sources():
        if part_of(name) != part or not name.endswith(".py"):
            continue
        module, is_package = module_name(name)
        if is_package and name.count("/") == 3 and module.startswith("pyrules.games."):
            modules[module] = True, code(lean(the_package(module.rpartition(".")[2])), name)
            module, is_package = f"{module}.whole", False
        modules[module] = is_package, code(lean(read(path)), name)
    return modules


def the_package(game):
    return f"""
CALCULATORS = {traced()["calculators"][game]!r}

def __getattr__(name):
    if name != "GAME":
        raise AttributeError(name)
    from .whole import GAME
    return GAME
"""


def our_tables(part):
    """The tables of facts of a game, by the name that a module of theirs would have; of its rules, those told.

    The rules that only characters need come with the module of their sheets.
    """
    tables = {}
    for name, path in sources():
        game, _, file = name.removeprefix("pyrules/games/").partition("/")
        if part_of(name) != part:
            continue
        if file == "sheet/sheet.py":
            tables[f"pyrules.games.{game}.tables.rules"] = marshal.dumps({"rule": traced()["sheet_rules"][game]})
        if file.endswith(".toml"):
            table = tomllib.loads(read(path).decode())
            if file == "tables/rules.toml":
                table["rule"] = [rule for rule in table["rule"] if rule["id"] in traced()["rules"][game]]
            tables[name.removesuffix(".toml").replace("/", ".")] = marshal.dumps(table)
    return tables


def module_name(path):
    """A module's name, and whether it is a package."""
    name = path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__"), name.endswith(".__init__")


def library():
    """The traced modules of other people, without docstrings, line tables and the types of functions.

    What Python imports before it can read a pack lies in the archive as Python has it; the rest is its pack.
    """
    stock = zipimport.zipimporter(LIBRARY.rstrip("/"))
    noted = traced()
    archive, modules = {}, {}
    for name in noted["library"]:
        folder = name.replace(".", "/")
        is_package = stock.is_package(folder)
        path = folder + ("/__init__.py" if is_package else ".py")
        source = stock.get_data(LIBRARY + path)
        compiled = code(untyped(ast.parse(source)), path, optimize=2, line_table=no_lines)
        if name in noted["early"]:
            # An unchecked hash, so that nobody looks for a source or at a clock.
            header = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
            archive[path + "c"] = header + compiled
        else:
            modules[name] = is_package, compiled
    write_pack("std", zipped(archive | {"library.pack": pack("std", modules, {})}))


def zipped(entries):
    """An archive of which Python reads each entry without inflating anything; the browser has done that."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(entries):
            # The same entries give the same bytes.
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), entries[name])
    return made.getvalue()


def write_pack(step, content):
    """What goes into a pack; it is squeezed outside, as a whole, which is a quarter smaller than module by module."""
    with open(f"/work/{step}.made", "wb") as out:
        out.write(content)
