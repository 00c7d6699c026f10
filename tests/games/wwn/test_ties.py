"""Ties in opposed checks: one table rule for every contest (WWN-EXT-OPPOSED)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

import pyrules

TIE = Fraction(73, 648)
"""The chance of a tie of 2d6 against 2d6 that add the same."""

WINS = Fraction(575, 1296)
"""The chance that one side of such a contest is ahead."""

MANEUVER = {"hit_bonus": 20, "target_ac": 10, "attacker": {}, "defender": {}}
GRAPPLER = {"defender": {}, "grapplers": [{}]}
CONTESTS: Mapping[str, tuple[dict[str, Any], str]] = {
    "shove": (MANEUVER, "p_check"),
    "grapple_start": (MANEUVER, "p_check"),
    "grapple_move": ({"attacker": {}, "defender": {}}, "p_moved"),
    "grapple_escape": (GRAPPLER, "p_escape"),
    "grapple_race": (GRAPPLER | {"hp": 5}, "p_escape_per_attempt"),
    "surprise": ({"ambusher": {}, "watcher": {}}, "p_surprise"),
    "opposed": ({"a": {}, "b": {}}, "p_a"),
}
"""Contests of equal sides, with the chance that the one who acts wins."""

each_contest = pytest.mark.parametrize("slug", CONTESTS)


def acting(slug: str, **rule: Any) -> Fraction:
    inputs, output = CONTESTS[slug]
    found: Fraction = pyrules.answer(f"wwn.{slug}", inputs | rule).values[output]
    return found


@each_contest
def test_a_table_rule_gives_ties_to_the_acting_side(slug: str) -> None:
    assert acting(slug, opposed_ties="actor") == WINS + TIE


@each_contest
def test_a_tie_is_no_success_where_the_table_gives_it_to_the_other_side(slug: str) -> None:
    assert acting(slug, opposed_ties="other") == WINS


@pytest.mark.parametrize(
    ("slug", "side"), [("shove", "defender"), ("grapple_escape", "defender"), ("surprise", "ambusher")]
)
def test_the_player_character_wins_ties_on_whichever_side(slug: str, side: str) -> None:
    named, plain = acting(slug, tie=side), acting(slug)
    assert {named, plain} == {WINS, WINS + TIE}
    assert acting(slug, tie=side, opposed_ties="player") == named


def test_enemies_must_succeed_against_a_screen_so_the_attacker_is_the_one_who_acts() -> None:
    def through(**rule: str) -> Fraction:
        inputs = {"attackers": [{"skill": 1}], "screeners": [{"skill": 1}]}
        found: Fraction = pyrules.answer("wwn.screen", inputs | rule).values["attackers"][0]["p_ally"]
        return found

    assert (through(), through(opposed_ties="actor"), through(opposed_ties="other")) == (WINS, WINS + TIE, WINS)


def test_shatter_adds_one_to_the_bearer_and_then_asks_the_same_rule() -> None:
    inputs = {"hit_bonus": 20, "target_ac": 10, "attacker": {"skill": 1}, "defender": {}, "weapon": "axe"}
    found = {
        rule: pyrules.answer("wwn.shatter_shield", inputs | {"opposed_ties": rule}).values["p_check"]
        for rule in ("actor", "other")
    }
    assert found == {"actor": WINS + TIE, "other": WINS}


@pytest.mark.parametrize("slug", ["shove", "grapple_start", "grapple_move"])
def test_a_target_who_cannot_act_resists_nothing(slug: str) -> None:
    assert acting(slug, helpless=True) == 1


def test_if_the_attacker_wins_no_damage_is_done() -> None:
    """And by the chapter's words perhaps if the attacker loses: a table rule, off by default."""
    inputs = {
        "hit_bonus": 4,
        "target_ac": 15,
        "attacker": {},
        "defender": {},
        "weapon": "axe",
        "weapon_damage": "1d8+2",
    }
    assert pyrules.answer("wwn.shatter_shield", inputs).values["damage"] == 0
    left = pyrules.answer("wwn.shatter_shield", inputs | {"lost_contest_hurts": True}).values
    assert left["damage"] == left["p_hit"] * (1 - left["p_check"]) * Fraction(13, 2)
