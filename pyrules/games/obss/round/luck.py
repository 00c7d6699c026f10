"""Trust in luck: trade points of Weapon Proficiency and ability for more dice on an attack roll.

"Defense and attack": OBSS-HIT-09 to OBSS-HIT-11. A check die averages 4, which is its price. A trade only widens the
spread: it helps against a hard target and hurts against an easy one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice
from ....engine.explain import note
from ....engine.inputs import number, same
from ....engine.procedure import Modifier, Procedure, if_any, total
from ..attack.attack import Aimed, aimed, aimed_explanation, defense, margins_explanation
from ..attack.attack_roll import AttackRoll, p_hit
from ..attack.strike import STRIKE_RULES, StrikeInputs, Struck, strike_outcome, strike_steps
from ..attack.strike_odds import Strike, mean_damage, strike
from ..checks.check_dice import CHECK_DIE, Check
from ..checks.check_step import dice, modifier
from ..modifiers.circumstances import CIRCUMSTANCE_RULES, Circumstances, refuse_circumstances
from ..table_rules import triples_critical
from ..tables import FACTS
from ..weapons.harm import Harm
from ..weapons.weapon import fillings, refuse_wrong_ed, weapon
from .declared import most_traded
from .round_inputs import ABILITY, proficiency


@dataclass(frozen=True, kw_only=True)
class Luck(Circumstances):
    """The parts of an attack bonus, and the Defense."""

    wp: int = proficiency(help="Your Weapon Proficiency: its points may be traded.")
    ability: int = number(
        "Strength or Dexterity",
        *ABILITY,
        help="Its points may be traded, too; one below 0 has none.",
        rule="OBSS-HIT-10",
        signed=True,
    )
    other_bonus: int = modifier(
        "Other bonuses",
        help="From Weapon Lists, Abilities and magic: none of these may be traded.",
        rule="OBSS-HIT-10",
        limits=(-40, 60),
    )
    defense: int = defense()
    weapon: Dice = weapon(default="1d8", presets=fillings(), group="Damage")
    damage_bonus: int = same(StrikeInputs, "damage_bonus")
    ed: int | None = same(StrikeInputs, "ed")
    dice: int = dice(group="Dice")
    triples_critical: bool = triples_critical()


def aimed_of(a: Luck) -> Aimed:
    """The attack's circumstances, without the parts of its bonus."""
    return aimed(a, 0, a.defense, a.dice)


def bonus_modifiers(a: Luck, traded: int) -> tuple[Modifier, ...]:
    """The parts of the bonus left after `traded` dice; situations give none to trade."""
    points = FACTS.fact("luck_points")
    return (
        Modifier("Weapon Proficiency", a.wp, "OBSS-AR-01"),
        *if_any("Strength or Dexterity", a.ability, "OBSS-AR-01"),
        *if_any("Other bonuses", a.other_bonus, "OBSS-AR-01"),
        *aimed_of(a).added,
        *if_any("Traded for dice", -points.value * traded, points.rule),
    )


def strike_of(a: Luck, traded: int) -> Strike:
    """The strike with `traded` dice bought."""
    held = aimed_of(a)
    rolled = held.dice + traded * FACTS.number("luck_dice")
    check = Check(held.against - total(bonus_modifiers(a, traded)), rolled, triples_critical=a.triples_critical)
    return strike(AttackRoll(check), Harm(a.weapon, a.damage_bonus, a.ed))


def trade_rows(a: Luck) -> list[dict[str, Any]]:
    """Every possible trade, from none on."""
    rows = []
    for traded in range(most_traded(a.wp, a.ability) + 1):
        s = strike_of(a, traded)
        rows.append(
            {
                "traded": traded * FACTS.number("luck_points"),
                "dice": s.attack.check.dice,
                "modifier": total(bonus_modifiers(a, traded)),
                "p_hit": p_hit(s.attack),
                "expected_damage": mean_damage(s),
            }
        )
    return rows


def _best(rows: list[dict[str, Any]], figure: str) -> int:
    """The trade with the highest figure; the smallest wins a tie."""
    return max(range(len(rows)), key=lambda traded: (rows[traded][figure], -traded))


def _check(a: Luck) -> None:
    refuse_circumstances(a)
    refuse_wrong_ed(a.weapon, a.ed)


def _values(a: Luck) -> dict[str, Any]:
    rows = trade_rows(a)
    return {
        "max_extra_dice": len(rows) - 1,
        "best_for_hit": _best(rows, "p_hit"),
        "best_for_damage": _best(rows, "expected_damage"),
        "rows": rows,
    }


def traded_strike(figure: str | None, a: Luck) -> Procedure[Struck]:
    """The strike with the best trade by a figure, or without a trade."""
    traded = _best(trade_rows(a), figure) if figure else 0
    steps = strike_steps(strike_of(a, traded), aimed_of(a).against, bonus_modifiers(a, traded))
    return Procedure(Struck(), steps, strike_outcome)


def explanation(a: Luck) -> Procedure[Struck]:
    """The possible trades, and the best trade for damage step by step."""
    price, worth = FACTS.number("luck_points"), CHECK_DIE.mean
    tradable = (
        Modifier("Weapon Proficiency", a.wp, "OBSS-HIT-10"),
        *if_any("Ability", max(0, a.ability), "OBSS-HIT-10"),
    )
    return Procedure(
        Struck(),
        (
            note("Points that may be traded", "OBSS-HIT-10", tradable),
            *aimed_explanation(aimed_of(a)),
            note(f"Each {price} of them buy one die, worth {worth} on average", "OBSS-HIT-09", also=("OBSS-HIT-11",)),
            *traded_strike("expected_damage", a).steps,
            *margins_explanation(),
        ),
        strike_outcome,
    )


LUCK_TRADE = Calculator(
    id="obss.luck_trade",
    title="Trust in luck",
    summary=FACTS.fill(
        "Are {luck_points} points for one more die worth it? Against hard targets it helps, against easy ones it hurts."
    ),
    inputs=Luck,
    outputs=(
        out.figure("best_for_hit", "more dice to hit", one="more die to hit", rule="OBSS-HIT-11", headline=True),
        out.figure(
            "best_for_damage", "more dice for damage", one="more die for damage", rule="OBSS-HIT-11", headline=True
        ),
        out.figure("max_extra_dice", "More dice, at most", rule="OBSS-HIT-11"),
        out.rows(
            "rows",
            "Every trade",
            (
                out.figure("traded", "Points given up"),
                out.figure("dice", "Dice", unit="d6"),
                out.figure("modifier", "Bonus", signed=True),
                out.percent("p_hit", "Hits"),
                out.figure("expected_damage", "Damage"),
            ),
            rule="OBSS-HIT-09",
        ),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=("EXT-02", *STRIKE_RULES, *CIRCUMSTANCE_RULES),
    start={"wp": 8, "ability": 3, "other_bonus": 2, "defense": 26, "weapon": "1d8", "damage_bonus": 3},
    rolls=(
        RollOption("damage", "The best trade for damage", partial(traded_strike, "expected_damage")),
        RollOption("hit", "The best trade to hit", partial(traded_strike, "p_hit")),
        RollOption("none", "Without a trade", partial(traded_strike, None)),
    ),
)
