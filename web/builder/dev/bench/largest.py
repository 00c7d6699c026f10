"""The largest legal inputs of every calculator: the processor time and the memory of their answers, on CPython.

Each answer comes from a process of its own, so that no earlier answer helps and its peak of memory is its own.
"""

from __future__ import annotations

import copy
import os
import random
import re
import resource
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

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

TRIES = 200
"""How often inputs are changed to make them legal."""

LONGEST_LINK = 600
HIGHEST, START = "highest", "start"
"""The names of inputs that are not drawn."""

DICE = ("10d20", "20d10", "20d10-100", "2d100", "10d2", "1d2", "1d100", "20d2")
"""The widest sums, the most dice, and dice that take few points at a time."""

_AT_MOST = re.compile(r"at most (\d+)")


class Cost(NamedTuple):
    """The processor time of an answer, and the most memory that it added; a stopped answer has both up to the stop."""

    seconds: float
    megabytes: float
    stopped: bool = False


class Costliest(NamedTuple):
    """The inputs of a calculator with the highest cost: their name in `largest_inputs`, and the text of their link."""

    name: str
    link: str
    cost: Cost


def tables() -> Iterator[Table]:
    """The WORST calculators by time, and by memory, each with its costliest inputs."""
    costs = {c.id: _costs(c) for game in pyrules.GAMES for c in game.calculators}
    yield _worst("by time", costs, lambda found: found.cost.seconds)
    yield _worst("by memory", costs, lambda found: found.cost.megabytes)


def _worst(order: str, costs: Mapping[str, list[Costliest]], key: Callable[[Costliest], float]) -> Table:
    ranked = sorted(((id_, max(found, key=key)) for id_, found in costs.items()), key=lambda one: -key(one[1]))[:WORST]
    return Table(
        f"Largest inputs on CPython, the worst {WORST} of {len(costs)} calculators {order}",
        f"{LIMIT_SECONDS:.0f} s of processor time, {LIMIT_MB:.0f} MB",
        ("calculator", "inputs", "ms", "peak MB"),
        [_row(id_, *found) for id_, found in ranked],
        "\n  ".join(
            (
                f"An answer is stopped after {STOP_SECONDS} s. The inputs of `largest_inputs` as the text of links:",
                *(f"{id_}: {_shortened(found.link)}" for id_, found in ranked),
            )
        ),
    )


def _row(id_: str, name: str, _: str, cost: Cost) -> Row:
    shown = (milliseconds(cost.seconds), f"{cost.megabytes:.0f}")
    missed = cost.seconds > LIMIT_SECONDS or cost.megabytes > LIMIT_MB
    return Row((id_, name, *(f"> {text}" if cost.stopped else text for text in shown)), missed)


def _shortened(link: str) -> str:
    return link if len(link) <= LONGEST_LINK else f"{link[:LONGEST_LINK]} ..."


def _costs(calculator: Calculator[Any]) -> list[Costliest]:
    return [
        Costliest(name, urlencode(calculator.to_pairs(inputs)), cost_of(calculator, inputs))
        for name, inputs in largest_inputs(calculator).items()
    ]


def largest_inputs(calculator: Calculator[Any]) -> dict[str, Any]:
    """The highest values, then draws among the extremes, by name, each made legal; the same in every run.

    Without any that could be made legal they are the inputs of the calculator's start.
    """
    source = random.Random(calculator.id)
    found = {}
    for draw in range(DRAWS + 1):
        fields = declared.input_fields(calculator.inputs)
        raw = {field.name: _extreme(field.input, 0, source if draw else None) for field in fields}
        inputs = _made_legal(calculator, raw, source)
        if inputs is not None:
            found[f"draw {draw}" if draw else HIGHEST] = inputs
    return found or {START: calculator.start_inputs}


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
    """The inputs without what is refused; None if nothing helps.

    A refused number becomes the named bound, and a refused element leaves its list with half of those after it. Any
    other refused input is as in the calculator's start, or left out; if it already is, this happens to a drawn input.
    """
    start = calculator.start
    for _ in range(TRIES):
        try:
            return calculator.parse(raw)
        except InvalidInput as refused:
            if _lowered(raw, refused) or _without_element(raw, refused):
                continue
            name = refused.field.partition(".")[0]
            if raw.get(name) == start.get(name):
                name = source.choice(sorted({*raw, *start}))
            raw.pop(name, None)
            if name in start:
                raw[name] = copy.deepcopy(start[name])
    return None


def _without_element(raw: dict[str, Any], refused: InvalidInput) -> bool:
    """Whether the refusal concerns an element of a list, which is then removed, and of the later ones every second.

    So a few tries are enough even if most of a long list is refused.
    """
    name, _, inside = refused.field.partition(".")
    place = inside.partition(".")[0]
    if not isinstance(raw.get(name), list) or not place.isdecimal():
        return False
    del raw[name][int(place) :: 2]
    return True


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
        code = 1
        try:
            os.write(writing, f"{_megabytes(resource.getrusage(resource.RUSAGE_SELF))}".encode())
            began = time.process_time()
            calculator.answer(inputs)
            os.write(writing, f" {time.process_time() - began}".encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        before, *taken = map(float, pipe.read().split())
    _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, -signal.SIGVTALRM):
        raise RuntimeError(f"{calculator.id} does not answer {calculator.to_pairs(inputs)}")
    return Cost(taken[0] if taken else STOP_SECONDS, _megabytes(used) - before, not taken)


def _megabytes(used: resource.struct_rusage) -> float:
    return used.ru_maxrss / 1024
