"""The inputs of a debate: the audience, both speakers, and its terms."""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.errors import not_allowed
from ....engine.inputs import number
from ..skills.skill import Skill, skill, switch
from ..tables import FACTS

LISTENERS = 200
"""The largest audience."""


@dataclass(frozen=True, kw_only=True)
class Oratory:
    """An audience, its speakers, and the length of the debate (OQ-ORA-05)."""

    audience: int = number("Audience", 1, LISTENERS, help="How many listen.", rule="OQ-ORA-05", unit="listeners")
    supporters: int = number(
        "With you already",
        0,
        LISTENERS,
        0,
        help="How many of them are on the Orator's side before the first word.",
        rule="OQ-ORA-05",
        unit="listeners",
        group="Terms",
    )
    influence: Skill = skill(
        "Influence", help="The Orator's, with the one modifier for the speech and the distance.", rule="OQ-ORA-11"
    )
    defence: Skill | None = skill(
        "Influence of the defense",
        help=FACTS.fill(
            "Of whoever answers the Orator, {oratory_default_influence}% for someone made up; empty if nobody does."
        ),
        rule="OQ-ORA-09",
        nullable=True,
        empty="nobody answers",
    )
    exchanges: int | None = number(
        "Exchanges",
        1,
        50,
        None,
        help="The time limit; empty to go on until somebody has won.",
        rule="OQ-ORA-07",
        nullable=True,
        empty="no limit",
    )
    minutes: int = number(
        "Minutes for each exchange",
        1,
        1440,
        FACTS.number("oratory_minutes"),
        help="How long one exchange takes.",
        rule="OQ-ORA-02",
        unit="min",
        group="Terms",
    )
    fumble_loss: str = switch("fumble_loss")
    fumble_penalty: str = switch("fumble_penalty")
    oratory_pen: str = switch("oratory_pen")
    oratory_check: str = switch("oratory_check")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def refuse_impossible(a: Oratory) -> None:
    """Refuses more supporters than listeners."""
    if a.supporters > a.audience:
        text = f"Only {a.audience} listen, so no more than that can be with you already; got {a.supporters}."
        raise not_allowed("supporters", a.supporters, text)
