"""A request for the sheet of a foe that a player keeps: of the table, a quick foe, or a fighter of the fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, InvalidInput
from pyrules.engine.fight.copies import plain_name
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import Fighter
from pyrules.engine.fight.foes import FoePairs
from pyrules.engine.inputs import yes_no
from pyrules.engine.sheet.sheet import FOE

from .fight_request import asked
from .foe_request import NAME, NAMELESS, foe_of, name_in
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """`own`: the `schema` and the `data` of the foe's sheet, which say that it is a foe.

    The foe is `foe` (as `join` of the kind `fight_join` has it), or the fighter `who` as he has joined, with the
    values that were changed by hand. Raises `InvalidInput` and `UnknownName` for what is wrong.
    """
    at = asked(request)
    if "foe" in request:
        given = request["foe"]
        if not isinstance(given, dict):
            raise InvalidInput("foe", BAD_TYPE, None, "A foe to keep is named by its row or its numbers.")
        pairs = foe_of(at.rules, given).pairs
    elif who := at.fighter("who"):
        pairs = _of_fighter(at.rules, at.state[who])
    else:
        raise InvalidInput("who", BAD_TYPE, None, "A foe to keep is a fighter of this fight.")
    marked = [*(pair for pair in pairs if pair[0] != FOE), (FOE, yes_no(True))]
    return {"ok": True, "own": {"schema": at.rules.sheet.schema, "data": [list(pair) for pair in marked]}}, []


def _of_fighter(rules: FightRules, fighter: Fighter) -> FoePairs:
    """The sheet of a fighter, under the fighter's name without the number of a copy."""
    pairs = rules.sheet.to_pairs(fighter.given.held)
    name = name_in(pairs, NAMELESS)
    if plain_name(fighter.name, name) != name:
        name = fighter.name
    return [(NAME, name), *(pair for pair in pairs if pair[0] != NAME)]
