"""What the trace notes of imports is what Python imports when a calculator is imported alone."""

import json
import subprocess
import sys

from web.builder.dev.environment import ROOT

ALONE = """
import functools, importlib, json, sys, tomllib, types
from importlib.machinery import SourceFileLoader

sys.path.insert(0, "web/builder/pyodide")
from packing.imports import Imports

with Imports() as imports:
    import pyrules.games.raiders, pyrules.games.stepdie
from pyrules.engine.tables import Tables

SourceFileLoader.get_code, tomllib.loads = map(functools.cache, (SourceFileLoader.get_code, tomllib.loads))
loaded = set()
read_table = Tables.table
Tables.table = lambda tables, name: (loaded.add(name), read_table(tables, name))[1]
found = []
for game in (pyrules.games.raiders.GAME, pyrules.games.stepdie.GAME):
    package = f"pyrules.games.{game.id}"
    whole = sys.modules[package]
    for calculator in game.calculators:
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
            del sys.modules[name]
        empty = sys.modules[package] = types.ModuleType(package)
        for known in ("__file__", "__loader__", "__path__", "__spec__"):
            setattr(empty, known, getattr(whole, known))
        loaded.clear()
        importlib.import_module(calculator.inputs.__module__)
        modules = sorted(name for name in sys.modules if name.startswith(f"{package}."))
        found.append([calculator.id, imports.of(calculator.inputs.__module__), [modules, sorted(loaded)]])
print(json.dumps(found))
"""


def test_noted_imports_are_those_of_a_calculator_imported_alone() -> None:
    script = subprocess.run([sys.executable, "-c", ALONE], cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(script.stdout)

    assert len(found) > 40
    for calculator_id, (modules, tables), (imported, read) in found:
        assert modules == imported, calculator_id
        # A function of a module may read tables that only some who import the module ask it for.
        assert set(tables) >= set(read), calculator_id
