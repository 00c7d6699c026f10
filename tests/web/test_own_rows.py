"""A player's own rows on their way through the worker, and what forms are drawn with."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import pyrules
from pyrules.engine.sheet.sheet import spelled_out
from web.builder.site import forms
from web.worker import endpoint
from web.worker.requests import own

SWORD = [["weapons.0.name", "Heirloom"], ["weapons.0.damage", "1d8+1"]]


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


def test_rows_that_fit_come_back_with_every_input_and_a_summary() -> None:
    reply = ask(kind="own", system="wwn", schema=1, pairs=SWORD)

    assert reply["ok"]
    assert reply["given"] == SWORD
    assert [pair for pair in reply["pairs"] if pair[0] in ("weapons.0.damage", "weapons.0.kind")] == [
        ["weapons.0.damage", "1d8+1"],
        ["weapons.0.kind", "melee"],
    ]
    assert reply["groups"] == {"weapons.0": "Damage 1d8+1"}


def test_a_row_that_does_not_fit_names_its_input_its_value_and_what_is_allowed() -> None:
    reply = ask(kind="own", system="wwn", schema=1, pairs=[*SWORD, ["armor.0.ac", "99"]])

    assert not reply["ok"]
    (problem,) = reply["problems"]
    assert problem["field"] == "armor.0.ac"
    assert problem["text"] == "Armor 1, AC must be a whole number from 10 to 30; got 99."
    assert {key.partition(".")[0] for key, _ in reply["pairs"]} == {"weapons"}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"system": "chess", "schema": 1, "pairs": []}, "unknown_name"),
        ({"system": "wwn", "schema": 99, "pairs": []}, "not_allowed"),
        ({"system": "wwn", "schema": 0, "pairs": []}, "not_allowed"),
        ({"system": "wwn", "schema": "1", "pairs": []}, "bad_type"),
        ({"system": "wwn", "schema": True, "pairs": []}, "bad_type"),
        ({"system": "wwn", "schema": 1, "pairs": [["name"]]}, "bad_type"),
        ({"system": "wwn", "schema": 1}, "bad_type"),
    ],
)
def test_a_malformed_request_is_refused(request_: dict[str, Any], code: str) -> None:
    reply = ask(kind="own", **request_)

    assert not reply["ok"]
    assert [problem["code"] for problem in reply["problems"]] == [code]


def test_older_rows_are_migrated(monkeypatch: pytest.MonkeyPatch) -> None:
    older = replace(pyrules.sheet("wwn"), own_migrations=(spelled_out(**{"weapons.0.hands": 2}),))
    monkeypatch.setattr(own, "sheet_of", lambda request: older)

    reply = ask(kind="own", system="wwn", schema=1, pairs=SWORD)

    assert [*SWORD, ["weapons.0.hands", "2"]] == reply["given"]
    assert ["weapons.0.hands", "2"] in reply["pairs"]
    assert ask(kind="own", system="wwn", schema=2, pairs=SWORD)["given"] == SWORD


# Conditions of a player's own, on a sheet


BLESSED = [
    ["own_conditions.0.name", "Blessed"],
    ["own_conditions.0.attack", "2"],
    ["own_conditions.0.armor_class", "1"],
]
ARMED = [["weapons.0.name", "Sword"], ["weapons.0.damage", "1d8"]]


def test_an_own_condition_changes_the_odds_and_says_by_how_much() -> None:
    plain = ask(kind="sheet", system="wwn", pairs=ARMED)
    blessed = ask(kind="sheet", system="wwn", pairs=[*ARMED, *BLESSED])

    assert "misc_hit=2" in blessed["html"] and "misc_hit" not in plain["html"]
    assert int(blessed["derived"]["armor_class_now"]["text"]) == int(plain["derived"]["armor_class_now"]["text"]) + 1
    assert "Armor Class now +1" in blessed["html"]
    assert blessed["groups"]["own_conditions.0"] == "To hit +2 · Armor Class +1"


def test_an_own_condition_can_be_left_out_of_one_calculation() -> None:
    left_out = ask(kind="sheet", system="wwn", pairs=[*ARMED, *BLESSED], without=["own.0"])

    assert "misc_hit" not in left_out["html"]
    assert 'data-counts="own.0"> Blessed' in left_out["html"]


def test_a_calculator_takes_an_own_condition_from_the_sheet_and_names_it() -> None:
    reply = ask(kind="fill", calculator="wwn.attack", pairs=[], sheet=[*ARMED, *BLESSED])

    assert {"key": "misc_hit", "text": "+2"}.items() <= next(
        {"key": one["key"], "text": one["text"]} for one in reply["filled"] if one["key"] == "misc_hit"
    ).items()
    assert reply["conditions"] == [
        {"id": "own.0", "label": "Blessed", "counts": True, "effects": ["Other bonus to hit +2"]}
    ]


def test_an_own_condition_of_the_target_counts_too() -> None:
    target = {"sheet": [["own_conditions.0.name", "Cursed"], ["own_conditions.0.armor_class", "-2"]]}
    reply = ask(kind="sheet", system="wwn", pairs=ARMED, target=target)

    assert "Cursed" in reply["html"] and "target_ac=8" in reply["html"]


def test_the_paper_shows_own_conditions_that_hold() -> None:
    reply = ask(kind="sheet_paper", system="wwn", pairs=[*ARMED, *BLESSED])

    assert "Blessed" in reply["html"]


# Forms


def test_a_chooser_says_which_own_rows_it_offers_and_what_is_copied() -> None:
    attack = pyrules.calculator("obss.strike")
    form = forms.form(attack, attack.parse(dict(attack.start)))
    weapon = next(model for model in forms_models(form) if model["key"] == "weapon")

    assert json.loads(weapon["own_rows"]) == {
        "kind": "weapons",
        "copies": [["weapon", "damage"], ["ed", "ed"]],
        "only": None,
    }


def test_a_form_offers_no_own_rows_for_inputs_that_it_lacks() -> None:
    derive = pyrules.calculator("wwn.derive")
    form = forms.form(derive, derive.parse(dict(derive.start)))
    armor = next(model for model in forms_models(form) if model["key"] == "armor")

    assert json.loads(armor["own_rows"])["copies"] == [["worn_ac", "ac"]]


def forms_models(form: Any) -> list[Any]:
    return [*form["open"], *(model for _, group in form["groups"] for model in group)]
