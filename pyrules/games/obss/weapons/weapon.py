"""A weapon's dice: their text, and when they explode.

"Exploding damage": OBSS-EXPL-01 to OBSS-EXPL-07, with the weapons of the equipment chapter as presets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ....engine.dice import Dice, Die, always, sum_of
from ....engine.dice_text import BARE
from ....engine.errors import not_allowed
from ....engine.inputs import OwnRows, Preset, Presets, dice, number
from ....engine.open_dice import up_to
from ..tables import FACTS

ED = (FACTS.number("explosion_above") + 1, 200)
"""The range of an ED, which only a weapon that can explode may have (ruling, OBSS-EXPL-04)."""


def weapon(label: str = "Weapon dice", default: Any = None, **common: Any) -> Any:
    """The input for a weapon's dice; required unless it has a default."""
    help = common.pop("help", "The dice alone, such as 1d8 or 2d6; what is added stands beside them.")
    given = {} if default is None else {"default": default}
    return dice(label, grammar=BARE, help=help, rule="OBSS-LIFE-01", **given, **common)


def ed(label: str = "ED", **common: Any) -> Any:
    """The input for the ED, the roll from which a weapon explodes."""
    return number(
        label,
        *ED,
        None,
        help="The number from which a lethal weapon's dice explode, such as 9 for ED9; empty if only the highest does.",
        rule="OBSS-EXPL-04",
        nullable=True,
        empty="highest",
        **common,
    )


def explodes_at(dice: Dice, ed: int | None) -> int | None:
    """The roll from which these dice explode; None if they never do (OBSS-EXPL-01 to 04)."""
    return (ed or dice.maximum) if dice.maximum > FACTS.number("explosion_above") else None


def refuse_wrong_ed(dice: Dice, ed: int | None, at: str = "") -> None:
    """Refuses an ED on dice that never explode, or that cannot roll it; `at` is the path before it."""
    if ed is None:
        return
    if explodes_at(dice, ed) is None:
        above = FACTS.number("explosion_above")
        raise not_allowed(f"{at}ed", ed, f"A weapon that does {above} at most never explodes: leave the ED empty.")
    if ed > dice.maximum:
        raise not_allowed(f"{at}ed", ed, f"{dice} never come to {ed}: give an ED of at most {dice.maximum}.")


@lru_cache(maxsize=512)
def weapon_rolls(dice: Dice, count: int) -> Die[int]:
    """The sum of `count` rolls of the dice, as for criticals; they do not explode (OBSS-EXPL-07)."""
    return Dice(dice.count * count, dice.sides, dice.plus * count).die()


def weapon_rolls_to(dice: Dice, count: int, limit: int) -> Die[int]:
    """The same rolls with odds in which `limit` includes all higher sums.

    Rolls that always reach the limit need no count.
    """
    if count * dice.minimum < limit:
        return up_to(weapon_rolls(dice, count), limit)
    once = weapon_rolls(dice, 1)
    return Die({limit: 1}, sum_of((once,) * count), once.least * count, once.more)


@lru_cache(maxsize=128)
def weapon_roll(dice: Dice, at: int | None) -> Die[int]:
    """One roll of the dice; from `at` on, a second roll is added, which does not explode (OBSS-EXPL-06)."""
    once, more = dice.die(), dice.die().times(FACTS.number("explosion_rolls"))
    if at is None:
        return once
    return once.then(lambda n: more.map(lambda added: n + added) if n >= at else always(n))


OWN_WEAPONS = OwnRows(
    "weapons",
    (("weapon", "damage"), *((name, name) for name in ("ed", "letter", "two_handed_weapon"))),
)
"""A player's own weapons, for the inputs that a calculator has of these."""


def fillings() -> Presets:
    """The weapons as presets of the inputs `weapon` and `ed` (EXT-18)."""
    return Presets(_fillings, OWN_WEAPONS)


def _fillings() -> tuple[Preset, ...]:
    rows = FACTS.table("weapons").rows
    return tuple(Preset(row["label"], (("weapon", row["damage"]), ("ed", str(row["ed"])))) for row in rows)
