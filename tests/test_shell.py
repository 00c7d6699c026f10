"""The rules from a shell."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from pyrules.__main__ import main

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
        "  97.2% (35/36)  hit",
        "  19.58 (235/12)  wounds, on average",
        "  97.2% (35/36)  down",
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
    assert rolled["steps"][0]["faces"][0]["sides"] == 6
    assert "/" in rolled["chance"]


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
                "Defense is missing",
                "Brawn must be",
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


@pytest.mark.parametrize("game", ["raiders"])
def test_every_calculator_can_be_read_and_rolled(capsys: pytest.CaptureFixture[str], game: str) -> None:
    import pyrules

    for calculator in pyrules.system(game).calculators:
        assert calculator.title in said(capsys, calculator.id)
        for throw in calculator.throws:
            assert said(capsys, calculator.id, "--roll", "--option", throw.option, "--seed", "7")


def test_it_runs_as_a_module() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pyrules", "raiders.roll", "trait=0", "target=7"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "58.3% (7/12)  success" in run.stdout
