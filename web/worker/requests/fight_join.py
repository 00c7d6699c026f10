"""A request for the event in which fighters come in: a character, foes of the table, own foes, or a quick foe."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.fight.events import LONGEST_NAME, read_event
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.foes import FoePairs
from pyrules.engine.inputs import abbreviate, input_fields
from pyrules.engine.inputs.texts import Text
from pyrules.engine.sheet.sheet import FOE, Sheet

from .fight_request import Asked, asked
from .foe_request import foe_of, name_in, sheet_pairs_of
from .roll import chance
from .sheet_request import Reply

ROLL, AVERAGE = "roll", "average"
MOST_COPIES = 20
PARTY, FOES = "party", "foes"
LONG = 200
"""A text input that allows more letters than this is for reading, such as notes, and stays out of the fight."""


def respond(request: Mapping[str, Any]) -> Reply:
    """The event `join`, not yet part of the fight.

    `join` has `character` (`id`, `schema`, `data`), or `foe` (the id of a row, with `weapon`), or `own` (`schema` and
    `data` of an own foe), or `quick` (the pairs of a quick foe); `side`, `count` from 1 to 20, for foes `hidden`, and
    for foes of the table `hit_points`: `roll` or `average`. Raises `InvalidInput` and `UnknownName` for what is wrong.
    """
    at = asked(request)
    join = request.get("join")
    if not isinstance(join, dict):
        raise InvalidInput("join", BAD_TYPE, None, "A request to join says who comes in.")
    event = _character(at, join["character"]) if "character" in join else _foes(at, join)
    side = join.get("side", PARTY if "character" in join else FOES)
    return {"ok": True, "event": read_event({**event, "side": side}).to_json()}, []


def needed(sheet: Sheet, pairs: FoePairs) -> list[list[str]]:
    """The pairs of a sheet that a fight needs: all but long texts, and whether it is a foe."""
    long = (one.name for one in input_fields(sheet.record) if isinstance(one.input, Text) and one.input.longest > LONG)
    left_out = {FOE, *long}
    return [list(pair) for pair in pairs if pair[0] not in left_out]


def _character(at: Asked, given: Any) -> dict[str, Any]:
    pairs = sheet_pairs_of(at.rules, given, "join.character")
    return {
        **_event(at, name_in(pairs, "Somebody"), pairs, [[]]),
        "character": given.get("id", ""),
    }


def _foes(at: Asked, join: Mapping[str, Any]) -> dict[str, Any]:
    foe = foe_of(at.rules, join)
    rolls = foe.row and join.get("hit_points") == ROLL
    own = [_rolled(at.rules, foe.row) if rolls else [] for _ in range(_count(join.get("count", 1)))]
    event = _event(at, foe.name, foe.pairs, own)
    hidden = {"hidden": join["hidden"]} if join.get("hidden") else {}
    return {**event, "fighters": [{**one, **hidden} for one in event["fighters"]]}


def _event(at: Asked, name: str, pairs: FoePairs, own: list[list[list[str]]]) -> dict[str, Any]:
    """The event in which copies of one sheet come in; `own` has the pairs that differ, for each copy."""
    fighters = zip(_ids(at), _names(at, name, len(own)), own, strict=False)
    return {
        "do": "join",
        "schema": at.rules.sheet.schema,
        "sheet": needed(at.rules.sheet, pairs),
        "fighters": [{"id": one, "name": called, **({"own": new} if new else {})} for one, called, new in fighters],
    }


def _rolled(rules: FightRules, foe: str) -> list[list[str]]:
    """The hit points of one copy, rolled; nothing in a game that does not roll them."""
    die = rules.foes.hit_points(foe)
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
    others = [fighter.name for fighter in at.state.combatants]
    numbers = [
        int(number) for one in others if one.startswith(f"{name} ") and (number := one[len(name) + 1 :]).isdecimal()
    ]
    numbers += [0 for one in others if one == name]
    if count == 1 and not numbers:
        return [name]
    first = max(numbers, default=0) + 1
    return [f"{name} {number}" for number in range(max(first, 2) if numbers else first, first + count + 1)][:count]
