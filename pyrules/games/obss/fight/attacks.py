"""Attacks with a weapon and what follows from them: damage, criticals, melee, and what an attack uses up.

"Defense and attack", "Multiple attacks", "Charge", "Precise Strike", "Helping Another in Combat", "Coup de Grace".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ....engine.fight.acts import FOE, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import turn_end
from ....engine.fight.events import Event, hold
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import USES, Held
from ....engine.formatting import figure
from ....engine.procedure import Roll
from ..attack.strike import Struck, strike_of
from ..sheet.conditions import CHARGE as CHARGING
from ..sheet.conditions import HELPED, HELPED_GUARD, IDLE, cannot_strike
from ..sheet.weapon import MELEE
from ..tables import FACTS
from ..turns.action_costs import TOTAL_DEFENSE
from ..weapons.harm import taken
from . import swings
from .attacks_made import (
    AIMS,
    ATTACK,
    ENGAGED,
    GUARDS,
    PAIRED,
    PRECISE,
    SET,
    THROW,
    attack_cost,
    is_ranged,
    made,
    others,
)
from .bank import TO_BANK, bank_ask, banked, has_room, rolls_again
from .budget import cost_of, to_next_turn
from .choices import asks, asks_for_one, thrown_asks
from .effects import note
from .lost import is_hurled, is_lost, thrown_away
from .moves import leaves
from .openings import misses
from .swings import swing
from .wounds import LETHAL, harm_ask, hurt

SHOWN = ("p_hit", "expected_damage")
STRIKE = "strike"
WEAPON_STEP = 1
"""The step of a strike with the weapon's dice, after the Attack Roll."""
CHARGE, CHARGED = "charge", "charged"


# Why not


def no_attack(here: Here) -> str:
    """Why an attack is impossible: the weapon, Total Defense, or the two attacks at -4 that are done."""
    weapon = here.weapon
    if weapon and is_lost(here):
        return f"{here.actor.name} has lost this: {weapon['name']}."
    if here.table.get("total_defense_blocks_attack", False) and here.holds(TOTAL_DEFENSE):
        return "Total Defense rules out attacks at this table."
    if here.holds(PAIRED) and made(here) >= FACTS.number("low_level_attacks"):
        return f"{here.actor.name} has made both of the two attacks."
    if here.options.get("hand") == "second" and here.holds(GUARDS):
        return "The second weapon guards until the next turn."
    if swings.misses_for_certain(here):
        return "The first attack of this round misses (Predictive Attack)."
    return cannot_strike(weapon) if weapon else ""


def is_closed(act_id: str, here: Here) -> str:
    """Why the attacks of this round rule out another one, without what the player chooses (OBSS-MULT-06)."""
    if not made(here):
        return ""
    return inputs_of(here.rules.act(act_id), replace(here, options={}))[3]


def no_charge(here: Here) -> str:
    """Why a charge is impossible: the ground, or melee already (OBSS-CHG-02, OBSS-CHG-03)."""
    if here.me["hard_going"] and not here.me["rhino"]:
        return "Nobody charges over difficult terrain without the Rhino feat."
    if here.to in {*others(here, here.who)}:
        least = FACTS.number("charge_least_m")
        return f"{here.actor.name} and {here.target.name} are in melee: a charge needs at least {least} meters."
    return no_attack(here)


# What follows


def meets(here: Here) -> Iterable[Proposed]:
    """The actor and the target come to be in melee."""
    if here.to not in {*others(here, here.who)} and not here.rules.is_down(here.state, here.to):
        text = f"{here.actor.name} and {here.target.name} are in melee"
        yield Proposed(hold(Held(here.who, ENGAGED, here.to)), text)


def used(here: Here, *, ranged: bool) -> Iterable[Proposed]:
    """What an attack uses up: help, an aim, the guard of the target, and what counts for one attack only."""
    name = here.target.name
    for held in here.state.of(here.who):
        toward = held.to in ("", here.to)
        once = toward and any(end.at == USES for end in held.ends)
        if once or (held.id == HELPED and held.to == here.to and not ranged) or (held.id == AIMS and ranged):
            yield from spent(here, (held,))
    for held in here.state.of(here.to):
        if (held.id, held.to) == (HELPED_GUARD, here.who):
            yield Proposed(_end(held), f"{name}: the help to defend is used")


def spent(here: Here, some: Iterable[Held]) -> Iterable[Proposed]:
    """What counts for one attack, or one hit, and ends with it."""
    for held in some:
        name, _, what = here.rules.sheet.conditions.label(held.id).partition(":")
        yield Proposed(_end(held), f"{here.actor.name}: no longer {name if what else name[:1].lower() + name[1:]}")


def spends_next_hit(here: Here) -> Iterable[Proposed]:
    """The effects on the next hit end with a hit."""
    return spent(here, (held for held in here.state.of(here.who) if swings.ends_with_a_hit(held)))


def _end(held: Held) -> Event:
    """The end of just this condition or fact."""
    note = {"note": held.note} if held.note else {}
    return Event("free", held.who, {"id": held.id, **({"to": held.to} if held.to else {}), **note})


def lands(*, thrown: bool = False) -> Callable[[Here, Roll | None], Iterable[Proposed]]:
    """What follows from a strike."""

    def follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
        assert roll is not None  # a strike is rolled
        ranged = thrown or is_ranged(here)
        if thrown or is_hurled(here):
            yield thrown_away(here)
        yield from used(here, ranged=ranged)
        if not ranged:
            yield from meets(here)
        if swings.in_pair(here) and not here.holds(PAIRED):
            held = Held(here.who, PAIRED, ends=(turn_end(here.who, max(1, here.state.round)),))
            yield Proposed(hold(held), f"{here.actor.name}: two attacks at {figure(FACTS.number('low_level_penalty'))}")
        if swings.misses_for_certain(here):
            yield note(f"{here.actor.name}: the first attack of this round misses")
        else:
            yield from strikes(here, roll)

    return follows


def strikes(here: Here, roll: Roll) -> Iterable[Proposed]:
    """What is remembered of the Attack Roll, and with a hit the damage and its criticals."""
    yield from remembers(here, roll)
    blow: Struck = roll.end
    if blow.grade is None or not blow.grade.success:
        return
    banks = here.options.get("criticals") == TO_BANK and bool(criticals_asks(here, roll))
    damage = without_criticals(here, roll) if banks else blow.damage
    yield from hurt(here, damage, light=here.option(harm_ask(here)) != LETHAL)
    if banks:
        yield from banked(here, blow.grade.criticals, roll.steps[0].total or 0)
    yield from spends_next_hit(here)


def without_criticals(here: Here, roll: Roll) -> int:
    """The damage of a hit without its critical dice.

    The blow of a set weapon has the same dice, and no earlier attack rules it out.
    """
    _, asked, _, _ = inputs_of(here.rules.act(SET), here)
    return taken(strike_of(asked).harm, sum(roll.steps[WEAPON_STEP].counted)) if asked else roll.end.damage


def criticals_asks(here: Here, roll: Roll) -> tuple[Ask, ...]:
    """What the criticals of this hit do, asked once they are rolled (OBSS-CACT-01)."""
    grade = roll.end.grade
    if not grade or not grade.success or not grade.criticals or not has_room(here):
        return ()
    return (bank_ask(here, grade.criticals, without_criticals(here, roll)),)


def remembers(here: Here, roll: Roll) -> Iterable[Proposed]:
    """The total of the Attack Roll, where a Critical Action or a weapon maneuver depends on it."""
    total = roll.steps[0].total or 0
    yield from rolls_again(here, total)
    yield from misses(here, roll.end.grade, total)


def charges(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A charge, which leaves other melee, and the Defense that it costs (OBSS-CHG-03, OBSS-CHG-06)."""
    yield from leaves(here)
    held = Held(here.who, CHARGED, ends=to_next_turn(here.state, here.who))
    penalty = figure(FACTS.number("charge_defense"), signed=True)
    yield Proposed(hold(held), f"{here.actor.name}: Defense {penalty} until the next turn")
    yield from lands()(here, roll)


# Inputs


def charge_inputs(here: Here) -> Mapping[str, Any]:
    """A charge: a die more, and a critical more with a Set weapon (OBSS-CHG-05, OBSS-SET-01)."""
    known = swing(here, CHARGE)
    crits = FACTS.number("set_charge_crits") * bool(here.weapon and here.weapon["set"])
    return {**known, "extra_crits": known["extra_crits"] + crits} if known else {}


def strike_act(act_id: str, label: str, **more: Any) -> FightAct:
    """An act with a weapon against a foe; one that is no strike names its calculator."""
    given: dict[str, Any] = {
        "rule": "OBSS-ACTT-01",
        "calculator": STRIKE,
        "at": FOE,
        "per_weapon": True,
        "cost": attack_cost,
        "bars": IDLE,
        "why_not": no_attack,
        "inputs": swing,
        "figures": SHOWN,
        "ranked": "expected_damage",
        "asks": asks,
        "follows": lands(),
    }
    given |= more
    if given["calculator"] == STRIKE:
        given["later"] = criticals_asks
    return FightAct(id=act_id, label=label, **given)


def is_melee(here: Here) -> bool:
    """Whether the weapon of the act is for melee."""
    return bool(here.weapon and here.weapon["kind"] == MELEE)


ATTACKS = (
    strike_act(ATTACK, "Attack"),
    strike_act(
        THROW,
        "Throw",
        rule="OBSS-THR-01",
        offered=lambda here: is_melee(here) and here.weapon is not None and here.weapon["range_m"] is not None,
        inputs=lambda here: swing(here, thrown=True),
        ranked="",
        asks=thrown_asks,
        follows=lands(thrown=True),
    ),
    strike_act(
        CHARGE,
        "Charge",
        rule="OBSS-CHG-08",
        cost=cost_of(CHARGE),
        bars=(*IDLE, CHARGING),
        offered=is_melee,
        why_not=no_charge,
        inputs=charge_inputs,
        ranked="",
        asks=asks_for_one,
        follows=charges,
    ),
    strike_act(
        PRECISE,
        "Precise Strike",
        rule="OBSS-PREC-01",
        cost=cost_of(PRECISE),
        offered=is_melee,
        inputs=lambda here: {**swing(here), "d4": 1},
        ranked="",
        asks=asks_for_one,
    ),
)
