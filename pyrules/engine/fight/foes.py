"""What a game declares of its foes: the rows of its table of foes, the weapons that they bear, and a quick foe.

A foe is an ordinary sheet of the game, as link pairs with overrides. So all that works for characters works for foes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ..dice import Die
from ..errors import BAD_OPTION, InvalidInput, UnknownName, not_allowed
from ..inputs import Option, abbreviate
from ..sheet.sheet import Sheet

FoePairs = list[tuple[str, str]]
"""The link pairs of a foe's sheet, in the current schema, without inputs at their default."""

WEAPON = "weapon"
"""The name of the input for the weapon of a foe."""


class FoeRow(NamedTuple):
    """One row of a table of foes: its id and label, a summary of its numbers, and whether a weapon is to be chosen."""

    id: str
    label: str
    line: str
    bears_weapon: bool


@dataclass(frozen=True, kw_only=True)
class Foes:
    """The foes of a game.

    - `rows` are the foes of the fact table, in its order.
    - `weapons` are the weapons for foes that bear one; their ids are row ids of the table of weapons.
    - `quick` is the class of inputs of a quick foe, all with defaults; `of_quick` gives the pairs of its sheet and
      raises `InvalidInput` for numbers that do not go together.
    - `pairs_of` gives the pairs for a foe and a weapon (empty for a foe that bears none), both of them known.
    - `hit_points_of` gives the dice for the hit points of a known foe, or None if the game does not roll them.
    """

    rows: tuple[FoeRow, ...]
    weapons: tuple[Option, ...]
    quick: type
    of_quick: Callable[[Any], FoePairs]
    pairs_of: Callable[[str, str], FoePairs]
    hit_points_of: Callable[[str], Die[int] | None]

    @cached_property
    def _by_id(self) -> dict[str, FoeRow]:
        return {row.id: row for row in self.rows}

    def row(self, foe_id: str) -> FoeRow:
        """The foe with this id; raises `UnknownName`."""
        try:
            return self._by_id[foe_id]
        except KeyError:
            known = ", ".join(self._by_id)
            raise UnknownName(f"There is no foe {abbreviate(foe_id)!r}; there are: {known}.") from None

    def pairs(self, foe_id: str, weapon_id: str = "") -> FoePairs:
        """The pairs of a foe's sheet; its hit points are the average.

        Raises `UnknownName` for an unknown foe. Raises `InvalidInput` for an unknown or missing weapon, and for the
        weapon of a foe that bears none.
        """
        row = self.row(foe_id)
        known = [option.id for option in self.weapons]
        if row.bears_weapon and weapon_id not in known:
            text = f"The weapon of {row.label} must be one of {', '.join(known)}; got {abbreviate(weapon_id)}."
            raise InvalidInput(WEAPON, BAD_OPTION, weapon_id, text)
        if weapon_id and not row.bears_weapon:
            text = f"{row.label} has attacks of its own and bears no other weapon."
            raise not_allowed(WEAPON, weapon_id, text)
        return self.pairs_of(foe_id, weapon_id)

    def hit_points(self, foe_id: str) -> Die[int] | None:
        """The dice for the hit points of a foe, or None if the game does not roll them; raises `UnknownName`."""
        return self.hit_points_of(self.row(foe_id).id)


def sheet_pairs(sheet: Sheet, pairs: Iterable[tuple[str, object]]) -> FoePairs:
    """The pairs as `Sheet.to_pairs` gives them: checked, in the order of the sheet, without defaults.

    Values become text; None is an empty text, which means null. Raises the first `InvalidInput`.
    """
    held, problems = sheet.from_text([(key, "" if value is None else str(value)) for key, value in pairs])
    if problems:
        raise problems[0]
    return sheet.to_pairs(held)
