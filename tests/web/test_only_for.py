"""How a form draws inputs that belong to certain choices."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

import pyrules
from pyrules.engine.inputs import Option, choice, input_fields, many, number
from web.builder.site import forms


def event(**held: Any) -> dict[str, dict[str, Any]]:
    """The models of one event of the turn tracker, by name."""
    calculator = pyrules.calculator("stepdie.turn")
    form = forms.form(calculator, calculator.parse({"equipped": ["sword"], "events": [held]}))
    [events] = [one for one in form["open"] if one["key"] == "events"]
    [row] = events["elements"]
    return {model["key"].rpartition(".")[2]: model for model in row["open"]}


def test_only_the_fields_of_the_event_chosen_are_shown() -> None:
    assert {name for name, model in event(do="round").items() if not model["hidden"]} == {"do"}
    values = event(do="action", name="attack")
    assert {name for name, model in values.items() if not model["hidden"]} == {"do", "name"}
    values = event(do="disarmed", item="sword")
    assert {name for name, model in values.items() if not model["hidden"]} == {"do", "item", "parried", "fling_ft"}


def test_a_choice_that_is_hidden_shows_nothing() -> None:
    assert event(do="round", name="equip")["items"]["hidden"]


def test_the_choices_are_named_by_their_keys() -> None:
    shown_by = json.loads(event(do="round")["what"]["only_for"])
    assert shown_by == [["events.0.name", ["prepare"]]]


def test_a_choice_stands_before_what_it_shows() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Wrong:
        n: int = number("N", 0, 1, 0, help="Late.", only_for={"do": ("a",)})
        do: str = choice("Do", (Option("a", "a"),), "a", help="What.")

    with pytest.raises(TypeError, match="only for"):
        input_fields(Wrong)


def circumstances(calculator: str, path: str = "", **attack: Any) -> dict[str, bool]:
    """The chips of an attack's circumstances: by id whether the form shows them."""
    found = pyrules.calculator(calculator)
    form = forms.form(found, found.parse({**found.start, **attack}))
    models = [*form["open"], *(model for _, group in form["groups"] for model in group)]
    for name in filter(None, path.split(".")):
        record = next(model for model in models if model["key"].endswith(name))
        models = [*record["open"], *(model for _, group in record["groups"] for model in group)]
    chips = next(model for model in models if model["key"].endswith("circumstances"))["chips"]
    return {chip["option"].id: not chip["hidden"] for chip in chips}


def weapon(kind: str) -> dict[str, Any]:
    return {"damage": "1d8", "kind": kind}


def test_an_adjacent_foe_is_asked_for_with_a_bow_and_not_with_a_sword() -> None:
    for kind, shown in (("melee", False), ("ranged", True), ("thrown", True)):
        assert circumstances("wwn.attack", weapon=weapon(kind))["in_melee"] is shown, kind
    attack = {"weapon": weapon("melee"), "target_ac": 13}
    assert not circumstances("wwn.snap", "attack", attack=attack)["in_melee"]


def test_a_charge_is_asked_for_with_what_can_charge() -> None:
    assert circumstances("wwn.attack", weapon=weapon("melee"))["charge"]
    assert not circumstances("wwn.attack", weapon=weapon("ranged"))["charge"]


def test_a_chosen_chip_shows_whatever_the_weapon() -> None:
    assert circumstances("wwn.attack", weapon=weapon("melee"), circumstances=["in_melee"])["in_melee"]


def test_an_option_is_only_for_an_input_before_its_list() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Wrong:
        chips: tuple[str, ...] = many(
            "Chips", choice("One", (Option("a", "a", only_for=("do", ("b",))),), help="One."), 0, 1, (), help="Some."
        )
        do: str = choice("Do", (Option("b", "b"),), "b", help="What.")

    with pytest.raises(TypeError, match="only for"):
        input_fields(Wrong)
