"""The bindings of the sheet: which value feeds which input of each calculator."""

from __future__ import annotations

from ....engine.sheet.sources import Bindings, Source, theirs, under

SWING: dict[str, Source] = {
    "offense": "weapon.trait",
    "brawn": "brawn",
    "weapon": "weapon.damage",
    "protection": "target.protection",
    "aim": "has_aimed",
    "bonus_hit": ("weapon.hit_bonus", "own_attack"),
    "bonus_damage": ("weapon.damage_bonus", "own_damage"),
}
"""An attack with the weapon in hand."""

HURT: dict[str, Source] = {"wounds_before": "wounds", "wound_limit": "wound_limit"}
"""The wounds of a fighter, and the wound limit."""

VICTIM: dict[str, Source] = theirs({**HURT, "fortune": "fortune"})

FIGHTER: dict[str, Source] = {
    "offense": "weapon.offense",
    "defense": "matchup.my_standing",
    "brawn": "brawn",
    "weapon": "weapon.all_damage",
    "protection": "protection",
    "melee": "weapon.is_melee",
}
"""One side of a fight over several rounds."""

FOE_BLOW: dict[str, Source] = {
    "offense": "matchup.foe_offense",
    "brawn": "target.brawn",
    "weapon": "matchup.foe_damage",
}
"""The foe's attack."""

FOE: dict[str, Source] = {
    **FOE_BLOW,
    "defense": "matchup.target_standing",
    "protection": "target.protection",
    "melee": "matchup.foe_melee",
}

BINDINGS: dict[str, Bindings] = {
    "strike": {**SWING, **VICTIM, "defense": "matchup.target_defense"},
    "ambush": {**SWING, **VICTIM, "compare_defense": "matchup.target_seen"},
    "damage": {
        "offense": "weapon.offense",
        "defense": "matchup.target_defense",
        "brawn": "brawn",
        "weapon": "weapon.all_damage",
        "protection": "target.protection",
        "aim": "has_aimed",
    },
    "fortune": {**HURT, "fortune": "fortune"},
    "round_options": {
        **under("me", FIGHTER),
        **under("foe", FOE),
        "foe_option": "target.way",
        "foe_wounds_before": "target.wounds",
        "foe_wound_limit": "target.wound_limit",
    },
    "round_tracker": {
        **HURT,
        "fortune": "fortune",
        "prone": "is_prone",
        "grappled": "is_grappled",
        "holding": "is_holding",
        "mox": "held_mox",
        "aimed": "has_aimed",
    },
    "rounds_to_drop": {
        **under("me", FIGHTER),
        "foe_defense": "matchup.target_standing",
        "foe_protection": "target.protection",
        "foe_fortune": "target.fortune",
        "foe_wound_limit": "matchup.target_wounds_left",
    },
    "duel": {
        **under("a", FIGHTER),
        **under("b", FOE),
        "a_option": "way",
        "b_option": "target.way",
        "a_limit": "wounds_left",
        "b_limit": "matchup.target_wounds_left",
    },
    "defend": {
        **FOE_BLOW,
        "defense": "matchup.my_standing",
        "protection": "protection",
        "aim": "target.has_aimed",
    },
    "assist_block": {
        "offense": "matchup.foe_offense",
        "blocker_parry": "parry_now",
        "blocks_used": "defend_actions",
    },
    "derived": {
        **{
            name: name
            for name in ("athlete", "warrior", "fortitude", "armor", "weapon_defense", "armor_penalty", "encumbrance")
        },
        **{name: name for name in ("intellect", "intuition", "defend_actions", "horse")},
        "dodge_possible": "may_dodge",
        "parry_possible": "matchup.may_parry",
    },
    "grapple": {
        "warrior": "warrior",
        "defense": "target.defense_now",
        "brawn": "brawn",
        "protection": "target.protection",
        "target_brawn": "target.brawn",
        "target_warrior": "target.warrior",
        "bonus_hit": "aim_bonus",
        "held_mox": "held_mox",
        "grappler_mass_bonus": "matchup.my_mass_bonus",
        "target_mass_bonus": "matchup.target_mass_bonus",
        **theirs(HURT),
    },
    "escape": {
        "brawn": "brawn",
        "warrior": "warrior",
        "grappler_brawn": "target.brawn",
        "grappler_warrior": "target.warrior",
        "mass_bonus": "matchup.my_mass_bonus",
        "grappler_mass_bonus": "matchup.target_mass_bonus",
    },
    "slam": {
        "mox": "held_mox",
        "brawn": "brawn",
        "protection": "target.protection",
        "warrior": "grab_warrior",
        "defense": "matchup.grab_defense",
        "victim_kg": "target.mass",
    },
    "mass_bonus": {"side_a": "masses", "side_b": "target.masses"},
    "team_pin": {"members.0.mass": "mass", "members.0.offense": "warrior", "target_mass": "target.mass"},
    "carry": {"brawn": "brawn", "gear_kg": "gear_kg", "victim_kg": "target.mass"},
    "area": {"offense": "weapon.offense", "athlete": "target.athlete", "protection": "target.protection"},
    "seat": {
        "ranger": "ranger",
        **under("strike", FOE_BLOW),
        "strike.defense": "matchup.my_defense",
        "strike.protection": "matchup.my_protection",
        "strike.aim": "target.has_aimed",
    },
    "roll": {"trait": "athlete"},
    "versus": {"trait": "brawn", "opponent_trait": "target.brawn"},
}

UNFILLED = {"tables": "It looks a number up."}
