"""The bindings of the sheet: which value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import Bindings, Source, sides, theirs, under
from .fields import SheetCharacter, SheetTarget
from .matchup import OF_MATCHUP
from .values import DERIVED, OF_WEAPON

me, weapon, target, match = sides(SheetCharacter, SheetTarget, DERIVED, OF_WEAPON, OF_MATCHUP)

SWING: dict[str, Source] = {
    "offense": weapon.trait,
    "brawn": me.brawn,
    "weapon": weapon.damage,
    "protection": target.protection,
    "aim": me.has_aimed,
    "bonus_hit": (weapon.hit_bonus, me.own_attack),
    "bonus_damage": (weapon.damage_bonus, me.own_damage),
}
"""An attack with the weapon in hand."""

HURT: dict[str, Source] = {"wounds_before": me.wounds, "wound_limit": me.wound_limit}
"""The wounds of a fighter, and the wound limit."""

VICTIM: dict[str, Source] = theirs({**HURT, "fortune": me.fortune})

FIGHTER: dict[str, Source] = {
    "offense": weapon.offense,
    "defense": match.my_standing,
    "brawn": me.brawn,
    "weapon": weapon.all_damage,
    "protection": me.protection,
    "melee": weapon.is_melee,
}
"""One side of a fight over several rounds."""

FOE_BLOW: dict[str, Source] = {
    "offense": match.target_offense,
    "brawn": target.brawn,
    "weapon": match.target_damage,
}
"""The foe's attack."""

FOE: dict[str, Source] = {
    **FOE_BLOW,
    "defense": match.target_standing,
    "protection": target.protection,
    "melee": match.target_melee,
}

BINDINGS: dict[str, Bindings] = {
    "strike": {**SWING, **VICTIM, "defense": match.target_defense},
    "ambush": {**SWING, **VICTIM, "compare_defense": match.target_seen},
    "damage": {
        "offense": weapon.offense,
        "defense": match.target_defense,
        "brawn": me.brawn,
        "weapon": weapon.all_damage,
        "protection": target.protection,
        "aim": me.has_aimed,
    },
    "fortune": {**HURT, "fortune": me.fortune},
    "round_options": {
        **under("me", FIGHTER),
        **under("foe", FOE),
        "foe_option": target.way,
        "foe_wounds_before": target.wounds,
        "foe_wound_limit": target.wound_limit,
        "foe_fortune": target.fortune,
        "aimed": me.has_aimed,
        "held_mox": me.held_mox,
    },
    "round_tracker": {
        **HURT,
        "fortune": me.fortune,
        "prone": me.is_prone,
        "grappled": me.is_grappled,
        "holding": me.is_holding,
        "mox": me.held_mox,
        "aimed": me.has_aimed,
    },
    "rounds_to_drop": {
        **under("me", FIGHTER),
        "foe_defense": match.target_standing,
        "foe_protection": target.protection,
        "foe_fortune": target.fortune,
        "foe_wound_limit": match.target_wounds_left,
    },
    "duel": {
        **under("a", FIGHTER),
        **under("b", FOE),
        "a_option": me.way,
        "b_option": target.way,
        "a_limit": me.wounds_left,
        "b_limit": match.target_wounds_left,
    },
    "defend": {
        **FOE_BLOW,
        "defense": match.my_standing,
        "protection": me.protection,
        "aim": target.has_aimed,
    },
    "assist_block": {
        "offense": match.target_offense,
        "blocker_parry": me.parry_now,
        "blocks_used": me.defend_actions,
    },
    "derived": {
        **{
            name: me[name]
            for name in ("athlete", "warrior", "fortitude", "armor", "weapon_defense", "armor_penalty", "encumbrance")
        },
        **{name: me[name] for name in ("intellect", "intuition", "defend_actions", "horse")},
        "dodge_possible": me.may_dodge,
        "parry_possible": match.may_parry,
    },
    "grapple": {
        "warrior": me.warrior,
        "defense": match.target_unarmed,
        "brawn": me.brawn,
        "protection": target.protection,
        "target_brawn": target.brawn,
        "target_warrior": target.warrior,
        "bonus_hit": me.aim_bonus,
        "held_mox": me.held_mox,
        "grappler_mass_bonus": match.my_mass_bonus,
        "target_mass_bonus": match.target_mass_bonus,
        **theirs(HURT),
    },
    "escape": {
        "brawn": me.brawn,
        "warrior": me.warrior,
        "grappler_brawn": target.brawn,
        "grappler_warrior": target.warrior,
        "mass_bonus": match.my_mass_bonus,
        "grappler_mass_bonus": match.target_mass_bonus,
    },
    "slam": {
        "mox": me.held_mox,
        "brawn": me.brawn,
        "protection": target.protection,
        "warrior": me.grab_warrior,
        "defense": match.target_grab_defense,
        "victim_kg": target.mass,
    },
    "mass_bonus": {"side_a": me.masses, "side_b": target.masses},
    "team_pin": {"members.0.mass": me.mass, "members.0.offense": me.warrior, "target_mass": target.mass},
    "carry": {"brawn": me.brawn, "gear_kg": me.gear_kg, "victim_kg": target.mass},
    "area": {"offense": weapon.offense, "athlete": target.athlete, "protection": target.protection},
    "seat": {
        "ranger": me.ranger,
        **under("strike", FOE_BLOW),
        "strike.defense": match.my_defense,
        "strike.protection": match.my_protection,
        "strike.aim": target.has_aimed,
    },
    "roll": {"trait": me.athlete},
    "versus": {"trait": me.brawn, "opponent_trait": target.brawn},
}

NOT_BOUND = {"tables": "It looks a number up."}
