"""Which pack holds a source: pages fetch only the topics that their calculators import."""

from pathlib import Path
from typing import Any

import pytest

from web.builder.pyodide import plan

GAME = "pyrules/games/chess"
LARGE = "#" * 10_000


class Planner:
    """Plans packs of a small game that a test writes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sources: dict[str, Path] = {}
        self.traced: dict[str, Any] = {
            "tool_modules": [],
            "sheet_modules": [],
            "fight_modules": [],
            "calculators": {"chess": {}},
            "imports": {"chess": {}},
            "tables": {"chess": {}},
            "follow_ups": {"chess": {}},
            "shown_rules": {"chess": {}},
        }
        self.write(f"{GAME}/__init__.py", "WEAPONS = 'board'")

    def write(self, name: str, text: str = LARGE) -> str:
        """A source of the game; returns its name in a pack."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self._sources[name] = path
        return name

    def calculator(self, slug: str, topic: str, *imports: str) -> None:
        """A calculator in the first of the sources it imports."""
        modules = [plan.module_of(name) for name in imports]
        self.traced["calculators"]["chess"][slug] = [f"pyrules.games.chess.{topic}.{slug}", "CALCULATOR"]
        self.traced["imports"]["chess"][slug] = modules

    def plan(self) -> plan.Plan:
        return plan.make(self._sources, self.traced)


@pytest.fixture
def planner(tmp_path: Path) -> Planner:
    """A game with two topics, a module that both import and one calculator in each."""
    made = Planner(tmp_path)
    shared = made.write(f"{GAME}/moves/shared.py")
    made.calculator("open", "openings", made.write(f"{GAME}/openings/open.py"), shared)
    made.calculator("mate", "endings", made.write(f"{GAME}/endings/mate.py"), shared)
    return made


def pack_of(planned: plan.Plan, name: str) -> str:
    [pack] = (pack for pack, own in planned.sources.items() if name in own)
    return pack


def test_what_one_topic_imports_goes_into_its_pack_and_what_several_import_into_the_games(planner: Planner) -> None:
    planned = planner.plan()

    assert pack_of(planned, f"{GAME}/openings/open.py") == "chess-openings"
    assert pack_of(planned, f"{GAME}/endings/mate.py") == "chess-endings"
    assert pack_of(planned, f"{GAME}/moves/shared.py") == "chess"
    assert planned.topics == {"chess": {"open": ("openings",), "mate": ("endings",)}}


def test_a_calculator_with_events_needs_the_pack_of_their_engine(planner: Planner) -> None:
    engine = planner.write("pyrules/engine/fight/replay.py")
    events = planner.write(f"{GAME}/clock/track.py", "from ....engine.fight.replay import replay")
    planner.calculator("track", "clock", events)
    planned = planner.plan()

    assert pack_of(planned, engine) == "all-events"
    assert plan.EVENTS in planned.topics["chess"]["track"]
    assert plan.EVENTS not in planned.topics["chess"]["open"]


def test_a_small_topic_goes_into_its_games_pack(planner: Planner) -> None:
    planner.write(f"{GAME}/endings/mate.py", LARGE[: plan.SMALL_TOPIC - 1])
    planner.write(f"{GAME}/openings/open.py", LARGE[: plan.SMALL_TOPIC])
    planned = planner.plan()

    assert pack_of(planned, f"{GAME}/endings/mate.py") == "chess"
    assert pack_of(planned, f"{GAME}/openings/open.py") == "chess-openings"
    assert planned.topics["chess"]["mate"] == ()


def test_a_calculator_needs_the_pack_of_the_calculator_that_follows_its_rolls(planner: Planner) -> None:
    planner.traced["follow_ups"]["chess"] = {"open": "mate"}

    assert planner.plan().topics["chess"] == {"open": ("endings", "openings"), "mate": ("endings",)}


def test_the_characters_of_a_game_have_their_own_pack_even_if_it_is_small(planner: Planner) -> None:
    name = planner.write(f"{GAME}/sheet/sheet.py", "")

    assert pack_of(planner.plan(), name) == "chess-sheet"


def test_the_fights_of_a_game_have_their_own_pack_even_if_it_is_small(planner: Planner) -> None:
    name = planner.write(f"{GAME}/fight/acts.py", "")

    assert pack_of(planner.plan(), name) == "chess-fight"


def test_what_only_requests_about_fights_import_is_in_the_pack_of_all_fights(planner: Planner) -> None:
    planner.traced["fight_modules"] = ["web.worker.list"]
    page, answer = planner.write("web/worker/list.py"), planner.write("web/worker/answer.py")
    planned = planner.plan()

    assert (pack_of(planned, page), pack_of(planned, answer)) == ("all-fight", "core")


def test_what_only_tools_import_is_in_a_pack_of_their_own(planner: Planner) -> None:
    planner.traced["tool_modules"] = ["web.worker.sweep"]
    sweep, answer = planner.write("web/worker/sweep.py"), planner.write("web/worker/answer.py")
    planned = planner.plan()

    assert (pack_of(planned, sweep), pack_of(planned, answer)) == ("all-tools", "core")


def test_what_only_requests_about_characters_import_is_not_in_the_core(planner: Planner) -> None:
    planner.traced["sheet_modules"] = ["web.worker.paper"]
    paper, answer = planner.write("web/worker/paper.py"), planner.write("web/worker/answer.py")
    planned = planner.plan()

    assert (pack_of(planned, paper), pack_of(planned, answer)) == ("all-sheet", "core")


@pytest.mark.parametrize(
    ("named_in", "pack"),
    [
        (["openings/open.py"], "chess-openings"),
        (["openings/open.py", "endings/mate.py"], "chess"),
        (["moves/shared.py", "openings/open.py"], "chess"),
        (["openings/open.py", "sheet/sheet.py"], "chess-openings"),
        (["sheet/sheet.py"], "chess-sheet"),
        (["sheet/sheet.py", "fight/acts.py"], "chess-sheet"),
        (["openings/open.py", "fight/acts.py"], "chess-openings"),
        (["fight/acts.py"], "chess-fight"),
        ([], "chess"),
    ],
)
def test_a_table_is_in_the_pack_of_the_modules_that_name_it(planner: Planner, named_in: list[str], pack: str) -> None:
    table = planner.write(f"{GAME}/tables/board.toml", "")
    for name in named_in:
        planner.write(f"{GAME}/{name}", f"BOARD = 'board'\n{LARGE}")

    assert pack_of(planner.plan(), table) == pack


def test_a_table_that_another_calculator_loads_is_in_the_games_pack(planner: Planner) -> None:
    table = planner.write(f"{GAME}/tables/board.toml", "")
    planner.write(f"{GAME}/openings/open.py", f"BOARD = 'board'\n{LARGE}")
    planner.traced["tables"]["chess"] = {"open": ["board"], "mate": ["board"]}

    assert pack_of(planner.plan(), table) == "chess"


def test_a_rule_that_one_topic_shows_is_in_its_pack_and_others_are_in_the_games(planner: Planner) -> None:
    planner.traced["shown_rules"]["chess"] = {"open": ["C-1", "C-2"], "mate": ["C-2"]}
    rules = planner.write(f"{GAME}/tables/rules.toml", "".join(f"[[rule]]\nid = 'C-{n}'\n" for n in range(1, 5)))
    planner.write(f"{GAME}/sheet/sheet.py", "RULES = ('C-2', 'C-3')")
    planned = planner.plan()

    assert planned.rules == {
        "chess-openings": [{"id": "C-1"}],
        "chess": [{"id": "C-2"}],
        "chess-sheet": [{"id": "C-3"}],
    }
    assert not [pack for pack, own in planned.sources.items() if rules in own]
