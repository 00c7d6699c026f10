"""Whether the dice are fair: how often each face came, against what is expected, and what that is worth.

The page counts the faces that were thrown for its player; here they are drawn and judged by Pearson's chi-square.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt
from typing import NamedTuple

from pyrules.engine.errors import BAD_TYPE, InvalidInput

from . import views

MOST_SIDES = 100
MOST_KINDS = 30
MOST_THROWS = 10**9
ENOUGH_PER_FACE = 5
"""Below this many expected, the chi-square distribution says nothing reliable."""

_WIDTH, _TOP, _FLOOR = 320, 20, 112
_LABEL_WIDTH = 22
_MOST_NUMBERS = 20


@dataclass(frozen=True, slots=True)
class Bar:
    """One face: how often it came, its rectangle, and whether there is room for its name."""

    face: int
    count: int
    x: float
    y: float
    width: float
    height: float
    labeled: bool

    @property
    def middle(self) -> float:
        """Where its texts stand."""
        return round(self.x + self.width / 2, 1)


class Kind(NamedTuple):
    """One kind of die: its throws, drawn and judged. `expected_at` is the height of the line of the expected share."""

    sides: int
    thrown: int
    expected: str
    bars: tuple[Bar, ...]
    expected_at: float
    numbered: bool
    verdict: str


def drawn(counts: object) -> str:
    """The pictures for `counts`: for each number of sides, as text, how often each face came."""
    kinds = [judged(faces) for faces in _read(counts) if sum(faces)]
    return views.template("fairness.html").render(kinds=kinds)


def judged(counts: list[int]) -> Kind:
    """The counts of one kind of die, drawn and put in words."""
    sides, thrown = len(counts), sum(counts)
    highest = max(*counts, thrown / sides)
    slot = _WIDTH / sides
    every = max(1, -(-_LABEL_WIDTH * sides // _WIDTH))
    width = round(min(slot * 0.72, 30.0), 1)
    bars = []
    for index, count in enumerate(counts):
        height = round(count / highest * (_FLOOR - _TOP), 1)
        x = round(slot * (index + 0.5) - width / 2, 1)
        bars.append(Bar(index + 1, count, x, round(_FLOOR - height, 1), width, height, index % every == 0))
    return Kind(
        sides=sides,
        thrown=thrown,
        expected=_times(thrown, sides),
        bars=tuple(bars),
        expected_at=round(_FLOOR - thrown / sides / highest * (_FLOOR - _TOP), 1),
        numbered=sides <= _MOST_NUMBERS,
        verdict=verdict(counts),
    )


def _times(thrown: int, sides: int) -> str:
    tenths = round(thrown * 10 / sides)
    exact = thrown * 10 == tenths * sides
    number = str(tenths // 10) if exact and tenths % 10 == 0 else f"{tenths / 10:.1f}"
    return f"{'' if exact else 'about '}{number} {'time' if number == '1' else 'times'}"


def verdict(counts: list[int]) -> str:
    """What the picture is worth, in plain words."""
    sides, thrown = len(counts), sum(counts)
    enough = ENOUGH_PER_FACE * sides
    if thrown < enough:
        return f"Too few to judge: below {enough} throws, fair dice look uneven as a rule."
    p = as_uneven(counts)
    share = "less than 0.1" if p < 0.001 else f"about {p * 100:.1f}" if p < 0.1 else f"about {p * 100:.0f}"
    words = "Nothing unusual" if p >= 0.05 else "A little unusual" if p >= 0.01 else "Rare"
    return f"{words}: fair dice are at least this uneven in {share} % of such series."


def as_uneven(counts: list[int]) -> float:
    """The chance that fair dice stray from even shares at least as far as these counts: chi-square's upper tail."""
    expected = sum(counts) / len(counts)
    half = sum((count - expected) ** 2 / expected for count in counts) / 2
    # The closed forms for a whole number of degrees of freedom: for an even one a Poisson sum, else begun by erfc.
    freedom = len(counts) - 1
    tail = erfc(sqrt(half)) if freedom % 2 else 0.0
    at = 0.5 if freedom % 2 else 0.0
    if half > 700:  # where exp() has nothing left to say
        return tail
    while at < freedom / 2:
        tail += exp(-half) * half**at / gamma(at + 1)
        at += 1
    return min(tail, 1.0)


def _read(counts: object) -> list[list[int]]:
    """The counts of a request, smallest die first; what no dice can have thrown is refused."""
    if not isinstance(counts, dict) or len(counts) > MOST_KINDS:
        raise _refusal(counts)
    read = []
    for sides, faces in counts.items():
        known = isinstance(faces, list) and 2 <= len(faces) <= MOST_SIDES and str(len(faces)) == sides
        if not known or not all(_is_count(count) for count in faces):
            raise _refusal(faces)
        read.append(faces)
    return sorted(read, key=len)


def _is_count(count: object) -> bool:
    return isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= MOST_THROWS


def _refusal(value: object) -> InvalidInput:
    text = "Counts name each kind of die by its sides, and say how often each of its faces came."
    return InvalidInput("counts", BAD_TYPE, value, text)
