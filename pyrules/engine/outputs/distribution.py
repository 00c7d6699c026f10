"""A distribution: the probability of each outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..formatting import NOTHING, exact, percent
from .output import Kind, Output
from .summary import summary_text

_BAR = 40


class _Distribution(Kind):
    name = "distribution"
    is_drawn = True
    is_cell = False

    def number_text(self, output: Output, value: Mapping[str, Fraction]) -> str:
        if self.is_fact(value):
            return str(*value)
        return ", ".join(f"{outcome}: {percent(p)} %" for outcome, p in value.items()) or NOTHING

    def shell(self, output: Output, value: Mapping[str, Fraction]) -> Iterator[str]:
        yield f"\n{output.label}"
        most = max(value.values(), default=Fraction(1))
        width = max((len(outcome) for outcome in value), default=0)
        for outcome, p in value.items():
            bar = "█" * max(1, round(_BAR * p / most))
            yield f"  {outcome:>{width}}  {percent(p):>5} %  {bar}  {exact(p)}"
        if summary := summary_text(value):
            yield f"  {summary}"

    def is_fact(self, value: Any) -> bool:
        """A single outcome is a fact."""
        return value is not None and len(value) == 1 and set(value.values()) == {1}


DISTRIBUTION = _Distribution()


def distribution(name: str, label: str, *, rule: str = "", unit: str = "") -> Output:
    """Probabilities by outcome; the outcomes are texts."""
    return Output(name=name, label=label, kind=DISTRIBUTION, rule=rule, unit=unit)
