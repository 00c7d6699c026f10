"""The damage of a hit: exploding weapon dice, critical dice, and the target's reduction.

"Life and death", "Defense and attack" and "Exploding damage". Resistance and vulnerability stand outside the chapter
(EXT-20).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import many, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, throw
from ..tables import FACTS
from .harm import HARM_RULES, Harm, hit_die, taken
from .weapon import ed, refuse_wrong_ed, weapon, weapon_roll, weapon_rolls_to

BONUS, REDUCTION, CRITS = (-30, 60), (0, 100), (0, 60)
TARGET, CRITICALS, AMOUNTS = "Target", "Criticals", "Amounts"


def damage_bonus(label: str = "Damage bonus", **common: Any) -> Any:
    """The input for the bonus that is added once to the weapon's dice."""
    help = "Strength, magic, Weapon List and all else that is added to the dice."
    return number(label, *BONUS, 0, help=help, rule="OBSS-HIT-02", signed=True, **common)


def reduction(*, group: str = TARGET) -> Any:
    """The input `reduction`: the damage reduction against each hit."""
    help = "What protection takes from each hit; a hit may come to nothing."
    return number("Damage reduction", *REDUCTION, 0, help=help, rule="OBSS-HIT-13", group=group)


def at_least(*, group: str = AMOUNTS) -> Any:
    """The input `at_least`: amounts of damage whose chance is shown."""
    return many(
        "At least",
        number("Damage", 0, 1000, help="An amount that matters, such as the hit points left.", rule="OBSS-LIFE-02"),
        0,
        10,
        (),
        help="Amounts whose chance you want to know, such as the hit points left.",
        rule="OBSS-LIFE-02",
        group=group,
    )


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A hit, with the weapon and the target's protection."""

    weapon: Dice = weapon()
    bonus: int = damage_bonus()
    crits: int = number("Criticals", *CRITS, 0, help="Each rolls the weapon's dice once more.", rule="OBSS-CRIT-01")
    ed: int | None = ed(group="Weapon")
    max_crits: int = number(
        "Criticals at their highest",
        *CRITS,
        0,
        help="So many of the criticals count their highest roll, by an Ability or a maneuver.",
        rule="OBSS-WM12-4",
        group=CRITICALS,
    )
    explode: bool = toggle(
        "Dice explode",
        True,
        help="Off for what does not explode, such as a monster.",
        rule="OBSS-EXPL-01",
        group="Weapon",
    )
    resist: bool = toggle("Resistant", help="The target takes half, rounded down.", rule="EXT-20", group=TARGET)
    vulnerable: bool = toggle("Vulnerable", help="The target takes double.", rule="EXT-20", group=TARGET)
    reduction: int = reduction()
    at_least: tuple[int, ...] = at_least()


def _check(a: Hit) -> None:
    refuse_wrong_ed(a.weapon, a.ed)
    if a.max_crits > a.crits:
        text = f"No more criticals count their highest than there are: give at most {a.crits}."
        raise not_allowed("max_crits", a.max_crits, text)


def factor(resist: bool, vulnerable: bool) -> Fraction:
    """The factor of resistance and vulnerability (EXT-20)."""
    times = Fraction(FACTS.number("vulnerable_factor") if vulnerable else 1)
    return times / FACTS.number("resist_divisor") if resist else times


def _harm(a: Hit) -> Harm:
    return Harm(a.weapon, a.bonus, a.ed, a.explode, a.reduction)


# Steps.


class Blow(NamedTuple):
    """The state: the sum of the dice, and the damage in the end."""

    rolled: int = 0
    damage: int = 0


def hit(a: Hit) -> Procedure[Blow]:
    """A hit, step by step."""
    return Procedure(Blow(), hit_steps(a), lambda s: "Hurts" if s.damage else "No damage")


def hit_steps(a: Hit) -> tuple[Step[Blow], ...]:
    """The weapon dice, the critical dice, and the damage after protection."""
    harm, times = _harm(a), factor(a.resist, a.vulnerable)
    rolled = a.crits - a.max_crits
    most = a.weapon.maximum * a.max_crits
    label = "Critical" if rolled == 1 else f"{rolled} criticals"
    return (
        throw(
            weapon_label(harm),
            harm.roll,
            lambda s, n: s._replace(rolled=n),
            rule="OBSS-EXPL-01" if harm.explodes_at else "OBSS-LIFE-01",
            adds=(),
            tell=lambda n, s: "explodes" if harm.explodes_at is not None and n >= harm.explodes_at else "",
        ),
        throw(
            f"{label}, {a.weapon}",
            weapon_rolls_to(a.weapon, rolled, _hurting(harm, times)),
            lambda s, n: s._replace(rolled=s.rolled + n),
            rule="OBSS-CRIT-01",
            when=lambda s: rolled > 0,
            adds=(),
        ),
        settle(
            "Damage",
            lambda s: s._replace(damage=taken(harm, s.rolled + most, times)),
            rule="OBSS-HIT-12",
            modifiers=(
                *harm_modifiers(harm),
                *if_any(f"{counted(a.max_crits, 'critical')} at the highest", most, "OBSS-WM12-4"),
            ),
            tell=lambda _, s: f"{s.damage} damage" if s.damage else "no damage",
        ),
    )


def _hurting(harm: Harm, times: Fraction) -> int:
    """The roll from which a hit does damage, at least 0; the odds of the steps merge all rolls beyond it."""
    return max(0, ceil((harm.reduction + 1) / times) - harm.bonus)


def weapon_label(harm: Harm) -> str:
    """The weapon's dice, with the roll from which they explode."""
    at = harm.explodes_at
    if at is None:
        return f"Weapon, {harm.weapon}"
    return f"Weapon, {harm.weapon}, exploding on {at}" + ("" if at == harm.weapon.maximum else " or more")


def harm_modifiers(harm: Harm) -> tuple[Modifier, ...]:
    """The modifiers of a hit's dice."""
    return (
        *if_any("Damage bonus", harm.bonus, "OBSS-HIT-02"),
        *if_any("Damage reduction", -harm.reduction, "OBSS-HIT-13"),
    )


def order_explanation(a: Hit) -> tuple[Step[Any], ...]:
    """The order of the protections, if there are any."""
    return (
        note("Damage is doubled", "EXT-20", when=lambda s: a.vulnerable),
        note("Damage is halved, rounded down", "EXT-20", when=lambda s: a.resist),
        note("Reduced last, to 0 at the lowest", "OBSS-HIT-13", when=lambda s: a.reduction > 0),
    )


def explanation(a: Hit) -> Procedure[Blow]:
    """The steps, the least and the most, then the order of the protections."""
    return hit(a).explained(
        note("Every die at its lowest", "OBSS-LIFE-01", gives="min"),
        note("Every die at its highest", "OBSS-LIFE-01", gives="max"),
        *order_explanation(a),
    )


def amounts(reached: dict[int, Fraction]) -> dict[str, Any]:
    """The chance of each amount asked for, for scripts and as a table."""
    return {
        "p_at_least": {str(amount): p for amount, p in reached.items()},
        "amounts": [{"amount": amount, "p": p} for amount, p in reached.items()],
    }


def amount_outputs() -> tuple[Output, ...]:
    """The outputs of those chances."""
    columns = (out.figure("amount", "Damage of at least"), out.percent("p", "Chance"))
    return (
        out.rows("amounts", "Amounts that matter", columns, rule="OBSS-LIFE-02"),
        api_only(out.named("p_at_least", "At least", out.percent("p", "Chance"), rule="OBSS-LIFE-02")),
    )


def _values(a: Hit) -> dict[str, Any]:
    die = hit_die(_harm(a), a.crits, a.max_crits, factor(a.resist, a.vulnerable))
    return {
        "min": min(die.weights),
        "max": max(die.weights),
        "mean": die.mean(lambda n: n),
        "p_explodes": _p_explodes(_harm(a)),
        **amounts({n: die.p(lambda dealt, n=n: dealt >= n) for n in a.at_least}),  # type: ignore[misc]
        "damage": out.text_keys(die.probabilities()),
    }


def _p_explodes(harm: Harm) -> Fraction:
    at = harm.explodes_at
    return Fraction(0) if at is None else weapon_roll(harm.weapon, None).p(lambda n: n >= at)


DAMAGE_RULES = (*HARM_RULES, "OBSS-LIFE-02", "OBSS-VERS-02", "OBSS-UNA-02", "OBSS-WM12-4", "EXT-30")

DAMAGE = Calculator(
    id="obss.damage",
    title="Damage of a hit",
    summary="What a hit with so many criticals does to this target.",
    inputs=Hit,
    outputs=(
        out.figure("mean", "damage", rule="OBSS-HIT-02", unit="on average", headline=True),
        out.percent("p_explodes", "explodes", rule="OBSS-EXPL-01", headline=True),
        out.figure("min", "Least", rule="OBSS-HIT-12"),
        out.figure("max", "Most", rule="OBSS-HIT-12"),
        *amount_outputs(),
        out.distribution("damage", "Damage", rule="OBSS-HIT-12", unit="damage"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=DAMAGE_RULES,
    start={"weapon": "1d10", "ed": 9, "bonus": 4, "crits": 1, "at_least": [10, 20]},
    rolls=(RollOption("hit", "Damage", hit, lambda end: end.damage),),
)
