"""The bindings of the sheet: which value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sheet import Roles
from ....engine.sheet.sources import CLEAR, Bindings, Source, sides, theirs, under
from .fields import SheetCharacter, SheetTarget
from .matchup import OF_MATCHUP
from .values import DERIVED, OF_WEAPON

me, weapon, target, match = sides(SheetCharacter, SheetTarget, DERIVED, OF_WEAPON, OF_MATCHUP)

ATTACK: dict[str, Source] = {
    "class_bonus": me.attack_bonus,
    "skill": weapon.skill_level,
    "attr_mod": weapon.attr_mod,
    "misc_hit": (weapon.hit_bonus, me.own_attack),
    "weapon.damage": weapon.damage,
    "weapon.shock": weapon.shock,
    "weapon.shock_ac": weapon.shock_ac,
    "weapon.kind": weapon.kind,
    "weapon.hands": weapon.hands,
    "damage_bonus": (weapon.all_damage_bonus, me.own_damage),
    "damage_and_shock_bonus": (me.killing_blow, weapon.shock_bonus),
    "target_ac": match.target_ac,
    "circumstances": (match.circumstances, match.from_facts),
    "shock_immune": target.shock_immune,
    "weapon_harmless": match.weapon_harmless,
}
"""An attack with the weapon in hand."""

OPEN: dict[str, Source] = {
    key: source for key, source in theirs(ATTACK).items() if key not in ("target_ac", "weapon_harmless")
}
"""The target's attack before its target is decided."""

SINGLE: dict[str, Source] = ATTACK | {"shield_unspent": target.shield_unspent}
"""The same for calculators that ask for a fresh shield."""

UNCHARGED: dict[str, Source] = SINGLE | {"circumstances": (match.postures, match.from_facts)}
"""The same for calculators that apply a charge themselves, or that allow none."""

AT_ME: dict[str, Source] = theirs(ATTACK) | {
    "target_ac": match.own_ac,
    "shock_immune": me.shock_immune,
    "weapon_harmless": match.target_weapon_harmless,
}
"""The target's attack on this character."""

TO_HIT: dict[str, Source] = {"hit_bonus": match.unarmed_hit, "target_ac": target.armor_class_now}

ON_CHARGER: dict[str, Source] = AT_ME | {"target_ac": me.armor_class_defending}
ON_DEFENDER: dict[str, Source] = {
    key: source for key, source in (AT_ME | {"target_ac": me.armor_class_charging}).items() if key != "shock_immune"
}
SWARMING = (target.match.postures, target.match.from_facts)
SWARMED: dict[str, Source] = {
    key: source
    for key, source in (AT_ME | {"target_ac": me.armor_class_charging, "circumstances": SWARMING}).items()
    if key != "shock_immune"
}
"""Attacks for a calculator that applies charge and Total Defense itself."""

EVERY_ROUND: dict[str, Source] = {
    key: source
    for key, source in (ATTACK | {"target_ac": match.target_lasting_ac, "circumstances": match.postures}).items()
    if key != "shock_immune"
}
"""Attacks in repeated rounds, without charge and Total Defense.

A charge costs AC only for the rest of its round. Total Defense lasts only until the next turn (WWN-CHARGE-04,
WWN-TD-03).
"""

PUNCH: dict[str, Source] = {"attr_mod": me.str_mod, "skill": me.punch}
FORCE: dict[str, Source] = {"attr_mod": me.str_mod, "skill": me.shove_skill}
STAB: dict[str, Source] = {"attr_mod": me.str_mod, "skill": me.stab}
INTERPOSE: dict[str, Source] = {"attr_mod": weapon.attr_mod, "skill": weapon.skill_level}
PERSON: dict[str, Source] = {"name": me.name, "dex_mod": me.dex_mod, "pc": me.is_character}
SIDE: dict[str, Source] = {
    **under("attacks.0", EVERY_ROUND),
    "hp": me.hit_points,
    "shield": me.has_shield,
}

BINDINGS: dict[str, Bindings] = {
    "attack": SINGLE,
    "dual_wield": SINGLE,
    "snap": {
        **under("attack", UNCHARGED),
        **under("counter", AT_ME | {"circumstances": target.match.postures, "shield_unspent": me.shield_unspent}),
        "target_hp": target.hit_points,
        "self_hp": me.hit_points,
    },
    "charge": {
        **under("attack", UNCHARGED),
        **under("incoming.*", ON_CHARGER),
        "shield": me.shield_unspent,
        "speed": me.speed,
    },
    "swarm": {**under("attack", SWARMED), "total_defense": me.in_total_defense},
    "execution": {
        "mode": weapon.execution_mode,
        "attr_mod": weapon.attr_mod,
        "combat_skill": weapon.skill_level,
        "save_target": target.save_physical,
        "incapacitated": target.is_incapacitated,
        "weapon_damage": weapon.damage,
        "damage_bonus": weapon.whole_bonus,
        "target_hp": target.hit_points,
        "target_kind": target.who,
    },
    "grapple_start": {
        **TO_HIT,
        **under("attacker", PUNCH),
        **under("defender", theirs(PUNCH)),
        "helpless": target.is_incapacitated,
        "tie": match.tie_of_attacker,
    },
    "grapple_escape": {
        **under("defender", PUNCH),
        **under("grapplers.0", theirs(PUNCH)),
        "tie": match.tie_of_held,
    },
    "grapple_race": {
        **under("defender", PUNCH),
        **under("grapplers.0", theirs(PUNCH)),
        "grapplers.0.unarmed": target.unarmed_dice,
        "tie": match.tie_of_held,
        "hp": me.hit_points,
    },
    "grapple_move": {
        **under("attacker", PUNCH),
        **under("defender", theirs(PUNCH)),
        "helpless": target.is_incapacitated,
        "tie": match.tie_of_dragger,
    },
    "shove": {
        **TO_HIT,
        **under("attacker", FORCE),
        **under("defender", theirs(FORCE)),
        "helpless": target.is_incapacitated,
        "tie": match.tie_of_attacker,
    },
    "screen": {
        **under("screeners.0", INTERPOSE),
        "screeners.0.ac": me.armor_class_now,
        "screeners.0.shield_unspent": me.shield_unspent,
        "tie": match.tie_of_screener,
        **under("attackers.0", theirs(INTERPOSE)),
        **under("attackers.0.attack", OPEN),
    },
    "total_defense": {**under("incoming.*", ON_DEFENDER), "hp": me.hit_points, "shield": me.shield_unspent},
    "shatter_shield": {
        "hit_bonus": match.hit,
        "target_ac": target.armor_class_now,
        **under("attacker", STAB),
        **under("defender", theirs(STAB)),
        "magical": target.shield_magic,
        "helpless": target.is_incapacitated,
        "tie": match.tie_of_attacker,
    },
    "disengage": {**under("foes.*", AT_ME), "hp": me.hit_points, "shield": me.shield_unspent},
    "initiative_group": {
        "sides.0.name": me.side_name,
        "sides.0.members": match.own_members,
        "sides.0.pc": me.is_character,
        "sides.1.name": match.target_name,
        "sides.1.members": match.target_members,
        "sides.1.pc": match.target_is_character,
    },
    "initiative_individual": {**under("people.0", PERSON), **under("people.1", theirs(PERSON))},
    "initiative_compare": {**under("people.0", PERSON), **under("people.1", theirs(PERSON))},
    "surprise": {
        "ambusher.attr_mod": me.dex_mod,
        "ambusher.skill": me.sneak,
        "ambusher.misc": me.armor_on_sneak,
        "watcher.attr_mod": target.wis_mod,
        "watcher.skill": target.notice,
        "tie": match.tie_of_ambusher,
    },
    "movement": {"speed": me.speed, "prone": me.is_prone},
    "reload": {"shoot_skill": me.shoot},
    "rounds_to_drop": {**under("attacks.0", EVERY_ROUND), "hp": target.hit_points, "shield": target.has_shield},
    "duel": {
        **under("a", SIDE),
        **under("b", theirs(SIDE)),
        "b.attacks.0.target_ac": me.armor_class,
        "b.attacks.0.weapon_harmless": match.target_weapon_harmless,
    },
    "morale": {"score": me.morale},
    "downed": {"hp": me.hit_points, "target_kind": me.who, "frail": me.is_frail},
    "stabilize": {"attr_mod": match.healer_mod, "heal_skill": match.healer_skill},
    "derive": {
        **{name: me[name] for name in ("level", "cls", "str", "dex", "con", "int", "wis", "cha")},
        **{name: me[name] for name in ("armor", "worn_ac", "shield", "armor_magic")},
    },
    "save": {"target": me.save_physical, "level": CLEAR, "attr_mods": CLEAR, "hit_dice": CLEAR},
    "skill_check": {"attr_mod": me.str_mod, "skill": me.exert, "misc": me.armor_on_exert},
    "opposed": {**under("a", PUNCH), **under("b", theirs(PUNCH)), "tie": match.tie_of_a},
    "attr_mod": {"score": me.str},
}

NOT_BOUND = {
    "turn_order": "It asks for an order that has been rolled.",
    "action_economy": "It asks what has been done this round.",
    "reference": "It looks a rule up.",
}

ROLES = {
    "swarm": Roles("is attacked", "Who strikes"),
    "stabilize": Roles("heals, or lies dying", "The other"),
}
