"""From a changed input to the redrawn headline, once Python is up, for the default of every calculator."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pyrules
from web.builder.serve import Server

from .boot import address
from .chromium import Chromium
from .table import Row, Table, milliseconds

LIMIT_MS = 50

_STEPS = (Path(__file__).parent / "interaction.js").read_text(encoding="utf-8")
# The form has its behavior when the page's modules have run.
_LOADED = "document.readyState === 'complete'"


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    """Worst first."""
    measured = list(_measured(chromium, site, runs))
    measured.sort(key=lambda found: -statistics.median(found[2]))
    still = [calculator.id for system in pyrules.SYSTEMS for calculator in system.calculators]
    for name, *_ in measured:
        still.remove(name)
    yield Table(
        f"Changed input to redrawn headline, ms, at least {runs} changes each",
        f"{LIMIT_MS} ms in the median, once Python is up",
        ("calculator", "input", "median", "slowest"),
        [
            Row((name, stepped, *(milliseconds(ms / 1000) for ms in (statistics.median(times), max(times)))), missed)
            for name, stepped, times in measured
            for missed in [statistics.median(times) > LIMIT_MS]
        ],
        f"Nothing to change by one step: {', '.join(still)}." if still else "",
    )


def _measured(chromium: Chromium, site: Path, runs: int) -> Iterator[tuple[str, str, list[float]]]:
    """Each calculator with the input that was changed and the times."""
    with Server(site, base="/tableside/") as served, chromium.visitor() as visitor:
        for system in pyrules.SYSTEMS:
            for calculator in system.calculators:
                visitor.open(served.url + address(calculator))
                visitor.until(_LOADED, "the whole page")
                found = visitor.ask(_STEPS, runs)
                if found:
                    yield calculator.id, found["input"], found["times"]
