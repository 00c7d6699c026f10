"""The sheet of the step-die game, held against numbers counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import pyrules
from pyrules.engine.sheet.bindings import apply
from pyrules.engine.sheet.condition_changes import changes
from pyrules.engine.sheet.values import Opponent

from .characters import AXE, KNIFE, SHEET, act, answer, hits, inputs, lisbet, matchup, wenna

# One attack, and what each condition makes of it. Wenna has d8 + 4 against the d10 + 4 of Lisbet's dodge: of the 80
# pairs of faces 0 + 1 + ... + 7 = 28 are a hit.


def test_the_axe_against_a_dodge() -> None:
    found = answer("attack", wenna(), lisbet())
    assert found["defence"] == "dodge"
    assert found["p_hit"] == Fraction(28, 80)
    assert found["damage_on_hit"] == 4
    assert found["p_drop"] == Fraction(28, 80)


@pytest.mark.parametrize(
    ("conditions", "p"),
    [
        (["grounded"], Fraction(10, 80)),  # 3 less: 1 + 2 + 3 + 4
        (["incapacitated"], Fraction(10, 80)),  # on the ground as well
        (["grappled"], Fraction(10, 80)),
        (["chilled"], Fraction(15, 60)),  # d6: 0 + 1 + ... + 5
        (["arm_maimed"], Fraction(15, 60)),
        (["chilled", "arm_maimed"], Fraction(6, 40)),  # d4: 0 + 1 + 2 + 3
        (["leg_maimed"], Fraction(28, 80)),
        (["stunned"], Fraction(28, 80)),
        (["smoldering"], Fraction(28, 80)),
    ],
)
def test_conditions_of_the_attacker(conditions: list[str], p: Fraction) -> None:
    assert hits(wenna(*conditions), lisbet()) == p


@pytest.mark.parametrize(
    ("conditions", "p"),
    [
        (["grounded"], Fraction(52, 80)),  # 3 less: 3 + 4 + ... + 10
        (["unconscious"], Fraction(1)),  # nobody chooses a defense then
        (["chilled"], Fraction(28, 64)),  # d8 against d8
        (["leg_maimed"], Fraction(28, 64)),
        (["arm_maimed"], Fraction(28, 80)),  # a dodge needs no arm
        (["grappled"], Fraction(78, 80)),  # d10 + 1, halved to 1 1 2 2 3 3 4 4 5 5: only a total of 5 may miss
    ],
)
def test_conditions_of_the_target(conditions: list[str], p: Fraction) -> None:
    assert hits(wenna(), lisbet(*conditions)) == p


def test_whoever_is_unconscious_defends_in_no_way() -> None:
    """Neither parry nor block nor a stance is left, from a saddle no more than on foot, against blows and shots."""
    guarded = wenna("unconscious", stance="block", mounted=True, riding=30, acrobatics=30, acrobatics_die=12)
    assert hits(wenna("grounded"), guarded) == 1
    assert hits(lisbet(), guarded) == 1
    known = inputs("attack", matchup(lisbet(), guarded)).defender
    assert (known.parry, known.blocking, known.defending) == (None, False, False)
    assert answer("volley", guarded, lisbet())["p_untouched"] == 0


def test_whoever_is_awake_defends_again() -> None:
    """The form keeps nothing of whom it was filled with before."""
    attack = pyrules.calculator("stepdie.attack")
    kept = attack.to_pairs(inputs("attack", matchup(wenna(), lisbet("unconscious", mounted=True))))
    for awake in (lisbet(), Opponent(SHEET.target())):
        again = inputs("attack", matchup(wenna(), awake), kept)
        assert attack.answer(again).values["p_hit"] == hits(wenna(), awake)


def test_no_health_left_is_incapacitated_and_on_the_ground() -> None:
    assert hits(wenna(health=0), lisbet()) == Fraction(10, 80)
    assert act("Stay awake").when(wenna(health=0))
    assert not act("Stay awake").when(wenna(health=1))


@pytest.mark.parametrize(
    ("stance", "bonus"),
    [("defend", 3), ("block", 3)],
)
def test_a_stance_is_worth_its_bonus(stance: str, bonus: int) -> None:
    """Lisbet's knife at d10 + 1 meets the shield: d8 + 2, with 3 more where Wenna defends, and d8 + 5 as a block."""
    knife = lisbet(weapons=[{**SHEET.example("lisbet").data["weapons"][KNIFE], "in_hand": True}])
    as_is = sum(a + 1 > d + 2 for a in range(1, 11) for d in range(1, 9))
    better = sum(a + 1 > d + 2 + bonus for a in range(1, 11) for d in range(1, 9))
    assert hits(knife, wenna()) == Fraction(as_is, 80)
    assert hits(knife, wenna(stance=stance)) == Fraction(better, 80)


def test_nobody_blocks_without_a_shield() -> None:
    assert lisbet(stance="block")["is_blocking"] is False
    assert wenna(stance="block")["is_blocking"] is True


@pytest.mark.parametrize(
    ("conditions", "acts", "moves", "defends", "escapes"),
    [
        ([], True, True, True, True),
        (["grounded"], True, True, True, True),
        (["stunned"], False, False, True, False),
        (["grappled"], False, False, True, True),
        (["unconscious"], False, False, False, False),
        (["incapacitated"], True, True, True, True),
        (["grappled", "unconscious"], False, False, False, False),
    ],
)
def test_what_a_condition_leaves(conditions: list[str], acts: bool, moves: bool, defends: bool, escapes: bool) -> None:
    me = wenna(*conditions)
    assert (act("Attack").why_blocked(me.weapons()[AXE]) == "") is acts
    assert (act("Trip").why_blocked(me) == "") is acts
    assert (act("Move").why_blocked(me) == "") is moves
    assert (act("Defend yourself").why_blocked(me) == "") is defends
    assert (act("Break free").why_blocked(me) == "") is escapes


def test_blocking_takes_the_turn_and_helping_takes_feet() -> None:
    assert act("Attack").why_blocked(wenna(stance="block").weapons()[AXE]) == "This turn went into blocking."
    assert act("Help up").why_blocked(wenna("grounded")) == "Not from the ground."


# What follows.


@pytest.mark.parametrize(
    ("conditions", "zones"),
    [
        ([], 4),  # half of d8
        (["chilled"], 3),
        (["leg_maimed"], 2),
        (["grounded"], 1),
        (["incapacitated"], 1),
        (["stunned"], 0),
        (["grappled"], 0),
        (["unconscious"], 0),
    ],
)
def test_speed_now(conditions: list[str], zones: int) -> None:
    assert wenna(*conditions)["speed_now"] == zones


def test_a_speed_set_by_hand_leads_on() -> None:
    me = wenna("chilled", overrides={"speed": 6, "speed_reason": "my book says so"})
    assert me["speed_now"] == 5
    assert answer("speed", me, None)["zones"] == 5
    assert answer("speed", me, None, more=act("Run").bindings)["zones"] == 8


def test_pools_and_derived_values() -> None:
    me = wenna()
    assert [(pool.name, me[pool.most] if pool.most else None) for pool in SHEET.pools] == [
        ("health", 8),
        ("projectiles", None),
    ]
    assert (me["parry"], me["block"], me["speed"], me["punch"]) == (2, 5, 4, 1)
    assert SHEET.summary(me) == "Agility d8 · Strength d10 · Health 7 of 8"


# Contests, and the other acts.


def test_being_cold_or_on_the_ground_hampers_a_trip() -> None:
    """Her d10 + 4 trips Wenna's d10 + 1 of Strength, the better answer: 72 pairs of 100; cold, 52 of 80."""
    plain = sum(a + 4 > b + 1 for a in range(1, 11) for b in range(1, 11))
    cold = sum(a + 4 > b + 1 for a in range(1, 9) for b in range(1, 11))
    assert answer("trip", lisbet(), wenna())["p_grounded"] == Fraction(plain, 100)
    lying = sum(a + 1 > b + 1 for a in range(1, 11) for b in range(1, 11))
    assert answer("trip", lisbet("grounded"), wenna())["p_grounded"] == Fraction(lying, 100)
    assert answer("trip", lisbet("chilled"), wenna())["p_grounded"] == Fraction(cold, 80)
    assert answer("trip", lisbet("leg_maimed"), wenna())["p_grounded"] == Fraction(plain, 100)


def test_breaking_free_is_strength_against_strength() -> None:
    """Her d6 + 1 against d10 + 4: a 5 beats one face and a 6 two, so 3 pairs of 60."""
    found = answer("opposed", lisbet("grappled"), wenna())
    assert found["p_a_higher"] == Fraction(3, 60)
    assert act("Break free").when(lisbet("grappled"))
    assert not act("Break free").when(lisbet())


def test_a_strike_in_a_hold_meets_somebody_pinned() -> None:
    made = inputs("tackle", matchup(wenna("arm_maimed"), lisbet("leg_maimed")))
    assert (made.strike.die, made.strike.skill, made.strike.lower, made.strike.mod) == (8, 4, 1, -3)
    pinned = made.strike_defence
    assert (pinned.die, pinned.skill, pinned.lower, pinned.mod, pinned.halve) == (10, 4, 1, -3, True)
    assert (made.strike_damage, made.target_health) == (1, 4)


def test_armor_stops_bare_hands_in_a_hold() -> None:
    made = inputs("tackle", matchup(lisbet(), wenna()))
    assert made.strike_damage == 0
    assert made.strike_defence.mod == -4  # on the ground, and the armor's penalty


def test_the_target_strikes_with_its_own_weapon() -> None:
    met = inputs("defence", matchup(wenna(), lisbet("grounded", "arm_maimed")))
    assert (met.attack.die, met.attack.skill, met.attack.lower, met.attack.mod, met.ranged) == (10, 4, 1, -3, True)
    unarmed = inputs("defence", matchup(wenna(), Opponent(SHEET.target(fighting=2, is_grounded=True))))
    assert (unarmed.attack.skill, unarmed.attack.mod, unarmed.ranged) == (2, -3, False)


NUMBERED = ("grounded", "stunned", "incapacitated", "unconscious", "chilled", "arm_maimed", "leg_maimed", "grappled")


@pytest.mark.parametrize("condition", NUMBERED)
def test_every_condition_with_a_number_says_what_it_changes(condition: str) -> None:
    before, after = wenna(), wenna(condition)
    told = []
    for slug, bindings in SHEET.bindings.items():
        calculator = pyrules.calculator(f"stepdie.{slug}")
        was, _ = apply(calculator, bindings, matchup(before, lisbet()))
        now, _ = apply(calculator, bindings, matchup(after, lisbet()))
        told += changes(was, now)
    assert told


def test_fire_says_when_it_brings_somebody_down() -> None:
    assert act("Keep burning").when(lisbet("smoldering"))
    assert answer("smoldering", lisbet("smoldering"), None)["incapacitated_on_turn"] == 4
