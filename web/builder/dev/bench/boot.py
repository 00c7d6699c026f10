"""From navigation to the first recalculated answer: cold, warm and on a second page, against stock Pyodide.

A visitor opens a link that differs from the page's example, so the page must ask Python. Cold: the first visit. Second
page: the next page of that visitor, after reading the answer. Warm: an earlier visitor returns. Python has ended, but
the browser has kept its caches, of our pages and of stock Pyodide alike.

Two pages are measured: the one of median size and the largest one, each with goals of its own. The largest page's
answer takes about fifteen times as long and has ten times the length. A page whose example has no number to change is
not measured.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar
from urllib.parse import quote, urlencode

import pyrules
from pyrules.engine.calculator import Calculator
from web.builder.dev import environment
from web.builder.dev.serve import Server
from web.builder.dev.throttle import Throttle, mobile

from . import rivals
from .chromium import Chromium, Visitor
from .table import Row, Table
from .weight import gzipped

ANSWERED = (Path(__file__).parent / "answered.js").read_text(encoding="utf-8")
OFFLINE_READY = "document.querySelector('[data-offline]')?.textContent.includes('Ready offline')"

LINES: tuple[tuple[str, Throttle | None, float], ...] = (
    ("unthrottled", None, 0.33),
    ("at 1 MB/s and 165 ms a response", mobile(), 0.55),
)
"""Connections, each with its goal for a cold start of the median page as a ratio to the bare page."""

UNQUOTED = "!~*'()+/,:"
"""What shared/link.js leaves as it is in an address, besides what `quote` does."""

T = TypeVar("T")

Times = Mapping[str, Sequence[float]]
"""Milliseconds by kind of start, one for each run."""


class Start(NamedTuple):
    """A kind of start, the stock starts that it is compared with, and the highest allowed ratios."""

    name: str
    bare: str
    peer: str
    of_bare: float | None = None
    of_peer: float | None = None


BEFORE = 2
STAY_SECONDS = 6
CACHED = "warm from the HTTP cache"
SAVED = "warm from the offline copy"
MEDIAN = "median page"
HEAVIEST = "heaviest page"
KINDS = (MEDIAN, HEAVIEST)


def starts(cold_of_bare: float) -> tuple[Start, ...]:
    """Every kind of start. The goal of a cold start depends on the connection, because much of it is transfer."""
    return (
        Start("bare, cold", "bare, cold", "peer, cold"),
        Start("peer, cold", "bare, cold", "peer, cold"),
        Start("bare, warm", "bare, warm", "peer, warm"),
        Start("peer, warm", "bare, warm", "peer, warm"),
        Start(f"{MEDIAN}, cold", "bare, cold", "peer, cold", of_bare=cold_of_bare, of_peer=0.45),
        Start(f"{MEDIAN}, {CACHED}", "bare, warm", "peer, warm", of_bare=0.28),
        Start(f"{MEDIAN}, {SAVED}", "bare, warm", "peer, warm", of_bare=0.28),
        Start(f"{MEDIAN}, second page", "bare, warm", "peer, warm", of_bare=0.1),
        Start(f"{HEAVIEST}, cold", "bare, cold", "peer, cold", of_bare=max(0.45, cold_of_bare)),
        Start(f"{HEAVIEST}, {CACHED}", "bare, warm", "peer, warm", of_bare=0.4),
        Start(f"{HEAVIEST}, {SAVED}", "bare, warm", "peer, warm", of_bare=0.4),
        Start(f"{HEAVIEST}, second page", "bare, warm", "peer, warm"),
    )


def tables(
    chromium: Chromium,
    site: Path,
    runs: int,
    lines: Sequence[tuple[str, Throttle | None, float]] = LINES,
    kinds: Sequence[str] = KINDS,
) -> Iterator[Table]:
    """One table for each connection, with these kinds of page."""
    visits = {kind: pages for kind, pages in asked(site).items() if kind in kinds}
    with TemporaryDirectory(prefix="rivals-", dir=environment.CACHE) as place:
        rivals.lay_out(Path(place))
        note = "; ".join(f"The {kind} is {one.id}, its second {two.id}" for kind, (one, two) in visits.items())
        for name, throttle, cold_of_bare in lines:
            times = _measured(chromium, site, Path(place), throttle, runs, visits)
            yield Table(
                f"Navigation to first answer, {name}, median of {runs}",
                "as ratios to a bare page with stock Pyodide and `1 + 1`, and to a peer that adds icepool by micropip",
                ("start", "ms", "fastest", "slowest", "to bare", "at most", "to peer", "at most"),
                compared(times, [start for start in starts(cold_of_bare) if start.name in times]),
                f"{note}. A second page is compared with a warm start.",
            )


def compared(times: Times, starts: Sequence[Start]) -> list[Row]:
    """A row for each kind of start, with its ratios."""
    return [_row(start, times) for start in starts]


def _row(start: Start, times: Times) -> Row:
    taken = statistics.median(times[start.name])
    limits = (start.of_bare, start.of_peer)
    ratios = [taken / statistics.median(times[other]) for other in (start.bare, start.peer)]
    cells: list[str] = [start.name, *(f"{ms:.0f}" for ms in (taken, min(times[start.name]), max(times[start.name])))]
    for ratio, limit in zip(ratios, limits, strict=True):
        cells += [f"{ratio:.2f}", "" if limit is None else f"{limit:.2f}"]
    missed = any(limit is not None and ratio > limit for ratio, limit in zip(ratios, limits, strict=True))
    return Row(tuple(cells), missed)


def _measured(
    chromium: Chromium,
    site: Path,
    stock: Path,
    throttle: Throttle | None,
    runs: int,
    visits: Mapping[str, tuple[Calculator, Calculator]],
) -> Times:
    times: dict[str, list[float]] = {}
    with (
        Server(site, base="/tableside/", throttle=throttle) as ours,
        Server(stock, throttle=throttle) as theirs,
        ExitStack() as stack,
    ):
        stocks = {"bare": theirs.url + rivals.BARE, "peer": theirs.url + rivals.PEER}
        homes = {kind: ours.url + changed(pages[0]) for kind, pages in visits.items()}
        residents = {f"{name}, warm": ReturningVisitor(stack, chromium, address) for name, address in stocks.items()}
        for kind, home in homes.items():
            residents[f"{kind}, {CACHED}"] = ReturningVisitor(stack, chromium, home, ANSWERED)
            residents[f"{kind}, {SAVED}"] = ReturningVisitor(stack, chromium, home, ANSWERED, OFFLINE_READY)
        # The first run warms up the browser and the server, and does not count.
        for counts in (False, *[True] * runs):
            taken = {f"{name}, cold": _stock_cold(chromium, address) for name, address in stocks.items()}
            for kind, pages in visits.items():
                taken |= {f"{kind}, {start}": ms for start, ms in _own_times(chromium, ours.url, *pages).items()}
            taken |= {name: resident.visit(answered_at) for name, resident in residents.items()}
            for name, ms in taken.items() if counts else ():
                times.setdefault(name, []).append(ms)
    return times


class ReturningVisitor:
    """A visitor who was here before and opens one page again and again.

    Two earlier visits are needed: on the first one all files come from the network, and a browser keeps machine code
    only for the place that a file came from.
    """

    def __init__(
        self, stack: ExitStack, chromium: Chromium, address: str, init_script: str = "", saved: str = ""
    ) -> None:
        """`saved` is an expression that is true when the page has an offline copy; without it the page gets none."""
        self._address = address
        self._visitor = stack.enter_context(chromium.returning_visitor(init_script, "allow" if saved else "block"))
        for _ in range(BEFORE):
            first_answer(self._visitor, address)
            if saved:
                self._visitor.until(saved, "the offline copy")
            self._visitor.stay(STAY_SECONDS)
            self._visitor.leave()

    def visit(self, look: Callable[[Visitor], T]) -> T:
        """Open the page, look at it when it has its first answer, and leave."""
        first_answer(self._visitor, self._address)
        found = look(self._visitor)
        self._visitor.leave()
        return found


def _stock_cold(chromium: Chromium, address: str) -> float:
    with chromium.visitor() as visitor:
        return first_answer(visitor, address)


def _own_times(chromium: Chromium, home: str, first: Calculator, second: Calculator) -> dict[str, float]:
    """Milliseconds of both pages for a visitor who reads the first answer while the site is saved for offline use."""
    with chromium.visitor(ANSWERED) as visitor:
        cold = first_answer(visitor, home + changed(first))
        visitor.stay(STAY_SECONDS)
        return {"cold": cold, "second page": first_answer(visitor, home + changed(second))}


def first_answer(visitor: Visitor, address: str) -> float:
    """Open an address and wait; milliseconds from navigation to Python's first answer."""
    visitor.open(address)
    return answered_at(visitor)


def answered_at(visitor: Visitor) -> float:
    """Milliseconds from navigation to Python's first answer, which may still have to come."""
    return float(visitor.until("window.answeredAt", "an answer"))


def asked(site: Path) -> dict[str, tuple[Calculator, Calculator]]:
    """By kind of page: the calculator that a visitor opens first, and the next one of its game."""
    measurable = [calculator for calculator in _calculators() if _can_change(calculator)]
    by_weight = sorted(
        measurable, key=lambda calculator: (gzipped(site / address(calculator) / "index.html"), calculator.id)
    )
    return {
        kind: (first, _next(first, measurable))
        for kind, first in ((MEDIAN, by_weight[len(by_weight) // 2]), (HEAVIEST, by_weight[-1]))
    }


def _calculators() -> list[Calculator]:
    return [calculator for game in pyrules.GAMES for calculator in game.calculators]


def _next(first: Calculator, measurable: Sequence[Calculator]) -> Calculator:
    """The next calculator of its game; after the last, the first."""
    same_game = [calculator for calculator in measurable if calculator.game_id == first.game_id]
    return same_game[(same_game.index(first) + 1) % len(same_game)]


def _can_change(calculator: Calculator) -> bool:
    try:
        changed(calculator)
    except ValueError:
        return False
    return True


def changed(calculator: Calculator) -> str:
    """The address, from the site's root, of a calculator with inputs that differ from its example.

    It is spelled as the page would spell it, so that the page has no reason to write another.
    """
    inputs = calculator.parse(dict(calculator.start))
    pairs = calculator.to_pairs(inputs)
    for at, (key, text) in enumerate(pairs):
        for step in (1, -1) if text.lstrip("-").isdecimal() else ():
            stepped = [*pairs[:at], (key, str(int(text) + step)), *pairs[at + 1 :]]
            if calculator.from_text(stepped)[0] is not None:
                return f"{address(calculator)}#{urlencode(stepped, safe=UNQUOTED, quote_via=quote)}"
    raise ValueError(f"{calculator.id} has no number in its example that could be another")


def address(calculator: Calculator) -> str:
    """The address of a calculator's page, from the site's root."""
    return f"{calculator.id.replace('.', '/', 1)}/"
