"""The rules from a shell."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

import pytest

import pyrules
from pyrules.__main__ import main
from pyrules.engine.inputs import input_fields
from web.worker import endpoint
from web.worker.requests.roll import closed

JUK = ("raiders.strike", "offense=7", "defense=10", "brawn=6", "weapon=15", "protection=5")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.splitlines()


def test_it_lists_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert "raiders     Ruins & Raiders (2d6)" in said(capsys)


def test_it_lists_the_calculators_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "raiders")
    assert out.index("Attack:") < out.index("raiders.strike") < out.index("Grapple:")
    assert "ruins-and-raiders.com" in out


def test_it_answers_with_the_headline_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, *JUK).splitlines()
    assert lines[:4] == [
        "Strike",
        "  97.2 % (35/36)  hit",
        "  19.58 (235/12)  wounds, on average",
        "  97.2 % (35/36)  down",
    ]
    assert lines[-1].startswith("Rules: RR-")
    assert any("█" in line and line.endswith("1/6") for line in lines)


def test_no_inputs_show_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "raiders.strike") == said(capsys, *JUK)


def test_json_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(said(capsys, *JUK, "--json"))
    assert answer["calculator"] == "raiders.strike"
    assert answer["values"]["mean_wounds"] == "235/12"
    assert "RR-STRIKE-01" in answer["rules"]


def test_inputs_may_be_nested_and_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "raiders.fortune", "hits=4", "--json", "hits=7", "fortune=5")
    assert json.loads(out)["values"]["wounds"] == 6
    fighters = [f"{who}.{name}=9" for who in ("me", "foe") for name in ("offense", "defense")]
    assert "Strike twice" in said(capsys, "raiders.round_options", *fighters)


def test_a_roll_is_told_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, *JUK, "--roll", "--seed", "1")
    assert out == said(capsys, *JUK, "--roll", "--seed", "1")
    assert "Hit roll against 10 [RR-STRIKE-01]" in out
    assert "d6: " in out and "Offense +7 [RR-OFF-01]" in out
    assert out.rstrip().endswith("of all rolls end so")
    assert said(capsys, *JUK, "--roll")


def test_a_roll_may_have_options_and_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    rolled = json.loads(
        said(capsys, "raiders.round_options", "--roll", "--option", "haymaker", "--seed", "2", "--json")
    )
    assert rolled["calculator"] == "raiders.round_options"
    assert "/" in rolled["chance"]


def test_a_roll_in_json_has_the_shape_that_the_worker_gives(capsys: pytest.CaptureFixture[str]) -> None:
    rolled = json.loads(said(capsys, *JUK, "--roll", "--seed", "2", "--json"))
    faces = [value for step in rolled["steps"] for _, value in step["faces"]]
    pairs = [word.split("=") for word in JUK[1:]]
    request = {"kind": "roll", "calculator": JUK[0], "pairs": pairs, "faces": faces}
    assert {"calculator": JUK[0], **json.loads(endpoint.handle(json.dumps(request)))["values"]} == rolled


def test_a_name_that_fits_nothing_is_a_notice_and_the_answer_still_comes(capsys: pytest.CaptureFixture[str]) -> None:
    plain = said(capsys, *JUK)
    assert main([*JUK, "luck=3", "v=1"]) == 0
    captured = capsys.readouterr()
    assert captured.out == plain
    assert [line.partition(";")[0] for line in captured.err.splitlines()] == ["There is no input luck here"]


def test_what_is_for_scripts_is_in_the_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert "counted from 0" not in said(capsys, "raiders.team_pin")
    assert "Member 2" in said(capsys, "raiders.team_pin")
    assert json.loads(said(capsys, "raiders.team_pin", "--json"))["values"]["lead"] == 1


def test_lists_and_names_are_said_as_on_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    sides = said(capsys, "wwn.initiative_group")
    assert "Party  most likely first" in sides
    assert "Modifiers: Party +1, Raiders 0, Beast +1" in sides
    assert "Raider, Ash, Brin, Archer  in this order" in said(capsys, "wwn.turn_order")
    assert "All of this kind in the quick table: " in said(capsys, "wwn.reference", "type=move")


def test_a_gain_shows_its_direction(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "raiders.ambush", "offense=4", "compare_defense=2", "range_cl=9")
    assert "Gain in the chance to hit: \u2212" in told


def test_an_amount_of_any_size_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = "1/" + "9" * 30
    assert "Times as heavy: " in said(capsys, "raiders.mass_bonus", "side_a=1000000000000000", f"side_b={tiny}")


@pytest.mark.parametrize(
    ("arguments", "sentences"),
    [
        (["chess"], ["There is no game 'chess'"]),
        (["raiders.dance"], ["There is no calculator 'raiders.dance'; there are: raiders.strike"]),
        (["raiders.strike", "offense"], ["Inputs are written name=value; got offense."]),
        (
            ["raiders.strike", "offense=x", "brawn=99", "luck=3"],
            [
                "There is no input luck here; there are: offense",
                "Offense must be",
                "Brawn must be",
                "Defense is missing",
            ],
        ),
        ([*JUK, "aim=yes", "haymaker=yes"], ["You cannot aim and throw a haymaker"]),
        ([*JUK, "--roll", "--option", "dance"], ["raiders.strike cannot roll 'dance'; it can roll: strike."]),
        (["raiders.tables", "--roll"], ["raiders.tables has nothing to roll."]),
    ],
)
def test_what_cannot_be_used_is_said_in_sentences(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentences: list[str]
) -> None:
    told = refused(capsys, *arguments)
    assert len(told) == len(sentences)
    assert all(line.startswith(start) and line.endswith(".") for line, start in zip(told, sentences, strict=True))


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_every_calculator_can_be_read_and_rolled(capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    for calculator in pyrules.game(game_id).calculators:
        assert calculator.title in said(capsys, calculator.id)
        barred = closed(calculator, calculator.parse(dict(calculator.start)))
        for throw in calculator.rolls:
            asked = (calculator.id, "--roll", "--option", throw.option, "--seed", "7")
            assert refused(capsys, *asked) if throw.option in barred else said(capsys, *asked)


def test_help_lists_the_inputs_with_ranges_units_defaults_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "raiders.slam", "--help")
    lines = " ".join(told.split())
    assert told.startswith("Slam: ")
    assert "brawn Brawn The attacker's Brawn; it adds to the damage. Allowed: a whole number from 0 to 60." in lines
    assert "in kg" in lines and "May be empty (none). Default: none." in lines
    options = said(capsys, "raiders.fortune", "--help")
    assert "stay_up" in options and "A table rule: the default is our default." in " ".join(options.split())
    nested = said(capsys, "stepdie.volley", "-h")
    assert "  attacks.N.attacker.agility_die  Agility die" in nested.splitlines()


def test_help_of_no_calculator_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--help").startswith("usage: python -m pyrules")
    assert said(capsys, "raiders", "--help") == said(capsys, "--help")
    assert refused(capsys, "raiders.dance", "--help")[0].startswith("There is no calculator 'raiders.dance'")


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_every_calculators_help_names_each_input_and_its_example_works(
    capsys: pytest.CaptureFixture[str], game_id: str
) -> None:
    for calculator in pyrules.game(game_id).calculators:
        told = said(capsys, calculator.id, "--help")
        keys = {line.split()[0] for line in told.splitlines() if line.startswith("  ") and line[2] != " "}
        assert {field.name for field in input_fields(calculator.inputs)} <= keys
        command = shlex.split(told.splitlines()[-1])
        assert command[:3] == ["python3", "-m", "pyrules"]
        assert said(capsys, *command[3:]) == said(capsys, calculator.id)


def test_it_runs_as_a_module() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pyrules", "raiders.roll", "trait=0", "target=7"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "58.3 % (7/12)  success" in run.stdout
