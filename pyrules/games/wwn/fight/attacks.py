"""Attacks: with one weapon or two, after a charge, in haste, and on somebody who leaves melee.

Sections "Attacking", "Duel Wielding" and the combat options of the chapter. All use the calculator of a single attack;
a charge, a Snap Attack and two weapons are conditions that hold for the attack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ....engine.fight.acts import FightAct, Here, Proposed
from ....engine.fight.durations import round_end, turn_start
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.procedure import Roll
from ....engine.sheet.values import Matchup
from ..attack.blow import Shock, shock_of
from ..attack.strike import SingleAttack
from ..sheet.conditions import ACT, CHARGE, MAIN_ACTION, MOVE
from ..sheet.sheet import cannot_strike
from ..sheet.state import CHARGING
from ..tables import FACTS
from .facts import FREE_ATTACK, UNLOADED, in_melee, next_turn
from .gear import is_bash, reload_costs, unloaded
from .lines import HIT_POINTS, begins, ends, harm_asked, hurt, meets
from .moves import free_attacks
from .screens import attack_made, why_screened

MAIN, ATTACKS = "main", "attacks"
GENERIC = "generic"
"""The kind of fighters who make no Snap Attacks (WWN-SNAP-04)."""


# What it takes


def attack_cost(here: Here) -> Mapping[str, int]:
    """The Main Action; after a first attack, one of a creature's further attacks (WWN-EXT-FOES)."""
    budget = here.actor.budget
    further = not budget.get(MAIN) and budget.get(ATTACKS) and {"attack", "two_weapons"} & {*here.actor.did}
    return {ATTACKS: 1} if further else {MAIN: 1}


def why_no_attack(here: Here) -> str:
    """Why the weapon cannot strike, or not at this target (WWN-GRAP-05, WWN-RELOAD-01, WWN-SCREEN-04, -06)."""
    if here.weapon is None:
        return ""
    if no := cannot_strike(here.weapon):
        return no
    if unloaded(here):
        return f"{here.actor.name} must reload first."
    return why_screened(here)


def doing(condition: str) -> Callable[[Here], Matchup]:
    """Both sides of an attack for which the actor holds one more condition or fact."""

    def sides(here: Here) -> Matchup:
        me = here.me.with_condition(condition)
        weapon = me.weapons()[here.weapon_at] if here.weapon_at is not None else None
        return replace(here.matchup, me=me, weapon=weapon)

    return sides


# What follows


def blow_lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage, what the attack costs shield and weapon, and who is in melee now."""
    if roll is None:
        return
    yield from hurt(here, here.to, roll.end.damage)
    yield from _shield(here, hit=roll.end.hit)
    if here.weapon and here.weapon["kind"] == "melee" and roll.end.damage < here.target.tracks[HIT_POINTS]:
        yield from meets(here)
    yield from weapon_used(here)
    yield from attack_made(here)


def _shield(here: Here, *, hit: bool) -> Iterable[Proposed]:
    """A fresh shield ignores the first Shock of the round (WWN-EXT-SHIELD)."""
    if not hit and ignored_shock(here).on_miss:
        text = f"{here.target.name}: the shield has stopped its Shock in round {here.state.round}"
        yield begins(Held(here.to, "shield_spent", ends=(round_end(here.state.round),)), text)


def ignored_shock(here: Here) -> Shock:
    """The Shock of a miss that the target's fresh shield ignores."""
    _, inputs, _, _ = inputs_of(here.rules.act("attack"), here)
    if not isinstance(inputs, SingleAttack) or not inputs.meets_shield:
        return Shock(applies=False, on_miss=0, floor=0)
    return shock_of(replace(inputs, shield_unspent=False))


def weapon_used(here: Here) -> Iterable[Proposed]:
    """What the attack leaves of the weapon: not loaded, or a shield that protects no more for now."""
    weapon, state = here.weapon, here.state
    if weapon is None:
        return
    if reload_costs(here):
        yield begins(
            Held(here.who, UNLOADED, note=weapon["name"]), f"{here.actor.name}: {weapon['name']} is not loaded"
        )
    if is_bash(weapon):
        bashed = Held(here.who, "shield_bash", ends=(turn_start(here.who, next_turn(state, here.who)),))
        yield begins(bashed, f"{here.actor.name}: no shield until the next turn")


def charge_lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The attack of a charge, and the charger's lower AC for the rest of the round (WWN-CHARGE-04)."""
    yield from free_attacks(here, besides=here.to)
    yield from blow_lands(here, roll)
    penalty = figure(FACTS.number("charge_ac_penalty"), signed=True)
    text = f"{here.actor.name}: {penalty} AC until round {here.state.round} ends"
    yield begins(Held(here.who, CHARGING, ends=(round_end(here.state.round),)), text)


def free_attack_lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """An attack on somebody who leaves melee (WWN-RUN-06)."""
    yield from hurt(here, here.to, roll.end.damage if roll else 0)
    yield from _shield(here, hit=bool(roll and roll.end.hit))
    if held := here.fact(FREE_ATTACK):
        yield ends(held, f"{here.actor.name}: the free attack is made")


# The acts


def is_single_handed(here: Here) -> bool:
    """Whether the weapon is one of two for one hand each, and no hand bears a shield (WWN-DUAL-01)."""
    if here.me["has_shield"] and not here.state.holds(here.who, "shield_broken"):
        return False
    armed = [
        one for one in here.me.weapons() if one["hands"] == 1 and one["skill"] != "punch" and one["kind"] != "ranged"
    ]
    return len(armed) > 1 and here.weapon is not None and here.weapon.held in [one.held for one in armed]


def why_no_second_weapon(here: Here) -> str:
    """Two weapons need a level of skill (WWN-DUAL-01)."""
    least = FACTS.number("dual_wield_least_skill")
    if here.weapon and here.weapon["skill_level"] < least:
        return f"Two weapons need a skill level of {least}."
    return why_no_attack(here)


def ends_a_charge(here: Here) -> bool:
    """Whether a charge can end with this weapon (WWN-CHARGE-02)."""
    return here.weapon is not None and here.weapon["kind"] != "ranged"


def why_no_charge(here: Here) -> str:
    """A charge needs a run-up (WWN-CHARGE-05)."""
    if in_melee(here):
        least = FACTS.number("charge_least_run_ft")
        return f"{here.target.name} is too near: a charge needs a run-up of {least} feet."
    return why_no_attack(here)


def why_no_snap(here: Here) -> str:
    """Common foes make no Snap Attacks (WWN-SNAP-04)."""
    return "Common foes make no Snap Attacks." if here.me["who"] == GENERIC else why_no_attack(here)


def leaves(here: Here) -> bool:
    """Whether the target has left melee with the actor, and the weapon is one for melee."""
    return bool(here.fact(FREE_ATTACK)) and here.weapon is not None and here.weapon["kind"] == "melee"


FIGURES = ("p_hit", "mean", "shock_on_miss")

ATTACK = FightAct(
    id="attack",
    label="Attack",
    rule="WWN-HIT-01",
    calculator="attack",
    per_weapon=True,
    ranked="mean",
    figures=FIGURES,
    cost=attack_cost,
    bars=(ACT, MAIN_ACTION),
    why_not=why_no_attack,
    asks=harm_asked,
    follows=blow_lands,
)

ATTACKS_WITH_WEAPONS = (
    ATTACK,
    replace(
        ATTACK,
        id="two_weapons",
        label="Two weapons",
        rule="WWN-DUAL-01",
        ranked="",
        offered=is_single_handed,
        why_not=why_no_second_weapon,
        sides=doing("two_weapons"),
    ),
    replace(
        ATTACK,
        id="charge",
        label="Charge",
        rule="WWN-CHARGE-01",
        ranked="",
        cost={MAIN: 1, "move": 1},
        bars=(ACT, MAIN_ACTION, CHARGE, MOVE),
        offered=ends_a_charge,
        why_not=why_no_charge,
        sides=doing(CHARGING),
        follows=charge_lands,
    ),
    replace(
        ATTACK,
        id="snap",
        label="Snap Attack",
        rule="WWN-SNAP-01",
        ranked="",
        cost={MAIN: 1},
        any_time=True,
        bars=(ACT,),  # Total Defense has spent the Main Action of its own round, not that of the next (WWN-SNAP-02)
        why_not=why_no_snap,
        sides=doing("snapping"),
    ),
    replace(
        ATTACK,
        id="free_attack",
        label="Free attack",
        rule="WWN-RUN-06",
        ranked="",
        cost={},
        any_time=True,
        bars=(ACT,),
        offered=leaves,
        why_not=lambda here: cannot_strike(here.weapon) if here.weapon else "",
        follows=free_attack_lands,
    ),
)
