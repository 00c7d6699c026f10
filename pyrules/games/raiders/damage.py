"""The damage of a roll made at the table, step by step, as in the chapter's example of Juk.

Chapter "Swords, Slings, and Arrows": Offense and Damage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator, SheetChange
from ...engine.errors import not_allowed
from ...engine.explain import note
from ...engine.inputs import number
from ...engine.procedure import Modifier, Procedure, Step, counted, total
from .attack import (
    SWING_RULES,
    Blow,
    aiming,
    damage_modifiers,
    points_to_cancel,
    refuse_aimed_haymaker,
    stopping,
    with_fortune,
    wounds_of,
)
from .attack_inputs import (
    FORTUNE,
    STRENGTH,
    aim_switch,
    brawn,
    defense,
    fortune_buys,
    haymaker_rule,
    haymaker_switch,
    offense,
    protection,
    weapon,
)
from .rolls import extremes_switch, mox_of
from .tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Damage:
    """A roll made at the table, and its modifiers (RR-DMG-02)."""

    roll: int = number(
        "Roll of 2d6",
        FACTS.number("lowest_roll"),
        FACTS.number("highest_roll"),
        help="What the two dice came to.",
        rule="RR-ROLL-01",
    )
    offense: int = offense()
    defense: int = defense()
    brawn: int = brawn()
    weapon: int = weapon()
    protection: int = protection()
    brawn_used: int | None = number(
        "Brawn used",
        *STRENGTH,
        None,
        help="Less than the full Brawn, to hold back; empty means all of it.",
        rule="RR-DMG-06",
        group="Holding back",
        nullable=True,
        empty="all",
    )
    weapon_used: int | None = number(
        "Weapon used",
        *STRENGTH,
        None,
        help="Less than the full weapon, such as the flat of a blade; empty means all of it.",
        rule="RR-DMG-06",
        group="Holding back",
        nullable=True,
        empty="all",
    )
    aim: bool = aim_switch()
    haymaker: bool = haymaker_switch()
    fortune_spent: int = number(
        "Fortune spent",
        *FORTUNE,
        0,
        help="Points the victim spends on this blow, no more than cancel all of it.",
        rule="RR-FORT-01",
        group="Target",
    )
    fortune_buys: int = fortune_buys()
    haymaker_rule: str = haymaker_rule()
    extremes: bool = extremes_switch()


def _all_or_less(full: int, used: int | None) -> int:
    return full if used is None else used


def _mox(a: Damage) -> int | None:
    return mox_of(a.roll, a.offense + total(aiming(a.aim)), a.defense, extremes=a.extremes)


def _strength_used(a: Damage) -> tuple[Modifier, ...]:
    """The modifiers of the damage besides the mox, up to the part that is used."""
    return damage_modifiers(_all_or_less(a.brawn, a.brawn_used), _all_or_less(a.weapon, a.weapon_used), a.haymaker)


def _strength(a: Damage) -> int:
    return total(_strength_used(a))


def _wounds(a: Damage) -> int:
    return wounds_of(_mox(a), _strength(a), a.protection)


def _check(a: Damage) -> None:
    refuse_aimed_haymaker(a)
    for name, full, used in (("brawn", a.brawn, a.brawn_used), ("weapon", a.weapon, a.weapon_used)):
        if used is not None and used > full:
            text = f"You cannot use {used} of a {name.capitalize()} of {full}."
            raise not_allowed(f"{name}_used", used, text)
    if a.fortune_spent > points_to_cancel(_wounds(a), a.fortune_buys):
        text = f"This blow does {counted(_wounds(a), 'wound')}; {a.fortune_spent} Fortune cannot be spent on it."
        raise not_allowed("fortune_spent", a.fortune_spent, text)


def explanation(a: Damage) -> Procedure[Blow]:
    """The steps of the blow, from the rolled dice to the wounds."""
    mox = _mox(a)
    against = against_defense(a.roll, a.offense + total(aiming(a.aim)), a.defense, mox)
    if mox is None:
        return Procedure(Blow(), (_rolled(a), against, *_NO_WOUNDS), lambda s: "Miss")
    return Procedure(_struck(a, mox), (_rolled(a), against, *_harm(a, mox)), lambda s: "Hit")


_NO_WOUNDS: tuple[Step[Blow], ...] = (
    note("A miss does no wounds", "RR-DMG-04", gives="wounds"),
    note("A miss does no wounds", "RR-DMG-02", gives="wounds_after_fortune"),
)


def _struck(a: Damage, mox: int | None) -> Blow:
    return with_fortune(Blow(mox, _wounds(a)), a.fortune_spent, a.fortune_buys)


def _rolled(a: Damage) -> Step[Blow]:
    modifiers = (
        Modifier("Roll of 2d6", a.roll, "RR-ROLL-01"),
        Modifier("Offense", a.offense, "RR-OFF-01"),
        *aiming(a.aim),
    )
    return note("Total of the roll", "RR-OFF-01", modifiers)


def against_defense(roll: int, bonus: int, defense: int, mox: int | None) -> Step[Blow]:
    """The total minus Defense, and the effect of a natural 2 or 12 (RR-DMG-01, RR-ROLL-02, RR-ROLL-03)."""
    margin = Modifier("Total", roll + bonus, "RR-DMG-01"), Modifier("Defense", -defense, "RR-DMG-03")
    summed = mox_of(roll, bonus, defense, extremes=False)
    if mox == summed:
        label = f"Mox against Defense {defense}" if mox is not None else f"A miss against Defense {defense}"
        return note(label, "RR-DMG-01", margin)
    if mox is None:
        return note(f"A natural {roll} misses, whatever the total", "RR-ROLL-02", margin)
    lift = Modifier(f"Natural {roll}", mox - total(margin), "RR-ROLL-03")
    label = f"A natural {roll} hits Defense {defense} with mox {mox}"
    return note(label, "RR-ROLL-03", (*margin, lift))


def _harm(a: Damage, mox: int) -> tuple[Step[Blow], ...]:
    """The steps from the mox of a hit to the remaining wounds (RR-DMG-02, RR-DMG-04, RR-FORT-01)."""
    damage = mox + _strength(a)
    held_back = a.brawn - _all_or_less(a.brawn, a.brawn_used) + a.weapon - _all_or_less(a.weapon, a.weapon_used)
    return (
        note(
            f"Damage before Protection, {held_back} held back" if held_back else "Damage before Protection",
            "RR-DMG-06",
            (Modifier("Mox", mox, "RR-DMG-02"), *_strength_used(a)),
        ),
        note("Wounds", "RR-DMG-04", (Modifier("Damage", damage, "RR-DMG-02"), stopping(damage, a.protection))),
        note(
            "Wounds after Fortune",
            "RR-FORT-01",
            (
                Modifier("Wounds", _wounds(a), "RR-DMG-02"),
                Modifier("Fortune", -_struck(a, mox).canceled, "RR-FORT-01"),
            ),
            when=lambda s: s.spent > 0,
        ),
    )


def _values(a: Damage) -> dict[str, Any]:
    mox = _mox(a)
    return {
        "total": a.roll + a.offense + total(aiming(a.aim)),
        "hit": mox is not None,
        "mox": mox,
        "damage_before_protection": None if mox is None else mox + _strength(a),
        "wounds": _wounds(a),
        "wounds_after_fortune": _struck(a, mox).taken,
    }


DAMAGE = Calculator(
    id="raiders.damage",
    title="Damage of a roll",
    summary="You have rolled: what the roll comes to, step by step from the dice to the wounds.",
    inputs=Damage,
    outputs=(
        out.figure("wounds_after_fortune", "wounds", one="wound", rule="RR-DMG-02", headline=True),
        out.flag("hit", "", rule="RR-DMG-01", yes="Hit", no="Miss", headline=True),
        out.figure("mox", "mox", rule="RR-DMG-01", headline=True),
        out.figure("total", "Total of the roll", rule="RR-OFF-01"),
        out.figure("damage_before_protection", "Damage before Protection", rule="RR-DMG-06"),
        out.figure("wounds", "Wounds before Fortune", rule="RR-DMG-04"),
    ),
    compute=_values,
    sheet_change=lambda a, values: SheetChange(values["wounds_after_fortune"], a.fortune_spent),
    check=_check,
    also=(*SWING_RULES, "RR-DMG-05"),
    start={"roll": 5, "offense": 7, "defense": 10, "brawn": 6, "weapon": 15, "protection": 5},
    explain=explanation,
)
