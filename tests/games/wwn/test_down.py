"""How falling and being saved behave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.wwn.wounds.wounds import DOWNED, STABILIZE

from ..asking import ask


def status(damage: int = 5, kind: str = "pc", **more: Any) -> str:
    return str(ask(DOWNED, hp=5, damage=damage, target_kind=kind, **more)["status"])


def test_exactly_no_hit_points_is_down() -> None:
    assert status(4) == "up"
    assert status(5) == status(500) == "mortally_wounded"


def test_who_falls_how() -> None:
    assert [status(kind=kind) for kind in ("pc", "named", "generic")] == ["mortally_wounded"] * 2 + ["dead"]
    assert status(frail=True) == status(catastrophic=True) == "dead"


@pytest.mark.parametrize("kind", ["pc", "named", "generic"])
def test_non_lethal_harm_never_kills(kind: str) -> None:
    values = ask(DOWNED, hp=5, damage=9, target_kind=kind, nonlethal=True, frail=True)

    assert (values["status"], values["minutes_out"], values["rounds_to_live"]) == ("incapacitated", 10, None)


def test_the_dying_have_six_rounds() -> None:
    values = ask(DOWNED, hp=5, damage=5, target_kind="pc")

    assert (values["hp"], values["minutes_out"], values["rounds_to_live"]) == (0, None, 6)


def test_someone_up_is_neither_out_nor_dying() -> None:
    values = ask(DOWNED, hp=5, damage=0, target_kind="pc", nonlethal=True)

    assert values == {"hp": 5, "status": "up", "minutes_out": None, "rounds_to_live": None}


def test_there_is_an_attempt_in_every_round_left() -> None:
    for first in range(6):
        attempts = ask(STABILIZE, first_elapsed=first)["attempts"]
        assert [attempt["elapsed"] for attempt in attempts] == list(range(first, 6))
        assert [attempt["dc"] for attempt in attempts] == [8 + elapsed for elapsed in range(first, 6)]


def test_waiting_costs_lives_and_a_kit_saves_them() -> None:
    by_start = [ask(STABILIZE, first_elapsed=first)["p_saved"] for first in range(6)]

    assert by_start == sorted(set(by_start), reverse=True)
    assert ask(STABILIZE, kit=False)["p_saved"] < by_start[0] < ask(STABILIZE, helpers=[2])["p_saved"]


def test_an_attempt_has_its_own_chance_even_after_certain_success() -> None:
    values = ask(STABILIZE, misc=10)

    assert values["attempts"][0]["p"] == values["p_saved"] == 1
    assert values["attempts"][-1]["p"] == Fraction(35, 36)
    assert values["p_dies"] == 0


def test_care_stops_once_it_has_succeeded() -> None:
    rolled = STABILIZE.roll(STABILIZE.parse({}), lambda sides: sides)

    assert rolled.outcome == "Saved"
    assert len(rolled.steps) == 1


def test_the_chances_of_care_are_the_product_of_its_failures() -> None:
    values = ask(STABILIZE, heal_skill=1, helpers=[0], kit=False)
    dies = 1
    for attempt in values["attempts"]:
        dies *= 1 - attempt["p"]
        assert attempt["saved_by_now"] == 1 - dies

    assert values["p_dies"] == dies
    assert values["saved_by_attempt"][-1] == values["p_saved"]
