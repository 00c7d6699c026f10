"""Weapons of another size: how they are held, the gain of two hands, and the limit of size.

"Weapons of another size" and "Weapons in two hands".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.dice import Dice
from ....engine.dice_text import BARE
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import Option, Preset, Presets, choice, dice, pick
from ....engine.procedure import Modifier, Procedure, if_any
from ..tables import FACTS
from .damage_ladder import climbed, ed_after, ed_explanation, refuse_off_ladder
from .weapon import OWN_WEAPONS, ed, refuse_wrong_ed
from .weapon import weapon as weapon_dice

SIZES, LETTERS, FITS = FACTS.table("sizes"), FACTS.table("weapon_sizes"), FACTS.table("weapon_fits")
MEDIUM = "medium"
ONE, TWO = 1, 2
HANDS = (Option("1", "one hand", "OBSS-SIZE-04"), Option("2", "both hands", "OBSS-TWOH-01"))
WEAPON = "Weapon"


def _fillings() -> tuple[Preset, ...]:
    """The weapons of the equipment chapter, with their printed dice for two hands (EXT-18)."""
    return tuple(
        Preset(
            row["label"],
            (
                ("weapon", row["damage"]),
                ("ed", str(row["ed"])),
                ("letter", row["size"]),
                ("two_handed_weapon", str(row["two_handed"])),
            ),
        )
        for row in FACTS.table("weapons").rows
    )


@dataclass(frozen=True, kw_only=True)
class Held:
    """A weapon, its wielder, and the number of hands."""

    weapon: Dice = weapon_dice(presets=Presets(_fillings, OWN_WEAPONS))
    letter: str = choice(
        "Weapon's letter", LETTERS.options(), help="Its size in the table, for a medium wielder.", rule="OBSS-SIZE-07"
    )
    wielder: str = choice("Wielder", SIZES.options(), MEDIUM, help="How large the wielder is.", rule="OBSS-SIZE-01")
    hands: int = pick("Held in", HANDS, ONE, help="One hand, or both.", rule="OBSS-SIZE-04")
    ed: int | None = ed(group=WEAPON)
    two_handed_weapon: Dice | None = dice(
        "Printed for two hands",
        None,
        grammar=BARE,
        help="The dice that the table prints for two hands, if it does: they go before the ladder.",
        rule="OBSS-TWOH-02",
        nullable=True,
        group=WEAPON,
    )


def relative_step(h: Held) -> int:
    """The weapon's size less the wielder's (ruling C-29)."""
    return int(LETTERS.row(h.letter)["step"] - SIZES.row(h.wielder)["step"])


def fit(h: Held) -> dict[str, Any]:
    """The row for the weapon in these hands."""
    lowest, *_, highest = FITS.rows
    step = max(lowest["step"], min(highest["step"], relative_step(h)))
    return next(row for row in FITS.rows if row["step"] == step)


def gains(h: Held) -> bool:
    """Whether the second hand raises the damage (OBSS-TWOH-01, OBSS-TWOH-04)."""
    return h.hands == TWO and bool(fit(h)["gains"])


def _check(h: Held) -> None:
    refuse_wrong_ed(h.weapon, h.ed)
    row = fit(h)
    if h.hands not in row["hands"]:
        raise not_allowed("hands", h.hands, f"{row['label']}: nobody holds such a weapon in one hand.")
    if gains(h) and h.two_handed_weapon is None:
        refuse_off_ladder(h.weapon, FACTS.number("two_hands_steps"))


def result(h: Held) -> tuple[Dice, int | None]:
    """The dice of the held weapon, and their ED."""
    if not gains(h):
        return h.weapon, h.ed
    new = h.two_handed_weapon or climbed(h.weapon, FACTS.number("two_hands_steps"))
    assert new is not None  # refused before
    return new, ed_after(h.weapon, new, h.ed, two_handed=True)


def explanation(h: Held) -> Procedure[Any]:
    """The size of the weapon, how it is held, and the effect on dice and damage."""
    row, (new, _) = fit(h), result(h)
    sizes = (
        *if_any(LETTERS.row(h.letter)["label"], LETTERS.row(h.letter)["step"], "OBSS-SIZE-07"),
        *if_any(f"{SIZES.row(h.wielder)['label']} wielder", -SIZES.row(h.wielder)["step"], "OBSS-SIZE-02"),
    )
    if gains(h):
        steps = if_any("Steps on the damage ladder", FACTS.number("two_hands_steps"), "OBSS-TWOH-01")
        printed = note(f"Printed for two hands: {new}", "OBSS-TWOH-02", also=("OBSS-TWOH-01",))
        damage = printed if h.two_handed_weapon else note(f"Both hands: {new}", "OBSS-TWOH-01", steps)
        text, modifiers = ed_explanation(h.weapon, new, h.ed, two_handed=True)
    else:
        damage = note(f"The damage stays {new}", "OBSS-SIZE-03", also=("OBSS-TWOH-01",))
        text, modifiers = "The ED stays as it is", if_any("ED", h.ed or 0, "OBSS-TWOH-05")
    lost: tuple[Modifier, ...] = (FACTS.modifier("too_large_dice"),) if row["dice"] else ()
    return notes(
        note(f"Against the wielder: {row['label'].lower()}", "OBSS-SIZE-01", sizes),
        damage,
        note("Attack Roll", "OBSS-SIZE-06", lost),
        note(text, "OBSS-TWOH-05", modifiers),
    )


def _values(h: Held) -> dict[str, Any]:
    new, at = result(h)
    return {
        "weapon": str(new),
        "relative": fit(h)["id"],
        "attack_dice": fit(h)["dice"],
        "ed": at,
    }


WEAPON_SIZE = Calculator(
    id="obss.weapon_size",
    title="Weapon in hand",
    summary="A weapon of any size in hands of any size: one hand or both, the dice it has, and what it costs.",
    inputs=Held,
    outputs=(
        out.word("weapon", "weapon dice", rule="OBSS-TWOH-01", headline=True),
        out.word("relative", "", FITS.options(), rule="OBSS-SIZE-01", headline=True),
        out.figure("attack_dice", "d6 to the attack", rule="OBSS-SIZE-06", headline=True, signed=True),
        out.figure("ed", "ED", rule="OBSS-TWOH-05"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(
        *(f"OBSS-SIZE-{row:02}" for row in range(1, 8)),
        *(f"OBSS-TWOH-{row:02}" for row in range(1, 6)),
        *(row["rule"] for table in (SIZES, LETTERS, FITS) for row in table.rows),
        "OBSS-SIZE-09",
    ),
    start={"weapon": "1d10", "ed": 9, "letter": "M", "wielder": "medium", "hands": 2},
)
