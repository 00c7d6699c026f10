"""How an answer's time grows with hit points, rounds and dice, doubled up to their limits, on CPython."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.dice import parse_dice
from web.worker.requests import sweep_inputs

from .table import Row, Table, milliseconds

WORST = 10
DOUBLINGS = 3
PATIENCE_SECONDS = 2.0
"""After an answer that took longer, no greater one is asked for."""

_GROWS = re.compile(r"\b(hp|hit points|wound limit|rounds?|horizon|tries|attempts|attacks|foes|shooters)\b")
_DICE = re.compile(r"([1-9][0-9]*)(d[0-9]+.*)")


class Course(NamedTuple):
    """One input of a calculator, and the seconds at each of its values: the example's first, the limit last."""

    calculator: str
    key: str
    taken: list[tuple[str, float]]
    whole: bool
    """Whether the limit was reached before patience ended."""


def tables() -> Iterator[Table]:
    """The worst ten, by their slowest answer."""
    courses = [course for game in pyrules.GAMES for c in game.calculators for course in _courses(c)]
    courses.sort(key=lambda course: -course.taken[-1][1])
    heads = ("calculator", "input", "from", *(f"times {2**n}" for n in range(DOUBLINGS + 1)), "to", "ms")
    yield Table(
        f"Growth on CPython, ms, the worst {WORST} of {len(courses)} inputs",
        "",
        heads,
        [Row(_cells(course)) for course in courses[:WORST]],
        f"Several that grow together are told by the first; a + where patience ended, at {PATIENCE_SECONDS:.0f} s.",
    )


def _cells(course: Course) -> tuple[str, ...]:
    shown = [milliseconds(seconds) for _, seconds in course.taken[: DOUBLINGS + 1]]
    shown += [""] * (DOUBLINGS + 1 - len(shown))
    last, seconds = course.taken[-1]
    reached = last if course.whole else f"{last}+"
    return (course.calculator, course.key, course.taken[0][0], *shown, reached, milliseconds(seconds))


def _courses(calculator: Calculator) -> Iterator[Course]:
    """Each of its inputs that counts something or throws dice, then all of them together."""
    pairs = calculator.spelled_out(calculator.parse(dict(calculator.start)))
    highs = {number.key: number.input.high for number in growing(calculator)}
    ladders = {key: ladder for key, text in pairs if len(ladder := list(doubled(text, highs.get(key)))) > 1}
    chosen = [{key: ladder} for key, ladder in ladders.items()]
    for climbed in [*chosen, ladders] if len(ladders) > 1 else chosen:
        taken = []
        for values in steps(climbed):
            inputs, _ = calculator.from_text([(key, values.get(key, text)) for key, text in pairs])
            if inputs is None:  # more than inputs may be together
                break
            taken.append((next(iter(values.values())), _seconds(calculator, inputs)))
            if taken[-1][1] > PATIENCE_SECONDS:
                break
        if len(taken) > 1:
            name = next(iter(climbed)) if len(climbed) == 1 else f"all {len(climbed)} that count or are dice"
            yield Course(calculator.id, name, taken, whole=taken[-1][1] <= PATIENCE_SECONDS)


def steps(ladders: dict[str, list[str]]) -> Iterator[dict[str, str]]:
    """The first rung of each, the second of each, and so on; what has reached its last one stays there."""
    for rung in range(max(map(len, ladders.values()))):
        yield {key: ladder[min(rung, len(ladder) - 1)] for key, ladder in ladders.items()}


def growing(calculator: Calculator) -> list[sweep_inputs.Swept]:
    """Its numbers that are called hit points, rounds, or the like."""
    numbers = sweep_inputs.numbers(calculator.parse(dict(calculator.start)))
    return [n for n in numbers if _GROWS.search(f"{n.input.label} {n.path[-1].replace('_', ' ')}".lower())]


def doubled(text: str, high: int | None) -> Iterator[str]:
    """A number or the dice of a throw (1d8, 2d8, 4d8 …), up to the limit. Of anything else, nothing."""
    dice = _DICE.fullmatch(text)
    if dice:
        count = int(dice[1])
        while parse_dice(thrown := f"{count}{dice[2]}"):
            yield thrown
            count *= 2
    elif high is not None:
        number = max(1, int(text))
        while number < high:
            yield str(number)
            number *= 2
        yield str(high)


def _seconds(calculator: Calculator, inputs: Any) -> float:
    """The fastest of three, or the only one of a slow answer."""
    fastest = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        calculator.answer(inputs)
        fastest = min(fastest, time.perf_counter() - began)
        if fastest > 0.2:
            break
    return fastest
