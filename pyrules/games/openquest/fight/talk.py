"""Threats and surrender in a fight.

Sections "Intimidation" and "Surrendering".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.fighters import Fighter
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..skills.skill import FUMBLE, SUCCESSES
from .acting import action
from .facts import AWAY, BERSERK, IMMUNE, SURRENDERED
from .lines import begins

ONE, ALL = "one", "all"
WHOM = Ask("whom", "Threatens", (Option(ONE, "This one"), Option(ALL, "Their whole side", "OQ-INT-11")))
POWER = Ask("power", "This one is", (Option("no", "Not more powerful"), Option("yes", "More powerful", "OQ-INT-11")))
OUTCOME = Ask("outcome", "They are to", (Option(SURRENDERED, "Surrender"), Option(AWAY, "Leave")))


def threatened(here: Here) -> list[Fighter]:
    """Those whom the threat is for, who are still in the fight."""
    if here.option(WHOM) == ONE:
        return [here.target]
    side = [one for one in here.state.combatants if one.side == here.target.side]
    return [one for one in side if not here.rules.is_down(here.state, one.id)]


def threat_inputs(here: Here) -> Mapping[str, Any]:
    """The best will of those threatened, and whether a group has lost nobody yet (OQ-INT-10, OQ-INT-11)."""
    group = threatened(here)
    values = [here.rules.values(here.state, one.id, here.who, here.table) for one in group]
    fallen = any(
        here.rules.is_down(here.state, one.id) for one in here.state.combatants if one.side == here.target.side
    )
    return {
        "target_influence": max((v["influence_skill"] for v in values), default=None),
        "target_persistence": max((v["persistence_skill"] for v in values), default=None),
        "group_full_strength": here.option(WHOM) == ALL and len(group) > 1 and not fallen,
        "more_powerful": here.option(POWER) == "yes",
    }


def no_threat(here: Here) -> str:
    """Why a threat is of no use: they are immune to those of this one (OQ-INT-08)."""
    immune = here.fact(IMMUNE, back=True)
    return f"{here.target.name} no longer heeds threats of {here.actor.name}." if immune else ""


def cowed(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """They give in, or dig in after a fumble (OQ-INT-05, OQ-INT-06, OQ-INT-08)."""
    assert roll is not None  # the threat is rolled
    grade = roll.end.grade
    for one in threatened(here):
        if grade == FUMBLE:
            text = f"{one.name}: immune to the threats of {here.actor.name} from now on"
            yield begins(Held(one.id, IMMUNE, here.who), text)
        elif grade in SUCCESSES:
            outcome = here.option(OUTCOME)
            does = "surrenders" if outcome == SURRENDERED else "leaves"
            yield begins(Held(one.id, outcome), f"{one.name}: {does}")


def gives_up(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Somebody gives up; the Referee says whether the others accept it (OQ-SURR-01)."""
    yield begins(Held(here.who, SURRENDERED), f"{here.actor.name}: surrenders")


def no_surrender(here: Here) -> str:
    """Why nobody surrenders: berserk (OQ-SURR-05)."""
    berserk = here.state.holds(here.who, BERSERK) or here.me["is_berserk"]
    return f"{here.actor.name} is berserk and never surrenders." if berserk else ""


TALK = (
    action(
        "intimidation",
        calculator="intimidation",
        asks=lambda here: (WHOM, OUTCOME, POWER),
        why_not=no_threat,
        inputs=threat_inputs,
        figures=("p_success_within", "p_immune_within"),
        follows=cowed,
    ),
)

SURRENDER = (
    FightAct(
        id="surrender",
        label="Surrender",
        rule="OQ-SURR-01",
        at=SELF,
        any_time=True,
        offered=lambda here: here.is_up,
        why_not=no_surrender,
        follows=gives_up,
    ),
)
