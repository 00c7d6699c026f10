"""What each action of a turn needs, and what it changes.

"Universal combat actions", "Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from ....engine.fight.durations import round_end
from ....engine.fight.replay import refuse
from ....engine.fight.rules import Handler, brings, ends
from ....engine.fight.state import Held
from ..exchange.strike import ACTIONS, BASH, DOUBLE_SHOT, THROW
from ..tables import FACTS
from .fighter import Fighter, Is, Turns
from .turn_events import LABELS, TWO, Event

RAPID_SHOT, AVOID_ARMOR = "rapid_shot", "avoid_armor"
PLAIN_SHOTS = tuple(
    name for name, action in ACTIONS.items() if "bow" in action.kinds and name not in (RAPID_SHOT, DOUBLE_SHOT)
)


def without(names: tuple[str, ...], one: str) -> tuple[str, ...]:
    """The names without one of them."""
    at = names.index(one)
    return names[:at] + names[at + 1 :]


def has_shield(x: Fighter) -> bool:
    """Whether a shield is in hand."""
    return any("shield" in name.lower() for name in x.equipped)


def has_bow(x: Fighter) -> bool:
    """Whether a bow is in hand; a crossbow does not count."""
    return any("bow" in name.lower() and "crossbow" not in name.lower() for name in x.equipped)


# What actions need.


def refuse_lacking(fight: Turns, who: str, event: Event) -> None:
    """Refuses an action without what it needs."""
    _refuse_state(fight, who, event)
    _refuse_shot(fight[who], event)


def _refuse_state(fight: Turns, who: str, event: Event) -> None:
    x, name, lies = fight[who], event.name, fight.holds(who, Is.GROUNDED)
    refuse("Only a willing ally changes places with you.", when=name == "step" and not event.willing, field="willing")
    early = "Nothing is prepared while no turn order runs: begin a round first."
    refuse(early, when=name == "prepare" and not fight.round, field="name")
    refuse("Prepare: say which action.", when=name == "prepare" and event.what is None, field="what")
    refuse("You are standing already.", when=name == "stand" and not lies, field="name")
    down = fight.holds(who, Is.INCAPACITATED)
    refuse("Nobody stands up alone who is incapacitated.", when=name == "stand" and down, field="name")
    refuse("You are not burning.", when=name == "put_out" and not fight.holds(who, Is.SMOLDERING), field="name")
    refuse("Only somebody who stands helps others up.", when=name == "help" and lies, field="name")
    blunt = x.given.bladed is False
    refuse("Avoid Armor takes a bladed weapon.", when=name == AVOID_ARMOR and blunt, field="name")
    refuse("Shield Bash takes a shield in hand.", when=name == BASH and not has_shield(x), field="name")


def _refuse_shot(x: Fighter, event: Event) -> None:
    name, two = event.name or "", x.loaded == TWO
    plain, rapid, double = name in PLAIN_SHOTS, name == RAPID_SHOT, name == DOUBLE_SHOT
    refuse("Loaded with two, it is good for a Double Shot only.", when=(plain or rapid) and two, field="name")
    refuse("There is no weapon in hand to shoot with.", when=plain and not x.equipped, field="name")
    refuse("It is not loaded: Reload first.", when=plain and not x.loaded, field="name")
    refuse(f"Only a bow makes a {LABELS.get(name)}.", when=(rapid or double) and not has_bow(x), field="name")
    refuse("There is nothing left to shoot.", when=rapid and not (x.loaded or x.projectiles), field="name")
    refuse("A Double Shot takes a Reload with two projectiles.", when=double and not two, field="name")


# What actions change.


def _prepare(fight: Turns, who: str, event: Event) -> Turns:
    return fight.free(who, Is.PREPARED_NEXT).hold(Held(who, Is.PREPARED_NEXT, note=event.what or ""))


def _run(fight: Turns, who: str, event: Event) -> Turns:
    return fight.hold(Held(who, Is.RUNNING, ends=(round_end(fight.round),)))


def _interact(fight: Turns, who: str, event: Event) -> Turns:
    """Interact: with the surroundings, or with an inventory item, which is used up (S2-INTERACT-02)."""
    x, item = fight[who], event.item
    if item is None:
        return fight
    refuse(f"There is no {item} in the inventory.", when=item not in x.inventory, field="item")
    return fight.change(who, inventory=without(x.inventory, item))


def _equip(fight: Turns, who: str, event: Event) -> Turns:
    """Equip: the named items are in hand; all others are stowed or dropped (S2-EQUIP-01)."""
    wanted = event.items or ((event.item,) if event.item else ())
    refuse("Equip: say what you hold after it.", when=not wanted, field="items")
    x = fight[who]
    places = {name: getattr(x, name) for name in ("equipped", "inventory", "at_feet")}
    for one in wanted:
        place = next((name for name, held in places.items() if one in held), "")
        refuse(f"There is no {one} within reach.", when=not place, field="items")
        places[place] = without(places[place], one)
    places["at_feet" if event.drop else "inventory"] += places["equipped"]
    return fight.change(who, **{**places, "equipped": wanted})


def _toss(fight: Turns, who: str, event: Event) -> Turns:
    """Toss: an item leaves the inventory or the hand (S2-TOSS-03)."""
    x, item = fight[who], event.item
    if item is None:
        return fight
    if item in x.inventory:
        return fight.change(who, inventory=without(x.inventory, item))
    refuse(f"There is no {item} to toss.", when=item not in x.equipped, field="item")
    return fight.change(who, equipped=without(x.equipped, item))


def _throw(fight: Turns, who: str, event: Event) -> Turns:
    """Throw: the weapon leaves the hand (S2-THROW-03)."""
    hands = fight[who].equipped
    item = event.item or (hands[0] if len(hands) == 1 else "")
    refuse("Throw Weapon: say which weapon in hand.", when=item not in hands, field="item")
    return fight.change(who, equipped=without(hands, item))


def _reload(fight: Turns, who: str, event: Event) -> Turns:
    x = fight[who]
    refuse("There is no weapon in hand to load.", when=not x.equipped, field="name")
    refuse("Only a bow is loaded with two.", when=event.count == TWO and not has_bow(x), field="count")
    refuse("It is loaded already.", when=x.loaded >= event.count, field="name")
    left = x.projectiles - (event.count - x.loaded)
    refuse("There are not enough projectiles left.", when=left < 0, field="count")
    return fight.change(who, loaded=event.count, projectiles=left)


def _shoot(fight: Turns, who: str, event: Event) -> Turns:
    return fight.change(who, loaded=0)


def _rapid_shot(fight: Turns, who: str, event: Event) -> Turns:
    """Rapid Shot: one Reload is free, before the shot if needed, else after it (S2-RAPID-01)."""
    loaded, left = after_rapid_shot(fight[who].loaded, fight[who].projectiles)
    return fight.change(who, loaded=loaded, projectiles=left)


def after_rapid_shot(loaded: int, projectiles: int) -> tuple[int, int]:
    """What is loaded after a Rapid Shot, and the projectiles left (S2-RAPID-01)."""
    again = min(1, projectiles)
    return again if loaded else 0, projectiles - again


CHANGES: dict[str, Handler[Turns, Event]] = {
    "run": _run,
    "prepare": _prepare,
    "defend": brings(Is.DEFEND_NEXT),
    "interact": _interact,
    "equip": _equip,
    "toss": _toss,
    "reload": _reload,
    "stand": ends(Is.GROUNDED),
    "put_out": ends(Is.SMOLDERING),
    "tackle": brings(Is.GROUNDED),  # S2-TACKLE-01
    **dict.fromkeys((*PLAIN_SHOTS, DOUBLE_SHOT), _shoot),
    RAPID_SHOT: _rapid_shot,
    THROW: _throw,
}
"""The changes of each action that changes something."""

NUMBERS: dict[str, str] = {Is.RUNNING: "run_bonus", Is.DEFENDING: "defend_bonus", Is.PREPARED: "prepare_bonus"}


def bonus(fight: Turns, who: str, condition: str) -> int:
    """The bonus of a condition in this round."""
    return FACTS.number(NUMBERS[condition]) if fight.holds(who, condition) else 0
