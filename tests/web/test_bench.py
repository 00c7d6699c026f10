"""The bench prints what it measures: its arithmetic, its marks, and its choice of calculators."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl

import pytest

import pyrules
from pyrules.engine.fight.events import read_events
from web.builder.dev import bench
from web.builder.dev.bench import boot, build_times, fights, growth, largest, paint, sweep, transfer, waterfall, weight
from web.builder.dev.bench.table import MARK, Row, Table
from web.builder.dev.serve import Response
from web.builder.site import pages
from web.worker.requests import fight_odds, sweep_inputs

CALCULATORS = [calculator for game in pyrules.GAMES for calculator in game.calculators]


def test_a_table_stands_in_columns_and_marks_what_misses_its_goal() -> None:
    table = Table("Times", "10 ms", ("what", "ms"), [Row(("fast", 9)), Row(("slower", 11), missed=True)], "Twice.")

    assert table.text().splitlines() == [
        "Times",
        "  goal: 10 ms",
        "  what    ms",
        "  fast     9",
        f"  slower  11  {MARK}",
        "  Twice.",
    ]


def test_a_start_is_compared_by_medians_with_each_of_its_limits() -> None:
    times = {"bare, cold": [1000, 900, 5000], "peer, cold": [2000], "ours": [450, 460, 100]}
    met, of_bare, of_peer = (
        boot.compared(times, [boot.Start("ours", "bare, cold", "peer, cold", *limits)])[0]
        for limits in ((0.45, 0.225), (0.44, 0.225), (0.45, 0.22))
    )

    assert met.cells == ("ours", "450", "100", "460", "0.45", "0.45", "0.23", "0.23")
    assert [row.missed for row in (met, of_bare, of_peer)] == [False, True, True]


def test_every_kind_of_start_names_stock_ones_that_are_measured() -> None:
    starts = boot.starts(0.5)
    names = {start.name for start in starts}

    assert all({start.bare, start.peer} <= names for start in starts)
    assert len(boot.compared({name: [1.0] for name in names}, starts)) == len(starts)


def test_the_stages_of_a_start_add_up_to_it() -> None:
    cold, slower = waterfall.Ends(10, 200, 500, 600, 650, 680, 700), waterfall.Ends(20, 200, 500, 600, 650, 680, 900)
    second = waterfall.Ends(-5000, -4800, -4500, -4400, 40, 60, 75)
    ends = {kind: [cold] for kind in (waterfall.CACHED, waterfall.SAVED)} | {"cold": [cold, slower, slower]}
    rows = waterfall.table(ends | {waterfall.SECOND: [second]}, "", 3).rows

    assert cold.stages() == [10, 190, 300, 100, 50, 30, 20]
    assert second.stages() == [0, 0, 0, 0, 40, 20, 15]
    assert [row.cells[0] for row in rows] == [*waterfall.STAGES, "all"]
    assert [row.cells[1] for row in rows] == ["20", "180", "300", "100", "50", "30", "220", "900"]
    assert rows[-1].cells[2:] == ("700", "700", "75")


def test_the_median_page_and_the_heaviest_are_asked_for_by_their_weight(site: Path) -> None:
    visits = boot.asked(site)
    weights = {c.id: weight.gzipped(site / boot.address(c) / "index.html") for c in CALCULATORS}
    able = sorted(weights[c.id] for c in CALCULATORS if boot._can_change(c))

    assert weights[visits[boot.MEDIAN][0].id] == able[len(able) // 2]
    assert weights[visits[boot.HEAVIEST][0].id] == max(able)
    assert all(one is not two and one.game_id == two.game_id for one, two in visits.values())


@pytest.mark.parametrize("calculator", [game.calculators[0] for game in pyrules.GAMES], ids=lambda c: c.id)
def test_a_visitor_comes_with_a_state_that_python_has_to_work_out(calculator: Any) -> None:
    place, _, fragment = boot.changed(calculator).partition("#")
    inputs, problems = calculator.from_text(parse_qsl(fragment.replace("+", "%2B"), keep_blank_values=True))

    assert place == f"{calculator.id.replace('.', '/')}/"
    assert (inputs is None, problems) == (False, [])
    assert inputs != calculator.parse(dict(calculator.start))


def test_a_page_without_scripts_is_otherwise_the_same() -> None:
    html = '<link rel="x"><script src="a.js"></script><p>odds</p><script type="module" src="b.js">\n</script>'

    assert paint.without_scripts(html) == '<link rel="x"><p>odds</p>'


def test_every_response_is_counted_once_under_what_it_is() -> None:
    responses = [
        Response("/tableside/assets/python-1/pyodide.asm.wasm", 200, 3_000_000),
        Response("/tableside/assets/python-1/std.pack", 200, 1_800_000),
        Response("/tableside/assets/core-1/core.pack", 200, 50_000),
        Response("/tableside/assets/game-1/wwn.pack", 200, 49_000),
        Response("/tableside/wwn/attack/", 200, 900),
        Response("/tableside/wwn/attack/index.html", 200, 100),
    ]
    again = Response("/tableside/assets/python-1/std.pack", 304, 200)

    assert [(row.cells, row.missed) for row in transfer.counted(responses)] == [
        (("Pyodide", 1, "3000.0"), False),
        (("Python's library", 1, "1800.0"), False),
        (("our Python", 2, "99.0"), False),
        (("pages", 2, "1.0"), False),
        (("all", 6, "4900.0"), False),
    ]
    assert transfer.counted([*responses, again])[-1] == Row(("all", 7, "4900.2"), missed=True)
    assert transfer.once([*responses, again]) == responses


@pytest.mark.parametrize(
    ("text", "high", "values"),
    [
        ("24", 100, ["24", "48", "96", "100"]),
        ("0", 3, ["1", "2", "3"]),
        ("10", 10, ["10"]),
        ("6d8+1", None, ["6d8+1", "12d8+1"]),
        ("24", None, []),
        ("yes", None, []),
    ],
)
def test_what_counts_is_doubled_up_to_its_limit(text: str, high: int | None, values: list[str]) -> None:
    assert list(growth.doubled(text, high)) == values


def test_inputs_that_grow_together_wait_at_their_limits() -> None:
    steps = list(growth.steps({"hp": ["24", "48", "50"], "rounds": ["8", "10"]}))

    assert steps == [{"hp": "24", "rounds": "8"}, {"hp": "48", "rounds": "10"}, {"hp": "50", "rounds": "10"}]


def test_growth_looks_at_hit_points_and_rounds_and_not_at_bonuses() -> None:
    keys = {number.key for number in growth.growing(pyrules.calculator("wwn.rounds_to_drop"))}

    assert "hp" in keys
    assert not any(key.startswith("attacks.") for key in keys)


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda c: c.id)
def test_every_calculator_has_largest_inputs_of_its_own(calculator: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(largest, "DRAWS", 2)
    monkeypatch.setattr(largest, "CHOICES", 1)
    found = largest.largest_inputs(calculator)

    assert list(found) == [largest.HIGHEST, "draw 1", "draw 2", "choices 1"]
    assert found == largest.largest_inputs(calculator)


def test_the_largest_debates_are_among_those_without_a_limit() -> None:
    found = largest.largest_inputs(pyrules.calculator("openquest.oratory")).values()

    assert any((a.audience, a.exchanges, a.oratory_pen) == (200, None, "cumulative") and a.defence for a in found)


def test_a_number_without_a_named_bound_becomes_smaller_and_nothing_else_is_lost() -> None:
    found = largest.largest_inputs(pyrules.calculator("openquest.outnumbered")).values()

    assert len(found) > 20
    assert max(len(a.foes) for a in found) == 4


def test_inputs_that_cannot_be_made_legal_are_those_of_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(largest, "TRIES", 0)

    assert largest.largest_inputs(CALCULATORS[0]) == {largest.START: CALCULATORS[0].start_inputs}


def test_an_answer_costs_the_time_and_the_memory_that_it_takes() -> None:
    small, large = (largest.cost_of(answering(answer), None) for answer in (lambda: b"x", lambda: b"x" * (40 << 20)))

    assert not large.stopped
    assert 0 <= small.seconds < 10
    assert 38 < large.megabytes - small.megabytes < 60


def test_a_stopped_answer_is_shown_with_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(largest, "STOP_SECONDS", 0.2)
    cost = largest.cost_of(answering(endless), None)
    row = largest._row("game.calculator", "draw 3", "", cost)

    assert (cost.stopped, cost.megabytes > 30) == (True, True)
    assert row.cells == ("game.calculator", "draw 3", "> 200", f"> {cost.megabytes:.0f}")


def test_an_answer_that_fails_is_no_measurement() -> None:
    with pytest.raises(RuntimeError, match="does not answer"):
        largest.cost_of(answering(lambda: 1 // 0), None)


def test_the_worst_calculators_are_named_with_inputs_that_repeat_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(largest.pyrules, "GAMES", [SimpleNamespace(calculators=CALCULATORS[:3])])
    monkeypatch.setattr(largest, "DRAWS", 2)
    monkeypatch.setattr(largest, "CHOICES", 1)
    monkeypatch.setattr(largest, "LONGEST_LINK", 100_000)
    by_time = next(iter(largest.tables()))

    assert sorted(row.cells[0] for row in by_time.rows) == sorted(calculator.id for calculator in CALCULATORS[:3])
    for calculator in CALCULATORS[:3]:
        name = next(row.cells[1] for row in by_time.rows if row.cells[0] == calculator.id)
        link = by_time.note.partition(f"{calculator.id}: ")[2].splitlines()[0]
        read, problems = calculator.from_text(parse_qsl(link, keep_blank_values=True))
        assert (read, problems) == (largest.largest_inputs(calculator)[name], [])


def answering(answer: Callable[[], object]) -> Any:
    return SimpleNamespace(id="game.calculator", answer=lambda inputs: answer(), to_pairs=lambda inputs: [])


def endless() -> None:
    held = b"x" * (40 << 20)
    while held:
        pass


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_a_sweep_reaches_over_forty_values_that_the_number_can_take(game_id: str) -> None:
    starts = [calculator.parse(dict(calculator.start)) for calculator in pyrules.game(game_id).calculators]
    for number in (number for inputs in starts for number in sweep_inputs.numbers(inputs)):
        if number.input.high - number.low >= sweep_inputs.MOST_POINTS - 1:
            first, last = sweep.reach(number)
            assert number.low <= first < last <= number.input.high
            assert len(sweep_inputs.points_between(first, last, number.value)) == sweep_inputs.MOST_POINTS


@pytest.mark.parametrize("game_id", pyrules.games.FIGHTS)
def test_a_long_fight_has_new_odds_against_every_target_for_each_skill(game_id: str) -> None:
    rules = pyrules.fight_rules(game_id)
    events, state = fights.long_fight(rules)
    measured = fights.measured_events(rules, state, 4)
    rules._answers.clear()
    new = []
    for skill in [[], *([one] for one in measured[fights.NEW_ODDS])]:
        known = len(rules._answers)
        reply, _ = fight_odds.respond({"system": game_id, "events": [*events, *skill]})
        new.append(len(rules._answers) - known)
        assert len(reply["odds"]) == fights.FIGHTERS - 1 and all(reply["odds"].values())

    assert (len(state.combatants), len(events) >= fights.EVENTS) == (fights.FIGHTERS, True)
    assert all(entry.refused is None for entry in rules.replay(read_events(events)))
    assert len(new) == 5 and min(new) > 0 and len(set(new[1:])) == 1


@pytest.mark.parametrize("game_id", pyrules.games.FIGHTS)
def test_every_event_that_is_measured_is_possible_in_the_turn_of_the_hero(game_id: str) -> None:
    rules = pyrules.fight_rules(game_id)
    _, state = fights.long_fight(rules)
    measured = fights.measured_events(rules, state, 3)

    assert {len(events) for events in measured.values()} == {3}
    for events in measured.values():
        for event in events:
            assert rules.fight.play(state, rules.recorded(state, event)).refused is None


@pytest.mark.usual
def test_ten_times_as_many_pages_have_different_addresses() -> None:
    few = sum(1 for _ in pages.pages())
    addresses = {page.address for page in islice(build_times.many_pages(), 2 * few)}

    assert len(addresses) == 2 * few
    assert "copy1/" in addresses
    assert "copy1/console/" not in addresses


def test_a_page_weighs_all_that_it_makes_the_browser_load(tmp_path: Path) -> None:
    texts = {
        "a/index.html": '<link rel="stylesheet" href="../s.css"><script type="module" src="../m.js"></script>',
        "s.css": "p {}",
        "m.js": 'import{x}from"./n.js";import("./later.js");',
        "n.js": 'import"./m.js";export{a}from"./o.js";',
        "o.js": "",
        "later.js": "",
        "other.js": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    loaded = weight.linked(tmp_path / "a" / "index.html")

    assert {path.name for path in loaded} == {"s.css", "m.js", "n.js", "o.js"}


def test_a_build_does_not_change_what_is_measured(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(bench.environment, "CACHE", tmp_path)
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("old")
    with bench.copy_of(site) as copy:
        (site / "index.html").unlink()
        (site / "index.html").write_text("new")

        assert (copy / "index.html").read_text() == "old"
