"""The check dice: 3d6 whose sixes explode and whose ones count 0, read as a grade.

"Defense and attack" and "Triple 1 and triple 6": attacks, skills, saving throws and opposed checks all roll them. A
grade is success or failure, and the number of full margins of 8 from the target.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from ....engine.dice import Die, Face, Faces, d
from ....engine.open_dice import OpenDie
from ....engine.typed_dice import Among
from ..tables import FACTS

DICE = (-5, 12)
"""The range of dice that inputs allow; 0 or fewer roll none."""

MOST = 320
"""The cap on the total of up to 12 dice.

Less than 1e-26 of any roll lies above the cap, and no target does. So every chance to reach a number is exact. Only
values that grow with each critical, such as the mean damage, lack that part.
"""

CHECK_DIE = OpenDie(FACTS.number("check_die"), frozenset({FACTS.number("zero_face")}))
CRITICAL = FACTS.number("critical_margin")

ONES, SIXES, REST = "ones", "sixes", "rest"
"""What the first three dice show; triples decide before any total does (OBSS-TRI-01, OBSS-TRI-03)."""

CHECK_DICE_RULES = (
    "OBSS-AR-01",
    "OBSS-HIT-07",
    "OBSS-HIT-08",
    "OBSS-HIT-14",
    "OBSS-MOD-14",
    "OBSS-TRI-01",
    "OBSS-TRI-03",
    "OBSS-TRI-04",
    "OBSS-TRI-05",
    "EXT-03",
    "EXT-04",
    "EXT-05",
    "EXT-06",
)
"""The rules that every roll of the check dice cites."""


def most(dice: int) -> int:
    """The cap on the total of `dice` dice; trades and sizes can lead to more than 12."""
    return MOST + 12 * max(0, dice - DICE[1])


def counts(face: Face) -> int:
    """The value of a face in the sum of a roll; a die that is no check die counts its face."""
    return CHECK_DIE.worth(face.value) if face.sides == CHECK_DIE.sides else face.value


class Grade(NamedTuple):
    """The grade of a roll: success or not, and its criticals (critical failures if it fails)."""

    success: bool
    criticals: int


class Rolled(NamedTuple):
    """A roll: its total, and whether the first three dice decide."""

    triple: str
    total: int


# The dice without a target.


class Pool:
    """The odds of check dice, in integers over `whole`, by what the first three show.

    Three 1s count 0, so only the other dice count. Three 6s count 18 and are all rolled again.
    """

    def __init__(self, dice: int) -> None:
        self.most = most(dice)
        every = CHECK_DIE.weights(dice, self.most)
        self.whole: int = sum(every.values())
        self.weights: dict[str, dict[int, int]] = {REST: every}
        triple = FACTS.number("triple_dice")
        if dice >= triple:
            chances = CHECK_DIE.sides**triple
            ones = _scaled(CHECK_DIE.weights(dice - triple, self.most), self.whole)
            again = CHECK_DIE.sides * triple
            sixes = _scaled(CHECK_DIE.weights(dice, self.most - again), self.whole)
            sixes = {again + total: weight for total, weight in sixes.items()}
            self.whole *= chances
            rest = {
                total: weight * chances - ones.get(total, 0) - sixes.get(total, 0) for total, weight in every.items()
            }
            self.weights = {ONES: ones, SIXES: sixes, REST: rest}
        self._totals = {triple: sorted(held) for triple, held in self.weights.items()}
        self._below = {
            triple: [0, *accumulate(self.weights[triple][total] for total in totals)]
            for triple, totals in self._totals.items()
        }

    def below(self, triple: str, total: int) -> int:
        """The weight of a total below `total` with this triple."""
        return self._below[triple][bisect_left(self._totals[triple], total)]

    def at_least(self, triple: str, total: int) -> int:
        """The weight of at least `total` with this triple."""
        return self._below[triple][-1] - self.below(triple, total)

    def p_at_least(self, total: int) -> Fraction:
        """The chance of at least `total`, whatever the first three dice show."""
        return Fraction(sum(self.at_least(triple, total) for triple in self.weights), self.whole)


def _scaled(weights: dict[int, int], whole: int) -> dict[int, int]:
    """The same odds over a multiple of their whole."""
    factor = whole // sum(weights.values())
    return {total: weight * factor for total, weight in weights.items()}


@cache
def pool(dice: int) -> Pool:
    """The odds of `dice` check dice; for 0 or fewer the certain 0 (OBSS-MOD-14, EXT-06)."""
    return Pool(max(0, dice))


def throw_pool(dice: int, face: Faces) -> tuple[Rolled, tuple[Face, ...]]:
    """A roll of `dice` check dice."""
    fallen = CHECK_DIE.throw(max(0, dice), most(dice), face)
    return Rolled(triple_of(fallen.first), fallen.total), fallen.faces


def triple_of(first: tuple[int, ...]) -> str:
    """The triple of the first faces: three 1s, three 6s, or neither."""
    shown = first[: FACTS.number("triple_dice")]
    if len(shown) < FACTS.number("triple_dice") or len(set(shown)) > 1:
        return REST
    return {FACTS.number("triple_miss_face"): ONES, FACTS.number("triple_hit_face"): SIXES}.get(shown[0], REST)


@lru_cache(maxsize=32)
def check_die(dice: int) -> Die[Rolled]:
    """The check dice as a die of totals; `grade_die` is far cheaper against a number."""
    held = pool(dice).weights
    weights = {Rolled(triple, total): w for triple, totals in held.items() for total, w in totals.items()}
    return Die(weights, lambda face: throw_pool(dice, face))


# The dice against a target.


class Check(NamedTuple):
    """One roll of the check dice against a number: the target less all modifiers.

    `d4` are extra plain dice (OBSS-PREC-01). `tie_fails` is for targets that must be beaten, as in opposed checks
    (EXT-08). Without `triples_critical` a triple decides, but is no critical alone.
    """

    need: int
    dice: int = FACTS.number("check_dice")
    d4: int = 0
    triples_critical: bool = True
    tie_fails: bool = False


def graded(check: Check, rolled: Rolled) -> Grade:
    """The grade of a roll (OBSS-HIT-01, OBSS-HIT-14, OBSS-TRI-01 to 05, EXT-05)."""
    margin = rolled.total - check.need
    success = margin >= check.tie_fails if rolled.triple == REST else rolled.triple == SIXES
    sure = FACTS.number("triple_hit_crits" if success else "triple_miss_critical_failures")
    least = sure if rolled.triple != REST and check.triples_critical else 0
    return Grade(success, max(least, (margin if success else -margin) // CRITICAL))


@lru_cache(maxsize=1024)
def grade_die(check: Check) -> Die[Grade]:
    """The check dice read as a grade; the sums run over margins of 8, not over totals."""
    added = d(FACTS.number("precise_die")).times(check.d4)
    held = pool(check.dice)
    weights: dict[Grade, int] = {}
    for plus, ways in added.weights.items():
        cuts = _cuts(check, plus)
        for triple in held.weights:
            below = [held.below(triple, cut) for cut in cuts]
            for low, (less, more) in zip(cuts, pairwise(below), strict=False):
                if less < more:
                    grade = graded(check, Rolled(triple, low + plus))
                    weights[grade] = weights.get(grade, 0) + ways * (more - less)
    return Die(weights, lambda face: _throw(check, face))


def whole(check: Check) -> int:
    """The sum of a check's weights."""
    return pool(check.dice).whole * d(FACTS.number("precise_die")).times(check.d4).total


def successes(check: Check) -> dict[int, int]:
    """The weight of each number of criticals among the successes, over `whole`."""
    held = pool(check.dice)
    sure = FACTS.number("triple_hit_crits") if check.triples_critical else 0
    found: dict[int, int] = {}
    for plus, ways in d(FACTS.number("precise_die")).times(check.d4).weights.items():
        need = check.need - plus
        first = {REST: max(0, need + check.tie_fails), SIXES: 0}
        for triple, low in first.items():
            if triple not in held.weights:
                continue
            for criticals in range((low - need) // CRITICAL, (held.most - need) // CRITICAL + 1):
                least = max(low, need + CRITICAL * criticals)
                weight = held.below(triple, need + CRITICAL * (criticals + 1)) - held.below(triple, least)
                if weight:
                    counted = max(sure if triple == SIXES else 0, criticals)
                    found[counted] = found.get(counted, 0) + ways * weight
    return found


def _cuts(check: Check, plus: int) -> list[int]:
    """The totals at which the grade changes, for one triple."""
    need, held = check.need - plus, pool(check.dice)
    cuts = {0, held.most + 1, need + check.tie_fails}
    first, last = (0 - need) // CRITICAL, (held.most - need) // CRITICAL
    for step in range(first, last + 1):
        cuts |= {need + CRITICAL * step, need + CRITICAL * step + 1}
    return sorted(cut for cut in cuts if 0 <= cut <= held.most + 1)


def _throw(check: Check, face: Faces) -> tuple[Grade, tuple[Face, ...]]:
    with Among(after=check.d4):
        rolled, faces = throw_pool(check.dice, face)
    with Among(before=len(faces)):
        added, more = d(FACTS.number("precise_die")).times(check.d4).throw(face)
    return graded(check, Rolled(rolled.triple, rolled.total + added)), faces + more
