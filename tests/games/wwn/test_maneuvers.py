"""How shoves, grapples and broken shields behave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.calculator import Calculator
from pyrules.engine.procedure import Procedure
from pyrules.games.wwn.checks.checks import Contest, check_die
from pyrules.games.wwn.maneuvers.drag import GRAPPLE_MOVE, drag
from pyrules.games.wwn.maneuvers.grapple import GRAPPLE_ESCAPE, GRAPPLE_START
from pyrules.games.wwn.maneuvers.grapple_race import GRAPPLE_RACE
from pyrules.games.wwn.maneuvers.shatter import SHATTER_SHIELD
from pyrules.games.wwn.maneuvers.shove import SHOVE

from ..asking import ask, refused, rolled

BOUT: dict[str, Any] = {"hit_bonus": 4, "target_ac": 14, "attacker": {"skill": 1}, "defender": {"attr_mod": 1}}

starts_with_a_hit = pytest.mark.parametrize("calculator", [SHOVE, GRAPPLE_START], ids=lambda c: c.id)


@starts_with_a_hit
def test_success_takes_the_hit_and_the_contest(calculator: Calculator[Any]) -> None:
    values = ask(calculator, **BOUT)

    assert values["p_success"] == values["p_hit"] * values["p_check"]


@starts_with_a_hit
def test_the_contest_has_its_chance_even_where_nothing_can_hit(calculator: Calculator[Any]) -> None:
    values = ask(calculator, **{**BOUT, "target_ac": 40})

    assert (values["p_hit"], values["p_success"]) == (0, 0)
    assert values["p_check"] == ask(calculator, **BOUT)["p_check"]


@starts_with_a_hit
def test_a_natural_20_hits_and_a_1_misses_only_by_a_table_rule(calculator: Calculator[Any]) -> None:
    hopeless, sure = {**BOUT, "target_ac": 40}, {**BOUT, "hit_bonus": 40}

    assert ask(calculator, **hopeless, natural_rule="auto")["p_hit"] == Fraction(1, 20)
    assert ask(calculator, **sure)["p_hit"] == 1
    assert ask(calculator, **sure, natural_rule="auto")["p_hit"] == Fraction(19, 20)


@starts_with_a_hit
def test_size_weighs_on_the_contest_and_not_on_the_hit(calculator: Calculator[Any]) -> None:
    by_size = [ask(calculator, **BOUT, size=size) for size in ("similar", "larger", "implausible")]
    checks = [values["p_check"] for values in by_size]

    assert checks == sorted(set(checks), reverse=True)
    assert len({values["p_hit"] for values in by_size}) == 1


@starts_with_a_hit
def test_a_tie_is_the_attackers_unless_the_defender_is_the_player_character(calculator: Calculator[Any]) -> None:
    assert ask(calculator, **BOUT)["p_check"] > ask(calculator, **BOUT, tie="defender")["p_check"]


@starts_with_a_hit
def test_after_a_miss_there_is_no_contest(calculator: Calculator[Any]) -> None:
    result = calculator.roll(calculator.parse(BOUT), lambda sides: 1)

    assert result.outcome == "Miss"
    assert len(result.steps) == 1


def test_every_way_the_dice_fall_gives_the_odds_of_a_drag() -> None:
    hold = {"attacker": {"skill": 1}, "defender": {}}
    values = ask(GRAPPLE_MOVE, **hold)

    assert rolled(GRAPPLE_MOVE, **hold) == {"Moved": values["p_moved"], "Free": values["p_freed"]}


def test_anything_but_a_win_frees_the_one_who_is_dragged() -> None:
    values = ask(GRAPPLE_MOVE, attacker={}, defender={})

    assert values["p_freed"] > values["p_moved"]
    assert values["p_moved"] + values["p_freed"] == 1


def test_the_steps_of_a_contest_merge_into_margins() -> None:
    inputs = GRAPPLE_MOVE.parse({"attacker": {}, "defender": {}})
    result: Procedure[Contest] = drag(inputs)

    assert len(result.odds().weights) == 21


def test_breaking_out_means_beating_everyone_with_one_roll() -> None:
    alone, two = (ask(GRAPPLE_ESCAPE, defender={"skill": 1}, grapplers=[{}] * count) for count in (1, 2))

    assert alone["p_escape"] > two["p_escape"]
    # one roll against both: more likely than two rolls that must both win
    assert two["p_escape"] > alone["p_escape"] ** 2
    assert two["p_beat_each"] == alone["p_beat_each"] * 2
    assert two["grapplers_beaten"]["2"] == two["p_escape"]


def test_a_hold_that_cannot_be_broken_has_no_mean() -> None:
    values = ask(GRAPPLE_ESCAPE, defender={"misc": -10}, grapplers=[{"misc": 10}], attempts=2)

    assert (values["p_escape"], values["mean_attempts"], values["p_free_by_attempt"]) == (0, None, [0, 0])


def test_each_further_attempt_helps() -> None:
    curve = ask(GRAPPLE_ESCAPE, defender={}, grapplers=[{}], attempts=50)["p_free_by_attempt"]

    assert len(curve) == 50
    assert curve == sorted(set(curve))


def test_an_escape_is_rolled_grappler_by_grappler() -> None:
    inputs = GRAPPLE_ESCAPE.parse({"defender": {}, "grapplers": [{}, {}]})
    result = GRAPPLE_ESCAPE.roll(inputs, _typed([6, 5, 6, 4, 6, 6]))

    assert [step.text for step in result.steps] == [
        "a total of 11",
        "a total of 10: 1 of 2 beaten",
        "a total of 12: 1 of 2 beaten",
    ]
    assert result.outcome == "Still held"


def _typed(faces: list[int]) -> Any:
    left = iter(faces)
    return lambda sides: next(left)


HELD: dict[str, Any] = {"defender": {"attr_mod": 1}, "grapplers": [{"skill": 1}], "hp": 8}


def test_a_race_ends_free_or_down_and_the_rest_is_still_held() -> None:
    values = ask(GRAPPLE_RACE, **HELD, horizon=4)

    assert values["p_escapes"] + values["p_dropped"] == 1
    assert all(sum(row.values()) == 1 for row in values["by_round"])
    assert values["p_still_held"] == values["by_round"][-1]["held"]
    assert values["curves"]["free"] == [row["free"] for row in values["by_round"]]


def test_the_race_counts_untrained_punch_as_no_bonus_and_no_penalty() -> None:
    untrained, zero = (
        ask(GRAPPLE_RACE, **{**HELD, "grapplers": [{"skill": skill}]})["damage_per_round"] for skill in (-1, 0)
    )

    assert untrained == zero == {"1": Fraction(1, 2), "2": Fraction(1, 2)}


def test_circumstances_of_the_hold_do_no_damage() -> None:
    plain, helped = (
        ask(GRAPPLE_RACE, **{**HELD, "grapplers": [{"misc": misc}]})["damage_per_round"] for misc in (0, 5)
    )

    assert plain == helped


def test_damage_before_the_first_try_costs_lives() -> None:
    later, first = (ask(GRAPPLE_RACE, **HELD, damage_first=first) for first in (False, True))

    assert first["p_dropped"] > later["p_dropped"]


def test_damage_first_can_end_it_before_any_try() -> None:
    values = ask(GRAPPLE_RACE, **{**HELD, "hp": 1}, damage_first=True)

    assert (values["p_dropped"], values["mean_escape_rounds"]) == (1, 0)
    assert values["by_round"][0] == {"free": 0, "dropped": 1, "held": 0}


def test_more_hit_points_never_shorten_a_race() -> None:
    by_hp = [ask(GRAPPLE_RACE, **{**HELD, "hp": hp}) for hp in range(1, 30)]
    escapes, rounds = ([values[name] for values in by_hp] for name in ("p_escapes", "mean_escape_rounds"))

    assert escapes == sorted(escapes)
    assert rounds == sorted(rounds)


def test_a_race_that_never_ends_is_refused() -> None:
    stuck = {"defender": {"misc": -10}, "grapplers": [{"misc": 10, "unarmed": "0"}], "hp": 5}

    assert refused(GRAPPLE_RACE, **stuck) == ("grapplers", "not_allowed")


def test_a_race_without_escape_ends_on_the_floor() -> None:
    lost = {"defender": {"misc": -10}, "grapplers": [{"misc": 10, "unarmed": "1"}], "hp": 5}
    values = ask(GRAPPLE_RACE, **lost)

    assert (values["p_dropped"], values["mean_escape_rounds"]) == (1, 5)


SHIELD: dict[str, Any] = {**BOUT, "weapon": "axe"}


def test_only_what_crushes_or_hews_breaks_a_shield() -> None:
    for weapon in ("sword", "spear", "dagger", "unarmed", "bow"):
        assert refused(SHATTER_SHIELD, **{**SHIELD, "weapon": weapon}) == ("weapon", "not_allowed")
    assert ask(SHATTER_SHIELD, **{**SHIELD, "weapon": "focus_unarmed"}) == ask(SHATTER_SHIELD, **SHIELD)


def test_the_bearer_of_the_shield_has_an_edge() -> None:
    shove, shatter = ask(SHOVE, **BOUT), ask(SHATTER_SHIELD, **SHIELD)

    assert shatter["p_hit"] == shove["p_hit"]
    assert shatter["p_check"] < shove["p_check"]
    assert shatter["p_check"] == check_die(1).then(lambda a: check_die(2).map(lambda b: a >= b)).p(bool)


def test_a_magic_shield_never_breaks() -> None:
    values = ask(SHATTER_SHIELD, **SHIELD, magical=True)

    assert (values["p_break"], values["mean_attempts"], set(values["p_broken_by_attempt"])) == (0, None, {0})
    result = SHATTER_SHIELD.roll(SHATTER_SHIELD.parse({**SHIELD, "magical": True}), _typed([20, 6, 6, 1, 1]))
    assert result.outcome == "Shield holds"
