"""Individual initiative: every person rolls, and player characters win ties with foes.

From "Rounds, Initiative, and Surprise" in the combat chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.inputs import many, number, record
from ....engine.procedure import Modifier, Procedure
from ..checks.checks import SCALE
from .initiative import (
    PC_FIRST,
    Entrant,
    Leading,
    bonus,
    initiative,
    initiative_ties,
    is_pc,
    name,
    p_first_of,
    refuse_same_names,
    ties_explanation,
    with_a_chance,
    with_bonus,
)


@dataclass(frozen=True, kw_only=True)
class Person:
    """A person who rolls alone (WWN-INIT-03)."""

    name: str = name()
    dex_mod: int = number(
        "Dexterity modifier", *SCALE, 0, help="Creatures usually add 0.", rule="WWN-INIT-03", signed=True
    )
    bonus: int = bonus()
    pc: bool = is_pc("Player character")


@dataclass(frozen=True, kw_only=True)
class OneByOne:
    """All persons in the fight."""

    people: tuple[Person, ...] = many(
        "Combatants",
        record("Combatant", Person, help="One of those who fight.", rule="WWN-INIT-03"),
        2,
        6,
        help="Everyone rolls. There must be player characters and foes among them.",
        rule="WWN-INIT-03",
    )
    ties: str = initiative_ties()


def person(p: Person) -> Entrant:
    """A person rolls with their own modifier (WWN-INIT-03)."""
    return Entrant(p.name, p.pc, with_bonus(Modifier("Dexterity", p.dex_mod, "WWN-INIT-03"), p.bonus))


def refuse_one_kind(a: OneByOne) -> None:
    """Raises `InvalidInput` for equal names, and for a fight without player characters or without foes."""
    refuse_same_names("people", [p.name for p in a.people])
    for kind, word in ((True, "player character"), (False, "foe")):
        if all(p.pc != kind for p in a.people):
            text = f"There must be at least one {word} among the combatants."
            raise InvalidInput("people", MISSING_FIELD, None, text)


def one_by_one(a: OneByOne) -> Procedure[Leading]:
    """One roll for each person."""
    return initiative([person(p) for p in a.people], pcs_win_ties=a.ties == PC_FIRST, rule="WWN-INIT-03")


def explanation(a: OneByOne) -> Procedure[Leading]:
    """The winner of ties, and every person's roll."""
    return one_by_one(a).explained(before=(ties_explanation(pcs_win=a.ties == PC_FIRST),))


def pcs_before_foes(a: OneByOne, end: Dist[Leading]) -> dict[str, Any]:
    """The number of player characters who act before the first foe."""
    pcs = sum(p.pc for p in a.people)
    return {
        "p_some_pc_first": end.mean(_some_first),
        "p_all_pcs_before_any_foe": end.mean(lambda s: _all_before(s) if s.before + s.tied == pcs else 0),
        "mean_pcs_before_first_foe": end.mean(lambda s: s.before + Fraction(s.tied, s.foes + 1)),
    }


def _some_first(s: Leading) -> Fraction:
    """The chance that a player character acts before every foe; ties are decided by lot."""
    return Fraction(1) if s.before else Fraction(s.tied, s.tied + s.foes)


def _all_before(s: Leading) -> Fraction:
    """The chance that the lot puts all tied player characters before all tied foes."""
    return Fraction(1, comb(s.tied + s.foes, s.tied))


def _one_by_one(a: OneByOne) -> dict[str, Any]:
    end = one_by_one(a).odds()
    p_first = p_first_of(end, [person(p) for p in a.people])
    return {"p_first": p_first, "first": with_a_chance(p_first), **pcs_before_foes(a, end)}


FELLOWSHIP = (
    {"name": "Ash", "dex_mod": 1, "pc": True},
    {"name": "Brin", "dex_mod": 0, "pc": True},
    {"name": "Raider", "dex_mod": 0},
    {"name": "Archer", "dex_mod": 1},
)

INITIATIVE_INDIVIDUAL = Calculator(
    id="wwn.initiative_individual",
    title="Initiative one by one",
    summary="Who goes first when everybody rolls, and how many of you act before the first foe.",
    inputs=OneByOne,
    keeps_state=True,
    outputs=(
        out.percent("p_some_pc_first", "one of you goes first", rule="WWN-INIT-03", headline=True),
        out.percent("p_all_pcs_before_any_foe", "all of you before any foe", rule="WWN-INIT-03", headline=True),
        out.figure("mean_pcs_before_first_foe", "Of you before the first foe, on average", rule="WWN-INIT-03"),
        out.named("p_first", "Goes first", out.percent("p", "Goes first"), rule="WWN-INIT-03"),
        out.distribution("first", "Who goes first", rule="WWN-INIT-03", unit="combatant"),
    ),
    compute=_one_by_one,
    check=refuse_one_kind,
    start={"people": FELLOWSHIP},
    rolls=(RollOption("roll", "Roll it", one_by_one),),
    explain=explanation,
)
