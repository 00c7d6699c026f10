"""Bindings: which sheet value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import Bindings, Source, theirs, under

# Parts that calculators share.

ATTACK_SKILL: dict[str, Source] = {"base": "weapon.close_skill", "mods": ("weapon.close_bonus", "matchup.blow_mods")}
BLOW: dict[str, Source] = {
    **under("attack", ATTACK_SKILL),
    "damage": "weapon.close_damage",
    "damage_mod": "damage_modifier",
}
"""My close attack with the weapon in hand."""

REACTIONS: dict[str, Source] = {
    "dodge.base": "dodge_skill",
    "dodge.mods": "defence_mods",
    "parry.base": "close_combat_skill",
    "parry.mods": "defence_mods",
}
DEFENSE: dict[str, Source] = {"defence": "defence", **REACTIONS}
BODY: dict[str, Source] = {"target_ap": "armor_points", "target_hp": "hit_points_left"}

DEFENDER: dict[str, Source] = {**DEFENSE, **BODY}
"""The values of a defender."""

PRONE_OR_NOT: dict[str, Source] = {"dodge.mods": "matchup.target_mods", "parry.mods": "matchup.target_mods"}
ATTACKED: dict[str, Source] = {**theirs(DEFENDER), **PRONE_OR_NOT}
"""The target's values as the defender; the target may have no sheet."""

SURE: dict[str, Source] = {
    "attack.base": "matchup.sure_blow_skill",
    "attack.mods": ("weapon.close_bonus", "matchup.sure_blow_mods"),
}
"""The attack skill for calculators without an input for a helpless target."""

ATTACK: dict[str, Source] = {**BLOW, **SURE, **ATTACKED}

SITUATION: dict[str, Source] = {
    "range": "weapon.reach",
    "improvised_throw": "weapon.improvised",
    "thrown": "weapon.thrown",
    "target_siz": "target.siz",
    "target_helpless": "target.is_helpless",
    "target_prone": "target.is_prone",
    "attacker_prone": "is_prone",
    "shield": "target.shield",
    "shield_set": "target.has_set_shield",
}
SHOT: dict[str, Source] = {
    "attack.base": "ranged_skill",
    "attack.mods": ("weapon.bonus", "own_ranged"),
    "damage": "weapon.damage",
    "damage_mod": "damage_modifier",
    "mechanical": "weapon.mechanical",
}
SHOOTING: dict[str, Source] = {
    **SHOT,
    "rate": "weapon.rate",
    **under("situation", SITUATION),
    "reaction": "matchup.throw_answer",
    "reaction_skill.base": "matchup.throw_answer_skill",
    **theirs(BODY),
}
"""My shot or throw with the weapon in hand."""

DISTANCE: dict[str, Source] = {"situation.distance": "matchup.distance"}
"""The distance, for acts only; on a calculator's own page the reader gives it."""

BARE_HANDS: dict[str, Source] = {
    "attack.base": "unarmed_skill",
    "attack.mods": ("weapon.bare_bonus", "matchup.bare_mods"),
    "damage": "weapon.bare_damage",
    "damage_mod": "damage_modifier",
    "reaction": "matchup.bare_answer",
    "reaction_skill.base": "matchup.bare_answer_skill",
    "reaction_skill.mods": "matchup.bare_answer_mods",
    "counter_damage_mod": "target.damage_modifier",
    "attacker_ap": "armor_points",
    "attacker_hp": "hit_points_left",
    **theirs(BODY),
}

FIGHTER: dict[str, Source] = {
    **BLOW,
    **DEFENSE,
    "shield": "shield",
    "ap": "armor_points",
    "hp": "hit_points_left",
    "dex": "dex",
}
INCOMING: dict[str, Source] = under("attacks.*", theirs(BLOW))
MISSILES: dict[str, Source] = under("missiles.*", theirs({**SHOT, "damage": "weapon.missile_damage"}))

SPIRIT_FIGHTER: dict[str, Source] = {
    "mp": "magic_points_left",
    "pow": "pow",
    "shield": "spirit_shield",
    "has_body": "has_body",
    "knows_call": "knows_call",
}
ACTING: dict[str, Source] = {
    "name": "name",
    "skill.base": "weapon.skill_value",
    "athletics.base": "athletics_skill",
    "casting.base": "casting",
    "dex": "dex",
    "surprised": "is_surprised",
}
STANDING: dict[str, Source] = {
    "move_rate": "movement",
    "shield": "shield",
    "surprised": "surprise",
    "lost_round": "has_lost_round",
    "berserk": "is_berserk",
    "prone": "is_prone",
    "aim": "aim_rounds",
    "weapon_set": "has_set_weapon",
    "shield_set": "has_set_shield",
}
"""My state at the start of a round, without the name, since the events refer to the name."""

INFLUENCE: dict[str, Source] = {"influence.base": "influence_skill", "influence.mods": "talk_mods"}
MEMBER: dict[str, Source] = {"name": "name", "hp": "hit_points"}


BINDINGS: dict[str, Bindings] = {
    "compare_options": {
        **ATTACK,
        "weapon": "weapon.great",
        "close": "matchup.is_close",
        "athletics.base": "athletics_skill",
        "stunt": "matchup.has_stunt",
        "own_shield": "matchup.shield_beside",
        "unarmed.base": "unarmed_skill",
        "shield": "target.shield",
    },
    "close_attack": {**BLOW, **ATTACKED, "helpless": "target.is_helpless"},
    "all_out_attack": ATTACK,
    "great_attack": {**ATTACK, "weapon": "weapon.great"},
    "athletic_attack": {**ATTACK, "athletics.base": "athletics_skill"},
    "disarming_attack": {
        **SURE,
        **theirs(REACTIONS),
        **PRONE_OR_NOT,
        "defence": "matchup.one_defense",
    },
    "charge": ATTACK,
    "set_weapon": {
        **under("setter", ATTACK_SKILL),
        "setter_damage": "weapon.close_damage",
        "setter_damage_mod": "damage_modifier",
        "setter_ap": "armor_points",
        "setter_hp": "hit_points_left",
        "weapon_set": "has_set_weapon",
        **DEFENSE,
        **under("charger", theirs(ATTACK_SKILL)),
        "charger_damage": "target.weapon.close_damage",
        "charger_damage_mod": "target.damage_modifier",
        "charger_ap": "target.armor_points",
        "charger_hp": "target.hit_points_left",
    },
    "two_weapon": {**ATTACK, "off_damage": "weapon.off_damage"},
    "shield_bash": {
        "attack.base": "matchup.sure_skill",
        "attack.mods": "matchup.sure_mods",
        "shield": "shield_size",
        "damage_mod": "damage_modifier",
        **ATTACKED,
    },
    "unarmed": BARE_HANDS,
    "hold": {
        "holder.base": "unarmed_skill",
        "held.base": "target.unarmed_skill",
        "damage_mod": "damage_modifier",
        "target_hp": "target.hit_points_left",
    },
    "outnumbered": {**under("you", FIGHTER), **under("foes.*", theirs(FIGHTER))},
    "duel": {**under("x", FIGHTER), **under("y", theirs(FIGHTER))},
    "damage": {
        "damage": "weapon.damage",
        "damage_mod": "damage_modifier",
        "mechanical": "weapon.mechanical",
        "ap": "target.armor_points",
    },
    "modifiers_close": {
        "helpless": "target.is_helpless",
        "foe_prone_or_behind": "target.is_prone",
        "self_prone": "is_prone",
        "magic": ("weapon.close_bonus", "matchup.berserk_mods"),
    },
    "ranged_attack": {**SHOOTING, "aim_rounds": "aim_rounds"},
    "aim": SHOOTING,
    "crowd": {**SHOT, "thrown": "weapon.thrown", **theirs(BODY)},
    "modifiers_ranged": SITUATION,
    "defence_round": {
        **INCOMING,
        "attacks.*.attacker_ap": "target.armor_points",
        **DEFENDER,
        "shield": "shield",
        "counter_damage": "weapon.close_damage",
        "counter_damage_mod": "damage_modifier",
    },
    "fast_talk": {**INFLUENCE, "defence.base": "matchup.talk_defense", "defence_skill": "target.talk_defense"},
    "oratory": {**INFLUENCE, **under("defence", {"base": "target.influence_skill"})},
    "intimidation": {
        "influence.base": "influence_skill",
        "influence.mods": "matchup.threat_mods",
        "target_influence": "target.influence_skill",
        "target_persistence": "target.persistence_skill",
        "group_full_strength": "target.full_strength",
    },
    "prolonged": {"exchanges.*.a.base": "influence_skill", "exchanges.*.a.mods": "talk_mods"},
    "social_modifiers": {"influence_base": "influence_skill", "credibility_lost": "has_lost_credibility"},
    "spirit_combat": under("a", {**SPIRIT_FIGHTER, "skill.base": "spirit_skill", "kind": "spirit_kind"}),
    "resist_spell": {
        "skill.base": "resilience_skill",
        "kind": "resisting",
        "defence_given_up": "has_given_up_defense",
    },
    "possession": {
        **under("caster", {**SPIRIT_FIGHTER, "skill.base": "religion_skill"}),
        "kind": "target.possession",
    },
    "combat_order": {**under("combatants.0", ACTING), **under("combatants.1", theirs(ACTING))},
    "surprise": {"mode": "attacked", "pcs.0.base": "perception_skill", "npc.base": "target.deception_skill"},
    "scouting": {"scouts.0.base": "perception_skill"},
    "interrupt": {"interrupter.base": "weapon.skill_value", "actor.base": "target.weapon.skill_value"},
    "round_tracker": {**under("combatants.0", STANDING), **under("combatants.1", theirs(STANDING))},
    "chase": {"runners.0.base": "athletics_skill", "pursuer.base": "target.athletics_skill"},
    "slip_away": {"deception.base": "deception_skill", "watcher.base": "target.perception_skill"},
    "fighting_retreat": {**INCOMING, **DEFENDER, "large_shield": "has_large_shield"},
    "escaping_sprint": {
        **INCOMING,
        **MISSILES,
        "dodge.base": "dodge_skill",
        "dodge.mods": "defence_mods",
        **BODY,
    },
    "surrender": {
        "psychotic_or_berserk": "target.is_berserk",
        **INFLUENCE,
        "wealth": "wealth",
    },
    "combat_end": {**under("sides.0.members.0", MEMBER), **under("sides.1.members.0", theirs(MEMBER))},
    "wounds": {
        "max_hp": "hit_points_max",
        "hp": "hit_points",
        "resilience.base": "resilience_skill",
    },
    "fumble": {"damage": "weapon.damage", "damage_mod": "damage_modifier", "victim_hp": "hit_points_left"},
    "mounted": {"skill.base": "weapon.close_skill", "riding.base": "riding_skill"},
    "skill_test": {"skill.base": "perception_skill"},
    "opposed_test": {"a.base": "unarmed_skill", "b.base": "target.unarmed_skill"},
    "derived": {name: name for name in ("str", "con", "siz", "dex", "int", "pow", "cha")},
}

UNFILLED = {
    "results_matrix": "It asks for two grades that have been rolled.",
    "reference": "It looks a table up.",
}
