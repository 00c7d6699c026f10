"""A curve: a probability for each round, or for each step of something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .. import formatting
from ..inputs import Option
from .output import Kind, Output
from .single import labels, percent


class _Curve(Kind):
    name = "curve"
    is_drawn = True

    def number_text(self, output: Output, value: Any) -> str:
        if isinstance(value, Mapping):
            lines = value.items()
            return "; ".join(f"{output.words.get(name, name)}: {self.text(output, line)}" for name, line in lines)
        return ", ".join(f"{formatting.percent(p)} %" for p in value) or formatting.NOTHING

    def shell(self, output: Output, value: Any) -> Iterator[str]:
        from .shell_table import shell_table

        lines = value if isinstance(value, Mapping) else {"": value}
        columns = tuple(percent(name, output.words.get(name, name) or output.label) for name in lines)
        count = max(map(len, lines.values()), default=0)
        points = [{name: line[index] for name, line in lines.items()} for index in range(count)]
        yield from shell_table(output.label, columns, points, counts=output.unit)


CURVE = _Curve()


def curve(name: str, label: str, *, rule: str = "", unit: str = "Round", options: tuple[Option, ...] = ()) -> Output:
    """Probabilities by round, or another `unit`: one list, or one list for each of `options`."""
    return Output(name=name, label=label, kind=CURVE, rule=rule, unit=unit, words=labels(options))
