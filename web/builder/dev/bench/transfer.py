"""What a first visit transfers until the whole site is on the device, by kind of file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from web.builder.dev.serve import Response, Server
from web.builder.dev.throttle import Throttle, mobile

from .boot import ANSWERED, MEDIAN, OFFLINE_READY, asked, changed
from .chromium import Chromium
from .table import Row, Table

LIMIT_BYTES = 4_900_000

KINDS = (
    ("Pyodide", re.compile(r"/assets/python-[^/]+/pyodide[^/]*$")),
    ("Python's library", re.compile(r"/assets/python-")),
    ("our Python", re.compile(r"/assets/(core|game)-")),
    ("styles, scripts, icons", re.compile(r"/assets/app-|/sw\.js$|\.webmanifest$")),
    ("wheel", re.compile(r"/wheels/")),
    ("pages", re.compile(r"/$|\.html$|/assets/pages-")),
    ("the rest", re.compile("")),
)


def tables(chromium: Chromium, site: Path) -> Iterator[Table]:
    """One table for each connection, because parallel requests may repeat on a slow one."""
    for name, throttle in (("unthrottled", None), ("slow line", mobile())):
        responses = _visit(chromium, site, throttle)
        rows = counted(responses)
        again = sum(sent.size for sent in responses) - sum(sent.size for sent in once(responses))
        yield Table(
            f"Transferred in a first visit until Ready offline, {name}",
            f"{LIMIT_BYTES / 1e6} MB, everything included",
            ("", "responses", "kB"),
            rows,
            f"Of this, {again / 1000:.1f} kB were for repeated requests.",
        )


def counted(responses: Sequence[Response]) -> list[Row]:
    """A row for each kind, and one for the total."""
    sizes: dict[str, list[int]] = {}
    for sent in responses:
        sizes.setdefault(kind(sent.path), []).append(sent.size)
    rows = [_row(name, sizes[name]) for name, _ in KINDS if name in sizes]
    total = _row("all", [sent.size for sent in responses])
    return [*rows, total._replace(missed=sum(sent.size for sent in responses) > LIMIT_BYTES)]


def kind(path: str) -> str:
    """The kind of the file at an address."""
    return next(name for name, pattern in KINDS if pattern.search(path))


def once(responses: Sequence[Response]) -> list[Response]:
    """The first response for each path."""
    first: dict[str, Response] = {}
    for sent in responses:
        first.setdefault(sent.path, sent)
    return list(first.values())


def _row(name: str, sizes: Sequence[int]) -> Row:
    return Row((name, len(sizes), f"{sum(sizes) / 1000:.1f}"))


def _visit(chromium: Chromium, site: Path, throttle: Throttle | None) -> list[Response]:
    responses: list[Response] = []
    with (
        Server(site, base="/tableside/", throttle=throttle, on_response=responses.append) as served,
        chromium.visitor(ANSWERED) as visitor,
    ):
        visitor.open(served.url + changed(asked(site)[MEDIAN][0]))
        visitor.until("window.answeredAt", "an answer")
        visitor.until(OFFLINE_READY, "the offline copy")
    return responses
