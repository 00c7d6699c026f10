"""A shot at one person among others: the cover of the crowd, and the bystander whom a miss may strike.

Section "Firing into a Crowd". The modifiers of the shot are those of a shot without the crowd.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.odds import inputs_of
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll, total
from ..rolls.defense import DODGE
from ..rolls.ranged_modifiers import OK, shot, status
from ..rolls.ranged_situation import NONE
from ..rolls.results import HITS
from ..shooting.crowd import BYSTANDER
from ..shooting.ranged_attack import aimed
from ..skills.skill import FUMBLE, MODIFIER, SUCCESSES, base_of
from ..tables import FACTS
from . import reactions
from .acting import action
from .facts import COVERS
from .lines import fumbles, gets_through, hurt, note
from .shooting import WIND, is_ranged, is_thrown, name_of, no_shot, spends

SHOT, INTO_CROWD = "ranged_attack", "shoot_into_crowd"
STRANGER = "stranger"


# Who stands there


def others(here: Here) -> list[str]:
    """The fighters whom a miss may strike: all who stand, but the shooter and the target."""
    there = (one.id for one in here.state.combatants if one.id not in (here.who, here.to))
    return [one for one in there if not here.rules.is_down(here.state, one)]


def bystander_ask(here: Here) -> Ask:
    """Whom the Referee puts beside the target, those of other sides than the target first (OQ-CRW-03)."""
    found = sorted(others(here), key=lambda one: here.state[one].side == here.target.side)
    options = (Option(one, here.state[one].name, "OQ-CRW-03") for one in found)
    return Ask("bystander", "Beside the target", (*options, Option(STRANGER, "Somebody else", "OQ-CRW-03")))


def cover_ask(here: Here) -> Ask:
    """The cover that the crowd gives (OQ-CRW-01); that of the target itself is the default."""
    held = next((one for one in reversed(COVERS) if here.fact(one, back=True)), COVERS[0])
    rows = {one: FACTS.table("cover").row(one) for one in COVERS}
    options = (
        Option(one, f"{row['label']} cover, {figure(row['attack'], signed=True)} %", "OQ-CRW-01")
        for one, row in rows.items()
    )
    return Ask("cover", "The crowd gives", tuple(sorted(options, key=lambda one: one.id != held)))


def asks(here: Here) -> tuple[Ask, ...]:
    """Who stands there, the cover, and the wind."""
    return (bystander_ask(here), cover_ask(here), WIND)


def toward_bystander(here: Here) -> Here | None:
    """The same shot at the bystander; None for somebody who is no fighter."""
    chosen = here.option(bystander_ask(here))
    return None if chosen == STRANGER else replace(here, to=chosen)


# Inputs


def plain_shot(here: Here) -> tuple[Any, str]:
    """The inputs of the shot without the crowd, or None and why it is refused."""
    _, asked, _, why = inputs_of(here.rules.act(SHOT), here)
    return asked, why


def no_stray_shot(here: Here) -> str:
    """Why nobody shoots into this crowd: the weapon, the distance, or the water."""
    if why := no_shot(here):
        return why
    asked, why = plain_shot(here)
    if asked is None:
        return why
    held = status(asked.situation)
    return "" if held.id == OK else held.label


def crowd_inputs(here: Here) -> Mapping[str, Any]:
    """The attack with all modifiers but cover, the cover of the crowd, and the bystander (OQ-CRW-02, OQ-CRW-04)."""
    asked, _ = plain_shot(here)
    given: dict[str, Any] = {"cover": here.option(cover_ask(here)), "thrown": is_thrown(here)}
    if asked is not None:
        found = shot(replace(asked.situation, cover=NONE, shield_set=False), asked.group_rule)
        mods = asked.attack.mods + total(found.modifiers)
        aim = aimed(base_of(asked.attack) + mods, asked.aim_rounds).value
        given |= {"attack.base": asked.attack.base, "attack.mods": max(MODIFIER[0], mods + aim)}
    if other := toward_bystander(here):
        given |= _body(other)
    return given


def _body(other: Here) -> dict[str, Any]:
    they: Any = other.they
    body = {"bystander_ap": they["armor_points"], "bystander_hp": max(1, they["hit_points"])}
    if DODGE not in reactions.open_reactions(other):
        return body
    dodge = {"bystander_dodge.base": they["dodge_skill"]}
    return {**body, **dodge, "bystander_dodge.mods": reactions.modifier_now(other, DODGE)}


# What follows


def flies(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of the target or the bystander, the dodge, the fumbles and the load (OQ-CRW-03 to OQ-CRW-05)."""
    assert roll is not None  # the shot is rolled
    end, other = roll.end, toward_bystander(here)
    yield from hurt(here, here.to, end.target)
    if end.shot in SUCCESSES:
        yield from gets_through(here.state, here.to, missile=not is_thrown(here))
    if other and end.dodge != NONE:
        yield from reactions.defended(other, DODGE, 1)
        if end.dodge == FUMBLE:
            yield fumbles(here.state, other.to)
    if other:
        yield from hurt(here, other.to, end.bystander)
        if end.code in HITS:
            yield from gets_through(here.state, other.to, missile=not is_thrown(here))
    elif end.bystander:
        yield note(f"{here.actor.name} strikes a {BYSTANDER.lower()}: {end.bystander} damage")
    if end.shot == FUMBLE:
        yield fumbles(here.state, here.who, name_of(here))
    yield from spends(here)


CROWD: tuple[FightAct, ...] = (
    action(
        INTO_CROWD,
        label="Shoot into a crowd",
        rule="OQ-CRW-02",
        calculator="crowd",
        per_weapon=True,
        offered=lambda here: is_ranged(here) and bool(others(here)),
        why_not=no_stray_shot,
        inputs=crowd_inputs,
        figures=("p_target_hit", "p_bystander_struck", "p_fumble"),
        asks=asks,
        follows=flies,
    ),
)
