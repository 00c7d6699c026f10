"""Shots and throws: the situation, aiming, what helps against them, and shots that go astray."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.openquest.close.close_attack import CLOSE_ATTACK
from pyrules.games.openquest.shooting.aim import AIM
from pyrules.games.openquest.shooting.crowd import CROWD
from pyrules.games.openquest.shooting.ranged_attack import RANGED_ATTACK

from ..asking import ask, refused
from .outcomes import outcomes

BOW = {"attack": {"base": 55}, "damage": "1d10", "target_ap": 3, "target_hp": 8}
NEAR = {"distance": 20, "range": 50}
THROWN = {"distance": 10, "range": 15, "thrown": True}


@pytest.mark.parametrize(("rounds", "modified"), [(0, 55), (1, 75), (2, 95), (3, 100), (50, 100)])
def test_aiming_adds_round_by_round_up_to_its_ceiling(rounds: int, modified: int) -> None:
    assert ask(RANGED_ATTACK, **BOW, situation=NEAR, aim_rounds=rounds)["modified"] == modified


def test_aiming_never_lowers_a_skill() -> None:
    master = {**BOW, "attack": {"base": 130}}
    assert ask(RANGED_ATTACK, **master, situation=NEAR, aim_rounds=3)["modified"] == 130


def test_a_shot_is_an_attack_at_the_modified_skill() -> None:
    shot = ask(RANGED_ATTACK, **BOW, situation={"distance": 80, "range": 50, "cover": "partial"}, aim_rounds=1)
    blow = ask(CLOSE_ATTACK, **{**BOW, "attack": {"base": 35}})
    assert (shot["total"], shot["modified"]) == (-40, 35)
    assert {name: shot[name] for name in blow if name in shot} == {name: blow[name] for name in blow if name in shot}
    assert blow.keys() - shot.keys() == {"readings"}


def test_a_mechanical_weapon_leaves_strength_out() -> None:
    strong = {**BOW, "damage_mod": "+1d6"}
    assert (
        ask(RANGED_ATTACK, **strong, situation=NEAR, mechanical=True)["mean"]
        == ask(RANGED_ATTACK, **BOW, situation=NEAR)["mean"]
    )


def test_loading_and_aiming_take_rounds() -> None:
    told = ask(RANGED_ATTACK, **BOW, situation=NEAR, rate=2, aim_rounds=1)
    assert (told["rounds_spent"], told["mean_per_round"]) == (3, told["mean"] / 3)


@pytest.mark.parametrize(
    ("situation", "reaction", "more", "used"),
    [
        (NEAR, "dodge", {}, "none"),
        (NEAR, "shield_parry", {}, "none"),
        (THROWN, "dodge", {}, "dodge"),
        (THROWN, "dodge", {"aware": False}, "none"),
        (THROWN, "parry", {}, "none"),
        (THROWN, "parry", {"weapon_parry_thrown": "yes"}, "parry"),
        (NEAR, "parry", {"weapon_parry_thrown": "yes"}, "none"),
        ({**THROWN, "shield": "small"}, "shield_parry", {}, "none"),
        ({**THROWN, "shield": "small"}, "shield_parry", {"weapon_parry_thrown": "yes"}, "none"),
        ({**THROWN, "shield": "medium"}, "shield_parry", {}, "shield_parry"),
        ({**THROWN, "shield": "large"}, "shield_parry", {"aware": False}, "none"),
        ({"distance": 6, "improvised_throw": True}, "dodge", {}, "dodge"),
    ],
)
def test_little_helps_against_missiles(situation: Any, reaction: str, more: dict[str, Any], used: str) -> None:
    inputs = {**BOW, "situation": situation, **more}
    told = ask(RANGED_ATTACK, **inputs, reaction=reaction, reaction_skill={"base": 60})
    assert told["reaction_used"] == used
    assert (told["p_hit"] < ask(RANGED_ATTACK, **inputs)["p_hit"]) == (used != "none")


@pytest.mark.parametrize("calculator", [RANGED_ATTACK, AIM])
@pytest.mark.parametrize(
    ("situation", "reaction", "more", "why"),
    [
        (NEAR, "dodge", {}, "not_thrown"),
        (THROWN, "dodge", {"aware": False}, "unaware"),
        (THROWN, "shield_parry", {}, "no_shield"),
        (THROWN, "parry", {}, "no_weapon"),
        (THROWN, "dodge", {}, None),
        (NEAR, "none", {}, None),
    ],
)
def test_a_reaction_that_is_not_rolled_says_why(
    calculator: Any, situation: Any, reaction: str, more: dict[str, Any], why: str | None
) -> None:
    inputs = {**BOW, "situation": situation, **more, "reaction": reaction, "reaction_skill": {"base": 60}}
    assert ask(calculator, **inputs)["no_reaction"] == why


@pytest.mark.parametrize("calculator", [RANGED_ATTACK, AIM])
@pytest.mark.parametrize(("distance", "told"), [(1, "close"), (2, "close"), (3, None)])
def test_a_shot_at_close_distance_says_so(calculator: Any, distance: int, told: str | None) -> None:
    """Given two meters or less, then the answer says that the book has Ranged Combat from farther off."""
    assert ask(calculator, **BOW, situation={"distance": distance, "range": 50})["too_close"] == told


@pytest.mark.parametrize(
    ("rate", "aim", "loaded", "rounds", "shots"),
    [
        (1, 0, True, 5, 5),
        (3, 0, True, 1, 1),
        (3, 0, True, 3, 1),
        (3, 0, True, 4, 2),
        (3, 0, False, 2, 0),
        (3, 0, False, 6, 2),
        (2, 1, True, 5, 2),
        (2, 1, False, 5, 1),
    ],
)
def test_shots_in_a_fight_wait_for_loading_and_aiming(
    rate: int, aim: int, loaded: bool, rounds: int, shots: int
) -> None:
    told = ask(RANGED_ATTACK, **BOW, situation=NEAR, rate=rate, aim_rounds=aim, loaded=loaded, fight_rounds=rounds)
    assert (told["shots"], told["mean_within"]) == (shots, shots * told["mean"])


def test_a_reloaded_weapon_drops_its_target_shot_by_shot() -> None:
    """Given a crossbow that shoots in rounds 1 and 3, then the chance rises in these rounds alone."""
    told = ask(RANGED_ATTACK, **{**BOW, "damage": "11"}, situation=NEAR, rate=2, fight_rounds=4)
    once = told["p_drop"]
    assert told["p_drop_by_round"] == [once, once, 1 - (1 - once) ** 2, 1 - (1 - once) ** 2]


def test_one_meter_is_a_single_meter() -> None:
    shot = RANGED_ATTACK.parse({**BOW, "situation": {"distance": 1, "range": 50}})
    steps = RANGED_ATTACK.explain(shot).steps if RANGED_ATTACK.explain else ()
    assert steps[0].label.startswith("1 meter with")


def test_what_cannot_be_shot_at_is_refused() -> None:
    too_far = {"distance": 101, "range": 50}
    assert refused(RANGED_ATTACK, **BOW, situation=too_far) == ("situation.distance", "not_allowed")
    assert refused(AIM, **BOW, situation=too_far) == ("situation.distance", "not_allowed")
    assert refused(RANGED_ATTACK, **BOW, situation=THROWN, reaction="dodge") == ("reaction_skill", "missing_field")
    assert refused(RANGED_ATTACK, **BOW, situation={"distance": 5}) == ("situation.range", "missing_field")


def test_in_a_hurricane_nothing_is_rolled_and_aim_is_no_help() -> None:
    told = ask(RANGED_ATTACK, **BOW, situation={**NEAR, "wind": "hurricane"}, aim_rounds=3)
    assert (told["status"], told["modified"], told["codes"]) == ("auto_fail", None, {"MISS": 1})
    assert outcomes(RANGED_ATTACK, **BOW, situation={**NEAR, "wind": "hurricane"}) == {"Miss": 1}


def test_each_row_of_aiming_is_that_shot() -> None:
    rows = ask(AIM, **BOW, situation=NEAR, max_aim=4, rate=3)
    shots = [ask(RANGED_ATTACK, **BOW, situation=NEAR, aim_rounds=n, rate=3) for n in range(5)]
    assert [row["p_drop"] for row in rows["curve"]] == [shot["p_drop"] for shot in shots]
    assert [row["mean_per_round"] for row in rows["curve"]] == [shot["mean_per_round"] for shot in shots]
    best = max(shot["mean_per_round"] for shot in shots)
    assert rows["best_aim_mean"] == [shot["mean_per_round"] for shot in shots].index(best)
    assert rows["best_mean_per_round"] == best


# Into a crowd.


def astray_by_hand(skill: int, cover: int) -> Counter[str]:
    """Who is struck by each of the hundred rolls (OQ-CRW-02 to 05), for a skill below 100."""
    found: Counter[str] = Counter()
    for roll in range(1, 101):
        doubles = roll % 11 == 0 or roll == 100
        if roll <= skill + cover:
            found["critical" if doubles else "success"] += 1
        else:
            found["fumble" if doubles else "bystander" if roll <= skill else "miss"] += 1
    return found


@pytest.mark.parametrize(
    ("skill", "cover", "value"), [(60, "excellent", -50), (99, "partial", -20), (40, "total", -75), (33, "none", 0)]
)
def test_every_roll_into_a_crowd_strikes_whom_the_rule_says(skill: int, cover: str, value: int) -> None:
    told = ask(CROWD, attack={"base": skill}, cover=cover, damage="1d8")
    hands = astray_by_hand(skill, value)
    assert told["modified"] == skill + value
    names = {"p_target_critical": "critical", "p_target_success": "success", "p_fumble": "fumble"}
    names |= {"p_bystander_hit": "bystander", "p_miss": "miss"}
    assert {name: told[name] for name in names} == {name: Fraction(hands[who], 100) for name, who in names.items()}


@pytest.mark.parametrize(
    ("thrown", "crowd_dodge", "may"),
    [(False, "always", True), (False, "thrown_only", False), (True, "thrown_only", True)],
)
def test_a_bystander_dodges_what_the_house_rule_lets_them(thrown: bool, crowd_dodge: str, may: bool) -> None:
    told = ask(
        CROWD,
        attack={"base": 60},
        cover="excellent",
        damage="1d8",
        thrown=thrown,
        crowd_dodge=crowd_dodge,
        bystander_dodge={"base": 40},
    )
    assert told["bystander_dodges"] is may
    assert told["p_bystander_struck"] == told["p_bystander_hit"] * (Fraction(60, 100) if may else 1)


def test_a_bystander_is_never_hit_critically_but_may_fumble_into_it() -> None:
    crowd = {"attack": {"base": 60}, "cover": "total", "damage": "1d8", "bystander_ap": 2, "bystander_hp": 8}
    assert ask(CROWD, **crowd)["p_bystander_drop"] == 0
    clumsy = ask(CROWD, **crowd, bystander_dodge={"base": 0})
    assert clumsy["p_bystander_fumble"] == clumsy["p_bystander_hit"] / 10
    assert clumsy["bystander_damage"]["6"] > ask(CROWD, **crowd)["bystander_damage"]["6"]


def test_rolls_into_a_crowd_come_as_often_as_told() -> None:
    crowd = {"attack": {"base": 30}, "cover": "partial", "damage": "2", "bystander_dodge": {"base": 50}}
    seen, told = outcomes(CROWD, **crowd), ask(CROWD, **crowd)
    assert (seen["Target hit"], seen["Bystander hit"]) == (told["p_target_hit"], told["p_bystander_struck"])


@pytest.mark.parametrize(("crowd_doubles", "struck"), [("nobody", 18), ("bystander", 20)])
def test_a_miss_that_succeeds_against_the_unmodified_skill_strikes_a_bystander(crowd_doubles: str, struck: int) -> None:
    """Skill 60 behind partial cover: 41 to 60 miss the target, and 44 and 55 of those are fumbles."""
    found = ask(CROWD, attack={"base": 60}, cover="partial", damage="1d8", crowd_doubles=crowd_doubles)
    assert found["p_bystander_hit"] == Fraction(struck, 100)
