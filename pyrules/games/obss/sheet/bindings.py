"""Bindings: which sheet value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import CLEAR, Bindings, Source, sides, theirs, under
from .fields import SheetCharacter, SheetTarget
from .values import DERIVED
from .weapon_values import OF_MATCHUP, OF_WEAPON

me, weapon, target, match = sides(SheetCharacter, SheetTarget, DERIVED, OF_WEAPON, OF_MATCHUP)

SITUATIONS: dict[str, Source] = {
    "situations": match.situations,
    "target_situations": target.defender_situations,
}
"""The situations of both sides, which the calculator counts."""

AROUND: dict[str, Source] = {**SITUATIONS, "defense": match.target_defense}
"""The situations, with the target's Defense before them."""

AIMED: dict[str, Source] = {**AROUND, "modifier": weapon.hit, "extra_crits": weapon.extra_crits}
"""An attack roll with the weapon in hand, without situations."""

IN_A_TURN: dict[str, Source] = {**SITUATIONS, "bonus": weapon.hit, "target_defense": match.target_defense}
"""The attacks of a turn with the weapon in hand, without situations."""

HARM: dict[str, Source] = {
    "weapon": weapon.dice_now,
    "damage_bonus": weapon.all_damage_bonus,
    "ed": weapon.ed_now,
}
"""The damage of a hit with the weapon in hand."""

DAMAGE: dict[str, Source] = {
    "weapon": weapon.dice_now,
    "bonus": weapon.all_damage_bonus,
    "ed": weapon.ed_now,
    "reduction": target.damage_reduction,
}
FIGHTER: dict[str, Source] = {
    "name": me.name,
    "ability": me.initiative_ability,
    "modifier": me.initiative_bonus,
    "dice": me.save_dice,
}
PLACED: dict[str, Source] = {"name": me.name, "ability": me.initiative_ability}

BINDINGS: dict[str, Bindings] = {
    "round_planner": {
        **AROUND,
        **HARM,
        "bonus": weapon.hit,
        "hp": target.hit_points,
        "reduction": target.damage_reduction,
        "melee": weapon.is_melee,
        "wp": me.wp,
        "ability": weapon.ability,
        "parry": weapon.parry,
        "extra_crits": weapon.extra_crits,
        "set_trait": weapon.set,
    },
    "full_round": {
        **AROUND,
        **under("attacks.*", {**HARM, "extra_crits": weapon.extra_crits}),
        "attacks.0.modifier": weapon.hit,
        "hp": target.hit_points,
        "reduction": target.damage_reduction,
        "monster": me.is_monster,
    },
    "stance": {
        "wp": me.wp,
        "parry": weapon.parry,
        "prepare": me.has_prepared,
        "total_defense": me.guards_alone,
    },
    "luck_trade": {
        **AROUND,
        **HARM,
        "wp": me.wp,
        "ability": weapon.ability,
        "other_bonus": weapon.other_bonus,
    },
    "action_budget": {"ride_skill": me.rides},
    "strike": {**AIMED, **HARM, "reduction": target.damage_reduction, "monster": me.is_monster},
    "attack": AIMED,
    "ranged_shot": {
        "range_m": weapon.range_now,
        "thrown_not_throwable": weapon.hurled,
        **SITUATIONS,
        "target_defense": match.target_defense,
        "modifier": weapon.throw,
    },
    "charge": {
        **IN_A_TURN,
        "speed": me.speed_now,
        "set_trait": weapon.set,
        "difficult": me.hard_going,
        "rhino": me.rhino,
    },
    "counter_charge": {
        **IN_A_TURN,
        "target_situations": match.target_charging_situations,
        "setter_reach": weapon.reach,
        "charger_reach": target.weapon.reach,
        "weapon_has_set_trait": weapon.set,
    },
    "two_weapon": {**IN_A_TURN, "strength": me.str, "weapon": weapon.dice_now},
    "multi_attack": {"situations": match.situations, "bonus": weapon.hit},
    "help_attack": {**AROUND, "modifier": weapon.hit},
    "attack_resolve": {
        "modifier": match.attack,
        "defense": target.defense_now,
        "extra_crits": weapon.extra_crits,
    },
    "damage": DAMAGE,
    "damage_resolve": {"bonus": weapon.all_damage_bonus, "reduction": target.damage_reduction},
    "coup_de_grace": {
        **HARM,
        "hp": target.hit_points,
        "target_con": target.con,
        "extra_crits": weapon.extra_crits,
        "ranged": weapon.is_ranged,
        "bow_or_crossbow": weapon.is_shot,
    },
    "modifiers": {"attacker": match.situations, "defender": target.defender_situations},
    "defense": {
        "dex": me.dex,
        "armor": me.armor_defense,
        "shield": me.shield_defense,
        "magic": me.defense_magic,
        "abilities": me.defense_abilities,
        "circumstance": me.on_defense,
    },
    "maneuver": {
        "attacker_mod": me.body_now,
        "dice": me.athletics_dice,
        "defender_mod": target.resist,
        "size_steps": match.size_steps,
        "weapon_size_steps": match.weapon_steps,
        "speed": me.speed_now,
    },
    "push_distance": {"speed": me.speed_now},
    "crit_actions": {"banked": me.banked},
    "crit_action_save": {"size_steps": match.size_steps, "dice": target.save_dice},
    "weapon_maneuver_odds": {
        **AROUND,
        "attacks.0.modifier": weapon.hit,
        "wp": me.wp,
    },
    "weapon_maneuvers": {"wp": me.wp},
    "initiative": {**under("combatants.0", FIGHTER), **under("combatants.1", theirs(FIGHTER))},
    "initiative_order": {**under("rolls.0", PLACED), **under("rolls.1", theirs(PLACED))},
    "surprise": {"stealth_mod": me.stealth_now, "stealth_dice": me.stealth_dice, "awareness": target.watchful},
    "stabilise": {
        "hp": me.dying_hp,
        "con": me.dying_con,
        "times_below_zero": me.dying_falls,
        "first_aid": me.healer_aid,
        "dice": me.healer_dice,
    },
    "first_aid_dc": {"hp": me.hp_when_down, "times_below_zero": me.fall_count},
    "hp_tracker": {
        "hp": me.hit_points,
        "max_hp": me.hit_points_max,
        "con": me.con,
        "mp": me.magic_points,
        "events": CLEAR,  # the sheet's hit points already include all events
    },
    "death_threshold": {"con": me.con},
    "optional_recovery": {"fortitude": me.fortitude, "times_before": me.earlier_falls, "dice": me.save_dice},
    "recovery": {"con": me.con, "wp": me.wp, "mp": me.mp, "level": me.level},
    "magic_point_loss": {"mp": me.magic_points},
    "movement": {"speed": me.speed_now, "terrain": me.terrain},
    "reach": {"space": me.space, "long_weapon": weapon.long},
    "stand_up": {"acrobatics": me.acrobatics_now, "dice": me.acrobatics_dice},
    "splash": {**AROUND, "modifier": weapon.throw},
    "mount": {"ride": me.ride_known, "reflex": me.reflex},
    "vision": {"sight": me.sight},
    "weapon_size": {
        "weapon": weapon.damage,
        "letter": weapon.letter,
        "wielder": me.size,
        "hands": weapon.hands_now,
        "ed": weapon.ed,
        "two_handed_weapon": weapon.two_handed_weapon,
    },
    "damage_ladder": {"weapon": weapon.damage, "ed": weapon.ed},
    "check": {"modifier": me.athletics_now, "dice": me.athletics_dice},
    "opposed_check": {
        "attacker_mod": me.athletics_now,
        "attacker_dice": me.athletics_dice,
        "defender_mod": target.resist,
        "size_steps": match.size_steps,
    },
}

NOT_BOUND = {
    "aim": "It asks for how long you have aimed.",
    "crit_bank": "It asks for what was banked and spent, round by round.",
    "flanking": "It asks where everybody stands.",
    "turn_tracker": "It keeps the log of a fight under way.",
    "splash_resolve": "It asks for what has been rolled.",
    "dice_pool": "It tells of dice alone.",
    "time_convert": "It tells of time alone.",
}
