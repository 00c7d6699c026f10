"""Answers: named exact values, and the kinds of output that decide how a page shows a value.

An output is declared with `percent`, `figure`, `word`, `flag`, `listing`, `named`, `distribution`, `curve`, `rows`,
`record` or `squares`. The kind alone decides the chart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from .errors import DeclarationError
from .inputs import Option
from .procedure import Modifier, Roll

Kind = Literal[
    "percent", "figure", "word", "flag", "listing", "named", "distribution", "curve", "rows", "record", "squares"
]

_LONGEST_FRACTION = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class Output:
    """One named value of an answer.

    - `headline` marks one of the one to three outputs that come first.
    - `columns` are the parts of rows, records and squares; `words` are the labels of ids and of a curve's lines.
    - `unit` is the unit of the value; `signed` shows a plus before a positive value.
    - `rule` is the id of the rule that defines the value. A page explains the value by the steps up to that rule.
    - `visible` is False for a value that only scripts need; pages omit it.
    - `one` is the singular of a plural `label` ("round" for "rounds").
    """

    name: str
    label: str
    kind: Kind
    unit: str = ""
    headline: bool = False
    columns: tuple[Output, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    signed: bool = False
    rule: str = ""
    visible: bool = True
    one: str = ""

    def __post_init__(self) -> None:
        """Raises `DeclarationError` for rows or a record without columns."""
        if self.kind in ("rows", "record") and not self.columns:
            raise DeclarationError(f"The output {self.name!r} of kind {self.kind!r} needs columns.")


def api_only(output: Output) -> Output:
    """The same output for scripts only; the page shows its value in another output."""
    return replace(output, visible=False)


def percent(name: str, label: str, *, rule: str = "", headline: bool = False, signed: bool = False) -> Output:
    """A probability from 0 to 1, or a `signed` difference of two."""
    return Output(name=name, label=label, kind="percent", rule=rule, headline=headline, signed=signed)


def figure(
    name: str,
    label: str,
    *,
    rule: str = "",
    unit: str = "",
    headline: bool = False,
    signed: bool = False,
    one: str = "",
) -> Output:
    """A whole number or an expectation; `one` is the singular of the label."""
    return Output(
        name=name, label=label, kind="figure", rule=rule, unit=unit, headline=headline, signed=signed, one=one
    )


def word(name: str, label: str, options: tuple[Option, ...] = (), *, rule: str = "", headline: bool = False) -> Output:
    """The id of one of `options`, shown by its label, or free text."""
    words = {option.id: option.label for option in options}
    return Output(name=name, label=label, kind="word", rule=rule, words=words, headline=headline)


def flag(name: str, label: str, *, rule: str = "", yes: str = "yes", no: str = "no", headline: bool = False) -> Output:
    """Yes or no, shown as the words `yes` and `no`."""
    words = {"yes": yes, "no": no}
    return Output(name=name, label=label, kind="flag", rule=rule, words=words, headline=headline)


def listing(
    name: str, label: str, options: tuple[Option, ...] = (), *, rule: str = "", headline: bool = False
) -> Output:
    """Several words in a meaningful order: ids of `options`, shown by their labels, or free text."""
    words = {option.id: option.label for option in options}
    return Output(name=name, label=label, kind="listing", rule=rule, words=words, headline=headline)


def named(name: str, label: str, each: Output, *, rule: str = "") -> Output:
    """Values under names that the inputs give, such as names of sides; `each` declares one of the values."""
    return Output(name=name, label=label, kind="named", rule=rule, columns=(each,))


def distribution(name: str, label: str, *, rule: str = "", unit: str = "") -> Output:
    """Probabilities by outcome; the outcomes are texts."""
    return Output(name=name, label=label, kind="distribution", rule=rule, unit=unit)


def curve(name: str, label: str, *, rule: str = "", unit: str = "Round", options: tuple[Option, ...] = ()) -> Output:
    """Probabilities by round, or another `unit`: one list, or one list for each of `options`."""
    words = {option.id: option.label for option in options}
    return Output(name=name, label=label, kind="curve", rule=rule, unit=unit, words=words)


def rows(name: str, label: str, columns: tuple[Output, ...], *, rule: str = "", counts: str = "") -> Output:
    """A table with one record in each row; `counts` heads a column of row numbers ("Round")."""
    return Output(name=name, label=label, kind="rows", rule=rule, columns=columns, unit=counts)


def record(name: str, label: str, columns: tuple[Output, ...], *, rule: str = "") -> Output:
    """Several named values that belong together."""
    return Output(name=name, label=label, kind="record", rule=rule, columns=columns)


def squares(
    name: str,
    label: str,
    *,
    across: str,
    down: str,
    rule: str = "",
    options: tuple[Option, ...] = (),
    value: Output | None = None,
) -> Output:
    """A map of squares, such as a battle grid, or a table with two quantities as its axes.

    `across` and `down` label the columns and the rows; both are empty for a map without named squares. A square holds a
    word, a number that `value` declares, or both. The word is the id of one of `options`, or free text of at most three
    letters. `board` makes the value of this output.
    """
    words = {option.id: option.label for option in options}
    columns = (word("across", across), word("down", down), *((value,) if value else ()))
    return Output(name=name, label=label, kind="squares", rule=rule, columns=columns, words=words)


Square = tuple[str, int | Fraction | None] | None
"""The content of one square: a word ("" for none) and a number, or None for an empty square."""


def board(across: Sequence[object], down: Sequence[object], squares: Sequence[Sequence[Square]]) -> dict[str, Any]:
    """The value of a `squares` output: the labels of its columns and rows, and its squares by row from the top."""
    return {
        "across": [str(label).replace("-", "\u2212") for label in across],
        "down": [str(label).replace("-", "\u2212") for label in down],
        "squares": [list(row) for row in squares],
    }


@dataclass(frozen=True, slots=True)
class Answer:
    """What a calculator answers: its id and a value for every declared output."""

    calculator: str
    values: dict[str, Any]


def text_keys(probabilities: Mapping[Any, Fraction]) -> dict[str, Fraction]:
    """The distribution of an answer: probabilities with texts as keys."""
    return {str(outcome): p for outcome, p in probabilities.items()}


def whole(value: int | Fraction) -> int | Fraction:
    """`value` as an integer if it is one, for outputs that count or measure."""
    return value.numerator if value.denominator == 1 else value


def twelve_decimals(value: Fraction) -> str:
    """`value` with 12 decimals, rounded half to even."""
    scaled = round(value * 10**12)  # Fraction rounds half to even
    digits = f"{abs(scaled):013}"
    return f"{'-' if scaled < 0 else ''}{digits[:-12]}.{digits[-12:]}"


def wire(value: Any) -> Any:
    """A value as JSON. A Fraction becomes `n` or `n/d`, or has 12 decimals if the text is longer than 40 characters."""
    if isinstance(value, Fraction):
        if value.numerator.bit_length() + value.denominator.bit_length() > 4 * _LONGEST_FRACTION:
            return twelve_decimals(value)  # str() refuses integers of thousands of digits
        text = str(value)
        return text if len(text) <= _LONGEST_FRACTION else twelve_decimals(value)
    if isinstance(value, dict):
        return {str(key): wire(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [wire(one) for one in value]
    return value


def roll_values(roll: Roll) -> dict[str, Any]:
    """A roll as JSON: its steps with their faces as `[sides, value]`, its outcome, and the chance of that outcome."""
    return {
        "steps": [
            {
                "label": step.label,
                "rule": step.rule,
                "faces": [[face.sides, face.value] for face in step.faces],
                "modifiers": [_modifier(modifier) for modifier in step.modifiers],
                "total": step.total,
                "text": step.text,
            }
            for step in roll.steps
        ],
        "outcome": roll.outcome,
        "chance": wire(roll.chance),
    }


def _modifier(modifier: Modifier) -> dict[str, Any]:
    return {"label": modifier.label, "value": modifier.value, "rule": modifier.rule}
