"""The folds of a calculator's form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from web.builder.site import forms

CALCULATORS = [one for game in pyrules.GAMES for one in game.calculators]


def folds(models: list[Any]) -> Iterator[str]:
    """The name of each fold in the records of a form."""
    for model in models:
        if model["kind"] == "record":
            inside = [*model["open"], *(one for _, group in model["groups"] for one in group)]
            yield from ([model["numbers"]] if model["presets"] else [])
            yield from (name for name, _ in model["groups"])
            yield from folds(inside)


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda one: one.id)
def test_no_two_folds_of_a_form_have_the_same_name(calculator: Calculator[Any]) -> None:
    form = forms.form(calculator, calculator.parse(dict(calculator.start)))
    top = [*form["open"], *(model for _, group in form["groups"] for model in group)]
    names = [*(name for name, _ in form["groups"]), *folds(top)]
    assert len(names) == len(set(names)), names


def test_the_folds_of_the_counter_snap_are_named_after_it() -> None:
    snap = pyrules.calculator("wwn.snap")
    form = forms.form(snap, snap.parse(dict(snap.start)))
    names = [*folds([*form["open"], *(model for _, group in form["groups"] for model in group)])]
    assert {"Attack: Target", "Attack of the counter-snap: Target", "Attack, Weapon: Its numbers"} <= {*names}
