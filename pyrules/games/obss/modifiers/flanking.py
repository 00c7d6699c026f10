"""Flanking: which two squares around a target flank it.

"Flanking", with its diagram: OBSS-FLANK-04 to OBSS-FLANK-07. A line that only clips the target's square
does not count (ruling C-27). Around a larger target a side's letter names every square of that side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import Presets, choice, number, toggle
from ....engine.procedure import Procedure, if_any
from ..tables import FACTS
from .reach import SIZES, by_size

SQUARES = FACTS.table("flanking_squares")
TARGET = "X"
ACROSS, DOWN = ("left", "middle", "right"), ("far side", "beside", "near side")
LARGEST = max(row["across"] for row in SIZES.rows if row["across"])


@dataclass(frozen=True, kw_only=True)
class Flankers:
    """The squares of two allies around a target."""

    first: str = choice(
        "You stand on",
        SQUARES.options(),
        help="A letter of the diagram: a corner, or any square of a side.",
        rule="OBSS-FLANK-05",
    )
    second: str = choice("Your ally stands on", SQUARES.options(), help="Another letter.", rule="OBSS-FLANK-05")
    space: int = number(
        "Target's squares along one side",
        1,
        LARGEST,
        1,
        help="1 for a medium or smaller target; larger ones fill several squares.",
        rule="EXT-19",
        presets=Presets(by_size),
    )
    target_faces_all: bool = toggle("Target can face several foes", help="Then nobody flanks it.", rule="OBSS-FLANK-07")


def refuse_same_square(a: Flankers) -> None:
    """Refuses two allies in one square; a side of a larger target has several squares."""
    if a.first == a.second and (a.space == 1 or is_corner(a.first)):
        raise not_allowed("second", a.second, f"You stand on {a.first} already: your ally needs another square.")


def is_corner(letter: str) -> bool:
    """Whether the letter is a single square for any size of target."""
    row = SQUARES.row(letter)
    return bool(row["x"] and row["y"])


def opposite(square: str) -> str:
    """The square that flanks together with `square`."""
    found: str = SQUARES.row(square)["opposite"]
    return found


def flanking(a: Flankers) -> bool:
    """Whether the two flank (OBSS-FLANK-04, OBSS-FLANK-05, OBSS-FLANK-07)."""
    return opposite(a.first) == a.second and not a.target_faces_all


def bonus(a: Flankers) -> int:
    """The bonus of each ally, on the attack roll or to Defense."""
    return FACTS.number("flanking_bonus") * flanking(a)


def grid(a: Flankers) -> dict[str, Any]:
    """The diagram, with the far side at the top and the bonus on both allies' squares.

    The diagram's middle column and row repeat for each square of the target.
    """
    held = {(row["x"], row["y"]): row["id"] for row in SQUARES.rows} | {(0, 0): TARGET}
    places = (-1, *(0,) * a.space, 1)

    def square(letter: str) -> out.Square:
        return letter, bonus(a) if letter in (a.first, a.second) else None

    across, down = ((first, *(middle,) * a.space, last) for first, middle, last in (ACROSS, DOWN))
    return out.board(across, down, [[square(held[x, y]) for x in places] for y in reversed(places)])


def explanation(a: Flankers) -> Procedure[Any]:
    """The squares of both allies, and the result."""
    all_round = (note("The target can face you both: nobody flanks it", "OBSS-FLANK-07"),)
    pairs = " or ".join(f"{row['id']}-{row['opposite']}" for row in SQUARES.rows if row["id"] < row["opposite"])
    return notes(
        note(f"{a.first} flanks with {opposite(a.first)}; the pairs are {pairs}", "OBSS-FLANK-05", also=("EXT-19",)),
        *(all_round if a.target_faces_all else ()),
        note(
            "You flank" if flanking(a) else "You do not flank",
            "OBSS-FLANK-04",
            if_any("Flanking", bonus(a), "OBSS-FLANK-01"),
            also=("OBSS-FLANK-01",),
        ),
        note("A medium target has room for so many", "OBSS-FLANK-02", gives="most"),
        note("Each of you chooses every round: Attack Roll or Defense", "OBSS-FLANK-03"),
    )


def _values(a: Flankers) -> dict[str, Any]:
    return {
        "flanking": flanking(a),
        "attack_or_defense": bonus(a),
        "opposite": opposite(a.first),
        "most": FACTS.number("flankers_limit") if a.space == 1 else None,
        "grid": grid(a),
    }


FLANKING = Calculator(
    id="obss.flanking",
    title="Flanking",
    summary="Whether the two of you have the target between you.",
    inputs=Flankers,
    outputs=(
        out.flag("flanking", "you flank", rule="OBSS-FLANK-04", headline=True),
        out.figure(
            "attack_or_defense", "on attack or Defense, for each", rule="OBSS-FLANK-01", headline=True, signed=True
        ),
        out.word("opposite", "Your flanking square", rule="OBSS-FLANK-05"),
        out.squares(
            "grid",
            f"Around the target {TARGET}",
            across="",
            down="",
            rule="OBSS-FLANK-05",
            value=out.figure("bonus", "Bonus", signed=True),
        ),
        out.figure("most", "At most around a medium target", rule="OBSS-FLANK-02", unit="flankers"),
    ),
    compute=_values,
    check=refuse_same_square,
    explain=explanation,
    start={"first": "A", "second": "F"},
)
