"""Movement actions, the free move, set weapons, Shield Defense, and skills used in a fight.

Sections "Movement Combat Actions", "Set Weapon", "Shield Combat Actions" and "Other Actions".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.events import hold
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..rolls.results import NONE
from ..sheet.conditions import ACT
from ..sheet.fields import SKILL_ROWS
from ..tables import FACTS
from .acting import MOVE, action, free_to_move
from .attacks import is_close
from .facts import APART, MOVED, PRONE, RETREATING, STRUCK, WEAPON_SET, apart, now, shield_of, this_round
from .lines import begins, ends, note
from .riding import pace

SHIELDS = FACTS.table("shields")
FIGHTING = ("close_combat", "ranged", "unarmed", "dodge", "healing")
"""The skills that other acts use."""


# Stance


def changes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Up from the ground, or down (OQ-MOV-03)."""
    if held := here.state.find(here.who, PRONE):
        yield ends(held, f"{here.actor.name}: stands up")
    else:
        yield begins(Held(here.who, PRONE), f"{here.actor.name}: drops prone")


# Getting away


def retreats(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Backing off with a better parry; out of the fight as the round ends, if nothing gets through (OQ-MOV-08)."""
    shield = shield_of(here.state, here.me, here.who)
    bonus = SHIELDS.row(shield)["retreat_bonus"] if shield != NONE else FACTS.number("fighting_retreat_bonus")
    text = f"{here.actor.name}: parries at +{bonus} %; {_leaves(here)}"
    yield begins(this_round(here.state, here.who, RETREATING), text)


def sprints(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Running: only dodges; out of the fight as the round ends, if no attack gets through (OQ-MOV-12, OQ-MOV-13)."""
    yield note(f"{here.actor.name}: {_leaves(here)}")


def _leaves(here: Here) -> str:
    if here.state.holds(here.who, STRUCK):
        return f"an attack got through: no getting away in round {now(here.state)}"
    return f"gets away as round {now(here.state)} ends unless an attack gets through"


# The free move


def closes_in(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """As far as the movement rate toward the other one (OQ-MOV-01, OQ-DIST-01)."""
    held = apart(here)
    if held is None:
        return
    rate, name, other = pace(here), here.actor.name, here.target.name
    left = held.number - rate
    if left <= FACTS.number("close_distance_m"):
        yield ends(held, f"{name} is next to {other}")
    else:
        yield Proposed(hold(held._replace(number=left)), f"{name} is {left} meters from {other}")
    yield from _moves(here, min(rate, held.number))


def draws_back(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The movement rate away from the other one, who may follow (OQ-MOV-01)."""
    held, rate = apart(here), pace(here)
    far = rate + (held.number if held else 0)
    old = held or Held(here.who, APART, here.to)
    yield begins(old._replace(number=far), f"{here.actor.name} is {far} meters from {here.target.name}")
    yield from _moves(here, rate)


def _moves(here: Here, meters: int) -> Iterable[Proposed]:
    """How far somebody has moved, which shots count; a set weapon does not survive it (OQ-RNM-04, OQ-CC-15)."""
    went = meters + here.state.number(here.who, MOVED)
    text = f"{here.actor.name}: has moved {counted(went, 'meter')}"
    yield begins(this_round(here.state, here.who, MOVED, number=went), text)
    if held := here.state.find(here.who, WEAPON_SET):
        yield ends(held, f"{here.actor.name}: the weapon is no longer set")


# Set weapons and shields


def sets_weapon(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The weapon waits for a charge (OQ-CC-15)."""
    name = str(here.weapon["name"]) if here.weapon else ""
    yield begins(Held(here.who, WEAPON_SET), f"{here.actor.name}: {name} is set against a charge")


def is_shafted(here: Here) -> bool:
    """Whether the weapon has a long shaft."""
    return is_close(here) and here.weapon is not None and bool(here.weapon["shafted"])


def has_large_enough(here: Here) -> bool:
    """Whether the shield allows Shield Defense (OQ-SHD-09)."""
    return shield_of(here.state, here.me, here.who) in FACTS.table("actions").row("shield_defence")["shields"]


def defends(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Nothing but parries, each of them better and none at a penalty (OQ-SHD-09)."""
    bonus = FACTS.number("shield_defense_bonus")
    yield note(f"{here.actor.name}: parries at +{bonus} % and without penalties until round {now(here.state)} ends")


# Other skills


def skill_ask(here: Here) -> Ask:
    """Which skill is used (OQ-OTH-08)."""
    rows = (row for row in SKILL_ROWS.values() if row["id"] not in FIGHTING)

    def value(row: Mapping[str, Any]) -> int:
        return int(here.me[f"{row['id']}_skill"])

    options = (Option(row["id"], f"{row['label']} {value(row)} %", row["rule"]) for row in rows)
    return Ask("skill", "Skill", tuple(options))


def skill_inputs(here: Here) -> Mapping[str, Any]:
    """The chosen skill."""
    return {"skill.base": here.me[f"{here.option(skill_ask(here))}_skill"]}


def _move(act_id: str, label: str, follows: Any, **more: Any) -> FightAct:
    return FightAct(
        id=act_id,
        label=label,
        rule="OQ-MOV-01",
        cost={MOVE: 1},
        bars=(ACT,),
        why_not=free_to_move,
        follows=follows,
        **more,
    )


MOVES = (
    _move("close_in", "Close in", closes_in, at=ANYBODY, offered=lambda here: apart(here) is not None),
    _move("draw_back", "Draw back", draws_back),
)

MOVEMENT = (
    action("change_stance", at=SELF, why_not=free_to_move, follows=changes),
    action("fighting_retreat", at=SELF, why_not=free_to_move, follows=retreats),
    action("escaping_sprint", at=SELF, why_not=free_to_move, follows=sprints),
)

STANCES = (
    action("set_weapon", at=SELF, per_weapon=True, offered=is_shafted, follows=sets_weapon),
    action("shield_defence", at=SELF, offered=has_large_enough, follows=defends),
    action(
        "skill_use",
        at=SELF,
        calculator="skill_test",
        asks=lambda here: (skill_ask(here),),
        inputs=skill_inputs,
        figures=("p_success",),
    ),
)
