"""OBSS, the Old Bell School System: its credit, its calculators in reading order, and its fact tables."""

from __future__ import annotations

from ...engine.game import Credit, Game, Moment
from .attack.attack import ATTACK
from .attack.attack_rolled import ATTACK_RESOLVE
from .attack.charge import CHARGE
from .attack.counter_charge import COUNTER_CHARGE
from .attack.full_round import FULL_ROUND
from .attack.help import HELP_ATTACK
from .attack.multi_attack import MULTI_ATTACK
from .attack.ranged_shot import RANGED_SHOT
from .attack.splash import SPLASH
from .attack.splash_rolled import SPLASH_RESOLVE
from .attack.strike import STRIKE
from .attack.two_attacks import TWO_WEAPON
from .checks.checks import CHECK
from .checks.dice_pool import DICE_POOL
from .checks.opposed import OPPOSED_CHECK
from .criticals.crit_action_save import CRIT_ACTION_SAVE
from .criticals.crit_actions import CRIT_ACTIONS
from .criticals.crit_bank import CRIT_BANK
from .life.coup_de_grace import COUP_DE_GRACE
from .life.death_line import DEATH_THRESHOLD
from .life.first_aid import FIRST_AID_DC
from .life.hp_tracker import HP_TRACKER
from .life.magic_points import MAGIC_POINT_LOSS
from .life.optional_recovery import OPTIONAL_RECOVERY
from .life.recovery import RECOVERY
from .life.stabilize import STABILISE
from .maneuvers.maneuver_answer import MANEUVER
from .maneuvers.push import PUSH_DISTANCE
from .maneuvers.weapon_maneuver_odds import WEAPON_MANEUVER_ODDS
from .maneuvers.weapon_maneuvers import WEAPON_MANEUVERS
from .modifiers.aim import AIM
from .modifiers.defense import DEFENSE
from .modifiers.flanking import FLANKING
from .modifiers.modifiers import MODIFIERS
from .modifiers.reach import REACH
from .modifiers.vision import VISION
from .movement.mounts import MOUNT
from .movement.movement import MOVEMENT
from .movement.stand_up import STAND_UP
from .round.luck import LUCK_TRADE
from .round.round_planner import ROUND_PLANNER
from .round.stance import STANCE
from .tables import FACTS
from .turns.action_budget import ACTION_BUDGET
from .turns.initiative import INITIATIVE
from .turns.initiative_order import INITIATIVE_ORDER
from .turns.surprise import SURPRISE
from .turns.time_convert import TIME_CONVERT
from .turns.turn_tracker import TURN_TRACKER
from .weapons.damage import DAMAGE
from .weapons.damage_ladder import DAMAGE_LADDER
from .weapons.damage_rolled import DAMAGE_RESOLVE
from .weapons.weapon_size import WEAPON_SIZE

GAME = Game(
    id="obss",
    name="Old Bell School System",
    short="OBSS",
    dice="3d6",
    tagline="Three dice against a target, sixes that never stop, and three Actions to spend.",
    credit=Credit(
        text=(
            "Old Bell School System (OBSS) by Andres Zanzani with Roberta Giorgini. We state its combat chapter and "
            "some facts of its other chapters in our own words; where our texts adapt the game's, they are shared "
            "under the same license. This is not an official product."
        ),
        license="CC BY-SA 4.0",
        url="https://github.com/buzzqw/TUS",
    ),
    most_used=(STRIKE, ROUND_PLANNER, RANGED_SHOT, MANEUVER, INITIATIVE),
    moments=(
        Moment(
            "round",
            "My round",
            "What do I do with my three Actions?",
            (
                ROUND_PLANNER,
                FULL_ROUND,
                STANCE,
                LUCK_TRADE,
                ACTION_BUDGET,
            ),
        ),
        Moment(
            "attack",
            "Attack",
            "Do I hit, and how hard?",
            (
                STRIKE,
                ATTACK,
                RANGED_SHOT,
                AIM,
                CHARGE,
                COUNTER_CHARGE,
                TWO_WEAPON,
                MULTI_ATTACK,
                HELP_ATTACK,
                ATTACK_RESOLVE,
            ),
        ),
        Moment(
            "damage",
            "Damage",
            "How much does it hurt?",
            (
                DAMAGE,
                DAMAGE_RESOLVE,
                COUP_DE_GRACE,
            ),
        ),
        Moment(
            "defend",
            "Defend and modifiers",
            "What counts, for me and against me?",
            (
                MODIFIERS,
                DEFENSE,
            ),
        ),
        Moment(
            "maneuvers",
            "Maneuvers",
            "Can I trip, push, grapple or disarm them?",
            (
                MANEUVER,
                PUSH_DISTANCE,
            ),
        ),
        Moment(
            "criticals",
            "Criticals and fumbles",
            "What do my criticals buy, and what comes of missing?",
            (
                CRIT_BANK,
                CRIT_ACTIONS,
                CRIT_ACTION_SAVE,
                WEAPON_MANEUVER_ODDS,
                WEAPON_MANEUVERS,
            ),
        ),
        Moment(
            "first",
            "Who goes first",
            "Who acts before whom?",
            (
                INITIATIVE,
                INITIATIVE_ORDER,
                SURPRISE,
                TURN_TRACKER,
            ),
        ),
        Moment(
            "life",
            "Life and death",
            "Who can be saved?",
            (
                STABILISE,
                FIRST_AID_DC,
                HP_TRACKER,
                DEATH_THRESHOLD,
                OPTIONAL_RECOVERY,
                RECOVERY,
                MAGIC_POINT_LOSS,
            ),
        ),
        Moment(
            "move",
            "On the move",
            "How far, and who is in reach?",
            (
                MOVEMENT,
                REACH,
                FLANKING,
                STAND_UP,
            ),
        ),
        Moment(
            "throw",
            "Throw and splash",
            "Where does the vial land?",
            (
                SPLASH,
                SPLASH_RESOLVE,
            ),
        ),
        Moment("mounts", "Mounts", "Do I stay in the saddle?", (MOUNT,)),
        Moment("light", "Light", "What does the dark cost me?", (VISION,)),
        Moment(
            "sizes",
            "Weapons and sizes",
            "What does a bigger weapon do?",
            (
                WEAPON_SIZE,
                DAMAGE_LADDER,
            ),
        ),
        Moment(
            "look_up",
            "Look up",
            "What must I roll, and what do the dice do?",
            (
                CHECK,
                OPPOSED_CHECK,
                DICE_POOL,
                TIME_CONVERT,
            ),
        ),
    ),
    facts=FACTS,
    table_names=(
        "actions",
        "turn_effects",
        "stances",
        "attack_modes",
        "attacker_situations",
        "defender_situations",
        "bonus_ladder",
        "cover",
        "range_bands",
        "aim_rounds",
        "projectiles",
        "weapon_traits",
        "weapons",
        "improvised_weapons",
        "armor",
        "shields",
        "weapon_sizes",
        "weapon_fits",
        "damage_ladder",
        "sizes",
        "maneuvers",
        "critical_families",
        "critical_actions",
        "activators",
        "weapon_maneuvers",
        "attack_failures",
        "difficulties",
        "takes",
        "saves",
        "constants",
        "life_states",
        "first_aid",
        "recovery",
        "conditions",
        "fatigue_levels",
        "terrains",
        "flanking_squares",
        "scatter_directions",
        "sights",
        "vision",
        "mount_checks",
        "mount_orders",
        "time_units",
        "feats",
        "glossary",
    ),
)
