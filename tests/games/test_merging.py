"""A calculator bound to a ready-made character uses no value of the page's example without saying so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import Pairs
from pyrules.engine.sheet.bindings import apply, bindable_options, from_start, merge_into_form
from pyrules.engine.sheet.merging import Merged, merged, resting
from pyrules.engine.sheet.paths import LinkPairs, path_prefixes
from pyrules.engine.sheet.sheet import Sheet
from pyrules.engine.sheet.sources import Bindings
from pyrules.engine.sheet.values import Matchup, Opponent, Values

FILLED = [
    pytest.param(game, slug, id=f"{game}-{slug}") for game in pyrules.GAME_IDS for slug in pyrules.sheet(game).bindings
]


def scenes(sheet: Sheet) -> Iterator[Matchup]:
    """Each ready-made character with each weapon: without a target, against numbers, and against the other."""
    everyone = [Values(sheet, sheet.parse(dict(example.data))) for example in sheet.examples]
    for me, other in (everyone, everyone[::-1]):
        for weapon in me.weapons() or (None,):
            yield Matchup(me, weapon, None, None)
            yield Matchup(me, weapon, Opponent(sheet.target()), None)
            yield Matchup(me, weapon, other, next(iter(other.weapons()), None))


def bound(calculator: Calculator[Any]) -> Bindings:
    return pyrules.sheet(calculator.game_id).bindings[calculator.slug]


def example_form(calculator: Calculator[Any]) -> LinkPairs:
    """The form as its page opens: every input spelled out."""
    return calculator.spelled_out(calculator.parse(dict(calculator.start)))


def texts(pairs: Pairs) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, text in pairs:
        found.setdefault(key, []).append(text)
    return found


def fill(name: str, index: int, target: Any = None, form: Pairs = (), own: tuple[str, ...] = ()) -> Merged:
    calculator = pyrules.calculator(name)
    sheet = pyrules.sheet(calculator.game_id)
    me = Values(sheet, sheet.parse(dict(sheet.examples[index].data)))
    return merged(calculator, bound(calculator), Matchup(me, me.weapons()[0], target, None), form, own)


@pytest.mark.parametrize(("game", "slug"), FILLED)
def test_no_value_of_the_example_stands_unlisted(game: str, slug: str) -> None:
    """Each value that the example has otherwise than by default is supplied, gone, or listed as the example's."""
    calculator = pyrules.calculator(f"{game}.{slug}")
    bindings, form = bound(calculator), example_form(calculator)
    example = texts(calculator.to_pairs(calculator.parse(dict(calculator.start))))
    for matchup in scenes(pyrules.sheet(game)):
        pairs, done, _ = merged(calculator, bindings, matchup, form)
        listed = {one.path for one in resting(calculator, bindings, done, pairs) if one.is_example}
        supplied = {one.path for one in done}
        api_only = [
            key
            for key, held in texts(pairs).items()
            if held == example.get(key)
            and held != [""]
            and key not in listed
            and supplied.isdisjoint(path_prefixes(key))
            and key.rpartition(".")[2] not in calculator.table_rules
        ]
        assert api_only == []


@pytest.mark.parametrize(("game", "slug"), FILLED)
def test_another_character_or_target_leaves_nothing_of_the_one_before(game: str, slug: str) -> None:
    calculator = pyrules.calculator(f"{game}.{slug}")
    bindings = bound(calculator)
    first, *others = scenes(pyrules.sheet(game))
    alone = merged(calculator, bindings, first).pairs
    for matchup in others:
        before = merged(calculator, bindings, matchup).pairs
        assert merged(calculator, bindings, first, before).pairs == alone


@pytest.mark.parametrize(("game", "slug"), FILLED)
def test_what_is_listed_as_the_examples_is_what_the_example_says(game: str, slug: str) -> None:
    calculator = pyrules.calculator(f"{game}.{slug}")
    bindings, example = bound(calculator), texts(example_form(calculator))
    for matchup in scenes(pyrules.sheet(game)):
        pairs, done, _ = merged(calculator, bindings, matchup)
        for one in resting(calculator, bindings, done, pairs):
            assert not one.is_example or texts(pairs)[one.path] == example[one.path]
            assert one.path not in {filled.path for filled in done}


def test_a_foe_without_a_sheet_is_the_examples_until_its_numbers_are_known() -> None:
    calculator = pyrules.calculator("obss.round_planner")
    example = texts(example_form(calculator))
    alone = fill(calculator.id, 0)
    numbers = fill(calculator.id, 0, Opponent(pyrules.sheet("obss").target()))
    typed = fill(calculator.id, 0, form=[("defense", "21"), ("hp", "9")], own=("defense", "hp"))

    def rests(one: Merged, own: tuple[str, ...] = ()) -> dict[str, bool]:
        listed = resting(calculator, bound(calculator), one.filled, one.pairs, own)
        return {each.path: each.is_example for each in listed if each.theirs}

    assert texts(alone.pairs)["defense"] == example["defense"]
    assert rests(alone) == {"defense": True, "hp": False, "reduction": False, "target_situations": False}
    assert "defense" not in rests(numbers)
    assert (texts(typed.pairs)["defense"], texts(typed.pairs)["hp"]) == (["21"], ["9"])
    assert "defense" not in rests(typed, ("defense", "hp"))


def test_lists_of_the_example_shrink_to_their_least_length() -> None:
    """The example of Wounds has two blows: nobody has struck this character yet."""
    calculator = pyrules.calculator("openquest.wounds")
    assert len(texts(example_form(calculator))["damage"]) > 1
    assert "damage" not in texts(fill(calculator.id, 0, form=example_form(calculator)).pairs)


def test_a_list_that_the_player_has_changed_stays_whole() -> None:
    form = [("damage", "3"), ("damage", "4")]
    assert texts(fill("openquest.wounds", 0, form=form, own=("damage",)).pairs)["damage"] == ["3", "4"]


def test_what_a_rule_asks_for_comes_from_the_example_and_is_listed() -> None:
    """Ride has a default, and yet a mount that is hit asks for it."""
    calculator = pyrules.calculator("obss.mount")
    pairs, done, _ = fill(calculator.id, 0)
    inputs, _ = calculator.from_text(pairs)
    assert inputs is not None
    assert "ride" in {one.path for one in resting(calculator, bound(calculator), done, pairs) if one.is_example}


def test_a_table_rule_stays_as_the_form_has_it() -> None:
    calculator = pyrules.calculator("wwn.attack")
    rule = next(key for key, _ in example_form(calculator) if key in calculator.table_rules)
    kind = calculator.table_rules[rule]
    other = next(
        text
        for text in (*(option.id for option in getattr(kind.input, "options", ())), "yes", "no", "1", "2")
        if text != kind.input.to_text(kind.default)
    )
    assert texts(fill(calculator.id, 0, form=[(rule, other)]).pairs)[rule] == [other]


def test_names_that_no_calculator_has_are_passed_over() -> None:
    junk = ("", ".", "nothing", "weapon.nothing", "weapon.0.damage", "target_ac.deep")
    assert fill("wwn.attack", 0, form=[(key, "1") for key in junk], own=junk).filled


@pytest.mark.parametrize("game", pyrules.GAME_IDS)
def test_an_act_of_the_sheet_and_its_calculators_page_ask_the_same(game: str) -> None:
    sheet = pyrules.sheet(game)
    for matchup in scenes(sheet):
        if matchup.target is None:
            continue
        for act in sheet.acts:
            calculator, bindings = pyrules.calculator(f"{game}.{act.calculator}"), sheet.bindings[act.calculator]
            done, _ = apply(calculator, bindings, matchup)
            of_sheet, _ = calculator.from_text(
                merge_into_form(from_start(calculator), done, bindable_options(bindings, matchup))
            )
            of_page, _ = calculator.from_text(merged(calculator, bindings, matchup).pairs)
            assert of_sheet is None or of_page == of_sheet, calculator.id
