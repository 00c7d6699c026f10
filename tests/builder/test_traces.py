"""The traces of shares of the games as one."""

from typing import Any

import pytest

import pyrules
from pyrules.engine import outputs
from web.builder import BuildError
from web.builder.pyodide import traces
from web.worker.requests import kinds


def trace(game: str, **found: Any) -> dict[str, Any]:
    """What a process writes of one game."""
    modules = {"answers": ["a"], "tools": ["a"], "sheets": ["a"], "fights": ["a"]} | found.pop("modules", {})
    by_game = {name: {game: {}} for name in traces._BY_GAME}
    every = {"requests": list(kinds.KINDS), "outputs": list(outputs.KINDS)}
    return {**every, "modules": modules, "early": [], "library": [], "noted": {}, **by_game, **found}


def test_every_game_is_in_one_share() -> None:
    assert sorted(game for share in traces.SHARES for game in share) == sorted(pyrules.GAME_IDS)


def test_a_module_that_one_share_needs_for_answers_is_no_module_of_tools() -> None:
    one = trace("obss", modules={"tools": ["a", "b"], "sheets": ["a", "b", "c"], "fights": ["a", "b", "c", "d"]})
    other = trace("wwn", modules={phase: ["a", "b"] for phase in ("answers", "tools", "sheets", "fights")})

    assert traces.joined([one])["tool_modules"] == ["b"]
    both = traces.joined([one, other])
    assert (both["tool_modules"], both["sheet_modules"], both["fight_modules"]) == ([], ["c"], ["d"])


def test_games_notes_and_the_library_are_put_together() -> None:
    one = trace("obss", library=["re"], noted={"m": {"texts": {"x": "exec"}, "patterns": {"1": "2"}}})
    other = trace("wwn", library=["json"], noted={"m": {"texts": {"y": "eval"}, "patterns": {}}})
    both = traces.joined([one, other])

    assert both["library"] == ["json", "re"]
    assert both["imports"] == {"obss": {}, "wwn": {}}
    assert both["noted"] == {"m": {"texts": {"x": "exec", "y": "eval"}, "patterns": {"1": "2"}}}


@pytest.mark.parametrize("what", ["requests", "outputs"])
def test_a_kind_that_no_share_exercises_is_refused(what: str) -> None:
    whole = trace("obss")
    lost = whole[what][0]
    part = trace("wwn", **{what: whole[what][1:]})

    with pytest.raises(BuildError, match=lost):
        traces.joined([part])
    assert traces.joined([part, whole])
