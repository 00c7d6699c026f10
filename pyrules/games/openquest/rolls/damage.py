"""Damage: what a hit takes from the target's hit points, rolled or at its highest, once armor has had its share.

"Damage", with what criticals, Great Attacks and charges change about it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice, Die, always
from ....engine.dice_text import NO_DICE, SIGNED, SUM, DiceSum, SignedDice
from ....engine.errors import not_allowed
from ....engine.inputs import Option, choice, dice, many, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, if_any, throw
from ..skills.skill import switch
from ..tables import FACTS
from .results import HIT_MAX, HIT_MAX_ARM, HIT_ROLLED
from .weapons import fillings

S = TypeVar("S", bound=Hashable)

ARMOR = (0, 100)
HIT_POINTS = (1, 500)


def damage(label: str = "Damage", *, help: str = "The weapon's dice, such as 1d8.", **common: Any) -> Any:
    """The input for the dice of a weapon, required unless it has a default."""
    return dice(label, grammar=SUM, help=help, rule="OQ-DAM-01", **common)


def damage_modifier(label: str = "Damage modifier", **common: Any) -> Any:
    """The input for what strength and size add to a blow or take from it."""
    help = "From strength and size, such as +1d4 or -1d6; 0 if there is none."
    return dice(label, "0", grammar=SIGNED, help=help, rule="OQ-DAM-02", **common)


def armor(label: str = "Armor", *, help: str = "Armor points: what they take from each hit.", **common: Any) -> Any:
    """The input for armor points."""
    return number(label, *ARMOR, 0, help=help, rule="OQ-DAM-03", unit="points", **common)


@dataclass(frozen=True, slots=True)
class Harm:
    """What the hits of one attack do, and the armor they meet.

    `extra` are the dice of a charge, which `charge_die` leaves rolled or not when all else is at its highest;
    with `full_modifier` the damage modifier is at its highest even where the weapon's dice are rolled (OQ-CC-13).
    """

    dice: DiceSum
    modifier: SignedDice = NO_DICE
    armor: int = 0
    extra: DiceSum | None = None
    full_modifier: bool = False
    charge_die: str = "max"

    def __str__(self) -> str:
        added = f" {self.modifier}" if self.modifier != NO_DICE else ""
        return f"{self.dice}{added}" + (f" +{self.extra}" if self.extra else "")


NO_HARM = Harm(DiceSum((Dice(0, 0),)))
"""What does no damage at all."""


def charge_dice() -> DiceSum:
    """The dice that a charge adds (OQ-MOV-05)."""
    return DiceSum((Dice(1, FACTS.number("charge_damage_die")),))


def rolled(harm: Harm) -> Die[int]:
    """The damage as it is rolled, before armor."""
    modifier = always(harm.modifier.maximum) if harm.full_modifier else harm.modifier.die()
    total = harm.dice.die().plus(modifier)
    return total.plus(harm.extra.die()) if harm.extra else total


def highest(harm: Harm) -> Die[int]:
    """The most that the dice can come to, before armor; nothing is thrown but perhaps the charge's dice."""
    most = always(harm.dice.maximum + harm.modifier.maximum)
    if harm.extra is None:
        return most
    return most.plus(harm.extra.maximum) if harm.charge_die == "max" else most.plus(harm.extra.die())


def through(raw: Die[int], armor: int) -> Die[int]:
    """What armor lets through; never less than nothing (ruling, OQ-DAM-03)."""
    return raw.map(lambda n: max(0, n - armor))


@lru_cache(maxsize=256)
def hit_die(harm: Harm, code: str) -> Die[int]:
    """The damage of a hit with this result; 0 for what is no hit."""
    if code == HIT_ROLLED:
        return through(rolled(harm), harm.armor)
    if code == HIT_MAX_ARM:
        return through(highest(harm), harm.armor)
    return through(highest(harm), 0) if code == HIT_MAX else always(0)  # OQ-CRI-03


# As steps.


def damage_steps(harm: Harm, code: Callable[[S], str], change: Callable[[S, int], S]) -> tuple[Step[S], ...]:
    """The damage of each kind of hit: `code` reads the result from a state, `change` puts the damage into it."""
    return tuple(
        damage_step(harm, kind, change, when=lambda s, kind=kind: code(s) == kind)  # type: ignore[misc]
        for kind in (HIT_MAX, HIT_MAX_ARM, HIT_ROLLED)
    )


def damage_step(harm: Harm, code: str, change: Callable[[S, int], S], *, when: Callable[[S], bool]) -> Step[S]:
    """The damage of a hit with this result."""
    label, rule, counted = _DAMAGE[code]
    modifiers = counted(harm)
    return throw(
        f"{label}, {harm}",
        hit_die(harm, code),
        change,
        rule=rule,
        when=when,
        modifiers=modifiers,
        adds=modifiers if code != HIT_ROLLED or _adds_up(harm) else None,
        tell=lambda n, s: f"{n} damage" if n else "no damage",
    )


def _adds_up(harm: Harm) -> bool:
    """Whether the faces are added up, and none of them taken away."""
    return harm.modifier.sign > 0 or harm.full_modifier


def _armor(harm: Harm) -> tuple[Modifier, ...]:
    return if_any("Armor", -harm.armor, "OQ-CC-06")


def _of_rolled(harm: Harm) -> tuple[Modifier, ...]:
    modifier = harm.modifier.maximum if harm.full_modifier else 0
    return (
        *if_any("The dice's own", harm.dice.plus, "OQ-DAM-01"),
        *if_any("Damage modifier at its highest", modifier, "OQ-CC-13"),
        *_armor(harm),
    )


def _of_highest(harm: Harm) -> tuple[Modifier, ...]:
    charge = harm.extra.maximum if harm.extra and harm.charge_die == "max" else 0
    return (
        Modifier(f"Highest of {harm.dice}", harm.dice.maximum, "OQ-CRI-02"),
        *if_any(f"Highest of {harm.modifier}", harm.modifier.maximum, "OQ-CRI-02"),
        *if_any("Highest of the charge", charge, "OQ-MOV-05"),
    )


_DAMAGE: dict[str, tuple[str, str, Callable[[Harm], tuple[Modifier, ...]]]] = {
    HIT_ROLLED: ("Damage", "OQ-CC-05", _of_rolled),
    HIT_MAX_ARM: ("Highest damage", "OQ-DEF-09", lambda harm: (*_of_highest(harm), *_armor(harm))),
    HIT_MAX: ("Highest damage, armor does not count", "OQ-CRI-03", _of_highest),
}

DAMAGE_STEP_RULES = (
    "OQ-DAM-01",
    "OQ-CC-05",
    "OQ-CC-06",
    "OQ-CC-13",
    "OQ-CRI-02",
    "OQ-CRI-03",
    "OQ-DEF-09",
    "OQ-MOV-05",
)
"""What these steps cite."""


# One hit on its own.

MODIFIERS = (Option("roll", "Rolled", "OQ-DAM-02"), Option("max", "At its highest", "OQ-CC-13"))


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A hit that has been made."""

    damage: DiceSum = damage(presets=fillings())
    damage_mod: SignedDice = damage_modifier()
    mechanical: bool = toggle(
        "Mechanical weapon", help="A crossbow's force is its own: the damage modifier is left out.", rule="OQ-DAM-02"
    )
    extra: DiceSum = dice(
        "Extra dice",
        "0",
        grammar=SUM,
        help="Dice on top, such as 1d6 for a charge.",
        rule="OQ-MOV-05",
        group="Kind of hit",
    )
    ap: int = armor()
    dm_mode: str = choice(
        "Damage modifier is",
        MODIFIERS,
        "roll",
        help="A Great Attack takes it at its highest.",
        rule="OQ-CC-13",
        group="Kind of hit",
    )
    maximum: bool = toggle(
        "Highest damage", help="All dice at their highest, as in a critical.", rule="OQ-CRI-02", group="Kind of hit"
    )
    ignore_ap: bool = toggle("Armor does not count", help="As in a critical.", rule="OQ-CRI-03", group="Kind of hit")
    at_least: tuple[int, ...] = many(
        "At least",
        number("Damage", 0, 500, help="An amount that matters, such as the hit points left.", rule="OQ-PHY-04"),
        0,
        10,
        (),
        help="Amounts whose chance you want to know, such as the hit points left.",
        rule="OQ-PHY-04",
        group="Amounts",
    )
    charge_die: str = switch("charge_die")


def _check(a: Hit) -> None:
    if a.extra.terms != NO_HARM.dice.terms and any(not term.count for term in a.extra.terms):
        raise not_allowed(
            "extra", str(a.extra), "The extra dice are dice alone: a number goes with the weapon's damage."
        )


def _harm(a: Hit) -> Harm:
    return Harm(
        a.damage,
        NO_DICE if a.mechanical else a.damage_mod,
        0 if a.ignore_ap else a.ap,
        a.extra if any(term.count for term in a.extra.terms) else None,
        a.dm_mode == "max",
        a.charge_die,
    )


def one_hit(a: Hit) -> Procedure[int]:
    """A hit, step by step."""
    code = HIT_MAX_ARM if a.maximum else HIT_ROLLED
    step = damage_step(_harm(a), code, lambda s, n: n, when=lambda s: True)
    return Procedure(0, (step,), lambda n: "Hurts" if n else "Armor holds" if a.ap else "No damage")


def _values(a: Hit) -> dict[str, Any]:
    end = one_hit(a).odds()
    mean = end.mean(lambda n: n)
    reached = {h: end.p(lambda n, h=h: n >= h) for h in a.at_least}  # type: ignore[misc]
    return {
        "damage": out.text_keys(end.probabilities()),
        "mean": mean,
        "variance": end.mean(lambda n: Fraction(n * n)) - mean * mean,
        "min": min(end.weights),
        "max": max(end.weights),
        "p_zero": end.p(lambda n: n == 0),
        "p_at_least": {str(h): p for h, p in reached.items()},
        "amounts": [{"amount": h, "p": p} for h, p in reached.items()],
    }


DAMAGE = Calculator(
    id="openquest.damage",
    title="Damage of a hit",
    summary="What one hit takes from the target once armor has had its share.",
    inputs=Hit,
    outputs=(
        out.figure("mean", "damage", rule="OQ-DAM-03", unit="on average", headline=True),
        out.percent("p_zero", "does nothing", rule="OQ-DAM-03", headline=True),
        out.figure("min", "Least", rule="OQ-DAM-01"),
        out.figure("max", "Most", rule="OQ-CRI-02"),
        out.figure("variance", "Variance", rule="OQ-DAM-01"),
        out.rows(
            "amounts",
            "Amounts that matter",
            (out.figure("amount", "At least"), out.percent("p", "Chance")),
            rule="OQ-PHY-04",
        ),
        api_only(out.named("p_at_least", "At least", out.percent("p", "Chance"), rule="OQ-PHY-04")),
        out.distribution("damage", "Damage", rule="OQ-DAM-03", unit="damage"),
    ),
    compute=_values,
    check=_check,
    also=DAMAGE_STEP_RULES,
    start={"damage": "1d8", "damage_mod": "+1d4", "ap": 5, "at_least": [1, 6]},
    rolls=(RollOption("hit", "Roll it", one_hit, lambda end: end),),
)
