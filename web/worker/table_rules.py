"""The table's own rules: what a device keeps for a game, read anew each time it is sent along.

What is kept comes as `house`, pairs of rule and text like those of a link. It stands in for what the inputs of a
request leave out. What cannot be used is told in a sentence, and the standard stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_TYPE, UNKNOWN_FIELD, InvalidInput
from pyrules.engine.game import Game
from pyrules.engine.inputs import REFUSED, ReadContext, abbreviate, parse_record_text, table_rule_values

from . import input_text as said


class House(NamedTuple):
    """What a table has set otherwise than the standard, by name, and what of it cannot be used."""

    values: Mapping[str, Any]
    problems: tuple[InvalidInput, ...] = ()


def asked(calculator: Calculator[Any], request: Mapping[str, Any]) -> House:
    """The house rules that a request about a calculator brings along; none if it brings none."""
    # A game is imported as a whole for its table rules alone.
    return read(pyrules.game(calculator.game_id), request["house"]) if request.get("house", []) != [] else House({})


def read(game: Game, pairs: Any) -> House:
    """Each rule is read by itself, so that one that is wrong takes no other with it."""
    if not are_pairs(pairs):
        raise InvalidInput("house", BAD_TYPE, pairs, "House rules must be a list of [rule, text].")
    at = ReadContext("", "", [])
    values: dict[str, Any] = {}
    for name, given in parse_record_text(game.table_rule_inputs, pairs).items():
        rule = game.table_rules.get(name)
        if rule is None:
            text = f"This game has no table rule {abbreviate(name)}."
            at.problems.append(InvalidInput(name, UNKNOWN_FIELD, given, text))
            continue
        value = rule.field.input.read(given, at.inside(name, rule.field.input.label))
        if value is not REFUSED and value != rule.field.default:
            values[name] = value
    return House(values, tuple(at.problems))


def are_pairs(pairs: Any) -> bool:
    """Whether this is a list of [key, text]."""
    return isinstance(pairs, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair) for pair in pairs
    )


# The page of a game's table rules


def respond(request: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a game as a device would keep them: what can be used, told in a line, and what cannot."""
    name = request.get("system")
    game = pyrules.game(name if isinstance(name, str) else "")
    house = read(game, request.get("pairs"))
    return {
        "ok": not house.problems,
        "pairs": [pair for name, value in _in_order(game, house) for pair in _input(game, name).pairs(name, value)],
        **told(game, house),
        "problems": house.problems,
    }


def told(game: Game, house: House) -> dict[str, str]:
    """How many rules are the table's own, and which, each with the value it has."""
    own = [(_input(game, name), value) for name, value in _in_order(game, house)]
    if not own:
        return {"line": "Nothing is set.", "which": "Every calculator goes by the book as we read it."}
    which = " · ".join(f"{kind.label}: {said.plain(kind, value)}" for kind, value in own)
    return {"line": f"{len(own)} of {len(game.table_rules)} set.", "which": which}


def _in_order(game: Game, house: House) -> Iterator[tuple[str, Any]]:
    return ((name, house.values[name]) for name in game.table_rules if name in house.values)


def _input(game: Game, name: str) -> Any:
    return game.table_rules[name].field.input


# A calculator's page


def own_keys(inputs: Any, house: House) -> frozenset[str]:
    """The link keys of the inputs that stand as the table has set them."""
    held = [(key, slot.table_rule, value) for key, slot, value in table_rule_values(inputs)]
    return frozenset(key for key, rule, value in held if rule in house.values and value == house.values[rule])


def marks(inputs: Any, house: House) -> dict[str, list[str]]:
    """The link keys of the inputs that the table has set: those that stand so, and those that do not."""
    own = own_keys(inputs, house)
    keys = [key for key, slot, _ in table_rule_values(inputs) if slot.table_rule in house.values]
    return {"own": [key for key in keys if key in own], "other": [key for key in keys if key not in own]}


def refused(calculator: Calculator[Any], house: House) -> dict[str, list[str]]:
    """What the table has set for this calculator and cannot be used, and what stands in its place."""
    wrong = [problem for problem in house.problems if problem.field in calculator.table_rules]
    return {"refused": [problem.field for problem in wrong], "notes": [_left_aside(calculator, one) for one in wrong]}


def _left_aside(calculator: Calculator[Any], problem: InvalidInput) -> str:
    standard = calculator.table_rules[problem.field].input.table
    assert standard  # that is what makes it a table rule
    return f"Set for your table: {problem.text} It is left aside, and {standard.name} stands."
