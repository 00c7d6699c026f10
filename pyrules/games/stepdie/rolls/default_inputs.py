"""Inputs for values that the chapter leaves to the rest of its book, each with our default.

"Our default, set your table's value": how dice are read, and the numbers of characters, weapons and armor.
"""

from __future__ import annotations

from typing import Any

from ....engine.inputs import BOOK, OURS, RULING, TABLE_RULES_GROUP, Option, choice, number, sides, toggle
from ..tables import FACTS

OUR_DEFAULTS = "Our defaults"
"""The group of inputs that a table decides once, not for each roll."""

POINTS = (0, 20)
BONUS = (-20, 20)
SKILL = (-10, 30)
DAMAGE = (0, 30)
HEALTH = (1, 100)
REACH = (0, 20)

LADDER = tuple(Option(str(row["sides"]), row["label"], row["rule"]) for row in FACTS.table("dice").rows)
NO_DIE = Option("0", "none", "S2-ROLL-01")


def _ours(label: str, limits: tuple[int, int], fact: str, *, help: str, rule: str, **common: Any) -> Any:
    """A table rule with a number, whose default is a fact of ours."""
    return number(label, *limits, FACTS.number(fact), help=FACTS.fill(help), rule=rule, table=OURS, **common)


def _ruling(label: str, *, help: str, rule: str) -> Any:
    """A table rule with a switch that our ruling turns off."""
    return toggle(label, help=help, rule=rule, group=TABLE_RULES_GROUP, table=RULING)


def _ruled_choice(label: str, table: str, default: str, *, help: str, rule: str) -> Any:
    """A table rule that chooses from a fact table; the default is our ruling."""
    options = FACTS.table(table).options()
    return choice(label, options, default, help=help, rule=rule, group=TABLE_RULES_GROUP, table=RULING)


# Dice.


def attribute_die(label: str, *, help: str, rule: str = "S2-ROLL-01", **common: Any) -> Any:
    """The input for an attribute's die; it belongs to a character and is no table rule."""
    return sides(label, LADDER, FACTS.number("default_die"), help=help, rule=rule, **common)


def agility_die(*, group: str = "") -> Any:
    """The input for the Agility die."""
    return attribute_die("Agility die", help="The die of Agility, before anything lowers it.", group=group)


def strength_die(*, group: str = "") -> Any:
    """The input for the Strength die."""
    return attribute_die("Strength die", help="The die of Strength.", rule="S2-BASH-02", group=group)


def skill(label: str = "Skill", *, help: str, rule: str = "S2-ROLL-01", **common: Any) -> Any:
    """The input for a skill's modifier."""
    return number(label, *SKILL, 0, help=help, rule=rule, signed=True, **common)


def skill_die(label: str = "Skill die") -> Any:
    """The input for a skill's second die, the other reading of skills."""
    help = "Where your book rolls a die for the skill and adds it: that die."
    return sides(label, (NO_DIE, *LADDER), 0, help=help, rule="S2-ROLL-01", group=OUR_DEFAULTS, table=OURS)


def explode() -> Any:
    """The table rule for rolling a die again on its top face."""
    help = "How often a die that shows its top face is rolled again and added, at most."
    return _ours("Further rolls", (0, 5), "default_explosions", help=help, rule="S2-ROLL-01", group=OUR_DEFAULTS)


def half_rounds() -> Any:
    """The table rule for rounding half of an odd total."""
    help = "How a halved total is rounded."
    return _ruled_choice("Half of an odd total", "half_roundings", "down", help=help, rule="S2-HALVE-01")


# Weapons, armor and health.


def damage() -> Any:
    """The input for a weapon's damage."""
    help = "What the weapon does on a hit, before armor; {default_damage} is our default."
    return _ours("Damage", DAMAGE, "default_damage", help=help, rule="S2-ATTACK-04", unit="points")


def heft_die(*, group: str) -> Any:
    """The input for a weapon's heft."""
    help = FACTS.fill("How heavy the weapon is: from d{power_heft_die} a Power Attack must be dodged.")
    return sides(
        "Heft", LADDER, FACTS.number("default_heft_die"), help=help, rule="S2-POWER-03", group=group, table=OURS
    )


def reach(*, group: str) -> Any:
    """The input for a weapon's reach."""
    help = "How many zones away the weapon strikes; {default_reach} is our default."
    return _ours("Reach", REACH, "default_reach", help=help, rule="S2-ATTACK-01", unit="zones", group=group)


def armor_dr(*, group: str = "") -> Any:
    """The input for the damage reduction of armor."""
    help = "The damage reduction of the armor worn; the chapter has no armor, so none is our default."
    return _ours("Armor", POINTS, "default_armor_dr", help=help, rule="S2-ARMOR-01", unit="points", group=group)


def helmet_dr(*, group: str) -> Any:
    """The input for the damage reduction of a helmet."""
    help = "The damage reduction of the helmet, which counts in place of the armor's against a Critical Attack."
    return _ours("Helmet", POINTS, "default_helmet_dr", help=help, rule="S2-CRIT-02", unit="points", group=group)


def armor_penalty(*, group: str) -> Any:
    """The input for the penalty of armor on a dodge."""
    help = "What the armor worn takes off a dodge."
    return _ours("Armor's penalty", POINTS, "default_armor_penalty", help=help, rule="S2-DODGE-02", group=group)


def health(label: str = "Health", *, group: str = "") -> Any:
    """The input for the Health left."""
    help = "What it takes to drop them; {default_health} is our default."
    return _ours(label, HEALTH, "default_health", help=help, rule="S2-HEALTH-01", unit="points", group=group)


# Table rules.


def cap_step() -> Any:
    """The table rule for the size of the Cumulative Attacker Penalty."""
    return _ours(
        "Lost for each earlier attack",
        (0, 10),
        "default_cap_step",
        help="What each attack met before in the round takes off a defense. The chapter only names its page.",
        rule="S2-CAP-01",
        group=OUR_DEFAULTS,
    )


def cap_per() -> Any:
    """The table rule for what that penalty counts: attacks or attackers."""
    label, help = "Penalty for several attackers counts", "Each attack met before in the round, or each attacker."
    return _ruled_choice(label, "cap_counts", "attack", help=help, rule="S2-CAP-01")


def thrown_parried() -> Any:
    """The table rule for parrying thrown weapons."""
    help = "On where a thrown weapon counts as a melee attack; off, only a shield parries it."
    return _ruling("Thrown weapons can be parried", help=help, rule="S2-PARRY-02")


def bash_drops() -> Any:
    """The table rule for non-lethal damage that takes Health."""
    help = "On where it comes off Health like any other; off, it is kept apart and drops nobody."
    return _ruling("Non-lethal damage drops", help=help, rule="S2-BASH-01")


def leg_caps_run() -> Any:
    """The table rule for running with a maimed leg."""
    help = "On where nobody with a maimed leg runs faster; off, running adds to what the leg leaves."
    return _ruling("A maimed leg limits running too", help=help, rule="S2-RUN-01")


def min_damage() -> Any:
    """The table rule for the least damage of a hit."""
    return _ours(
        "Least damage of a hit",
        (0, 5),
        "default_min_damage",
        help="What passes any armor, if the attack does damage at all.",
        rule="S2-ARMOR-01",
        unit="points",
        group=OUR_DEFAULTS,
    )


def failures_to_ko() -> Any:
    """The table rule for the number of failed escapes that knock a character out."""
    return number(
        "Failures to pass out",
        1,
        10,
        FACTS.number("failures_to_ko"),
        help="How many failed tries to escape knock the one held unconscious.",
        rule="S2-TACKLE-05",
        group=TABLE_RULES_GROUP,
        table=BOOK,
    )


def strike_damage(*, group: str) -> Any:
    """The input for the damage of bare hands."""
    help = "What an unarmed strike in a hold does, after armor."
    return _ours(
        "Damage of a strike", POINTS, "default_punch_damage", help=help, rule="S2-TACKLE-08", unit="points", group=group
    )


def base_speed() -> Any:
    """The input for a Speed that the table has set."""
    return number(
        "Speed",
        0,
        50,
        None,
        help="Your Speed before anything changes it; empty for half the Agility die.",
        rule="S2-SPEED-01",
        unit="zones",
        nullable=True,
        empty="by die",
        group="Speed on your sheet",
    )
