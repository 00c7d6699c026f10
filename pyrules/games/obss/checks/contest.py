"""The opposed check: one side rolls against 10 plus the other's values, or both sides roll.

"Optional combat maneuvers: general"; the check stands outside the chapter (EXT-08).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from ....engine.dice import Die, Dist, Face, Faces, convolved
from ....engine.procedure import Modifier, Step, if_any, throw
from ..tables import FACTS
from .check_dice import (
    CRITICAL,
    ONES,
    REST,
    SIXES,
    Check,
    Grade,
    Rolled,
    check_die,
    counts,
    grade_die,
    pool,
    throw_pool,
)
from .check_step import CHECK_WORDS, Words, check_step, grade_words

S = TypeVar("S", bound=Hashable)

PASSIVE = "passive"
DEFENDER = "defender"

CONTEST_RULES = ("OBSS-MOD-15", "EXT-07")
"""The rules that opposed checks cite besides those of the check dice."""


class Contest(NamedTuple):
    """Two sides: their modifiers, the attacker's dice, the size difference (attacker's less defender's), and the table
    rules."""

    attacker_mod: int
    defender_mod: int
    attacker_dice: int = FACTS.number("check_dice")
    size_steps: int = 0
    mode: str = PASSIVE
    tie: str = DEFENDER


def dice_of(c: Contest) -> tuple[int, int]:
    """The dice of attacker and defender; the larger side has more (OBSS-PUSH-02)."""
    more = FACTS.number("size_step_dice")
    attacker = c.attacker_dice + max(0, c.size_steps) * more
    return attacker, FACTS.number("check_dice") + max(0, -c.size_steps) * more


def size_modifiers(c: Contest) -> tuple[Modifier, ...]:
    """The DC bonus of a larger defender: 4 instead of each die (OBSS-MOD-15)."""
    steps = max(0, -c.size_steps) * FACTS.number("size_step_dice")
    return if_any("Defender is bigger", steps * FACTS.number("defense_per_die"), "OBSS-MOD-15")


def dc_modifiers(c: Contest) -> tuple[Modifier, ...]:
    """The parts of the DC if only one side rolls."""
    return (FACTS.modifier("opposed_base"), *if_any("Defender adds", c.defender_mod, "EXT-08"), *size_modifiers(c))


def dc(c: Contest) -> int | None:
    """The DC of the attacker's roll; None if both sides roll."""
    return sum(m.value for m in dc_modifiers(c)) if c.mode == PASSIVE else None


def check_of(c: Contest) -> Check:
    """The attacker's roll if only one side rolls."""
    need = sum(m.value for m in dc_modifiers(c)) - c.attacker_mod
    return Check(need, dice_of(c)[0], tie_fails=c.tie == DEFENDER)


_RANK = {ONES: -1, REST: 0, SIXES: 1}


def compared(c: Contest, mine: Rolled, theirs: Rolled) -> Grade:
    """The grade if both sides roll: three 6s beat any total, three 1s lose to any, otherwise totals decide.

    A margin of 8 is critical, and so is a triple that decides. Further margins do not count here.
    """
    margin = mine.total + c.attacker_mod - theirs.total - c.defender_mod
    ahead = _RANK[mine.triple] - _RANK[theirs.triple]
    success = ahead > 0 or (ahead == 0 and margin >= (c.tie == DEFENDER))
    own = ahead != 0 and mine.triple == (SIXES if success else ONES)
    return Grade(success, int(own or (margin if success else -margin) >= CRITICAL))


def _answer_die(c: Contest, mine: Rolled) -> Die[Grade]:
    """The defender's roll against the attacker's, grouped by the grades of the margin."""
    # Both modifiers count toward the attacker's total, so that many contests share the same dice.
    total = mine.total + c.attacker_mod - c.defender_mod
    return _answer_without_modifiers(c._replace(attacker_mod=0, defender_mod=0), mine._replace(total=total))


@lru_cache(maxsize=4096)
def _answer_without_modifiers(c: Contest, mine: Rolled) -> Die[Grade]:
    held = pool(dice_of(c)[1])
    even = mine.total
    cuts = {0, held.most + 1, even - CRITICAL + 1, even, even + 1, even + CRITICAL}
    ordered = sorted(cut for cut in cuts if 0 <= cut <= held.most + 1)
    weights: dict[Grade, int] = {}
    for triple in held.weights:
        for low, high in pairwise(ordered):
            grade = compared(c, mine, Rolled(triple, low))
            weight = held.at_least(triple, low) - (held.at_least(triple, high) if high <= held.most else 0)
            weights[grade] = weights.get(grade, 0) + weight

    def walk(face: Faces) -> tuple[Grade, tuple[Face, ...]]:
        theirs, faces = throw_pool(dice_of(c)[1], face)
        return compared(c, mine, theirs), faces

    return Die(weights, walk)


@lru_cache(maxsize=256)
def contest(c: Contest) -> Dist[Grade]:
    """The odds of the attacker's grade; if both sides roll, at most one critical counts."""
    if c.mode == PASSIVE:
        return grade_die(check_of(c))
    return check_die(dice_of(c)[0]).chain(lambda mine: _answer_die(c, mine))


@lru_cache(maxsize=64)
def won_by(c: Contest) -> Dist[int | None]:
    """The attacker's points of success; 0 for three 6s below the target, None for a failure."""
    mine, theirs = (pool(dice) for dice in dice_of(c))
    weights: dict[int | None, int] = {}
    if c.mode == PASSIVE:
        check = check_of(c)
        for rolled, weight in check_die(check.dice).weights.items():
            points = rolled.total - check.need
            won = rolled.triple == SIXES or (rolled.triple == REST and points >= check.tie_fails)
            by = max(0, points) if won else None
            weights[by] = weights.get(by, 0) + weight
        return Dist(weights)
    for own, totals in mine.weights.items():
        for other, against in theirs.weights.items():
            margins = convolved(Dist(totals), Dist({-total: weight for total, weight in against.items()}))
            for difference, weight in margins.weights.items():
                points = difference + c.attacker_mod - c.defender_mod
                grade = compared(c, Rolled(own, points - c.attacker_mod + c.defender_mod), Rolled(other, 0))
                by = max(0, points) if grade.success else None
                weights[by] = weights.get(by, 0) + weight
    return Dist(weights)


def contest_steps(
    c: Contest,
    change: Callable[[S, Grade], S],
    hold: Callable[[S, Rolled], S],
    held: Callable[[S], Rolled | None],
    *,
    rule: str,
    label: str = "Opposed check",
    words: Words = CHECK_WORDS,
) -> tuple[Step[S], ...]:
    """The steps of an opposed check.

    If both sides roll, `hold` stores the attacker's roll and `held` reads it. `change` takes the grade and should clear
    the roll, so that equal states merge.
    """
    added = if_any("Attacker adds", c.attacker_mod, "EXT-08")
    if c.mode == PASSIVE:
        return (check_step(f"{label} against DC {dc(c)}", check_of(c), change, rule=rule, added=added, words=words),)
    theirs = if_any("Defender adds", c.defender_mod, "EXT-08")
    first = throw(
        f"{label}: attacker",
        check_die(dice_of(c)[0]),
        hold,
        rule="OBSS-MAN-04",
        modifiers=added,
        adds=added,
        counts=counts,
        tell=lambda rolled, s: _TRIPLES[rolled.triple],
    )

    def answer(state: Any) -> Die[Grade]:
        mine = held(state)
        assert mine is not None
        return _answer_die(c, mine)

    second = throw(
        f"{label}: defender",
        answer,
        change,
        rule=rule,
        modifiers=theirs,
        adds=theirs,
        counts=counts,
        tell=lambda grade, s: grade_words(grade, words),
    )
    return first, second


_TRIPLES = {REST: "", ONES: "three 1s", SIXES: "three 6s"}
