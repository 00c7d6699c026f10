"""The roll of the game: an attribute's die, a skill, everything that is added, and who ends up higher.

The chapter takes it for granted; "Our defaults" are what we make of it.
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
from ....engine.inputs import number, record, toggle
from ....engine.procedure import Modifier, if_any, total
from ..tables import FACTS
from .default_inputs import attribute_die, explode, half_rounds, skill, skill_die

Modifiers = tuple[Modifier, ...]

ROLL_RULES = ("S2-LADDER-01",)
"""What every roll, and the inputs for one, cite."""

MODIFIER = (-40, 40)
CHANGES = "What changes it"


@dataclass(frozen=True, kw_only=True)
class Roll:
    """ROLL: a die, a skill and what changes them."""

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
    """The input for a whole roll, which must be given."""
    return record(label, Roll, help=help, rule=rule, **common)


def lowered(sides: int, steps: int) -> int:
    """The die some steps down the ladder; the lowest stays what it is (S2-LADDER-01)."""
    for _ in range(steps):
        row = FACTS.table("dice").find("sides", sides)
        assert row is not None  # inputs know no other dice
        sides = row["lower"]
    return sides


class Total(NamedTuple):
    """What is rolled and what is added to it."""

    dice: tuple[int, ...]
    modifiers: Modifiers = ()
    explode: int = 0
    halved: bool = False
    half_rounds: str = "down"

    def plus(self, *more: Modifier) -> Total:
        """The same with further modifiers; those of 0 are left out."""
        return self._replace(modifiers=(*self.modifiers, *(one for one in more if one.value)))

    @property
    def die(self) -> Die[int]:
        """The total as a die that can be thrown."""
        return _total_die(*self.shape)

    @property
    def shape(self) -> tuple[tuple[int, ...], int, int, str]:
        """All that its odds depend on."""
        return self.dice, total(self.modifiers), self.explode, self.half_rounds if self.halved else ""

    @property
    def dice_text(self) -> str:
        """Its dice as players say them: "d8", "d8+d6"."""
        return "+".join(f"d{sides}" for sides in self.dice)

    def tell(self, rolled: int) -> str:
        """A rolled total in words."""
        return f"{rolled}, halved" if self.halved else str(rolled)


def dice_of(sides: int, second: int = 0, steps: int = 0) -> tuple[int, ...]:
    """The dice of a roll: the attribute's, some steps down, and the skill's if there is one."""
    first = lowered(sides, steps)
    return (first, second) if second else (first,)


def total_of(r: Roll) -> Total:
    """A roll as it was entered."""
    modifiers = (Modifier("Skill", r.skill, "S2-ROLL-01"), *if_any("Modifiers", r.mod, "S2-ROLL-01"))
    return Total(dice_of(r.die, r.skill_die, r.lower), modifiers, r.explode, r.halve, r.half_rounds)


def halved(total: int, rounds: str = "down") -> int | Fraction:
    """Half a total as the table rounds it; halving never helps, so 0 and less stay as they are (S2-HALVE-01)."""
    if total <= 0:
        return total
    half = Fraction(total, FACTS.number("half_divisor"))
    return floor(half) if rounds == "down" else ceil(half) if rounds == "up" else half


@cache
def open_die(sides: int, times: int) -> Die[int]:
    """A die that is rolled again and added on its top face, some times at most (S2-ROLL-01)."""
    return d(sides).explode(lambda face: face == sides, times)


@cache
def _total_die(dice: tuple[int, ...], bonus: int, times: int, half_rounds: str) -> Die[Any]:
    first, *others = (open_die(sides, times) for sides in dice)
    for other in others:
        first = first.plus(other)
    summed = first.plus(bonus)
    return summed.map(lambda n: halved(n, half_rounds)) if half_rounds else summed


# Two rolls against each other.

HIGHER, TIE, LOWER = "higher", "tie", "lower"


class Compared(NamedTuple):
    """How a total ended up against another: `result`, and in a throw what that other one was."""

    result: str
    rolled: int | None = None


def compare(first: int, second: int) -> str:
    """How the first of two totals ended up."""
    return HIGHER if first > second else TIE if first == second else LOWER


def answer_die(first: int, answer: Total) -> Die[Compared]:
    """The roll that answers a total, read as how that total ends up.

    Odds need no more than that, which keeps long fights fast; a throw tells the total too.
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
    return Die({Compared(result): weight for result, weight in weights.items()}, throw)


def _below(shape: Any, total: int) -> int:
    """The weight of everything below a total."""
    outcomes, sums = _ascending(shape)
    return sums[bisect_left(outcomes, total)]


@cache
def _ascending(shape: Any) -> tuple[list[int], list[int]]:
    weights = _total_die(*shape).weights
    outcomes = sorted(weights)
    return outcomes, list(accumulate((weights[n] for n in outcomes), initial=0))


class Contest(NamedTuple):
    """How two totals compare."""

    higher: Fraction
    tie: Fraction
    lower: Fraction


def contest(one: Total, other: Total) -> Contest:
    """The chances that the first ends up higher, equal and lower."""
    return _contest(one.shape, other.shape)


def beats(one: Total, other: Total) -> Fraction:
    """The chance that the first ends up strictly higher (S2-TIE-01)."""
    return contest(one, other).higher


@cache
def _contest(one: Any, other: Any) -> Contest:
    mine, theirs = _total_die(*one), _total_die(*other)
    every = mine.total * theirs.total
    higher = sum(w * _below(other, n) for n, w in mine.weights.items())
    tie = sum(w * theirs.weights.get(n, 0) for n, w in mine.weights.items())
    return Contest(Fraction(higher, every), Fraction(tie, every), Fraction(every - higher - tie, every))


def best_answer(to: Total, answers: Sequence[Total]) -> int:
    """Which of several rolls is beaten least often, before any dice fall; of equals, the first (S2-CHOICE-01)."""
    return min(range(len(answers)), key=lambda index: beats(to, answers[index]))
