"""Foes of a game: unknown foes and weapons are refused, and pairs are those of a sheet."""

from __future__ import annotations

import pytest

import pyrules
from pyrules.engine.dice import d
from pyrules.engine.errors import InvalidInput, UnknownName
from pyrules.engine.fight.foes import FoeRow, Foes, sheet_pairs
from pyrules.engine.inputs import Option

FOES = Foes(
    rows=(FoeRow("guard", "Guard", "with a weapon", True), FoeRow("wolf", "Wolf", "with fangs", False)),
    weapons=(Option("club", "Club"), Option("pike", "Pike")),
    quick=object,
    of_quick=lambda quick: [],
    pairs_of=lambda foe, weapon: [("name", f"{foe} {weapon}".strip())],
    hit_points_of=lambda foe: d(8) if foe == "wolf" else None,
)


def test_a_foe_bears_one_of_the_weapons_or_none() -> None:
    assert FOES.pairs("guard", "pike") == [("name", "guard pike")]
    assert FOES.pairs("wolf") == [("name", "wolf")]


@pytest.mark.parametrize(
    ("foe", "weapon", "code", "text"),
    [
        ("guard", "", "bad_option", "The weapon of Guard must be one of club, pike; got nothing."),
        ("guard", "spoon", "bad_option", "The weapon of Guard must be one of club, pike; got spoon."),
        ("wolf", "club", "not_allowed", "Wolf has attacks of its own and bears no other weapon."),
    ],
)
def test_other_weapons_are_refused(foe: str, weapon: str, code: str, text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        FOES.pairs(foe, weapon)
    assert (refused.value.field, refused.value.code, refused.value.text) == ("weapon", code, text)


def test_hit_points_are_dice_or_a_number() -> None:
    assert FOES.hit_points("wolf") == d(8)
    assert FOES.hit_points("guard") is None


@pytest.mark.parametrize("unknown", ["nobody", "", "x" * 100])
def test_an_unknown_foe_is_refused(unknown: str) -> None:
    for ask in (FOES.row, FOES.pairs, FOES.hit_points):
        with pytest.raises(UnknownName, match="there are: guard, wolf"):
            ask(unknown)


def test_pairs_of_a_sheet_are_in_its_order_and_lack_defaults() -> None:
    sheet = pyrules.sheet("wwn")
    given = [("speed", 40), ("name", "Wolf"), ("level", 1), ("hit_points", None)]
    assert sheet_pairs(sheet, given) == [("name", "Wolf"), ("speed", "40")]


@pytest.mark.parametrize("pair", [("speed", "fast"), ("wings", 2)])
def test_pairs_that_a_sheet_refuses_raise(pair: tuple[str, object]) -> None:
    with pytest.raises(InvalidInput) as refused:
        sheet_pairs(pyrules.sheet("wwn"), [pair])
    assert refused.value.field == pair[0]
