"""The opposed test: two d100 rolls, and the winner (EXT-08).

The chapter calls for it in Fast Talk, surprise and spirit combat. Its rule stands outside the chapter.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from ....engine.dice import Die, Dist, Face, Faces
from ....engine.procedure import Modifier, Step, throw, total
from ....engine.typed_dice import Among
from .skill import GRADE_WORDS, SUCCESSES, Rolled, SkillRoll, rolled_die, winner

YOU, THEY = "Your side", "The other side"
"""What the two sides are called where nothing else names them."""


class Contest(NamedTuple):
    """The result of an opposed test: the winner (1 the first side, -1 the second, 0 nobody) and both grades."""

    won: int
    first: str
    second: str


class Side(NamedTuple):
    """One side of an opposed test: its roll, and the modifiers of that roll."""

    label: str
    roll: SkillRoll
    modifiers: tuple[Modifier, ...]


S = TypeVar("S", bound=Hashable)


@lru_cache(maxsize=64)
def rolls_by_grade(of: SkillRoll) -> dict[str, list[Rolled]]:
    """The rolls of each grade, ascending."""
    found: dict[str, list[Rolled]] = {}
    for rolled in rolled_die(of).weights:
        found.setdefault(rolled.grade, []).append(rolled)
    return found


def settled(first: Rolled, second: Rolled, both_fail: str) -> Contest:
    """The result of an opposed test from both rolls."""
    by = winner(first, second, both_fail)
    return Contest((by > 0) - (by < 0), first.grade, second.grade)


def reply_die(first: Rolled, of: SkillRoll, both_fail: str) -> Die[Contest]:
    """The second side's roll after the first side's, read as the result of the test."""
    weights: dict[Contest, int] = {}
    for rolls in _alike(first, of):
        ends = settled(first, rolls[0], both_fail)
        weights[ends] = weights.get(ends, 0) + len(rolls)

    def throw_one(face: Faces) -> tuple[Contest, tuple[Face, ...]]:
        rolled, faces = rolled_die(of).throw(face)
        return settled(first, rolled, both_fail), faces

    return Die(weights, throw_one)


def _alike(first: Rolled, of: SkillRoll) -> Iterator[list[Rolled]]:
    """The second side's rolls, grouped by result.

    The winner depends on the grades. Between equal grades it depends on whether the roll is lower, equal or higher.
    """
    for grade, rolls in rolls_by_grade(of).items():
        if grade != first.grade:
            yield rolls
            continue
        lower = bisect_left(rolls, first.roll, key=_number)
        upto = bisect_right(rolls, first.roll, key=_number)
        yield from filter(None, (rolls[:lower], rolls[lower:upto], rolls[upto:]))


def _number(rolled: Rolled) -> int:
    return rolled.roll


@lru_cache(maxsize=64)
def contest(first: SkillRoll, second: SkillRoll, both_fail: str) -> Dist[Contest]:
    """The odds of an opposed test."""
    return rolled_die(first).chain(lambda rolled: reply_die(rolled, second, both_fail)).reduced()


def contest_die(first: SkillRoll, second: SkillRoll, both_fail: str) -> Die[Contest]:
    """An opposed test as one roll: the first side's d100, then the second's."""

    def throw_both(face: Faces) -> tuple[Contest, tuple[Face, ...]]:
        with Among(after=rolled_die(second).least):
            rolled, faces = rolled_die(first).throw(face)
        with Among(before=len(faces)):
            ends, more = reply_die(rolled, second, both_fail).throw(face)
        return ends, faces + more

    return Die(contest(first, second, both_fail).weights, throw_both)


def contest_steps(
    first: Side,
    second: Side,
    both_fail: str,
    end: Callable[[S, Contest], S],
    *,
    rule: str,
    tell: Callable[[Contest, S], str],
    when: Callable[[S], bool] = lambda s: True,
) -> tuple[Step[S], Step[S]]:
    """The two rolls of an opposed test; `end` puts the result into the state, `tell` states it.

    The state is a `NamedTuple` with a field `rolled`, None by default, that holds the first roll until the second.
    """

    def roll(s: Any, rolled: Rolled) -> S:
        held: S = s._replace(rolled=rolled)
        return held

    def decide(s: Any, result: Contest) -> S:
        return end(s._replace(rolled=None), result)

    def reply(s: Any) -> Die[Contest]:
        return reply_die(s.rolled, second.roll, both_fail)

    def awaits_reply(s: Any) -> bool:
        return s.rolled is not None

    return (
        throw(
            _labeled(first),
            rolled_die(first.roll),
            roll,
            rule=rule,
            when=when,
            modifiers=first.modifiers,
            tell=lambda rolled, s: GRADE_WORDS[rolled.grade],
        ),
        throw(
            _labeled(second),
            reply,
            decide,
            rule=rule,
            when=awaits_reply,
            modifiers=second.modifiers,
            tell=lambda result, s: f"{_decided(first, second, result)}: {tell(result, s)}",
        ),
    )


def _decided(first: Side, second: Side, ended: Contest) -> str:
    """The side whose success it is, and the rule that decides between the two rolls (EXT-08)."""
    grade = GRADE_WORDS[ended.second]
    mine, yours = ended.first in SUCCESSES, ended.second in SUCCESSES
    if not mine and not yours:
        return f"{grade}, both sides fail"
    if mine != yours:
        return f"{grade}, only {first.label if mine else second.label} succeeds"
    if ended.first != ended.second:
        return f"{grade}, both succeed and the critical wins"
    number = "skill" if first.roll.automatic or second.roll.automatic else "roll"
    return f"{grade}, both succeed alike and the higher {number} wins"


def _labeled(side: Side) -> str:
    return f"{side.label}, {total(side.modifiers)}%"
