"""Movement, reach, flanking, light and time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.obss.modifiers.flanking import FLANKING
from pyrules.games.obss.modifiers.reach import REACH
from pyrules.games.obss.modifiers.vision import VISION
from pyrules.games.obss.movement.movement import MOVEMENT
from pyrules.games.obss.turns.time_convert import TIME_CONVERT

from ..asking import ask, refused


def count(board: dict[str, Any], word: str) -> int:
    return sum(square == (word, None) for row in board["squares"] for square in row)


# Movement.


def test_a_dash_goes_twice_as_far_and_takes_its_price() -> None:
    values = ask(MOVEMENT, speed=6, steps=["move", "dash"])
    assert (values["metres"], values["total"], values["actions"]) == ([6, 12], 18, 2)
    assert (values["attack_dice"], values["defense"], values["distracted"]) == (-1, -4, True)
    assert [row["sum"] for row in values["way"]] == [6, 18]


def test_walking_has_no_price() -> None:
    values = ask(MOVEMENT, speed=9, steps=["move"] * 4)
    assert (values["total"], values["attack_dice"], values["defense"], values["distracted"]) == (36, 0, 0, False)


@pytest.mark.parametrize(("terrain", "expected"), [("normal", [9, 18]), ("difficult", [4, 9]), ("double", [2, 4])])
def test_terrain_divides_what_each_step_covers_and_rounds_down(terrain: str, expected: list[int]) -> None:
    assert ask(MOVEMENT, speed=9, steps=["move", "dash"], terrain=terrain, dash_on_difficult=True)["metres"] == expected


def test_nobody_dashes_over_difficult_ground_without_the_check() -> None:
    assert refused(MOVEMENT, speed=9, steps=["dash"], terrain="double") == ("dash_on_difficult", "not_allowed")
    assert ask(MOVEMENT, speed=9, steps=["move"], terrain="double")["total"] == 2


def test_a_round_has_room_for_three_dashes_and_four_steps() -> None:
    assert refused(MOVEMENT, speed=9, steps=["dash"] * 4) == ("steps", "not_allowed")
    assert ask(MOVEMENT, speed=9, steps=["dash"] * 3 + ["move"])["total"] == 7 * 9
    assert refused(MOVEMENT, speed=9, steps=["move"] * 5) == ("steps", "out_of_range")


# Reach.


@pytest.mark.parametrize(("space", "reach"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (6, 3), (7, 4)])
def test_reach_is_half_the_space_rounded_up(space: int, reach: int) -> None:
    values = ask(REACH, space=space)
    assert (values["reach"], values["melee_distance"]) == (reach, reach)
    assert ask(REACH, space=space, long_weapon=True)["melee_distance"] == reach + 1


def test_a_printed_reach_is_shown_where_the_size_is_known() -> None:
    assert [ask(REACH, space=space)["printed_reach"] for space in (0, 1, 3, 5, 6)] == [None, 1, 2, None, 6]


@pytest.mark.parametrize("space", [1, 2, 3, 6])
def test_the_picture_holds_the_creature_and_every_square_it_strikes(space: int) -> None:
    values = ask(REACH, space=space)
    board, wide = values["around"], space + 2 * values["reach"]
    assert len(board["squares"]) == len(board["across"]) == len(board["down"]) == wide
    assert count(board, "creature") == space**2
    assert count(board, "strikes") == wide**2 - space**2


def test_a_long_weapon_is_awkward_right_beside_its_wielder() -> None:
    board = ask(REACH, space=1, long_weapon=True)["around"]
    assert (count(board, "creature"), count(board, "near"), count(board, "strikes")) == (1, 8, 16)
    assert board["squares"][1][1] == ("near", None)
    assert board["squares"][0][2] == ("strikes", None)


def test_no_picture_where_its_squares_would_be_too_small() -> None:
    assert ask(REACH, space=12)["around"] is not None
    assert ask(REACH, space=12, long_weapon=True)["around"] is None


# Flanking.


def test_only_the_four_pairs_of_the_diagram_flank() -> None:
    letters = "ABCDEFGH"
    pairs = {
        first + second
        for first in letters
        for second in letters
        if first < second and ask(FLANKING, first=first, second=second)["flanking"]
    }
    assert pairs == {"AF", "BE", "CD", "GH"}


def test_nobody_flanks_what_can_face_all() -> None:
    values = ask(FLANKING, first="A", second="F", target_faces_all=True)
    assert (values["flanking"], values["attack_or_defense"]) == (False, 0)


def test_two_do_not_share_a_square() -> None:
    assert refused(FLANKING, first="G", second="G") == ("second", "not_allowed")


def test_the_diagram_is_drawn_as_in_the_book() -> None:
    board = ask(FLANKING, first="C", second="D")["grid"]
    assert ["".join(word for word, _ in row) for row in board["squares"]] == ["AGD", "BXE", "CHF"]
    marked = {word: bonus for row in board["squares"] for word, bonus in row if bonus is not None}
    assert marked == {"C": 2, "D": 2}


@pytest.mark.parametrize("space", [2, 3, 6])
def test_around_a_larger_target_squares_on_opposite_sides_flank(space: int) -> None:
    """Opposite sides: the line between two such squares enters the target on one side and leaves on the other."""
    at = {"A": (0, space + 1), "D": (space + 1, space + 1), "C": (0, 0), "F": (space + 1, 0)}
    along = range(1, space + 1)
    sides = {
        "B": [(0, y) for y in along],
        "E": [(space + 1, y) for y in along],
        "G": [(x, space + 1) for x in along],
        "H": [(x, 0) for x in along],
    } | {letter: [square] for letter, square in at.items()}

    def through(axis: int, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether the line passes both borders of the target across this axis."""
        (a, b), (c, d) = (one[axis], one[1 - axis]), (other[axis], other[1 - axis])
        if {a, c} != {0, space + 1}:
            return False
        heights = [
            b + (d - b) * (Fraction(border) - a) / (c - a) for border in (Fraction(1, 2), space + Fraction(1, 2))
        ]
        return all(Fraction(1, 2) <= height <= space + Fraction(1, 2) for height in heights)

    for first, mine in sides.items():
        for second, theirs in sides.items():
            lines = {through(0, one, two) or through(1, one, two) for one in mine for two in theirs if one != two}
            if lines:
                assert lines == {ask(FLANKING, first=first, second=second, space=space)["flanking"]}, (first, second)


def test_a_larger_target_is_drawn_with_all_its_squares() -> None:
    board = ask(FLANKING, first="G", second="H", space=3)["grid"]
    rows = ["".join(word for word, _ in row) for row in board["squares"]]
    assert rows == ["AGGGD", "BXXXE", "BXXXE", "BXXXE", "CHHHF"]


def test_the_limit_of_flankers_is_given_for_a_medium_target_alone() -> None:
    assert [ask(FLANKING, first="A", second="F", space=space)["most"] for space in (1, 2)] == [4, None]


def test_two_share_a_side_of_a_larger_target_and_no_corner() -> None:
    assert ask(FLANKING, first="G", second="G", space=2)["flanking"] is False
    assert refused(FLANKING, first="A", second="A", space=2) == ("second", "not_allowed")


# Light.


@pytest.mark.parametrize(
    ("sight", "light", "attack", "awareness", "invisible"),
    [
        ("normal", "dim", -1, -2, False),
        ("normal", "dark", None, 0, True),
        ("low_light", "dim", 0, 0, False),
        ("low_light", "dark", None, 0, True),
        ("darkvision", "dim", 0, 0, False),
        ("darkvision", "dark", 0, -2, False),
    ],
)
def test_what_the_dark_takes(sight: str, light: str, attack: int | None, awareness: int, invisible: bool) -> None:
    values = ask(VISION, sight=sight, light=light)
    assert (values["attack"], values["awareness"]) == (attack, awareness)
    assert values["enemies_count_as_invisible"] is invisible
    assert next(row for row in values["every_sight"] if row["sight"] == sight)["attack"] == attack


# Time.


@pytest.mark.parametrize(
    ("amount", "unit", "to", "value"),
    [
        (1, "hour", "round", 360),
        (6, "round", "minute", 1),
        (1, "turn", "minute", 10),
        (1, "action", "round", Fraction(1, 3)),
        (7, "action", "minute", Fraction(7, 18)),
        (1_000_000, "hour", "turn", 6_000_000),
        (0, "turn", "action", 0),
    ],
)
def test_times_in_each_other(amount: int, unit: str, to: str, value: Fraction | int) -> None:
    assert ask(TIME_CONVERT, amount=amount, unit=unit, to=to)["value"] == value
    back = ask(TIME_CONVERT, amount=amount, unit=unit, to=unit)["value"]
    assert back == amount
