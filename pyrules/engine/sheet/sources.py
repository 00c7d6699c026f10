"""Sources and bindings: which values of a sheet feed which inputs of a calculator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TARGET_SIDE, WEAPON_SIDE, MATCHUP = "target", "weapon", "matchup"
"""The possible beginnings of a source."""

Source = str | tuple[str, ...]
"""The name of the value for an input; several names are added or united.

For a single choice, a list of options says which ones the sheet allows; the first is its own choice.
"""

CLEAR = ""
"""The source of an input that is cleared because another bound input replaces it."""

NOT_APPLICABLE: Any = object()
"""The value of a matchup that has none, such as one without a target; None is an ordinary value."""

Bindings = Mapping[str, Source]
"""The source of each bound input, by the path of the input, such as `attacker.weapon.damage`.

A `*` in a path matches every element of a list, as in `incoming.*.target_ac`.
"""


def under(path: str, bindings: Bindings) -> dict[str, Source]:
    """The same bindings for the inputs of a record at `path`."""
    return {f"{path}.{key}": source for key, source in bindings.items()}


def theirs(bindings: Bindings) -> dict[str, Source]:
    """The same bindings with the sides swapped: sources of the target become the character's, and the reverse."""

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
    """Whether a source is a value of the target, or a value of the matchup that is named after the target."""
    return any(one.startswith((f"{TARGET_SIDE}.", f"{MATCHUP}.{TARGET_SIDE}_")) for one in sources_of(source))


def sources_of(source: Source) -> tuple[str, ...]:
    """The single names of a source: none for `CLEAR`, several for a sum."""
    if source == CLEAR:
        return ()
    return source if isinstance(source, tuple) else (source,)
