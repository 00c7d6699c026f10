"""Sweeps of forty points through the heaviest calculators.

The first points come soon, and no answer waits for all of them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from web.builder.dev.serve import Server
from web.worker.requests import sweep_inputs as swept

from .answers import on_cpython
from .chromium import Chromium
from .table import Row, Table

HEAVIEST = 3
LIMIT_MS = 200

_SWEEP = (Path(__file__).parent / "sweep.js").read_text(encoding="utf-8")
_COLUMNS = ("first", "longest", "all", "alone", "amid")


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    """The calculators with the slowest default answers, each by its costliest number."""
    [script] = site.glob("assets/app-*/scripts/pyrules.js")
    rows = []
    with Server(site, base="/tableside/") as served, chromium.visitor() as visitor:
        visitor.open(served.url)
        for request in _heaviest():
            answer = {"kind": "answer", **{key: request[key] for key in ("calculator", "inputs")}}
            asked = {"script": served.url + script.relative_to(site).as_posix(), "sweep": request, "answer": answer}
            rows.append(_row(request, [visitor.ask(_SWEEP, asked) for _ in range(runs)]))
    yield Table(
        f"Sweeps of {swept.MOST_POINTS} points, ms, median of {runs}",
        f"first points and an answer asked for meanwhile within {LIMIT_MS} ms",
        ("calculator", "number", "first points", "longest slice", "all points", "answer alone", "answer meanwhile"),
        rows,
    )


def _row(request: dict[str, Any], runs: Sequence[dict[str, float]]) -> Row:
    taken = {column: statistics.median(run[column] for run in runs) for column in _COLUMNS}
    number = f"{request['of']} {request['from']} to {request['to']}"
    return Row(
        (request["calculator"], number, *(f"{taken[column]:.0f}" for column in _COLUMNS)),
        missed=max(taken["first"], taken["amid"]) > LIMIT_MS,
    )


def _heaviest() -> Iterator[dict[str, Any]]:
    """The requests for them."""
    able = {c.id: c for game in pyrules.GAMES for c in game.calculators if _candidates(c)}
    taken = on_cpython(list(able), runs=3)
    for name in sorted(able, key=lambda name: -taken[name])[:HEAVIEST]:
        calculator = able[name]
        number = max(_candidates(calculator), key=lambda number: _cost(calculator, number))
        first, last = reach(number)
        inputs = dict(calculator.start)
        yield {"kind": "sweep", "calculator": name, "inputs": inputs, "of": number.key, "from": first, "to": last}


def _candidates(calculator: Calculator) -> list[swept.Swept]:
    """Its numbers that can be forty different ones."""
    numbers = swept.numbers(calculator.parse(dict(calculator.start)))
    return [number for number in numbers if number.input.high - number.low >= swept.MOST_POINTS - 1]


def reach(number: swept.Swept) -> tuple[int, int]:
    """Forty values from the present one up, or as far up as they go."""
    first = max(number.low, min(int(number.value), number.input.high - swept.MOST_POINTS + 1))
    return first, first + swept.MOST_POINTS - 1


def _cost(calculator: Calculator, number: swept.Swept) -> float:
    """Seconds that an answer takes at the upper end."""
    pairs = [pair for pair in calculator.to_pairs(calculator.parse(dict(calculator.start))) if pair[0] != number.key]
    inputs, _ = calculator.from_text([*pairs, (number.key, str(reach(number)[1]))])
    if inputs is None:
        return 0
    began = time.perf_counter()
    try:
        calculator.answer(inputs)
    except InvalidInput:
        return 0
    return time.perf_counter() - began
