"""Bindings: which sheet value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import CLEAR, Bindings, Source, theirs, under

SITUATIONS: dict[str, Source] = {
    "situations": "matchup.situations",
    "target_situations": "target.defender_situations",
}
"""The situations of both sides, which the calculator counts."""

AROUND: dict[str, Source] = {**SITUATIONS, "defense": "matchup.open_defense"}
"""The situations, with the target's Defense before them."""

AIMED: dict[str, Source] = {**AROUND, "modifier": "weapon.hit", "extra_crits": "weapon.extra_crits"}
"""An attack roll with the weapon in hand, without situations."""

IN_A_TURN: dict[str, Source] = {**SITUATIONS, "bonus": "weapon.hit", "target_defense": "matchup.open_defense"}
"""The attacks of a turn with the weapon in hand, without situations."""

HARM: dict[str, Source] = {
    "weapon": "weapon.dice_now",
    "damage_bonus": "weapon.all_damage_bonus",
    "ed": "weapon.ed_now",
}
"""The damage of a hit with the weapon in hand."""

DAMAGE: dict[str, Source] = {
    "weapon": "weapon.dice_now",
    "bonus": "weapon.all_damage_bonus",
    "ed": "weapon.ed_now",
    "reduction": "target.damage_reduction",
}
FIGHTER: dict[str, Source] = {
    "name": "name",
    "ability": "initiative_ability",
    "modifier": "initiative_bonus",
    "dice": "save_dice",
}
PLACED: dict[str, Source] = {"name": "name", "ability": "initiative_ability"}

BINDINGS: dict[str, Bindings] = {
    "round_planner": {
        **AROUND,
        **HARM,
        "bonus": "weapon.hit",
        "hp": "target.hit_points",
        "reduction": "target.damage_reduction",
        "melee": "weapon.is_melee",
        "wp": "wp",
        "ability": "weapon.ability",
        "parry": "weapon.parry",
    },
    "full_round": {
        **AROUND,
        **under("attacks.*", {**HARM, "extra_crits": "weapon.extra_crits"}),
        "attacks.0.modifier": "weapon.hit",
        "hp": "target.hit_points",
        "reduction": "target.damage_reduction",
    },
    "stance": {
        "wp": "wp",
        "parry": "weapon.parry",
        "prepare": "has_prepared",
        "total_defense": "guards_alone",
    },
    "luck_trade": {
        **AROUND,
        **HARM,
        "wp": "wp",
        "ability": "weapon.ability",
        "other_bonus": "weapon.other_bonus",
    },
    "action_budget": {"ride_skill": "rides"},
    "strike": {**AIMED, **HARM, "reduction": "target.damage_reduction"},
    "attack": AIMED,
    "ranged_shot": {
        "range_m": "weapon.range_now",
        "thrown_not_throwable": "weapon.hurled",
        **SITUATIONS,
        "target_defense": "matchup.open_defense",
        "modifier": "weapon.throw",
    },
    "charge": {
        **IN_A_TURN,
        "speed": "speed_now",
        "set_trait": "weapon.set",
        "difficult": "hard_going",
        "rhino": "rhino",
    },
    "counter_charge": {
        **IN_A_TURN,
        "target_situations": "matchup.charger_situations",
        "setter_reach": "weapon.reach",
        "charger_reach": "target.weapon.reach",
        "weapon_has_set_trait": "weapon.set",
    },
    "two_weapon": {**IN_A_TURN, "strength": "str", "weapon": "weapon.dice_now"},
    "multi_attack": {"situations": "matchup.situations", "bonus": "weapon.hit"},
    "help_attack": {**AROUND, "modifier": "weapon.hit"},
    "attack_resolve": {
        "modifier": "matchup.attack",
        "defense": "target.defense_now",
        "extra_crits": "weapon.extra_crits",
    },
    "damage": DAMAGE,
    "damage_resolve": {"bonus": "weapon.all_damage_bonus", "reduction": "target.damage_reduction"},
    "coup_de_grace": {
        **HARM,
        "hp": "target.hit_points",
        "target_con": "target.con",
        "ranged": "weapon.is_ranged",
        "bow_or_crossbow": "weapon.is_shot",
    },
    "modifiers": {"attacker": "matchup.situations", "defender": "target.defender_situations"},
    "defense": {
        "dex": "dex",
        "armor": "armor_defense",
        "shield": "shield_defense",
        "magic": "defense_magic",
        "abilities": "defense_abilities",
        "circumstance": "on_defense",
    },
    "maneuver": {
        "attacker_mod": "body_now",
        "dice": "athletics_dice",
        "defender_mod": "target.resist",
        "size_steps": "matchup.size_steps",
        "weapon_size_steps": "matchup.weapon_steps",
        "speed": "speed_now",
    },
    "push_distance": {"speed": "speed_now"},
    "crit_actions": {"banked": "banked"},
    "crit_action_save": {"size_steps": "matchup.size_steps", "dice": "target.save_dice"},
    "weapon_maneuver_odds": {
        **AROUND,
        "attacks.0.modifier": "weapon.hit",
        "wp": "wp",
    },
    "weapon_maneuvers": {"wp": "wp"},
    "initiative": {**under("combatants.0", FIGHTER), **under("combatants.1", theirs(FIGHTER))},
    "initiative_order": {**under("rolls.0", PLACED), **under("rolls.1", theirs(PLACED))},
    "surprise": {"stealth_mod": "stealth_now", "stealth_dice": "stealth_dice", "awareness": "target.watchful"},
    "stabilise": {
        "hp": "dying_hp",
        "con": "dying_con",
        "times_below_zero": "dying_falls",
        "first_aid": "healer_aid",
        "dice": "healer_dice",
    },
    "first_aid_dc": {"hp": "hp_when_down", "times_below_zero": "fall_count"},
    "hp_tracker": {
        "hp": "hit_points",
        "max_hp": "hit_points_max",
        "con": "con",
        "mp": "magic_points",
        "events": CLEAR,  # the sheet's hit points already include all events
    },
    "death_threshold": {"con": "con"},
    "optional_recovery": {"fortitude": "fortitude", "times_before": "earlier_falls", "dice": "save_dice"},
    "recovery": {"con": "con", "wp": "wp", "mp": "mp", "level": "level"},
    "magic_point_loss": {"mp": "magic_points"},
    "movement": {"speed": "speed_now", "terrain": "terrain"},
    "reach": {"space": "space", "long_weapon": "weapon.long"},
    "stand_up": {"acrobatics": "acrobatics_now", "dice": "acrobatics_dice"},
    "splash": {**AROUND, "modifier": "weapon.throw"},
    "mount": {"ride": "ride_known", "reflex": "reflex"},
    "vision": {"sight": "sight"},
    "weapon_size": {
        "weapon": "weapon.damage",
        "letter": "weapon.letter",
        "wielder": "size",
        "hands": "weapon.hands_now",
        "ed": "weapon.ed",
        "two_handed_weapon": "weapon.two_handed_weapon",
    },
    "damage_ladder": {"weapon": "weapon.damage", "ed": "weapon.ed"},
    "check": {"modifier": "athletics_now", "dice": "athletics_dice"},
    "opposed_check": {
        "attacker_mod": "athletics_now",
        "attacker_dice": "athletics_dice",
        "defender_mod": "target.resist",
        "size_steps": "matchup.size_steps",
    },
}

UNFILLED = {
    "aim": "It asks for how long you have aimed.",
    "crit_bank": "It asks for what was banked and spent, round by round.",
    "flanking": "It asks where everybody stands.",
    "turn_tracker": "It keeps the log of a fight under way.",
    "splash_resolve": "It asks for what has been rolled.",
    "dice_pool": "It tells of dice alone.",
    "time_convert": "It tells of time alone.",
}
