"""A request for the event in which fighters come in: a stored character, foes of the table, or a quick foe."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.fight.events import LONGEST_NAME, read_event
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.foes import Foes
from pyrules.engine.inputs import ReadContext, abbreviate, parse_record_text, read_record

from .fight_request import Asked, asked
from .roll import chance
from .sheet_request import Reply, pairs_of

ROLL, AVERAGE = "roll", "average"
MOST_COPIES = 20
PARTY, FOES = "party", "foes"


def respond(request: Mapping[str, Any]) -> Reply:
    """The event `join`, not yet part of the fight.

    `join` has `character` (`id`, `schema`, `data`), or `foe` (the id of a row, with `weapon`), or `quick` (the pairs of
    a quick foe); `side`, `count` from 1 to 20, and for foes `hit_points`: `roll` or `average`. Raises
    `InvalidInput` and `UnknownName` for what is wrong.
    """
    at = asked(request)
    join = request.get("join")
    if not isinstance(join, dict):
        raise InvalidInput("join", BAD_TYPE, None, "A request to join says who comes in.")
    event = _character(at, join["character"]) if "character" in join else _foes(at, join)
    side = join.get("side", PARTY if "character" in join else FOES)
    return {"ok": True, "event": read_event({**event, "side": side}).to_json()}, []


def _character(at: Asked, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise InvalidInput("join.character", BAD_TYPE, None, "A character has an id, a schema and data.")
    pairs = pairs_of(given, "data")
    name = next((text for key, text in pairs if key == "name"), "") or "Somebody"
    return {
        "do": "join",
        "schema": given.get("schema"),
        "sheet": [list(pair) for pair in pairs],
        "fighters": [{"id": one, "name": called} for one, called in zip(_ids(at), _names(at, name, 1), strict=False)],
        "character": given.get("id", ""),
    }


def _foes(at: Asked, join: Mapping[str, Any]) -> dict[str, Any]:
    foes = at.rules.foes
    count = _count(join.get("count", 1))
    if "quick" in join:
        pairs = foes.of_quick(_quick(foes, join))
        own: list[list[list[str]]] = [[] for _ in range(count)]
        name = next((text for key, text in pairs if key == "name"), "") or "Foe"
    else:
        foe = join.get("foe")
        row = foes.row(foe if isinstance(foe, str) else "")
        weapon = join.get("weapon", "")
        pairs = foes.pairs(row.id, weapon if isinstance(weapon, str) and row.bears_weapon else "")
        name = row.label
        own = [_rolled(at.rules, foes, row.id) if join.get("hit_points") == ROLL else [] for _ in range(count)]
    given = join.get("name")
    if isinstance(given, str) and given.strip():
        name = given.strip()
    return {
        "do": "join",
        "schema": at.rules.sheet.schema,
        "sheet": [list(pair) for pair in pairs],
        "fighters": [
            {"id": one, "name": called, **({"own": rolled} if rolled else {})}
            for one, called, rolled in zip(_ids(at), _names(at, name, count), own, strict=False)
        ],
    }


def _quick(foes: Foes, join: Mapping[str, Any]) -> Any:
    context = ReadContext("", "", [])
    held = read_record(foes.quick, parse_record_text(foes.quick, pairs_of(join, "quick")), context)
    if context.problems:
        raise context.problems[0]
    return held


def _rolled(rules: FightRules, foes: Foes, foe: str) -> list[list[str]]:
    """The hit points of one copy, rolled; nothing in a game that does not roll them."""
    die = foes.hit_points(foe)
    most = rules.sheet.maximum.get(rules.track, "")
    if die is None or not most:
        return []
    return [[most, str(die.throw(chance())[0])]]


def _count(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= MOST_COPIES:
        text = f"How many must be a whole number from 1 to {MOST_COPIES}; got {abbreviate(given)}."
        raise InvalidInput("join.count", OUT_OF_RANGE, None, text)
    return given


def _ids(at: Asked) -> Iterator[str]:
    """New ids; the id of a fighter who has left is not used again."""
    taken = {one["id"] for entry in at.entries if entry.event.do == "join" for one in entry.event.get("fighters")}
    return (one for one in (f"f{number}" for number in itertools.count(1)) if one not in taken)


def _names(at: Asked, name: str, count: int) -> list[str]:
    """The names of new fighters: numbered if there are several of a name, with room for the number."""
    name = name[: LONGEST_NAME - 4]
    numbers = [
        int(found[1] or 0)
        for fighter in at.state.combatants
        if (found := re.fullmatch(rf"{re.escape(name)}(?: (\d+))?", fighter.name))
    ]
    if count == 1 and not numbers:
        return [name]
    first = max(numbers, default=0) + 1
    return [f"{name} {number}" for number in range(max(first, 2) if numbers else first, first + count + 1)][:count]
