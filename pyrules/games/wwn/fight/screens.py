"""Screening an ally, getting past a screen, Total Defense, and breaking a shield.

Sections "Screen an Ally", "Total Defense" and "Shatter a Shield" of the combat options. A screener takes the weapon for
melee of the highest skill, or bare hands; each attacker whom it holds off counts once a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ALLY, FOE, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end, turn_start
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ....engine.sheet.bindings import record_json
from ....engine.sheet.values import Matchup, Values, Weapon
from ..sheet.conditions import ACT, MAIN_ACTION, MOVE
from ..sheet.sheet import cannot_strike
from ..tables import FACTS
from .facts import DIVERTED, HIT_DUE, MET_SCREEN, PAST_SCREEN, SCREENS, next_turn, toward
from .gear import breaker
from .lines import begins, ends, meets
from .moves import action, attacks_of, contest_names, foes

MOST_SCREENERS = 4
"""As many as the calculator takes."""


def blocking_weapon(v: Values) -> Weapon | None:
    """The weapon with which a fighter screens best: what shoots or is thrown cannot parry (WWN-SCREEN-11)."""
    parries = (one for one in v.weapons() if one["kind"] == "melee")
    return max(parries, key=lambda w: (w["skill_level"], w["attr_mod"]), default=None)


# Screening


def capacity(v: Values) -> int:
    """How many attackers a fighter holds off in a round (WWN-SCREEN-07)."""
    weapon = blocking_weapon(v)
    return max(0, weapon["skill_level"]) if weapon else 0


def can_screen(v: Values) -> bool:
    """Whether a fighter's level of combat skill suffices (WWN-SCREEN-08)."""
    return capacity(v) >= FACTS.number("screen_least_skill")


def why_no_screen(here: Here) -> str:
    """Screening takes a level of combat skill (WWN-SCREEN-08)."""
    least = FACTS.number("screen_least_skill")
    return "" if can_screen(here.me) else f"Screening takes a combat skill of level {least} in melee."


def screens(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The actor stands in the way until the next own turn (WWN-SCREEN-02)."""
    count = capacity(here.me)
    until = turn_start(here.who, next_turn(here.state, here.who))
    text = f"{here.actor.name} screens {here.target.name} from {counted(count, 'attacker')}"
    yield begins(Held(here.who, SCREENS, here.to, ends=(until,), number=count), text)


def screeners(here: Here) -> list[Held]:
    """Those who screen the target from the actor: with an attacker left to hold off, or this one counted already.

    One who has lost the weapon that was good enough screens nobody any more.
    """
    found = []
    for held in toward(here.state, SCREENS, here.to):
        counts = left_of(here, held) > 0 or here.state.find(here.who, MET_SCREEN, held.who) is not None
        if (
            held.who != here.who
            and not here.rules.is_down(here.state, held.who)
            and counts
            and can_screen(_me(here, held))
        ):
            found.append(held)
    return found[:MOST_SCREENERS]


def _me(here: Here, screen: Held) -> Values:
    """The values of a screener against the actor."""
    return here.rules.values(here.state, screen.who, here.who, here.table)


def left_of(here: Here, screen: Held) -> int:
    """How many more attackers a screener holds off in this round (WWN-SCREEN-07).

    Fights of earlier versions have stored how many were left, so the skill counts if it is higher.
    """
    most = max(screen.number, capacity(_me(here, screen)))
    return most - len(toward(here.state, MET_SCREEN, screen.who))


def is_screened(here: Here) -> bool:
    """Whether somebody stands between the actor and a foe."""
    met = here.fact(PAST_SCREEN) or here.state.holds(here.who, DIVERTED)
    return here.actor.side != here.target.side and not met and bool(screeners(here))


def why_screened(here: Here) -> str:
    """Why an attack cannot go at the target: a screen comes first, or has stopped it (WWN-SCREEN-04, -06)."""
    state = here.state
    bound = [held.to for held in state.of(here.who) if held.id == DIVERTED]
    if bound and here.to not in bound:
        return f"{state[bound[0]].name} stands in the way and takes this attack."
    if bound or here.fact(PAST_SCREEN) or here.actor.side == here.target.side:
        return ""
    blockers = screeners(here)
    return f"{state[blockers[0].who].name} screens {here.target.name}: get past first." if blockers else ""


def attack_made(here: Here) -> Iterable[Proposed]:
    """The one attack is made for which the actor has got past a screen, or was stopped by it (WWN-SCREEN-04)."""
    for held in here.state.of(here.who):
        if held.id in (PAST_SCREEN, DIVERTED) and here.to == held.to:
            yield ends(held, f"{here.actor.name}: the attack is made")


def screen_names(here: Here) -> Mapping[str, str]:
    """The names of the attacker and the screeners for the words of the calculator."""
    names = {"Attacker 1": here.actor.name}
    for place, held in enumerate(screeners(here), 1):
        names |= {f"Screener {place}": here.state[held.who].name, f"screener {place}": here.state[held.who].name}
    return {**names, "the ally": here.target.name}


def contest(here: Here, screener: str) -> Matchup:
    """A screener against the attacker, as the calculator of screens sees them."""
    me = here.rules.values(here.state, screener, here.who, here.table)
    they = here.rules.values(here.state, here.who, screener, here.table)
    weapon = they.weapons()[here.weapon_at] if here.weapon_at is not None else None
    return Matchup(me, blocking_weapon(me), they, weapon)


def contest_inputs(here: Here) -> Mapping[str, Any]:
    """The attacker, all screeners and the ally."""
    calculator, bindings = here.rules.calculator("screen"), here.rules.sheet.bindings["screen"]
    matchups = [contest(here, held.who) for held in screeners(here)]
    attacker = record_json(calculator, bindings, matchups[0], "attackers.0")
    blockers = [{**record_json(calculator, bindings, one, "screeners.0"), "capacity": 1} for one in matchups]
    ally = here.they
    assert ally is not None  # the act has a target
    return {
        "attackers": [{name: value for name, value in attacker.items() if name != "attack"}],
        "screeners": blockers,
        "ally_ac": ally["armor_class_now"],
        "ally_shield_unspent": ally["shield_unspent"],
    }


def got_past(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The attack goes at the ally or at a screener; every screener has counted one attacker (WWN-SCREEN-06, -07)."""
    if roll is None:
        return
    state, end = here.state, round_end(here.state.round)
    blockers = screeners(here)
    for held in blockers:
        if state.find(here.who, MET_SCREEN, held.who) is None:
            more = counted(left_of(here, held) - 1, "more attacker")
            text = f"{state[held.who].name} has met {here.actor.name} and holds off {more} in this round"
            yield begins(Held(here.who, MET_SCREEN, held.who, ends=(end,)), text)
    struck = roll.end.struck
    if struck is None:
        yield begins(
            Held(here.who, PAST_SCREEN, here.to, ends=(end,)),
            f"{here.actor.name} gets past and may attack {here.target.name}",
        )
    else:
        screener = blockers[struck].who
        yield begins(
            Held(here.who, DIVERTED, screener, ends=(end,)),
            f"{here.actor.name} must attack {state[screener].name} instead",
        )


# Total Defense


def defends(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """More AC and no Shock until the next own turn (WWN-TD-03, WWN-TD-04)."""
    until = turn_start(here.who, next_turn(here.state, here.who))
    bonus = FACTS.number("total_defense_ac_bonus")
    text = f"{here.actor.name}: +{bonus} AC and no Shock until the next own turn"
    yield begins(Held(here.who, "total_defense", ends=(until,)), text)


# Breaking a shield


def bears_shield(here: Here) -> bool:
    """Whether the target has a shield in hand."""
    return here.they is not None and here.they["has_shield"] and not here.state.holds(here.to, "shield_broken")


def strikes_with(here: Here) -> tuple[Ask, ...]:
    """What breaks the shield: by the weapon's name, or as the table says (WWN-SHATTER-01)."""
    rows = [row for row in FACTS.table("shatter_weapons").rows if row["shatters"]]
    named = breaker(here.weapon) if here.weapon else ""
    rows.sort(key=lambda row: row["id"] != named)
    return (Ask("breaker", "Strikes with", tuple(Option(row["id"], row["label"], row["rule"]) for row in rows)),)


def why_no_shatter(here: Here) -> str:
    """Only what crushes or hews breaks a shield, and a screen comes first (WWN-SHATTER-01, WWN-SCREEN-04)."""
    if here.weapon is None:
        return ""
    if not breaker(here.weapon):
        return f"{here.weapon['name'] or 'This weapon'} breaks a shield only if it crushes or hews."
    return cannot_strike(here.weapon) or why_screened(here)


def shattered(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The shield is broken, and nobody is hurt; at some tables a lost contest leaves the damage (WWN-SHATTER-04)."""
    yield from attack_made(here)
    yield from meets(here)
    if roll and roll.outcome == "Shield broken":
        yield begins(Held(here.to, "shield_broken"), f"{here.target.name}: the shield is broken")
    elif roll and roll.outcome == "Shield holds" and here.table.get("lost_contest_hurts"):
        weapon = here.weapon["name"] if here.weapon else ""
        hit = Held(here.who, HIT_DUE, here.to, ends=(round_end(here.state.round),), note=weapon)
        yield begins(hit, f"{here.target.name}: the shield holds, and the damage of the hit is due")


DEFENSE = (
    action(
        "total_defense",
        calculator="total_defense",
        roll=None,
        bars=(ACT, MAIN_ACTION),
        known=lambda here: bool(attacks_of(here, foes(here), "total_defense", "incoming.0")),
        inputs=lambda here: {"incoming": attacks_of(here, foes(here), "total_defense", "incoming.0")},
        figures=("mean_prevented", "p_down_normal", "p_down_defending"),
        follows=defends,
    ),
    action("screen_ally", at=ALLY, bars=(ACT, MOVE), why_not=why_no_screen, follows=screens),
)

AGAINST_DEFENSE = (
    FightAct(
        id="get_past",
        label="Get past the screen",
        rule="WWN-SCREEN-04",
        calculator="screen",
        roll="first",
        per_weapon=True,
        any_time=True,
        bars=(ACT,),
        offered=is_screened,
        sides=lambda here: contest(here, screeners(here)[0].who),
        inputs=contest_inputs,
        names=screen_names,
        figures=("p_ally",),
        follows=got_past,
    ),
    action(
        "shatter_shield",
        at=FOE,
        calculator="shatter_shield",
        roll="shatter",
        names=contest_names,
        per_weapon=True,
        bars=(ACT, MAIN_ACTION),
        offered=bears_shield,
        why_not=why_no_shatter,
        asks=strikes_with,
        inputs=lambda here: {"weapon": here.option(strikes_with(here)[0])},
        figures=("p_break", "p_hit"),
        follows=shattered,
    ),
)
