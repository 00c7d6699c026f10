"""Bindings: which sheet value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import Bindings, Source, sides, theirs, under
from .fields import SheetCharacter, SheetTarget
from .matchup import OF_MATCHUP
from .values import DERIVED, OF_WEAPON

me, weapon, target, match = sides(SheetCharacter, SheetTarget, DERIVED, OF_WEAPON, OF_MATCHUP)

# Parts that calculators share.

ATTACK_SKILL: dict[str, Source] = {"base": weapon.close_skill, "mods": (weapon.close_bonus, match.blow_mods)}
BLOW: dict[str, Source] = {
    **under("attack", ATTACK_SKILL),
    "damage": weapon.close_damage,
    "damage_mod": me.damage_modifier,
}
"""My close attack with the weapon in hand."""

REACTIONS: dict[str, Source] = {
    "dodge.base": me.dodge_skill,
    "dodge.mods": me.defence_mods,
    "parry.base": me.close_combat_skill,
    "parry.mods": me.defence_mods,
}
DEFENSE: dict[str, Source] = {"defence": me.defence, **REACTIONS}
BODY: dict[str, Source] = {"target_ap": me.armor_points, "target_hp": me.hit_points_left}

DEFENDER: dict[str, Source] = {**DEFENSE, **BODY}
"""The values of a defender."""

PRONE_OR_NOT: dict[str, Source] = {"dodge.mods": match.target_mods, "parry.mods": match.target_mods}
ATTACKED: dict[str, Source] = {**theirs(DEFENDER), **PRONE_OR_NOT}
"""The target's values as the defender; the target may have no sheet."""

SURE: dict[str, Source] = {
    "attack.base": match.sure_blow_skill,
    "attack.mods": (weapon.close_bonus, match.sure_blow_mods),
}
"""The attack skill for calculators without an input for a helpless target."""

SHIELD_SKILL: dict[str, Source] = {"attack.base": match.sure_skill, "attack.mods": match.sure_mods}
"""The attack skill without a weapon in hand, such as with the shield."""

ATTACK: dict[str, Source] = {**BLOW, **SURE, **ATTACKED}

SITUATION: dict[str, Source] = {
    "range": weapon.reach,
    "improvised_throw": weapon.improvised,
    "thrown": weapon.thrown,
    "target_siz": target.siz,
    "target_helpless": target.is_helpless,
    "target_prone": target.is_prone,
    "attacker_prone": me.is_prone,
    "attacker_unstable": me.is_unstable,
    "attacker_underwater": me.is_underwater,
    "attacker_blinded": me.is_blinded,
    "visibility": target.visibility,
    "shield": target.shield,
    "shield_set": target.has_set_shield,
}
SHOT: dict[str, Source] = {
    "attack.base": me.ranged_skill,
    "attack.mods": (weapon.bonus, me.own_ranged),
    "damage": weapon.damage,
    "damage_mod": me.damage_modifier,
    "mechanical": weapon.mechanical,
}
SHOOTING: dict[str, Source] = {
    **SHOT,
    "rate": weapon.rate,
    **under("situation", SITUATION),
    "reaction": match.target_throw_answer,
    "reaction_skill.base": match.target_throw_answer_skill,
    **theirs(BODY),
}
"""My shot or throw with the weapon in hand."""

DISTANCE: dict[str, Source] = {"situation.distance": match.distance}
"""The distance, for acts only; on a calculator's own page the reader gives it."""

BARE_HANDS: dict[str, Source] = {
    "attack.base": me.unarmed_skill,
    "attack.mods": (weapon.bare_bonus, match.bare_mods),
    "damage": weapon.bare_damage,
    "damage_mod": me.damage_modifier,
    "reaction": match.target_bare_answer,
    "reaction_skill.base": match.target_bare_answer_skill,
    "reaction_skill.mods": match.target_bare_answer_mods,
    "counter_damage_mod": target.damage_modifier,
    "attacker_ap": me.armor_points,
    "attacker_hp": me.hit_points_left,
    **theirs(BODY),
}

FIGHTER: dict[str, Source] = {
    **BLOW,
    **DEFENSE,
    "shield": me.shield,
    "ap": me.armor_points,
    "hp": me.hit_points_left,
    "dex": me.dex,
}
INCOMING: dict[str, Source] = under("attacks.*", theirs(BLOW))
MISSILES: dict[str, Source] = under("missiles.*", theirs({**SHOT, "damage": weapon.missile_damage}))

SPIRIT_FIGHTER: dict[str, Source] = {
    "mp": me.magic_points_left,
    "pow": me.pow,
    "shield": me.spirit_shield,
    "has_body": me.has_body,
    "knows_call": me.knows_call,
}
ACTING: dict[str, Source] = {
    "name": me.name,
    "skill.base": weapon.skill_value,
    "athletics.base": me.athletics_skill,
    "casting.base": me.casting,
    "dex": me.dex,
    "surprised": me.is_surprised,
}
STANDING: dict[str, Source] = {
    "move_rate": me.movement,
    "shield": me.shield,
    "surprised": me.surprise,
    "lost_round": me.has_lost_round,
    "berserk": me.is_berserk,
    "prone": me.is_prone,
    "aim": me.aim_rounds,
    "weapon_set": me.has_set_weapon,
    "shield_set": me.has_set_shield,
}
"""My state at the start of a round, without the name, since the events refer to the name."""

INFLUENCE: dict[str, Source] = {"influence.base": me.influence_skill, "influence.mods": me.talk_mods}
MEMBER: dict[str, Source] = {"name": me.name, "hp": me.hit_points}


BINDINGS: dict[str, Bindings] = {
    "compare_options": {
        **ATTACK,
        "weapon": weapon.great,
        "close": match.is_close,
        "athletics.base": me.athletics_skill,
        "stunt": match.has_stunt,
        "own_shield": match.shield_beside,
        "unarmed.base": me.unarmed_skill,
        "shield": target.shield,
    },
    "close_attack": {**BLOW, **ATTACKED, "helpless": target.is_helpless},
    "all_out_attack": ATTACK,
    "great_attack": {**ATTACK, "weapon": weapon.great},
    "athletic_attack": {**ATTACK, "athletics.base": me.athletics_skill},
    "disarming_attack": {
        **SURE,
        **theirs(REACTIONS),
        **PRONE_OR_NOT,
        "defence": match.target_one_defense,
    },
    "charge": ATTACK,
    "set_weapon": {
        **under("setter", ATTACK_SKILL),
        "setter_damage": weapon.close_damage,
        "setter_damage_mod": me.damage_modifier,
        "setter_ap": me.armor_points,
        "setter_hp": me.hit_points_left,
        "weapon_set": me.has_set_weapon,
        **DEFENSE,
        **under("charger", theirs(ATTACK_SKILL)),
        "charger_damage": target.weapon.close_damage,
        "charger_damage_mod": target.damage_modifier,
        "charger_ap": target.armor_points,
        "charger_hp": target.hit_points_left,
    },
    "two_weapon": {**ATTACK, "off_damage": weapon.off_damage},
    "shield_bash": {
        **SHIELD_SKILL,
        "shield": me.shield_size,
        "damage_mod": me.damage_modifier,
        **ATTACKED,
    },
    "unarmed": BARE_HANDS,
    "hold": {
        "holder.base": me.unarmed_skill,
        "held.base": target.unarmed_skill,
        "damage_mod": me.damage_modifier,
        "target_hp": target.hit_points_left,
    },
    "outnumbered": {**under("you", FIGHTER), **under("foes.*", theirs(FIGHTER))},
    "duel": {**under("x", FIGHTER), **under("y", theirs(FIGHTER))},
    "damage": {
        "damage": weapon.damage,
        "damage_mod": me.damage_modifier,
        "mechanical": weapon.mechanical,
        "ap": target.armor_points,
    },
    "modifiers_close": {
        "helpless": target.is_helpless,
        "foe_prone_or_behind": target.is_prone,
        "self_prone": me.is_prone,
        "unstable": me.is_unstable,
        "underwater": me.is_underwater,
        "darkness": me.darkness,
        "higher_or_riding": me.is_mounted,
        "magic": (weapon.close_bonus, match.berserk_mods),
    },
    "ranged_attack": {**SHOOTING, "aim_rounds": me.aim_rounds},
    "aim": SHOOTING,
    "crowd": {**SHOT, "thrown": weapon.thrown, **theirs(BODY)},
    "modifiers_ranged": SITUATION,
    "defence_round": {
        **INCOMING,
        "attacks.*.attacker_ap": target.armor_points,
        **DEFENDER,
        "shield": me.shield,
        "counter_damage": weapon.close_damage,
        "counter_damage_mod": me.damage_modifier,
    },
    "fast_talk": {**INFLUENCE, "defence.base": match.target_talk_defense, "defence_skill": target.talk_defense},
    "oratory": {**INFLUENCE, **under("defence", {"base": target.influence_skill})},
    "intimidation": {
        "influence.base": me.influence_skill,
        "influence.mods": match.threat_mods,
        "target_influence": target.influence_skill,
        "target_persistence": target.persistence_skill,
        "group_full_strength": target.full_strength,
    },
    "prolonged": {"exchanges.*.a.base": me.influence_skill, "exchanges.*.a.mods": me.talk_mods},
    "social_modifiers": {"influence_base": me.influence_skill, "credibility_lost": me.has_lost_credibility},
    "spirit_combat": under("a", {**SPIRIT_FIGHTER, "skill.base": me.spirit_skill, "kind": me.spirit_kind}),
    "resist_spell": {
        "skill.base": me.resilience_skill,
        "kind": me.resisting,
        "defence_given_up": me.has_given_up_defense,
    },
    "possession": {
        **under("caster", {**SPIRIT_FIGHTER, "skill.base": me.religion_skill}),
        "kind": target.possession,
    },
    "combat_order": {**under("combatants.0", ACTING), **under("combatants.1", theirs(ACTING))},
    "surprise": {"mode": me.attacked, "pcs.0.base": me.perception_skill, "npc.base": target.deception_skill},
    "scouting": {"scouts.0.base": me.perception_skill},
    "interrupt": {"interrupter.base": weapon.skill_value, "actor.base": target.weapon.skill_value},
    "round_tracker": {**under("combatants.0", STANDING), **under("combatants.1", theirs(STANDING))},
    "chase": {"runners.0.base": me.athletics_skill, "pursuer.base": target.athletics_skill},
    "slip_away": {"deception.base": me.deception_skill, "watcher.base": target.perception_skill},
    "fighting_retreat": {**INCOMING, **DEFENDER, "large_shield": me.has_large_shield},
    "escaping_sprint": {
        **INCOMING,
        **MISSILES,
        "dodge.base": me.dodge_skill,
        "dodge.mods": me.defence_mods,
        **BODY,
    },
    "surrender": {
        "psychotic_or_berserk": target.is_berserk,
        **INFLUENCE,
        "wealth": me.wealth,
    },
    "combat_end": {**under("sides.0.members.0", MEMBER), **under("sides.1.members.0", theirs(MEMBER))},
    "wounds": {
        "max_hp": me.hit_points_max,
        "hp": me.hit_points,
        "resilience.base": me.resilience_skill,
    },
    "fumble": {"damage": weapon.damage, "damage_mod": me.damage_modifier, "victim_hp": me.hit_points_left},
    "mounted": {"skill.base": weapon.close_skill, "riding.base": me.riding_skill},
    "skill_test": {"skill.base": me.perception_skill},
    "opposed_test": {"a.base": me.unarmed_skill, "b.base": target.unarmed_skill},
    "derived": {name: me[name] for name in ("str", "con", "siz", "dex", "int", "pow", "cha")},
}

NOT_BOUND = {
    "results_matrix": "It asks for two grades that have been rolled.",
    "reference": "It looks a table up.",
}
