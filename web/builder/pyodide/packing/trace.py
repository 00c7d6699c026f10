"""What the worker will need: which modules, what they would compile, and what each calculator imports."""

import json
import sys

from .imports import Imports
from .notes import Notes
from .places import LIBRARY

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


# What only the build imports: to parse tables, which are parsed in a pack, and to point into lines of source.
BUILD_ONLY = ("ast", "pkgutil", "tomllib")


def trace(*games):
    """Exercise the endpoint with these games and write /work/trace-of-<first game>.json.

    traces.py joins the traces of all games; plan.py and write.py say how they use it.
    """
    notes = Notes()
    import pyrules

    with Imports() as imports:
        pyrules.GAMES = tuple(map(pyrules.game, games))
    from . import exercise

    modules = {}
    for phase in ("answers", "tools", "sheets", "fights"):
        for game in pyrules.GAMES:
            roll_the_same_each_time()
            getattr(exercise, f"exercise_{phase}")(game)
        modules[phase] = our_modules()
    calculators = places_of_calculators()
    alone = {
        game_id: {slug: imports.of(module) for slug, (module, _) in found.items()}
        for game_id, found in calculators.items()
    }
    loaded = list(sys.modules)
    early = loaded[: loaded.index("packs")]
    used = [name for name in loaded if origin(sys.modules[name]).startswith(LIBRARY)]
    left_out = {name for name in used if name.partition(".")[0] in BUILD_ONLY}
    traced = {
        "requests": sorted(exercise.asked_kinds),
        "outputs": sorted(exercise.answered_kinds),
        "modules": modules,
        "early": sorted(set(used) & {*early, "packs", "sitecustomize"}),
        "library": sorted({*used, *existing(LAZY)} - left_out),
        "calculators": calculators,
        "imports": {game_id: {slug: found for slug, (found, _) in each.items()} for game_id, each in alone.items()},
        "tables": {game_id: {slug: found for slug, (_, found) in each.items()} for game_id, each in alone.items()},
        "table_rules": {game.id: places_of_table_rules(game, alone[game.id]) for game in pyrules.GAMES},
        "follow_ups": {game.id: follow_ups(game) for game in pyrules.GAMES},
        "shown_rules": {game.id: shown_rules(game) for game in pyrules.GAMES},
        "noted": notes.as_texts(),
    }
    with open(f"/work/trace-of-{games[0]}.json", "w") as out:
        json.dump(traced, out)


def roll_the_same_each_time():
    """Rolls decide which code runs, and with it what is noted: every build must note the same of each game."""
    import random
    import secrets

    secrets.randbelow = random.Random(0).randrange


def our_modules():
    """The modules of ours, and of no game, that have been imported."""
    ours = (name for name in sys.modules if name.partition(".")[0] in ("pyrules", "web"))
    return sorted(name for name in ours if not name.startswith("pyrules.games."))


def origin(module):
    """The file of a module; empty for a built-in one."""
    return getattr(getattr(module, "__spec__", None), "origin", None) or ""


def existing(names):
    """Those of these modules that the library has."""
    import importlib.util

    return {name for name in names if importlib.util.find_spec(name)}


def places_of_calculators():
    """For each game and calculator: a module that has it, and its name there."""
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


def places_of_table_rules(game, alone):
    """For each table rule of a game: a calculator that declares it, chosen so that few modules are imported for all.

    A calculator may give a rule a label of its own; the game's is that of the first calculator.
    """
    found, imported = {}, set()
    for name, rule in game.table_rules.items():
        alike = [each.slug for each in rule.calculators if each.table_rules[name] == rule.field]
        found[name] = min(alike, key=lambda slug: len(set(alone[slug][0]) - imported))
        imported |= set(alone[found[name]][0])
    return found


def shown_rules(game):
    """By calculator: the rules whose words stand under its figures (web/worker/render/explanation.py)."""
    ids = {each.slug: sorted({output.rule for output in each.outputs if output.rule}) for each in game.calculators}
    return {slug: rules for slug, rules in ids.items() if rules}


def follow_ups(game):
    """For each calculator with a step after its roll: the calculator of that step."""
    return {each.slug: each.follow_up.calculator for each in game.calculators if each.follow_up}
