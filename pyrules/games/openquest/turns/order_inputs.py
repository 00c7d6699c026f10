"""The inputs of the order of a round: actions and skills, and the plans that are refused.

"Combat Rounds", steps 1 to 3, with "Delay", "Two Weapons" and "Set Weapon".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.errors import BAD_OPTION, MISSING_FIELD, InvalidInput, not_allowed
from ....engine.inputs import choice, many, number, record, text, toggle
from ....engine.procedure import Modifier, if_any
from ..skills.skill import Skill, switch
from ..skills.skill import skill as skill_input
from ..tables import FACTS

ACTIONS = FACTS.table("actions")
DELAY, CHARGE, CLOSE_ATTACK = "delay", "charge", "close_attack"
OPEN_ACTIONS = tuple(option for option in ACTIONS.options() if option.id != DELAY)
LONGEST_NAME = 60

OTHER, MORE = "Other skills", "This round"


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """COMBATANT: a combatant, the action, its skill, and special cases of this round."""

    name: str = text("Name", LONGEST_NAME, help="What the combatant is called; no two the same.", rule="OQ-RND-02")
    action: str = choice("Action", OPEN_ACTIONS, help="What the combatant has declared.", rule="OQ-RND-02")
    skill: Skill = skill_input("Skill", help="The skill that the action uses.", rule="OQ-RND-04")
    athletics: Skill | None = skill_input(
        "Athletics",
        help="Sets the turn of every movement action: stance, charge, retreat, sprint.",
        rule="OQ-MOV-02",
        nullable=True,
        group=OTHER,
    )
    casting: Skill | None = skill_input(
        "Casting skill", help="Sets the turn of a spell.", rule="OQ-OTH-01", nullable=True, group=OTHER
    )
    dex: int = number("DEX", 1, 200, 10, help="Breaks ties of equal skill.", rule="OQ-RND-04", group=OTHER)
    bonus_attack: bool = toggle(
        "Bonus attack", help="One more, with the off hand, after a plain close attack.", rule="OQ-TWO-04", group=MORE
    )
    delay_after: str | None = text(
        "Waits for",
        LONGEST_NAME,
        None,
        help="The name of whoever acts first; the combatant acts right after.",
        rule="OQ-OTH-02",
        group=MORE,
        nullable=True,
    )
    set_against: str | None = text(
        "Weapon set against",
        LONGEST_NAME,
        None,
        help="The name of a charger, who meets the weapon first.",
        rule="OQ-CC-15",
        group=MORE,
        nullable=True,
    )
    surprised: bool = toggle("Surprised", help="No action this round.", rule="OQ-SUR-06", group=MORE)


@dataclass(frozen=True, kw_only=True)
class Order:
    """The combatants, and the table rules on their order."""

    combatants: tuple[Combatant, ...] = many(
        "Combatants",
        record("Combatant", Combatant, help="Somebody who acts this round.", rule="OQ-RND-04"),
        1,
        30,
        help="Everybody in the fight, each under a name of their own.",
        rule="OQ-RND-04",
    )
    tie_policy: str = switch("tie_policy")
    offhand_order: str = switch("offhand_order")
    charge_order: str = switch("charge_order")
    action_order: str = switch("action_order")


# Places.


def turn_by(a: Order, c: Combatant) -> str:
    """The input that sets the combatant's turn (OQ-MOV-02, OQ-OTH-01)."""
    if c.action == CHARGE and a.charge_order == "weapon_skill":
        return "skill"
    order = ACTIONS.row(c.action)["order"]
    return order if order in ("athletics", "casting") else "skill"


def own_modifier(action: dict[str, Any], reading: str) -> tuple[Modifier, ...]:
    """The modifier of an action such as a Great Attack, if it counts for the order (OQ-RND-07).

    The bonus of a set weapon belongs to the attack it prepares, which comes later.
    """
    if reading != "counts" or action["id"] == "set_weapon":
        return ()
    return if_any(action["label"], action["attack_modifier"], "OQ-RND-07")


def turn_skill(a: Order, c: Combatant) -> Skill:
    """The skill that sets the combatant's turn."""
    held: Skill = getattr(c, turn_by(a, c))
    return held


# Refusals.


def refuse_impossible(a: Order) -> None:
    """Refuses equal names, missing skills, and plans without effect."""
    names = [c.name for c in a.combatants]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise not_allowed(f"combatants.{index}.name", name, f"There are two called {name}; names must differ.")
    known = dict(zip(names, a.combatants, strict=True))
    for index, c in enumerate(a.combatants):
        at = f"combatants.{index}"
        _refuse_missing_skill(a, c, at)
        _refuse_bonus(c, at)
        _refuse_waiting(known, c, at)
        _refuse_set_weapon(known, c, at)


def _refuse_missing_skill(a: Order, c: Combatant, at: str) -> None:
    needed = turn_by(a, c)
    if getattr(c, needed) is None:
        label = {"athletics": "Athletics", "casting": "casting skill"}[needed]
        text = f"{c.name}'s {label} is missing: it sets the turn of {ACTIONS.row(c.action)['label']}."
        raise InvalidInput(f"{at}.{needed}", MISSING_FIELD, None, text)


def _refuse_bonus(c: Combatant, at: str) -> None:
    if not c.bonus_attack:
        return
    if c.action != CLOSE_ATTACK:
        text = f"{c.name} has no bonus attack: it comes only with a plain Close Combat Attack."
        raise not_allowed(f"{at}.bonus_attack", True, text)
    if c.delay_after is not None:
        raise not_allowed(f"{at}.bonus_attack", True, f"{c.name} waits, and has no bonus attack then.")


def _refuse_waiting(known: dict[str, Combatant], c: Combatant, at: str) -> None:
    if c.delay_after is None:
        return
    field = f"{at}.delay_after"
    if c.delay_after not in known:
        raise InvalidInput(field, BAD_OPTION, c.delay_after, f"{c.name} waits for somebody who is not in the fight.")
    if known[c.delay_after].surprised:
        raise not_allowed(field, c.delay_after, f"{c.delay_after} is surprised and does not act: nobody to wait for.")
    passed: set[str] = {c.name}
    further: str | None = c.delay_after
    while further is not None and further in known:
        if further in passed:
            raise not_allowed(field, c.delay_after, f"{c.name} waits for somebody who waits in turn: a circle.")
        passed.add(further)
        further = known[further].delay_after


def _refuse_set_weapon(known: dict[str, Combatant], c: Combatant, at: str) -> None:
    if c.set_against is None:
        return
    field = f"{at}.set_against"
    if c.set_against not in known:
        raise InvalidInput(field, BAD_OPTION, c.set_against, f"{c.set_against} is not in the fight.")
    charger = known[c.set_against]
    if charger.action != CHARGE or charger.surprised:
        raise not_allowed(field, c.set_against, f"{c.set_against} does not charge: the set weapon meets nobody.")
    if charger is c:
        raise not_allowed(field, c.set_against, f"{c.name} cannot meet their own charge.")
