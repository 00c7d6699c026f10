"""Reactions against a shot or a throw, and the reason when one does not help.

"Using Ranged Weapons" and "Using Shields Against Ranged Attacks".
"""

from __future__ import annotations

from typing import Any, Protocol

from ....engine import answer as out
from ....engine.inputs import Option
from ..rolls.defense import NO_DEFENSE, Defense, Reaction
from ..rolls.ranged_modifiers import is_thrown
from ..rolls.ranged_situation import Situation
from ..rolls.results import NONE
from ..skills.skill import Skill
from ..tables import FACTS

REACTIONS = FACTS.table("reactions")

ANSWERS = (
    Option(NONE, "None", "OQ-RNG-14"),
    *(Option(row["id"], row["label"], row["rule"]) for row in REACTIONS.rows if row["id"] != "unarmed_parry"),
)


class HasReaction(Protocol):
    """The inputs that decide whether the target reacts to a shot."""

    @property
    def situation(self) -> Situation: ...
    @property
    def aware(self) -> bool: ...
    @property
    def reaction(self) -> str: ...
    @property
    def reaction_skill(self) -> Skill | None: ...
    @property
    def weapon_parry_thrown(self) -> str: ...


NOT_THROWN = Option("not_thrown", "Not thrown by hand: it can be neither dodged nor parried", "OQ-RNG-14")
UNAWARE = Option("unaware", "The target is not aware of it", "OQ-SHD-04")
NO_SHIELD = Option("no_shield", "It takes a medium or large shield to parry a throw", "OQ-SHD-05")
NO_WEAPON = Option("no_weapon", "Weapons do not parry what is thrown", "OQ-RNG-13")
FUTILE = (NOT_THROWN, UNAWARE, NO_SHIELD, NO_WEAPON)
"""The reasons why a chosen reaction is not rolled."""


def futile(a: HasReaction) -> Option | None:
    """Why the chosen reaction is not rolled; None if it is, or if none is chosen (OQ-RNG-13 to 15, OQ-SHD-05)."""
    if a.reaction == NONE:
        return None
    row = REACTIONS.row(a.reaction)
    reasons = (
        (not is_thrown(a.situation), NOT_THROWN),
        (not a.aware, UNAWARE),
        (bool(row["shields"]) and a.situation.shield not in row["shields"], NO_SHIELD),
        (not row["thrown"] and a.weapon_parry_thrown == "no", NO_WEAPON),
    )
    return next((reason for holds, reason in reasons if holds), None)


def helps(a: HasReaction) -> Option:
    """The reaction that is rolled, with the reason."""
    if a.reaction == NONE:
        return Option(NONE, "The target does not react", "OQ-RNG-13")
    reason = futile(a)
    label = REACTIONS.row(a.reaction)["label"]
    if reason is None:
        return Option(a.reaction, f"{label} is possible against a throw", "OQ-RNG-13")
    return Option(NONE, f"{label} is not rolled. {reason.label}", reason.rule)


def is_close(s: Situation) -> bool:
    """Whether the target is at close distance, where the book has no Ranged Combat (OQ-DIST-01, OQ-DIST-02)."""
    return s.distance <= FACTS.number("close_distance_m")


def defense_against(a: HasReaction) -> Defense:
    """The reaction as a defense."""
    used = helps(a).id
    if used == NONE or a.reaction_skill is None:
        return NO_DEFENSE
    return Defense((Reaction(used, a.reaction_skill),))


def reaction_values(a: HasReaction) -> dict[str, Any]:
    """The values of `REACTION_OUTPUTS`: the reaction rolled, and why others are not."""
    reason = futile(a)
    close = CLOSE.id if is_close(a.situation) else None
    return {"reaction_used": helps(a).id, "no_reaction": reason and reason.id, "too_close": close}


CLOSE = Option("close", FACTS.fill("The book has Ranged Combat beyond {close_distance_m} meters"), "OQ-DIST-02")
REACTION_OUTPUTS = (
    out.word("reaction_used", "The target's reaction", ANSWERS, rule="OQ-RNG-13"),
    out.word("no_reaction", "The chosen reaction is not rolled", FUTILE, rule="OQ-RNG-14"),
    out.word("too_close", "At close distance", (CLOSE,), rule="OQ-DIST-02"),
)
"""The outputs of `reaction_values`."""
