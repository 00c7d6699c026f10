"""How long each calculator's default answer takes, on CPython and in the built site's Pyodide."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyrules
from web.builder.dev import environment, site_python

from .table import Row, Table

RUNS = 15
LIMIT_MS = {"raiders": 10}
OTHER_LIMIT_MS = 30
LIMIT_RATIO = 4

# Text, because it also runs inside Pyodide, which cannot import the builder.
_SCRIPT = """
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


def tables(site: Path) -> Iterator[Table]:
    """One table, the slowest calculator first."""
    names = [calculator.id for game in pyrules.GAMES for calculator in game.calculators]
    cpython, pyodide = on_cpython(names), _in_pyodide(names, site)
    overall = statistics.median(pyodide[name] / cpython[name] for name in names)
    rows = [
        Row(
            (
                name,
                f"{cpython[name] * 1000:.2f}",
                f"{pyodide[name] * 1000:.2f}",
                f"{pyodide[name] / cpython[name]:.1f}",
            ),
            missed=cpython[name] * 1000 > LIMIT_MS.get(name.partition(".")[0], OTHER_LIMIT_MS),
        )
        for name in sorted(names, key=lambda name: -cpython[name])
    ]
    rows.append(Row(("median", "", "", f"{overall:.1f}"), missed=overall > LIMIT_RATIO))
    yield Table(
        f"Default answers, median of {RUNS}",
        f"{LIMIT_MS['raiders']} ms on CPython for Ruins & Raiders, {OTHER_LIMIT_MS} ms else; "
        f"Pyodide {LIMIT_RATIO} times as long in the median",
        ("calculator", "CPython ms", "Pyodide ms", "ratio"),
        rows,
    )


def on_cpython(names: list[str], runs: int = RUNS) -> dict[str, float]:
    """Seconds by calculator."""
    scope: dict[str, Any] = {}
    exec(_SCRIPT, scope)
    taken: dict[str, float] = json.loads(scope["main"](_asked(names, runs)))
    return taken


def _in_pyodide(names: list[str], site: Path) -> dict[str, float]:
    script = environment.CACHE / "bench.py"
    script.write_text(_SCRIPT)
    taken: dict[str, float] = json.loads(site_python.run(site, script, _asked(names, RUNS)))
    return taken


def _asked(names: list[str], runs: int) -> str:
    return json.dumps({"calculators": names, "runs": runs})
