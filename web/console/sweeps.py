"""Helpers of the Console's scripts: one calculator through a range of values, and several results side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import pyrules
from pyrules.engine.answer import Answer, Output
from pyrules.engine.inputs import ListInput, RecordInput, abbreviate, input_fields

Number = int | Fraction


class Series(list[dict[str, Any]]):
    """Rows that belong to a range of values: `x` names the column with the values, `across` is what a player calls it.

    `labels` are the headings of the other columns, by their keys: these are drawn as lines. The columns in `percents`
    hold chances. `title` is shown above.
    """

    def __init__(
        self,
        rows: Iterable[dict[str, Any]],
        x: str,
        across: str,
        title: str,
        labels: Mapping[str, str],
        percents: Iterable[str],
    ) -> None:
        super().__init__(rows)
        self.x, self.across, self.title = x, across, title
        self.labels, self.percents = dict(labels), frozenset(percents)


class Comparison(list[dict[str, Any]]):
    """Rows of named answers; `labels` and `percents` as for `Series`."""

    def __init__(self, rows: Iterable[dict[str, Any]], labels: Mapping[str, str], percents: Iterable[str]) -> None:
        super().__init__(rows)
        self.labels, self.percents = dict(labels), frozenset(percents)


def sweep(calculator_id: str, inputs: Mapping[str, Any], name: str, values: Iterable[Any], *figures: str) -> Series:
    """A calculator's figures for each value of one input.

    `name` is the input, with dots inside records and lists ("weapon.shock", "attackers.0.skill"). `figures` are the
    names of outputs; by default the numbers of the headline. Raises the errors of `pyrules.answer`, and `ValueError`
    for a name of an output that is no number.
    """
    outputs = _numbers(calculator_id, figures)
    answers = [(value, pyrules.answer(calculator_id, _with(inputs, name, value))) for value in values]
    rows = [{name: value} | {one.name: answer.values[one.name] for one in outputs} for value, answer in answers]
    calculator = pyrules.calculator(calculator_id)
    across = _input_label(calculator.inputs, name)
    return Series(rows, name, across, calculator.title, {one.name: _label(one) for one in outputs}, _percents(outputs))


def compare(results: Mapping[str, Any], *figures: str) -> Series | Comparison:
    """Named answers, or named sweeps of the same values, side by side.

    Of sweeps, `figures` names the column that is compared; by default their first. Of answers, it names outputs; by
    default the numbers of their headlines. Raises `ValueError` for anything else, and for a name that no result has.
    """
    if not isinstance(results, Mapping):
        raise ValueError("compare takes a dict of names with answers, or of names with sweeps.")
    if results and all(isinstance(one, Series) for one in results.values()):
        return _compared_sweeps(results, figures)
    if results and all(isinstance(one, Answer) for one in results.values()):
        return _compared_answers(results, figures)
    raise ValueError("compare takes a dict of names with answers, or of names with sweeps.")


def _compared_sweeps(sweeps: Mapping[str, Series], figures: tuple[str, ...]) -> Series:
    first = next(iter(sweeps.values()))
    figure = figures[0] if figures else next(iter(first.labels))
    for name, one in sweeps.items():
        if one.x != first.x or figure not in one.labels:
            raise ValueError(f"{name!r} has no column {figure!r} by {first.x!r}, so it cannot be compared.")
    rows: dict[Any, dict[str, Any]] = {}
    for name, one in sweeps.items():
        for row in one:
            rows.setdefault(row[first.x], {first.x: row[first.x]})[name] = row[figure]
    percents = sweeps if figure in first.percents else ()
    return Series(rows.values(), first.x, first.across, first.labels[figure], {name: name for name in sweeps}, percents)


def _compared_answers(answers: Mapping[str, Answer], figures: tuple[str, ...]) -> Comparison:
    outputs = {name: _numbers(answer.calculator, figures) for name, answer in answers.items()}
    rows = [
        {"": name} | {one.name: answer.values[one.name] for one in outputs[name]} for name, answer in answers.items()
    ]
    every = [one for found in outputs.values() for one in found]
    return Comparison(rows, {one.name: _label(one) for one in every}, _percents(every))


def _numbers(calculator_id: str, figures: tuple[str, ...]) -> list[Output]:
    """The outputs with these names, or all numbers of the headline."""
    declared = pyrules.calculator(calculator_id).outputs
    numbers = {one.name: one for one in declared if one.kind.is_number}
    for name in figures:
        if name not in numbers:
            known = ", ".join(numbers)
            raise ValueError(f"{calculator_id} has no number {abbreviate(name)}; it has: {known}.")
    found = [numbers[name] for name in figures] or [one for one in numbers.values() if one.headline]
    if not found:
        raise ValueError(f"The headline of {calculator_id} is no number: name one of {', '.join(numbers)}.")
    return found


def _label(output: Output) -> str:
    return " ".join(part for part in (output.label, output.unit) if part)


def _input_label(record: type, path: str) -> str:
    """What forms call the input at a path."""
    name, _, rest = path.partition(".")
    declared = next((one.input for one in input_fields(record) if name in (one.name, *one.input.aliases)), None)
    if isinstance(declared, ListInput):
        declared, rest = declared.element, rest.partition(".")[2]
    if isinstance(declared, RecordInput) and rest:
        return _input_label(declared.of, rest)
    return declared.label if declared and declared.label else name


def _percents(outputs: Iterable[Output]) -> list[str]:
    return [one.name for one in outputs if one.kind.sign == "%"]


def _with(inputs: Any, path: str, value: Any) -> Any:
    """A copy of these inputs in which the input at `path` has this value."""
    name, _, rest = path.partition(".")
    if isinstance(inputs, list):
        if not name.isdecimal() or int(name) >= len(inputs):
            raise ValueError(f"There is no element {name!r} in this list of {len(inputs)}.")
        changed = _with(inputs[int(name)], rest, value) if rest else value
        return [changed if at == int(name) else one for at, one in enumerate(inputs)]
    if not isinstance(inputs, Mapping):
        raise ValueError(f"{name!r} cannot be set inside {abbreviate(inputs)}.")
    return dict(inputs) | {name: _with(inputs.get(name, {}), rest, value) if rest else value}
