"""Nouns of OBSS answers agree with the number before them."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules
from web.worker.render import views


def headline(calculator_id: str, **inputs: Any) -> str:
    """The headline of an answer as one line."""
    calculator = pyrules.calculator(calculator_id)
    return views.headline_line(calculator, calculator.answer(calculator.parse(inputs)))


@pytest.mark.parametrize(
    ("calculator", "inputs", "texts"),
    [
        ("hp_tracker", {"hp": -9, "max_hp": 9}, "1 round to death"),
        ("hp_tracker", {"hp": -8, "max_hp": 9}, "2 rounds to death"),
        ("hp_tracker", {"hp": 1, "max_hp": 9}, "1 hit point"),
        ("stabilise", {"hp": -9, "con": 0, "first_aid": 3}, "1 round to live without help"),
        ("multi_attack", {"bonus": 3, "actions": 1}, "1 attack"),
        ("charge", {"distance": 5, "speed": 9, "bonus": 3}, "1 attack"),
        ("two_weapon", {"bonus": 3, "strength": 0}, "1 attack"),
        ("movement", {"speed": 1, "steps": ["move"]}, "1 meter in all, 1 Action"),
        ("push_distance", {"margin": 2, "speed": 9}, "1 meter"),
        ("magic_point_loss", {"mp": 1}, "1 magic point lost"),
        ("action_budget", {"actions": ["attack"]}, "1 Action spent"),
        ("crit_bank", {"events": [{"round": 1, "target": "Orc", "gain": 1}]}, "1 critical banked"),
        ("crit_bank", {"events": [{"round": 1, "target": "Orc", "gain": 1}]}, "kept to the end of round 3"),
    ],
)
def test_a_noun_agrees_with_the_number_before_it(calculator: str, inputs: dict[str, Any], texts: str) -> None:
    assert set(texts.split(", ")) <= {part.strip() for part in headline(f"obss.{calculator}", **inputs).split(",")}


def test_a_distance_of_one_meter_is_named_in_the_singular() -> None:
    calculator = pyrules.calculator("obss.ranged_shot")
    explain = calculator.explain
    assert explain is not None
    labels = [step.label for step in explain(calculator.parse({"distance": 1, "range_m": 10})).steps]
    assert "1 meter, in range 1 of 10 each" in labels
