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

CHOICES = 10
"""The inputs of each calculator with drawn choices and the highest numbers."""

EMPTY, EMPTY_CHOICE = 0.2, 0.4
"""How often a drawn input that may be empty is empty, and how often among the drawn choices."""

LIMIT_SECONDS = 1.0
LIMIT_MB = 200.0
STOP_SECONDS = 20
"""After so much processor time an answer is stopped."""

TRIES = 200
"""How often inputs are changed to make them legal."""

LONGEST_LINK = 600
HIGHEST, START = "highest", "start"
"""The names of inputs that are not drawn."""


class Draw(NamedTuple):
    """How inputs are drawn: the numbers too, or only the choices and what is empty."""

    source: random.Random
    numbers: bool


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
    """The highest values, then drawn extremes, then drawn choices, by name, each made legal; the same in every run.

    Without any that could be made legal they are the inputs of the calculator's start.
    """
    source = random.Random(calculator.id)
    draws: dict[str, Draw | None] = {HIGHEST: None}
    draws |= {f"draw {count}": Draw(source, numbers=True) for count in range(1, DRAWS + 1)}
    draws |= {f"choices {count}": Draw(source, numbers=False) for count in range(1, CHOICES + 1)}
    found = {}
    for name, draw in draws.items():
        fields = declared.input_fields(calculator.inputs)
        raw = {field.name: _extreme(field.input, 0, draw) for field in fields}
        inputs = _made_legal(calculator, raw, source)
        if inputs is not None:
            found[name] = inputs
    return found or {START: calculator.start_inputs}


def _extreme(kind: declared.Input, rank: int, draw: Draw | None) -> Any:
    """The highest value, or a drawn extreme; `rank` tells the elements of a list apart.

    An empty input can be the costliest, for example a debate without a limit.
    """
    source = draw and draw.source
    if draw and kind.nullable and draw.source.random() < (EMPTY if draw.numbers else EMPTY_CHOICE):
        return None
    match kind:
        case declared.Number():
            if draw is None or not draw.numbers:
                return kind.high
            return draw.source.choice((kind.high, kind.high, kind.low, _between(kind, draw.source)))
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
            return [] if kind.unique else [_extreme(kind.element, n, draw) for n in range(kind.most)]
        case declared.RecordInput():
            return {field.name: _extreme(field.input, rank, draw) for field in declared.input_fields(kind.of)}
    raise NotImplementedError(type(kind))


def _between(kind: declared.Number, source: random.Random) -> int:
    return source.randint(kind.low, kind.high)


def _made_legal(calculator: Calculator[Any], raw: dict[str, Any], source: random.Random) -> Any:
    """The inputs without what is refused; None if nothing helps.

    A refused number becomes lower. A refused element leaves its list with half of those after it. Any other refused
    input is as in the calculator's start, or left out; if it already is, this happens to the record with it, and then
    to a drawn input.
    """
    start = calculator.start
    for _ in range(TRIES):
        try:
            return calculator.parse(raw)
        except InvalidInput as refused:
            if _lowered(raw, refused) or _without_element(raw, refused):
                continue
            path = refused.field.split(".")
            if not any(_reset(raw, start, path[:length]) for length in (len(path), 1)):
                _reset(raw, start, [source.choice(sorted({*raw, *start}))])
    return None


def _reset(raw: dict[str, Any], start: Mapping[str, Any], path: list[str]) -> bool:
    """Whether the input at the path differed from that of the start, which it now is; or it is left out."""
    held: Any = raw
    given: Any = start
    *records, last = path
    for name in records:
        held = held.get(name)
        given = given.get(name) if isinstance(given, dict) else None
        if not isinstance(held, dict):
            return False
    if isinstance(given, Mapping) and last in given:
        differed = held.get(last) != given[last]
        held[last] = copy.deepcopy(given[last])
        return bool(differed)
    return held.pop(last, None) is not None


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
    """Whether the refused number could be lowered to the bound that the refusal names.

    Without a bound all numbers of its name become at most half of the highest, as hit points of several fighters do.
    """
    bound = _AT_MOST.search(refused.text)
    *path, last = refused.field.split(".")
    held: Any = raw
    for part in path:
        held = held[int(part)] if isinstance(held, list) else held[part]
    if refused.code != OUT_OF_RANGE or not isinstance(held, dict) or not isinstance(held.get(last), int):
        return False
    if bound:
        records, most = [held], int(bound[1])
    else:
        records = [record for record in _records(raw) if isinstance(record.get(last), int)]
        most = max(record[last] for record in records) // 2
    higher = [record for record in records if record[last] > most > 0]
    for record in higher:
        record[last] = most
    return bool(higher)


def _records(raw: Any) -> Iterator[dict[str, Any]]:
    """All records inside the inputs, and the inputs themselves."""
    if isinstance(raw, dict):
        yield raw
    for inside in raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list) else ():
        yield from _records(inside)


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
