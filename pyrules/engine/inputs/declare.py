"""Functions that declare inputs. Each returns a dataclass field with its default.

All take `label` and `help`, and any of the keywords of `Common`, which are explained at `Input`. An input without a
default is required. A wrong declaration raises `DeclarationError` when its module is imported.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Required, TypedDict, Unpack

from ..dice_text import ONE_KIND, Grammar
from ..errors import BAD_OPTION, OUT_OF_RANGE, DeclarationError
from .base import TABLE_RULES_GROUP, DefaultSource, Input, Option, Presets
from .choices import Choice, Pick, Sides, Toggle
from .numbers import Amount, Number
from .records import AFTER, REQUIRED, ListInput, RecordInput, input_fields
from .texts import DiceText, Text

_NONE_BARRED: Mapping[str, str] = {}
_LONGEST_EMPTY = len("no limit")
"""The longest word for null that fits between the minus and the plus button of a number."""


class Common(TypedDict, total=False):
    """The keywords that every declaration accepts."""

    help: Required[str]
    rule: str
    group: str
    nullable: bool
    effect: str
    empty: str
    instead_of: tuple[str, ...]
    presets: Presets
    table: DefaultSource
    table_name: str
    only_for: Mapping[str, tuple[str, ...]]
    aliases: tuple[str, ...]


def _declare(kind: Input, default: Any) -> Any:
    """The dataclass field of an input.

    Raises `DeclarationError` for an input that a page cannot show well.
    """
    name = f"The input {kind.label!r}"
    if not kind.label:
        raise DeclarationError(f"An input needs a label; the one with the help {kind.help!r} has none.")
    if not kind.help.endswith("."):
        raise DeclarationError(f"{name} needs a help that ends with a period; got {kind.help!r}.")
    if kind.group == TABLE_RULES_GROUP and not kind.table:
        raise DeclarationError(f"{name} in the group {TABLE_RULES_GROUP!r} must be a table rule.")
    if isinstance(kind, (Number, Amount)) and kind.unit and kind.unit.lower() in kind.label.lower().split():
        raise DeclarationError(f"{name} must not repeat its unit {kind.unit!r} in its label.")
    if isinstance(kind, Number) and kind.nullable and len(kind.empty) > _LONGEST_EMPTY:
        raise DeclarationError(f"{name} needs an empty word of at most {_LONGEST_EMPTY} letters; got {kind.empty!r}.")
    return dataclasses.field(default=default, metadata={"input": kind})


def same(record: type, name: str) -> Any:
    """The input `name` of another record class, declared again."""
    field = next(field for field in input_fields(record) if field.name == name)
    return _declare(field.input, field.default)


def after(name: str, declared: Any) -> Any:
    """A declaration that comes right after the inherited input `name`, instead of after all inherited inputs."""
    return dataclasses.field(default=declared.default, metadata={**declared.metadata, AFTER: name})


def number(
    label: str,
    low: int,
    high: int,
    default: Any = REQUIRED,
    *,
    unit: str = "",
    signed: bool = False,
    words: tuple[str, ...] = (),
    **common: Unpack[Common],
) -> Any:
    """A whole number from `low` to `high`, or one of `words`.

    `unit` is the unit of the number. `signed` shows a plus before a positive number.
    """
    return _declare(Number(label=label, low=low, high=high, unit=unit, signed=signed, words=words, **common), default)


def amount(
    label: str,
    high: int,
    default: Any = REQUIRED,
    *,
    above: int = 0,
    inclusive: bool = False,
    unit: str = "",
    **common: Unpack[Common],
) -> Any:
    """An exact amount above `above` (or equal to it, if `inclusive`) and at most `high`, in `unit`."""
    kind = Amount(label=label, above=above, high=high, inclusive=inclusive, unit=unit, **common)
    return _declare(kind, Fraction(default) if isinstance(default, int) else default)


def choice(
    label: str,
    options: Sequence[Option],
    default: Any = REQUIRED,
    *,
    barred: Mapping[str, str] = _NONE_BARRED,
    no_such: str = BAD_OPTION,
    **common: Unpack[Common],
) -> Any:
    """One of `options`, by id.

    `barred` maps options of the game that are not available here to the sentence that refuses each. `no_such` is the
    error code for an unknown id.
    """
    kind = Choice(label=label, options=tuple(options), barred=tuple(barred.items()), no_such=no_such, **common)
    return _declare(kind, default)


def pick(label: str, options: Sequence[Option], default: Any = REQUIRED, **common: Unpack[Common]) -> Any:
    """One of a few whole numbers with labels. The ids of `options` are the numbers."""
    return _declare(Pick(label=label, options=tuple(options), **common), default)


def sides(label: str, ladder: Sequence[Option], default: Any = REQUIRED, **common: Unpack[Common]) -> Any:
    """One die of a `ladder`, held as the number of its sides."""
    return _declare(Sides(label=label, options=tuple(ladder), **common), default)


def toggle(label: str, default: bool | None = False, **common: Unpack[Common]) -> Any:
    """Yes or no."""
    return _declare(Toggle(label=label, **common), default)


def text(label: str, longest: int, default: Any = REQUIRED, **common: Unpack[Common]) -> Any:
    """A text of 1 to `longest` characters that is not blank."""
    return _declare(Text(label=label, longest=longest, **common), default)


def dice(label: str, default: Any = REQUIRED, *, grammar: Grammar = ONE_KIND, **common: Unpack[Common]) -> Any:
    """Dice text in a `grammar`, by default one kind of dice and a number. A default is given as text."""
    held = grammar.parse(default) if isinstance(default, str) else default
    return _declare(DiceText(label=label, grammar=grammar, **common), held)


def many(
    label: str,
    element: Any,
    least: int,
    most: int,
    default: Any = REQUIRED,
    *,
    unique: bool = False,
    wrong_length: str = OUT_OF_RANGE,
    **common: Unpack[Common],
) -> Any:
    """A list of `least` to `most` inputs, each declared as `element`; `unique` lists are sets of chips.

    `wrong_length` is the error code for a list that is too short.
    """
    kind = ListInput(
        label=label,
        element=element.metadata["input"],
        least=least,
        most=most,
        unique=unique,
        wrong_length=wrong_length,
        **common,
    )
    return _declare(kind, default)


def record(
    label: str,
    of: type,
    default: Any = REQUIRED,
    **common: Unpack[Common],
) -> Any:
    """A group of inputs, declared by the frozen dataclass `of`."""
    return _declare(RecordInput(label=label, of=of, **common), default)


def differing(of: type, name: str, *, empty: str, first: tuple[str, ...], group: str) -> type:
    """A record class named `name` that holds differences from a record `of`; null means no difference.

    The inputs named in `first` are always visible, in that order; all others are in the fold `group`. `empty` is the
    word for null. No input of the new class is a table rule.
    """
    declared = {field.name: field.input for field in input_fields(of)}
    folded = [(name, group) for name in declared if name not in first]
    parts = [
        (
            name,
            Any,
            _declare(dataclasses.replace(declared[name], nullable=True, empty=empty, group=fold, table=None), None),
        )
        for name, fold in (*((name, "") for name in first), *folded)
    ]
    return dataclasses.make_dataclass(name, parts, frozen=True, kw_only=True)
