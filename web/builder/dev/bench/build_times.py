"""How long builds take, from nothing and after changes while `serve` runs, and the pages, also ten times as many."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from web.builder import BuildError
from web.builder.dev import environment, watch
from web.builder.pyodide import runtime, stock, wheel
from web.builder.pyodide.packers import Packers
from web.builder.site import checks, pages

from .table import Row, Table

LIMIT_SECONDS = 25
CHANGE_LIMIT_SECONDS = 2
TIMES = 10
REST_SECONDS = 8
"""How long `serve` rests before a change, as it does while someone edits."""
MADE = ("runtime", "runtime-plain", "scripts", "page-bundles", "templates")
"""The folders of the cache that hold what builds have made."""
CHANGES = {
    "a rule": ("pyrules/games/wwn/tables/rules.toml", 'text = "', 'text = "Measured. '),
    "a game's module": ("pyrules/games/wwn/attack/attack.py", "", "\n\nMEASURED = True\n"),
    "a module of the engine": ("pyrules/engine/dice.py", "", "\n\nMEASURED = True\n"),
    "a template": ("web/templates/pages/base.html", "</body>", "<!-- measured --></body>"),
    "a style sheet": ("web/styles/parts/tokens.css", "", "\n:root {\n  --measured: 1;\n}\n"),
    "a script": ("web/scripts/pages/page.js", "", '\ndocument.body.dataset.measured = "1";\n'),
}
"""A source of each kind, and how it is changed: a text by another, or a text at its end."""


def tables() -> Iterator[Table]:
    """Changes while `serve` runs, the whole build from the shell, which leaves a whole site, then the pages alone."""
    cached = _seconds(_build)
    yield Table(
        "A change while `serve` runs, seconds until the site has it",
        f"{CHANGE_LIMIT_SECONDS} s for a rule",
        ("", "seconds"),
        [
            _row(name, _changed(*change), CHANGE_LIMIT_SECONDS if name == "a rule" else float("inf"))
            for name, change in CHANGES.items()
        ],
    )
    for folder in MADE:
        shutil.rmtree(environment.CACHE / folder, ignore_errors=True)
    yield Table(
        "build.py build, seconds",
        f"{LIMIT_SECONDS} s",
        ("", "seconds"),
        [_row("from the cache", cached, LIMIT_SECONDS), _row("from nothing", _seconds(_build), LIMIT_SECONDS)],
    )
    few, many = (_pages_seconds(listed) for listed in (pages.pages, many_pages))
    yield Table(
        "Pages alone: rendered, checked, listed for the service worker",
        f"{TIMES} times the pages take at most {TIMES} times as long",
        ("", "pages", "seconds", "ms a page"),
        [
            _pages_row("as they are", *few),
            _pages_row(f"{TIMES} times as many", *many, missed=many[1] > TIMES * few[1]),
        ],
    )


def _changed(name: str, old: str, new: str) -> float:
    """The time from a change of a source to the rebuilt site, which then gets the source back as it was."""
    source = environment.ROOT / name
    before = source.read_text(encoding="utf-8")
    if old not in before:
        raise BuildError(f"The bench cannot change {name}: it has no {old!r}.")
    try:
        source.write_text(before.replace(old, new, 1) if old else before + new, encoding="utf-8")
        seconds = _rebuilt(source)
    finally:
        source.write_text(before, encoding="utf-8")
    _rebuilt(source)
    return seconds


def _rebuilt(source: Path) -> float:
    waiting = watch.started("/", stdout=subprocess.PIPE)
    assert waiting.stdin and waiting.stdout
    time.sleep(REST_SECONDS)
    began = time.perf_counter()
    waiting.stdin.write(json.dumps([str(source)]) + "\n")
    waiting.stdin.flush()
    said = waiting.stdout.readline()
    seconds = time.perf_counter() - began
    waiting.communicate()
    if waiting.returncode or not said:
        raise BuildError(f"The site could not be rebuilt after a change of {source}.")
    return seconds


def many_pages() -> Iterator[pages.Page]:
    """Every page TIMES times, each time in another folder and rendered again; the Console is refused anywhere else."""
    yield from pages.pages()
    for number in range(1, TIMES):
        for page in pages.pages():
            if f"{page.address}index.html" not in checks.MAY_HAVE_FRAMES:
                yield page._replace(address=f"copy{number}/{page.address}")


def _build() -> None:
    command = [sys.executable, str(environment.ROOT / "build.py"), "build"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"The timed build failed:\n{done.stderr.strip()}")


def _row(name: str, seconds: float, limit: float) -> Row:
    return Row((name, f"{seconds:.1f}"), missed=seconds > limit)


def _pages_row(name: str, count: int, seconds: float, *, missed: bool = False) -> Row:
    return Row((name, count, f"{seconds:.2f}", f"{seconds * 1000 / count:.1f}"), missed=missed)


def _pages_seconds(listed: Callable[[], Iterator[pages.Page]]) -> tuple[int, float]:
    """How many pages there are, and how long they take."""
    with TemporaryDirectory(prefix="bench-", dir=environment.CACHE) as place:
        site = Path(place)
        with redirect_stdout(io.StringIO()), Packers(stock.cache_folder()) as packers:
            packed = runtime.build(packers, site)
        built = wheel.build(environment.CACHE / "wheel")
        seconds = _seconds(lambda: pages.build(site, packed, built, pages.draw(listed), "/"))
        return sum(1 for _ in site.rglob("index.html")), seconds


def _seconds(work: Callable[[], object]) -> float:
    """The duration of the work, whose output is dropped because it would disturb the tables."""
    began = time.perf_counter()
    with redirect_stdout(io.StringIO()):
        work()
    return time.perf_counter() - began
