"""What a weapon does besides a plain attack: a coup de grace, help for a companion, and a weapon set against a charge.

"Coup de Grace", "Helping Another in Combat" and "Setting a long/set against a charge weapon against a charge".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.durations import turn_end
from ....engine.fight.events import hold
from ....engine.fight.odds import why_not
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..sheet.conditions import HELPED, HELPED_GUARD
from ..sheet.weapon import SHOT
from ..tables import FACTS
from ..turns.action_costs import REACTION
from . import swings
from .attacks import CHARGE, is_closed, is_melee, meets, no_attack, spends_next_hit, strike_act, strikes, used
from .attacks_made import ATTACK, HELP, SET, made
from .budget import cost_of, next_turn, or_lead
from .swings import swing
from .wounds import harm_ask, hurt

COUP = "coup_de_grace"


# Coup de grace


def is_helpless(here: Here) -> bool:
    """Whether the target is helpless."""
    return bool(here.they and here.they["is_helpless"])


def coup_inputs(here: Here) -> Mapping[str, Any]:
    """What the criticals of every hit, and of the next one, add (OBSS-COUP-03, OBSS-WM12-4)."""
    return {"extra_crits": swings.criticals_of_next_hit(here), "highest_crits": swings.counts_highest(here)}


def strikes_home(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of a coup de grace, a hit without an Attack Roll: Aim and Help are not used up (OBSS-COUP-03)."""
    assert roll is not None  # the damage is rolled
    if is_melee(here):
        yield from meets(here)
    yield from hurt(here, roll.end)
    yield from spends_next_hit(here)


# Set weapons


def charging_reaches(here: Here) -> list[int]:
    """The reach of each weapon with which the target may charge the actor now (OBSS-SET-02).

    A Reaction comes right after its cause: the weapon is set when the charge begins, before its blow.
    """
    if not here.state.begun:
        return []
    charge = here.rules.act(CHARGE)
    theirs = replace(here, who=here.to, to=here.who, options={})
    runs = [replace(theirs, weapon_at=index) for index, _ in enumerate(theirs.me.weapons())]
    return [run.weapon["reach"] for run in runs if run.weapon and charge.offered(run) and not why_not(charge, run)]


def set_inputs(here: Here) -> Mapping[str, Any]:
    """The blow of a set weapon: a die fewer and a critical more, at the full bonus (OBSS-SET-03, OBSS-SET-04)."""
    known = swing(here, dice=FACTS.number("set_attack_dice"))
    crits = FACTS.number("set_attack_crits")
    return {**known, "attack_index": 0, "extra_crits": known["extra_crits"] + crits} if known else {}


def no_early_blow(here: Here) -> str:
    """Why a set weapon does not strike first: there is no charge, or none with less reach (OBSS-SET-02, OBSS-SET-03).

    With several weapons the charger says at the table which one the charge is made with.
    """
    theirs = charging_reaches(here)
    if not theirs:
        return f"{here.target.name} cannot charge {here.actor.name} now."
    if here.weapon and here.weapon["reach"] <= min(theirs):
        return f"The reach of {here.target.name} is as long: there is no early blow."
    return no_attack(here)


def strikes_early(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The blow before the charger's, who is not in melee yet (OBSS-SET-03)."""
    assert roll is not None  # a strike is rolled
    yield from used(here, ranged=False)
    yield from strikes(here, roll)


# Help


def ally_ask(here: Here) -> Ask:
    """Who is helped, and to attack or to defend (OBSS-HELP-03)."""
    standing = (one for one in here.state.combatants if not here.rules.is_down(here.state, one.id))
    allies = [one for one in standing if one.side == here.actor.side and one.id != here.who]
    options = [
        Option(f"{way}:{one.id}", f"{one.name}, {word}", "OBSS-HELP-03")
        for one in allies
        for way, word in ((HELPED, "to attack"), (HELPED_GUARD, "to defend"))
    ]
    return Ask("ally", "Helps", tuple(options))


def has_ally(here: Here) -> bool:
    """Whether there is anybody to help."""
    return bool(ally_ask(here).options)


def no_help(here: Here) -> str:
    """Why help is impossible: it is an attack, and those before it may rule it out (OBSS-HELP-01, OBSS-MULT-06)."""
    return no_attack(here) or is_closed(ATTACK, here)


def help_inputs(here: Here) -> Mapping[str, Any]:
    """One helper's attack roll, with its penalty for earlier attacks (OBSS-HELP-02)."""
    if here.weapon is None:
        return {}
    penalty = FACTS.number("further_attack_step") * made(here)
    return {"modifier": here.weapon["hit"] + penalty, "situations": swings.situations(here)}


def helps(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The bonus of the ally, to the end of the helper's next turn (OBSS-HELP-03, OBSS-HELP-04)."""
    assert roll is not None  # help is rolled
    yield from meets(here)
    if not roll.end:
        return
    way, _, ally = here.option(ally_ask(here)).partition(":")
    ends = (turn_end(here.who, next_turn(here.state, here.who)),)
    held = Held(ally, way, here.to, here.who, ends, roll.end, here.actor.name)
    what = "attack on" if way == HELPED else "Defense against"
    text = f"{here.state[ally].name}: {figure(roll.end, signed=True)} on the next {what} {here.target.name}"
    yield Proposed(hold(held), text)


SPECIAL_ATTACKS = (
    strike_act(
        COUP,
        "Coup de grace",
        rule="OBSS-COUP-01",
        calculator=COUP,
        cost=cost_of(COUP),
        offered=lambda here: (
            is_helpless(here) and (is_melee(here) or bool(here.weapon and here.weapon["kind"] == SHOT))
        ),
        inputs=coup_inputs,
        figures=("mean", "p_killed_outright"),
        ranked="mean",
        asks=lambda here: (),
        follows=strikes_home,
    ),
    strike_act(
        HELP,
        "Help a companion",
        rule="OBSS-HELP-01",
        calculator="help_attack",
        cost=cost_of(HELP),
        offered=lambda here: is_melee(here) and has_ally(here),
        why_not=no_help,
        inputs=help_inputs,
        figures=("p_plus_1", "p_plus_2"),
        ranked="",
        asks=lambda here: (ally_ask(here),),
        follows=helps,
    ),
    strike_act(
        SET,
        "Set the weapon against a charge",
        rule="OBSS-SET-02",
        cost=or_lead(REACTION),
        any_time=True,
        offered=lambda here: bool(here.weapon and here.weapon["set"]),
        why_not=no_early_blow,
        inputs=set_inputs,
        ranked="",
        asks=lambda here: (harm_ask(here),),
        follows=strikes_early,
    ),
)
