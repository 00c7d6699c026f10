"""The work of the largest inputs is bounded: states and lengths of weights are counted, not seconds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pyrules.games.openquest.close.compare_options import COMPARE_OPTIONS
from pyrules.games.openquest.close.hold import HOLD_ON
from pyrules.games.openquest.close.two_attacks import ALL_OUT_ATTACK, TWO_WEAPON, all_out_strike, both_ends
from pyrules.games.openquest.close.ways import attacks
from pyrules.games.openquest.duel.duel import DUEL
from pyrules.games.openquest.duel.duel_inputs import longest_duel
from pyrules.games.openquest.exchange.work_bounds import MOST_DUEL_WORK, MOST_HOLD_WORK, duel_work, hold_work, most
from pyrules.games.openquest.talk import open_debates
from pyrules.games.openquest.talk.oratory import ORATORY, debate_odds
from pyrules.games.openquest.talk.oratory_crowd import one_exchange

from ..asking import refused
from .outcomes import outcomes

HUGE: dict[str, Any] = {
    "attack": {"base": 60},
    "damage": "20d10",
    "damage_mod": "+20d10",
    "defence": "best",
    "parry": {"base": 63},
    "dodge": {"base": 57},
}
MOST_STATES = 20_000
"""What an answer of huge dice may hold: every damage, for each kind of end."""


def test_two_attacks_with_huge_dice_keep_a_state_for_each_damage_and_kind_of_end() -> None:
    one = all_out_strike(ALL_OUT_ATTACK.parse(HUGE))
    assert len(both_ends(one, one).weights) < MOST_STATES


def test_every_option_with_huge_dice_keeps_few_states() -> None:
    inputs = COMPARE_OPTIONS.parse({**HUGE, "target_hp": 500, "own_shield": "large", "athletics": {"base": 50}})
    assert sum(len(way.odds().weights) for way in attacks(inputs).values()) < MOST_STATES


@pytest.mark.parametrize("calculator", [ALL_OUT_ATTACK, TWO_WEAPON], ids=lambda calculator: calculator.id)
def test_the_fast_way_to_the_ends_agrees_with_the_steps(calculator: Any) -> None:
    small = {**HUGE, "damage": "1d3", "damage_mod": "+1d2", "target_hp": 4, "schedule": "extra_parry"}
    raw = small if calculator is ALL_OUT_ATTACK else {**small, "off_damage": "1d2"}
    fast = outcomes(calculator, **raw)
    procedure = calculator.roll_option(None).procedure(calculator.parse(raw))
    slow = type(procedure)(procedure.start, procedure.steps, procedure.outcome)
    kinds = [
        whole.odds().dist(lambda x: (x.damage, x.hits, x.reactions, x.attacker_fumbles, x.defender_fumbles))
        for whole in (procedure, slow)
    ]
    assert fast == slow.odds().dist(slow.outcome)
    assert kinds[0] == kinds[1]


def test_a_duel_refuses_more_hit_points_than_its_dice_allow_and_names_the_bound() -> None:
    fighter = {**HUGE, "hp": 1, "option": "all_out"}
    bound = longest_duel(DUEL.parse({"x": fighter, "y": fighter}))
    assert bound < 200
    assert refused(DUEL, x={**fighter, "hp": bound + 1}, y=fighter) == ("x.hp", "out_of_range")
    DUEL.parse({"x": {**fighter, "hp": bound}, "y": fighter})


def test_a_duel_of_ordinary_fighters_may_be_as_long_as_any() -> None:
    fighter = {"attack": {"base": 60}, "damage": "1d8", "hp": 200}
    assert longest_duel(DUEL.parse({"x": fighter, "y": fighter})) == 200


@pytest.mark.parametrize("bits", [20, 74, 580])
def test_the_bound_of_a_duel_is_the_most_that_keeps_within_its_work(bits: int) -> None:
    bound = most(200, lambda hp: duel_work(hp, bits, 1), MOST_DUEL_WORK)
    assert duel_work(bound, bits, 1) <= MOST_DUEL_WORK
    assert bound == 200 or duel_work(bound + 1, bits, 1) > MOST_DUEL_WORK


def test_a_hold_refuses_more_rounds_than_its_dice_allow() -> None:
    held = {"holder": {"base": 60}, "held": {"base": 45}}
    assert refused(HOLD_ON, **held, damage="20d10", damage_mod="+20d10", rounds=50) == ("rounds", "out_of_range")
    HOLD_ON.parse({**held, "damage": "1d4", "damage_mod": "+4d6", "rounds": 50})
    assert hold_work(50, 24, 13) <= MOST_HOLD_WORK


@pytest.mark.parametrize("skill", [90, 150, 300])
def test_the_longest_debate_is_summed_in_few_exchanges_of_few_penalties(
    skill: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = []

    def counted(debate: Any, fields: Any, crowds: Any) -> Any:
        pairs.append(len(crowds))
        return one_exchange(debate, fields, crowds)

    monkeypatch.setattr(open_debates, "one_exchange", counted)
    both = {"base": skill, "mods": skill // 2}
    a = ORATORY.parse({"audience": 200, "influence": both, "defence": both, "oratory_pen": "cumulative"})
    assert debate_odds(replace(a, mastery="off")).ended == 1
    assert len(pairs) < 150 and sum(pairs) < 6000
