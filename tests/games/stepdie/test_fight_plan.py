"""The best use of the action in a fight of the step-die game: all attacks on one target, filled from the fight."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.engine.fight.plans import Plan, best_plan, has_plan

from .fighting import RULES, Fighting

AXE = {"name": "Axe", "damage": 4, "heft_die": 8, "bladed": True}
SHIELD = {"name": "Shield", "kind": "shield", "damage": 1, "parry": 2, "block": 4}
BOW = {"name": "Bow", "kind": "bow", "damage": 3}
OGG = {"health_max": 4, "fighting": 2, "acrobatics": 1, "armor_dr": 1, "weapons": [{"name": "Club", "parry": 1}]}


def fight(*weapons: dict[str, Any]) -> Fighting:
    sheet = {"agility_die": 8, "strength_die": 10, "fighting": 3, "archery": 2, "weapons": [*weapons]}
    return Fighting({"id": "wenna", "sheet": sheet}, {"id": "ogg", "side": "foes", "sheet": OGG})


def plan(f: Fighting) -> Plan:
    found = best_plan(RULES, f.here("wenna", "ogg"))
    assert found is not None
    return found


def rows(f: Fighting) -> dict[str, dict[str, Any]]:
    answer = plan(f).odds.answer
    assert answer is not None
    return {row["action"]: row for row in answer.values["rows"]}


@pytest.mark.parametrize("weapons", [(AXE, SHIELD), (AXE,), (BOW,)], ids=["shield", "axe", "bow"])
def test_each_row_is_the_line_of_that_attack(weapons: tuple[dict[str, Any], ...]) -> None:
    f = fight(*weapons)
    f.hold("ogg", "met", "wenna")
    found = rows(f)
    assert found.keys() & {"power", "shoot"}
    for action, row in found.items():
        hits = "p_any_hit" if action == "dual" else "p_hit"
        assert row["p_hit"] == f.figure(action, hits, "wenna", "ogg", 0), action


def test_the_weapon_that_does_the_most_is_taken() -> None:
    found = plan(fight(SHIELD, AXE))
    assert found.here.weapon_at == 1


def test_without_weapons_it_is_planned_with_bare_hands() -> None:
    f = fight()
    assert plan(f).act.id == "plan_unarmed"
    assert rows(f)["attack"]["p_hit"] == f.figure("attack_unarmed", "p_hit", "wenna", "ogg")


def test_there_is_no_plan_without_an_action_or_a_loaded_bow() -> None:
    f = fight(BOW)
    f.do("shoot", "wenna", "ogg", 0, [1, 6])
    assert not has_plan(RULES, f.here("wenna", "ogg"))
    f.next(2)
    assert not has_plan(RULES, f.here("wenna", "ogg"))


def test_a_prepared_action_is_not_compared() -> None:
    f = fight(AXE)
    f.do("prepare", "wenna", what="power")
    f.next(2)
    assert not has_plan(RULES, f.here("wenna", "ogg"))
