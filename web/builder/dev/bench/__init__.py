"""Measurements, printed as tables: the size of pages, the time until Python answers, and how the time grows; for the
pages of fights, the time of an event and of all odds of a turn.

Times are medians. Ratios within one run matter, because times depend on the machine. Each table names its goal and
marks the rows that miss it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from web.builder.dev import environment

from . import (
    answers,
    boot,
    build_times,
    characters,
    fights,
    growth,
    interaction,
    largest,
    paint,
    sweep,
    transfer,
    waterfall,
    weight,
)
from .chromium import Chromium
from .table import Table

SITE = environment.ROOT / "site"
QUICK_RUNS = 3
QUICK_SAMPLE = 10
"""A quick bench measures the interaction of every tenth calculator."""


def main(runs: int, *, quick: bool = False) -> None:
    """Print every table when it is measured, and at the end the missed goals.

    A quick bench prints only the tables of the start and the interaction, from `QUICK_RUNS` runs and a sample.
    """
    missed: list[str] = []

    def show(table: Table) -> None:
        print(f"\n{table.text()}", flush=True)
        if any(row.missed for row in table.rows):
            missed.append(table.title)

    with copy_of(SITE) as site:
        for measure in _quick_measurements(site) if quick else _measurements(site, runs):
            for table in measure():
                show(table)
    print(f"\nGoals missed in: {'; '.join(missed)}." if missed else "\nEvery goal is met.")


def _quick_measurements(site: Path) -> Iterator[Callable[[], Iterator[Table]]]:
    with Chromium() as chromium:
        yield lambda: waterfall.tables(chromium, site, QUICK_RUNS)
        yield lambda: boot.tables(chromium, site, QUICK_RUNS, boot.LINES[:1], kinds=(boot.MEDIAN,))
        yield lambda: interaction.tables(chromium, site, QUICK_RUNS, sample=QUICK_SAMPLE)


def _measurements(site: Path, runs: int) -> Iterator[Callable[[], Iterator[Table]]]:
    # The browser measurements come first, while the machine is cool and idle.
    with Chromium() as chromium:
        yield lambda: boot.tables(chromium, site, runs)
        yield lambda: waterfall.tables(chromium, site, runs)
        yield lambda: paint.tables(chromium, site, runs)
        yield lambda: transfer.tables(chromium, site)
        yield lambda: interaction.tables(chromium, site, runs)
        yield lambda: sweep.tables(chromium, site, runs)
        yield lambda: characters.tables(chromium, site, runs)
        yield lambda: fights.tables(chromium, site, runs)
    yield lambda: answers.tables(site)
    yield growth.tables
    yield largest.tables
    yield lambda: weight.tables(site)
    yield build_times.tables


@contextmanager
def copy_of(site: Path) -> Iterator[Path]:
    """A copy of the site, because a build during the bench must not change what is measured."""
    # In the cache, not in /tmp, because links do not cross file systems.
    with TemporaryDirectory(prefix="bench-", dir=environment.CACHE) as place:
        copy = Path(place, "site")
        shutil.copytree(site, copy, copy_function=link_or_copy)
        yield copy


def link_or_copy(source: str, target: str) -> None:
    """Link a file, or copy it where the file system has no links."""
    try:
        Path(target).hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)
