"""Where the time of a start goes: from navigation to the first answer, stage by stage.

The stages follow each other. The worker starts while the page loads, so the first stage ends when the worker's script
begins, and the page's own scripts load beside the next ones. On a second page Python is there, and only the last three
stages take time.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from web.builder.dev.serve import Server

from .boot import (
    ANSWERED,
    CACHED,
    MEDIAN,
    OFFLINE_READY,
    SAVED,
    STAY_SECONDS,
    ReturningVisitor,
    asked,
    changed,
    first_answer,
)
from .chromium import Chromium, Visitor
from .table import Row, Table

_WORKER_TIMES = (Path(__file__).parent / "worker-times.js").read_text(encoding="utf-8")
_INIT = f"{ANSWERED}\n{_WORKER_TIMES}"
_OF_PAGE = "({ origin: performance.timeOrigin, answered: window.answeredAt, ...window.pythonWork })"
_OF_WORKER = """({
  origin: performance.timeOrigin,
  ...Object.fromEntries(performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime])),
})"""

STAGES = (
    "page, until the worker begins",
    "fetch and compile",
    "Pyodide",
    "imports of the core",
    "game's packs, until Python has the question",
    "first answer",
    "drawing",
)
SECOND = "second page"


class Ends(NamedTuple):
    """When each stage ends, in milliseconds since navigation, in the order of STAGES."""

    begun: float
    fetched: float
    started: float
    imported: float
    asked: float
    answered: float
    drawn: float

    def stages(self) -> list[float]:
        """The length of each stage; one that was over before the navigation takes no time."""
        ends = [max(0.0, end) for end in self]
        return [end - before for before, end in zip([0.0, *ends], ends, strict=False)]


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    """One table: the stages of each kind of start of the median page."""
    first, second = asked(site)[MEDIAN]
    ends: dict[str, list[Ends]] = {}
    with Server(site, base="/tableside/") as ours, ExitStack() as stack:
        home = ours.url + changed(first)
        returning = {
            CACHED: ReturningVisitor(stack, chromium, home, _INIT),
            SAVED: ReturningVisitor(stack, chromium, home, _INIT, OFFLINE_READY),
        }
        # The first run warms up the browser and the server, and does not count.
        for counts in (False, *[True] * runs):
            found = {}
            with chromium.visitor(_INIT) as visitor:
                first_answer(visitor, home)
                found["cold"] = _ends(visitor)
                visitor.stay(STAY_SECONDS)
                first_answer(visitor, ours.url + changed(second))
                found[SECOND] = _ends(visitor)
            for name, resident in returning.items():
                found[name] = resident.visit(_ends)
            for name, each in found.items() if counts else ():
                ends.setdefault(name, []).append(each)
    yield table(ends, f"The page is {first.id}, the second {second.id}.", runs)


def table(ends: Mapping[str, Sequence[Ends]], note: str, runs: int) -> Table:
    """The median length of each stage, and of the whole start."""
    kinds = ["cold", CACHED, SAVED, SECOND]
    lengths = {
        kind: list(map(statistics.median, zip(*(e.stages() for e in ends[kind]), strict=True))) for kind in kinds
    }
    whole = {kind: statistics.median(e.drawn for e in ends[kind]) for kind in kinds}
    return Table(
        f"Stages from navigation to first answer, ms, median of {runs}",
        "",
        ("stage", *kinds),
        [
            *(Row((stage, *(f"{lengths[kind][at]:.0f}" for kind in kinds))) for at, stage in enumerate(STAGES)),
            Row(("all", *(f"{whole[kind]:.0f}" for kind in kinds))),
        ],
        note,
    )


def _ends(visitor: Visitor) -> Ends:
    page, worker = visitor.ask(_OF_PAGE), visitor.ask_worker(_OF_WORKER)
    later = worker["origin"] - page["origin"]
    fetched, started, imported = (later + worker[mark] for mark in ("fetched", "started", "imported"))
    return Ends(later, fetched, started, imported, page["began"], page["ended"], page["answered"])
