"""The help of one calculator, as `python -m pyrules GAME.CALCULATOR --help` prints it.

The text comes from the declarations of the inputs: key, label, allowed values, unit, default, options.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from .engine.calculator import Calculator
from .engine.inputs import REQUIRED, Choice, Input, InputField, ListInput, Pick, RecordInput, input_fields

WIDTH, INDENT = 100, 6


def calculator_help(calculator: Calculator[Any]) -> Iterator[str]:
    """The lines of the help: purpose, inputs, options to roll, and one command that works."""
    yield f"{calculator.title}: {calculator.summary}"
    yield f"\nusage: python3 -m pyrules {calculator.id} name=value … [--json] [--roll]"
    yield "\nInputs, written name=value; a list repeats its name, N counts its elements from 0:"
    yield from _inputs(input_fields(calculator.inputs), "")
    if calculator.rolls:
        options = ", ".join(one.option for one in calculator.rolls)
        yield f"\nWith --roll it rolls: {options} (--option NAME; the first without)."
    yield "\nExample:"
    yield f"  {example(calculator)}"


def example(calculator: Calculator[Any]) -> str:
    """The command for the calculator's own example."""
    pairs = calculator.to_pairs(calculator.parse(dict(calculator.start)))
    words = [shlex.quote(f"{key}={text}") for key, text in pairs]
    return " ".join(["python3 -m pyrules", calculator.id, *words])


def _inputs(declared: tuple[InputField, ...], prefix: str) -> Iterator[str]:
    for field in declared:
        yield from _input(field.input, f"{prefix}{field.name}", field.default)


def _input(kind: Input, key: str, default: Any) -> Iterator[str]:
    inner = kind.element if isinstance(kind, ListInput) else kind
    yield f"  {key}  {kind.label}"
    facts = [kind.help, *_facts(kind, inner, default)]
    yield from wrap(" ".join(facts), WIDTH, initial_indent=" " * INDENT, subsequent_indent=" " * INDENT)
    if isinstance(inner, RecordInput):
        yield from _inputs(input_fields(inner.of), f"{key}.N." if isinstance(kind, ListInput) else f"{key}.")
    elif isinstance(inner, (Choice, Pick)):
        yield from (f"{' ' * INDENT}{option.id:<20} {option.label}" for option in inner.options)


def _facts(kind: Input, inner: Input, default: Any) -> Iterator[str]:
    """The allowed values, their unit, and the default."""
    if isinstance(kind, ListInput):
        yield f"A list of {kind.least} to {kind.most}{', all different' if kind.unique else ''}."
    if not isinstance(inner, (RecordInput, Choice, Pick)):
        unit = getattr(inner, "unit", "")
        yield f"Allowed: {inner.allowed()}{f', in {unit}' if unit else ''}."
    elif not isinstance(inner, RecordInput):
        yield "Allowed: one of the list below."
    if kind.nullable:
        yield f"May be empty ({kind.empty})."
    if kind.table:
        yield f"A table rule: the default is {kind.table.name}."
    yield _default(kind, default)


def _default(kind: Input, default: Any) -> str:
    if default is REQUIRED:
        return "Required."
    if default is None:
        return f"Default: {kind.empty}."
    pairs = kind.pairs("", default)
    text = " ".join(f"{key.lstrip('.')}={text}" if key else text for key, text in pairs if text)
    return f"Default: {text or 'none'}."
