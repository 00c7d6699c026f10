"""What the weapons and shields on a step-die sheet do, held against numbers counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import pyrules
from pyrules.engine.sheet.values import Opponent
from pyrules.games.stepdie.sheet.weapons import in_other_hand

from .characters import (
    AXE,
    BOW,
    FISTS,
    HATCHET,
    KNIFE,
    SHEET,
    SHIELD,
    WHIP,
    act,
    answer,
    hits,
    inputs,
    lisbet,
    matchup,
    wenna,
)

# What is in hand.


def test_a_shot_meets_the_shield_and_a_blow_the_better_parry() -> None:
    """Her d10 + 4 with the bow against d8 + 2 of the shield; an axe that parries with 6 helps against blows alone."""
    axe = {**SHEET.example("wenna").data["weapons"][AXE], "parry": 6}
    armed = wenna(weapons=[axe, SHEET.example("wenna").data["weapons"][SHIELD]])
    shot = sum(a + 4 > d + 2 for a in range(1, 11) for d in range(1, 9))
    assert hits(lisbet(), armed, BOW) == Fraction(shot, 80)
    lashed = sum(a + 3 > d + 6 for a in range(1, 11) for d in range(1, 9))
    assert hits(lisbet(), armed, WHIP) == Fraction(lashed, 80)
    assert (armed["parry"], armed["shield_parry"]) == (6, 2)


def test_a_thrown_weapon_has_its_skill_and_meets_the_shield() -> None:
    """Her knife is thrown at d10 + 0, and a parry of 6 in the other hand does not stop it."""
    axe = {**SHEET.example("wenna").data["weapons"][AXE], "parry": 6}
    armed = wenna(weapons=[axe, SHEET.example("wenna").data["weapons"][SHIELD]])
    thrown = sum(a > d + 2 for a in range(1, 11) for d in range(1, 9))
    found = answer("attack", lisbet(), armed, KNIFE, act("Throw").bindings)
    assert (found["action"], found["p_hit"]) == ("throw", Fraction(thrown, 80))


def test_what_is_not_in_hand_parries_nothing_and_strikes_nothing() -> None:
    stowed = [{**one, "in_hand": False} for one in SHEET.example("wenna").data["weapons"]]
    me = wenna(weapons=stowed)
    assert (me["parry"], me["block"]) == (None, None)
    assert act("Attack").why_blocked(me.weapons()[AXE]) == "Not in hand: equip it first."
    assert act("Attack").why_blocked(me.weapons()[FISTS]) == ""
    assert answer("attack", lisbet(), me, BOW)["defence"] == "dodge"


def test_nothing_to_parry_with_empties_what_the_page_shows() -> None:
    calculator = pyrules.calculator("stepdie.attack")
    page = calculator.to_pairs(calculator.parse(dict(calculator.start)))
    assert ("defender.parry", "2") in page
    assert inputs("attack", matchup(wenna(), lisbet()), page).defender.parry is None
    assert inputs("attack", matchup(wenna(), None), page).defender.parry == 2  # nobody is attacked yet


def test_an_opponent_without_a_sheet_parries_as_it_says() -> None:
    """d8 + 4 against d6 + 3: of the 48 pairs of faces, a + 1 > d."""
    foe = Opponent(SHEET.target(parry=3))
    hit = sum(a + 4 > d + 3 for a in range(1, 9) for d in range(1, 7))
    assert hits(wenna(), foe) == Fraction(hit, 48)
    lying = Opponent(SHEET.target(parry=3, is_grounded=True))
    assert hits(wenna(), lying) == Fraction(sum(a + 4 > d for a in range(1, 9) for d in range(1, 7)), 48)


def test_a_weapon_of_its_own_skill() -> None:
    assert lisbet().weapons()[WHIP]["skill_level"] == 3
    assert lisbet().weapons()[KNIFE]["skill_level"] == 1
    assert lisbet().weapons()[BOW]["skill_level"] == 4


def test_the_other_hand_holds_the_shield_which_is_not_halved() -> None:
    made = inputs("dual", matchup(wenna(), lisbet(), AXE))
    assert (made.attacker.damage, made.off_weapon.damage, made.off_weapon.kind) == (4, 1, "shield")
    assert not act("Dual Attack").when(wenna().weapons()[HATCHET])  # at the belt
    assert not act("Dual Attack").when(lisbet().weapons()[BOW])


# Actions that fit the weapon.


def test_a_bow_shoots_and_a_choice_that_fits_it_stays() -> None:
    calculator = pyrules.calculator("stepdie.attack")
    page = calculator.to_pairs(calculator.parse(dict(calculator.start)))  # a Power Attack
    at = matchup(lisbet(), wenna(), BOW)
    shot = inputs("attack", at, page)
    assert shot.action == "shoot"
    aimed = [(key, "critical_shot" if key == "action" else text) for key, text in calculator.to_pairs(shot)]
    assert inputs("attack", at, aimed).action == "critical_shot"
    assert inputs("attack", matchup(wenna(), lisbet(), AXE), aimed).action == "attack"


@pytest.mark.parametrize(
    ("loaded", "shoot", "double"),
    [
        (0, "Not loaded: reload first.", "Not loaded with two."),
        (1, "", "Not loaded with two."),
        (2, "Loaded with two: only a Double Shot.", ""),
    ],
)
def test_what_is_loaded_says_which_shot_there_is(loaded: int, shoot: str, double: str) -> None:
    bow = lisbet(weapons=[{**SHEET.example("lisbet").data["weapons"][BOW], "loaded": loaded}]).weapons()[0]
    assert (act("Shoot").why_blocked(bow), act("Double Shot").why_blocked(bow)) == (shoot, double)


def test_a_shield_is_called_one_in_the_turn_tracker() -> None:
    board = {**SHEET.example("wenna").data["weapons"][SHIELD], "name": "A" * 40}
    me = wenna(weapons=[board, *SHEET.example("wenna").data["weapons"][HATCHET:]])
    made = inputs("turn", matchup(me, None))
    assert made.equipped == ("A" * 31 + " (shield)",)
    assert made.inventory == ("Hatchet",)


def test_with_both_hands_full_no_fist_joins_a_dual_attack() -> None:
    by_name = {w["name"]: w for w in wenna().weapons()}
    assert in_other_hand(by_name["Fists"]) is None
    other = in_other_hand(by_name["Bearded axe"])
    assert other is not None and other["name"] == "Oak shield"
    bare = [{"name": "Fists", "kind": "unarmed"}, {"name": "Axe"}]
    fists, axe = wenna(weapons=bare).weapons()
    assert in_other_hand(axe) is fists and in_other_hand(fists) is axe
