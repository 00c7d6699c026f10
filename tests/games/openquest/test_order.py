"""Who acts when: skills, ties, waiting, bonus attacks and set weapons."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.openquest.duel.duel import DUEL
from pyrules.games.openquest.turns.combat_order import COMBAT_ORDER

from ..asking import ask, refused


def fighter(name: str, base: int = 50, action: str = "close_attack", **more: Any) -> dict[str, Any]:
    return {"name": name, "action": action, "skill": {"base": base}, **more}


def steps(*combatants: dict[str, Any], **rules: str) -> list[list[str]]:
    found = ask(COMBAT_ORDER, combatants=list(combatants), **rules)["steps"]
    assert [step["step"] for step in found] == list(range(1, len(found) + 1))
    return [[f"{entry['name']} {entry['entry']} {entry['key']}" for entry in step["entries"]] for step in found]


def refusal(*combatants: dict[str, Any]) -> tuple[str, str]:
    return refused(COMBAT_ORDER, combatants=list(combatants))


def test_the_modified_skill_counts_above_a_hundred_too() -> None:
    low = {"name": "Low", "action": "close_attack", "skill": {"base": 90, "mods": -95}}
    high = {"name": "High", "action": "close_attack", "skill": {"base": 90, "mods": 30}}
    assert steps(low, fighter("Mid", 100), high) == [["High main 120"], ["Mid main 100"], ["Low main -5"]]


def test_ties_go_to_base_then_dex_then_nobody() -> None:
    people = (
        {"name": "A", "action": "close_attack", "skill": {"base": 50, "mods": 10}, "dex": 18},
        fighter("B", 60, dex=9),
        fighter("C", 60, dex=12),
        fighter("D", 60, dex=12),
    )
    assert steps(*people) == [["C main 60", "D main 60"], ["B main 60"], ["A main 60"]]
    assert steps(*people, tie_policy="simultaneous") == [["A main 60", "B main 60", "C main 60", "D main 60"]]


@pytest.mark.parametrize("action", ["change_stance", "charge", "fighting_retreat", "escaping_sprint"])
def test_movement_uses_athletics(action: str) -> None:
    runner = fighter("R", 90, action, athletics={"base": 35})
    assert steps(runner) == [["R main 35"]]
    assert refusal(fighter("R", 90, action)) == ("combatants.0.athletics", "missing_field")


def test_spells_use_casting_and_charges_a_table_rule() -> None:
    assert steps(fighter("W", 90, "cast_spell", casting={"base": 40})) == [["W main 40"]]
    assert refusal(fighter("W", 90, "cast_spell")) == ("combatants.0.casting", "missing_field")
    assert steps(fighter("C", 70, "charge"), charge_order="weapon_skill") == [["C main 70"]]


def test_a_bonus_attack_comes_at_half_the_skill() -> None:
    pair = (fighter("A", 75, bonus_attack=True), fighter("B", 40), fighter("C", 30))
    assert steps(*pair) == [["A main 75"], ["B main 40"], ["A bonus 37"], ["C main 30"]]
    assert steps(*pair, offhand_order="immediate")[:2] == [["A main 75"], ["A bonus 75"]]


def test_a_waiting_combatant_acts_directly_after_an_immediate_bonus() -> None:
    people = (
        fighter("A", 75, bonus_attack=True),
        fighter("B", 40),
        fighter("C", 90, delay_after="A"),
        fighter("D", 95, delay_after="A"),
        fighter("E", 20, delay_after="C"),
    )
    order = [line for step in steps(*people, offhand_order="immediate") for line in step]
    assert order == ["A main 75", "A bonus 75", "D main 95", "C main 90", "E main 20", "B main 40"]
    late = [line for step in steps(*people) for line in step]
    assert late == ["A main 75", "D main 95", "C main 90", "E main 20", "B main 40", "A bonus 37"]


def test_a_set_weapon_meets_the_charge_wherever_it_comes() -> None:
    people = (
        fighter("S", 20, "set_weapon", set_against="C"),
        fighter("C", 60, "charge", athletics={"base": 45}, delay_after="B"),
        fighter("B", 50),
    )
    assert steps(*people) == [["B main 50"], ["S set_attack 20"], ["C main 45"], ["S main 20"]]


def test_the_surprised_have_no_place() -> None:
    values = ask(COMBAT_ORDER, combatants=[fighter("A", surprised=True, bonus_attack=True), fighter("B")])
    assert (values["no_entry"], values["first"], len(values["steps"])) == (["A"], ["B"], 1)


def test_nobody_acts_when_all_are_surprised() -> None:
    values = ask(COMBAT_ORDER, combatants=[fighter("A", surprised=True)])
    assert (values["steps"], values["first"], values["no_entry"]) == ([], [], ["A"])


A, B = fighter("A"), fighter("B")


@pytest.mark.parametrize(
    ("people", "field", "code"),
    [
        ((A, A), "combatants.1.name", "not_allowed"),
        ((fighter("A", action="great_attack", bonus_attack=True),), "combatants.0.bonus_attack", "not_allowed"),
        ((fighter("A", bonus_attack=True, delay_after="B"), B), "combatants.0.bonus_attack", "not_allowed"),
        ((fighter("A", delay_after="X"), B), "combatants.0.delay_after", "bad_option"),
        ((fighter("A", delay_after="A"), B), "combatants.0.delay_after", "not_allowed"),
        ((fighter("A", delay_after="B"), fighter("B", surprised=True)), "combatants.0.delay_after", "not_allowed"),
        (
            (fighter("A", delay_after="B"), fighter("B", delay_after="C"), fighter("C", delay_after="A")),
            "combatants.0.delay_after",
            "not_allowed",
        ),
        ((fighter("A", action="set_weapon", set_against="X"), B), "combatants.0.set_against", "bad_option"),
        ((fighter("A", action="set_weapon", set_against="B"), B), "combatants.0.set_against", "not_allowed"),
        (
            (
                fighter("A", action="set_weapon", set_against="B"),
                fighter("B", action="charge", athletics={"base": 40}, surprised=True),
            ),
            "combatants.0.set_against",
            "not_allowed",
        ),
    ],
)
def test_plans_that_come_to_nothing_are_refused(people: Any, field: str, code: str) -> None:
    assert refusal(*people) == (field, code)


GREAT_AND_PLAIN = [
    {"name": "Great", "action": "great_attack", "skill": {"base": 55}},
    {"name": "Plain", "action": "close_attack", "skill": {"base": 65}},
]


@pytest.mark.parametrize(("action_order", "first"), [("without", "Plain"), ("counts", "Great")])
def test_the_bonus_of_a_great_attack_counts_for_the_order_by_a_table_rule(action_order: str, first: str) -> None:
    assert ask(COMBAT_ORDER, combatants=GREAT_AND_PLAIN, action_order=action_order)["first"] == [first]


@pytest.mark.parametrize(("action_order", "first"), [("without", "x"), ("counts", "y")])
def test_a_duel_uses_the_same_order(action_order: str, first: str) -> None:
    duelists = {
        "x": {"attack": {"base": 65}, "damage": "1d8", "hp": 10},
        "y": {"attack": {"base": 55}, "damage": "1d8", "hp": 10, "option": "great"},
    }
    assert ask(DUEL, **duelists, action_order=action_order)["first"] == first
