"""Attacks in a fight: each row of the table of actions, Dual Attack, and shots.

"Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ....engine.calculator import SheetChange
from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.odds import inputs_of, odds
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.sources import Bindings
from ..exchange.strike import ACTIONS, BASH, DISARM, DOUBLE_SHOT, PLAIN, SHOOT, THROW, Action, must_be_dodged
from ..sheet.bindings import match, me
from ..sheet.conditions import ANY_ACTION
from ..sheet.fields import SHIELD, UNARMED
from ..tables import FACTS
from . import defenses
from .gear import DROPPED, FLUNG, in_hand, name_of, put
from .lines import TURN, changed, note
from .prepared import is_prepared
from .shots import aim_of, no_shot, shot

BESIDE = {SHIELD: (PLAIN, BASH), UNARMED: (PLAIN, "power")}
"""The attacks with a shield and with bare hands that are offered beside a weapon."""
COMPARED = (PLAIN, SHOOT)
"""The attacks that the list of targets compares: one with each weapon, at no price. The plan compares all."""

BARE_HANDS: Bindings = {
    "attacker.skill": me.fighting,
    "attacker.skill_die": me.fighting_die,
    "attacker.damage": me.punch,
    "attacker.extra_mod": me.own_attack,
}
THROWN: Bindings = {
    "attacker.skill": me.thrown,
    "attacker.skill_die": me.thrown_die,
    "defender.parry": match.target_parry_of_throw,
    "defender.parry_is_shield": match.target_parry_of_throw_shield,
}


# Offered


def can_make(action: Action) -> Callable[[Here], bool]:
    """Whether the weapon of the act is in hand and can make an attack.

    Beside a weapon of another kind, a shield or bare hands are offered only for what they are used for.
    """

    def offered(here: Here) -> bool:
        weapon = here.weapon
        if weapon is None or action.id not in weapon["actions"] or not (weapon["in_hand"] or weapon["kind"] == UNARMED):
            return False
        if action.id == THROW:
            return bool(weapon["kind"] != SHIELD or weapon["thrown_tag"])
        kind = weapon["kind"]
        return kind not in BESIDE or action.id in BESIDE[kind] or not is_armed(here)

    return offered


def is_armed(here: Here) -> bool:
    """Whether a weapon that is neither a shield nor a bare hand is in hand."""
    return any(one["in_hand"] and one["kind"] not in (SHIELD, UNARMED) for one in here.me.weapons())


def is_bare(here: Here) -> bool:
    """Whether the actor has no weapon in hand, and the sheet no bare hands among its weapons."""
    return not is_armed(here) and not any(one["kind"] == UNARMED for one in here.me.weapons())


# Inputs


def attack_inputs(action: Action) -> Callable[[Here], Mapping[str, Any]]:
    """The action, the defense, a prepared action, and an aim beyond the range."""

    def inputs(here: Here) -> Mapping[str, Any]:
        aim = {"attacker.aim": aim_of(here)} if not action.melee else {}
        own = {"action": action.id} if action.id != BASH else {}
        prepared = {"attacker.prepared": is_prepared(here, action.id)}
        return {**own, **defenses.inputs(here), **prepared, **aim}

    return inputs


def bare_inputs(action: Action) -> Callable[[Here], Mapping[str, Any]]:
    """The same with bare hands."""
    inputs = attack_inputs(action)
    return lambda here: {**inputs(here), **bare(here)}


def bare(here: Here) -> Mapping[str, Any]:
    """What bare hands are (S2-DUAL-04)."""
    return {"attacker.kind": UNARMED, "attacker.reach": FACTS.number("default_reach"), "attacker.bladed": False}


# Asked


def attack_asks(action: Action) -> Callable[[Here], tuple[Ask, ...]]:
    """The defense of the target, and what a Disarming Attack knocks away."""

    def asks(here: Here) -> tuple[Ask, ...]:
        heavy = here.weapon is not None and must_be_dodged(action, here.weapon["heft_die"])
        open_to = {"ranged": action.ranged, "thrown": action.id == THROW, "must_dodge": heavy}
        defense = defenses.ask(here, _best(action, here), **open_to)
        return (*defense, *(disarm_asks(here) if action.id == DISARM else ()))

    return asks


def _best(action: Action, here: Here) -> str:
    """The defense that the attack hits least often; empty if it cannot be told."""
    found = odds(here.rules.act(_act_id(action, here)), replace(here, options={}))
    return str(found.answer.values["defence"]) if found.answer else ""


def disarm_asks(here: Here) -> tuple[Ask, ...]:
    """Which item is knocked away, and how far; only what it parried with flies (S2-DISARM-02, S2-DISARM-03)."""
    items = tuple(Option(str(index), name) for index, name in enumerate(in_hand(here, here.to)))
    feet = FACTS.number("disarm_fling_ft")
    far = (Option("feet", "To the feet"), Option("far", f"Up to {feet} feet away, if it parried with it"))
    return (Ask("item", "Item", items or (Option("0", "What it holds"),)), Ask("where", "It flies", far))


def disarmed(here: Here) -> Iterable[Proposed]:
    """The chosen item out of the target's hand."""
    which, where = disarm_asks(here)
    item = next(option.label for option in which.options if option.id == here.option(which))
    if here.option(where) == "far":
        return put(here, here.to, item, FLUNG, f"{item} is sent flying")
    return dropped(here, item)


def dropped(here: Here, item: str) -> Iterable[Proposed]:
    """An item of the target falls before it (S2-DISARM-02)."""
    return put(here, here.to, item, DROPPED, f"{item} falls at the feet")


# What follows


def lands(action: Action) -> Callable[[Here, Roll | None], Iterable[Proposed]]:
    """What an attack brings: what the defense costs, damage, conditions, what flies, and what is shot."""

    def follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
        assert roll is not None  # an attack is rolled
        calculator, inputs, _, _ = inputs_of(here.rules.act(_act_id(action, here)), here)
        hit = roll.end.hits > 0
        yield from defenses.answered(here, here.rules.answer(calculator, inputs).values["defence"], hit=hit)
        if defenses.is_at_mount(here):
            yield note(f"The mount of {here.target.name}: {f'{roll.end.damage} damage' if hit else 'no hit'}")
        else:
            yield from _struck(action, here, roll, calculator.roll_option(None).sheet_change(inputs, roll.end))
        if action.id == THROW:
            yield from put(here, here.who, name_of(here), FLUNG, f"{name_of(here)} is thrown")
        if not action.melee:
            yield from shot(here, action.id)

    return follows


def _struck(action: Action, here: Here, roll: Roll, change: SheetChange | None) -> Iterable[Proposed]:
    """What an attack brings to its target."""
    yield from changed(here, here.to, change)
    if not action.lethal and roll.end.damage and not (change and change.damage):
        yield note(f"{here.target.name}: {roll.end.damage} non-lethal damage, kept apart")
    if roll.end.hits and action.id == DISARM:
        yield from disarmed(here)
    if roll.end.hits and action.id == "power" and (here.weapon is None or here.weapon["kind"] == UNARMED):
        yield note(f"{here.target.name}: may be pushed {FACTS.number('push_ft')} feet back")


def _act_id(action: Action, here: Here) -> str:
    return action.id if here.weapon_at is not None else f"{action.id}_unarmed"


def figures(action: Action) -> tuple[str, ...]:
    """The figures of an attack: what a bash is for, and the damage of an attack that does any."""
    if action.id == BASH:
        return ("p_grounded", "p_hit")
    return ("p_hit", "expected_damage") if action.weapon_damage else ("p_hit",)


def _attack(action: Action, **more: Any) -> FightAct:
    """An attack of the table of actions."""
    given: dict[str, Any] = {
        "id": action.id,
        "label": action.label,
        "rule": action.rule,
        "calculator": "shield_bash" if action.id == BASH else "attack",
        "cost": {TURN: 1},
        "per_weapon": True,
        "bars": ANY_ACTION,
        "offered": can_make(action),
        "inputs": attack_inputs(action),
        "figures": figures(action),
        "ranked": "expected_damage" if action.id in COMPARED else "",
        "asks": attack_asks(action),
        "follows": lands(action),
    }
    return FightAct(**{**given, **more})


def _ranged(action: Action) -> dict[str, Any]:
    if action.id == THROW:
        return {"bindings": THROWN}
    return {} if action.melee else {"why_not": no_shot(action.id)}


MELEE_AND_SHOTS = tuple(_attack(one, **_ranged(one)) for one in ACTIONS.values() if one.id != DOUBLE_SHOT)
UNARMED_ATTACKS = tuple(
    _attack(
        ACTIONS[one],
        id=f"{one}_unarmed",
        label=f"{ACTIONS[one].label} with bare hands",
        per_weapon=False,
        offered=is_bare,
        bindings=BARE_HANDS,
        inputs=bare_inputs(ACTIONS[one]),
    )
    for one in BESIDE[UNARMED]
)
