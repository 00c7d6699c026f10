"""How long it takes to list the characters of a device."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from web.builder.serve import Server

from .chromium import Chromium
from .table import Row, Table, milliseconds

LIMIT_MS = 200
CHARACTERS = 200
PAIRS = 120
"""Of each: more than a character of any of our games has without its notes."""

_LISTED = (Path(__file__).parent / "characters.js").read_text(encoding="utf-8")


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    with Server(site) as served, chromium.visitor(service_workers="block") as visitor:
        visitor.open(f"{served.url}help/")
        visitor.until("document.readyState === 'complete'", "the whole page")
        times = visitor.ask(_LISTED, {"runs": runs, "characters": CHARACTERS, "pairs": PAIRS})
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
