"""The largest legal inputs of every calculator: the processor time and the memory of their answers, on CPython.

Each answer comes from a process of its own, so that no earlier answer helps and its peak of memory is its own.
"""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pyrules
from pyrules.engine import inputs as declared
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import OUT_OF_RANGE, InvalidInput

from .table import Row, Table, milliseconds

WORST = 10
DRAWS = 15
"""The drawn inputs of each calculator, besides the highest value of every input."""

EMPTY = 0.2
"""How often a drawn input that may be empty is empty."""

LIMIT_SECONDS = 1.0
LIMIT_MB = 200.0
STOP_SECONDS = 20
"""After so much processor time an answer is stopped."""

DICE = ("10d20", "20d10", "20d10-100", "2d100", "10d2", "1d2", "1d100", "20d2")
"""The widest sums, the most dice, and dice that take few points at a time."""

_AT_MOST = re.compile(r"at most (\d+)")


class Cost(NamedTuple):
    """The processor time of an answer, and the most memory that it added."""

    seconds: float
    megabytes: float


def tables() -> Iterator[Table]:
    """The WORST calculators by time, and by memory, each with its costliest inputs."""
    costs = {c.id: _costs(c) for game in pyrules.GAMES for c in game.calculators}
    slowest = {name: max(found, key=lambda cost: cost.seconds) for name, found in costs.items() if found}
    largest = {name: max(found, key=lambda cost: cost.megabytes) for name, found in costs.items() if found}
    yield _worst("by time", slowest, lambda cost: cost.seconds)
    yield _worst("by memory", largest, lambda cost: cost.megabytes)


def _worst(order: str, costs: dict[str, Cost], key: Any) -> Table:
    ranked = sorted(costs.items(), key=lambda named: -key(named[1]))[:WORST]
    return Table(
        f"Largest inputs on CPython, the worst {WORST} of {len(costs)} calculators {order}",
        f"{LIMIT_SECONDS:.0f} s of processor time, {LIMIT_MB:.0f} MB",
        ("calculator", "ms", "peak MB"),
        [
            Row(
                (name, milliseconds(cost.seconds), f"{cost.megabytes:.0f}"),
                missed=cost.seconds > LIMIT_SECONDS or cost.megabytes > LIMIT_MB,
            )
            for name, cost in ranked
        ],
        f"An answer is stopped after {STOP_SECONDS} s.",
    )


def _costs(calculator: Calculator[Any]) -> list[Cost]:
    return [cost_of(calculator, inputs) for inputs in largest_inputs(calculator)]


def largest_inputs(calculator: Calculator[Any]) -> Iterator[Any]:
    """The highest values, then draws among the extremes, each made legal; the same in every run."""
    source = random.Random(calculator.id)
    for draw in range(DRAWS + 1):
        fields = declared.input_fields(calculator.inputs)
        raw = {field.name: _extreme(field.input, 0, source if draw else None) for field in fields}
        inputs = _made_legal(calculator, raw, source)
        if inputs is not None:
            yield inputs


def _extreme(kind: declared.Input, rank: int, source: random.Random | None) -> Any:
    """The highest value, or with a `source` a drawn extreme; `rank` tells the elements of a list apart.

    An empty input can be the costliest, for example a debate without a limit.
    """
    if source and kind.nullable and source.random() < EMPTY:
        return None
    match kind:
        case declared.Number():
            return (
                kind.high if source is None else source.choice((kind.high, kind.high, kind.low, _between(kind, source)))
            )
        case declared.Amount():
            return kind.high
        case declared.Choice():
            return (kind.options[-1] if source is None else source.choice(kind.options)).id
        case declared.Pick():
            return int((kind.options[-1] if source is None else source.choice(kind.options)).id)
        case declared.Toggle():
            return source is None or source.random() < 0.7
        case declared.Text():
            return str(rank)
        case declared.DiceText():
            return DICE[0] if source is None else source.choice(DICE)
        case declared.ListInput():
            return [] if kind.unique else [_extreme(kind.element, n, source) for n in range(kind.most)]
        case declared.RecordInput():
            return {field.name: _extreme(field.input, rank, source) for field in declared.input_fields(kind.of)}
    raise NotImplementedError(type(kind))


def _between(kind: declared.Number, source: random.Random) -> int:
    return source.randint(kind.low, kind.high)


def _made_legal(calculator: Calculator[Any], raw: dict[str, Any], source: random.Random) -> Any:
    """The inputs; a refused one becomes the named bound, or is as in the calculator's start. None if nothing helps."""
    for _ in range(8 * len(raw) + 12):
        try:
            return calculator.parse(raw)
        except InvalidInput as refused:
            if not _lowered(raw, refused):
                name = refused.field.partition(".")[0]
                name = name if name in raw else source.choice(sorted(raw))
                del raw[name]
                if name in calculator.start:
                    raw[name] = calculator.start[name]
    return None


def _lowered(raw: dict[str, Any], refused: InvalidInput) -> bool:
    """Whether the refused number could be set to the bound that the refusal names."""
    bound = _AT_MOST.search(refused.text)
    if refused.code != OUT_OF_RANGE or not bound:
        return False
    *path, last = refused.field.split(".")
    held: Any = raw
    for part in path:
        held = held[int(part)] if isinstance(held, list) else held[part]
    if not isinstance(held, dict) or not isinstance(held.get(last), int) or held[last] <= int(bound[1]):
        return False
    held[last] = int(bound[1])
    return True


def cost_of(calculator: Calculator[Any], inputs: Any) -> Cost:
    """The cost of one answer, in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, STOP_SECONDS)
        before, began = _peak(), time.process_time()
        try:
            calculator.answer(inputs)
            os.write(writing, f"{time.process_time() - began} {_peak() - before}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return Cost(*map(float, text.split())) if text else Cost(STOP_SECONDS, 0)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
