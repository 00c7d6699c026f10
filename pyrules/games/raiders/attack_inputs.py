"""The inputs that attacks share, and the table rules among them.

Chapter "Swords, Slings, and Arrows": Offense and Damage, Aim and Attack, Haymaker.
"""

from __future__ import annotations

from typing import Any

from ...engine.inputs import BOOK, OURS, RULING, TABLE_RULES_GROUP, choice, number, toggle
from .rolls import CHALLENGE, trait_of
from .tables import FACTS

MANEUVER, TARGET = "Maneuver", "Target"
PROTECTION = (0, 99)
FORTUNE = (0, 200)
STRENGTH = (0, 60)
WOUNDS = (0, 200)
BONUS = (-30, 30)
MOST_PER_POINT = 50
BOTH_ACTIONS, ONE_ACTION = (row["id"] for row in FACTS.table("haymaker_rules").rows)


def offense() -> Any:
    """The input for the attacker's Offense."""
    return trait_of("Offense", help="Warrior in melee and for throwing, Archer for missiles.", rule="RR-OFF-01")


def defense() -> Any:
    """The input for the target's Defense."""
    return number("Defense", *CHALLENGE, help="The target's Dodge or Parry, whichever is higher.", rule="RR-DMG-03")


def brawn() -> Any:
    """The input for the attacker's Brawn."""
    return number("Brawn", *STRENGTH, 0, help="The attacker's Brawn; it adds to the damage.", rule="RR-DMG-02")


def weapon() -> Any:
    """The input for the weapon's value."""
    return number("Weapon", *STRENGTH, 0, help="The weapon's damage value; bare hands are 0.", rule="RR-DMG-02")


def protection() -> Any:
    """The input for the target's Protection."""
    return number("Protection", *PROTECTION, 0, help="The target's Fortitude and armor together.", rule="RR-DMG-04")


def _maneuver(label: str, effect: str, *, help: str, rule: str) -> Any:
    """The input for a maneuver with an attack; `effect` is the bonus on its chip."""
    return toggle(label, help=help, rule=rule, group=MANEUVER, effect=effect)


def aim_switch() -> Any:
    """The input for an action spent aiming."""
    effect = f"+{FACTS.number('aim_bonus')}"
    return _maneuver("Aim first", effect, help="One action spent aiming before this attack.", rule="RR-AIM-01")


def haymaker_switch() -> Any:
    """The input for a haymaker."""
    effect = f"+{FACTS.number('haymaker_damage')} damage"
    help = "Both actions in one melee blow that does more damage."
    return _maneuver("Haymaker", effect, help=help, rule="RR-HAY-01")


def haymaker_rule() -> Any:
    """The table rule for the actions that a haymaker takes."""
    return choice(
        "A haymaker takes",
        FACTS.table("haymaker_rules").options(),
        BOTH_ACTIONS,
        help="Both actions of a round, as in the chapter, or one that waits for your next melee attack.",
        rule="RR-HAY-01",
        group=TABLE_RULES_GROUP,
        table=BOOK,
    )


def _bonus(label: str, *, help: str, rule: str) -> Any:
    """The input for other modifiers of an attack."""
    return number(label, *BONUS, 0, help=help, rule=rule, group=MANEUVER, signed=True)


def hit_bonus(help: str, rule: str) -> Any:
    """The input for other modifiers of a hit roll."""
    return _bonus("Bonus to hit", help=help, rule=rule)


def damage_bonus() -> Any:
    """The input for other modifiers of the damage."""
    return _bonus("Bonus to damage", help="Anything else that adds to the damage of a hit.", rule="RR-DMG-02")


def fortune() -> Any:
    """The input for the target's Fortune."""
    help = "Points the target spends on wounds as they come."
    return number("Fortune", *FORTUNE, 0, help=help, rule="RR-FORT-01", group=TARGET)


def fortune_buys() -> Any:
    """The table rule for the wounds that a point of Fortune cancels."""
    return number(
        "Wounds a point of Fortune cancels",
        1,
        MOST_PER_POINT,
        FACTS.number("wounds_per_fortune"),
        help="How many wounds of a blow one point cancels; what a point does not need is lost.",
        rule="RR-FORT-01",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )


def wounds_before() -> Any:
    """The input for earlier wounds."""
    help = "Wounds the target has already."
    return number("Wounds before", *WOUNDS, 0, help=help, rule="RR-WOUND-01", group=TARGET)


WOUND_LIMIT = "wound_limit"
"""The name of the table rule for all inputs of the wound limit."""


def wound_limit(whose: str = "", *, group: str = TARGET) -> Any:
    """The table rule for the wounds that put a fighter down; `whose` names one of several sides."""
    return number(
        f"Wound limit{whose and f' of {whose}'}",
        1,
        WOUNDS[1],
        FACTS.number("default_wound_limit"),
        help="How many wounds in all put somebody down. The chapter does not say.",
        rule="RR-WOUND-01",
        group=group,
        table=OURS,
        table_name=WOUND_LIMIT,
    )
