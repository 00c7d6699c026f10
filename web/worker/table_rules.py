"""Table rules: what one group of players has set for a game. A page sends them along with each request.

They come as `house`, pairs of rule and text like those of a link, and replace defaults that a request leaves out. A
value that cannot be used is reported in a sentence, and the default holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_TYPE, UNKNOWN_FIELD, InvalidInput
from pyrules.engine.inputs import REFUSED, InputField, ReadContext, abbreviate, parse_inputs_text, table_rule_values

from . import input_text


class TableRules(NamedTuple):
    """The values that a table has set, by the name of the rule, and the problems of those that cannot be used."""

    values: Mapping[str, Any]
    problems: tuple[InvalidInput, ...] = ()


def asked(calculator: Calculator[Any], request: Mapping[str, Any]) -> TableRules:
    """The table rules of a request about a calculator; none if it brings none."""
    return read(calculator.table_rules, request["house"]) if request.get("house", []) != [] else TableRules({})


def read(rules: Mapping[str, InputField], pairs: Any) -> TableRules:
    """The values of these rules. Each is read by itself, so that a wrong one leaves the others as they are."""
    if not are_pairs(pairs):
        raise InvalidInput("house", BAD_TYPE, pairs, "House rules must be a list of [rule, text].")
    at = ReadContext("", "", [])
    values: dict[str, Any] = {}
    for name, given in parse_inputs_text({name: rule.input for name, rule in rules.items()}, pairs).items():
        rule = rules.get(name)
        if rule is None:
            text = f"This game has no table rule {abbreviate(name)}."
            at.problems.append(InvalidInput(name, UNKNOWN_FIELD, given, text))
            continue
        value = rule.input.read(given, at.inside(name, rule.input.label))
        if value is not REFUSED and value != rule.default:
            values[name] = value
    return TableRules(values, tuple(at.problems))


def are_pairs(pairs: Any) -> bool:
    """Whether this is a list of [key, text]."""
    return isinstance(pairs, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair) for pair in pairs
    )


# The page of a game's table rules


def pairs(rules: Mapping[str, InputField], table: TableRules) -> list[tuple[str, str]]:
    """The table's own rules as a device keeps them."""
    return [pair for rule, value in _in_order(rules, table) for pair in rule.input.pairs(rule.table_rule, value)]


def summary(rules: Mapping[str, InputField], table: TableRules) -> dict[str, str]:
    """How many of a game's rules the table has set (`line`), and which, each with its value (`which`)."""
    own = [(rule.input, value) for rule, value in _in_order(rules, table)]
    if not own:
        return {"line": "Nothing is set.", "which": "Every calculator goes by the book as we read it."}
    which = " · ".join(f"{kind.label}: {input_text.plain(kind, value)}" for kind, value in own)
    return {"line": f"{len(own)} of {len(rules)} set.", "which": which}


def _in_order(rules: Mapping[str, InputField], table: TableRules) -> Iterator[tuple[InputField, Any]]:
    return ((rule, table.values[name]) for name, rule in rules.items() if name in table.values)


# A calculator's page


def own_keys(inputs: Any, table: TableRules) -> frozenset[str]:
    """The link keys of the inputs that stand as the table has set them."""
    held = [(key, slot.table_rule, value) for key, slot, value in table_rule_values(inputs)]
    return frozenset(key for key, rule, value in held if rule in table.values and value == table.values[rule])


def marks(inputs: Any, table: TableRules) -> dict[str, list[str]]:
    """The link keys of the inputs that the table has set: those that stand so, and those that do not."""
    own = own_keys(inputs, table)
    keys = [key for key, slot, _ in table_rule_values(inputs) if slot.table_rule in table.values]
    return {"own": [key for key in keys if key in own], "other": [key for key in keys if key not in own]}


def refused(calculator: Calculator[Any], table: TableRules) -> dict[str, list[str]]:
    """What the table has set for this calculator and cannot be used, and what stands in its place."""
    wrong = [problem for problem in table.problems if problem.field in calculator.table_rules]
    return {"refused": [problem.field for problem in wrong], "notes": [_left_aside(calculator, one) for one in wrong]}


def _left_aside(calculator: Calculator[Any], problem: InvalidInput) -> str:
    standard = calculator.table_rules[problem.field].input.table
    assert standard  # that is what makes it a table rule
    return f"Set for your table: {problem.text} It is left aside, and {standard.name} stands."
