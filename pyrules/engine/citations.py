"""Which rules a calculator cites: read from its inputs, outputs and steps, so that no list repeats them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .answer import Output
from .errors import InvalidInput
from .inputs import Choice, Input, ListInput, RecordInput, input_fields
from .procedure import Procedure


def rules_of_inputs(record: type) -> Iterator[str]:
    """The rule ids of the inputs of a record and of their options, with those of records inside it."""
    for one in input_fields(record):
        yield from _rules_of_input(one.input)


def _rules_of_input(declared: Input) -> Iterator[str]:
    yield declared.rule
    if isinstance(declared, Choice):
        yield from (option.rule for option in declared.options)
    if isinstance(declared, RecordInput):
        yield from rules_of_inputs(declared.of)
    if isinstance(declared, ListInput):
        yield from _rules_of_input(declared.element)


def rules_of_outputs(outputs: Iterable[Output]) -> Iterator[str]:
    """The rule ids of outputs and of their columns."""
    for output in outputs:
        yield output.rule
        yield from rules_of_outputs(output.columns)


def rules_of_procedures(procedures: Iterable[Any], inputs: Any) -> Iterator[str]:
    """The rule ids of the steps and modifiers that `procedures`, called with `inputs`, consist of.

    A procedure that these inputs rule out has none.
    """
    for make in procedures:
        try:
            procedure: Procedure[Any] = make(inputs)
        except InvalidInput:
            continue
        for step in procedure.steps:
            yield from step.rules
