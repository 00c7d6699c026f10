"""Trip: bring down a character who moves past.

"Universal combat actions": Trip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import toggle
from ....engine.procedure import Procedure
from ..rolls.opposed import Contested, contest_steps
from ..rolls.rolls import HIGHER, Roll, Total, contest, roll_input, total_of
from .target_answer import (
    AGILITY,
    STRENGTH,
    TARGETS,
    answers,
    choice_note,
    chosen,
    compared,
    compared_rows,
    from_the_ground,
    own_ground,
    target_roll,
)

WHEN = "When it is allowed"


@dataclass(frozen=True, kw_only=True)
class Trip:
    """The tripping character and the character who moves past."""

    tripper: Roll = roll_input("Tripper", help="Your Agility with Acrobatics.", rule="S2-TRIP-02")
    target_agility: Roll = target_roll("Agility", "Acrobatics", rule="S2-TRIP-02")
    target_strength: Roll = target_roll("Strength", "Acrobatics", rule="S2-TRIP-02", default=Roll())
    grounded: bool = own_ground()
    already_acted: bool = toggle(
        "Turn already used",
        help="Your turn of this round is over; having waited does not count.",
        rule="S2-TRIP-01",
        group=WHEN,
    )
    adjacent: bool = toggle(
        "Moves past you",
        True,
        help="From one space beside you to another one beside you.",
        rule="S2-TRIP-01",
        group=WHEN,
    )


def _refuse(a: Trip) -> None:
    if a.already_acted:
        raise not_allowed("already_acted", True, "A trip uses your turn, and this round's is already used.")
    if not a.adjacent:
        raise not_allowed("adjacent", False, "Only somebody who moves between two spaces beside you can be tripped.")


def _rolls(a: Trip) -> tuple[Total, dict[str, Total]]:
    return from_the_ground(total_of(a.tripper), a.grounded), answers(
        {AGILITY: a.target_agility, STRENGTH: a.target_strength}
    )


def trip(a: Trip) -> Procedure[Contested]:
    """The contest."""
    first, open_to = _rolls(a)
    steps = contest_steps(first, open_to[chosen(first, open_to)], ("Tripper", "Target"), rule="S2-TRIP-02")
    return Procedure(Contested(), steps, lambda x: "Grounded" if x.result == HIGHER else "Still up")


def _explanation(a: Trip) -> Procedure[Contested]:
    """The contest, how the target chooses its roll, and the consequences."""
    after = (
        choice_note(),
        note("A tie is the target's", "S2-TIE-01"),
        note("Higher: the target is grounded, and its move ends", "S2-TRIP-03"),
    )
    return trip(a).explained(*after)


def _values(a: Trip) -> dict[str, Any]:
    first, open_to = _rolls(a)
    taken = chosen(first, open_to)
    found = contest(first, open_to[taken])
    return {
        "p_grounded": found.higher,
        "p_tie": found.tie,
        "target_choice": taken,
        "answers": compared(first, open_to),
    }


TRIP = Calculator(
    id="stepdie.trip",
    title="Trip",
    summary="The chance to bring down somebody who moves past you.",
    inputs=Trip,
    outputs=(
        out.percent("p_grounded", "grounds the target", rule="S2-TRIP-03", headline=True),
        out.percent("p_tie", "A tie, which is the target's", rule="S2-TIE-01"),
        api_only(out.word("target_choice", "Answers with", TARGETS, rule="S2-CHOICE-01")),
        compared_rows("S2-CHOICE-01"),
    ),
    compute=_values,
    check=_refuse,
    start={
        "tripper": {"die": 8, "skill": 2},
        "target_agility": {"die": 6, "skill": 1},
        "target_strength": {"die": 8, "skill": 1},
    },
    rolls=(RollOption("trip", "Roll it", trip),),
    explain=_explanation,
)
