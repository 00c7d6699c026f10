"""Stacked modifiers: which of them count, and which give way to another.

"Situational Modifiers": close combat adds up unless a table rule says otherwise. Ranged combat goes group by group.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import Output
from ....engine.explain import note
from ....engine.formatting import figure
from ....engine.procedure import Modifier, Step


class Weighed(NamedTuple):
    """A modifier that holds, and the modifier that counts in its place, if any."""

    group: str
    label: str
    value: int
    rule: str
    gives_way_to: str = ""

    @property
    def counts(self) -> bool:
        """Whether the modifier is added."""
        return not self.gives_way_to

    def unless(self, other: Weighed) -> Weighed:
        """The same modifier, replaced by `other` unless it is `other`."""
        return self if self == other else self._replace(gives_way_to=other.label)

    def modifier(self) -> Modifier:
        """The modifier as a step shows it."""
        return Modifier(self.label, self.value, self.rule)


Weighing = tuple[Weighed, ...]


def worst(held: Weighing) -> Weighing:
    """Only the largest penalty counts; without a penalty, the largest bonus."""
    if not held:
        return ()
    lowest = min(held, key=lambda one: one.value)
    heaviest = lowest if lowest.value < 0 else max(held, key=lambda one: one.value)
    return tuple(one.unless(heaviest) for one in held)


def modifiers(weighing: Weighing) -> tuple[Modifier, ...]:
    """The modifiers that count."""
    return tuple(one.modifier() for one in weighing if one.counts)


def lines(weighing: Weighing, *, counting: bool) -> dict[str, int]:
    """The sum of each group, without zeros; with `counting`, only of the modifiers that count."""
    sums: dict[str, int] = {}
    for one in weighing:
        if one.counts or not counting:
            sums[one.group] = sums.get(one.group, 0) + one.value
    return {group: value for group, value in sums.items() if value}


def rows(weighing: Weighing) -> list[dict[str, Any]]:
    """All modifiers that hold, as rows of the table."""
    return [
        {
            "situation": one.label,
            "value": one.value,
            "counts": one.counts,
            "instead": one.gives_way_to or None,
        }
        for one in weighing
    ]


def table(label: str, *, rule: str) -> Output:
    """The output table of all modifiers."""
    columns = (
        out.word("situation", "Situation"),
        out.figure("value", "Skill", unit="%", signed=True),
        out.flag("counts", "Counts"),
        out.word("instead", "Counts in its place"),
    )
    return out.rows("weighed", label, columns, rule=rule)


def explanation(weighing: Weighing, label: str, rule: str, *, also: tuple[str, ...] = ()) -> tuple[Step[Any], ...]:
    """Which modifiers give way to which, and the sum of the others."""
    idle = (one for one in weighing if not one.counts)
    return (
        *(
            note(
                f"{one.label}, {figure(one.value, signed=True)}%, does not count beside: {one.gives_way_to}",
                rule,
                also=(one.rule,),
            )
            for one in idle
        ),
        note(label, rule, modifiers(weighing), also=also),
    )
