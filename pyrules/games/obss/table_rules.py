"""The table rules of OBSS: open questions of the book, and optional rules from outside it.

Calculators share these inputs. The first option is our ruling.
"""

from __future__ import annotations

from typing import Any

from ...engine.inputs import BOOK, RULING, TABLE_RULES_GROUP, DefaultSource, Option, choice, number, toggle
from .tables import FACTS


def _options(rule: str, **labels: str) -> tuple[Option, ...]:
    """Options of one rule: ids with their labels."""
    return tuple(Option(option_id, label, rule) for option_id, label in labels.items())


OPPOSED_MODES = _options("OBSS-MAN-04", passive="One side rolls", rolled="Both sides roll")
TIES = _options("EXT-08", defender="The defender", attacker="The attacker")
CAPS = _options("OBSS-MAST-04", bonus="What is gained", penalty="What is given up")
POWER_CAPS = _options("OBSS-POW-02", penalty="What is given up", bonus="What is gained")
PASS_CHECKS = _options("OBSS-THRU-03", one_check="One check for all", each_creature="A check for each creature")
FATIGUES = (Option("1-2-3-4", "1, 2, 3, 4", "OBSS-MOD-04"), Option("1-2-4-6", "1, 2, 4, 6", "EXT-15"))
DYING_ORDERS = _options("OBSS-LIFE-07", aid_first="First Aid first", bleed_first="Bleeding first")
OPTIONAL_RECOVERIES = _options(
    "OBSS-OPTR-03", three_failures="Dead after three failures", dc_18="Dead when the DC reaches 18"
)
NATURAL_RECOVERIES = (
    Option("wp_or_mp", "Weapon or Magic Proficiency", "OBSS-REC-02"),
    Option("level", "Level", "EXT-34"),
)
LEAD_BONUSES = _options("OBSS-ACT-03", first_round="The first round", every_round="Every round")


def opposed_mode() -> Any:
    """The table rule `mode`: who rolls in an opposed check."""
    return _choice(
        "Opposed checks",
        OPPOSED_MODES,
        "The chapter does not say; the rules outside let the acting side roll against 10 plus the other's values.",
        "OBSS-MAN-04",
    )


def opposed_tie() -> Any:
    """The table rule `tie`: who wins a tied opposed check."""
    return _choice(
        "A tie goes to",
        TIES,
        "The higher proficiency wins a tie, then the higher ability, and after these the one who is opposed.",
        "EXT-08",
    )


def triples_critical(label: str = "Triples are critical") -> Any:
    """The table rule `triples_critical`: whether three 6s or three 1s alone are critical."""
    return _toggle(label, True, "Three 6s are at least one critical, and three 1s one critical failure.", "OBSS-TRI-04")


def mastery_cap() -> Any:
    """The table rule `cap`: what a quarter of the Weapon Proficiency limits in Combat Mastery."""
    return _choice(
        "Combat Mastery: a quarter of the proficiency limits",
        CAPS,
        "How far Combat Mastery goes. The words of the book allow either; a GM screen limits what is gained.",
        "OBSS-MAST-04",
    )


def power_cap() -> Any:
    """The table rule `power_cap`: what a quarter of the Weapon Proficiency limits in a Power Attack."""
    return _choice(
        "Power Attack: a quarter of the proficiency limits",
        POWER_CAPS,
        "The book limits what is taken from the Attack Roll.",
        "OBSS-POW-02",
        BOOK,
    )


def pass_checks() -> Any:
    """The table rule `pass_checks`: the number of checks to move through several enemies."""
    return _choice(
        "Moving through several enemies takes",
        PASS_CHECKS,
        "The book speaks of one check, which each creature beyond the first makes harder.",
        "OBSS-THRU-03",
    )


def reach_is_difficult() -> Any:
    """The table rule `reach_is_difficult`: whether ground within a foe's reach is difficult terrain."""
    return _toggle(
        "Ground in a foe's reach is difficult",
        True,
        "The book asks for a check there as well, but calls only the occupied space difficult.",
        "OBSS-THRU-05",
    )


def trades_limit_attacks() -> Any:
    """The table rule `trades_limit_attacks`: whether points traded for dice reduce the number of attacks."""
    return _toggle(
        "Traded points open no attacks",
        True,
        "Whether the number of attacks goes by the bonus that is left after points were traded for dice.",
        "OBSS-MULT-09",
    )


def fatigue_ladder() -> Any:
    """The table rule `fatigue`: the penalty of each level of fatigue."""
    return _choice("Fatigue takes", FATIGUES, "The table leaves out the third level.", "OBSS-MOD-04")


def dying_order() -> Any:
    """The table rule `order`: whether First Aid comes before the loss of a hit point."""
    return _choice("Each round of dying", DYING_ORDERS, "When a dying creature loses its hit point.", "OBSS-LIFE-07")


def optional_recovery() -> Any:
    """The table rule `rule`: when the optional, less lethal recovery ends in death."""
    return _choice(
        "Optional recovery",
        OPTIONAL_RECOVERIES,
        "An optional rule: a save each round instead of bleeding. The book ends it in two ways.",
        "OBSS-OPTR-03",
    )


def fight_for_life() -> Any:
    """The table rule `fight_for_life`: whether the optional save replaces bleeding and the hour at 0."""
    return _toggle(
        "Fight for your life",
        False,
        "An optional rule: a save each round at 0 or below, instead of bleeding and of the save after an hour.",
        "OBSS-OPTR-01",
        BOOK,
    )


def night_ends_falls() -> Any:
    """The table rule `night_ends_falls`: whether a night of rest ends the count of falls below 0."""
    return _toggle(
        "A night of rest ends the count of falls",
        True,
        "Each fall below 0 makes First Aid harder. The book does not say when the count ends.",
        "OBSS-LIFE-10",
    )


def first_aid_at_zero() -> Any:
    """The table rule `first_aid_at_zero`: the Actions of First Aid at exactly 0 hit points."""
    return number(
        "First Aid at 0 takes",
        1,
        FACTS.number("first_aid_actions"),
        FACTS.number("first_aid_actions"),
        help="The book does not say; it gives 3 Actions for the dying and 1 for a skill check.",
        rule="OBSS-LIFE-04",
        unit="Actions",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )


def natural_recovery() -> Any:
    """The table rule `natural_recovery`: the factor of Constitution in a night's healing."""
    return _choice("A night restores Constitution times", NATURAL_RECOVERIES, "Two chapters differ.", "OBSS-REC-02")


def lead_bonus() -> Any:
    """The table rule `lead_rounds`: how many rounds a lead in initiative counts."""
    return _choice(
        "A lead counts in", LEAD_BONUSES, "Initiative is rolled once, yet the gain is for one round.", "OBSS-ACT-03"
    )


def monster() -> Any:
    """The input `monster`: whether the attacker is a monster by the Monster Manual."""
    return _toggle(
        "Attacker is a monster",
        False,
        "By the Monster Manual, monsters score no criticals, their dice do not explode, and they have no penalty for "
        "several attacks.",
        "EXT-29",
    )


def total_defense_blocks_attack() -> Any:
    """The table rule `total_defense_blocks_attack`: whether Total Defense rules out attacks."""
    return _toggle(
        "Total Defense rules out attacks", False, "A Narrator's screen says so; the book does not.", "OBSS-TDEF-01"
    )


def _choice(label: str, options: tuple[Option, ...], help: str, rule: str, source: DefaultSource = RULING) -> Any:
    return choice(label, options, options[0].id, help=help, rule=rule, group=TABLE_RULES_GROUP, table=source)


def _toggle(label: str, default: bool, help: str, rule: str, source: DefaultSource = RULING) -> Any:
    return toggle(label, default, help=help, rule=rule, group=TABLE_RULES_GROUP, table=source)
