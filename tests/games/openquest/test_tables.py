"""OpenQuest's tables: rows that refer to each other, and complete tables."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

from pyrules.games.openquest.tables import FACTS

RESULTS = FACTS.table("results")
SWITCH_OPTIONS = FACTS.table("switch_options")


def options_of(switch: str) -> list[dict[str, Any]]:
    return [row for row in SWITCH_OPTIONS.rows if row["switch"] == switch]


def test_there_is_one_result_for_each_attack_and_defense() -> None:
    grades = [row["id"] for row in FACTS.table("grades").rows]
    hits = [row["id"] for row in FACTS.table("grades").rows if row["succeeds"]]
    undefended = [(grade, "") for grade in grades if grade not in hits]
    answer = [(row["attack"], row["defence"]) for row in RESULTS.rows]
    assert sorted(answer) == sorted([*undefended, *product(hits, grades)])


def test_results_are_called_by_their_grades() -> None:
    assert all(row["id"] == "_".join(filter(None, (row["attack"], row["defence"]))) for row in RESULTS.rows)


def test_results_use_the_codes_of_their_table() -> None:
    codes = {row["id"] for row in FACTS.table("result_codes").rows}
    named = {row[reaction] for row in RESULTS.rows for reaction in ("parry", "dodge")}
    assert named == codes
    assert {row["code"] for row in FACTS.table("result_readings").rows} <= codes


@pytest.mark.parametrize("reading", FACTS.table("result_readings").rows, ids=lambda row: row["id"])
def test_another_reading_differs_from_ours(reading: dict[str, Any]) -> None:
    option = SWITCH_OPTIONS.row(f"{reading['switch']}-{reading['option']}")
    ours = RESULTS.row(f"{reading['attack']}_{reading['defence']}")
    assert not option["standard"]
    for reaction in reading["reactions"]:
        standing = (ours[reaction], reaction in ours["attacker_fumbles"])
        assert (reading["code"], reading["attacker_fumbles"]) != standing


@pytest.mark.parametrize("switch", FACTS.table("switches").rows, ids=lambda row: row["id"])
def test_a_switch_has_readings_and_the_first_is_ours(switch: dict[str, Any]) -> None:
    options = options_of(switch["id"])
    assert [row["standard"] for row in options] == [True, *[False] * (len(options) - 1)]
    assert len(options) > 1
    assert {row["rule"] for row in options} == {switch["rule"]}
    assert {row["question"] for row in options} == {switch["label"]}
    assert switch["help"].endswith(".")


def test_every_reading_belongs_to_a_switch() -> None:
    switches = {row["id"] for row in FACTS.table("switches").rows}
    assert {row["switch"] for row in SWITCH_OPTIONS.rows} == switches
    assert {row["switch"] for row in FACTS.table("ranged_groups").rows} - {""} <= switches


def test_shields_strike_as_the_weapon_table_says() -> None:
    for shield in FACTS.table("shields").rows:
        assert FACTS.table("weapons").row(f"{shield['id']}_shield")["damage"] == shield["damage"]


def test_ranged_modifiers_stand_in_a_group_and_have_a_value_or_a_status() -> None:
    groups = {row["id"] for row in FACTS.table("ranged_groups").rows}
    for row in FACTS.table("ranged_modifiers").rows:
        assert row["group"] in groups
        assert (row["value"] == "") != (row["status"] == "")


def test_actions_name_schedules_and_shields_that_exist() -> None:
    schedules = {row["id"] for row in FACTS.table("defense_schedules").rows}
    shields = {row["id"] for row in FACTS.table("shields").rows}
    for action in FACTS.table("actions").rows:
        assert action["schedule"] in schedules
        assert set(action["shields"]) <= shields
    for reaction in FACTS.table("reactions").rows:
        assert set(reaction["shields"]) <= shields


def test_damage_modifiers_follow_each_other_without_a_gap() -> None:
    rows = FACTS.table("damage_modifiers").rows
    assert rows[0]["from"] == ""
    assert all(high["from"] == low["to"] + 1 for low, high in pairwise(rows))


def test_damage_modifiers_go_on_by_the_step() -> None:
    first, step, die = (FACTS.number(f"damage_modifier_{name}") for name in ("from", "step", "die"))
    rows = FACTS.table("damage_modifiers").rows
    stepped = [row for row in rows if row["modifier"].endswith(f"d{die}") and row["from"]]
    assert stepped
    for row in stepped:
        dice = {(total - first) // step for total in (row["from"], row["to"])}
        assert dice == {int(row["modifier"].removesuffix(f"d{die}"))}


def test_constants_read_as_their_numbers_do() -> None:
    for row in FACTS.table("constants").rows:
        fact = FACTS.fact(row["id"])
        assert (row["label"], row["value"], row["unit"], row["rule"]) == (fact.label, fact.value, fact.unit, fact.rule)


def test_lookups_show_columns_that_exist() -> None:
    for lookup in FACTS.table("lookups").rows:
        rows = FACTS.table(lookup["table"]).rows
        assert all(row.keys() >= {column for columns in lookup["cells"].values() for column in columns} for row in rows)


def test_weapons_are_hurled_by_strength_or_shoot_a_distance() -> None:
    for weapon in FACTS.table("weapons").rows:
        ranged = weapon["kind"] == "ranged"
        assert ranged == (weapon["range"] != "") == (weapon["rounds_per_shot"] != "")
        assert weapon["thrown"] == (weapon["range_str"] != "")
        assert ranged == ((weapon["range_m"] != "") != weapon["thrown"])


def test_penalties_are_negative_and_bonuses_positive() -> None:
    for name, fact in FACTS.numbers.items():
        assert not name.endswith("_penalty") or fact.value < 0, name
        assert not name.endswith("_bonus") or fact.value > 0, name


def test_a_shortspear_is_thrown_twice_as_far_as_strength() -> None:
    thrown = FACTS.table("weapons").row("thrown_shortspear")
    assert (thrown["damage"], thrown["range_str"], thrown["thrown"]) == ("1d6", 2, True)


def test_lost_credibility_counts_on_all_influence_rolls() -> None:
    assert FACTS.table("social_modifiers").row("credibility_lost")["holds_in"] == "any"
