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
LIMIT_SECONDS = 2.0
"""After an answer that took longer, the inputs do not grow further."""

_GROWS = re.compile(r"\b(hp|hit points|wound limit|rounds?|horizon|tries|attempts|attacks|foes|shooters)\b")
_DICE = re.compile(r"([1-9][0-9]*)(d[0-9]+.*)")


class Growth(NamedTuple):
    """One input of a calculator, and the seconds at each of its values, from the example's value to the limit."""

    calculator: str
    key: str
    taken: list[tuple[str, float]]
    whole: bool
    """Whether the input reached its limit within LIMIT_SECONDS."""


def tables() -> Iterator[Table]:
    """The WORST inputs by their slowest answer."""
    growths = [growth for game in pyrules.GAMES for c in game.calculators for growth in _growths(c)]
    growths.sort(key=lambda growth: -growth.taken[-1][1])
    heads = ("calculator", "input", "from", *(f"times {2**n}" for n in range(DOUBLINGS + 1)), "to", "ms")
    yield Table(
        f"Growth on CPython, ms, the worst {WORST} of {len(growths)} inputs",
        "",
        heads,
        [Row(_cells(growth)) for growth in growths[:WORST]],
        f"Of several inputs that grow at once the first is shown; a + marks a stop at {LIMIT_SECONDS:.0f} s.",
    )


def _cells(growth: Growth) -> tuple[str, ...]:
    shown = [milliseconds(seconds) for _, seconds in growth.taken[: DOUBLINGS + 1]]
    shown += [""] * (DOUBLINGS + 1 - len(shown))
    last, seconds = growth.taken[-1]
    reached = last if growth.whole else f"{last}+"
    return (growth.calculator, growth.key, growth.taken[0][0], *shown, reached, milliseconds(seconds))


def _growths(calculator: Calculator) -> Iterator[Growth]:
    """The growth of each input that counts something or throws dice, then of all such inputs at once."""
    pairs = calculator.spelled_out(calculator.parse(dict(calculator.start)))
    highs = {number.key: number.input.high for number in growing(calculator)}
    values_by_key = {key: values for key, text in pairs if len(values := list(doubled(text, highs.get(key)))) > 1}
    chosen = [{key: values} for key, values in values_by_key.items()]
    for together in [*chosen, values_by_key] if len(values_by_key) > 1 else chosen:
        taken = []
        for grown in steps(together):
            inputs, _ = calculator.from_text([(key, grown.get(key, text)) for key, text in pairs])
            if inputs is None:  # the calculator refuses these inputs in combination
                break
            taken.append((next(iter(grown.values())), _seconds(calculator, inputs)))
            if taken[-1][1] > LIMIT_SECONDS:
                break
        if len(taken) > 1:
            name = next(iter(together)) if len(together) == 1 else f"all {len(together)} counts and dice"
            yield Growth(calculator.id, name, taken, whole=taken[-1][1] <= LIMIT_SECONDS)


def steps(values_by_key: dict[str, list[str]]) -> Iterator[dict[str, str]]:
    """The first value of each input, the second of each, and so on; an input at its last value stays there."""
    for step in range(max(map(len, values_by_key.values()))):
        yield {key: values[min(step, len(values) - 1)] for key, values in values_by_key.items()}


def growing(calculator: Calculator) -> list[sweep_inputs.Swept]:
    """The numbers of a calculator whose labels mean hit points, rounds or another count."""
    numbers = sweep_inputs.numbers(calculator.parse(dict(calculator.start)))
    return [n for n in numbers if _GROWS.search(f"{n.input.label} {n.path[-1].replace('_', ' ')}".lower())]


def doubled(text: str, high: int | None) -> Iterator[str]:
    """Doublings of a number or of dice (1d8, 2d8, 4d8 …) up to the limit; nothing for other texts."""
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
    """The fastest of three runs; a slow answer runs once."""
    fastest = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        calculator.answer(inputs)
        fastest = min(fastest, time.perf_counter() - began)
        if fastest > 0.2:
            break
    return fastest
