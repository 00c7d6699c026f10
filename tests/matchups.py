"""Matchups of sheets for tests of all games, and the inputs and answers of calculators that they fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyrules
from pyrules.engine.sheet.bindings import apply, bindable_options, from_start, merge_into_form
from pyrules.engine.sheet.sheet import Sheet
from pyrules.engine.sheet.values import Matchup, Opponent, Values

Pairs = Sequence[tuple[str, str]]


def values_of(sheet: Sheet, pairs: Pairs) -> Values:
    """The values of a sheet from its pairs, which survive being read and written."""
    held, problems = sheet.from_text(pairs)
    assert problems == []
    assert sheet.to_pairs(held) == pairs
    return Values(sheet, held)


def matchup(me: Values, target: Values | Opponent | None = None, weapon: int = 0, theirs: int = 0) -> Matchup:
    """Both sides, each with one of its weapons if it has any."""
    mine = me.weapons()
    other = target.weapons() if isinstance(target, Values) else ()
    return Matchup(me, mine[weapon] if mine else None, target, other[theirs] if other else None)


def filled_inputs(
    calculator_id: str, here: Matchup, form: Pairs | None = None, more: Mapping[str, Any] | None = None
) -> Any:
    """The inputs of a calculator as a matchup fills them, over a form or over what must be given.

    `more` are bindings over those of the sheet, as an act has them. Raises `InvalidInput` if the calculator refuses
    the inputs.
    """
    game, slug = calculator_id.split(".")
    calculator = pyrules.calculator(calculator_id)
    bindings = {**pyrules.sheet(game).bindings[slug], **(more or {})}
    pairs = list(from_start(calculator) if form is None else form)
    done, notes = apply(calculator, bindings, here, pairs)
    found, problems = calculator.from_text(merge_into_form(pairs, done, bindable_options(bindings, here)))
    if found is None:
        raise problems[0]
    assert not notes
    return found


def filled_answer(
    calculator_id: str, here: Matchup, form: Pairs | None = None, more: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The values of the answer to these inputs."""
    return dict(pyrules.calculator(calculator_id).answer(filled_inputs(calculator_id, here, form, more)).values)
