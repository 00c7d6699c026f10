"""The damage ladder: which dice a larger, smaller, hurled or two-handed weapon has.

"Weapons of another size", "Weapons in two hands" and "Throwing weapons not made for it".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.dice import Dice, parse_dice
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.formatting import figure
from ....engine.inputs import dice, number, toggle
from ....engine.procedure import Modifier, Procedure, counted, if_any
from ..tables import FACTS
from .weapon import ED, ed, explodes_at, fillings, refuse_wrong_ed

LADDER = FACTS.table("damage_ladder")
STEPS = (-6, 6)


@dataclass(frozen=True, kw_only=True)
class Resized:
    """A weapon, and how far up or down it goes."""

    weapon: Dice = dice(
        "Weapon dice",
        help="A rung of the ladder: 1, 1d2 and so on up to 3d10.",
        rule="OBSS-SIZE-08",
        presets=fillings(),
    )
    steps: int = number(
        "Steps",
        *STEPS,
        0,
        help=FACTS.fill(
            "+1 for each size larger and for two hands, -1 for each size smaller, {hurl_damage_steps} if hurled."
        ),
        rule="OBSS-SIZE-08",
        signed=True,
    )
    ed: int | None = ed()
    two_handed: bool = toggle(
        "It is for two hands",
        help=FACTS.fill("The step comes from holding it in both: an ED of its own rises by {two_hands_ed}."),
        rule="OBSS-TWOH-05",
    )


def rung(weapon: Dice) -> int | None:
    """On which rung these dice are; None if they are on none."""
    row = LADDER.find("label", str(weapon))
    return None if row is None else int(row["rung"])


def climbed(weapon: Dice, steps: int) -> Dice | None:
    """The dice so many steps up; None if the ladder ends before, or has no such dice. No step keeps what is held."""
    at = rung(weapon)
    if at is None:
        return None
    if not steps:
        return weapon
    row = next((row for row in LADDER.rows if row["rung"] == at + steps and row["standard"]), None)
    return None if row is None else parse_dice(row["label"])


def ed_after(old: Dice, new: Dice, at: int | None, *, two_handed: bool) -> int | None:
    """The ED of the new dice; none where they never explode.

    At the highest roll it stays there. Two hands raise any other by 2, size keeps its distance from the highest roll.
    It is never so low, or so high, that no ED could be (our ruling; OBSS-TWOH-05, OBSS-SIZE-09).
    """
    if at is None or explodes_at(new, None) is None:
        return None
    if at == old.maximum or old == new:
        return new.maximum if at == old.maximum else at
    moved = at + (FACTS.number("two_hands_ed") if two_handed else new.maximum - old.maximum)
    return min(new.maximum, max(ED[0], moved))


def refuse_off_ladder(weapon: Dice, steps: int) -> None:
    """Refuse dice that are on no rung, and steps past either end."""
    if rung(weapon) is None:
        text = f"{weapon} are not on the damage ladder, which goes from {_end(0)} to {_end(-1)}."
        raise not_allowed("weapon", str(weapon), text)
    if climbed(weapon, steps) is None:
        text = f"The damage ladder has no {counted(abs(steps), 'step')} {'up' if steps > 0 else 'down'} from {weapon}."
        raise not_allowed("steps", steps, text)


def _end(index: int) -> str:
    return str(LADDER.rows[index]["label"])


def _check(r: Resized) -> None:
    refuse_wrong_ed(r.weapon, r.ed)
    refuse_off_ladder(r.weapon, r.steps)


def result(r: Resized) -> tuple[Dice, int | None]:
    """The dice in the end, and their ED."""
    new = climbed(r.weapon, r.steps)
    assert new is not None  # refused before
    return new, ed_after(r.weapon, new, r.ed, two_handed=r.two_handed)


def told_ed(old: Dice, new: Dice, at: int | None, *, two_handed: bool) -> tuple[str, tuple[Modifier, ...]]:
    """How an ED comes about, in words and as a sum."""
    then = ed_after(old, new, at, two_handed=two_handed)
    if at is None:
        return "No ED of its own: it explodes on the highest roll, if at all", ()
    if then is None:
        return f"{new} never explode: no ED", ()
    if at == old.maximum:
        return "The ED stays at the highest roll", (Modifier("ED", then, "OBSS-TWOH-05"),)
    why = "Two hands" if two_handed else "As far from the highest roll as before"
    rule = "OBSS-TWOH-05" if two_handed else "OBSS-SIZE-09"
    return "The ED", (Modifier("ED before", at, rule), *if_any(why, then - at, rule))


def explanation(r: Resized) -> Procedure[Any]:
    """Up or down the ladder, and the ED."""
    new, _ = result(r)
    text, modifiers = told_ed(r.weapon, new, r.ed, two_handed=r.two_handed)
    return notes(
        note(f"{r.weapon}, {figure(r.steps, signed=True)} on the ladder: {new}", "OBSS-SIZE-08"),
        note(text, "OBSS-SIZE-09", modifiers),
    )


def ladder(old: Dice, new: Dice) -> list[dict[str, Any]]:
    """Every rung, from the lowest up, and which of them this is about."""
    rows = []
    for row in LADDER.rows:
        held = parse_dice(row["label"])
        assert held is not None
        now = {str(new): "after", str(old): "before"}.get(row["label"], "")
        rows.append({"dice": row["label"], "mean": held.die().mean(lambda n: n), "highest": held.maximum, "now": now})
    return rows


def _values(r: Resized) -> dict[str, Any]:
    new, at = result(r)
    return {
        "weapon": str(new),
        "ed": at,
        "gain": new.die().mean(lambda n: n) - r.weapon.die().mean(lambda n: n),
        "ladder": ladder(r.weapon, new),
    }


DAMAGE_LADDER = Calculator(
    id="obss.damage_ladder",
    title="Damage ladder",
    summary="The dice of a weapon that is larger, smaller, hurled or held in both hands.",
    inputs=Resized,
    outputs=(
        out.word("weapon", "weapon dice", rule="OBSS-SIZE-08", headline=True),
        out.figure("ed", "ED", rule="OBSS-SIZE-09", headline=True),
        out.figure("gain", "Damage more", rule="OBSS-SIZE-08", unit="on average", signed=True),
        out.rows(
            "ladder",
            "The ladder",
            (
                out.word("dice", "Dice"),
                out.figure("mean", "Average"),
                out.figure("highest", "Highest"),
                out.word("now", "This weapon"),
            ),
            rule="OBSS-SIZE-08",
        ),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=("OBSS-HURL-02", "EXT-22"),
    start={"weapon": "2d4", "steps": 1, "ed": 7},
)
