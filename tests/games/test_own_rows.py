"""A player's own rows in every game: what they are, what forms copy of them, and what a character makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine.inputs import Choice, Input, ListInput, OwnRows, Presets, RecordInput, input_fields
from pyrules.engine.sheet import own_rows
from pyrules.engine.sheet.bindings import apply
from pyrules.engine.sheet.values import Matchup, Values

GAMES = list(pyrules.GAME_IDS)
WORN = {
    "wwn": ([("armor", "own"), ("worn_ac", "16"), ("dex", "14")], "armor_class", 17),
    "obss": ([("armor", "own"), ("worn_defense", "7"), ("dex", "2")], "defense", 19),
    "openquest": ([("armor", "own"), ("worn_points", "7"), ("armor_magic", "1")], "armor_points", 8),
    "raiders": ([("worn_name", "Bark coat"), ("armor", "3"), ("fortitude", "2")], "protection", 5),
}


def elements(record: type) -> dict[str, type]:
    """The record of each kind of own rows."""
    lists = {field.name: field.input for field in input_fields(record)}
    return {name: kind.element.of for name, kind in lists.items()}  # type: ignore[attr-defined]


def offering(record: type) -> Iterator[tuple[type, str, Input, OwnRows]]:
    """Each input of a record, at any depth, that offers own rows, with the record whose inputs it sets."""
    for field in input_fields(record):
        kind = field.input
        inner = kind.element if isinstance(kind, ListInput) else kind
        for one in {id(one): one for one in (kind, inner)}.values():
            if one.presets and one.presets.own:
                into = one.of if isinstance(one, RecordInput) else record
                yield into, field.name, one, one.presets.own
        if isinstance(inner, RecordInput):
            yield from offering(inner.of)


def weapon_presets(game_id: str) -> Presets:
    """What the sheet of a game offers for a weapon."""
    character = pyrules.sheet(game_id).character
    weapons = next(field.input for field in input_fields(character) if field.name == "weapons")
    assert isinstance(weapons, ListInput) and weapons.element.presets
    return weapons.element.presets


def forms(game_id: str) -> Iterator[type]:
    yield from (calculator.inputs for calculator in pyrules.game(game_id).calculators)
    yield pyrules.sheet(game_id).character


@pytest.mark.parametrize("game_id", GAMES)
def test_a_form_copies_inputs_that_own_rows_have_into_inputs_that_take_them(game_id: str) -> None:
    rows = elements(pyrules.sheet(game_id).own_rows)
    for form in forms(game_id):
        for record, name, _, own in offering(form):
            of = {field.name: field.input for field in input_fields(rows[own.kind])}
            into = {field.name: field.input for field in input_fields(record)}
            assert {inner for _, inner in own.copies} <= of.keys(), (form, name)
            pairs = [(one, inner) for one, inner in own.copies if one in into] or [
                (one, one) for one in into if one in of
            ]
            assert pairs, (form, name)
            for one, inner in pairs:
                assert type(into[one]) is type(of[inner]), (form, one, inner)
            if own.only_for:
                choice = of[own.only_for[0]]
                assert isinstance(choice, Choice)
                assert {*own.only_for[1]} <= {option.id for option in choice.options}


@pytest.mark.parametrize("game_id", GAMES)
def test_own_rows_are_offered_wherever_the_weapons_of_the_book_are(game_id: str) -> None:
    assert weapon_presets(game_id).own == OwnRows("weapons")
    labels = {preset.label for preset in weapon_presets(game_id)()}
    for calculator in pyrules.game(game_id).calculators:
        for field in input_fields(calculator.inputs):
            presets = field.input.presets
            if presets and len(labels & {preset.label for preset in presets()}) > 2:
                assert presets.own and presets.own.kind == "weapons", (calculator.id, field.name)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_new_row_of_each_kind_fits_and_comes_back_from_its_pairs(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    kinds = elements(sheet.own_rows)
    assert {"weapons", "armor"} <= kinds.keys()
    preset = weapon_presets(game_id)()[0]
    pairs = [(f"{kind}.0.name", "Mine") for kind in kinds if kind != "weapons"]
    pairs += [(f"weapons.0.{key}", text) for key, text in preset.pairs]

    read = own_rows.read(sheet.own_rows, pairs)

    assert not read.problems
    written = own_rows.to_pairs(read.rows)
    assert {key for key, _ in written} == {
        f"{kind}.0.{field.name}" for kind, of in kinds.items() for field in input_fields(of)
    }
    assert own_rows.read(sheet.own_rows, written).rows == read.rows


@pytest.mark.parametrize("game_id", GAMES)
def test_a_weapon_of_the_book_fits_as_an_own_weapon(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    for preset in weapon_presets(game_id)():
        pairs = [(f"weapons.0.{key}", text) for key, text in preset.pairs]
        assert not own_rows.read(sheet.own_rows, pairs).problems, preset.label


@pytest.mark.parametrize("game_id", WORN)
def test_own_armor_counts_like_that_of_the_book(game_id: str) -> None:
    pairs, value, expected = WORN[game_id]
    sheet = pyrules.sheet(game_id)
    held, problems = sheet.from_text(pairs)
    assert not problems
    assert Values(sheet, held)[value] == expected


def test_own_armor_of_worlds_without_number_hinders_by_its_weight() -> None:
    sheet = pyrules.sheet("wwn")
    worn: list[tuple[str, str]] = [("armor", "own"), ("worn_weight", "medium"), ("worn_encumbrance", "2")]
    held: Any = sheet.from_text(worn)[0]
    assert (Values(sheet, held)["armor_on_sneak"], Values(sheet, held)["armor_on_exert"]) == (-2, 0)


def test_own_armor_that_is_heavy_to_wear_slows_in_obss() -> None:
    sheet = pyrules.sheet("obss")
    plain: Any = sheet.from_text([])[0]
    slowed: Any = sheet.from_text([("armor", "own"), ("worn_movement", "-2")])[0]
    assert Values(sheet, slowed)["speed_now"] == Values(sheet, plain)["speed_now"] - 2


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("added", [3, -3])
def test_each_number_of_an_own_condition_changes_an_attack_on_one_side_or_the_other(game_id: str, added: int) -> None:
    """Of the first ready-made character: what its acts, or an attack on it, take from the sheet."""
    sheet = pyrules.sheet(game_id)
    assert sheet.own_condition
    example = dict(sheet.examples[0].data)
    for field in input_fields(sheet.own_condition)[1:]:
        condition = {"name": "Strange", field.name: added}
        plain = Values(sheet, sheet.parse(example))
        held = Values(sheet, sheet.parse(example | {"own_conditions": [condition]}))
        foe = Values(sheet, sheet.parse(dict(sheet.examples[1].data)))
        changed = [
            name
            for slug, bindings in sheet.bindings.items()
            for calculator in (pyrules.calculator(f"{game_id}.{slug}"),)
            for me, they in (((plain, foe), (held, foe)), ((foe, plain), (foe, held)))
            for name in [f"{slug} {field.name}"]
            if filled(calculator, bindings, *me) != filled(calculator, bindings, *they)
        ]
        assert changed, field.name
        left_out = Values(sheet, held.held, ["own.0"])
        assert all(
            filled(pyrules.calculator(f"{game_id}.{slug}"), bindings, left_out, foe)
            == filled(pyrules.calculator(f"{game_id}.{slug}"), bindings, plain, foe)
            for slug, bindings in sheet.bindings.items()
        )


def filled(calculator: Any, bindings: Any, me: Values, target: Values) -> Any:
    """What a matchup of two characters, each with the first weapon, fills in a calculator."""
    return apply(calculator, bindings, Matchup(me, me.weapons()[0], target, target.weapons()[0]))
