"""Sources and bindings: which values of a sheet feed which inputs of a calculator."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..errors import DeclarationError
from ..inputs import ListInput, RecordInput, input_fields
from .derived import Derived

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


class Side:
    """The values of one side of a matchup by attribute, as sources: `target.armor_class`.

    `me`, `weapon` and `match` are sides too. Raises `DeclarationError` for a value that the game has not declared, when
    the module with the binding is imported.
    """

    def __init__(self, prefix: str, names: Collection[str], **parts: Side) -> None:
        self._prefix = prefix
        self._names = frozenset(names)
        self._parts = parts

    def __getitem__(self, name: str) -> str:
        if name not in self._names:
            raise DeclarationError(f"A binding must name a value of the sheet; got {self._prefix}{name}.")
        return f"{self._prefix}{name}"

    def __getattr__(self, name: str) -> Any:
        return self._parts[name] if name in self._parts else self[name]


def sides(
    character: type,
    target: type,
    derived: Sequence[Derived],
    per_weapon: Sequence[Derived],
    per_matchup: Sequence[Derived],
) -> tuple[Side, Side, Side, Side]:
    """The sides `me, weapon, target, match` of a game, given what its sheet declares.

    `target.weapon` and `target.match` are the other side's.
    """
    fields = {field.name: field.input for field in input_fields(character)}
    weapons = fields["weapons"]
    assert isinstance(weapons, ListInput) and isinstance(weapons.element, RecordInput)
    own = [*fields, *(one.name for one in derived)]
    armed = [*(field.name for field in input_fields(weapons.element.of)), *(one.name for one in per_weapon)]
    both = [one.name for one in per_matchup]
    theirs = [*own, *(field.name for field in input_fields(target))]

    def of(side: str) -> tuple[Side, Side]:
        return Side(f"{side}{WEAPON_SIDE}.", armed), Side(f"{side}{MATCHUP}.", both)

    weapon, match = of("")
    their_weapon, their_match = of(f"{TARGET_SIDE}.")
    opponent = Side(f"{TARGET_SIDE}.", theirs, weapon=their_weapon, match=their_match)
    return Side("", own), weapon, opponent, match


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
