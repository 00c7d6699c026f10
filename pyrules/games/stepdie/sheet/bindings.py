"""Bindings: which sheet value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import Bindings, Source, theirs, under
from .weapons import OTHER_HAND

Some = dict[str, Source]

# Attacker and defender.

ATTACKER: Some = {
    "agility_die": "agility_die",
    "strength_die": "strength_die",
    "skill": "weapon.skill_level",
    "skill_die": "weapon.skill_sides",
    "damage": "weapon.damage",
    "heft_die": "weapon.heft_die",
    "reach": "weapon.reach",
    "kind": "weapon.kind",
    "bladed": "weapon.bladed",
    "thrown_tag": "weapon.thrown_tag",
    "grounded": "is_grounded",
    "chilled": "is_chilled",
    "arm_maimed": "is_arm_maimed",
    "extra_mod": "weapon.bonus_now",
}
"""My values as the attacker, with the weapon in hand."""

THEIR_ATTACKER: Some = {**theirs(ATTACKER), "skill": "matchup.their_skill"}
"""The target's values as the attacker."""

_DEFENDER: Some = {
    "agility_die": "agility_die",
    "strength_die": "strength_die",
    "acrobatics": ("acrobatics", "limp_acrobatics"),
    "acrobatics_die": "acrobatics_die",
    "riding": "riding",
    "riding_die": "riding_die",
    "armor_penalty": "armor_penalty",
    "block": "block",
    "blocking": "is_blocking",
    "mounted": "is_riding",
    "mount_agility_die": "mount_agility_die",
    "free_zone": "has_room",
    "grounded": "is_grounded",
    "defending": "is_defending",
    "chilled": "is_chilled",
    "leg_maimed": "is_leg_maimed",
    "arm_maimed": "is_arm_maimed",
    "armor_dr": "armor_dr",
    "helmet_dr": "helmet_dr",
    "health": "health",
}

DEFENDER: Some = {
    **_DEFENDER,
    "parry": "matchup.my_parry",
    "parry_is_shield": "matchup.my_parry_shield",
    "extra_mod": "limp_mod",
}
"""My values as the defender; parrying a shot can need another item than parrying a strike."""

THEIR_DEFENDER: Some = {
    **theirs(_DEFENDER),
    "parry": "matchup.their_parry",
    "parry_is_shield": "matchup.their_parry_shield",
    "extra_mod": "matchup.their_limp_mod",
}
"""The target's values as the defender against the weapon in hand."""

OFF_HAND: Some = {name: f"weapon.other_{name}" for name in OTHER_HAND}

ATTACK: Some = {**under("attacker", ATTACKER), **under("defender", THEIR_DEFENDER)}
"""My attack on the target."""

WITH_ACTION: Some = {**ATTACK, "action": "weapon.actions"}

INCOMING: Some = {
    **under("attacks.*.attacker", THEIR_ATTACKER),
    "attacks.*.action": "target.weapon.actions",
    **under("defender", DEFENDER),
}
"""The target's attacks on me."""

# Rolls: an attribute, a skill and the steps that lower the die. Grounded does not change contests (S2-GROUND-01).


def _agility(skill: str) -> Some:
    return {"die": "agility_die", "skill": skill, "skill_die": f"{skill}_die", "lower": "agility_steps"}


def _strength(skill: str) -> Some:
    return {"die": "strength_die", "skill": skill, "skill_die": f"{skill}_die"}


HOLD, SLIP = _strength("fighting"), _agility("acrobatics")

ATTACK_ROLL: Some = {
    "die": "agility_die",
    "skill": "weapon.skill_level",
    "skill_die": "weapon.skill_sides",
    "lower": "attack_steps",
    "mod": "weapon.attack_mod",
}

STRIKE: Some = {
    "die": "agility_die",
    "skill": "fighting",
    "skill_die": "fighting_die",
    "lower": "attack_steps",
    "mod": "hold_mod",
}
"""A strike with bare hands in a hold, where both sides are on the ground."""

PINNED: Some = {
    **theirs({"die": "agility_die", "skill": "acrobatics", "skill_die": "acrobatics_die", "lower": "dodge_steps"}),
    "mod": ("hold_mod", "target.armor_mod"),
    "halve": "hold_halved",
}
"""The dodge of the character that I hold."""

BINDINGS: dict[str, Bindings] = {
    "options": {
        **ATTACK,
        **under("off_weapon", OFF_HAND),
        "ambidextrous": "ambidextrous",
        "bow.damage": "weapon.shot_damage",
        "bow.kind": "weapon.shot_kind",
        "bow.skill": "weapon.shot_skill",
    },
    "attack": WITH_ACTION,
    "dual": {**ATTACK, **under("off_weapon", OFF_HAND), "ambidextrous": "ambidextrous"},
    "shield_bash": ATTACK,
    "turns_to_drop": ATTACK,
    "prepare": WITH_ACTION,
    "defence": {
        **under("defender", {name: source for name, source in DEFENDER.items() if name != "health"}),
        "attack.die": "target.agility_die",
        "attack.skill": "matchup.their_skill",
        "attack.skill_die": "target.weapon.skill_sides",
        "attack.lower": "target.attack_steps",
        "attack.mod": "matchup.their_attack_mod",
        "ranged": "target.weapon.shoots",
    },
    "volley": INCOMING,
    "stances": INCOMING,
    "riposte": {
        **under("attacker", THEIR_ATTACKER),
        **under("attacker_as_target", THEIR_DEFENDER),
        **under("riposter", ATTACKER),
        **under("riposter_as_target", DEFENDER),
    },
    "tackle": {
        **under("tackler", HOLD),
        "grounded": "is_grounded",
        **under("target_strength", theirs(HOLD)),
        **under("target_agility", theirs(SLIP)),
        **under("strike", STRIKE),
        **under("strike_defence", PINNED),
        "strike_damage": "matchup.punch_through",
        "target_health": "target.health",
    },
    "trip": {
        **under("tripper", SLIP),
        "grounded": "is_grounded",
        **under("target_agility", theirs(SLIP)),
        **under("target_strength", theirs(_strength("acrobatics"))),
    },
    "ranged_cycle": {**ATTACK, "start_loaded": "weapon.is_loaded"},
    "double_shot": ATTACK,
    "aim_range": {"range_ft": "weapon.range_ft"},
    "turn": {
        **{name: name for name in ("equipped", "inventory", "projectiles", "loaded")},
        "conditions": "turn_states",
        "bladed": "holds_blade",
    },
    "incapacitated": {"strength.die": "strength_die"},
    "smoldering": {"health": "health"},
    "track": {"health": "health", "agility_die": "agility_die"},
    "speed": {
        "agility_die": "agility_die",
        "base_speed": "speed",
        "chilled": "is_chilled",
        "leg_maimed": "is_leg_maimed",
        "grounded": "is_grounded",
        "stunned": "is_stunned",
    },
    "toss": {"thrower.die": "agility_die", "thrower.lower": "agility_steps"},
    "mount": under("roll", _agility("riding")),
    "help": {"roll.die": "strength_die"},
    "check": under("roll", SLIP),
    "opposed": {**under("a", HOLD), **under("b.0", theirs(HOLD))},
    "roll": under("roll", ATTACK_ROLL),
}

UNFILLED: dict[str, str] = {}
