"""Rolls: random or typed faces, the shown steps, and the fairness of the dice."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.dice import Face, d
from pyrules.engine.procedure import Modifier, Procedure, RolledStep, counted, throw
from web.builder.dev import site_python
from web.worker import endpoint
from web.worker.render import fairness
from web.worker.requests import roll

from ..drawing import examples
from ..extent import by_extent
from ..games.asking import start_of

each_game = pytest.mark.parametrize("game_id", pyrules.GAME_IDS)


@cache
def rollable(game_id: str) -> tuple[tuple[Calculator[Any], str], ...]:
    """Every calculator of a game with each option that its example can roll."""
    return tuple(
        (calculator, throw.option)
        for calculator in pyrules.game(game_id).calculators
        for closed in (roll.closed(calculator, start_of(calculator.id).inputs),)
        for throw in calculator.rolls
        if throw.option not in closed
    )


BLOW: dict[str, Any] = {"offense": 7, "defense": 10, "brawn": 6, "weapon": 15}
ROUND = dict(pyrules.calculator("raiders.round_options").start)


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


def strike(**more: Any) -> dict[str, Any]:
    return ask(kind="roll", calculator="raiders.strike", inputs=BLOW, **more)


def typed_out(
    calculator: Calculator[Any], option: str, face: Callable[[int, int], int]
) -> tuple[dict[str, Any], list[int]]:
    """Ask for one face after another, as the page does; `face` takes the sides of the die and how many lie there."""
    faces: list[int] = []
    while True:
        asked = {"calculator": calculator.id, "inputs": dict(calculator.start), "option": option}
        reply = ask(kind="roll", faces=faces, **asked)
        if "needs" not in reply:
            return reply, faces
        faces.append(face(reply["needs"]["sides"], len(faces)))


# The telling


def test_a_roll_tells_faces_sum_outcome_and_odds() -> None:
    reply = strike(faces=[6, 4])

    assert "6 + 4 + 7 = 17" in reply["html"]
    assert "d6 shows 6" in reply["html"]
    assert reply["html"].count("<circle") == 10
    assert reply["line"] == "Strike: Target down, a 97.2 % outcome"
    assert reply["entry"]["faces"] == [[6, 6], [6, 4]]


def test_damage_dice_with_a_bonus_of_their_own_add_up() -> None:
    start = dict(pyrules.calculator("wwn.attack").start)
    start["weapon"] = {**start["weapon"], "damage": "1d8+1"}
    reply = ask(kind="roll", calculator="wwn.attack", inputs=start, faces=[19, 5])

    assert "5 + 1 + 1 = 7:" in reply["html"]
    assert "7 damage" in reply["html"]


def test_only_what_is_added_to_the_dice_stands_in_the_sum() -> None:
    """The modifiers of a strike are for the hit and for the damage; its sum is that of the hit roll."""
    reply = ask(kind="roll", calculator="raiders.round_options", inputs=ROUND, faces=[3, 4, 1, 1])

    assert "3 + 4 + 5 = 12" in reply["html"]


@each_game
def test_the_explained_total_is_the_shown_sum(game_id: str) -> None:
    for calculator, option in rollable(game_id):
        inputs = start_of(calculator.id).inputs
        for turn in range(20):
            result = calculator.roll(inputs, lambda sides, turn=turn: 1 + turn % sides, option)
            for step in result.steps:
                before, word, after = step.text.partition("a total of ")
                right = not word or before or after.split(":")[0] == str(step.total)
                assert right, f"{calculator.id} {option}: {step.text} ({step.total})"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 wounds"), (1, "1 wound"), (2, "2 wounds")], ids=["none", "one", "more"]
)
def test_things_are_counted_in_good_grammar(number: int, text: str) -> None:
    assert counted(number, "wound") == text


def test_one_wound_is_one_wound() -> None:
    reply = ask(
        kind="roll", calculator="raiders.strike", inputs={"offense": 3, "defense": 10, "brawn": 1}, faces=[4, 3]
    )

    assert "mox 0 makes 1 wound<" in reply["html"]


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (Fraction(9, 100), "a 9 % outcome"),
        (Fraction(8, 100), "an 8 % outcome"),
        (Fraction(11, 100), "an 11 % outcome"),
        (Fraction(18, 100), "an 18 % outcome"),
        (Fraction(805, 1000), "an 80.5 % outcome"),
        (Fraction(1, 1000), "a 0.1 % outcome"),
        (Fraction(1, 10**6), "an outcome of less than 0.1 %"),
        (1 - Fraction(1, 10**6), "an outcome of more than 99.9 %"),
        (Fraction(1), "a certain outcome"),
    ],
)
def test_how_likely_an_outcome_was_reads_well(p: Fraction, text: str) -> None:
    assert roll.likely(p) == text


def test_a_sum_of_one_part_is_not_shown() -> None:
    one = RolledStep("Roll", "R", (Face(20, 7),), (), "", ())
    less = RolledStep("Roll", "R", (Face(20, 7),), (), "", (Modifier("Cover", -9, "R"), Modifier("None", 0, "R")))
    pool = RolledStep("Roll", "R", (Face(6, 1), Face(6, 2)), (), "")

    assert [step.sum_text for step in (one, less, pool)] == ["", "7 − 9 = −2", ""]


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6, 8, 10, 12, 20, 100])
def test_every_die_is_drawn(sides: int) -> None:
    for value in range(1, sides + 1):
        drawn = roll.drawn(Face(sides, value))
        assert drawn.outline
        assert len(drawn.pips) == (value if sides == 6 else 0)


# Typed faces


CHAIN = by_extent(20, 20, 1000)
"""After so many faces a chain of further dice may end: each face is asked for with all before it."""


@each_game
@pytest.mark.parametrize("face", [lambda sides: sides, lambda sides: 1], ids=["high", "low"])
def test_typed_faces_are_asked_for_one_after_another(
    game_id: str, face: Callable[[int], int], subtests: pytest.Subtests
) -> None:
    for calculator, option in rollable(game_id):
        with subtests.test(calculator=calculator.id, option=option):
            reply, faces = typed_out(calculator, option, lambda sides, number: face(sides) if number < CHAIN else 1)

            assert reply["ok"]
            assert [value for _, value in reply["entry"]["faces"]] == faces
            assert reply["entry"]["typed"]


def test_the_die_that_is_due_is_named_and_those_there_are_drawn() -> None:
    reply = strike(faces=[2])

    assert reply["needs"] == {"sides": 6, "label": "Hit roll against 10, die 2 of 2"}
    assert "d6 shows 2" in reply["html"]


def due(calculator: str, *faces: int, **inputs: Any) -> str:
    """What the next die is for."""
    start = dict(pyrules.calculator(calculator).start)
    reply = ask(kind="roll", calculator=calculator, inputs={**start, **inputs}, faces=list(faces))
    return str(reply["needs"]["label"])


def test_a_die_that_is_due_says_how_many_are_certain() -> None:
    assert due("openquest.damage") == "Damage, 1d8 +1d4, die 1 of 2"
    assert due("openquest.close_attack") == "Attack"
    assert due("obss.dice_pool").endswith(", die 1 of 3 or more")
    assert due("obss.dice_pool", 6, 6, 1).endswith(", die 4 of 5 or more")
    assert due("obss.coup_de_grace").endswith(", die 1 of 4 or more")
    assert due("obss.coup_de_grace", 1).endswith(", die 2 of 4")


def test_a_die_that_is_due_is_named_once() -> None:
    assert due("stepdie.check") == "Roll against 6"
    assert due("stepdie.attack") == "Power Attack"
    assert due("wwn.attack", 20) == "Damage"
    assert due("openquest.hold", 1, 1).startswith("Damage, 1d4 +1d4, die 1")


def test_a_chain_of_explosions_may_be_as_long_as_it_likes() -> None:
    """Of an own making: no game that stands explodes yet."""
    die = d(6).explode(lambda n: n == 6, 40)
    step = throw("Damage", die, lambda s, n: n, rule="R", adds=())
    procedure = Procedure(0, (step,), str)
    faces: list[int] = []
    for value in [6] * 30 + [2]:
        with pytest.raises(roll.NeedsFace):
            procedure.roll(roll.Typed(faces))
        faces.append(value)

    assert procedure.roll(roll.Typed(faces)).steps[0].total == 182


def test_more_faces_than_dice_are_refused() -> None:
    assert strike(faces=[2, 3, 4])["problems"][0]["text"] == "This roll takes 2 dice; got 3 faces."


@pytest.mark.parametrize("faces", ["6", {"6": 1}, 6, False])
def test_faces_that_are_no_list_are_refused(faces: Any) -> None:
    assert strike(faces=faces)["problems"][0]["code"] == "bad_face"


# What may be rolled


def test_an_option_that_the_inputs_rule_out_is_refused_and_listed_beforehand() -> None:
    unarmed = {**ROUND, "me": {**ROUND["me"], "melee": False}}
    rolled = ask(kind="roll", calculator="raiders.round_options", inputs=unarmed, option="haymaker")
    answer = ask(kind="answer", calculator="raiders.round_options", inputs=unarmed)

    assert not rolled["ok"]
    assert "needs a melee attack" in rolled["problems"][0]["text"]
    assert list(answer["closed"]) == ["haymaker"]
    assert answer["closed"]["haymaker"] == rolled["problems"][0]["text"]
    assert ask(kind="answer", calculator="raiders.round_options", inputs=ROUND)["closed"] == {}


@pytest.mark.parametrize("option", [7, ["haymaker"], "no such"])
def test_an_option_that_is_none_gets_a_sentence(option: Any) -> None:
    assert strike(option=option)["problems"][0]["text"].endswith(".")


@each_game
def test_the_link_of_a_roll_leads_back_to_its_inputs(game_id: str, subtests: pytest.Subtests) -> None:
    for calculator, option in rollable(game_id):
        with subtests.test(calculator=calculator.id, option=option):
            rolled = ask(kind="roll", calculator=calculator.id, inputs=dict(calculator.start), option=option)
            inputs, problems = calculator.from_text([tuple(pair) for pair in rolled["entry"]["link"]])

            assert rolled["entry"]["link"]
            assert not problems
            assert inputs == start_of(calculator.id).inputs


def test_hostile_words_stay_text() -> None:
    start = dict(pyrules.calculator("wwn.initiative_individual").start)
    first = {**start["people"][0], "name": "<img src=x>"}
    reply = ask(
        kind="roll", calculator="wwn.initiative_individual", inputs={**start, "people": [first, *start["people"][1:]]}
    )

    assert reply["ok"]
    assert "<img" not in reply["html"]


# Chance


def test_a_random_roll_takes_every_face_from_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """`secrets` keeps no state of its own, so nothing can be repeated from a snapshot."""
    import secrets

    drawn: list[int] = []
    monkeypatch.setattr(secrets, "randbelow", lambda sides: drawn.append(sides) or 2)
    reply = strike()

    assert drawn == [6, 6]
    assert reply["entry"]["faces"] == [[6, 3], [6, 3]]
    assert not reply["entry"]["typed"]


IN_PYODIDE = """
import json
from web.worker import endpoint
def main(text):
    request = json.loads(text)
    return json.dumps([json.loads(endpoint.handle(json.dumps(request)))["entry"]["faces"] for _ in range(20)])
"""


def test_two_boots_of_the_sites_python_do_not_repeat(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "rolls.py"
    script.write_text(IN_PYODIDE)
    asked = json.dumps({"kind": "roll", "calculator": "raiders.strike", "inputs": BLOW})

    assert site_python.run(site, script, asked, fresh=True) != site_python.run(site, script, asked, fresh=True)


# Fairness


def test_fairness_is_described_in_plain_words() -> None:
    html = ask(kind="fairness", counts={"6": [20, 18, 22, 25, 19, 16], "20": [1] * 20})["html"]

    assert "120 d6 thrown; each face expected 20 times." in html
    assert "Nothing unusual: fair dice are at least this uneven in about 78 % of such series." in html
    assert "20 d20 thrown; each face expected 1 time." in html
    assert "Too few to judge: below 100 throws" in html
    assert html.index("120 d6") < html.index("20 d20")


def test_a_loaded_die_is_noticed() -> None:
    assert fairness.verdict([100, 0, 0, 0, 0, 0]).startswith("Rare: ")
    assert fairness.verdict([10**9, 0]).startswith("Rare: ")


@pytest.mark.parametrize(
    ("counts", "p"),
    # one degree of freedom: a normal deviate of 2 and of the root of 2; two degrees: exp(-5/2)
    [([60, 40], 0.0455), ([30, 20], 0.1573), ([15, 5, 10], 0.0821), ([25, 25, 25, 25], 1.0)],
)
def test_the_chi_square_is_that_of_the_tables(counts: list[int], p: float) -> None:
    assert fairness.as_uneven(counts) == pytest.approx(p, abs=0.0005)


@pytest.mark.parametrize(("freedom", "limit"), [(1, 3.841), (2, 5.991), (4, 9.488), (5, 11.070), (19, 30.144)])
def test_the_five_percent_limits_are_those_of_the_tables(freedom: int, limit: float) -> None:
    """Two faces stray evenly to both sides, so that the statistic is just the tabled limit."""
    expected = 10**6
    stray = round((limit * expected / 2) ** 0.5)
    counts = [expected + stray, expected - stray, *[expected] * (freedom - 1)]

    assert fairness.as_uneven(counts) == pytest.approx(0.05, abs=0.0005)


@pytest.mark.parametrize(
    "counts",
    [
        None,
        [],
        "6",
        {"6": [1]},
        {"6": [1, 2, 3, 4, 5, "6"]},
        {"6": [True] * 6},
        {"6": [-1] * 6},
        {"1": [1]},
        {"101": [1] * 101},
        {str(n): [0] * n for n in range(2, 40)},
        {"6": [10**12] * 6},
    ],
)
def test_counts_that_no_dice_threw_get_a_sentence(counts: Any) -> None:
    reply = ask(kind="fairness", counts=counts)

    assert not reply["ok"]
    assert reply["problems"][0]["text"].endswith(".")


@examples(10, 50, 200)
@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=100))
def test_every_series_can_be_judged(counts: list[int]) -> None:
    reply = ask(kind="fairness", counts={str(len(counts)): counts})

    assert reply["ok"]
    assert sum(counts) == 0 or 0 <= fairness.as_uneven(counts) <= 1
