"""Which pack each of our sources goes into, by what the trace has seen each calculator import.

A pack is named by its game and its topic, a folder of the game:
    core           the engine, the worker and the templates
    all-tools      what only the tools of a page import (compare, sweep, share), whatever the game
    all-sheet      what only requests about characters import, whatever the game
    all-events     the engine of events, which trackers and characters import
    all-fight      what only requests about fights import, whatever the game
    obss           a game's tables, and the modules that calculators of several topics import
    obss-attack    what only the calculators of one topic import
    wwn-sheet      a game's characters
    wwn-fight      a game's fights

So a calculator needs its game's pack and the pack of its topic, and rarely a third for the step after a roll.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from web.builder.pyodide.rule_rows import names, rows_of_game

CORE = "core"
EVERY_GAME = "all"
TOOLS = "tools"
SHEET = "sheet"
FIGHT = "fight"
EVENTS = "events"
_FIGHT_FOLDER = "pyrules/engine/fight/"
_OF_TOOLS = "segno/"
"""The package that only the picture of a link needs."""
_IMPORTS_EVENTS = re.compile(r"^ *from \.+engine\.fight\b", re.MULTILINE)
SMALL_TOPIC = 8_000
"""A topic with fewer bytes of source goes into its game's pack: a request costs more than those bytes."""


@dataclass(frozen=True)
class Plan:
    """What each pack holds, by the pack's name, and which packs a calculator needs."""

    sources: dict[str, dict[str, Path]]
    """By their path in the pack."""
    rules: dict[str, list[dict[str, Any]]]
    """The rows of `rules.toml` that answers and characters show."""
    topics: dict[str, dict[str, tuple[str, ...]]]
    """By game and calculator: the topics whose packs are needed besides the game's own."""


def make(sources: Mapping[str, Path], traced: Mapping[str, Any]) -> Plan:
    """The plan for sources by their path in the packs, and for what trace.py has written of them."""
    games = {game: _Game(game, sources, traced) for game in traced["calculators"]}
    packs: dict[str, dict[str, Path]] = {}
    for name, path in sources.items():
        game = games.get(game_of(name) or "")
        pack = game.pack_of(name) if game else _shared_pack(name, traced)
        if pack:
            packs.setdefault(pack, {})[name] = path
    rules = {pack: rows for game in games.values() for pack, rows in game.rules()}
    topics = {game_id: game.topics for game_id, game in games.items()}
    return Plan({pack: packs[pack] for pack in sorted(packs)}, rules, topics)


def game_of(name: str) -> str | None:
    """The game in whose folder a source lies."""
    match name.split("/"):
        case ["pyrules", "games", game, _, *_]:
            return game
    return None


def module_of(name: str) -> str:
    """The module that a source is."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _shared_pack(name: str, traced: Mapping[str, Any]) -> str:
    module = module_of(name)
    if module in traced["tool_modules"] or name.startswith(_OF_TOOLS):
        return f"{EVERY_GAME}-{TOOLS}"
    if module in traced["fight_modules"]:
        return f"{EVERY_GAME}-{FIGHT}"
    if name.startswith(_FIGHT_FOLDER):
        return f"{EVERY_GAME}-{EVENTS}"
    return f"{EVERY_GAME}-{SHEET}" if module in traced["sheet_modules"] else CORE


class _Game:
    """The packs of one game."""

    def __init__(self, game: str, sources: Mapping[str, Path], traced: Mapping[str, Any]) -> None:
        self._game, self._traced = game, traced
        self._folder = f"pyrules/games/{game}/"
        self._sources = {name: path for name, path in sources.items() if name.startswith(self._folder)}
        self._calculators: dict[str, list[str]] = traced["calculators"][game]
        self._imports: dict[str, list[str]] = traced["imports"][game]
        self._texts = {n: path.read_text("utf-8") for n, path in self._sources.items() if n.endswith(".py")}
        self._of_events = {name for name, text in self._texts.items() if _IMPORTS_EVENTS.search(text)}
        self._packs = self._packs_of_modules()
        self._packs |= {name: self._pack_of_table(name) for name in self._sources if name.endswith(".toml")}
        self.topics = {slug: tuple(sorted(self._topics_needed(slug))) for slug in self._calculators}

    def pack_of(self, name: str) -> str | None:
        """The pack of a source; None for the rules, whose rows are divided."""
        return None if name == f"{self._folder}tables/rules.toml" else self._packs[name]

    def rules(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """The rows of rules for each pack that has some."""
        rows: dict[str, list[dict[str, Any]]] = {}
        of_answers, of_sheets = rows_of_game(self._folder, self._sources, self._traced["shown_rules"][self._game])
        for row in of_answers:
            rows.setdefault(self._pack_of_rule(row["id"]), []).append(row)
        # A game without any still has the table.
        rows.setdefault(self._game, [])
        rows[f"{self._game}-{SHEET}"] = of_sheets
        yield from rows.items()

    def _packs_of_modules(self) -> dict[str, str]:
        packs = {name: self._pack_of_module(name) for name in self._sources if name.endswith(".py")}
        sizes: dict[str, int] = {}
        for name, pack in packs.items():
            sizes[pack] = sizes.get(pack, 0) + self._sources[name].stat().st_size
        own = {f"{self._game}-{topic}" for topic in (SHEET, FIGHT)}
        small = {pack for pack, size in sizes.items() if size < SMALL_TOPIC and pack not in own}
        return {name: self._game if pack in small else pack for name, pack in packs.items()}

    def _pack_of_module(self, name: str) -> str:
        for topic in (SHEET, FIGHT):
            if name.startswith(f"{self._folder}{topic}/"):
                return f"{self._game}-{topic}"
        module = module_of(name)
        topics = {self._topic(slug) for slug, modules in self._imports.items() if module in modules}
        return f"{self._game}-{topics.pop()}" if len(topics) == 1 and "" not in topics else self._game

    def _topic(self, slug: str) -> str:
        """The folder of the game in which a calculator stands; empty in a game without folders."""
        module, _ = self._calculators[slug]
        folder, dot, _ = module.removeprefix(f"pyrules.games.{self._game}.").partition(".")
        return folder if dot else ""

    def _pack_of_table(self, name: str) -> str:
        """The pack that has all modules that name the table, or the game's own.

        A module may make up the name of a table. So each calculator that loads the table must fetch that pack.
        """
        table = Path(name).stem
        packs = {
            pack
            for module, pack in self._packs.items()
            if module != f"{self._folder}__init__.py" and names(self._texts.get(module, ""), table)
        }
        # A request about a fight has the pack of characters, and both kinds of requests have all other packs.
        for topic in (FIGHT, SHEET):
            packs = packs - {f"{self._game}-{topic}"} or packs
        if len(packs) != 1 or table == "numbers":
            return self._game
        pack = packs.pop()
        loading = [slug for slug, tables in self._traced["tables"][self._game].items() if table in tables]
        return pack if all(pack.partition("-")[2] in self._topics_needed(slug) for slug in loading) else self._game

    def _topics_needed(self, slug: str) -> set[str]:
        """The topics of what a calculator imports, and of the calculator that follows its rolls."""
        following = self._traced["follow_ups"][self._game].get(slug)
        modules = {*self._imports[slug], *(self._imports[following] if following else ())}
        names = [name for name in self._packs if module_of(name) in modules]
        packs = {self._packs[name] for name in names}
        topics = {pack.partition("-")[2] for pack in packs - {self._game}}
        return topics | {EVENTS} if not self._of_events.isdisjoint(names) else topics

    def _pack_of_rule(self, rule_id: str) -> str:
        """The pack of the one topic whose calculators show the rule, or the game's own."""
        shown_by: dict[str, list[str]] = self._traced["shown_rules"][self._game]
        needed = [set(self.topics[slug]) for slug, rules in shown_by.items() if rule_id in rules]
        topics = {self._topic(slug) for slug, rules in shown_by.items() if rule_id in rules}
        common = topics.intersection(*needed) if len(topics) == 1 else set()
        return f"{self._game}-{common.pop()}" if common else self._game
