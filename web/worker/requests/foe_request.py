"""Reads which foe a request means: a foe of the table, a quick foe, or a foe of the player's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pyrules.engine.errors import BAD_TYPE, InvalidInput
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.foes import FoePairs, Foes
from pyrules.engine.inputs import ReadContext, parse_record_text, read_record

from .sheet_request import pairs_of

NAME = "name"
NAMELESS = "Foe"


class Foe(NamedTuple):
    """A foe that may join a fight: its name, the pairs of its sheet, and its row in the table of foes, if any."""

    name: str
    pairs: FoePairs
    row: str = ""


def foe_of(rules: FightRules, given: Mapping[str, Any]) -> Foe:
    """The foe of `own` (`schema`, `data`), `quick` (the pairs of a quick foe), or `foe` (a row, with its `weapon`).

    Raises `InvalidInput` and `UnknownName` for what is wrong.
    """
    if "own" in given:
        pairs = sheet_pairs_of(rules, given["own"], "join.own")
        return Foe(name_in(pairs, NAMELESS), pairs)
    foes = rules.foes
    if "quick" in given:
        pairs = foes.of_quick(_quick(foes, given))
        return Foe(name_in(pairs, NAMELESS), pairs)
    foe, weapon = given.get("foe"), given.get("weapon", "")
    row = foes.row(foe if isinstance(foe, str) else "")
    pairs = foes.pairs(row.id, weapon if isinstance(weapon, str) and row.bears_weapon else "")
    return Foe(row.label, pairs, row.id)


def name_in(pairs: FoePairs, otherwise: str) -> str:
    """The name of a sheet."""
    return next((text for key, text in pairs if key == NAME), "") or otherwise


def sheet_pairs_of(rules: FightRules, given: Any, path: str) -> FoePairs:
    """The pairs of a stored sheet (`schema`, `data`) in the current schema, without inputs at their default.

    `path` is where the request has the sheet. Raises the first `InvalidInput`.
    """
    if not isinstance(given, dict):
        raise InvalidInput(path, BAD_TYPE, None, "A sheet that joins has a schema and data.")
    schema = given.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool):
        raise InvalidInput(f"{path}.schema", BAD_TYPE, schema, "A sheet's schema must be a whole number.")
    pairs = rules.sheet.migrated(schema, [(key, text) for key, text in pairs_of(given, "data")])
    held, problems = rules.sheet.from_text(pairs)
    if held is None:
        raise problems[0]
    return rules.sheet.to_pairs(held)


def _quick(foes: Foes, given: Mapping[str, Any]) -> Any:
    context = ReadContext("", "", [])
    held = read_record(foes.quick, parse_record_text(foes.quick, pairs_of(given, "quick")), context)
    if context.problems:
        raise context.problems[0]
    return held
