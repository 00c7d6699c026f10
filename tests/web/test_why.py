"""What opens under a figure: its exact value, the steps that lead to it, its rule."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.engine import answer as out
from pyrules.engine.calculator import Calculator
from web.worker.render import explanation

from ..games.asking import start_of


def explained(calculator_id: str, name: str, inputs: dict[str, Any] | None = None) -> explanation.Why:
    calculator = pyrules.calculator(calculator_id)
    read = calculator.parse(dict(calculator.start) | (inputs or {}))
    output = next(output for output in calculator.outputs if output.name == name)
    return explanation.explain(calculator, read)(output, calculator.answer(read).values[name])


def labels(found: explanation.Why) -> list[str]:
    return [step["label"].partition(" against")[0] for step in found.steps]


def test_a_chance_is_told_up_to_the_step_that_decides_it() -> None:
    assert labels(explained("wwn.attack", "p_hit")) == ["Hit roll"]
    mean = [
        "Hit roll",
        "Damage, 1d8",
        "A hit does at least the Shock",
        "Shock on a miss, up to AC 13: the target has 13",
    ]
    assert labels(explained("wwn.attack", "mean")) == mean


def test_a_certain_value_is_told_by_its_own_step() -> None:
    assert labels(explained("wwn.attack", "shock_on_miss")) == ["Shock on a miss, up to AC 13: the target has 13"]


def test_the_modifiers_that_count_stand_at_their_step_with_their_sum() -> None:
    (hit,) = explained("wwn.attack", "p_hit", {"circumstances": ["half_cover"]}).steps
    assert [m.value for m in hit["modifiers"]] == [2, 1, 1, -2]
    assert hit["total"] == 2


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Fraction(3, 5), "Exactly 3/5."),
        (Fraction(2), ""),
        (4, ""),
        (Fraction(1, 3**100), "To 12 decimals 0.000000000000."),
    ],
)
def test_a_rounded_figure_says_what_it_is_exactly(value: Any, said: str) -> None:
    assert explanation._exact(out.percent("p", "chance"), value) == said


def without_a_rule(calculator: Calculator[Any]) -> Iterator[str]:
    """The outputs of the example that a page shows and cannot explain by a rule."""
    inputs, values = start_of(calculator.id)
    because = explanation.explain(calculator, inputs)
    for output in calculator.outputs:
        if output.visible and because(output, values[output.name]).rule is None:
            yield f"{calculator.id}: {output.name}"


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)
def test_every_value_shown_has_its_rule(game: pyrules.Game) -> None:
    assert [one for calculator in game.calculators for one in without_a_rule(calculator)] == []


def test_a_figure_is_explained_by_the_steps_that_give_it_and_by_no_others() -> None:
    assert labels(explained("wwn.derive", "save_mental")) == ["Mental save"]
    assert labels(explained("raiders.derived", "dodge")) == ["Dodge"]


def test_several_steps_may_give_one_figure() -> None:
    rolled = {"explosion": None, "crit_rolls": [], "roll": 3, "bonus": 2, "vulnerable": True, "reduction": 4}
    steps = explained("obss.damage_resolve", "damage", {**rolled, "weapon": "1d10", "ed": 9}).steps

    assert [step["total"] for step in steps] == [5, 5, -4]


def test_a_word_is_explained_by_steps_that_give_figures_too() -> None:
    told = labels(explained("wwn.action_economy", "verdict", {"sequence": [{"action": "charge"}]}))

    assert told == ["A fresh round", "A fresh round", "Charge", "Charge"]
