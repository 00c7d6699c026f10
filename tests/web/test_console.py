"""Scripts of the Console: the examples, what is shown of values, faults, limits, and how the page draws it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from web.builder.site import console
from web.console import run as running
from web.console import shown
from web.worker.endpoint import LONGEST_REQUEST, handle

Message = tuple[str, Any]

EXAMPLES = {one.id: one for game in pyrules.GAMES for one in console.examples(game.id)}
# What somebody who reads the output looks for.
SAYS = {
    "obss/accuracy_or_damage": "+2 to hit is worth more against Defense 19, 20, 21, 22, 23, 24",
    "obss/two_on_one": '["10", "54.2 %", "9.8 %", "75.8 %"]',
    "openquest/skill_or_blade": "The bigger blade is better at skill 45, 55",
    "openquest/two_foes_one_parry": '["Parry the ogre", "2.66", "47.9 %", "8.2 %"]',
    "raiders/best_two_of_three": "It is worth +1.46 on average.",
    "raiders/three_ways_to_strike": '["8", "12.78", "15.69", "22.50"]',
    "stepdie/every_die": "TN 8: from d6 to d8 is worth +20.8 points",
    "stepdie/through_armor": '["2", "0.69", "0.88"]',
    "wwn/best_weapon": "AC 20: Long sword",
    "wwn/own_critical": "On average 2.92 instead of 2.60",
    "wwn/skill_or_shock": "AC 14: +1 skill by 0.11",
}
BLOW = '{"target_ac": 15, "class_bonus": 2, "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 15}}'
RANGE = f'sweep("wwn.attack", {BLOW}, "target_ac", [10, 11])'


def run(script: str) -> list[Message]:
    """What a script sends."""
    sent: list[Message] = []
    # A thread of its own: after a browser test, this one has a running event loop.
    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, running.run(script, lambda kind, content: sent.append((kind, content)))).result()
    return sent


def printed(script: str) -> str:
    return "".join(content for kind, content in run(script) if kind == "text")


def fault(script: str) -> str:
    [found] = [content for kind, content in run(script) if kind == "error"]
    assert isinstance(found, str)
    return found


def parts(script: str) -> list[dict[str, Any]]:
    sent = run(script)
    assert not [content for kind, content in sent if kind == "error"]
    return [part for kind, content in sent if kind == "shown" for part in content]


def draw(part: Any, name: Any = "one") -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(handle(json.dumps({"kind": "show", "part": part, "name": name})))
    return reply


# Examples


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_and_says_what_it_should(example: str) -> None:
    sent = run(EXAMPLES[example].source)

    assert "error" not in dict(sent)
    assert SAYS[example] in json.dumps(sent, ensure_ascii=False).replace('\\"', '"')
    for part in [part for kind, content in sent if kind == "shown" for part in content]:
        assert part["type"] == "text" or draw(part)["ok"]


def test_each_game_has_two_examples_with_a_title_and_a_question() -> None:
    for game in pyrules.GAMES:
        held = list(console.examples(game.id))
        assert len(held) >= 2
        assert all(one.title and one.question for one in held)


# What is shown


def test_the_last_line_is_shown_and_other_lines_are_not() -> None:
    assert parts("d(4)\n1 + 1") == [{"type": "text", "text": "2"}]
    assert parts("x = d(4)") == parts("None") == []


def test_dice_are_a_distribution() -> None:
    assert parts('show(d(2), "A coin")') == [
        {"type": "bars", "label": "A coin", "unit": "", "values": [["1", "1/2"], ["2", "1/2"]]}
    ]


def test_whole_numbers_of_a_distribution_stand_in_their_order() -> None:
    [bars] = parts("{10: Fraction(1, 2), 9: Fraction(1, 4), 2: Fraction(1, 4)}")

    assert [outcome for outcome, _ in bars["values"]] == ["2", "9", "10"]


def test_an_answer_is_its_figures_and_its_pictures() -> None:
    facts, bars = parts(f'answer("wwn.attack", {BLOW})')

    assert facts["label"] == "Attack"
    assert facts["rows"][0] == ["hit", "40 % (2/5)"]
    assert bars["type"] == "bars"


def test_every_answer_of_every_calculator_can_be_shown_and_drawn() -> None:
    for game in pyrules.GAMES:
        for calculator in game.calculators:
            for part in shown.parts(calculator.answer(calculator.start_inputs)):
                assert len(json.dumps(part)) < LONGEST_REQUEST
                assert part["type"] == "text" or draw(part)["ok"], calculator.id


def test_a_sweep_is_a_picture_of_each_unit_and_a_table() -> None:
    chances, figures, table = parts(f'sweep("wwn.attack", {BLOW}, "target_ac", range(10, 13))')

    assert (chances["percent"], figures["percent"]) == (True, False)
    assert chances["across"] == "Target AC"
    assert chances["lines"] == [["hit", ["13/20", "3/5", "11/20"]]]
    assert table["columns"][:2] == ["Target AC", "hit"]
    assert table["rows"][0][:2] == ["10", "65 %"]


def test_a_sweep_reaches_into_records_and_agrees_with_single_answers() -> None:
    script = f"""
rows = sweep("wwn.attack", {BLOW}, "weapon.shock", [0, 3], "shock_on_miss")
[row["shock_on_miss"] for row in rows] == [
    answer("wwn.attack", {BLOW} | {{"weapon": {{"damage": "1d8", "shock": n, "shock_ac": 15}}}}).values["shock_on_miss"]
    for n in (0, 3)
]
"""
    assert parts(script) == [{"type": "text", "text": "True"}]


def test_sweeps_are_compared_line_by_line() -> None:
    script = f"""
one = sweep("wwn.attack", {BLOW}, "target_ac", [10, 11])
other = sweep("wwn.attack", {BLOW} | {{"skill": 1}}, "target_ac", [10, 11])
compare({{"green": one, "trained": other}}, "p_hit")
"""
    lines, table = parts(script)

    assert [name for name, _ in lines["lines"]] == ["green", "trained"]
    assert table["rows"] == [["10", "65 %", "70 %"], ["11", "60 %", "65 %"]]


def test_answers_are_compared_in_a_table() -> None:
    script = f'compare({{"one": answer("wwn.attack", {BLOW}), "other": answer("wwn.attack", {BLOW} | {{"skill": 1}})}})'
    [table] = parts(script)

    assert [row[:2] for row in table["rows"]] == [["one", "40 %"], ["other", "45 %"]]


def test_rows_are_a_table_and_fractions_up_to_1_are_chances() -> None:
    [table] = parts('[{"Foe": "Orc", "p": Fraction(1, 2)}, {"Foe": "Ogre", "p": Fraction(1, 3)}]')

    assert table["columns"] == ["Foe", "p"]
    assert table["rows"] == [["Orc", "50 %"], ["Ogre", "33.3 %"]]


def test_damage_of_two_answers_is_added() -> None:
    assert parts(
        "total({1: Fraction(1, 2), 3: Fraction(1, 2)}, {'0': Fraction(1)}) == {1: Fraction(1, 2), 3: Fraction(1, 2)}"
    )
    assert "None" not in printed("print(at_least(total(dice('1d6').probabilities(), dice('1d6').probabilities()), 12))")
    assert printed("print(at_least(dice('2d6').probabilities(), 12))") == "1/36\n"


def test_a_roll_is_shown_with_its_faces() -> None:
    table, outcome = parts('show(roll(Procedure(0, (throw("Die", d(1), lambda s, n: n, rule=""),), str)))')

    assert table["rows"] == [["Die", "d1: 1", "—"]] or table["rows"][0][:2] == ["Die", "d1: 1"]
    assert outcome["rows"] == [["Outcome", "1 (a chance of 100 %)"]]


# Faults and limits


def test_a_traceback_names_the_lines_of_the_script_alone() -> None:
    found = fault('def hit():\n    return answer("wwn.attack", {"target_ac": 99})\n\n\nhit()')

    assert 'File "script", line 2, in hit' in found
    assert "return answer(" in found
    assert "engine/" not in found
    assert "Weapon is missing" in found


def test_what_was_printed_before_a_fault_stays() -> None:
    assert [kind for kind, _ in run("print('before')\n1 / 0")] == ["text", "error"]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("1 +", "SyntaxError"),
        ("input('Your name?')", "no keyboard input"),
        ("dice('two')", "Dice are written like 1d8"),
        (f"sweep('wwn.attack', {BLOW}, 'target_ac', [99])", "Target AC must be"),
        (f"sweep('wwn.attack', {BLOW}, 'target_ac', [10], 'no_such')", "has no number"),
        ("compare([1])", "compare takes a dict"),
        ("total({'a': Fraction(1)})", "Only whole numbers"),
        ("answer('no.such', {})", "no.such"),
        ("def f(): f()\nf()", "RecursionError"),
    ],
)
def test_a_fault_is_named(script: str, words: str) -> None:
    assert words in fault(script)


def test_a_script_may_end_itself() -> None:
    assert run("print(1)\nraise SystemExit") == [("text", "1\n")]


def test_a_script_may_await() -> None:
    assert printed("import asyncio\nawait asyncio.sleep(0)\nprint('after')") == "after\n"


def test_a_flood_of_text_is_cut_off_and_ends_the_script() -> None:
    sent = run("while True:\n    try:\n        print('x' * 1000)\n    except Exception:\n        pass")

    assert sum(len(content) for kind, content in sent if kind == "text") <= running.LONGEST_TEXT
    assert sent[-1] == ("error", "The script was stopped: it prints more than 200,000 characters.")
    assert len(sent) < 1_000


def test_a_flood_of_values_ends_the_script() -> None:
    sent = run("while True: show(1)")

    assert [kind for kind, _ in sent].count("shown") == running.MOST_SHOWN
    assert "more than 100 values" in sent[-1][1]


@pytest.mark.parametrize(
    "script",
    [
        "[{'n': n, 'text': 'x' * 150} for n in range(5_000)]",
        "{n: Fraction(1, 5_000) for n in range(5_000)}",
        "'x' * 10**6",
        "{'a' * 10**5: 1, 'b': 2}",
        "show(d(6), 'x' * 10**6)",
        "Fraction(1, 3**9_000)",
        "{1: Fraction(1, 3**9_000), 2: 1 - Fraction(1, 3**9_000)}",
        "{str(n): n for n in range(3_000)}",
        f"compare({{'a' * 10**5: {RANGE}, 'b': {RANGE}}})",
        "[{'n': n} for n in range(3_000)]",
    ],
)
def test_large_values_are_shown_in_part(script: str) -> None:
    for part in parts(script):
        assert len(json.dumps({"kind": "show", "name": "one", "part": part})) < LONGEST_REQUEST
        assert part["type"] == "text" or draw(part)["ok"]


# Drawing


def test_a_part_is_drawn_with_its_numbers_and_without_a_fold_that_nothing_fills() -> None:
    html = draw({"type": "bars", "label": "Coin", "unit": "", "values": [["1", "1/2"], ["2", "1/2"]]})["html"]

    assert "50 %" in html
    assert "As a table" in html
    assert "Why" not in html


def test_text_of_a_script_is_escaped() -> None:
    evil = "<img src=x onerror=alert(1)>"
    for part in (
        {"type": "facts", "label": evil, "rows": [[evil, evil]]},
        {"type": "table", "label": evil, "columns": [evil], "rows": [[evil]]},
        {"type": "bars", "label": evil, "unit": evil, "values": [[evil, "1"], ["b", "1/2"]]},
        {"type": "lines", "label": evil, "across": evil, "xs": ["1", "2"], "lines": [[evil, ["1", None]]]},
    ):
        reply = draw(part)
        assert reply["ok"]
        assert "<img" not in reply["html"]


@pytest.mark.parametrize(
    "part",
    [
        None,
        [],
        {},
        {"type": "html", "text": "<b>"},
        {"type": "bars", "values": []},
        {"type": "bars", "values": [["1", "2"]]},
        {"type": "bars", "values": [["1", "-1/2"]]},
        {"type": "bars", "values": [["1", "1/0"]]},
        {"type": "bars", "values": [["1", 0.5]]},
        {"type": "table", "columns": ["a"], "rows": [["1", "2"]]},
        {"type": "table", "columns": ["a"], "rows": [[{}]]},
        {"type": "table", "columns": [], "rows": []},
        {"type": "lines", "xs": ["1", "1"], "lines": [["a", ["1", "2"]]]},
        {"type": "lines", "xs": ["1", "1/2"], "lines": [["a", ["1", "2"]]]},
        {"type": "lines", "xs": ["1", "2"], "lines": [["a", ["1"]]]},
        {"type": "lines", "xs": ["0", "9999999999"], "lines": [["a", ["1", "2"]]]},
    ],
)
def test_what_is_no_part_is_refused_in_a_sentence(part: Any) -> None:
    reply = draw(part)

    assert not reply["ok"]
    assert reply["problems"][0]["code"] != "internal"


@pytest.mark.parametrize("name", [None, "", "a b", '"><script>', "x" * 99])
def test_a_part_needs_a_plain_name(name: Any) -> None:
    assert not draw({"type": "facts", "label": "", "rows": []}, name)["ok"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["1", "1/2", "bars", "lines"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "rows", "xs"]), inner),
    max_leaves=8,
)


@given(kind=st.sampled_from(["facts", "table", "bars", "lines"]), more=st.dictionaries(
    st.sampled_from(["label", "unit", "rows", "values", "columns", "xs", "lines", "across", "percent"]), JSON
))  # fmt: skip
def test_no_part_of_a_stranger_is_a_fault_of_ours(kind: str, more: dict[str, Any]) -> None:
    reply = draw(more | {"type": kind})

    assert reply["ok"] or reply["problems"][0]["code"] != "internal"


# What the build makes of it


def test_the_page_says_what_the_first_run_fetches(site: Path) -> None:
    listed = json.loads(next(site.glob(f"assets/app-*/{console.LISTED}")).read_text(encoding="utf-8"))
    folder = next(site.glob(f"assets/app-*/{console.LISTED}")).parent
    fetched = sum((folder / path).resolve().stat().st_size for path in listed["files"].values())

    assert round(fetched / 10**6) == console.MEGABYTES


def test_numbers_of_any_length_are_short_texts() -> None:
    assert shown.number(Fraction(5, 12)) == "5/12"
    assert len(shown.number(Fraction(1, 3**9_000))) < 200
