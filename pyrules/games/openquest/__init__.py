"""OpenQuest 3: its credit, its calculators in reading order, and its fact tables."""

from __future__ import annotations

from ...engine.game import Credit, Game, Moment
from .close.attack_options import ATHLETIC_ATTACK, DISARMING_ATTACK, GREAT_ATTACK
from .close.charge import CHARGE
from .close.close_attack import CLOSE_ATTACK
from .close.compare_options import COMPARE_OPTIONS
from .close.defense_round import DEFENCE_ROUND
from .close.hold import HOLD_ON
from .close.mounts import MOUNTED
from .close.set_weapon import SET_WEAPON
from .close.shield_bash import SHIELD_BASH
from .close.two_attacks import ALL_OUT_ATTACK, TWO_WEAPON
from .close.unarmed import UNARMED_ATTACK
from .duel.duel import DUEL
from .duel.outnumbered import OUTNUMBERED
from .escape.chase import CHASE
from .escape.retreat import FIGHTING_RETREAT
from .escape.slip_away import SLIP_AWAY
from .escape.sprint import ESCAPING_SPRINT
from .reference import REFERENCE
from .rolls.damage import DAMAGE
from .rolls.fumble import FUMBLE_EXAMPLES
from .rolls.results import RESULTS_MATRIX
from .rolls.situations import MODIFIERS_CLOSE, MODIFIERS_RANGED
from .shooting.aim import AIM
from .shooting.crowd import CROWD
from .shooting.ranged_attack import RANGED_ATTACK
from .skills.derived import DERIVED
from .skills.opposed import OPPOSED_TEST
from .skills.resist_spell import RESIST_SPELL
from .skills.skill_test import SKILL_TEST
from .spirits.possession import POSSESSION
from .spirits.spirit_combat import SPIRIT_COMBAT
from .tables import FACTS
from .talk.fast_talk import FAST_TALK
from .talk.intimidation import INTIMIDATION
from .talk.oratory import ORATORY
from .talk.prolonged import PROLONGED
from .talk.social import SOCIAL_MODIFIERS
from .talk.surrender import SURRENDER
from .turns.combat_end import COMBAT_END
from .turns.combat_order import COMBAT_ORDER
from .turns.interrupt import INTERRUPT
from .turns.round_tracker import ROUND_TRACKER
from .turns.scouting import SCOUTING
from .turns.surprise import SURPRISE
from .wounds.wounds import WOUNDS

GAME = Game(
    id="openquest",
    name="OpenQuest 3",
    short="OpenQuest",
    dice="d100",
    tagline="A d100 under your skill, doubles that matter, and a reaction to every blow.",
    credit=Credit(
        text=(
            "OpenQuest SRD, copyright 2021 Newt Newport with Paul Mitchener, D101 Games. We state its combat "
            "chapter, its creatures and some facts of the SRD in our own words; this is not an official product."
        ),
        license="CC BY 4.0",
        url="https://openquestrpg.com/srd/",
    ),
    most_used=(COMPARE_OPTIONS, CLOSE_ATTACK, RANGED_ATTACK, DEFENCE_ROUND, SKILL_TEST),
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
        "foes",
    ),
)
