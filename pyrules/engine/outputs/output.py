"""An output of a calculator, and what each kind of output defines: how its values read, and what a shell prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..errors import DeclarationError
from ..formatting import NOTHING, exact, signed_figure, unit_text


class Kind:
    """A kind of output. It alone decides how a value is shown.

    - `is_drawn`: a page draws it, with the module of its name in `web/worker/render/kinds/`.
    - `is_cell`: it fits a cell of a table; any other is a fold under its row.
    - `is_number`, `is_words`: each value is one number, or words.
    - `sign` follows the number of a value ("%"), and `scale` is how often the number contains the value.
    - `has_rows`: a value is a list of records.
    - `needs_columns`: an output of this kind must declare columns.
    """

    name: str
    is_drawn = False
    is_cell = True
    is_number = False
    is_words = False
    has_rows = False
    needs_columns = False
    sign = ""
    scale = 1

    def text(self, output: Output, value: Any) -> str:
        """A value, not None, as plain text."""
        number = self.number_text(output, value)
        return f"{number} {self.sign}" if self.sign else number

    def number_text(self, output: Output, value: Any) -> str:
        """The same without the sign."""
        raise NotImplementedError

    def shell(self, output: Output, value: Any) -> Iterator[str]:
        """The lines that a shell prints for a value, not None."""
        unit = f" {unit_text(output.unit, value)}" if output.unit else ""
        yield f"{output.label}: {exact_text(output, value)}{unit}"

    def difference_text(self, by: int | Fraction) -> str:
        """The difference of two numbers, with its sign."""
        return signed_figure(by)

    def is_fact(self, value: Any) -> bool:
        """Whether a value reads as one line, also on a page that draws this kind."""
        return not self.is_drawn

    def is_certain(self, value: Any) -> bool:
        """Whether a value follows from the inputs without any roll."""
        return False

    def facts(self, output: Output, value: Any) -> list[tuple[Output, Any]]:
        """The facts that a value, or None, consists of."""
        return [(output, value)] if self.is_fact(value) else []


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
        """Raises `DeclarationError` for an output without the columns that its kind needs."""
        if self.kind.needs_columns and not self.columns:
            raise DeclarationError(f"The output {self.name!r} of kind {self.kind.name!r} needs columns.")


def api_only(output: Output) -> Output:
    """The same output for scripts only; the page shows its value in another output."""
    return replace(output, visible=False)


def value_text(output: Output, value: Any) -> str:
    """Any value of an answer as plain text."""
    return NOTHING if value is None else output.kind.text(output, value)


def exact_text(output: Output, value: Any) -> str:
    """The same, with the exact fraction of a rounded number."""
    text = value_text(output, value)
    return f"{text} ({exact(value)})" if isinstance(value, Fraction) and value.denominator != 1 else text


def label_after(output: Output, value: Any) -> str:
    """The label of an output after this number, in the singular after 1."""
    return output.one if output.one and value == 1 else output.label
