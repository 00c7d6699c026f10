"""The declarations: each is a dataclass field with its default, so that a class of inputs reads as a form.

All take `label` and `help`, and may take `rule` (the id of the rule the input comes from), `group` (the fold it
stands in), `nullable` (whether null is an answer) and `table` (BOOK, RULING or OURS: it belongs to the table, not to
the roll, and that is whose default it has) with `table_name`, if the table rule has another name than the input.
Without a default an input must be given. A wrong declaration raises `DeclarationError` when its module is imported.
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
"""The longest word for null that fits between the minus and the plus of a number."""


class Common(TypedDict, total=False):
    """What every declaration may say."""

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


def _declare(kind: Input, default: Any) -> Any:
    """A dataclass field for this input.

    Raises `DeclarationError` for an input that a page could not show well.
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
    """The input of that name in another record, declared once more."""
    field = next(field for field in input_fields(record) if field.name == name)
    return _declare(field.input, field.default)


def after(name: str, declared: Any) -> Any:
    """A declaration that stands right behind the input `name` of the class it extends, not behind them all."""
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
    """A whole number from `low` to `high`, or one of `words`; `signed` shows a plus before a positive one."""
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
    """An exact amount above `above` (or from it, if `inclusive`), up to `high`; a default is exact too."""
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
    """One of `options`; those that the game has, but not here, are `barred`, each with the sentence that refuses it.

    `no_such` is the code for what is no option, where that is against a rule: an event that there is not.
    """
    kind = Choice(label=label, options=tuple(options), barred=tuple(barred.items()), no_such=no_such, **common)
    return _declare(kind, default)


def pick(label: str, options: Sequence[Option], default: Any = REQUIRED, **common: Unpack[Common]) -> Any:
    """One of a few whole numbers with words for them: the ids of `options`."""
    return _declare(Pick(label=label, options=tuple(options), **common), default)


def sides(label: str, ladder: Sequence[Option], default: Any = REQUIRED, **common: Unpack[Common]) -> Any:
    """One die of a `ladder`, held as the number of its sides."""
    return _declare(Sides(label=label, options=tuple(ladder), **common), default)


def toggle(label: str, default: bool | None = False, **common: Unpack[Common]) -> Any:
    """Yes or no."""
    return _declare(Toggle(label=label, **common), default)


def text(label: str, longest: int, default: Any = REQUIRED, **common: Unpack[Common]) -> Any:
    """A text of 1 to `longest` characters, not all of them blank."""
    return _declare(Text(label=label, longest=longest, **common), default)


def dice(label: str, default: Any = REQUIRED, *, grammar: Grammar = ONE_KIND, **common: Unpack[Common]) -> Any:
    """Dice text in a grammar, one kind of dice unless a game says otherwise; a default is given as text."""
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
    """A list of `least` to `most` of `element`, which is a declaration like any other; `unique` for a set of chips.

    `wrong_length` is the code for a list that is too short.
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
    """Inputs of their own, as the frozen dataclass `of`."""
    return _declare(RecordInput(label=label, of=of, **common), default)


def differing(of: type, name: str, *, empty: str, first: tuple[str, ...], group: str) -> type:
    """A record of what is different from a record `of`: each of its inputs may be null, which is as there.

    The inputs named `first` stand open in that order, all others in the fold `group`; `empty` is the word for null.
    None of them is a table rule: null already means what the other record holds.
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
