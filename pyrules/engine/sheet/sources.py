"""Sources and bindings: which values of a sheet feed which inputs of a calculator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TARGET_SIDE, WEAPON_SIDE, MATCHUP = "target", "weapon", "matchup"
"""What a source may begin with."""

Source = str | tuple[str, ...]
"""Where an input's value comes from: one value of the sheet, or several that are added up or united.

A list of options for a single choice says which ones a sheet allows there, the first of them its own choice.
"""

CLEAR = ""
"""The source of an input that is left empty, because another one that is filled takes its place."""

NOT_APPLICABLE: Any = object()
"""What a value of the scene is where that scene does not say, as without a target; None is a value like any other."""

Bindings = Mapping[str, Source]
"""What fills a calculator's inputs: source by path of the input, such as `attacker.weapon.damage`.

A `*` in a path stands for every element that a list has, `incoming.*.target_ac`.
"""


def under(path: str, bindings: Bindings) -> dict[str, Source]:
    """The same fills for the inputs of a record at `path`."""
    return {f"{path}.{key}": source for key, source in bindings.items()}


def theirs(bindings: Bindings) -> dict[str, Source]:
    """The same fills with the sides swapped: the target's values fill them, and mine where the target's did."""

    def swap(source: str) -> str:
        if source == CLEAR:
            return CLEAR
        side, dot, rest = source.partition(".")
        return rest if dot and side == TARGET_SIDE else f"{TARGET_SIDE}.{source}"

    return {
        key: tuple(swap(one) for one in source) if isinstance(source, tuple) else swap(source)
        for key, source in bindings.items()
    }


def is_theirs(source: Source) -> bool:
    """Whether a source is the target's, or a value of the scene that is named after the target."""
    return any(one.startswith((f"{TARGET_SIDE}.", f"{MATCHUP}.{TARGET_SIDE}_")) for one in sources_of(source))


def sources_of(source: Source) -> tuple[str, ...]:
    """The single sources of one: none of what is emptied, several of what is added up."""
    if source == CLEAR:
        return ()
    return source if isinstance(source, tuple) else (source,)
