"""What a shield and armor do beyond their Armor Class: the first Shock of a round, and grand plate."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pyrules

BLADE = {"damage": "1d8", "shock": 2, "shock_ac": 15}
ATTACK = {"weapon": BLADE, "target_ac": 13, "class_bonus": 2}
"""Hits on 11 or more: half the time."""


def ask(slug: str, **inputs: Any) -> dict[str, Any]:
    return pyrules.answer(f"wwn.{slug}", inputs).values


@pytest.mark.parametrize(("floor_mode", "mean"), [("always", Fraction(37, 8)), ("shock_applies", Fraction(36, 8))])
def test_a_fresh_shield_ignores_the_shock_of_a_miss(floor_mode: str, mean: Fraction) -> None:
    """A hit keeps its least damage where that always stands (2 for a 1), and has none where it rests on the Shock."""
    found = ask("attack", **ATTACK, shield_unspent=True, floor_mode=floor_mode)
    assert found["shock_on_miss"] == 0
    assert found["mean"] == mean / 2
    assert ask("attack", **ATTACK, floor_mode=floor_mode)["shock_on_miss"] == 2


def test_a_charge_a_snap_and_two_weapons_meet_the_shield_equally() -> None:
    shielded = ATTACK | {"shield_unspent": True, "skill": 1}
    charge = ask("charge", attack=shielded, runway_ft=30, distance_ft=30)
    assert charge["normal_mean"] == Fraction(11, 20) * Fraction(37, 8)
    assert charge["charge_mean"] == Fraction(13, 20) * Fraction(37, 8)
    assert ask("snap", attack=shielded, target_hp=9)["snap_mean"] == Fraction(7, 20) * Fraction(37, 8)
    assert ask("dual_wield", **shielded)["off"]["mean"] == charge["normal_mean"]


def test_of_several_snaps_together_the_shield_ignores_the_first_shock_only() -> None:
    never_hits = ATTACK | {"target_ac": 15, "misc_hit": -20, "shield_unspent": True}
    assert ask("snap", attack=never_hits, target_hp=9, shooters=3)["total_damage"] == {"4": 1}


def test_a_shield_in_a_charge_counts_for_what_comes_back() -> None:
    incoming = [ATTACK | {"misc_hit": -20}, ATTACK | {"misc_hit": -20}]
    charge = {"attack": ATTACK, "runway_ft": 30, "distance_ft": 30, "incoming": incoming}
    assert ask("charge", **charge)["taken_mean_normal"] == 4
    assert ask("charge", **charge, shield=True)["taken_mean_normal"] == 2


def test_behind_a_screen_each_persons_shield_ignores_one_shock() -> None:
    """Two sure misses go at the ally or the screener: the first Shock that each takes is ignored."""
    attack = {"weapon": BLADE, "misc_hit": -20}
    inputs: dict[str, Any] = {
        "attackers": [{"attack": attack}, {"attack": attack}],
        "screeners": [{"skill": 2, "ac": 15}],
        "ally_ac": 15,
    }
    plain, bare = ask("screen", **inputs), 2
    p = plain["attackers"][0]["p_ally"]
    shielded = ask("screen", **inputs, ally_shield_unspent=True)
    assert plain["ally_mean_damage"] == 2 * p * bare
    assert shielded["ally_mean_damage"] == p * p * bare  # the second one counts where the first came through too
    assert shielded["screener_mean_damage"] == plain["screener_mean_damage"]


def test_the_screen_says_first_how_likely_the_blow_is_yours() -> None:
    inputs: dict[str, Any] = {"attackers": [{"skill": 1}, {"skill": 1}], "screeners": [{"skill": 1}, {"skill": 2}]}
    found = ask("screen", **inputs)
    assert found["p_you"] == found["attackers"][0]["p_screeners"][0]
    assert found["p_you_at_all"] == found["p_you"]  # with Stab-1 the first screener holds off one attacker
    assert pyrules.calculator("wwn.screen").outputs[0].name == "p_you"


def test_a_weapon_that_cannot_hurt_the_target_does_nothing_at_all() -> None:
    found = ask("attack", **ATTACK, weapon_harmless=True)
    assert (found["p_hit"], found["mean"], found["shock_on_miss"], found["hit_floor"]) == (Fraction(1, 2), 0, 0, 0)
    assert ask("attack", **ATTACK, weapon_harmless=True, min_damage=1)["mean"] == 0
