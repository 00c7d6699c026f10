"""Inputs that belong to some choices only: how a form draws them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

import pyrules
from pyrules.engine.inputs import Option, choice, number, slots
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
    told = event(do="action", name="attack")
    assert {name for name, model in told.items() if not model["hidden"]} == {"do", "name"}
    told = event(do="disarmed", item="sword")
    assert {name for name, model in told.items() if not model["hidden"]} == {"do", "item", "parried", "fling_ft"}


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
        slots(Wrong)
