"""Derived values of a weapon with its bearer, and of both sides of a fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ....engine.inputs import Input, choice, input_fields, many, number, toggle
from ....engine.sheet.derived import Derived, derived
from ....engine.sheet.sources import NOT_APPLICABLE
from ....engine.sheet.values import Matchup, Weapon
from ..exchange.fighters import KINDS, Attacker
from ..exchange.strike import ACTIONS, DOUBLE_SHOT_APART, PLAIN, THROW, Armor
from ..rolls.default_inputs import BONUS, POINTS, SKILL
from ..rolls.rolls import MODIFIER
from ..tables import FACTS
from .fields import UNARMED, SheetWeapon, own
from .values import in_hand

WEAPON_KINDS = FACTS.table("weapon_kinds")
HANDS = len(FACTS.table("hands").rows)

# Values of one weapon.


def shoots(w: Weapon) -> bool:
    """Whether the weapon shoots."""
    ranged: bool = WEAPON_KINDS.row(w["kind"])["ranged"]
    return ranged


def throwable(w: Weapon) -> bool:
    """Whether the weapon can be thrown."""
    return w["kind"] in ACTIONS[THROW].kinds


def skill_level(w: Weapon) -> int:
    """The weapon's skill, else Archery to shoot or Fighting to strike (S2-ATTACK-02, S2-SHOOT-01)."""
    level: int = w.owner["archery" if w["shoots"] else "fighting"] if w["own_skill"] is None else w["own_skill"]
    return level


def skill_sides(w: Weapon) -> int:
    """The die of the same skill."""
    if w["own_skill"] is not None:
        return int(w["own_skill_die"])
    return int(w.owner["archery_die" if w["shoots"] else "fighting_die"])


def in_other_hand(w: Weapon) -> Weapon | None:
    """The second weapon of a Dual Attack, if there is one (S2-DUAL-03)."""
    if w["shoots"] or not w["in_hand"]:
        return None
    held = [one for one in in_hand(w.owner) if one["kind"] != UNARMED]
    both_full = len(held) >= HANDS
    if w["kind"] == UNARMED and both_full:
        return None
    bare = [] if both_full else [one for one in in_hand(w.owner) if one["kind"] == UNARMED]
    return next((one for one in (*held, *bare) if one is not w and not one["shoots"]), None)


def _other(name: str) -> Callable[[Weapon], Any]:
    def compute(w: Weapon) -> Any:
        other = w.memo(in_other_hand)
        return None if other is None else other[name]

    return compute


def to_shoot_with(w: Weapon) -> Weapon | None:
    """This weapon if it shoots, else another weapon in hand that shoots."""
    return w if w["shoots"] else next((one for one in in_hand(w.owner) if one["shoots"]), None)


def _shot(name: str) -> Callable[[Weapon], Any]:
    def compute(w: Weapon) -> Any:
        bow = w.memo(to_shoot_with)
        return None if bow is None else bow[name]

    return compute


def _kind_of(name: str) -> Any:
    """The attacker's input of this name."""
    declared = next(slot.input for slot in input_fields(Attacker) if slot.name == name)
    return replace(declared, table=None, group="")


def _from(name: str, kind: Input, compute: Callable[[Weapon], Any]) -> Derived:
    return Derived(name, kind, compute, visible=False)


def actions(w: Weapon) -> tuple[str, ...]:
    """The attacks that the weapon can make, the plain one first; Double Shot has its own calculator."""
    return tuple(
        one.id
        for one in ACTIONS.values()
        if w["kind"] in one.kinds and (w["bladed"] or not one.bladed) and one.id not in DOUBLE_SHOT_APART
    )


def _actions(name: str, compute: Callable[[Weapon], tuple[str, ...]]) -> Derived:
    action = choice("Action", FACTS.table("actions").options(), help="One of them.", rule="S2-ATTACK-01")
    return derived(name, many("Action", action, 1, len(ACTIONS), help="By the kind of weapon."), compute, visible=False)


OTHER_HAND = {
    "damage": "damage",
    "kind": "kind",
    "bladed": "bladed",
    "heft_die": "heft_die",
    "skill": "skill_level",
    "skill_die": "skill_sides",
    "reach": "reach",
    "thrown_tag": "thrown_tag",
    "extra_mod": "bonus_now",
}
"""The sheet's name of each weapon value that the attacker record needs."""

OF_WEAPON = (
    derived("shoots", toggle("Shoots", help="By its kind.", rule="S2-SHOOT-01"), shoots, visible=False),
    derived("throwable", toggle("Can be thrown", help="By its kind.", rule="S2-THROW-01"), throwable, visible=False),
    _from("skill_level", _kind_of("skill"), skill_level),
    _from("skill_sides", _kind_of("skill_die"), skill_sides),
    derived(
        "bonus_now",
        number("Bonus to attack", *MODIFIER, help="With conditions of your own.", rule="S2-ATTACK-02", signed=True),
        lambda w: w["bonus"] + w.owner["own_attack"],
        visible=False,
    ),
    derived(
        "attack_mod",
        number("Bonus to attack", *MODIFIER, help="With being grounded.", rule="S2-GROUND-01", signed=True),
        lambda w: w["bonus_now"] + w.owner["grounded_mod"],
        visible=False,
    ),
    derived(
        "is_loaded",
        toggle("Loaded", help="From the weapon.", rule="S2-RELOAD-01"),
        lambda w: w["loaded"] > 0,
        visible=False,
    ),
    _actions("actions", actions),
    _actions("throw", lambda w: (THROW,)),
    *(_from(f"other_{name}", _kind_of(name), _other(source)) for name, source in OTHER_HAND.items()),
    _from("shot_damage", _kind_of("damage"), _shot("damage")),
    derived(
        "shot_kind",
        choice("Kind", KINDS, help="Of what is shot with.", rule="S2-RAPID-02"),
        _shot("kind"),
        visible=False,
    ),
    _from("shot_skill", _kind_of("skill"), _shot("skill_level")),
)


# Values of both sides.


def their_skill(matchup: Matchup) -> Any:
    """The skill of their weapon, else their Fighting."""
    return _first(matchup["target.weapon.skill_level"], matchup["target.fighting"])


def their_attack_mod(matchup: Matchup) -> Any:
    """The modifier of their attack: their weapon's, else that of the ground."""
    if matchup["target.is_grounded"] is None:
        return NOT_APPLICABLE
    lying = FACTS.number("grounded_penalty") if matchup["target.is_grounded"] else 0
    return _first(matchup["target.weapon.attack_mod"], lying)


def _first(*values: Any) -> Any:
    return next((one for one in values if one is not None), NOT_APPLICABLE)


def _parry(matchup: Matchup, side: str, *, ranged: bool) -> Any:
    """The parry of one side; a ranged attack needs a shield that can parry it (S2-PARRY-02)."""
    if side and matchup.target is None:
        return NOT_APPLICABLE
    if matchup[f"{side}is_unconscious"]:
        return None
    shield = matchup[f"{side}shield_parry"]
    return shield if ranged and shield is not None else matchup[f"{side}parry"]


def _with_shield(matchup: Matchup, side: str, *, ranged: bool) -> Any:
    """Whether that parry uses a shield."""
    if side and matchup.target is None:
        return NOT_APPLICABLE
    if matchup[f"{side}is_unconscious"]:
        return False
    shield = matchup[f"{side}shield_parry"]
    return (ranged and shield is not None) or bool(matchup[f"{side}parry_is_shield"])


def _shot_by(matchup: Matchup, side: str) -> bool:
    """Whether one side's weapon shoots; False for a side without a known weapon."""
    return bool(matchup[f"{side}weapon.shoots"])


def _meets(name: str, side: str, ranged: Callable[[Matchup], bool]) -> tuple[Derived, Derived]:
    """One side's parry against an attack, and whether it uses a shield."""
    return (
        derived(
            name,
            own(SheetWeapon, "parry", label="Parry"),
            lambda matchup: _parry(matchup, side, ranged=ranged(matchup)),
            visible=False,
        ),
        derived(
            f"{name}_shield",
            toggle("Parries with a shield", help="From what is in hand.", rule="S2-PARRY-02"),
            lambda matchup: _with_shield(matchup, side, ranged=ranged(matchup)),
            visible=False,
        ),
    )


def their_limp_mod(matchup: Matchup) -> Any:
    """The modifier of their defense while unconscious; a target without a sheet counts as awake."""
    return NOT_APPLICABLE if matchup.target is None else matchup["target.limp_mod"] or 0


def punch_through(matchup: Matchup) -> Any:
    """The damage of my bare hands through their armor (S2-TACKLE-08, S2-ARMOR-01)."""
    armor = matchup["target.armor_dr"]
    return NOT_APPLICABLE if armor is None else Armor(armor).through(ACTIONS[PLAIN], matchup["punch"])


OF_MATCHUP = (
    *_meets("my_parry", "", lambda matchup: _shot_by(matchup, "target.")),
    *_meets("target_parry", "target.", lambda matchup: _shot_by(matchup, "")),
    *_meets("target_parry_of_throw", "target.", lambda matchup: not matchup.me.table.get("thrown_parried", False)),
    derived(
        "target_skill",
        number("Skill", *SKILL, help="What they attack with.", rule="S2-ATTACK-02", signed=True),
        their_skill,
        visible=False,
    ),
    derived(
        "target_attack_mod",
        number("Modifiers", *MODIFIER, help="Of their attack.", rule="S2-GROUND-01", signed=True),
        their_attack_mod,
        visible=False,
    ),
    derived(
        "target_limp_mod",
        number("Unconscious", *BONUS, help="Nobody defends then.", rule="S2-DEFOPT-01", signed=True),
        their_limp_mod,
        visible=False,
    ),
    derived(
        "punch_through",
        number("Unarmed damage", *POINTS, help="Through armor.", rule="S2-TACKLE-08", unit="points"),
        punch_through,
        visible=False,
    ),
)
