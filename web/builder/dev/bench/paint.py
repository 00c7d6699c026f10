"""First and largest paint of a calculator page, against the same page without any script.

The first paint of a page must not wait for Python.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from pathlib import Path

import pyrules
from pyrules.engine.calculator import Calculator
from web.builder.dev.serve import Server
from web.builder.dev.throttle import Throttle, mobile

from .boot import ANSWERED, address
from .chromium import Chromium
from .table import Row, Table
from .weight import gzipped

LIMIT_MS = 100
STILL = "without-scripts.html"

_SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)

_FIRST = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# Only observers get this entry: first the paints so far; two frames later the last one is known.
_LARGEST = """() => new Promise((resolve) => {
    let largest = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) largest = entry.startTime;
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(largest))));
    }).observe({ type: "largest-contentful-paint", buffered: true });
})"""
_ASK = "document.querySelector('[data-calculator]').dispatchEvent(new Event('input'))"


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    """The largest calculator page, with and without its scripts."""
    calculators = [calculator for game in pyrules.GAMES for calculator in game.calculators]
    heaviest = max(calculators, key=lambda calculator: gzipped(site / address(calculator) / "index.html"))
    page = site / address(heaviest) / "index.html"
    page.with_name(STILL).write_text(without_scripts(page.read_text(encoding="utf-8")), encoding="utf-8")
    rows: list[Row] = []
    for name, throttle in (("unthrottled", None), ("slow line", mobile())):
        rows += _rows(chromium, site, heaviest, name, throttle, runs)
    yield Table(
        f"Paint of {heaviest.id}, the heaviest calculator page, ms, median of {runs}",
        f"largest paint at most {LIMIT_MS} ms after that of the same page without any script",
        ("", "first paint", "largest paint", "later by"),
        rows,
        "Measured after Python has answered and the answer has been redrawn.",
    )


def without_scripts(html: str) -> str:
    """The page without its scripts; its styles stay."""
    return _SCRIPT.sub("", html)


def _rows(
    chromium: Chromium, site: Path, calculator: Calculator, name: str, throttle: Throttle | None, runs: int
) -> Iterator[Row]:
    as_it_comes, still = [], []
    with Server(site, base="/tableside/", throttle=throttle) as served:
        page = served.url + address(calculator)
        for _ in range(runs):
            still.append(_paints(chromium, page + STILL, answers=False))
            as_it_comes.append(_paints(chromium, page, answers=True))
    (first, largest), (still_first, still_largest) = (
        [statistics.median(column) for column in zip(*paints, strict=True)] for paints in (as_it_comes, still)
    )
    later = largest - still_largest
    yield Row((f"{name}, no script", f"{still_first:.0f}", f"{still_largest:.0f}", ""))
    yield Row((f"{name}, as it comes", f"{first:.0f}", f"{largest:.0f}", f"{later:+.0f}"), missed=later > LIMIT_MS)


def _paints(chromium: Chromium, page: str, *, answers: bool) -> tuple[float, float]:
    with chromium.visitor(ANSWERED) as visitor:
        visitor.open(page)
        visitor.until("document.readyState === 'complete'", "the whole page")
        if answers:
            visitor.ask(_ASK)
            visitor.until("window.answeredAt", "an answer")
        first = visitor.until(_FIRST, "a first paint")
        return first, visitor.ask(_LARGEST)
