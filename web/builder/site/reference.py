"""The quick reference of a game, and the index that searches all of them."""

from __future__ import annotations

import re
from typing import Any

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.formatting import NOTHING, figure
from pyrules.engine.game import Game
from pyrules.engine.tables import Table

PROCEDURES = "Rolls, step by step"
EFFECTS = "effects"
"""The column of a table of conditions whose cells say what each condition changes."""

_SENTENCE = 24
"""A column with longer cells holds sentences and needs room to read them."""
_SLIM = 45
"""A table whose longest row has so few characters shares the width of a printed column with another."""


LONG = 300
"""From how many rules on a reference is printed smaller, and without what only explains."""
LONGEST = 450
"""From how many rules on it is printed in more columns, tables with sentences as running text."""


def lengths(game: Game) -> str:
    """What this game's reference needs to fit its four pages, as classes of its page."""
    rules = len(game.facts.rules)
    return " ".join(name for name, least in (("long", LONG), ("longest", LONGEST)) if rules >= least)


def topics(game: Game) -> list[dict[str, Any]]:
    """The reference in reading order: each topic with its rules and tables, then every procedure with its steps."""
    found: dict[str, dict[str, Any]] = {}
    for rule in game.facts.rules.values():
        shown = {name: getattr(rule, name) for name in ("id", "title", "text", "ruling", "source")}
        _topic(found, rule.topic)["rules"].append(shown | {"uses": game.uses[rule.id]})
    for table in game.tables:
        _topic(found, table.topic)["tables"].append(_table(game, table))
    _topic(found, PROCEDURES)["procedures"] = [p for c in game.calculators for p in _procedures(game, c)]
    return list(found.values())


def _topic(found: dict[str, dict[str, Any]], title: str) -> dict[str, Any]:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return found.setdefault(title, {"id": slug, "title": title, "rules": [], "tables": [], "procedures": []})


# Tables


def _table(game: Game, table: Table) -> dict[str, Any]:
    columns = [_column(label, _cells(game, table, key)) for key, label in table.columns.items()]
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
    return ["; ".join(conditions.lines(row["id"])) for row in table.rows]


def _column(label: str, cells: list[str]) -> dict[str, Any]:
    return {"label": label, "cells": cells, "sentence": any(len(text) > _SENTENCE for text in cells)}


def _width(column: dict[str, Any]) -> int:
    return max(len(text) for text in (column["label"], *column["cells"]))


def column(table: Table, key: str) -> list[str]:
    """One column of a rulebook table as text.

    In a column that is added to something, a bonus has its plus and nothing is left blank, so that what counts
    stands out; where it is all that the table says, nothing is a zero.
    """
    values = [row[key] for row in table.rows]
    if key not in table.signed:
        return [cell(value) for value in values]
    alone = len(table.columns) == 2
    return [cell(value, signed=True) if alone or _counts(value) else "" for value in values]


def cell(value: Any, *, signed: bool = False) -> str:
    """A value of a rulebook table as text; ids are read as words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return figure(value, signed=signed)
    if isinstance(value, list):
        between = " " if signed else "/" if value and isinstance(value[0], int) else ", "
        return between.join(cell(one, signed=signed) for one in value) or NOTHING
    return NOTHING if value is None or value == "" else str(value).replace("_", " ")


def _counts(value: Any) -> bool:
    return any(value) if isinstance(value, list) else bool(value)


# Procedures


def _procedures(game: Game, calculator: Calculator[Any]) -> list[dict[str, Any]]:
    """What a calculator can roll, each as the rules it goes through; once where two options take the same way."""
    inputs = calculator.parse(dict(calculator.start))
    told: dict[tuple[str, ...], dict[str, Any]] = {}
    for throw in calculator.rolls:
        try:
            steps = throw.procedure(inputs).steps
        except InvalidInput:  # an option that the page's first state rules out
            continue
        way = tuple(dict.fromkeys(step.rule for step in steps))
        if len(way) < 2:  # the rule says it all
            continue
        title = throw.label if len(calculator.rolls) > 1 and throw.label != calculator.title else ""
        slug = "-".join(("roll", calculator.slug, *([throw.option] if title else [])))
        rules = [game.facts.rule(rule_id) for rule_id in way]
        told.setdefault(way, {"id": slug, "calculator": calculator, "title": title, "rules": rules})
    return list(told.values())


# Search


def search_index() -> list[dict[str, str]]:
    """What a search finds: every calculator, rule and table of every game. `more` is searched and not shown."""
    return [entry for game in pyrules.GAMES for entry in (*_calculators(game), *_rules(game), *_tables(game))]


def _calculators(game: Game) -> list[dict[str, str]]:
    return [
        _entry(game, "calculator", c.title, c.summary, moment.title, f"{c.slug}/")
        for moment in game.moments
        for c in moment.calculators
    ]


def _rules(game: Game) -> list[dict[str, str]]:
    return [
        _entry(game, "rule", rule.title, rule.text, rule.id, f"rules/#{rule.id}", rule.ruling)
        for rule in game.facts.rules.values()
    ]


def _tables(game: Game) -> list[dict[str, str]]:
    return [
        _entry(
            game,
            "table",
            table.title,
            ", ".join(row["label"] for row in table.rows),
            f"table, {table.rule}",
            f"rules/#table-{table.id}",
        )
        for table in game.tables
    ]


def _entry(game: Game, kind: str, title: str, text: str, place: str, address: str, more: str = "") -> dict[str, str]:
    entry = {"system": game.id, "kind": kind, "title": title, "text": text, "where": f"{game.name} · {place}"}
    return entry | {"url": f"{game.id}/{address}"} | ({"more": more} if more else {})
