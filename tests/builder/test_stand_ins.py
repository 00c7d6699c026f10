"""Our own code imports no module that a stand-in replaces in the worker.

A stand-in has only what the library and the packages need of a module. Code of ours that imports the module works in
CPython and fails in the worker.
"""

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from web.builder.dev.environment import ROOT
from web.builder.pyodide import plan
from web.builder.pyodide.sources import NOT_IN_WORKER
from web.builder.pyodide.trimming import STAND_INS

REPLACED = {plan.module_of(path.relative_to(STAND_INS).as_posix()) for path in STAND_INS.rglob("*.py")}
SHIPPED = [
    path
    for folder in (ROOT / "pyrules", ROOT / "web" / "worker")
    for path in sorted(folder.rglob("*.py"))
    if path.name not in NOT_IN_WORKER
]


def imported(source: str) -> Iterator[str]:
    """The absolute names that a module imports; `from a import b` counts as `a` and as `a.b`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def replaced(source: str) -> set[str]:
    """The replaced modules that a source imports, also as the package of what is imported."""
    parts = [name.split(".") for name in imported(source)]
    return REPLACED & {".".join(names[:end]) for names in parts for end in range(1, len(names) + 1)}


@cache
def replaced_in_what_ships() -> dict[str, set[str]]:
    """The replaced modules that each file of ours imports."""
    assert len(SHIPPED) > 300
    return {path.relative_to(ROOT).as_posix(): replaced(path.read_text(encoding="utf-8")) for path in SHIPPED}


@pytest.mark.parametrize("module", sorted(REPLACED))
def test_nothing_that_ships_imports(module: str) -> None:
    assert [name for name, modules in replaced_in_what_ships().items() if module in modules] == []


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import inspect", {"inspect"}),
        ("def f():\n    from asyncio.events import loop", {"asyncio"}),
        ("from importlib import abc", {"importlib.abc"}),
        ("from importlib import import_module", set()),
        ("import jinja2.lexer as words", {"jinja2.lexer"}),
        ("from .inspect import f", set()),
    ],
)
def test_each_form_of_import_is_seen(source: str, modules: set[str]) -> None:
    assert replaced(source) == modules
