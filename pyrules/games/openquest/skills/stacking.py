"""Modifiers side by side: which of them count, and which give way to another.

"Situational Modifiers": close combat adds up unless a house rule says otherwise, ranged combat goes group by group.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import Output
from ....engine.explain import note
from ....engine.formatting import figure
from ....engine.procedure import Modifier, Step


class Weighed(NamedTuple):
    """A situation that holds: what it is worth, and what counts in its place, if it does not count itself."""

    group: str
    label: str
    value: int
    rule: str
    gives_way_to: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is added."""
        return not self.gives_way_to

    def unless(self, other: Weighed) -> Weighed:
        """The same, giving way to `other`, unless it is that one."""
        return self if self == other else self._replace(gives_way_to=other.label)

    def modifier(self) -> Modifier:
        """The same as steps show it."""
        return Modifier(self.label, self.value, self.rule)


Weighing = tuple[Weighed, ...]


def worst(held: Weighing) -> Weighing:
    """Of what does not add up, the worst counts; without a penalty the largest bonus does."""
    if not held:
        return ()
    lowest = min(held, key=lambda one: one.value)
    heaviest = lowest if lowest.value < 0 else max(held, key=lambda one: one.value)
    return tuple(one.unless(heaviest) for one in held)


def modifiers(weighing: Weighing) -> tuple[Modifier, ...]:
    """Those that count."""
    return tuple(one.modifier() for one in weighing if one.counts)


def lines(weighing: Weighing, *, counting: bool) -> dict[str, int]:
    """What each group comes to, without those that come to nothing; of all that hold, or of what is `counting`."""
    sums: dict[str, int] = {}
    for one in weighing:
        if one.counts or not counting:
            sums[one.group] = sums.get(one.group, 0) + one.value
    return {group: value for group, value in sums.items() if value}


def rows(weighing: Weighing) -> list[dict[str, Any]]:
    """Everything that holds, for the table of what counts."""
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
    """The table of what counts."""
    columns = (
        out.word("situation", "Situation"),
        out.figure("value", "Skill", unit="%", signed=True),
        out.flag("counts", "Counts"),
        out.word("instead", "Counts in its place"),
    )
    return out.rows("weighed", label, columns, rule=rule)


def explanation(weighing: Weighing, label: str, rule: str, *, also: tuple[str, ...] = ()) -> tuple[Step[Any], ...]:
    """What gives way to what, and the sum of what is left."""
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
