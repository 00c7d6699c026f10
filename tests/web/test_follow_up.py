"""After a roll the link to the next step is filled from the roll and its inputs."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qsl

import pytest

import pyrules
from web.worker import endpoint

FOLLOWED = [one for game in pyrules.GAMES for one in game.calculators if one.follow_up]


def roll(calculator: str, faces: list[int], **inputs: Any) -> str:
    request = {"kind": "roll", "calculator": calculator, "inputs": inputs, "faces": faces}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    assert reply["ok"], reply["problems"]
    return str(reply["html"])


def link_in(drawn: str) -> tuple[str, dict[str, str]] | None:
    """The calculator that the next step leads to, and its pairs."""
    found = re.search(r'<a href="\.\./(\w+)/#([^"]*)" data-next', drawn)
    return (found[1], dict(parse_qsl(html.unescape(found[2])))) if found else None


def test_a_hit_leads_to_its_damage_with_its_criticals() -> None:
    found = link_in(roll("obss.attack", [5, 5, 4], modifier=10, defense=12, dice=3))

    assert found is not None
    assert found[0] == "damage"
    assert found[1]["crits"] == "1"


def test_a_miss_leads_nowhere() -> None:
    assert link_in(roll("obss.attack", [2, 3, 2], modifier=0, defense=30, dice=3)) is None


def test_a_trait_roll_leads_to_the_damage_of_the_same_dice() -> None:
    found = link_in(roll("raiders.roll", [4, 5], trait=5, target=12))

    assert found is not None
    assert (found[0], found[1]["roll"], found[1]["offense"], found[1]["defense"]) == ("damage", "9", "5", "12")


def test_a_value_that_the_next_calculator_refuses_leads_nowhere() -> None:
    assert link_in(roll("raiders.roll", [4, 5], trait=60, bonus=30, target=50)) is None


@pytest.mark.parametrize("calculator", FOLLOWED, ids=lambda one: one.id)
def test_the_next_step_is_a_calculator_of_the_game(calculator: pyrules.Calculator[Any]) -> None:
    assert calculator.rolls
    assert calculator.follow_up
    assert pyrules.calculator(f"{calculator.game_id}.{calculator.follow_up.calculator}")
