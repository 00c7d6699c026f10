"""Which value of the sheet fills which input of each calculator."""

from __future__ import annotations

from ...engine.sheet import EMPTIED, Fills, Source, theirs, under

ATTACK: dict[str, Source] = {
    "class_bonus": "attack_bonus",
    "skill": "weapon.skill_level",
    "attr_mod": "weapon.attr_mod",
    "misc_hit": "weapon.hit_bonus",
    "weapon.damage": "weapon.damage",
    "weapon.shock": "weapon.shock",
    "weapon.shock_ac": "weapon.shock_ac",
    "weapon.kind": "weapon.kind",
    "weapon.hands": "weapon.hands",
    "damage_bonus": "weapon.all_damage_bonus",
    "damage_and_shock_bonus": ("killing_blow", "weapon.shock_bonus"),
    "target_ac": "target.armor_class_now",
    "circumstances": "scene.circumstances",
    "shock_immune": "target.in_total_defense",
}
"""An attack with the weapon in hand."""

TO_HIT: dict[str, Source] = {"hit_bonus": "scene.unarmed_hit", "target_ac": "target.armor_class_now"}

ON_CHARGER: dict[str, Source] = theirs(ATTACK) | {"target_ac": "armor_class_defending"}
ON_DEFENDER: dict[str, Source] = {
    key: source
    for key, source in (theirs(ATTACK) | {"target_ac": "armor_class_charging"}).items()
    if key != "shock_immune"
}
SWARMED: dict[str, Source] = {
    key: source
    for key, source in (ATTACK | {"target_ac": "target.armor_class_charging"}).items()
    if key != "shock_immune"
}
"""Attacks where the calculator itself counts what the charge or the Total Defense does."""

EVERY_ROUND: dict[str, Source] = {
    key: source for key, source in (ATTACK | {"target_ac": "scene.lasting_ac"}).items() if key != "shock_immune"
}
"""Attacks in round after round, where neither a charge nor Total Defense is filled in: the one costs AC for the rest of
its round, the other guards until the next turn (WWN-CHARGE-04, WWN-TD-03)."""

PUNCH: dict[str, Source] = {"attr_mod": "str_mod", "skill": "punch"}
FORCE: dict[str, Source] = {"attr_mod": "str_mod", "skill": "shove_skill"}
STAB: dict[str, Source] = {"attr_mod": "str_mod", "skill": "stab"}
INTERPOSE: dict[str, Source] = {"attr_mod": "weapon.attr_mod", "skill": "weapon.skill_level"}
PERSON: dict[str, Source] = {"name": "name", "dex_mod": "dex_mod", "pc": "is_character"}
SIDE: dict[str, Source] = {
    **under("attacks.0", EVERY_ROUND),
    "hp": "hit_points",
    "shield": "has_shield",
}

FILLS: dict[str, Fills] = {
    "attack": ATTACK,
    "dual_wield": ATTACK,
    "snap": {
        **under("attack", ATTACK),
        **under("counter", theirs(ATTACK)),
        "target_hp": "target.hit_points",
        "self_hp": "hit_points",
    },
    "charge": {**under("attack", ATTACK), **under("incoming.*", ON_CHARGER), "speed": "speed"},
    "swarm": {**under("attack", SWARMED), "total_defense": "target.in_total_defense"},
    "execution": {
        "mode": "weapon.execution_mode",
        "attr_mod": "weapon.attr_mod",
        "combat_skill": "weapon.skill_level",
        "save_target": "target.save_physical",
        "incapacitated": "target.is_incapacitated",
        "weapon_damage": "weapon.damage",
        "damage_bonus": "weapon.whole_bonus",
        "target_hp": "target.hit_points",
        "target_kind": "target.who",
    },
    "grapple_start": {**TO_HIT, **under("attacker", PUNCH), **under("defender", theirs(PUNCH))},
    "grapple_escape": {**under("defender", PUNCH), **under("grapplers.0", theirs(PUNCH))},
    "grapple_race": {
        **under("defender", PUNCH),
        **under("grapplers.0", theirs(PUNCH)),
        "grapplers.0.unarmed": "target.unarmed_dice",
        "hp": "hit_points",
    },
    "grapple_move": {**under("attacker", PUNCH), **under("defender", theirs(PUNCH))},
    "shove": {**TO_HIT, **under("attacker", FORCE), **under("defender", theirs(FORCE))},
    "screen": {
        **under("screeners.0", INTERPOSE),
        "screeners.0.ac": "armor_class_now",
        **under("attackers.0", theirs(INTERPOSE)),
        **under("attackers.0.attack", {key: source for key, source in theirs(ATTACK).items() if key != "target_ac"}),
    },
    "total_defense": {**under("incoming.*", ON_DEFENDER), "hp": "hit_points", "shield": "has_shield"},
    "shatter_shield": {
        "hit_bonus": "scene.hit",
        "target_ac": "target.armor_class_now",
        **under("attacker", STAB),
        **under("defender", theirs(STAB)),
        "magical": "target.shield_magic",
    },
    "disengage": {**under("foes.*", theirs(ATTACK)), "hp": "hit_points", "shield": "has_shield"},
    "initiative_group": {
        "sides.0.name": "name",
        "sides.0.dex_mods": "dex_mods",
        "sides.0.pc": "is_character",
        "sides.1.name": "target.name",
        "sides.1.dex_mods": "target.dex_mods",
        "sides.1.pc": "target.is_character",
    },
    "initiative_individual": {**under("people.0", PERSON), **under("people.1", theirs(PERSON))},
    "initiative_compare": {**under("people.0", PERSON), **under("people.1", theirs(PERSON))},
    "surprise": {
        "ambusher.attr_mod": "dex_mod",
        "ambusher.skill": "sneak",
        "watcher.attr_mod": "target.wis_mod",
        "watcher.skill": "target.notice",
    },
    "movement": {"speed": "speed", "prone": "is_prone"},
    "reload": {"shoot_skill": "shoot"},
    "rounds_to_drop": {**under("attacks.0", EVERY_ROUND), "hp": "target.hit_points", "shield": "target.has_shield"},
    "duel": {**under("a", SIDE), **under("b", theirs(SIDE)), "b.attacks.0.target_ac": "armor_class"},
    "downed": {"hp": "hit_points", "target_kind": "who", "frail": "is_frail"},
    "stabilize": {"attr_mod": "heal_mod", "heal_skill": "heal"},
    "derive": {
        name: name
        for name in ("level", "cls", "str", "dex", "con", "int", "wis", "cha", "armor", "shield", "armor_magic")
    },
    "save": {"target": "save_physical", "level": EMPTIED, "attr_mods": EMPTIED, "hit_dice": EMPTIED},
    "skill_check": {"attr_mod": "str_mod", "skill": "exert"},
    "opposed": {**under("a", PUNCH), **under("b", theirs(PUNCH))},
    "attr_mod": {"score": "str"},
}

UNFILLED = {
    "turn_order": "It asks for an order that has been rolled.",
    "action_economy": "It asks what has been done this round.",
    "morale": "Player characters have no Morale.",
    "reference": "It looks a rule up.",
}
