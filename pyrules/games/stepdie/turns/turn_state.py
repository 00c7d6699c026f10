"""The state of a round, and what each action of a turn needs and changes.

"Universal combat actions", "Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ....engine.errors import not_allowed
from ..exchange.strike import ACTIONS, BASH, DOUBLE_SHOT, THROW
from ..tables import FACTS
from .turn_events import TWO, Event, TurnTracked

RAPID_SHOT, AVOID_ARMOR = "rapid_shot", "avoid_armor"
SHOTS = tuple(name for name, action in ACTIONS.items() if "bow" in action.kinds)


class State(NamedTuple):
    """The state of a round, with the items in hand, in the inventory and on the ground."""

    round: int = 0
    acted: bool = False
    waiting: bool = False
    blocking: bool = False
    defence_bonus: int = 0
    roll_bonus: int = 0
    equipped: tuple[str, ...] = ()
    inventory: tuple[str, ...] = ()
    at_feet: tuple[str, ...] = ()
    flung: tuple[str, ...] = ()
    loaded: int = 0
    projectiles: int = 0
    dodge_steps_left: int = FACTS.number("dodge_move_zones")
    holding: bool = False
    speed_bonus: int = 0
    prepared: str | None = None
    prepared_for_next_round: str | None = None
    defend_next_round: bool = False
    grounded: bool = False
    stunned: bool = False
    grappled: bool = False
    smoldering: bool = False
    incapacitated: bool = False
    unconscious: bool = False
    failures: int = 0
    failures_to_ko: int = FACTS.number("failures_to_ko")
    bladed: bool | None = None


Change = Callable[[State, Event], State]


def at_first(a: TurnTracked) -> State:
    """The starting state."""
    held = set(a.conditions)
    others: Any = {one: one in held for one in ("stunned", "grappled", "smoldering", "incapacitated", "unconscious")}
    lying = bool(held & {"grounded", "grappled", "incapacitated", "unconscious"})
    return State(
        equipped=a.equipped,
        inventory=a.inventory,
        loaded=a.loaded,
        projectiles=a.projectiles,
        failures_to_ko=a.failures_to_ko,
        bladed=a.bladed,
        grounded=lying,
        **others,
    )


def refuse(event: Event, text: str, *, when: bool, field: str = "do") -> None:
    """Refuses what a rule forbids, with a field of the event."""
    if when:
        raise not_allowed(field, getattr(event, field), text)


def without(names: tuple[str, ...], one: str) -> tuple[str, ...]:
    """The names without one of them."""
    at = names.index(one)
    return names[:at] + names[at + 1 :]


# Actions.


def _run(x: State, event: Event) -> State:
    return x._replace(speed_bonus=FACTS.number("run_bonus"))


def _step(x: State, event: Event) -> State:
    refuse(event, "Only a willing ally changes places with you.", when=not event.willing, field="willing")
    return x


def _prepare(x: State, event: Event) -> State:
    refuse(event, "Nothing is prepared while no turn order runs: begin a round first.", when=not x.round, field="name")
    refuse(event, "Prepare: say which action.", when=event.what is None, field="what")
    return x._replace(prepared_for_next_round=event.what)


def _stand(x: State, event: Event) -> State:
    refuse(event, "You are standing already.", when=not x.grounded, field="name")
    refuse(event, "Nobody stands up alone who is incapacitated.", when=x.incapacitated, field="name")
    return x._replace(grounded=False)


def _put_out(x: State, event: Event) -> State:
    refuse(event, "You are not burning.", when=not x.smoldering, field="name")
    return x._replace(smoldering=False)


def _help(x: State, event: Event) -> State:
    refuse(event, "Only somebody who stands helps others up.", when=x.grounded, field="name")
    return x


def _tackle(x: State, event: Event) -> State:
    return x._replace(grounded=True)  # S2-TACKLE-01


def _avoid_armor(x: State, event: Event) -> State:
    refuse(event, "Avoid Armor takes a bladed weapon.", when=x.bladed is False, field="name")
    return x


def _defend(x: State, event: Event) -> State:
    return x._replace(defend_next_round=True)


def _interact(x: State, event: Event) -> State:
    """Interact: with the surroundings, or with an inventory item, which is used up (S2-INTERACT-02)."""
    if event.item is None:
        return x
    refuse(event, f"There is no {event.item} in the inventory.", when=event.item not in x.inventory, field="item")
    return x._replace(inventory=without(x.inventory, event.item))


def _equip(x: State, event: Event) -> State:
    """Equip: the named items are in hand; all others are stowed or dropped (S2-EQUIP-01)."""
    wanted = event.items or ((event.item,) if event.item else ())
    refuse(event, "Equip: say what you hold after it.", when=not wanted, field="items")
    equipped, inventory, at_feet = x.equipped, x.inventory, x.at_feet
    for one in wanted:
        if one in equipped:
            equipped = without(equipped, one)
        elif one in inventory:
            inventory = without(inventory, one)
        else:
            refuse(event, f"There is no {one} within reach.", when=one not in at_feet, field="items")
            at_feet = without(at_feet, one)
    if event.drop:
        return x._replace(equipped=wanted, inventory=inventory, at_feet=at_feet + equipped)
    return x._replace(equipped=wanted, inventory=inventory + equipped, at_feet=at_feet)


def _toss(x: State, event: Event) -> State:
    """Toss: an item leaves the inventory or the hand (S2-TOSS-03)."""
    if event.item is None:
        return x
    if event.item in x.inventory:
        return x._replace(inventory=without(x.inventory, event.item))
    refuse(event, f"There is no {event.item} to toss.", when=event.item not in x.equipped, field="item")
    return x._replace(equipped=without(x.equipped, event.item))


def _throw(x: State, event: Event) -> State:
    """Throw: the weapon leaves the hand (S2-THROW-03)."""
    item = event.item or (x.equipped[0] if len(x.equipped) == 1 else None)
    refuse(event, "Throw Weapon: say which weapon in hand.", when=item not in x.equipped, field="item")
    assert item is not None  # refused
    return x._replace(equipped=without(x.equipped, item))


def _shield_bash(x: State, event: Event) -> State:
    refuse(event, "Shield Bash takes a shield in hand.", when=not has_shield(x), field="name")
    return x


def has_shield(x: State) -> bool:
    """Whether a shield is in hand."""
    return any("shield" in name.lower() for name in x.equipped)


def has_bow(x: State) -> bool:
    """Whether a bow is in hand; a crossbow does not count."""
    return any("bow" in name.lower() and "crossbow" not in name.lower() for name in x.equipped)


# Shooting.


def _reload(x: State, event: Event) -> State:
    refuse(event, "There is no weapon in hand to load.", when=not x.equipped, field="name")
    refuse(event, "Only a bow is loaded with two.", when=event.count == TWO and not has_bow(x), field="count")
    refuse(event, "It is loaded already.", when=x.loaded >= event.count, field="name")
    missing = event.count - x.loaded
    refuse(event, "There are not enough projectiles left.", when=missing > x.projectiles, field="count")
    return x._replace(loaded=event.count, projectiles=x.projectiles - missing)


def _shoot(x: State, event: Event) -> State:
    _refuse_loaded_with_two(x, event)
    refuse(event, "There is no weapon in hand to shoot with.", when=not x.equipped, field="name")
    refuse(event, "It is not loaded: Reload first.", when=not x.loaded, field="name")
    return x._replace(loaded=0)


def _rapid_shot(x: State, event: Event) -> State:
    """Rapid Shot: one Reload is free, before the shot if needed, else after it (S2-RAPID-01)."""
    _refuse_loaded_with_two(x, event)
    refuse(event, "Only a bow makes a Rapid Shot.", when=not has_bow(x), field="name")
    refuse(event, "There is nothing left to shoot.", when=not (x.loaded or x.projectiles), field="name")
    if not x.loaded:
        return x._replace(projectiles=x.projectiles - 1)
    again = min(1, x.projectiles)
    return x._replace(loaded=again, projectiles=x.projectiles - again)


def _double_shot(x: State, event: Event) -> State:
    refuse(event, "Only a bow makes a Double Shot.", when=not has_bow(x), field="name")
    refuse(event, "A Double Shot takes a Reload with two projectiles.", when=x.loaded != TWO, field="name")
    return x._replace(loaded=0)


def _refuse_loaded_with_two(x: State, event: Event) -> None:
    refuse(event, "Loaded with two, it is good for a Double Shot only.", when=x.loaded == TWO, field="name")


EFFECTS: dict[str, Change] = {
    "run": _run,
    "step": _step,
    "prepare": _prepare,
    "defend": _defend,
    "interact": _interact,
    "equip": _equip,
    "toss": _toss,
    "reload": _reload,
    "stand": _stand,
    "put_out": _put_out,
    "help": _help,
    "tackle": _tackle,
    AVOID_ARMOR: _avoid_armor,
    BASH: _shield_bash,
    **dict.fromkeys(SHOTS, _shoot),
    RAPID_SHOT: _rapid_shot,
    DOUBLE_SHOT: _double_shot,
    THROW: _throw,
}
