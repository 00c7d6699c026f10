"""Names of copies: their numbers tell players nothing of those who are hidden.

Copies are fighters with one sheet whose names differ in a number at the end. Before the fight begins, those whom
players see are numbered without a gap, and the hidden ones after them. A name that players have seen in the fight
stays; a fighter who is shown then gets the next number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from .fighters import Fighter, FightState

_NUMBERED = re.compile(r"(.+) (\d{1,4})")


def renumbered(state: FightState) -> FightState:
    """The fight after somebody has joined, was hidden or was shown, or after it has begun."""
    groups: dict[tuple[str, str], list[Fighter]] = {}
    for fighter in state.combatants:
        sheet_name = getattr(fighter.given.held, "name", "")
        groups.setdefault((plain_name(fighter.name, sheet_name), sheet_name), []).append(fighter)
    names = {who: name for (name, _), copies in groups.items() for who, name in _names(name, copies)}
    seen = {fighter.id for fighter in state.combatants if state.begun and not fighter.hidden and not fighter.seen}
    changed = (fighter for fighter in state.combatants if fighter.id in seen or fighter.id in names)
    return state.put(
        *(one.change(name=names.get(one.id, one.name), seen=one.seen or one.id in seen) for one in changed)
    )


def _names(name: str, copies: list[Fighter]) -> Iterator[tuple[str, str]]:
    """The new names of copies by their ids."""
    known = [copy for copy in copies if copy.seen]
    new = sorted((copy for copy in copies if not copy.seen), key=lambda copy: _number(copy.name, name))
    shown, hidden = [copy for copy in new if not copy.hidden], [copy for copy in new if copy.hidden]
    if not hidden or not (known or shown):
        return
    numbers = count(max((_number(copy.name, name) for copy in known), default=0) + 1)
    first_is_plain = not known and (len(shown) == 1 or name in [copy.name for copy in shown])
    for copy, number in zip((*shown, *hidden), numbers, strict=False):
        yield copy.id, name if first_is_plain and number == 1 else f"{name} {number}"


def plain_name(name: str, sheet_name: str) -> str:
    """A fighter's name without the number of a copy; the name on the sheet may end in a number of its own."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found and name != sheet_name else name


def _number(name: str, plain_name: str) -> int:
    """The number of a copy; the first of several may have none."""
    return int(name.removeprefix(plain_name) or 1)
