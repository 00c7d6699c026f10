"""How long it takes to list the characters of a device, and to open one with all its odds."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pyrules
from pyrules.engine.sheet.sheet import CONDITIONS as CONDITIONS_FIELD
from pyrules.engine.sheet.sheet import WEAPONS as WEAPONS_FIELD
from pyrules.engine.sheet.sheet import Sheet
from web.builder.dev.serve import Server

from .chromium import Chromium, Visitor
from .table import Row, Table, milliseconds

LIMIT_MS = 200
CHARACTERS = 200
PAIRS = 120
"""Of each: more than a character of any of our games has without its notes."""

WEAPONS, CONDITIONS = 30, 10
ODDS_LIMIT_MS = 150

_OPENED = (Path(__file__).parent / "sheet.js").read_text(encoding="utf-8")
_LISTED = (Path(__file__).parent / "characters.js").read_text(encoding="utf-8")


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    with Server(site) as served, chromium.visitor(service_workers="block") as visitor:
        visitor.open(f"{served.url}help/")
        visitor.until("document.readyState === 'complete'", "the whole page")
        times = visitor.ask(_LISTED, {"runs": runs, "characters": CHARACTERS, "pairs": PAIRS})
        opened = [_opened(visitor, served, sheet, runs) for sheet in map(pyrules.sheet, pyrules.GAME_IDS)]
    yield Table(
        f"{CHARACTERS} characters of {PAIRS} entries each, ms, {runs} runs",
        f"{LIMIT_MS} ms in the median, with the opening of the storage",
        ("what", "median", "slowest"),
        [
            Row((what, *(milliseconds(ms / 1000) for ms in (statistics.median(each), max(each)))), missed)
            for what, each in times.items()
            for missed in [statistics.median(each) > LIMIT_MS]
        ],
    )
    yield Table(
        f"A character with {WEAPONS} weapons and {CONDITIONS} conditions, from opening to all odds, ms, {runs} runs",
        f"{ODDS_LIMIT_MS} ms in the median, once Python is up",
        ("game", "odds", "median", "slowest"),
        opened,
    )


def _opened(visitor: Visitor, served: Server, sheet: Sheet, runs: int) -> Row:
    visitor.open(f"{served.url}{sheet.game_id}/sheet/")
    visitor.until("document.readyState === 'complete'", "the whole page")
    asked = {"runs": runs, "system": sheet.game_id, "schema": sheet.schema, "pairs": burdened(sheet)}
    found = visitor.ask(_OPENED, asked)
    median = statistics.median(found["times"])
    shown = (milliseconds(ms / 1000) for ms in (median, max(found["times"])))
    return Row((sheet.game_id, str(found["acts"]), *shown), median > ODDS_LIMIT_MS)


def burdened(sheet: Sheet) -> list[tuple[str, str]]:
    """A ready-made character of a game with as many weapons and conditions as the goal asks for."""
    known = [weapon for example in sheet.examples for weapon in example.data[WEAPONS_FIELD]]
    weapons = [{**known[n % len(known)], "name": f"Weapon {n + 1}"} for n in range(WEAPONS)]
    conditions = [option.id for option in sheet.conditions.options][:CONDITIONS]
    data = {**sheet.examples[0].data, WEAPONS_FIELD: weapons, CONDITIONS_FIELD: conditions}
    return sheet.to_pairs(sheet.parse(data))
