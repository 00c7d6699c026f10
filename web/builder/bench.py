"""Measurements: page weight, and how long answers take on CPython and in Pyodide. Printed as tables.

Times are medians, and what counts are ratios within one run: the machine it ran on is not part of a promise.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyrules

from . import environment

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "site"
RUNS = 15

_ANSWERS = """
import json, time

def main(text):
    import pyrules
    asked = json.loads(text)
    taken = {}
    for calculator_id in asked["calculators"]:
        calculator = pyrules.calculator(calculator_id)
        inputs = calculator.parse(dict(calculator.start))
        times = []
        for _ in range(asked["runs"] + 1):
            began = time.perf_counter()
            calculator.answer(inputs)
            times.append(time.perf_counter() - began)
        taken[calculator_id] = sorted(times[1:])[asked["runs"] // 2]
    return json.dumps(taken)
"""


def main() -> None:
    """Print every table."""
    page_weights()
    answer_times()
    build_times()


def page_weights() -> None:
    """Gzip bytes of each calculator page with all it links, Python's runtime left out."""
    rows = []
    for system in pyrules.SYSTEMS:
        for calculator in system.calculators:
            page = SITE / system.id / calculator.slug / "index.html"
            linked = _linked(page)
            rows.append((calculator.id, _weight(page), sum(_weight(path) for path in linked), len(linked)))
    rows.sort(key=lambda row: -(row[1] + row[2]))
    table(
        "Page weight, gzip KB (goal: 60 with everything it links, without the Python runtime)",
        ("calculator", "page", "linked", "all", "files"),
        [(name, _kb(own), _kb(rest), _kb(own + rest), count) for name, own, rest, count in rows],
    )


def _linked(page: Path) -> set[Path]:
    """Styles, scripts with all they import, icons, the manifest: what a page makes the browser load."""
    found: set[Path] = set()
    waiting = [
        (page.parent / target).resolve()
        for target in re.findall(r'<(?:link|script)[^>]+(?:href|src)="([^"]+)"', page.read_text())
    ]
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        if path.suffix == ".js":
            imports = re.findall(r'(?:from|import)\s+"(\./[^"]+)"|new URL\("([\w-]+\.js)"', path.read_text())
            waiting += [(path.parent / (module or worker)).resolve() for module, worker in imports]
    return found


def answer_times() -> None:
    """Each calculator's default answer, on CPython and in the built site's Pyodide, worst first."""
    calculators = [c.id for system in pyrules.SYSTEMS for c in system.calculators]
    scope: dict[str, Any] = {}
    exec(_ANSWERS, scope)
    asked = json.dumps({"calculators": calculators, "runs": RUNS})
    here = json.loads(scope["main"](asked))
    there = json.loads(_in_pyodide(_ANSWERS, asked))
    rows = sorted(((there[c] / here[c], c) for c in calculators), key=lambda row: -here[row[1]])
    table(
        f"Default answers, median of {RUNS} (goals: 10 ms on CPython for Ruins & Raiders, 30 ms else; Pyodide 4 times)",
        ("calculator", "CPython ms", "Pyodide ms", "ratio"),
        [(c, f"{here[c] * 1000:.2f}", f"{there[c] * 1000:.2f}", f"{ratio:.1f}") for ratio, c in rows],
    )
    overall = statistics.median(ratio for ratio, _ in rows)
    print(f"Pyodide takes {overall:.1f} times as long as CPython, in the median over the calculators.")


def _in_pyodide(script: str, text: str) -> str:
    runner = ROOT / "tests" / "runtime" / "site_python.mjs"
    file = environment.CACHE / "bench.py"
    file.write_text(script)
    [python] = (SITE / "assets").glob("python-*")
    [core] = (SITE / "assets").glob("core-*/core.zip")
    command = [environment.node(), str(runner), str(python), str(core), str(file)]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def build_times() -> None:
    """The whole `build.py build`, as it is run by hand: with the packs at hand, and making them anew."""
    rows = []
    for name, forget in (("everything at hand", False), ("packs made anew", True)):
        if forget:
            shutil.rmtree(environment.CACHE / "runtime")
        began = time.perf_counter()
        subprocess.run([sys.executable, str(ROOT / "build.py"), "build"], check=True, capture_output=True)
        rows.append((name, f"{time.perf_counter() - began:.1f}"))
    table("build.py build, seconds (goal: 10)", ("", "seconds"), rows)


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table, columns aligned."""
    texts = [[str(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(len(row[at]) for row in texts) for at in range(len(heads))]
    print(f"\n{title}")
    for first, *others in texts:
        cells = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        print("  " + "  ".join((f"{first:<{widths[0]}}", *cells)))


def _weight(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def _kb(count: int) -> str:
    return f"{count / 1024:.1f}"
