"""How Python finds its modules in the site's worker: by name, in packs that are in memory as a whole.

A pack, written by pack.py, is what marshal has made of a dictionary:
    modules   by name: whether it is a package, and its code
    tables    by the name of their module, as it would be: a parsed table of facts
    made      by `key(text)`: the code of texts that a module would compile as it is imported
    patterns  by pattern and flags: what `re` would work out of them
Finding a module in archives, and compiling the texts that dataclasses write, was more than half of a start.
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
    """Offer the modules of one more pack."""
    held = marshal.loads(pack)
    _modules.update(held["modules"])
    for name, made in held["tables"].items():
        _tables.setdefault(name, []).append(made)
    _made.update(held["made"])
    _patterns.update(held["patterns"])


def key(text: str) -> tuple[int, int]:
    """What a text is known by; pack.py sees to it that no two are known by the same."""
    return len(text), crc32(text.encode())


def code_of(text: str):
    """The code of a text, or the text itself where nobody has compiled it before."""
    made = _made.get(key(text))
    return text if made is None else marshal.loads(made)


class Finder:
    """Finds what the packs hold, and loads it."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        held = _modules.get(name)
        return ModuleSpec(name, self, origin="pack", is_package=held[0]) if held else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Python's own way is good."""

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

        Several packs may each have some of its rows.
        """
        first, *others = map(marshal.loads, _tables.get(name, [MISSING]))
        for more in others:
            first = {key: value + more[key] for key, value in first.items()}
        return first


# What some modules of the library would compile, at each start anew, was compiled by the build.


def _shorten_dataclasses(module) -> None:
    module.exec = lambda text, scope, names: exec(code_of(text), scope, names)


def _shorten_collections(module) -> None:
    module.eval = lambda text, scope: eval(code_of(text), scope)


def _shorten_patterns(module) -> None:
    compile_anew, build = module.compile, module._sre.compile

    def compile(pattern, flags: int = 0):
        parts = _patterns.get((pattern, flags)) if isinstance(pattern, (str, bytes)) else None
        return build(*parts) if parts else compile_anew(pattern, flags)

    module.compile = compile


def _allow_no_lines(module) -> None:
    # Most of the library comes without line tables, over which `traceback` itself would break down.
    position_of, nowhere = module._get_code_position, (None, None, None, None)
    module._get_code_position = lambda code, index: position_of(code, index) if code.co_linetable else nowhere


_CHANGED = {
    "collections": _shorten_collections,
    "dataclasses": _shorten_dataclasses,
    "re._compiler": _shorten_patterns,
    "traceback": _allow_no_lines,
}


def begin(library) -> None:
    """From now on, all that is not yet imported comes from packs; `library` is the loader of what came before them."""
    try:
        pack = library.get_data(f"{library.archive}/library.pack")
    except (AttributeError, OSError):
        return  # as in the build, where the packs are made
    add(pack)
    sys.meta_path.insert(0, Finder())
    # A start makes much that stays: to look for what may go takes time and finds nothing.
    gc.disable()


def settle() -> None:
    """The start is over; what it has made is looked through no more, what comes now is."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
