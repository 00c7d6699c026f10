"""The inputs of the round planner: your numbers, the foe, and your options.

"Multiple attacks", "Power Attack", "Combat Mastery" and "Defense and attack".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice import Dice
from ....engine.inputs import Option, choice, many, number, same, toggle
from ..attack.attack import defense, extra_crits
from ..attack.full_round import hit_points
from ..attack.multi_attack import actions, bonus, dynamic_dice
from ..attack.strike import StrikeInputs
from ..checks.check_step import dice
from ..modifiers.circumstances import SITUATION, Circumstances, attack_index
from ..table_rules import mastery_cap, power_cap, total_defense_blocks_attack, trades_limit_attacks, triples_critical
from ..weapons.damage import reduction
from ..weapons.weapon import fillings, weapon

PROFICIENCY, ABILITY = (0, 40), (-5, 20)
STANCE = "What you may declare"
MASTERY, PREPARED, TOTAL_DEFENSE = "mastery", "prepare", "total_defense"
DECLARED = (
    Option(MASTERY, "Combat Mastery", "OBSS-MAST-01"),
    Option(PREPARED, "Prepare Defense", "OBSS-PREP-01"),
    Option(TOTAL_DEFENSE, "Total Defense", "OBSS-TDEF-01"),
)


def proficiency(*, nullable: bool = False, **common: Any) -> Any:
    """The input `wp`: Weapon Proficiency, which limits declarations and trades."""
    help = common.pop("help", "Your Weapon Proficiency with this weapon.")
    if nullable:
        common |= {"nullable": True, "empty": "none"}
        return number("Weapon Proficiency", *PROFICIENCY, None, help=help, rule="OBSS-HIT-10", **common)
    return number("Weapon Proficiency", *PROFICIENCY, help=help, rule="OBSS-HIT-10", **common)


@dataclass(frozen=True, kw_only=True)
class Planned(Circumstances):
    """Your numbers, and the foe."""

    bonus: int = bonus()
    defense: int = defense()
    weapon: Dice = weapon(presets=fillings())
    damage_bonus: int = same(StrikeInputs, "damage_bonus")
    hp: int | None = hit_points(group="Target")
    reduction: int = reduction(group="Target")
    ed: int | None = same(StrikeInputs, "ed")
    actions: int = actions(group=SITUATION)
    melee: bool = toggle(
        "Melee",
        True,
        help="Off for ranged weapons: no Precise Strike, charge or Power Attack.",
        rule="OBSS-PREC-01",
        group=SITUATION,
    )
    charge_possible: bool = toggle(
        "Charge is possible",
        help="The target is far enough, near enough, and the way is clear.",
        rule="OBSS-CHG-01",
        group=SITUATION,
    )
    attack_index: int = attack_index()
    dice: int = dice(group=SITUATION)
    dynamic_dice: int = dynamic_dice(group=SITUATION)
    extra_crits: int = extra_crits(group=SITUATION)
    set_trait: bool = toggle(
        "Weapon with Set", help="Its charge scores one more critical if it hits.", rule="OBSS-SET-01", group=SITUATION
    )
    wp: int | None = proficiency(
        nullable=True,
        help="For Power Attack, Combat Mastery and points traded for dice; empty leaves them out.",
        group=STANCE,
    )
    ability: int = number(
        "Strength or Dexterity",
        *ABILITY,
        0,
        help="What of the bonus is ability: its points may be traded too.",
        rule="OBSS-HIT-10",
        signed=True,
        group=STANCE,
    )
    parry: bool = toggle(
        "Parry weapon", help="In use while you prepare your defense.", rule="OBSS-PREP-02", group=STANCE
    )
    declared: tuple[str, ...] = many(
        "Declared already",
        choice("Declared", DECLARED, help="What is in the numbers already.", rule="OBSS-MAST-03"),
        0,
        len(DECLARED),
        (),
        help="What you have declared this round: it is in your numbers already, and not proposed again.",
        rule="OBSS-MAST-03",
        unique=True,
        group=STANCE,
    )
    triples_critical: bool = triples_critical()
    power_cap: str = power_cap()
    cap: str = mastery_cap()
    trades_limit_attacks: bool = trades_limit_attacks()
    total_defense_blocks_attack: bool = total_defense_blocks_attack()
