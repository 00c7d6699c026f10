"""The quick reference of a game."""

from __future__ import annotations

import re
from typing import Any

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.formatting import NOTHING, figure
from pyrules.engine.game import Game
from pyrules.engine.sheet.condition_lines import lines
from pyrules.engine.tables import Rule, Table

from . import screens

PROCEDURES = "Rolls, step by step"
EFFECT, EFFECTS = "effect", "effects"
"""The columns of a table of conditions: what each does in words, and what it changes in numbers.

A table that has both prints the words.
"""

SENTENCE = 24
"""A column with longer cells holds sentences and needs more width."""
_SLIM = 45
"""Two tables with rows of at most this many characters share the width of a printed column."""


LONG = 300
"""A reference with at least this many rules is printed smaller and without explanations."""
LONGEST = 450
"""One with at least this many is printed in more columns, and tables with sentences become running text."""


def lengths(game: Game) -> str:
    """The classes of the page that make this game's reference fit four printed pages."""
    rules = len(game.facts.rules)
    return " ".join(name for name, least in (("long", LONG), ("longest", LONGEST)) if rules >= least)


def topics(game: Game) -> list[dict[str, Any]]:
    """The reference in reading order: each topic with its rules and tables, then every procedure with its steps.

    `holds` says how many there are of each.
    """
    found: dict[str, dict[str, Any]] = {}
    for rule in game.facts.rules.values():
        _topic(found, rule.topic)["rules"].append(_rule(game, rule))
    for table in game.tables:
        _topic(found, table.topic)["tables"].append(_table(game, table))
    _topic(found, PROCEDURES)["procedures"] = [p for c in game.calculators for p in _procedures(game, c)]
    return [topic | {"holds": _holds(topic)} for topic in found.values()]


def screen(game: Game) -> dict[str, Any]:
    """The rules and tables of a game's GM's screen, in its order; raises `TableError` for what the game lacks."""
    declared = screens.screen(game.id)
    return {
        "rules": [_rule(game, game.facts.rule(rule_id)) for rule_id in declared.rules],
        "tables": [_table(game, game.facts.table(name)) for name in declared.tables],
    }


def _rule(game: Game, rule: Rule) -> dict[str, Any]:
    shown = {name: getattr(rule, name) for name in ("id", "title", "text", "ruling", "source")}
    return shown | {"uses": game.uses[rule.id]}


def topic_of(game: Game, calculator: Calculator[Any]) -> str:
    """The id of the topic of a calculator's headline, or of the first rule that the calculator cites."""
    headline = [output.rule for output in calculator.outputs if output.headline and output.rule]
    return slug(game.facts.rule([*headline, *calculator.cited][0]).topic)


def slug(title: str) -> str:
    """The id of a topic."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _holds(topic: dict[str, Any]) -> str:
    counts = {"rule": len(topic["rules"]), "table": len(topic["tables"]), "roll": len(topic["procedures"])}
    return ", ".join(f"{number} {name}{'s' * (number != 1)}" for name, number in counts.items() if number)


def _topic(found: dict[str, dict[str, Any]], title: str) -> dict[str, Any]:
    return found.setdefault(title, {"id": slug(title), "title": title, "rules": [], "tables": [], "procedures": []})


# Tables


def _table(game: Game, table: Table) -> dict[str, Any]:
    in_words = EFFECT in table.columns
    columns = [
        _column(label, _cells(game, table, key), on_screen=key == EFFECTS and in_words)
        for key, label in table.columns.items()
    ]
    many_rules = any(row["rule"] != table.rule for row in table.rows)
    return {
        "id": table.id,
        "title": table.title,
        "rule": table.rule,
        "source": game.facts.rule(table.rule).source,
        "uses": game.uses[table.rule],
        "columns": columns,
        "rows": [{"id": row["id"], "rule": row["rule"]} for row in table.rows],
        "many_rules": many_rules,
        "slim": not many_rules and sum(_width(one) for one in columns) <= _SLIM,
    }


def _cells(game: Game, table: Table, key: str) -> list[str]:
    """One column of a table as text; the effects of conditions come from the sheet."""
    if key != EFFECTS:
        return column(table, key)
    conditions = pyrules.sheet(game.id).conditions
    return ["; ".join(lines(conditions, row["id"])) for row in table.rows]


def _column(label: str, cells: list[str], *, on_screen: bool = False) -> dict[str, Any]:
    """One column; one that is only `on_screen` is not printed."""
    sentence = any(len(text) > SENTENCE for text in cells)
    kinds = [name for name, holds in (("sentence", sentence), ("on-screen", on_screen)) if holds]
    return {"label": label, "cells": cells, "kind": " ".join(kinds)}


def _width(column: dict[str, Any]) -> int:
    return max(len(text) for text in (column["label"], *column["cells"]))


def column(table: Table, key: str) -> list[str]:
    """One column of a rulebook table as text.

    In a column of modifiers a bonus has a plus sign, and a zero is left out so that the others stand out. In a table
    with no other column, a zero is shown.
    """
    values = [row[key] for row in table.rows]
    if key not in table.signed:
        return [cell(value) for value in values]
    only_column = len(table.columns) == 2
    return [cell(value, signed=True) if only_column or _is_nonzero(value) else "" for value in values]


def cell(value: Any, *, signed: bool = False) -> str:
    """A value of a rulebook table as text; ids become words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return figure(value, signed=signed)
    if isinstance(value, list):
        between = " " if signed else "/" if value and isinstance(value[0], int) else ", "
        return between.join(cell(one, signed=signed) for one in value) or NOTHING
    return NOTHING if value is None or value == "" else str(value).replace("_", " ")


def _is_nonzero(value: Any) -> bool:
    return any(value) if isinstance(value, list) else bool(value)


# Procedures


def _procedures(game: Game, calculator: Calculator[Any]) -> list[dict[str, Any]]:
    """The rolls of a calculator, each as the list of its rules. Options with the same rules are listed once."""
    inputs = calculator.parse(dict(calculator.start))
    by_rules: dict[tuple[str, ...], dict[str, Any]] = {}
    for roll in calculator.rolls:
        try:
            steps = roll.procedure(inputs).steps
        except InvalidInput:  # the page's example does not allow this option
            continue
        rule_ids = tuple(dict.fromkeys(step.rule for step in steps))
        if len(rule_ids) < 2:  # the rule itself says everything
            continue
        title = roll.label if len(calculator.rolls) > 1 and roll.label != calculator.title else ""
        address = "-".join(("roll", calculator.slug, *([roll.option] if title else [])))
        rules = [game.facts.rule(rule_id) for rule_id in rule_ids]
        by_rules.setdefault(rule_ids, {"id": address, "calculator": calculator, "title": title, "rules": rules})
    return list(by_rules.values())
