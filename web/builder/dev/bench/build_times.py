"""How long a build takes, and rendering the pages: the present ones, and ten times as many."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from web.builder import BuildError
from web.builder.dev import environment
from web.builder.pyodide import runtime, wheel
from web.builder.site import pages

from .table import Row, Table

LIMIT_SECONDS = 10
TIMES = 10


def tables() -> Iterator[Table]:
    """The whole build from the shell, then the pages alone."""
    with TemporaryDirectory(prefix="bench-", dir=environment.CACHE) as place:
        made_again = _seconds(lambda: runtime.build(Path(place, "cache"), Path(place, "site")))
    cached = _seconds(_build)
    yield Table(
        "build.py build, seconds",
        f"{LIMIT_SECONDS} s",
        ("", "seconds"),
        [
            _row("packs and wheel from the cache", cached),
            _row("packs made again", cached + made_again),
        ],
    )
    yield Table(
        "Pages alone: rendered, checked, listed for the service worker",
        "",
        ("", "pages", "seconds", "ms a page"),
        [_pages_row("as they are", pages.pages), _pages_row(f"{TIMES} times as many", many_pages)],
    )


def many_pages() -> Iterator[pages.Page]:
    """Every page TIMES times, each time in another folder and rendered again."""
    yield from pages.pages()
    for number in range(1, TIMES):
        for page in pages.pages():
            yield page._replace(address=f"copy{number}/{page.address}")


def _build() -> None:
    command = [sys.executable, str(environment.ROOT / "build.py"), "build"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"The timed build failed:\n{done.stderr.strip()}")


def _row(name: str, seconds: float) -> Row:
    return Row((name, f"{seconds:.1f}"), missed=seconds > LIMIT_SECONDS)


def _pages_row(name: str, listed: Callable[[], Iterator[pages.Page]]) -> Row:
    with TemporaryDirectory(prefix="bench-", dir=environment.CACHE) as place:
        site = Path(place)
        with redirect_stdout(io.StringIO()):
            packed = runtime.build(runtime.cache_folder(), site)
        built = wheel.build(environment.CACHE / "wheel")
        seconds = _seconds(lambda: pages.build(site, packed, built, pages.draw(listed), "/"))
        count = sum(1 for _ in site.rglob("index.html"))
    return Row((name, count, f"{seconds:.2f}", f"{seconds * 1000 / count:.1f}"))


def _seconds(work: Callable[[], object]) -> float:
    """The duration of the work, whose output is dropped because it would disturb the tables."""
    began = time.perf_counter()
    with redirect_stdout(io.StringIO()):
        work()
    return time.perf_counter() - began
