"""The modifiers of a situation: which apply, which of two counts, and what forbids a shot."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.close.mounts import MOUNTED
from pyrules.games.openquest.rolls.ranged_modifiers import shot
from pyrules.games.openquest.rolls.ranged_situation import ROWS as RANGED_ROWS
from pyrules.games.openquest.rolls.ranged_situation import Situation
from pyrules.games.openquest.rolls.situations import MODIFIERS_CLOSE, MODIFIERS_RANGED

from ..asking import ask, refused

SHOT: dict[str, Any] = {"distance": 20, "range": 50}


def close(**situation: Any) -> dict[str, Any]:
    return ask(MODIFIERS_CLOSE, **{"side": "attack", **situation})


def ranged(**situation: Any) -> dict[str, Any]:
    return ask(MODIFIERS_RANGED, **{**SHOT, **situation})


def counting(values: dict[str, Any]) -> dict[str, bool]:
    return {row["situation"]: row["counts"] for row in values["weighed"]}


# Close combat.

EVERYTHING = {
    "foe_prone_or_behind": True,
    "higher_or_riding": True,
    "self_prone": True,
    "unstable": True,
    "underwater": True,
    "lower_or_vs_mounted": True,
    "darkness": "full",
    "cover": "total",
    "changing_weapon": True,
    "one_shot": "incensed",
}


@pytest.mark.parametrize(
    ("side", "total"),
    [
        ("attack", 20 + 20 - 20 - 20 - 50 - 50 - 75 + 20),
        ("parry", 20 - 20 - 20 - 50 - 20 - 50 - 20),
        ("unarmed_parry", 20 - 20 - 20 - 50 - 20 - 50 - 20),
        ("dodge", 20 - 20 - 20 - 50 - 20 - 50),
    ],
)
def test_each_side_has_its_own_modifiers(side: str, total: int) -> None:
    assert close(side=side, **EVERYTHING)["total"] == total


def test_nothing_special_adds_nothing() -> None:
    values = close()
    assert (values["total"], values["lines"], values["weighed"]) == (0, {}, [])


def test_a_table_rule_counts_the_best_and_the_worst() -> None:
    values = close(foe_prone_or_behind=True, unstable=True, darkness="full", stack_close="best_and_worst")
    assert values["total"] == 20 - 50
    assert counting(values) == {
        "Foe prone, or struck from behind": True,
        "On unstable ground": False,
        "Darkness": True,
    }


def test_of_two_equal_bonuses_the_best_counts_once() -> None:
    values = close(foe_prone_or_behind=True, higher_or_riding=True, stack_close="best_and_worst")
    assert values["total"] == 20
    assert sorted(counting(values).values()) == [False, True]


@pytest.mark.parametrize(
    ("situation", "total"),
    [
        ({"foe_prone_or_behind": True, "unstable": True, "underwater": True}, -50),
        ({"foe_prone_or_behind": True, "unstable": True}, 0),
        ({"foe_prone_or_behind": True, "higher_or_riding": True}, 20),
        ({}, 0),
    ],
)
def test_a_table_rule_counts_only_the_largest(situation: dict[str, Any], total: int) -> None:
    assert close(**situation, stack_close="most_significant")["total"] == total


@pytest.mark.parametrize("stack_close", ["sum", "best_and_worst", "most_significant"])
def test_magic_comes_on_top_and_lines_show_all_that_holds(stack_close: str) -> None:
    without = close(**EVERYTHING, stack_close=stack_close)
    with_magic = close(**EVERYTHING, stack_close=stack_close, magic=-7)
    assert with_magic["total"] == without["total"] - 7
    assert with_magic["lines"] == {**without["lines"], "magic": -7}
    assert len(without["lines"]) == 8


def test_only_an_attack_on_the_helpless_is_certain() -> None:
    assert [close(side=side, helpless=True)["status"] for side in ("attack", "parry")] == ["auto_crit", "ok"]


# Shots.


@pytest.mark.parametrize(
    ("distance", "band", "total"),
    [(0, "within", 0), (50, "within", 0), (51, "double", -20), (100, "double", -20), (101, "beyond", None)],
)
def test_range_goes_in_bands(distance: int, band: str, total: int | None) -> None:
    values = ranged(distance=distance)
    assert (values["band"], values["total"]) == (band, total)


@pytest.mark.parametrize(("moved", "total"), [(9, 0), (10, -20), (29, -20), (30, -50)])
def test_a_target_that_moves_is_harder(moved: int, total: int) -> None:
    assert ranged(target_moved=moved)["total"] == total


def test_the_farther_move_stands_alone() -> None:
    assert counting(ranged(target_moved=30)) == {"Target has moved far": True}


@pytest.mark.parametrize(("siz", "total"), [(20, 0), (21, 20)])
def test_large_means_more_than_twenty(siz: int, total: int) -> None:
    assert ranged(target_siz=siz)["total"] == total


def test_in_a_group_the_worst_counts_and_says_so() -> None:
    values = ranged(visibility="light", target_siz=30, target_helpless=True, target_prone=True)
    assert values["total"] == -40
    assert counting(values) == {
        "Smoke, mist or partial darkness": True,
        "Large target": False,
        "Target helpless": False,
        "Target prone": True,
    }
    assert ranged(visibility="light", target_siz=30, target_helpless=True, group_rule="net")["total"] == 20


def test_your_own_condition_adds_up() -> None:
    values = ranged(attacker_prone=True, attacker_unstable=True, attacker_blinded=True)
    assert (values["total"], values["lines"]) == (-120, {"attacker": -120})


@pytest.mark.parametrize(
    ("cover", "shield", "is_set"),
    list(product(("none", "partial", "total"), ("none", "small", "large"), (True, False))),
)
def test_the_better_cover_counts(cover: str, shield: str, is_set: bool) -> None:
    terrain = {"none": 0, "partial": -20, "total": -75}[cover]
    carried = {"none": 0, "small": 0, "large": -50}[shield] if is_set else 0
    assert ranged(cover=cover, shield=shield, shield_set=is_set)["total"] == min(terrain, carried)


def test_groups_add_up_whatever_is_in_them() -> None:
    alone = [
        {"wind": "fierce"},
        {"target_moved": 12},
        {"visibility": "heavy"},
        {"target_prone": True},
        {"attacker_blinded": True},
        {"distance": 60},
        {"cover": "excellent"},
        {"magic": 30},
    ]
    together: dict[str, Any] = {}
    for one in alone:
        together |= one
    assert ranged(**together)["total"] == sum(ranged(**one)["total"] for one in alone)


def test_what_rules_a_shot_out() -> None:
    assert ranged(wind="hurricane")["status"] == "auto_fail"
    assert ranged(attacker_underwater=True)["status"] == "auto_fail"
    assert ranged(attacker_underwater=True, thrown=True)["status"] == "ok"
    assert ranged(wind="hurricane", distance=200)["status"] == "impossible"


def test_a_weapon_not_made_for_throwing_has_a_range_of_its_own() -> None:
    values = ask(MODIFIERS_RANGED, distance=17, improvised_throw=True, attacker_underwater=True)
    assert (values["reach"], values["thrown"], values["status"]) == (8, True, "impossible")
    underwater = ask(MODIFIERS_RANGED, distance=8, improvised_throw=True, attacker_underwater=True)
    assert (underwater["status"], underwater["total"]) == ("ok", -40)
    assert refused(MODIFIERS_RANGED, distance=5, range=20, improvised_throw=True) == ("range", "not_allowed")
    assert refused(MODIFIERS_RANGED, distance=5) == ("range", "missing_field")


def test_close_distance_ends_at_two_meters() -> None:
    assert [ranged(distance=distance)["close_distance"] for distance in (2, 3)] == [True, False]


def test_what_counts_adds_up_to_the_total() -> None:
    found = shot(Situation(distance=60, range=50, visibility="light", target_siz=30, wind="high", magic=5))
    assert sum(one.value for one in found.modifiers) == found.total == sum(found.lines.values()) == -55


def test_every_row_of_the_table_answers_to_an_input() -> None:
    inputs = set(Situation.__dataclass_fields__)
    assert {row["input"] for row in RANGED_ROWS} <= inputs


@pytest.mark.parametrize(
    ("side", "riding_dodge", "bonus"),
    [("parry", "no_bonus", 20), ("dodge", "no_bonus", 0), ("dodge", "bonus", 20), ("attack", "bonus", 20)],
)
def test_a_mounted_warrior_has_a_bonus_to_attacks_and_parries_on_both_pages(
    side: str, riding_dodge: str, bonus: int
) -> None:
    """Attack and parry by the mounted section; Dodge by the modifier table, as a table rule has it."""
    mounted = {"side": f"rider_{side}", "skill": {"base": 50}, "riding": {"base": 60}, "riding_dodge": riding_dodge}
    assert ask(MODIFIERS_CLOSE, side=side, riding=True, riding_dodge=riding_dodge)["total"] == bonus
    assert ask(MOUNTED, **mounted)["modifier"] == bonus


def test_riding_adds_nothing_to_higher_ground() -> None:
    assert ask(MODIFIERS_CLOSE, side="attack", riding=True, higher_or_riding=True)["total"] == 20
    assert ask(MODIFIERS_CLOSE, side="dodge", riding=True, higher_or_riding=True)["total"] == 20
