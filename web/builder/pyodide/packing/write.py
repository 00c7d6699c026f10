"""Writes packs, as packs.py reads them."""

import ast
import importlib.util
import io
import tomllib
import zipfile
import zipimport

import packs

from .compiled import UNCHECKED, code, code_of_source, dumps, stripped, without_lines, without_unused
from .notes import LIBRARY as OF_LIBRARY
from .places import CORE, LIBRARY, contents, read, traced


def ours(name):
    """Write a pack of our own modules and tables."""
    held = contents()[name]
    modules = our_modules(held["sources"])
    noted = [module_name(source)[0] for source in held["sources"] if source.endswith(".py")]
    write_pack(name, pack(name, noted, modules, our_tables(name)))


def pack(name, noted, modules, tables):
    """A pack as packs.py reads it, with what was noted of these modules; marshal reads each piece when it is needed."""
    texts, patterns = notes_of(noted)
    made = {}
    for text, mode in sorted(texts.items()):
        shorten = without_unused if text.startswith("def __create_fn__(") else without_lines
        if packs.key(text) in made:
            raise RuntimeError(f"Two texts of {name} have the same key; the key in packs.py is too short.")
        made[packs.key(text)] = code(shorten(ast.parse(text, mode=mode)), "<made>", mode=mode)
    # Sorted as texts: some patterns are bytes.
    patterns = {key: patterns[key] for key in sorted(patterns, key=repr)}
    return dumps({"modules": modules, "tables": tables, "made": made, "patterns": patterns})


def notes_of(modules):
    """What these modules would compile: their texts with the mode of compiling each, and their patterns."""
    texts, patterns = {}, {}
    for module in modules:
        noted = traced()["noted"].get(module, {"texts": {}, "patterns": {}})
        texts |= noted["texts"]
        patterns |= {ast.literal_eval(k): ast.literal_eval(v) for k, v in noted["patterns"].items()}
    return texts, patterns


def our_modules(names):
    """The modules of a pack. A game's package imports nothing until the whole game is asked for."""
    modules = {}
    for name in names:
        if not name.endswith(".py"):
            continue
        module, is_package = module_name(name)
        if is_package and name.count("/") == 3 and module.startswith("pyrules.games."):
            modules[module] = True, code(stripped(package_of(module.rpartition(".")[2])), name)
            module, is_package = f"{module}.whole", False
        modules[module] = is_package, code_of_source(name)
    return modules


def package_of(game):
    """The source of a game's package in the worker."""
    return f"""
CALCULATORS = {traced()["calculators"][game]!r}
TABLE_RULES = {traced()["table_rules"][game]!r}

def __getattr__(name):
    if name != "GAME":
        raise AttributeError(name)
    from .whole import GAME
    return GAME
"""


def our_tables(pack_name):
    """The tables of a pack, by the name that a module of theirs would have; of the rules, the rows planned for it."""
    held = contents()[pack_name]
    tables = {
        name.removesuffix(".toml").replace("/", "."): dumps(tomllib.loads(read(f"{CORE}/{name}").decode()))
        for name in held["sources"]
        if name.endswith(".toml")
    }
    if "rules" in held:
        game = pack_name.partition("-")[0]
        tables[f"pyrules.games.{game}.tables.rules"] = dumps({"rule": held["rules"]})
    return tables


def module_name(path):
    """A module's name, and whether it is a package."""
    name = path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__"), name.endswith(".__init__")


def library():
    """Write the traced modules of the library, without docstrings, lines and annotations of functions.

    What Python imports before it can read a pack is in an archive as Python reads it; the rest is a pack in it.
    """
    stock = zipimport.zipimporter(LIBRARY.rstrip("/"))
    noted = traced()
    archive, modules = {}, {}
    for name in noted["library"]:
        folder = name.replace(".", "/")
        is_package = stock.is_package(folder)
        path = folder + ("/__init__.py" if is_package else ".py")
        source = stock.get_data(LIBRARY + path)
        compiled = code(without_lines(ast.parse(source)), path, optimize=2)
        if name in noted["early"]:
            archive[path + "c"] = UNCHECKED + importlib.util.source_hash(source) + compiled
        else:
            modules[name] = is_package, compiled
    write_pack("std", zipped(archive | {"library.pack": pack("std", [OF_LIBRARY], modules, {})}))


def zipped(entries):
    """An uncompressed archive: the browser has inflated it as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(entries):
            # The same entries give the same bytes.
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), entries[name])
    return made.getvalue()


def write_pack(step, content):
    """Write a pack; runtime.py compresses it as a whole, which is a quarter smaller than module by module."""
    with open(f"/work/{step}.made", "wb") as out:
        out.write(content)
