"""From a changed input to the painted answer, once Python has started, on the page of every calculator."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from web.builder.dev.serve import Server

from .boot import address
from .chromium import Chromium
from .table import Row, Table, milliseconds

LIMIT_MS = 50
WORST = 10

_FOLDER = Path(__file__).parent
_STEPS = (_FOLDER / "interaction.js").read_text(encoding="utf-8")
_WORKER_TIMES = (_FOLDER / "worker-times.js").read_text(encoding="utf-8")
# The form reacts when the page's modules have run.
_LOADED = "document.readyState === 'complete'"


class Measured(NamedTuple):
    """A calculator, the input that was changed, and milliseconds: medians of the whole and of Python's part."""

    calculator: str
    input: str
    median: float
    python: float
    slowest: float

    def row(self) -> Row:
        """Its line in the table."""
        shown = (milliseconds(ms / 1000) for ms in (self.median, self.python, self.slowest))
        return Row((self.calculator, self.input, *shown), self.median > LIMIT_MS)


def tables(chromium: Chromium, site: Path, runs: int, sample: int = 1) -> Iterator[Table]:
    """The slowest pages and those that miss the goal. Every `sample`th calculator in the order of ids is measured."""
    asked = sorted(_all(), key=lambda calculator: calculator.id)[::sample]
    measured = sorted(_measured(chromium, site, runs, asked), key=lambda found: -found.median)
    shown = [found.row() for place, found in enumerate(measured) if place < WORST or found.median > LIMIT_MS]
    overall = [statistics.median(column) for column in zip(*(found[2:] for found in measured), strict=True)]
    medians = Measured(f"median of {len(measured)} pages", "", *overall)
    yield Table(
        f"Changed input to painted answer, ms, {runs} changes each: the {len(shown)} slowest of {len(measured)} pages",
        f"{LIMIT_MS} ms in the median on every page, once Python has started",
        ("calculator", "input", "median", "of it Python", "slowest"),
        [*shown, medians.row()],
        " ".join(_notes(asked, measured, sample)),
    )


def _notes(asked: Sequence[Calculator], measured: Sequence[Measured], sample: int) -> Iterator[str]:
    if sample > 1:
        yield f"The sample: of all {len(_all())} ids in alphabetical order, every {sample}th."
    unmeasured = {calculator.id for calculator in asked} - {found.calculator for found in measured}
    if unmeasured:
        yield f"No input to change: {', '.join(sorted(unmeasured))}."


def _all() -> list[Calculator]:
    return [calculator for game in pyrules.GAMES for calculator in game.calculators]


def _measured(chromium: Chromium, site: Path, runs: int, asked: Sequence[Calculator]) -> Iterator[Measured]:
    # An offline copy that is being saved would compete with the measured pages.
    with (
        Server(site, base="/tableside/") as served,
        chromium.visitor(_WORKER_TIMES, service_workers="block") as visitor,
    ):
        for calculator in asked:
            visitor.open(served.url + address(calculator))
            visitor.until(_LOADED, "the whole page")
            found = visitor.ask(_STEPS, runs)
            if found:
                medians = statistics.median(found["times"]), statistics.median(found["python"])
                yield Measured(calculator.id, found["input"], *medians, max(found["times"]))
