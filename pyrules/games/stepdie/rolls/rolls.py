"""The roll of the game: an attribute's die, a skill, the modifiers, and the comparison of two totals.

The chapter does not define rolls; "Our defaults" (EXT) are ours.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import ceil, floor
from typing import Any, NamedTuple

from ....engine.dice import Die, Face, Faces, d
from ....engine.formatting import figure
from ....engine.inputs import number, record, toggle
from ....engine.procedure import Modifier, if_any, total
from ..tables import FACTS
from .default_inputs import attribute_die, explode, half_rounds, skill, skill_die

Modifiers = tuple[Modifier, ...]

ROLL_RULES = ("S2-LADDER-01",)
"""The rules that every roll and its inputs cite."""

MODIFIER = (-40, 40)
CHANGES = "What changes it"


@dataclass(frozen=True, kw_only=True)
class Roll:
    """ROLL: an attribute's die, a skill, and what changes them."""

    die: int = attribute_die("Die", help="The die of the attribute.")
    skill: int = skill(help="What the skill adds.")
    skill_die: int = skill_die()
    explode: int = explode()
    lower: int = number(
        "Steps down",
        0,
        4,
        0,
        help="How many dice lower it is rolled, d4 at the lowest.",
        rule="S2-LADDER-01",
        group=CHANGES,
    )
    mod: int = number(
        "Modifiers",
        *MODIFIER,
        0,
        help="Everything else that is added, in one number.",
        rule="S2-ROLL-01",
        signed=True,
        group=CHANGES,
    )
    halve: bool = toggle("Halved", help="The total is halved.", rule="S2-HALVE-01", group=CHANGES)
    half_rounds: str = half_rounds()


def roll_input(label: str, *, help: str, rule: str = "S2-ROLL-01", **common: Any) -> Any:
    """The required input for a whole roll."""
    return record(label, Roll, help=help, rule=rule, **common)


def lowered(sides: int, steps: int) -> int:
    """The die `steps` below on the ladder; the lowest die stays (S2-LADDER-01)."""
    for _ in range(steps):
        row = FACTS.table("dice").find("sides", sides)
        assert row is not None  # the input allows only these dice
        sides = row["lower"]
    return sides


class Total(NamedTuple):
    """The dice of a roll and their modifiers."""

    dice: tuple[int, ...]
    modifiers: Modifiers = ()
    explode: int = 0
    halved: bool = False
    half_rounds: str = "down"

    def plus(self, *more: Modifier) -> Total:
        """The same total with further modifiers; modifiers of 0 are left out."""
        return self._replace(modifiers=(*self.modifiers, *(one for one in more if one.value)))

    @property
    def die(self) -> Die[int]:
        """The distribution of the total."""
        return _total_die(*self.shape)

    @property
    def shape(self) -> tuple[tuple[int, ...], int, int, str]:
        """The key of its odds: equal shapes have equal odds."""
        return self.dice, total(self.modifiers), self.explode, self.half_rounds if self.halved else ""

    @property
    def dice_text(self) -> str:
        """Its dice as players write them: "d8", "d8+d6"."""
        return "+".join(f"d{sides}" for sides in self.dice)

    def tell(self, rolled: int | Fraction, result: str = "") -> str:
        """What the sum of the faces does not say of a rolled total: what it is halved to, and the result."""
        halved = f"halved to {figure(rolled)}" if self.halved else ""
        return ": ".join(filter(None, (halved, result)))


def dice_of(sides: int, second: int = 0, steps: int = 0) -> tuple[int, ...]:
    """The dice of a roll: the attribute's, `steps` lower, and the skill's if there is one."""
    first = lowered(sides, steps)
    return (first, second) if second else (first,)


def total_of(r: Roll) -> Total:
    """The total of a roll from the inputs."""
    modifiers = (Modifier("Skill", r.skill, "S2-ROLL-01"), *if_any("Modifiers", r.mod, "S2-ROLL-01"))
    return Total(dice_of(r.die, r.skill_die, r.lower), modifiers, r.explode, r.halve, r.half_rounds)


def halved(total: int, rounds: str = "down") -> int | Fraction:
    """Half of a total, rounded as the table rule says; totals of 0 or less stay (S2-HALVE-01)."""
    if total <= 0:
        return total
    half = Fraction(total, FACTS.number("half_divisor"))
    return floor(half) if rounds == "down" else ceil(half) if rounds == "up" else half


@cache
def open_die(sides: int, times: int) -> Die[int]:
    """A die that explodes on its top face, at most `times` times (S2-ROLL-01)."""
    return d(sides).explode(lambda face: face == sides, times)


@cache
def _total_die(dice: tuple[int, ...], bonus: int, times: int, half_rounds: str) -> Die[Any]:
    first, *others = (open_die(sides, times) for sides in dice)
    for other in others:
        first = first.plus(other)
    summed = first.plus(bonus)
    return summed.map(lambda n: halved(n, half_rounds)) if half_rounds else summed


# Opposed totals.

HIGHER, TIE, LOWER = "higher", "tie", "lower"


class Compared(NamedTuple):
    """The result of a total against another, and in a roll the other total."""

    result: str
    rolled: int | None = None


def compare(first: int, second: int) -> str:
    """The result of the first of two totals."""
    return HIGHER if first > second else TIE if first == second else LOWER


def answer_die(first: int, answer: Total) -> Die[Compared]:
    """The opponent's roll, read as the result of the first total.

    Odds need only the result, which keeps long fights fast. A roll also states the total.
    """
    return _answer_die(first, answer.shape)


@cache
def _answer_die(first: int, shape: Any) -> Die[Compared]:
    die = _total_die(*shape)

    def throw(face: Faces) -> tuple[Compared, tuple[Face, ...]]:
        rolled, faces = die.throw(face)
        return Compared(compare(first, rolled), rolled), faces

    lower, equal = _below(shape, first), die.weights.get(first, 0)
    weights = {HIGHER: lower, TIE: equal, LOWER: die.total - lower - equal}
    return Die({Compared(result): weight for result, weight in weights.items()}, throw, die.least, die.more)


def _below(shape: Any, total: int) -> int:
    """The weight of all totals below `total`."""
    outcomes, sums = _ascending(shape)
    return sums[bisect_left(outcomes, total)]


@cache
def _ascending(shape: Any) -> tuple[list[int], list[int]]:
    weights = _total_die(*shape).weights
    outcomes = sorted(weights)
    return outcomes, list(accumulate((weights[n] for n in outcomes), initial=0))


class Contest(NamedTuple):
    """The chances of two totals against each other."""

    higher: Fraction
    tie: Fraction
    lower: Fraction


def contest(one: Total, other: Total) -> Contest:
    """The chances that the first total is higher, equal and lower."""
    return _contest(one.shape, other.shape)


def beats(one: Total, other: Total) -> Fraction:
    """The chance that the first total is strictly higher (S2-TIE-01)."""
    return contest(one, other).higher


@cache
def _contest(one: Any, other: Any) -> Contest:
    mine, theirs = _total_die(*one), _total_die(*other)
    every = mine.total * theirs.total
    higher = sum(w * _below(other, n) for n, w in mine.weights.items())
    tie = sum(w * theirs.weights.get(n, 0) for n, w in mine.weights.items())
    return Contest(Fraction(higher, every), Fraction(tie, every), Fraction(every - higher - tie, every))


def best_answer(to: Total, answers: Sequence[Total]) -> int:
    """The index of the roll that loses least often; the first wins a tie (S2-CHOICE-01)."""
    return min(range(len(answers)), key=lambda index: beats(to, answers[index]))
