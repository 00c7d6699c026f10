"""From a changed input to the redrawn headline, once Python has started, for the default of every calculator."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyrules
from pyrules.engine.calculator import Calculator
from web.builder.dev.serve import Server

from .boot import address
from .chromium import Chromium
from .table import Row, Table, milliseconds

LIMIT_MS = 50

_STEPS = (Path(__file__).parent / "interaction.js").read_text(encoding="utf-8")
# The form reacts when the page's modules have run.
_LOADED = "document.readyState === 'complete'"


def tables(chromium: Chromium, site: Path, runs: int, sample: int = 1) -> Iterator[Table]:
    """One table, the slowest first. Every `sample`th calculator in the order of ids is measured."""
    asked = sorted(_all(), key=lambda calculator: calculator.id)[::sample]
    measured = list(_measured(chromium, site, runs, asked))
    measured.sort(key=lambda found: -statistics.median(found[2]))
    unmeasured = [calculator.id for calculator in asked]
    notes = [f"The sample: of all {len(_all())} ids in alphabetical order, every {sample}th."] if sample > 1 else []
    for name, *_ in measured:
        unmeasured.remove(name)
    if unmeasured:
        notes.append(f"Nothing to change by one step: {', '.join(unmeasured)}.")
    yield Table(
        f"Changed input to redrawn headline, ms, at least {runs} changes each",
        f"{LIMIT_MS} ms in the median, once Python has started",
        ("calculator", "input", "median", "slowest"),
        [
            Row((name, stepped, *(milliseconds(ms / 1000) for ms in (statistics.median(times), max(times)))), missed)
            for name, stepped, times in measured
            for missed in [statistics.median(times) > LIMIT_MS]
        ],
        " ".join(notes),
    )


def _all() -> list[Calculator]:
    return [calculator for game in pyrules.GAMES for calculator in game.calculators]


def _measured(
    chromium: Chromium, site: Path, runs: int, asked: Sequence[Calculator]
) -> Iterator[tuple[str, str, list[float]]]:
    """Each calculator with the input that was changed and the times."""
    with Server(site, base="/tableside/") as served, chromium.visitor() as visitor:
        for calculator in asked:
            visitor.open(served.url + address(calculator))
            visitor.until(_LOADED, "the whole page")
            found = visitor.ask(_STEPS, runs)
            if found:
                yield calculator.id, found["input"], found["times"]
