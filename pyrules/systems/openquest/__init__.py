"""OpenQuest 3: everything Tableside offers for this game, in reading order."""

from __future__ import annotations

from ...engine.system import Credit, Moment, System
from .aim import AIM
from .attack_options import ATHLETIC_ATTACK, DISARMING_ATTACK, GREAT_ATTACK
from .charge import CHARGE
from .chase import CHASE
from .close_attack import CLOSE_ATTACK
from .combat_end import COMBAT_END
from .combat_order import COMBAT_ORDER
from .compare import COMPARE_OPTIONS
from .crowd import CROWD
from .damage import DAMAGE
from .defense_round import DEFENCE_ROUND
from .derived import DERIVED
from .duel import DUEL
from .facts import FACTS
from .fast_talk import FAST_TALK
from .fumble import FUMBLE_EXAMPLES
from .hold import HOLD_ON
from .interrupt import INTERRUPT
from .intimidation import INTIMIDATION
from .mounts import MOUNTED
from .opposed import OPPOSED_TEST
from .oratory import ORATORY
from .outnumbered import OUTNUMBERED
from .possession import POSSESSION
from .prolonged import PROLONGED
from .ranged_attack import RANGED_ATTACK
from .reference import REFERENCE
from .resist_spell import RESIST_SPELL
from .results import RESULTS_MATRIX
from .retreat import FIGHTING_RETREAT
from .round_tracker import ROUND_TRACKER
from .scouting import SCOUTING
from .set_weapon import SET_WEAPON
from .shield_bash import SHIELD_BASH
from .situations import MODIFIERS_CLOSE, MODIFIERS_RANGED
from .skill_test import SKILL_TEST
from .slip_away import SLIP_AWAY
from .social import SOCIAL_MODIFIERS
from .spirit_combat import SPIRIT_COMBAT
from .sprint import ESCAPING_SPRINT
from .surprise import SURPRISE
from .surrender import SURRENDER
from .two_attacks import ALL_OUT_ATTACK, TWO_WEAPON
from .unarmed import UNARMED_ATTACK
from .wounds import WOUNDS

SYSTEM = System(
    id="openquest",
    name="OpenQuest 3",
    short="OpenQuest",
    dice="d100",
    tagline="A d100 under your skill, doubles that matter, and a reaction to every blow.",
    credit=Credit(
        text=(
            "OpenQuest SRD, copyright 2021 Newt Newport with Paul Mitchener, D101 Games. We state its combat "
            "chapter and some facts of the SRD in our own words; this is not an official product."
        ),
        license="CC BY 4.0",
        url="https://openquestrpg.com/srd/",
    ),
    moments=(
        Moment(
            "attack",
            "Attack",
            "Which of my options is best against this foe?",
            (
                COMPARE_OPTIONS,
                CLOSE_ATTACK,
                ALL_OUT_ATTACK,
                GREAT_ATTACK,
                ATHLETIC_ATTACK,
                DISARMING_ATTACK,
                CHARGE,
                SET_WEAPON,
                TWO_WEAPON,
                SHIELD_BASH,
                UNARMED_ATTACK,
                HOLD_ON,
                DUEL,
                OUTNUMBERED,
                DAMAGE,
                MODIFIERS_CLOSE,
            ),
        ),
        Moment("shoot", "Shoot", "Do I hit from here?", (RANGED_ATTACK, AIM, CROWD, MODIFIERS_RANGED)),
        Moment("defend", "Defend", "How do I get through this round?", (DEFENCE_ROUND, RESULTS_MATRIX)),
        Moment(
            "talk",
            "Talk",
            "Can words do it?",
            (FAST_TALK, ORATORY, INTIMIDATION, PROLONGED, SOCIAL_MODIFIERS),
        ),
        Moment(
            "spirits",
            "Spirits and magic",
            "Who wins in the spirit world, and does the spell take hold?",
            (SPIRIT_COMBAT, RESIST_SPELL, POSSESSION),
        ),
        Moment(
            "first",
            "Who goes first",
            "Who acts before whom?",
            (COMBAT_ORDER, SURPRISE, SCOUTING, INTERRUPT, ROUND_TRACKER),
        ),
        Moment(
            "away",
            "Get away",
            "How do we get out of here?",
            (CHASE, SLIP_AWAY, FIGHTING_RETREAT, ESCAPING_SPRINT, SURRENDER, COMBAT_END),
        ),
        Moment("down", "Down and healing", "Who is down, and who can be saved?", (WOUNDS, FUMBLE_EXAMPLES)),
        Moment("mounted", "Mounted", "What changes in the saddle?", (MOUNTED,)),
        Moment(
            "numbers",
            "Character numbers",
            "What must I roll, and what do I start with?",
            (SKILL_TEST, OPPOSED_TEST, DERIVED),
        ),
        Moment("look_up", "Look up", "What does the table say?", (REFERENCE,)),
    ),
    facts=FACTS,
    table_names=(
        "actions",
        "reactions",
        "results",
        "fumbles",
        "unarmed_intents",
        "defense_schedules",
        "close_modifiers",
        "cover",
        "ranged_modifiers",
        "range_bands",
        "scouting",
        "surprise_kinds",
        "pursuit_results",
        "endings",
        "social_modifiers",
        "understanding",
        "oratory_conditions",
        "intimidation_conditions",
        "prolonged_points",
        "spirits",
        "possession_kinds",
        "spells",
        "wound_states",
        "healing_tests",
        "healing_magic",
        "conditions",
        "difficulties",
        "skills",
        "damage_modifiers",
        "weapons",
        "shields",
        "armor",
    ),
)
