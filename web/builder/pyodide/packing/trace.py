"""What the worker will need: which modules, what they would compile, where each calculator stands."""

import json
import sys

from .exercise import exercise
from .notes import Notes
from .places import LIBRARY
from .rules import rules_of_sheets, told_rules

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


def trace():
    notes = Notes()
    exercise()
    calculators = where_calculators_stand()
    for game_id, found in calculators.items():
        try_alone(game_id, found)
    held = list(sys.modules)
    early = held[: held.index("packs")]
    used = [name for name in held if origin(sys.modules[name]).startswith(LIBRARY)]
    left_out = {name for name in used if name.partition(".")[0] in BUILD_ONLY}

    import pyrules

    traced = {
        "early": sorted(set(used) & {*early, "packs", "sitecustomize"}),
        "library": sorted({*used, *existing(LAZY)} - left_out),
        "calculators": calculators,
        "rules": {game.id: told_rules(game) for game in pyrules.GAMES},
        "sheet_rules": {game.id: rules_of_sheets(game) for game in pyrules.GAMES},
        "parts": {part: repr(noted) for part, noted in sorted(notes.by_part.items())},
    }
    with open("/work/traced.json", "w") as out:
        json.dump(traced, out)


def origin(module):
    return getattr(getattr(module, "__spec__", None), "origin", None) or ""


def existing(names):
    import importlib.util

    return {name for name in names if importlib.util.find_spec(name)}


def where_calculators_stand():
    """For each game and calculator, a module that has it, and its name there."""
    import pyrules

    found = {}
    for game in pyrules.GAMES:
        package = f"pyrules.games.{game.id}."
        topics = {name: vars(module) for name, module in sys.modules.items() if name.startswith(package)}
        for calculator in game.calculators:
            own = [calculator.inputs.__module__, calculator.compute.__module__]
            places = [
                (module not in own, module, name)
                for module, held in topics.items()
                for name, value in held.items()
                if value is calculator
            ]
            _, module, name = min(places)
            found.setdefault(game.id, {})[calculator.slug] = [module, name]
    return found


def try_alone(game_id, calculators):
    """Each calculator can be imported before, and without, the rest of its game; the worker will do so."""
    import importlib
    import types

    package = f"pyrules.games.{game_id}"
    held = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")}
    for module, name in calculators.values():
        for each in [each for each in sys.modules if f"{each}.".startswith(f"{package}.")]:
            del sys.modules[each]
        empty = sys.modules[package] = types.ModuleType(package)
        for known in ("__file__", "__loader__", "__path__", "__spec__"):
            setattr(empty, known, getattr(held[package], known))
        getattr(importlib.import_module(module), name)
    sys.modules.update(held)
