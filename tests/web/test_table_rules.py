"""Table rules in the worker: checked, used as defaults, marked at inputs, and included in shared links."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

import pyrules
from pyrules.engine.inputs import BOOK, OURS, RULING, DefaultSource, many, number, record
from web.builder.site import forms, pages
from web.worker import endpoint

OFF = [["mastery", "off"]]
RANGED = "openquest.ranged_attack"


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


def answer(calculator: str, pairs: Any, **more: Any) -> dict[str, Any]:
    return ask(kind="answer", calculator=calculator, pairs=pairs, **more)


def start(calculator: str) -> Any:
    found = pyrules.calculator(calculator)
    return found.to_pairs(found.parse(dict(found.start)))


# The page of table rules


def test_what_is_worth_keeping_is_what_differs_in_the_games_order() -> None:
    reply = ask(
        kind="house", system="openquest", pairs=[["both_fail", "lower_roll"], ["crit_parry", "attacker_fumbles"], *OFF]
    )

    assert reply["ok"]
    assert reply["pairs"] == [*OFF, ["both_fail", "lower_roll"]]
    assert reply["line"] == f"2 of {len(pyrules.game('openquest').table_rules)} set."
    assert reply["which"] == "Masters (100% and more): Roll like everybody · When both fail: The lower roll wins"


def test_nothing_set_says_so() -> None:
    assert ask(kind="house", system="wwn", pairs=[])["line"] == "Nothing is set."


def test_an_unusable_table_rule_is_reported_and_the_others_stay() -> None:
    wrong = [["mastery", "never"], ["no_such", "1"], ["mastery.deep", "1"], ["both_fail", "lower_roll"]]
    reply = ask(kind="house", system="openquest", pairs=wrong)

    assert not reply["ok"]
    assert reply["pairs"] == [["both_fail", "lower_roll"]]
    problems = {problem["field"]: problem for problem in reply["problems"]}
    assert problems["mastery"]["text"].startswith("Masters (100% and more) must be one of auto_crit")
    assert problems["no_such"]["code"] == "unknown_field"
    assert problems["mastery.deep"]["code"] == "unknown_field"


@pytest.mark.parametrize("pairs", [None, "mastery=off", [["mastery"]], [["mastery", 1]], {"mastery": "off"}])
def test_what_are_no_pairs_is_refused(pairs: Any) -> None:
    for reply in (ask(kind="house", system="openquest", pairs=pairs), answer(RANGED, start(RANGED), house=pairs)):
        assert not reply["ok"]
        assert reply["problems"][0]["text"] == "Table rules must be a list of [rule, text]."


def test_an_unknown_game_is_refused() -> None:
    assert ask(kind="house", system="chess", pairs=[])["problems"][0]["code"] == "unknown_name"
    assert ask(kind="house", pairs=[])["problems"][0]["code"] == "unknown_name"


# A calculator


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda s: s.id)
def test_every_table_rule_is_used_marked_and_spelled_out_wherever_it_is_asked_for(game: pyrules.Game) -> None:
    for name, rule in game.table_rules.items():
        _, kind, default = rule.field
        texts = [o.id for o in kind.options] if hasattr(kind, "options") else [str(kind.low), str(kind.low + 1)]
        other = next(text for text in texts if text != kind.to_text(default))
        for calculator in rule.calculators:
            pairs = start(calculator.id)
            example = [
                (key, other if key.split(".")[-1] == name else text) for key, text in pairs
            ]  # as table-rules-form.js does
            reply = answer(calculator.id, example, house=[[name, other]])
            if not reply["ok"]:
                # A rule may rule the example out; then the way back is at the input.
                assert reply["problems"][0]["code"] == "not_allowed", calculator.id
                continue
            result = dict(reply["link"])
            assert all(result[key] == other for key in reply["house"]["own"]), calculator.id
            assert reply["house"]["other"] == []


def test_the_tables_value_gives_the_answer_that_its_link_gives() -> None:
    pairs = [["attack.base", "120"], ["damage", "1d8"], ["target_hp", "12"], ["defence", "none"]]
    table = answer("openquest.close_attack", pairs, house=OFF)
    result = answer("openquest.close_attack", [*pairs, *OFF])
    standard = answer("openquest.close_attack", pairs)

    assert table["values"] == result["values"] != standard["values"]
    assert table["link"] == result["link"]
    assert table["house"]["own"] == ["mastery"]
    assert "Roll like everybody (your table)" in table["groups"]["Table rules"]
    assert "your table" not in result["groups"]["Table rules"]


def test_a_link_that_says_otherwise_wins_and_goes_on_saying_so() -> None:
    pairs = [*start(RANGED), ("mastery", "auto_crit")]
    reply = answer(RANGED, pairs, house=OFF)

    assert reply["values"] == answer(RANGED, pairs)["values"]
    assert reply["house"] == {"refused": [], "notes": [], "own": [], "other": ["mastery"]}
    assert ["mastery", "auto_crit"] in reply["link"]
    assert ["mastery", "auto_crit"] not in answer(RANGED, pairs)["link"]


@pytest.mark.usual
def test_what_is_shared_means_the_same_at_every_table() -> None:
    for calculator in (c for game in pyrules.GAMES for c in game.calculators if c.table_rules):
        shared = answer(calculator.id, start(calculator.id))["shared"]
        rules = pyrules.game(calculator.game_id).table_rules.values()
        asked = [(rule.field.name, rule.field.input, rule.field.default) for rule in rules]
        others = [
            (name, o.id) for name, kind, default in asked for o in getattr(kind, "options", ()) if o.id != default
        ]
        elsewhere = answer(calculator.id, shared, house=[list(pair) for pair in others])
        assert elsewhere["values"] == answer(calculator.id, shared)["values"], calculator.id
        assert not elsewhere["house"]["own"], calculator.id


def test_a_stored_value_that_cannot_be_used_is_left_aside_in_words() -> None:
    reply = answer(RANGED, start(RANGED), house=[["mastery", "never"], ["stack_close", "never"]])

    assert reply["ok"]
    assert reply["values"] == answer(RANGED, start(RANGED))["values"]
    assert reply["house"]["refused"] == ["mastery"], "the other one is none of this calculator's"
    [note] = reply["house"]["notes"]
    assert note.startswith("Set for your table: Masters (100% and more) must be one of")
    assert note.endswith("It is left aside, and our reading stands.")


def test_rolls_sweeps_and_comparisons_see_it() -> None:
    pairs = [["trait", "-10"], ["target", "9"]]
    lucky = {"calculator": "raiders.roll", "pairs": pairs, "house": [["extremes", "no"]]}
    assert (
        ask(kind="roll", faces=[6, 6], **lucky)["entry"]["outcome"]
        != ask(kind="roll", faces=[6, 6], calculator="raiders.roll", pairs=pairs)["entry"]["outcome"]
    )
    assert ["extremes", "no"] in ask(kind="roll", faces=[6, 6], **lucky)["entry"]["link"]
    assert ask(kind="sweep", **lucky)["values"] != ask(kind="sweep", calculator="raiders.roll", pairs=pairs)["values"]
    compared = ask(kind="compare", vs=[*pairs, ["extremes", "yes"]], **lucky)
    assert ["extremes", "no"] in compared["sides"]["this"]
    assert ["extremes", "yes"] in compared["sides"]["pinned"]


def test_a_roll_in_the_log_means_the_same_whatever_the_table_decides_later() -> None:
    rolled = ask(kind="roll", faces=[6, 6], calculator="raiders.roll", pairs=[["trait", "0"], ["target", "9"]])
    assert ["extremes", "yes"] in rolled["entry"]["link"]


# Its mark in a form


@pytest.mark.parametrize(
    ("standard", "mark", "back"),
    [
        (BOOK, "set it for your table", "back to the book"),
        (RULING, "set it for your table", "back to our reading"),
        (OURS, "our default, set your table’s value", "back to our default"),
    ],
    ids=["book", "reading", "ours"],
)
def test_a_table_rule_names_the_source_of_its_default_and_links_to_its_page(
    standard: DefaultSource, mark: str, back: str
) -> None:
    @dataclass(frozen=True, kw_only=True)
    class Attacker:
        cap_step: int = number("Step", 0, 10, 1, help="Some help.", table=standard)

    @dataclass(frozen=True, kw_only=True)
    class Attacks:
        attackers: tuple[Attacker, ...] = many(
            "Attackers", record("Attacker", Attacker, help="Some help."), 1, 3, (Attacker(),), help="Some help."
        )

    drawn = forms.form(pyrules.calculator(RANGED), Attacks())
    fields: Any = pages.environment().get_template("pages/fields.html").module
    html = str(fields.rows(drawn["open"], drawn["groups"], {}))

    assert f'<a href="../house/#cap_step" aria-label="{mark}: Step">{mark}</a>' in html
    assert f">{back}</button>" in html
    assert 'data-mark="attackers.0.cap_step"' in html
    assert 'data-mark="attackers.__0__.cap_step"' in html, "a row added later is marked, too"
    assert html.count('data-rule="cap_step"') == 2
