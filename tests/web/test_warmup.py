"""At rest the worker works out every example of a game, one at a time."""

import json

import pytest

import pyrules
from pyrules.games import calculator_ids
from web.worker import endpoint, warmup


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_each_step_answers_the_next_example_until_there_is_none(monkeypatch: pytest.MonkeyPatch, game_id: str) -> None:
    answered: list[str] = []
    handle = endpoint.handle

    def noting(request: str) -> str:
        response = handle(request)
        assert json.loads(response)["ok"], response
        answered.append(json.loads(request)["calculator"])
        return response

    monkeypatch.setattr(endpoint, "handle", noting)
    monkeypatch.setattr(warmup, "_under_way", {})
    wanted = [calculator.id for calculator in pyrules.games.game(game_id).calculators]

    for done in range(len(wanted)):
        assert warmup.step(game_id)
        assert answered == wanted[: done + 1]
    assert not warmup.step(game_id) and not warmup.step(game_id)
    assert answered == wanted


def test_a_package_that_knows_its_calculators_is_not_asked_for_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrules.games import raiders

    monkeypatch.setattr(raiders, "CALCULATORS", {"strike": ["m", "STRIKE"], "damage": ["m", "DAMAGE"]}, raising=False)
    monkeypatch.delattr(raiders, "GAME")

    assert calculator_ids("raiders") == ("raiders.strike", "raiders.damage")
