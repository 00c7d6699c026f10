"""The two ways of rolling initiative side by side, for one and the same fight.

From "Rounds, Initiative, and Surprise" in the combat chapter, which gives both and prefers neither.
"""

from __future__ import annotations

from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note, notes, side_note
from ....engine.procedure import Procedure, Step, total
from .initiative import PC_FIRST, Entrant, Leading, initiative, ties_explanation
from .initiative_individual import FELLOWSHIP, OneByOne, one_by_one, pcs_before_foes, person, refuse_one_kind

PARTY, FOES = "Player characters", "Foes"


def in_two_sides(a: OneByOne) -> Procedure[Leading]:
    """The same people as two sides, each with the best modifier among them."""
    return initiative(two_sides(a), pcs_win_ties=a.ties == PC_FIRST, rule="WWN-INIT-02")


def two_sides(a: OneByOne) -> tuple[Entrant, Entrant]:
    """The two sides, each with its best modifier."""

    def together(name: str, *, pc: bool) -> Entrant:
        best = max((person(p) for p in a.people if p.pc == pc), key=lambda e: total(e.modifiers))
        return Entrant(name, pc, best.modifiers)

    return together(PARTY, pc=True), together(FOES, pc=False)


def explanation(a: OneByOne) -> Procedure[Leading]:
    """Who has the ties, what the two sides add to their rolls, and what everybody adds to theirs."""
    ways = (
        ("By sides", "WWN-INIT-02", two_sides(a)),
        ("One by one", "WWN-INIT-03", tuple(person(p) for p in a.people)),
    )
    rolls = (step for way, rule, entrants in ways for step in side_note(way, rule, map(_roll_explanation, entrants)))
    return notes(ties_explanation(pcs_win=a.ties == PC_FIRST), *rolls)


def _roll_explanation(e: Entrant) -> Step[Leading]:
    return note(e.name, "WWN-INIT-01", e.modifiers)


def _compare(a: OneByOne) -> dict[str, Any]:
    p_pcs_first = in_two_sides(a).odds().p(lambda s: s.ahead[0] == PARTY)
    alone = pcs_before_foes(a, one_by_one(a).odds())
    return {
        "group_p_pcs_first": p_pcs_first,
        "group_mean_pcs_before_first_foe": p_pcs_first * sum(p.pc for p in a.people),
        **{f"individual_{name}": value for name, value in alone.items()},
    }


INITIATIVE_COMPARE = Calculator(
    id="wwn.initiative_compare",
    title="Sides or one by one",
    summary="Which way of rolling initiative serves this party better.",
    inputs=OneByOne,
    outputs=(
        out.percent("group_p_pcs_first", "first, by sides", rule="WWN-INIT-02", headline=True),
        out.percent("individual_p_some_pc_first", "one of you first, one by one", rule="WWN-INIT-03", headline=True),
        out.figure("group_mean_pcs_before_first_foe", "Of you before the first foe, by sides", rule="WWN-INIT-02"),
        out.figure(
            "individual_mean_pcs_before_first_foe", "Of you before the first foe, one by one", rule="WWN-INIT-03"
        ),
        out.percent("individual_p_all_pcs_before_any_foe", "All of you before any foe, one by one", rule="WWN-INIT-03"),
    ),
    compute=_compare,
    check=refuse_one_kind,
    start={"people": FELLOWSHIP},
    explain=explanation,
    rolls=(RollOption("sides", "By sides", in_two_sides), RollOption("one_by_one", "One by one", one_by_one)),
)
