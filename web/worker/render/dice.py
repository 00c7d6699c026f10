"""The dice of a roll, drawn."""

from __future__ import annotations

from typing import NamedTuple

from pyrules.engine.dice import Face

# The dice, drawn in a box of 40 by 40

_PIPS = {
    1: ((20, 20),),
    2: ((12, 12), (28, 28)),
    3: ((12, 12), (20, 20), (28, 28)),
    4: ((12, 12), (28, 12), (12, 28), (28, 28)),
    5: ((12, 12), (28, 12), (20, 20), (12, 28), (28, 28)),
    6: ((12, 12), (28, 12), (12, 20), (28, 20), (12, 28), (28, 28)),
}
# The outline of each kind of die as it lies on the table, and the edges inside it.
_OUTLINES = {
    4: ("M20 3 38 35H2Z", ""),
    6: ("M8 3H32Q37 3 37 8V32Q37 37 32 37H8Q3 37 3 32V8Q3 3 8 3Z", ""),
    8: ("M20 2 37 20 20 38 3 20Z", "M3 20 20 30 37 20"),
    10: ("M20 2 38 17 20 38 2 17Z", "M2 17 20 29 38 17"),
    12: ("M20 2 38 15 31 37H9L2 15Z", ""),
    20: ("M20 2 36 11V29L20 38 4 29V11Z", "M20 8 32 28H8ZM20 2V8M36 29 32 28M4 29 8 28"),
    100: ("M20 2A18 18 0 1 1 20 38 18 18 0 1 1 20 2Z", ""),
}
_ROUND = _OUTLINES[100]
_NUMBER_AT = {4: 31, 8: 25, 10: 25, 12: 27, 20: 26}


class Drawn(NamedTuple):
    """One die as the templates draw it: a die of six by its pips, any other by its shape and number."""

    sides: int
    value: int
    outline: str
    edges: str
    pips: tuple[tuple[int, int], ...]
    number_at: int


def drawn(face: Face) -> Drawn:
    """The picture of one die on the table."""
    outline, edges = _OUTLINES.get(face.sides, _ROUND)
    pips = _PIPS[face.value] if face.sides == 6 else ()
    return Drawn(face.sides, face.value, outline, edges, pips, _NUMBER_AT.get(face.sides, 26))
