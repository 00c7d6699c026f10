"""Imports run one way: games use the engine, the web uses both, the builder uses the web; no folder is in a circle."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import permutations
from pathlib import Path

import pytest

import pyrules

ROOT = Path(__file__).resolve().parent.parent
Graph = dict[str, set[str]]


def modules(folder: str) -> dict[str, Path]:
    """The modules below a folder, by their dotted names."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        if "stand_ins" not in path.parts and "node_modules" not in path.parts:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


ALL = modules("pyrules") | modules("web")


def imports(name: str) -> Iterator[str]:
    """Our modules that a module imports when it is imported itself; imports inside functions come later."""
    return imported_by(name, statements(name))


def imports_with_types(name: str) -> Iterator[str]:
    """Our modules that a module imports, also for its types alone."""
    found = statements(name)
    for_types = [one for one in found if isinstance(one, ast.If) and ast.unparse(one.test) == "TYPE_CHECKING"]
    return imported_by(name, (*found, *(inner for one in for_types for inner in one.body)))


@cache
def statements(name: str) -> list[ast.stmt]:
    """The imports of a module, and its conditions, which may hold imports for types."""
    body = ast.parse(ALL[name].read_text(encoding="utf-8")).body
    return [node for node in body if isinstance(node, (ast.ImportFrom, ast.If))]


def imported_by(name: str, found: Iterable[ast.stmt]) -> Iterator[str]:
    package = name if ALL[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in found:
        if not isinstance(node, ast.ImportFrom):
            continue
        base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
        target = ".".join(filter(None, (base if node.level else "", node.module)))
        for alias in node.names:
            yield f"{target}.{alias.name}" if f"{target}.{alias.name}" in ALL else target


def between(parts: dict[str, str], imports: Callable[[str], Iterator[str]] = imports) -> Graph:
    """Which part imports from which other part; `parts` gives the part of each module."""
    graph: Graph = defaultdict(set)
    for name, part in parts.items():
        for target in imports(name):
            if parts.get(target, part) != part:
                graph[part].add(parts[target])
    return graph


def circle(graph: Graph) -> list[str]:
    """The parts of one circle; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("game", pyrules.GAME_IDS)
def test_no_topic_of_a_game_is_in_an_import_circle(game: str) -> None:
    prefix = f"pyrules.games.{game}."
    rest = {name: name.removeprefix(prefix).split(".") for name in ALL if name.startswith(prefix)}
    topics = {name: path[0] for name, path in rest.items()}

    assert not circle(between(topics))


@pytest.mark.parametrize("prefix", ["pyrules.engine.", "web.worker."])
def test_no_module_is_in_an_import_circle(prefix: str) -> None:
    own = {name: name for name in ALL if name.startswith(prefix)}

    assert not circle(between(own))


def test_no_module_of_the_engine_s_fight_is_in_an_import_circle_for_types() -> None:
    own = {name: name for name in ALL if name.startswith("pyrules.engine.fight.")}

    assert not circle(between(own, imports_with_types))


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("pyrules.engine", "pyrules.games"),
        ("pyrules", "web"),
        ("web.worker", "web.builder"),
        *((f"pyrules.games.{one}", f"pyrules.games.{two}") for one, two in permutations(pyrules.GAME_IDS, 2)),
    ],
)
def test_imports_run_one_way(importer: str, imported: str) -> None:
    found = [
        (name, target)
        for name in ALL
        if f"{name}.".startswith(f"{importer}.")
        for target in imports(name)
        if f"{target}.".startswith(f"{imported}.")
    ]

    assert not found
