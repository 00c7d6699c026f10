"""The folds of a calculator's form and page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from web.builder.site import forms
from web.worker.render import views

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


TOKENS = re.compile(
    r"<(?P<open>ol)\b|</(?P<close>ol)>|<li (?P<element>data-element)\b|<summary\b.*?</summary>", re.DOTALL
)


def names_of_folds(html: str) -> list[tuple[tuple[int, ...], str]]:
    """The name of each fold of a page, without what its summary says, after the numbers of the elements around it."""
    found, around = [], [0]
    for token in TOKENS.finditer(re.sub(r"<template\b.*?</template>", "", html, flags=re.DOTALL)):
        if token["open"]:
            around.append(0)
        elif token["close"]:
            around.pop()
        elif token["element"]:
            around[-1] += 1
        else:
            name = re.sub(r"<small data-summary.*?</small>|<[^>]*>|\s+", " ", token[0])
            found.append((tuple(around), " ".join(name.split())))
    return found


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)
def test_no_two_folds_of_a_page_have_the_same_name(site: Path, game: pyrules.Game) -> None:
    for calculator in game.calculators:
        counts = Counter(names_of_folds((site / game.id / calculator.slug / "index.html").read_text()))
        assert counts
        assert not [name for name, count in counts.items() if count > 1], calculator.id


def test_later_records_of_a_form_are_folds_with_a_summary() -> None:
    duel = pyrules.calculator("wwn.duel")
    held = duel.parse(dict(duel.start))
    first, second = (one for one in forms.form(duel, held)["open"] if one["kind"] == "record")
    line = views.group_summaries(duel, held)["b"]

    assert (first["folded"], second["folded"]) == (False, True)
    assert f"Hit points {held.b.hp}" in line


def test_of_a_list_of_events_the_last_is_open_and_of_another_list_the_first() -> None:
    opens = {
        name: [one["opens"] for one in forms.form(one, one.parse(dict(one.start)))["open"] if one["kind"] == "list"]
        for name in ("obss.turn_tracker", "stepdie.volley", "wwn.screen")
        for one in [pyrules.calculator(name)]
    }

    assert opens == {"obss.turn_tracker": ["", "last"], "stepdie.volley": ["first"], "wwn.screen": ["first", ""]}


def test_each_element_of_a_list_and_each_fold_in_it_has_a_summary() -> None:
    screen = pyrules.calculator("wwn.total_defense")
    held = screen.parse(dict(screen.start))
    lines = views.group_summaries(screen, held)

    assert "Target AC" in lines["incoming.1"]
    assert lines["incoming.0/Target"] == ""
    assert lines["incoming.0/Fighter"].startswith("Attack bonus")
