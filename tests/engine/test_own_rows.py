"""A player's own rows, with a small game of its own: each row is read by itself, strictly, and migrated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pyrules.engine.errors import BAD_DICE, BAD_TYPE, NOT_ALLOWED, OUT_OF_RANGE, UNKNOWN_FIELD
from pyrules.engine.inputs import RecordInput, dice, number, text
from pyrules.engine.sheet import own_rows


@dataclass(frozen=True, kw_only=True)
class Blade:
    name: str = text("Name", 10, "Blade", help="Its name.")
    damage: Any = dice("Damage", "1d6", help="Its dice.")


@dataclass(frozen=True, kw_only=True)
class Coat:
    name: str = text("Name", 10, "Coat", help="Its name.")
    points: int = number("Points", 0, 9, 0, help="What it stops.")


RECORD = own_rows.declared(
    {
        "weapons": RecordInput(label="Weapon", of=Blade, help="One."),
        "armor": RecordInput(label="Armor", of=Coat, help="One."),
    }
)


def read(*pairs: tuple[str, str]) -> own_rows.ReadRows:
    return own_rows.read(RECORD, pairs)


def test_rows_are_held_by_kind_and_written_with_every_input() -> None:
    found = read(("armor.0.name", "Hide"), ("weapons.0.damage", "1d4+1"))

    assert not found.problems
    assert found.rows["armor"][0] == Coat(name="Hide")
    assert own_rows.to_pairs(found.rows) == [
        ("weapons.0.name", "Blade"),
        ("weapons.0.damage", "1d4+1"),
        ("armor.0.name", "Hide"),
        ("armor.0.points", "0"),
    ]


def test_without_rows_there_are_none() -> None:
    assert own_rows.to_pairs(read().rows) == own_rows.to_pairs(read(("weapons", "")).rows) == []


def test_a_wrong_row_is_named_and_leaves_the_others() -> None:
    found = read(
        ("weapons.0.name", "One"),
        ("weapons.1.name", "Two"),
        ("weapons.1.damage", "much"),
        ("weapons.2.name", "Three"),
        ("armor.0.points", "12"),
    )

    assert [(one.field, one.code) for one in found.problems] == [
        ("weapons.1.damage", BAD_DICE),
        ("armor.0.points", OUT_OF_RANGE),
    ]
    assert found.problems[1].text == "Armor 1, Points must be a whole number from 0 to 9; got 12."
    assert [row.name for row in found.rows["weapons"].values()] == ["One", "Three"]
    assert list(found.rows["weapons"]) == [0, 2]
    assert ("weapons.1.name", "Three") in own_rows.to_pairs(found.rows)


def test_no_two_rows_of_a_kind_have_the_same_name() -> None:
    found = read(("weapons.0.name", "Fang"), ("weapons.1.name", "fang"), ("armor.0.name", "Fang"))

    assert [(one.field, one.code) for one in found.problems] == [("weapons.1.name", NOT_ALLOWED)]
    assert found.problems[0].text == "Weapon 2, Name must be unlike the names before it; got fang."
    assert len(found.rows["weapons"]) == len(found.rows["armor"]) == 1


@pytest.mark.parametrize(
    ("pair", "field", "code", "kept"),
    [
        (("shields.0.name", "Wall"), "shields.0.name", UNKNOWN_FIELD, 0),
        (("weapons.0.length", "3"), "weapons.0.length", UNKNOWN_FIELD, 1),
        (("weapons.3.name", "Gap"), "weapons", BAD_TYPE, 0),
        (("weapons", "Blade"), "weapons", BAD_TYPE, 0),
        (("weapons.0", "Blade"), "weapons.0", BAD_TYPE, 0),
    ],
)
def test_what_no_row_has_is_named(pair: tuple[str, str], field: str, code: str, kept: int) -> None:
    found = read(pair)

    assert [(one.field, one.code) for one in found.problems] == [(field, code)]
    assert len(found.rows["weapons"]) == kept


def test_rows_beyond_the_limit_are_left_out_and_that_is_said() -> None:
    found = read(*((f"weapons.{n}.name", f"B{n}") for n in range(own_rows.MOST_ROWS + 1)))

    assert [(one.field, one.code) for one in found.problems] == [("weapons", OUT_OF_RANGE)]
    assert len(found.rows["weapons"]) == own_rows.MOST_ROWS
