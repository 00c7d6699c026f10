"""Sweeps of forty points through the heaviest calculators.

The first points must arrive soon, and an answer must not wait for the whole sweep.
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
from web.worker.requests import sweep_inputs

from .answers import on_cpython
from .chromium import Chromium
from .table import Row, Table

HEAVIEST = 3
LIMIT_MS = 200

_SWEEP = (Path(__file__).parent / "sweep.js").read_text(encoding="utf-8")
_COLUMNS = ("first", "longest", "all", "alone", "amid")


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    """The calculators with the slowest default answers, each swept over its slowest number."""
    [script] = site.glob("assets/app-*/scripts/pyrules.js")
    rows = []
    with Server(site, base="/tableside/") as served, chromium.visitor() as visitor:
        visitor.open(served.url)
        for request in _heaviest():
            answer = {"kind": "answer", **{key: request[key] for key in ("calculator", "inputs")}}
            asked = {"script": served.url + script.relative_to(site).as_posix(), "sweep": request, "answer": answer}
            rows.append(_row(request, [visitor.ask(_SWEEP, asked) for _ in range(runs)]))
    yield Table(
        f"Sweeps of {sweep_inputs.MOST_POINTS} points, ms, median of {runs}",
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
    """The sweep requests of these calculators."""
    measurable = {c.id: c for game in pyrules.GAMES for c in game.calculators if _candidates(c)}
    taken = on_cpython(list(measurable), runs=3)
    for name in sorted(measurable, key=lambda name: -taken[name])[:HEAVIEST]:
        calculator = measurable[name]
        number = max(_candidates(calculator), key=lambda number: _cost(calculator, number))
        first, last = reach(number)
        inputs = dict(calculator.start)
        yield {"kind": "sweep", "calculator": name, "inputs": inputs, "of": number.key, "from": first, "to": last}


def _candidates(calculator: Calculator) -> list[sweep_inputs.Swept]:
    """The numbers of a calculator with at least forty allowed values."""
    numbers = sweep_inputs.numbers(calculator.parse(dict(calculator.start)))
    return [number for number in numbers if number.input.high - number.low >= sweep_inputs.MOST_POINTS - 1]


def reach(number: sweep_inputs.Swept) -> tuple[int, int]:
    """The first and last of forty values, from the present value up if the limit allows."""
    first = max(number.low, min(int(number.value), number.input.high - sweep_inputs.MOST_POINTS + 1))
    return first, first + sweep_inputs.MOST_POINTS - 1


def _cost(calculator: Calculator, number: sweep_inputs.Swept) -> float:
    """Seconds of an answer at the upper end of the range."""
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
