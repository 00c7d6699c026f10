"""The step-die game: its credit, its calculators in reading order, and its fact tables.

The source is a chapter on combat without a name.
"""

from __future__ import annotations

from ...engine.game import Credit, Game, Moment
from .attack.attack import ATTACK
from .attack.compare_options import OPTIONS
from .attack.duration import TURNS_TO_DROP
from .attack.prepare import PREPARE
from .attack.shield_bash import SHIELD_BASH
from .attack.two_attacks import DUAL
from .defense.defending import DEFENCE
from .defense.riposte import RIPOSTE
from .defense.stances import STANCES
from .defense.volley import VOLLEY
from .health.condition_tracker import TRACK
from .health.incapacitated import INCAPACITATED
from .health.smoldering import SMOLDERING
from .holds.tackle import TACKLE
from .holds.trip import TRIP
from .rolls.checks import CHECK, ROLL
from .rolls.opposed import OPPOSED
from .shooting.aim import AIM_RANGE
from .shooting.double_shot import DOUBLE_SHOT
from .shooting.reload import RANGED_CYCLE
from .shooting.toss import TOSS
from .tables import FACTS
from .turns.help import HELP
from .turns.mounts import MOUNT
from .turns.movement import SPEED
from .turns.turn_tracker import TURN

GAME = Game(
    id="stepdie",
    name="The step-die game",
    short="Step die",
    dice="d4 to d12",
    tagline="One die for each attribute and an answer to every attack; our source is a chapter without a name.",
    credit=Credit(
        text=(
            "The source is a chapter on combat without a name: neither the game nor its author or license could be "
            "found. We state its facts and numbers in our own words. What it leaves to the rest of its book is an "
            "input with our default; set your table's value. The foes are of our own invention."
        ),
        license="No license found; all rights remain with its author.",
        url="",
    ),
    most_used=(OPTIONS, ATTACK, DEFENCE, RANGED_CYCLE, CHECK),
    moments=(
        Moment(
            "attack",
            "Attack",
            "Which attack is best against this defender?",
            (
                OPTIONS,
                ATTACK,
                DUAL,
                SHIELD_BASH,
                TURNS_TO_DROP,
                PREPARE,
            ),
        ),
        Moment(
            "defend",
            "Defend",
            "Which answer keeps me standing?",
            (
                DEFENCE,
                VOLLEY,
                STANCES,
                RIPOSTE,
            ),
        ),
        Moment(
            "tackle",
            "Tackle and trip",
            "Can I bring them down and hold them?",
            (
                TACKLE,
                TRIP,
            ),
        ),
        Moment(
            "shoot",
            "Shoot",
            "Do I hit from here, and how often?",
            (
                RANGED_CYCLE,
                DOUBLE_SHOT,
                AIM_RANGE,
            ),
        ),
        Moment("turn", "My turn", "What may I still do this round?", (TURN,)),
        Moment(
            "down",
            "Down and conditions",
            "How long do I last?",
            (
                INCAPACITATED,
                SMOLDERING,
                TRACK,
            ),
        ),
        Moment(
            "about",
            "Get about",
            "How far do I get, and who helps?",
            (
                SPEED,
                TOSS,
                MOUNT,
                HELP,
            ),
        ),
        Moment(
            "look_up",
            "Look up",
            "What do the dice do?",
            (
                CHECK,
                OPPOSED,
                ROLL,
            ),
        ),
    ),
    facts=FACTS,
    table_names=(
        "actions",
        "other_actions",
        "reactions",
        "dodges",
        "stances",
        "weapon_kinds",
        "aims",
        "shot_plans",
        "checks",
        "target_choices",
        "hold_strategies",
        "distances",
        "conditions",
        "health_states",
        "dice",
        "speeds",
        "speed_changes",
        "hands",
        "foes",
    ),
)
