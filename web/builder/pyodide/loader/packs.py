"""Finds Python's modules in the site's worker: by name, in packs that are completely in memory.

A pack, written by pack.py, is a marshaled dictionary:
    modules   by name: whether the module is a package, and its code
    tables    by the name of the table's file as a module: a parsed table of facts
    made      by `key(text)`: the code of texts that a module would compile when it is imported
    patterns  by pattern and flags: what `re` would compile them to
Finding modules in archives and compiling the texts that dataclasses write took more than half of a start.
"""

import gc
import marshal
import sys
from _frozen_importlib import ModuleSpec
from zlib import crc32

MISSING = marshal.dumps(None)

_modules: dict[str, tuple[bool, bytes]] = {}
_tables: dict[str, list[bytes]] = {}
_made: dict[tuple[int, int], bytes] = {}
_patterns: dict[tuple[str | bytes, int], list] = {}


def add(pack: bytes) -> None:
    """Add the modules, tables and code of a pack."""
    held = marshal.loads(pack)
    _modules.update(held["modules"])
    for name, made in held["tables"].items():
        _tables.setdefault(name, []).append(made)
    _made.update(held["made"])
    _patterns.update(held["patterns"])


def key(text: str) -> tuple[int, int]:
    """The key of a text. pack.py refuses two texts of a pack with the same key."""
    return len(text), crc32(text.encode())


def code_of(text: str):
    """The code of a text, or the text itself if the build has not compiled it."""
    made = _made.get(key(text))
    return text if made is None else marshal.loads(made)


class Finder:
    """Finds and loads the modules in the packs."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        held = _modules.get(name)
        return ModuleSpec(name, self, origin="pack", is_package=held[0]) if held else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the creation of the module to Python."""

    def exec_module(self, module) -> None:
        name = module.__name__
        is_package, code = _modules[name]
        folder = name.replace(".", "/")
        module.__file__ = f"/packs/{folder}/__init__.py" if is_package else f"/packs/{folder}.py"
        exec(marshal.loads(code), module.__dict__)
        change = _CHANGED.get(name)
        if change:
            change(module)

    def table(self, name: str):
        """A parsed table by the name its module would have; None if there is no such table.

        Several packs may each hold some of its rows.
        """
        first, *others = map(marshal.loads, _tables.get(name, [MISSING]))
        for more in others:
            first = {key: value + more[key] for key, value in first.items()}
        return first


# The build has compiled what some modules of the library would compile at each start.


def _use_made_dataclasses(module) -> None:
    module.exec = lambda text, scope, names: exec(code_of(text), scope, names)


def _use_made_tuples(module) -> None:
    module.eval = lambda text, scope: eval(code_of(text), scope)


def _use_made_patterns(module) -> None:
    compile_now, build = module.compile, module._sre.compile

    def compile(pattern, flags: int = 0):
        parts = _patterns.get((pattern, flags)) if isinstance(pattern, (str, bytes)) else None
        return build(*parts) if parts else compile_now(pattern, flags)

    module.compile = compile


_CHANGED = {
    "collections": _use_made_tuples,
    "dataclasses": _use_made_dataclasses,
    "re._compiler": _use_made_patterns,
}


def begin(library) -> None:
    """Import everything from packs from now on. `library` is the loader of the modules imported before."""
    try:
        pack = library.get_data(f"{library.archive}/library.pack")
    except OSError:
        pack = None  # the library is not trimmed: all its modules are in the archive
    if pack:
        add(pack)
    sys.meta_path.insert(0, Finder())
    # A start makes many objects that stay: a collection takes time and frees nothing.
    gc.disable()


def settle() -> None:
    """Turn garbage collection on after the start, for all objects made from now on."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
