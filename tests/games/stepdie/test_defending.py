"""Defenses: what each rolls, which are available, and which one is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.games.stepdie.defense.defending import DEFENCE

from ..asking import ask, refused, rolled
from .by_hand import die, higher, total

ATTACK = {"die": 8, "skill": 3}


def avoids(defender: dict[str, Any], kind: str, **more: Any) -> Any:
    return ask(DEFENCE, defender=defender, attack=ATTACK, **more)["options"][kind]["p_avoid"]


def expected(sides: int, plus: int, *, halved: bool = False) -> Any:
    return 1 - higher(total(die(8), plus=3), total(die(sides), plus=plus, halved=halved))


@pytest.mark.parametrize(
    ("defender", "sides", "plus", "halved"),
    [
        ({"acrobatics": 4, "armor_penalty": 1}, 6, 3, False),
        ({"acrobatics": 4, "free_zone": False}, 6, 4, True),
        ({"acrobatics": 4, "mounted": True, "riding": 1, "armor_penalty": 2, "free_zone": False}, 6, -1, False),
        ({"mount_targeted": True, "mount_agility_die": 10, "riding": 2, "armor_penalty": 9}, 10, 2, False),
        ({"mount_targeted": True, "mount_agility_die": 10, "chilled": True, "leg_maimed": True}, 10, 0, False),
        ({"agility_die": 10, "chilled": True, "leg_maimed": True, "arm_maimed": True}, 6, 0, False),
        ({"cap_count": 3, "cap_step": 2, "defending": True}, 6, -3, False),
        ({"grounded": True, "extra_mod": 5}, 6, 2, False),
    ],
)  # fmt: skip
def test_what_a_dodge_rolls(defender: dict[str, Any], sides: int, plus: int, halved: bool) -> None:
    assert avoids(defender, "dodge") == expected(sides, plus, halved=halved)


@pytest.mark.parametrize("kind", ["parry", "block"])
def test_what_is_in_hand_uses_the_arm_and_knows_no_armor_and_no_room(kind: str) -> None:
    defender = {"agility_die": 10, "parry": 2, "block": 2, "blocking": True, "armor_penalty": 5, "free_zone": False}

    assert avoids(defender, kind) == expected(10, 2)
    assert avoids(defender | {"arm_maimed": True, "chilled": True, "leg_maimed": True}, kind) == expected(6, 2)


@pytest.mark.parametrize("kind", ["dodge", "parry", "block"])
def test_blocking_ignores_the_attacks_before_whatever_the_defense(kind: str) -> None:
    fresh = {"parry": 1, "block": 3, "blocking": True}
    assert avoids(fresh | {"cap_count": 4}, kind) == avoids(fresh, kind)


def test_attacks_before_count_against_those_who_do_not_block() -> None:
    chances = [avoids({"parry": 1, "cap_count": before}, "parry") for before in range(6)]
    assert chances == [expected(6, 1 - before) for before in range(6)]


@pytest.mark.parametrize(
    ("defender", "attack", "open_to"),
    [
        ({}, {}, ["dodge"]),
        ({"parry": 1}, {}, ["dodge", "parry"]),
        ({"parry": 1, "block": 2}, {}, ["dodge", "parry"]),
        ({"parry": 1, "block": 2, "blocking": True}, {}, ["dodge", "parry", "block"]),
        ({"parry": 1, "block": 2, "blocking": True}, {"ranged": True}, ["dodge", "block"]),
        ({"parry": 1, "parry_is_shield": True}, {"ranged": True}, ["dodge", "parry"]),
        ({"parry": 1, "block": 2, "blocking": True, "parry_is_shield": True}, {"must_dodge": True}, ["dodge"]),
        ({"parry": 1, "block": 2, "blocking": True, "mount_targeted": True}, {}, ["dodge"]),
    ],
)
def test_which_defenses_are_open(defender: dict[str, Any], attack: dict[str, Any], open_to: list[str]) -> None:
    values = ask(DEFENCE, defender=defender, attack=ATTACK, **attack)

    assert list(values["options"]) == open_to
    closed = {"dodge", "parry", "block"} - set(open_to)
    assert all(f"{kind.capitalize()}:" in values["not_open"] for kind in closed)


def test_equals_are_settled_in_the_order_of_the_book() -> None:
    same = {"acrobatics": 2, "parry": 2, "block": 2, "blocking": True}
    assert ask(DEFENCE, defender=same, attack=ATTACK)["best"] == "dodge"
    assert ask(DEFENCE, defender=same | {"acrobatics": 1}, attack=ATTACK)["best"] == "parry"


def test_the_best_stands_first_and_is_what_is_rolled() -> None:
    inputs: dict[str, Any] = {
        "defender": {"acrobatics": -2, "parry": 1, "block": 4, "blocking": True},
        "attack": ATTACK,
    }
    values = ask(DEFENCE, **inputs)

    assert [row["defence"] for row in values["ranked"]] == ["block", "parry", "dodge"]
    assert values["best_p_avoid"] == expected(6, 4)
    assert rolled(DEFENCE, **inputs)["Avoided"] == expected(6, 4)


def test_blocking_without_a_shield_is_refused() -> None:
    assert refused(DEFENCE, defender={"blocking": True}, attack={}) == ("defender.blocking", "not_allowed")
