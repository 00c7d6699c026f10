"""Answers: named exact values, and the kinds of output that say how a person is shown them.

An output is declared with `percent`, `figure`, `word`, `flag`, `listing`, `named`, `distribution`, `curve`, `rows`,
`record` or `squares`.
Charts follow from the kind alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN, Context, Decimal
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

    `headline` marks the one to three that stand first. `columns` are the parts of rows, records and squares,
    `words` the labels of ids and of a curve's lines, `unit` what is counted. `rule` is the id of the rule that says
    what the value is; a page explains the value by the steps up to that rule. `shown` is False for a value that
    another output shows better: it is for scripts, and pages leave it out. `one` is the label of a single thing
    ("round" for "rounds"), where `label` is a plural.
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
    """The same output, for scripts only: the page shows it in another."""
    return replace(output, visible=False)


def percent(name: str, label: str, *, rule: str = "", headline: bool = False, signed: bool = False) -> Output:
    """A probability, or a `signed` difference of two."""
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
    """A number: a whole one or an expectation; `one` is the label in the singular, where it stands after a number."""
    return Output(
        name=name, label=label, kind="figure", rule=rule, unit=unit, headline=headline, signed=signed, one=one
    )


def word(name: str, label: str, options: tuple[Option, ...] = (), *, rule: str = "", headline: bool = False) -> Output:
    """A word: the id of one of `options`, shown by its label, or free text."""
    words = {option.id: option.label for option in options}
    return Output(name=name, label=label, kind="word", rule=rule, words=words, headline=headline)


def flag(name: str, label: str, *, rule: str = "", yes: str = "yes", no: str = "no", headline: bool = False) -> Output:
    """Yes or no, or the two words that players have for it."""
    words = {"yes": yes, "no": no}
    return Output(name=name, label=label, kind="flag", rule=rule, words=words, headline=headline)


def listing(
    name: str, label: str, options: tuple[Option, ...] = (), *, rule: str = "", headline: bool = False
) -> Output:
    """Several words in an order that matters: ids of `options`, shown by their labels, or free text."""
    words = {option.id: option.label for option in options}
    return Output(name=name, label=label, kind="listing", rule=rule, words=words, headline=headline)


def named(name: str, label: str, each: Output, *, rule: str = "") -> Output:
    """Values by names that the inputs give, such as those of the sides; `each` says what one of them is."""
    return Output(name=name, label=label, kind="named", rule=rule, columns=(each,))


def distribution(name: str, label: str, *, rule: str = "", unit: str = "") -> Output:
    """Probabilities by outcome; the keys are text."""
    return Output(name=name, label=label, kind="distribution", rule=rule, unit=unit)


def curve(name: str, label: str, *, rule: str = "", unit: str = "Round", options: tuple[Option, ...] = ()) -> Output:
    """Probabilities by round: a list, or one list for each of `options`."""
    words = {option.id: option.label for option in options}
    return Output(name=name, label=label, kind="curve", rule=rule, unit=unit, words=words)


def rows(name: str, label: str, columns: tuple[Output, ...], *, rule: str = "", counts: str = "") -> Output:
    """A table with a record in each row; `counts` heads a column that numbers them ("Round")."""
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
    """A map of squares, such as a battle grid or a table of two quantities that the best choice depends on.

    `across` and `down` say what its columns and rows are; both are empty for a place whose squares have no names.
    A square holds a word (the id of one of `options`, or free text of at most three letters), a number that `value`
    declares, or both. `board` makes such a value.
    """
    words = {option.id: option.label for option in options}
    columns = (word("across", across), word("down", down), *((value,) if value else ()))
    return Output(name=name, label=label, kind="squares", rule=rule, columns=columns, words=words)


Square = tuple[str, int | Fraction | None] | None
"""What stands in one square: a word ("" for none) and a number, or nothing at all."""


def board(across: Sequence[object], down: Sequence[object], squares: Sequence[Sequence[Square]]) -> dict[str, Any]:
    """The value of a `squares` output: the labels of its columns and rows, and its squares row by row from the top."""
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
    """A distribution as answers hold it: keys as text."""
    return {str(outcome): p for outcome, p in probabilities.items()}


def whole(value: int | Fraction) -> int | Fraction:
    """`value` as a whole number if it is one, for outputs that count or measure."""
    return value.numerator if value.denominator == 1 else value


def twelve_decimals(value: Fraction) -> str:
    """`value` with 12 decimals, rounded half to even."""
    context = Context(prec=60 + len(str(value.numerator // value.denominator)), rounding=ROUND_HALF_EVEN)
    scaled = round(value * 10**12)  # Fraction rounds half to even
    return format(context.create_decimal(Decimal(scaled)).scaleb(-12, context), ".12f")


def wire(value: Any) -> Any:
    """A value as JSON: a Fraction as `n` or `n/d`, with 12 decimals when that is too long to read."""
    if isinstance(value, Fraction):
        if value.numerator.bit_length() + value.denominator.bit_length() > 4 * _LONGEST_FRACTION:
            return twelve_decimals(value)  # Python writes no integer of thousands of digits
        text = str(value)
        return text if len(text) <= _LONGEST_FRACTION else twelve_decimals(value)
    if isinstance(value, dict):
        return {str(key): wire(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [wire(one) for one in value]
    return value


def roll_values(roll: Roll) -> dict[str, Any]:
    """A roll as JSON: its steps, each with its faces as `[sides, value]`, its outcome and the chance of that."""
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
