"""The chance that a round of attacks opens a weapon maneuver.

"Optional - List of Weapon Maneuvers". `weapon_maneuvers.py` has the conditions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist
from ....engine.explain import note
from ....engine.inputs import many, number, record
from ....engine.procedure import Procedure, Step, throw, total
from ..attack.attack import ATTACK_RULES, Aimed, aimed_in_turn, attack_bonus, defense
from ..checks.check_dice import Check, Grade, Rolled, check_die, counts, graded
from ..checks.check_step import ATTACK_WORDS, dice, grade_words
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    Circumstances,
    defense_explanation,
    dice_explanation,
    refuse_circumstances,
)
from ..table_rules import triples_critical
from ..tables import FACTS
from .weapon_maneuvers import ACTIVATORS, EVEN, LEAST, LEVEL_RULES, MANEUVERS, MISSED, ODD, PROFICIENCY

MOST_ATTACKS = 6


@dataclass(frozen=True, kw_only=True)
class Attack:
    """ATTACK: one attack of the round."""

    modifier: int = attack_bonus()
    dice: int = dice()


@dataclass(frozen=True, kw_only=True)
class Round(Circumstances):
    """The attacks of a round."""

    attacks: tuple[Attack, ...] = many(
        "Attacks",
        record("Attack", Attack, help="One attack of the round.", rule="OBSS-WMAN-01"),
        LEAST,
        MOST_ATTACKS,
        help="Every attack of the round, each with its own bonus. Weapon maneuvers are optional rules.",
        rule="OBSS-WMAN-01",
    )
    defense: int = defense()
    wp: int = number(
        "Weapon Proficiency",
        *PROFICIENCY,
        max(row["level"] for row in MANEUVERS.rows),
        help="It opens maneuvers up to that level.",
        rule="OBSS-WMAN-04",
    )
    triples_critical: bool = triples_critical()


class Missed(NamedTuple):
    """One attack as far as maneuvers need it: its grade, and whether its total is odd."""

    grade: Grade
    odd: bool


class RoundState(NamedTuple):
    """The state: whether all attacks missed, whether with odd and even totals, and with a Critical Failure."""

    missed: bool = True
    odd: bool = False
    even: bool = False
    critical: bool = False


@lru_cache(maxsize=256)
def missed_die(check: Check, modifier: int) -> Die[Missed]:
    """One attack as maneuvers read it; all hits are equal."""

    def read(rolled: Rolled) -> Missed:
        grade = graded(check, rolled)
        return Missed(Grade(True, 0), False) if grade.success else Missed(grade, (rolled.total + modifier) % 2 == 1)

    return check_die(check.dice).map(read)


def _after(s: RoundState, one: Missed) -> RoundState:
    if one.grade.success:
        return RoundState(missed=False)
    return RoundState(True, s.odd or one.odd, s.even or not one.odd, s.critical or one.grade.criticals > 0)


def attacks(a: Round) -> Procedure[RoundState]:
    """The attacks of the round, up to the first hit."""
    steps = tuple(_step(a, index, one) for index, one in enumerate(_aimed(a), 1))
    known: tuple[Step[RoundState], ...] = (
        note("Odd or even: the totals of the misses", "OBSS-WMAN-02", when=lambda s: s.missed),
        note("A Critical Failure among them: the critical effect", "OBSS-WMAN-03", when=lambda s: s.critical),
        note(f"Maneuvers up to level {a.wp}", "OBSS-WMAN-04", when=lambda s: s.missed),
        note("One maneuver", "OBSS-WMAN-01", (FACTS.modifier("weapon_maneuver_reactions"),), when=lambda s: s.missed),
    )
    return Procedure(RoundState(), (*steps, *known), _outcome)


def _aimed(a: Round) -> list[Aimed]:
    return aimed_in_turn(a, [(one.modifier, one.dice) for one in a.attacks], a.defense)


def _step(a: Round, index: int, one: Aimed) -> Step[RoundState]:
    return throw(
        f"Attack {index} against Defense {one.against}",
        missed_die(one.check(0, a.triples_critical), total(one.added)),
        _after,
        rule="OBSS-HIT-01",
        modifiers=one.added,
        adds=one.added,
        counts=counts,
        when=lambda s: s.missed,
        tell=lambda held, s: _missed_text(held),
    )


def _missed_text(one: Missed) -> str:
    if one.grade.success:
        return "hit"
    return f"{grade_words(one.grade, ATTACK_WORDS)}, {'odd' if one.odd else 'even'}"


def explanation(a: Round) -> Procedure[RoundState]:
    """The dice and the Defense with their situations, then the attacks."""
    round_ = attacks(a)
    dice = dice_explanation([one.more_dice for one in _aimed(a)])
    return replace(round_, steps=(*dice, *defense_explanation(a), *round_.steps))


def _outcome(s: RoundState) -> str:
    if not s.missed:
        return "A hit: none open"
    shown = "odd and even" if s.odd and s.even else "odd" if s.odd else "even"
    return f"All missed, {shown}" + (", with a critical failure" if s.critical else "")


# Open maneuvers.

OPENED: dict[str, Callable[[RoundState], bool]] = {
    MISSED: lambda s: s.missed,
    ODD: lambda s: s.odd,
    EVEN: lambda s: s.even,
}
"""Whether each activator is met; a round with a hit has neither odd nor even misses."""


def chances(end: Dist[RoundState]) -> dict[str, tuple[Fraction, Fraction]]:
    """For each activator, the chance that it is met, and that it is met with a Critical Failure."""
    return {
        name: (end.p(met), end.p(lambda s, met=met: met(s) and s.critical))  # type: ignore[misc]
        for name, met in OPENED.items()
    }


def _values(a: Round) -> dict[str, Any]:
    end = attacks(a).odds()
    by = chances(end)
    open_ = [row for row in MANEUVERS.rows if row["level"] <= a.wp]
    return {
        "p_open": by[MISSED][0],
        "p_odd": by[ODD][0],
        "p_even": by[EVEN][0],
        "p_critical": by[MISSED][1],
        "p_odd_critical": by[ODD][1],
        "p_even_critical": by[EVEN][1],
        "maneuvers": [
            {
                "label": row["label"],
                "level": row["level"],
                "activator": row["activator"],
                "p": by[row["activator"]][0],
                "p_critical": by[row["activator"]][1],
            }
            for row in open_
        ],
    }


WEAPON_MANEUVER_ODDS = Calculator(
    id="obss.weapon_maneuver_odds",
    title="Chance of a weapon maneuver",
    summary="An optional rule: how likely a round of attacks opens each of the 25 weapon maneuvers.",
    inputs=Round,
    outputs=(
        out.percent("p_open", "all miss: maneuvers open", rule="OBSS-WMAN-01", headline=True),
        out.percent("p_critical", "with a Critical Failure", rule="OBSS-WMAN-03", headline=True),
        out.percent("p_odd", "An odd miss", rule="OBSS-WMAN-02"),
        out.percent("p_even", "An even miss", rule="OBSS-WMAN-02"),
        out.percent("p_odd_critical", "An odd miss, and a Critical Failure", rule="OBSS-WMAN-03"),
        out.percent("p_even_critical", "An even miss, and a Critical Failure", rule="OBSS-WMAN-03"),
        out.rows(
            "maneuvers",
            "Each maneuver up to your level",
            (
                out.word("label", "Maneuver"),
                out.figure("level", "Level"),
                out.word("activator", "After", ACTIVATORS),
                out.percent("p", "Open"),
                out.percent("p_critical", "Critical effect"),
            ),
            rule="OBSS-WMAN-04",
        ),
    ),
    compute=_values,
    check=refuse_circumstances,
    explain=explanation,
    rolls=(RollOption("attacks", "The attacks of the round", attacks),),
    also=(*ATTACK_RULES, *LEVEL_RULES, *CIRCUMSTANCE_RULES),
    start={"attacks": [{"modifier": 4}, {"modifier": -1}], "defense": 17, "wp": 8},
)
