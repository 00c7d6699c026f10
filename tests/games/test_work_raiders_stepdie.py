"""The work of the largest inputs of both games is bounded: counted, not timed.

Counted are the weights of all distributions that an answer and its explanation build. A million of them take a second
or so in a browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import pyrules
from pyrules.engine.dice import Dist

MOST_WEIGHTS = 100_000

ROLL = {"die": 12, "skill": 5, "skill_die": 12, "explode": 5}
ATTACKER = {"agility_die": 12, "strength_die": 12, "skill_die": 12, "explode": 5, "damage": 2, "heft_die": 12}
DEFENDER = {
    "agility_die": 12,
    "strength_die": 12,
    "acrobatics_die": 12,
    "riding_die": 12,
    "explode": 5,
    "parry": 6,
    "parry_is_shield": True,
    "block": 7,
    "armor_dr": 0,
    "health": 100,
}
BOW, SHIELD = {**ATTACKER, "kind": "bow"}, {**ATTACKER, "kind": "shield", "reach": 5}
EIGHT = [{"attacker": {**ATTACKER, "damage": 30 - n, "agility_die": (4, 6, 8, 10, 12)[n % 5]}} for n in range(8)]
FIGHTER = {"offense": 5, "defense": 12, "brawn": 3, "weapon": 1}
HOLD = {"warrior": 6, "defense": 12, "brawn": 3, "target_brawn": 4, "target_warrior": 3, "wound_limit": 200}
DROP = {"me": FIGHTER, "foe_defense": 12, "foe_fortune": 200, "foe_wound_limit": 200, "rounds": 20}

LARGEST: list[tuple[str, dict[str, Any]]] = [
    ("stepdie.volley", {"attacks": EIGHT, "defender": DEFENDER}),
    ("stepdie.stances", {"attacks": EIGHT, "defender": DEFENDER}),
    ("stepdie.options", {"attacker": ATTACKER, "defender": DEFENDER, "off_weapon": {"skill": 3}, "bow": {"skill": 2}}),
    ("stepdie.dual", {"attacker": SHIELD, "off_weapon": {}, "first": "shield_bash", "defender": DEFENDER}),
    ("stepdie.turns_to_drop", {"attacker": {**ATTACKER, "damage": 1}, "defender": DEFENDER, "turns": 20}),
    ("stepdie.ranged_cycle", {"attacker": BOW, "defender": DEFENDER, "turns": 12}),
    ("stepdie.double_shot", {"attacker": BOW, "defender": DEFENDER, "second_defender": DEFENDER}),
    (
        "stepdie.riposte",
        {
            "attacker": ATTACKER,
            "attacker_as_target": DEFENDER,
            "riposter": SHIELD,
            "riposter_as_target": DEFENDER,
            "riposte_action": "shield_bash",
        },
    ),
    (
        "stepdie.tackle",
        {
            "tackler": ROLL,
            "target_strength": ROLL,
            "target_agility": ROLL,
            "strike": ROLL,
            "strategy": "strike",
            "strike_defence": ROLL,
            "target_health": 100,
            "failures_to_ko": 10,
        },
    ),
    ("stepdie.opposed", {"a": ROLL, "b": [ROLL] * 4}),
    ("stepdie.turn", {"events": [{"do": "round"}] * 100}),
    ("stepdie.track", {"health": 100, "events": [{"do": "damage", "n": 1}] * 100}),
    ("raiders.duel", {"a": FIGHTER, "b": FIGHTER, "rounds": 15, "a_limit": 200, "b_limit": 200}),
    ("raiders.rounds_to_drop", DROP),
    ("raiders.rounds_to_drop", {**DROP, "fortune_buys": 2}),
    ("raiders.grapple", {**HOLD, "rounds": 10}),
    ("raiders.grapple", {**HOLD, "rounds": 10, "victim_first": True}),
    ("raiders.round_options", {"me": FIGHTER, "foe": FIGHTER, "foes": 10}),
    ("raiders.round_tracker", {"events": ["fall_prone"] * 50, "hits": [999] * 50}),
    ("raiders.fortune", {"hits": [999] * 50, "fortune": 200}),
]


@pytest.mark.parametrize(("calculator_id", "inputs"), LARGEST, ids=[calculator_id for calculator_id, _ in LARGEST])
def test_the_largest_inputs_take_little_work(
    calculator_id: str, inputs: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    calculator = pyrules.calculator(calculator_id)
    asked = calculator.parse(inputs)
    weights = 0
    plain = Dist.__init__

    def counting(self: Dist[Any], given: Mapping[Any, int]) -> None:
        nonlocal weights
        plain(self, given)
        weights += len(self.weights)

    monkeypatch.setattr(Dist, "__init__", counting)
    calculator.answer(asked)
    calculator.steps(asked)

    assert weights <= MOST_WEIGHTS
