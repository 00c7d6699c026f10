"""Reads requests about characters: the sheet, the weapon, the target, and the table rules.

A sheet comes as the pairs of its form. A target comes as the pairs of another sheet, or as a few numbers. Requests come
from pages, links or scripts of other sites and are untrusted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyrules
from pyrules.engine.errors import BAD_TYPE, InvalidInput
from pyrules.engine.inputs import OWN, Pairs, ReadContext, parse_record_text, read_record
from pyrules.engine.sheet.fields import MOST_OWN_CONDITIONS
from pyrules.engine.sheet.sheet import Sheet
from pyrules.engine.sheet.values import Matchup, Opponent, Values, Weapon

from .. import table_rules

Response = dict[str, Any]
Reply = tuple[Response, list[InvalidInput]]
"""A reply, and the problems of the request."""


def sheet_of(request: Mapping[str, Any]) -> Sheet:
    """The sheet of the game that a request is about; raises `UnknownName`."""
    name = request.get("system")
    return pyrules.sheet(name if isinstance(name, str) else "")


def pairs_of(request: Mapping[str, Any], name: str) -> Pairs:
    pairs = request.get(name)
    if not table_rules.are_pairs(pairs):
        raise InvalidInput(name, BAD_TYPE, None, f"A request needs `{name}` as a list of [key, text].")
    return [(key, text) for key, text in pairs or []]


def table_of(sheet: Sheet, request: Mapping[str, Any]) -> Mapping[str, Any]:
    """The table rules of a request: derived values may depend on them."""
    given = request.get("house", [])
    return table_rules.read(pyrules.table_rules(sheet.game_id), given).values if given != [] else {}


def target_of(
    sheet: Sheet, given: Any, table: Mapping[str, Any]
) -> tuple[Values | Opponent | None, list[InvalidInput]]:
    """The target: another sheet, the given numbers, or the default numbers of an opponent."""
    if given is None:
        return Opponent(sheet.target()), []
    if not isinstance(given, dict):
        raise InvalidInput("target", BAD_TYPE, given, "A target must hold `pairs`, or the pairs of a `sheet`.")
    if "sheet" in given:
        held, problems = sheet.from_text(pairs_of(given, "sheet"))
        target = None if held is None else Values(sheet, held, (), table)
        return target, [] if target else [_of_the_target(one) for one in problems]
    context = ReadContext("", "", [])
    raw = parse_record_text(sheet.target, pairs_of(given, "pairs"))
    numbers = read_record(sheet.target, raw, context)
    if context.problems:
        return None, [_of_the_target(one) for one in context.problems]
    return Opponent(numbers), []


def _of_the_target(problem: InvalidInput) -> InvalidInput:
    return InvalidInput(f"target.{problem.field}".rstrip("."), problem.code, problem.value, problem.text)


def left_out(sheet: Sheet, given: Any) -> list[str]:
    known = {option.id for option in sheet.conditions.options}
    known |= {f"{OWN}.{index}" for index in range(MOST_OWN_CONDITIONS)}
    return [one for one in given if isinstance(one, str) and one in known] if isinstance(given, list) else []


def weapon_at(given: Any, weapons: int) -> int | None:
    """The index of the weapon in hand; the first one if the given index is invalid."""
    if not weapons:
        return None
    return given if type(given) is int and 0 <= given < weapons else 0


def matchup_of(me: Values, index: int | None, target: Values | Opponent | None) -> Matchup:
    theirs: Weapon | None = next(iter(target.weapons()), None) if isinstance(target, Values) else None
    return Matchup(me, None if index is None else me.weapons()[index], target, theirs)
