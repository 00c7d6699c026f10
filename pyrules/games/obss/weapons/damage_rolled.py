"""The damage of dice already rolled, with the same rules as the odds.

"Life and death", "Defense and attack" and "Exploding damage".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.dice import Dice
from ....engine.errors import OUT_OF_RANGE, InvalidInput, not_allowed
from ....engine.explain import no_lower, note, notes
from ....engine.inputs import many, number, same
from ....engine.procedure import Modifier, Procedure, Step, if_any, total
from ..tables import FACTS
from .damage import DAMAGE_RULES, Hit, damage_bonus, factor, reduction
from .harm import Harm, taken
from .weapon import ed, explodes_at, refuse_wrong_ed, weapon


@dataclass(frozen=True, kw_only=True)
class RolledHit:
    """A hit with rolled dice."""

    weapon: Dice = weapon()
    roll: int = number(
        "Rolled", 1, 200, help="What the weapon's dice came to, without anything added.", rule="OBSS-HIT-02"
    )
    explosion: int | None = number(
        "Explosion",
        1,
        200,
        None,
        help="The further roll, if the first one explodes; empty if it does not.",
        rule="OBSS-EXPL-01",
        nullable=True,
    )
    crit_rolls: tuple[int, ...] = many(
        "Critical rolls",
        number("Critical roll", 1, 200, help="What the dice of one critical came to.", rule="OBSS-CRIT-01"),
        0,
        60,
        (),
        help="One roll of the weapon's dice for each critical.",
        rule="OBSS-CRIT-01",
    )
    bonus: int = damage_bonus(group="Weapon")
    ed: int | None = ed(group="Weapon")
    explode: bool = same(Hit, "explode")
    resist: bool = same(Hit, "resist")
    vulnerable: bool = same(Hit, "vulnerable")
    reduction: int = reduction()


def _rolled_harm(a: RolledHit) -> Harm:
    return Harm(a.weapon, a.bonus, a.ed, a.explode, a.reduction)


def _due(a: RolledHit) -> bool:
    """Whether the roll explodes (OBSS-EXPL-01)."""
    at = explodes_at(a.weapon, a.ed) if a.explode else None
    return at is not None and a.roll >= at


def _check_rolled(a: RolledHit) -> None:
    refuse_wrong_ed(a.weapon, a.ed)
    rolls = (
        ("roll", a.roll),
        ("explosion", a.explosion),
        *((f"crit_rolls.{i}", n) for i, n in enumerate(a.crit_rolls)),
    )
    for field, rolled in rolls:
        if rolled is not None and not a.weapon.minimum <= rolled <= a.weapon.maximum:
            text = f"{a.weapon} come to {a.weapon.minimum} to {a.weapon.maximum}; got {rolled}."
            raise InvalidInput(field, OUT_OF_RANGE, rolled, text)
    if _due(a) and a.explosion is None:
        raise not_allowed(
            "explosion", None, f"A roll of {a.roll} explodes: roll {a.weapon} once more and give that too."
        )
    if a.explosion is not None and not _due(a):
        raise not_allowed("explosion", a.explosion, f"A roll of {a.roll} does not explode: leave the explosion empty.")


def explanation(a: RolledHit) -> Procedure[Any]:
    """The sum of the dice, and the damage after protection."""
    dice = (
        Modifier(f"Weapon, {a.weapon}", a.roll, "OBSS-HIT-02"),
        *if_any("Explosion", a.explosion or 0, "OBSS-EXPL-01"),
        *(Modifier(f"Critical {index}", rolled, "OBSS-CRIT-01") for index, rolled in enumerate(a.crit_rolls, 1)),
        *if_any("Damage bonus", a.bonus, "OBSS-HIT-02"),
    )
    dealt = no_lower(FACTS.number("least_damage"), dice, "OBSS-HIT-12")
    return notes(
        note("Explodes" if _due(a) else "Does not explode", "OBSS-EXPL-01"),
        note("All dice and the bonus, at least 1", "OBSS-HIT-12", dealt, gives="damage"),
        *_protection_explanation(a, total(dealt)),
    )


def _protection_explanation(a: RolledHit, dealt: int) -> Iterator[Step[Any]]:
    """What doubles, halves and reduces the damage, in this order (EXT-20, OBSS-HIT-13)."""
    if a.vulnerable:
        more = dealt * (FACTS.number("vulnerable_factor") - 1)
        yield note("Damage is doubled", "EXT-20", (Modifier("As much again", more, "EXT-20"),), gives="damage")
        dealt += more
    if a.resist:
        left = dealt // FACTS.number("resist_divisor")
        lost = if_any("The other half", left - dealt, "EXT-20")
        yield note("Damage is halved, rounded down", "EXT-20", lost, gives="damage")
        dealt = left
    if a.reduction:
        stopped = if_any("Damage reduction", -min(a.reduction, dealt), "OBSS-HIT-13")
        yield note("Reduced last, to 0 at the lowest", "OBSS-HIT-13", stopped, gives="damage")


def _rolled_values(a: RolledHit) -> dict[str, Any]:
    rolled = a.roll + (a.explosion or 0) + sum(a.crit_rolls)
    return {"damage": taken(_rolled_harm(a), rolled, factor(a.resist, a.vulnerable)), "exploded": _due(a)}


DAMAGE_RESOLVE = Calculator(
    id="obss.damage_resolve",
    title="Damage from rolled dice",
    summary="The damage of dice that lie on the table already.",
    inputs=RolledHit,
    outputs=(
        out.figure("damage", "damage", rule="OBSS-HIT-12", headline=True),
        out.flag("exploded", "", yes="exploded", no="no explosion", rule="OBSS-EXPL-01", headline=True),
    ),
    compute=_rolled_values,
    check=_check_rolled,
    explain=explanation,
    also=(*(tuple(rule for rule in DAMAGE_RULES if rule not in ("OBSS-WM12-4", "OBSS-LIFE-02"))),),
    start={"weapon": "1d8", "roll": 8, "explosion": 5, "crit_rolls": [6], "bonus": 3},
)
