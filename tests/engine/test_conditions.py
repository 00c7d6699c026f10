"""Conditions with effects: what counts when, which acts are barred, and which words a table may use."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.engine.errors import TableError
from pyrules.engine.sheet.condition_lines import lines
from pyrules.engine.sheet.conditions import ATTACK, INCOMING, Bar, Change, Conditions
from pyrules.engine.tables import Tables

PRONE = [
    {"on": "attack", "option": "lying", "when": "melee", "rule": "T-2"},
    {"on": "incoming", "option": "low", "when": ["melee", "thrown"], "rule": "T-3"},
    {"bars": "charge", "rule": "T-4"},
    {"sets": "is_prone", "rule": "T-5"},
]
TURNED = [{"on": "guard", "number": "turned_penalty", "rule": "T-6"}, {"bars": "act", "rule": "T-7"}]


class Toy(Tables):
    """A game whose conditions are given."""

    def __init__(self, **effects: list[dict[str, Any]]) -> None:
        super().__init__("toy")
        self._given = effects

    def _load(self, name: str) -> dict[str, Any]:
        if name == "numbers":
            return {
                "turned_penalty": {"value": -2, "rule": "T-6", "label": "Turned", "unit": ""},
                "lying_penalty": {"value": -4, "rule": "T-2", "label": "Lying", "unit": ""},
                "low_bonus": {"value": 2, "rule": "T-3", "label": "Low", "unit": ""},
            }
        head = {"title": name, "topic": "All", "rule": "T-1", "columns": {"label": "Name", "hit": "To hit"}}
        if name == "situations":
            rows = [{"id": "lying", "label": "Lying", "rule": "T-2", "hit": "lying_penalty"}]
            rows += [{"id": "low", "label": "Low", "rule": "T-3", "hit": "low_bonus"}]
            return {"table": head | {"numbers": ["hit"], "signed": ["hit"]}, "row": rows}
        rows_of = self._given.items()
        return {
            "table": head | {"columns": {"label": "Name"}},
            "row": [{"id": one, "label": one.title(), "rule": "T-1", "effects": given} for one, given in rows_of],
        }


def conditions(**effects: list[dict[str, Any]]) -> Conditions:
    return Conditions(
        Toy(**effects),
        changes={
            ATTACK: Change("To hit", "situations"),
            INCOMING: Change("Attacks on you", "situations"),
            "guard": Change("Guard"),
        },
        kinds=("melee", "thrown", "ranged"),
        bars={"charge": Bar("Nobody charges from the ground."), "act": Bar("Not while {condition}.", "No actions")},
        flags={"is_prone": "Prone"},
    )


def test_a_row_that_ends_with_something_unknown_is_refused() -> None:
    class Wrong(Toy):
        def _load(self, name: str) -> dict[str, Any]:
            data = super()._load(name)
            return (
                data if name != "conditions" else data | {"row": [one | {"lost_when": "down"} for one in data["row"]]}
            )

    with pytest.raises(TableError, match="'calm' has lost_when = 'down'; known are: down, other_down, unable"):
        Conditions(Wrong(calm=[]), changes={}, bars={}, flags={})


ALL = conditions(prone=PRONE, turned=TURNED, calm=[])


def test_an_effect_counts_only_for_its_kinds_of_attack() -> None:
    assert [one.option for one in ALL.effects(("prone",), ATTACK, "melee")] == ["lying"]
    assert ALL.effects(("prone",), ATTACK, "ranged") == ()
    assert [one.option for one in ALL.effects(("prone",), INCOMING, "thrown")] == ["low"]


def test_without_a_kind_of_attack_every_effect_counts() -> None:
    assert len(ALL.effects(("prone", "turned"), ATTACK)) == 1


def test_a_condition_that_does_not_hold_changes_nothing() -> None:
    assert ALL.effects((), ATTACK) == ()
    assert ALL.flags(("turned",)) == frozenset()
    assert ALL.barred(("prone",), "act") == ""


def test_a_barred_act_says_why_with_the_name_of_the_condition() -> None:
    assert ALL.barred(("calm", "turned"), "charge", "act") == "Not while turned."
    assert ALL.barred(("prone", "turned"), "charge", "act") == "Nobody charges from the ground."


def test_the_number_of_an_effect_is_a_modifier_with_its_rule() -> None:
    (effect,) = ALL.effects(("turned",), "guard")
    modifier = ALL.modifier(effect)
    assert (modifier.label, modifier.value, modifier.rule) == ("Turned", -2, "T-6")


def test_a_flag_names_the_condition_that_sets_it() -> None:
    assert ALL.flags(("prone", "calm")) == {"is_prone"}
    assert ALL.setting(["guard", "is_prone"]) == ("prone",)


def test_the_reference_shows_what_a_condition_changes() -> None:
    assert lines(ALL, "prone") == ("To hit \u22124 (melee)", "Attacks on you +2 (melee, thrown)")
    assert lines(ALL, "turned") == ("Guard \u22122", "No actions")
    assert lines(ALL, "calm") == ()


@pytest.mark.parametrize(
    "effect, message",
    [
        ({"on": "speed", "number": "turned_penalty"}, "on = 'speed'; the game knows: attack, guard, incoming"),
        ({"on": "attack", "option": "lying", "when": "magic"}, "when = 'magic'; the game knows: melee, ranged, thrown"),
        ({"bars": "dance"}, "bars = 'dance'; the game knows: act, charge"),
        ({"sets": "is_dead"}, "sets = 'is_dead'; the game knows: is_prone"),
        ({"on": "attack", "option": "flying"}, "option = 'flying'"),
        ({"on": "guard", "number": "nothing"}, "no number 'nothing'"),
        ({"bars": "act", "sets": "is_prone"}, "must have one of on, bars and sets"),
        ({"rule": "T-1"}, "must have one of on, bars and sets"),
        ({"on": "guard"}, "must have one of number and option with on"),
        ({"on": "attack", "number": "low_bonus", "option": "low"}, "must have one of number and option with on"),
        ({"bars": "act", "number": "low_bonus"}, "none of them with bars or sets"),
        ({"bars": "act", "why": "x"}, "has the key 'why'; an effect knows: bars, number, on, option, rule, sets, when"),
    ],
)
def test_a_table_with_an_unknown_word_is_refused(effect: dict[str, Any], message: str) -> None:
    with pytest.raises(TableError) as refused:
        conditions(odd=[effect])
    assert message in str(refused.value)
