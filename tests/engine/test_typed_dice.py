"""How many dice are due: what a `NeedsFace` promises against all ways in which the dice may fall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyrules.engine.dice import Die, always, d, sum_of
from pyrules.engine.errors import NeedsFace
from pyrules.engine.open_dice import OpenDie, up_to

ONCE_MORE = d(4).explode(lambda n: n == 4, 1)
DICE: dict[str, Die[int]] = {
    "one die": d(6),
    "a number": always(3),
    "the sum of three": d(3).times(3),
    "two kinds and a number": d(4).times(2).plus(d(6)).plus(1),
    "read as another number": d(3).times(2).map(lambda n: n % 2),
    "rolled again on 4": ONCE_MORE,
    "two of those and a d3": ONCE_MORE.times(2).plus(d(3)),
    "always two": d(2).then(lambda n: d(n + 1)),
    "one or two more": d(2).then(lambda n: d(3).times(n)),
    "an open pool": OpenDie(3).pool(2, 9),
    "up to a limit": up_to(d(3).times(2), 4),
    "a die of its own making": Die({1: 1}, sum_of((d(2), d(3)))),
}


def asked(die: Die[int], faces: tuple[int, ...] = ()) -> Iterator[tuple[NeedsFace, int]]:
    """Each time that faces run out, with the number of faces that had to be typed in the end, for every way."""
    left = iter(faces)

    def face(sides: int) -> int:
        found = next(left, None)
        if found is None:
            raise NeedsFace(sides)
        return found

    try:
        die.throw(face)
    except NeedsFace as needs:
        for value in range(1, needs.sides + 1):
            further = list(asked(die, (*faces, value)))
            for count in [count for _, count in further] or [len(faces) + 1]:
                yield needs, count
            yield from further


@pytest.mark.parametrize("name", DICE)
def test_the_dice_that_follow_are_those_that_are_certain(name: str) -> None:
    ends: dict[int, list[int]] = {}
    needed: dict[int, NeedsFace] = {}
    for needs, count in asked(DICE[name]):
        needed[id(needs)] = needs
        ends.setdefault(id(needs), []).append(count)
    for key, needs in needed.items():
        promised = needs.before + 1 + needs.after
        assert promised <= min(ends[key])
        assert needs.more or promised == max(ends[key])


@pytest.mark.parametrize(
    "name, before, after, more",
    [
        ("one die", 0, 0, False),
        ("the sum of three", 0, 2, False),
        ("two kinds and a number", 0, 2, False),
        ("rolled again on 4", 0, 0, True),
        ("two of those and a d3", 0, 2, True),
        ("always two", 0, 1, False),
        ("one or two more", 0, 1, True),
        ("an open pool", 0, 1, True),
    ],
)
def test_the_first_die_says_how_many_there_are(name: str, before: int, after: int, more: bool) -> None:
    needs, _ = next(asked(DICE[name]))
    assert (needs.before, needs.after, needs.more) == (before, after, more)


def test_a_sentence_says_which_die_is_due() -> None:
    assert str(NeedsFace(8)) == "One more d8 is due."
    assert str(NeedsFace(8, "Damage")) == "One more d8 is due for: Damage."
