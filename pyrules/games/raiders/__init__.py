"""Ruins & Raiders: the calculators, tables and credit of this game, in reading order."""

from __future__ import annotations

from ...engine.game import Credit, Game, Moment
from .area import AREA
from .carry import CARRY
from .damage import DAMAGE
from .defense import ASSIST_BLOCK, DEFEND
from .derived import DERIVED
from .duel import DUEL
from .escape import ESCAPE
from .fortune import FORTUNE_LEDGER
from .grapple import GRAPPLE
from .lookup import LOOKUP
from .mass import MASS_BONUS, TEAM_PIN
from .mounts import SEAT
from .rolls import ROLL, VERSUS
from .rounds import ROUND_OPTIONS
from .rounds_to_drop import ROUNDS_TO_DROP
from .slam import SLAM
from .strike import AMBUSH, STRIKE
from .tables import FACTS
from .tracker import ROUND_TRACKER

GAME = Game(
    id="raiders",
    name="Ruins & Raiders",
    short="Raiders",
    dice="2d6",
    tagline="Swords, slings and arrows: two dice, one mox, and how hard it hurts.",
    credit=Credit(
        text=(
            "Ruins & Raiders is a free web game at ruins-and-raiders.com. We state its facts, numbers and "
            "names in our own words. The foes are of our own invention."
        ),
        license="No license found; all rights remain with its author.",
        url="https://ruins-and-raiders.com/rpg/",
    ),
    most_used=(STRIKE, ROUND_OPTIONS, DEFEND, GRAPPLE, ROLL),
    moments=(
        Moment(
            "attack",
            "Attack",
            "Do I hit, and how hard?",
            (STRIKE, AMBUSH, DAMAGE, FORTUNE_LEDGER),
        ),
        Moment(
            "round",
            "My round",
            "What should I do with my two actions?",
            (ROUND_OPTIONS, ROUND_TRACKER, ROUNDS_TO_DROP, DUEL),
        ),
        Moment("defend", "Defend", "How safe are we?", (DEFEND, ASSIST_BLOCK, DERIVED)),
        Moment(
            "grapple",
            "Grapple",
            "Can I grab, hold, crush or get out?",
            (GRAPPLE, ESCAPE, SLAM, MASS_BONUS, TEAM_PIN, CARRY),
        ),
        Moment("areas", "Areas and mounts", "Who is caught, and who falls?", (AREA, SEAT)),
        Moment("rolls", "Rolls and look-up", "What are my odds, and what does the table say?", (ROLL, VERSUS, LOOKUP)),
    ),
    facts=FACTS,
    table_names=(
        "challenges",
        "extra_time",
        "lift",
        "cost",
        "actions",
        "options",
        "hardness",
        "weapons",
        "conditions",
        "foes",
    ),
)
