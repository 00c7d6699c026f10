"""Swarm Attacks: up to four join, and one of them strikes for all. Section "Make a Swarm Attack"."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.fight.acts import FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.procedure import Roll
from ....engine.sheet.values import Matchup
from ..sheet.conditions import ACT, MAIN_ACTION
from ..sheet.sheet import cannot_strike
from ..tables import FACTS
from .attacks import FIGURES, weapon_used
from .facts import SWARMS, toward
from .gear import unloaded
from .lines import HIT_POINTS, begins, ends, harm_asked, hurt, meets
from .moves import action
from .screens import attack_made, why_screened


def members(rules: FighterRules, state: FightState, to: str) -> list[str]:
    """Those who have joined a swarm against a fighter and are not out of the fight (WWN-SWARM-04)."""
    return [held.who for held in toward(state, SWARMS, to) if not rules.is_down(state, held.who)]


def joined(here: Here) -> list[str]:
    """The members of the swarm against the target."""
    return members(here.rules, here.state, here.to)


def why_not_join(here: Here) -> str:
    """A swarm has room for so many, nobody joins twice, and a screen comes first (WWN-SWARM-02, WWN-SCREEN-04)."""
    if here.who in joined(here):
        return f"{here.actor.name} has joined this swarm already."
    most = FACTS.number("swarm_participants_max")
    return f"A swarm has {most} members at most." if len(joined(here)) >= most else why_screened(here)


def joins(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The Main Action is pledged to the swarm; a shooter, by the first weapon, stays out of melee (WWN-SWARM-02)."""
    count = len(dict.fromkeys((*joined(here), here.who)))
    text = f"{here.actor.name} joins a swarm against {here.target.name}, {count} in it"
    yield begins(Held(here.who, SWARMS, here.to, ends=(round_end(here.state.round),)), text)
    yield from attack_made(here)
    if here.me.weapons()[0]["kind"] == "melee":
        yield from meets(here)


def why_no_strike(here: Here) -> str:
    """A swarm has at least two, and a weapon that can strike (WWN-SWARM-02, WWN-RELOAD-01)."""
    least = FACTS.number("swarm_participants_min")
    if len(joined(here)) < least:
        return f"A swarm needs {least} members who can still fight."
    if unloaded(here):
        return f"{here.actor.name} must reload first."
    return cannot_strike(here.weapon) if here.weapon else ""


def participants(here: Here) -> int:
    """The members who count."""
    least, most = FACTS.number("swarm_participants_min"), FACTS.number("swarm_participants_max")
    return max(least, min(most, len(joined(here))))


def struck_at(here: Here) -> Matchup:
    """The calculator of swarms asks the one who is attacked."""
    they = here.they
    assert they is not None  # the act has a target
    return Matchup(they, here.matchup.target_weapon, here.me, here.weapon)


def strikes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage; the swarm has struck (WWN-SWARM-03)."""
    damage = roll.end.damage if roll else 0
    yield from hurt(here, here.to, damage)
    if here.weapon and here.weapon["kind"] == "melee" and damage < here.target.tracks[HIT_POINTS]:
        yield from meets(here)
    yield from weapon_used(here)
    for held in toward(here.state, SWARMS, here.to):
        yield ends(held, f"{here.state[held.who].name}: the swarm against {here.target.name} has struck")


SWARM = (
    action(
        "swarm_attack", at="foe", label="Join a swarm", bars=(ACT, MAIN_ACTION), why_not=why_not_join, follows=joins
    ),
    FightAct(
        id="swarm_strike",
        label="Strike for the swarm",
        rule="WWN-SWARM-03",
        calculator="swarm",
        per_weapon=True,
        any_time=True,
        bars=(ACT,),
        offered=lambda here: here.who in joined(here),
        why_not=why_no_strike,
        sides=struck_at,
        inputs=lambda here: {"participants": participants(here)},
        figures=FIGURES,
        ranked="mean",
        asks=harm_asked,
        follows=strikes,
    ),
)
