"""Bindings: which sheet value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import Bindings, Source, sides, theirs, under
from .fields import SheetCharacter, SheetTarget
from .values import DERIVED
from .weapons import OF_MATCHUP, OF_WEAPON, OTHER_HAND

me, weapon, target, match = sides(SheetCharacter, SheetTarget, DERIVED, OF_WEAPON, OF_MATCHUP)

Some = dict[str, Source]

# Attacker and defender.

ATTACKER: Some = {
    "agility_die": me.agility_die,
    "strength_die": me.strength_die,
    "skill": weapon.skill_level,
    "skill_die": weapon.skill_sides,
    "damage": weapon.damage,
    "heft_die": weapon.heft_die,
    "reach": weapon.reach,
    "kind": weapon.kind,
    "bladed": weapon.bladed,
    "thrown_tag": weapon.thrown_tag,
    "grounded": me.is_grounded,
    "chilled": me.is_chilled,
    "arm_maimed": me.is_arm_maimed,
    "extra_mod": weapon.bonus_now,
}
"""My values as the attacker, with the weapon in hand."""

THEIR_ATTACKER: Some = {**theirs(ATTACKER), "skill": match.target_skill}
"""The target's values as the attacker."""

_DEFENDER: Some = {
    "agility_die": me.agility_die,
    "strength_die": me.strength_die,
    "acrobatics": (me.acrobatics, me.limp_acrobatics),
    "acrobatics_die": me.acrobatics_die,
    "riding": me.riding,
    "riding_die": me.riding_die,
    "armor_penalty": me.armor_penalty,
    "block": me.block,
    "blocking": me.is_blocking,
    "mounted": me.is_riding,
    "mount_agility_die": me.mount_agility_die,
    "free_zone": me.has_room,
    "grounded": me.is_grounded,
    "defending": me.is_defending,
    "chilled": me.is_chilled,
    "leg_maimed": me.is_leg_maimed,
    "arm_maimed": me.is_arm_maimed,
    "armor_dr": me.armor_dr,
    "helmet_dr": me.helmet_dr,
    "health": me.health,
}

DEFENDER: Some = {
    **_DEFENDER,
    "parry": match.my_parry,
    "parry_is_shield": match.my_parry_shield,
    "extra_mod": me.limp_mod,
}
"""My values as the defender; parrying a shot can need another item than parrying a strike."""

THEIR_DEFENDER: Some = {
    **theirs(_DEFENDER),
    "parry": match.target_parry,
    "parry_is_shield": match.target_parry_shield,
    "extra_mod": match.target_limp_mod,
}
"""The target's values as the defender against the weapon in hand."""

OFF_HAND: Some = {name: weapon[f"other_{name}"] for name in OTHER_HAND}

ATTACK: Some = {**under("attacker", ATTACKER), **under("defender", THEIR_DEFENDER)}
"""My attack on the target."""

WITH_ACTION: Some = {**ATTACK, "action": weapon.actions}

INCOMING: Some = {
    **under("attacks.*.attacker", THEIR_ATTACKER),
    "attacks.*.action": target.weapon.actions,
    **under("defender", DEFENDER),
}
"""The target's attacks on me."""

# Rolls: an attribute, a skill and the steps that lower the die. Grounded does not change contests (S2-GROUND-01).


def _agility(skill: str) -> Some:
    return {"die": me.agility_die, "skill": me[skill], "skill_die": me[f"{skill}_die"], "lower": me.agility_steps}


def _strength(skill: str) -> Some:
    return {"die": me.strength_die, "skill": me[skill], "skill_die": me[f"{skill}_die"]}


HOLD, SLIP = _strength("fighting"), _agility("acrobatics")

ATTACK_ROLL: Some = {
    "die": me.agility_die,
    "skill": weapon.skill_level,
    "skill_die": weapon.skill_sides,
    "lower": me.attack_steps,
    "mod": weapon.attack_mod,
}

STRIKE: Some = {
    "die": me.agility_die,
    "skill": me.fighting,
    "skill_die": me.fighting_die,
    "lower": me.attack_steps,
    "mod": me.hold_mod,
}
"""A strike with bare hands in a hold, where both sides are on the ground."""

PINNED: Some = {
    **theirs({"die": me.agility_die, "skill": me.acrobatics, "skill_die": me.acrobatics_die, "lower": me.dodge_steps}),
    "mod": (me.hold_mod, target.armor_mod),
    "halve": me.hold_halved,
}
"""The dodge of the character that I hold."""

BINDINGS: dict[str, Bindings] = {
    "options": {
        **ATTACK,
        **under("off_weapon", OFF_HAND),
        "ambidextrous": me.ambidextrous,
        "bow.damage": weapon.shot_damage,
        "bow.kind": weapon.shot_kind,
        "bow.skill": weapon.shot_skill,
    },
    "attack": WITH_ACTION,
    "dual": {**ATTACK, **under("off_weapon", OFF_HAND), "ambidextrous": me.ambidextrous},
    "shield_bash": ATTACK,
    "turns_to_drop": ATTACK,
    "prepare": WITH_ACTION,
    "defence": {
        **under("defender", {name: source for name, source in DEFENDER.items() if name != "health"}),
        "attack.die": target.agility_die,
        "attack.skill": match.target_skill,
        "attack.skill_die": target.weapon.skill_sides,
        "attack.lower": target.attack_steps,
        "attack.mod": match.target_attack_mod,
        "ranged": target.weapon.shoots,
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
        "grounded": me.is_grounded,
        **under("target_strength", theirs(HOLD)),
        **under("target_agility", theirs(SLIP)),
        **under("strike", STRIKE),
        **under("strike_defence", PINNED),
        "strike_damage": match.punch_through,
        "target_health": target.health,
    },
    "trip": {
        **under("tripper", SLIP),
        "grounded": me.is_grounded,
        **under("target_agility", theirs(SLIP)),
        **under("target_strength", theirs(_strength("acrobatics"))),
    },
    "ranged_cycle": {**ATTACK, "start_loaded": weapon.is_loaded},
    "double_shot": ATTACK,
    "aim_range": {"range_ft": weapon.range_ft},
    "turn": {
        **{name: me[name] for name in ("equipped", "inventory", "projectiles", "loaded")},
        "conditions": me.turn_states,
        "bladed": me.holds_blade,
    },
    "incapacitated": {"strength.die": me.strength_die},
    "smoldering": {"health": me.health},
    "track": {"health": me.health, "agility_die": me.agility_die},
    "speed": {
        "agility_die": me.agility_die,
        "base_speed": me.speed,
        "chilled": me.is_chilled,
        "leg_maimed": me.is_leg_maimed,
        "grounded": me.is_grounded,
        "stunned": me.is_stunned,
    },
    "toss": {"thrower.die": me.agility_die, "thrower.lower": me.agility_steps},
    "mount": under("roll", _agility("riding")),
    "help": {"roll.die": me.strength_die},
    "check": under("roll", SLIP),
    "opposed": {**under("a", HOLD), **under("b.0", theirs(HOLD))},
    "roll": under("roll", ATTACK_ROLL),
}

NOT_BOUND: dict[str, str] = {}
