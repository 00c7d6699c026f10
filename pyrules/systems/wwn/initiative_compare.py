"""The two ways of rolling initiative side by side, for one and the same fight.

From "Rounds, Initiative, and Surprise" in the combat chapter, which gives both and prefers neither.
"""

from __future__ import annotations

from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator, Throw
from ...engine.procedure import Procedure, total
from .initiative import Entrant, Leading, initiative
from .initiative_individual import FELLOWSHIP, OneByOne, one_by_one, pcs_before_foes, person, refuse_one_kind

PARTY, FOES = "Player characters", "Foes"


def in_two_sides(a: OneByOne) -> Procedure[Leading]:
    """The same people as two sides, each with the best modifier among them."""

    def together(name: str, *, pc: bool) -> Entrant:
        best = max((person(p) for p in a.people if p.pc == pc), key=lambda e: total(e.modifiers))
        return Entrant(name, pc, best.modifiers)

    return initiative([together(PARTY, pc=True), together(FOES, pc=False)], rule="WWN-INIT-02")


def _compare(a: OneByOne) -> dict[str, Any]:
    p_pcs_first = in_two_sides(a).odds().p(lambda s: s.before > 0)
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
        out.percent("group_p_pcs_first", "first, by sides", headline=True),
        out.percent("individual_p_some_pc_first", "one of you first, one by one", headline=True),
        out.figure("group_mean_pcs_before_first_foe", "Of you before the first foe, by sides"),
        out.figure("individual_mean_pcs_before_first_foe", "Of you before the first foe, one by one"),
        out.percent("individual_p_all_pcs_before_any_foe", "All of you before any foe, one by one"),
    ),
    work=_compare,
    check=refuse_one_kind,
    rules=("WWN-INIT-01", "WWN-INIT-02", "WWN-INIT-03", "WWN-EXT-INITTIE"),
    start={"people": FELLOWSHIP},
    throws=(Throw("sides", "By sides", in_two_sides), Throw("one_by_one", "One by one", one_by_one)),
)
