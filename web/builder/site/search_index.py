"""The search index of all games: calculators, acts, conditions, weapons, armor, foes, rules and tables.

Each entry leads to its page or to its row of the quick reference. A weapon leads to an attack with it, if a calculator
offers it, and a foe to the set-up of a fight, found there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote

import pyrules
from pyrules.engine.formatting import NOTHING
from pyrules.engine.game import Game
from pyrules.engine.tables import Table

from .armed import attack_with
from .reference import EFFECTS, SENTENCE, cell

Entry = dict[str, str]

KINDS = {
    "conditions": "condition",
    "weapons": "weapon",
    "weapon_kinds": "weapon",
    "improvised_weapons": "weapon",
    "armor": "armor",
    "shields": "armor",
}
"""The tables whose rows are entries of their own, and the kind of these entries. Foes come from the game's fights."""


def as_json() -> str:
    """The index as the site has it."""
    return json.dumps(search_index(), ensure_ascii=False, separators=(",", ":"))


def search_index() -> list[Entry]:
    """The entries of the search, for every game. The `url` names the game; `more` is searched but not shown."""
    parts = (_calculators, _acts, _rows, _foes, _rules, _tables)
    return [entry for game in pyrules.GAMES for part in parts for entry in part(game)]


def _calculators(game: Game) -> Iterator[Entry]:
    for moment in game.moments:
        for c in moment.calculators:
            yield _entry(game, "calculator", c.title, c.summary, moment.title, f"{c.slug}/")


def _acts(game: Game) -> Iterator[Entry]:
    """What a sheet or a fight offers under a name that is no calculator's; without odds it leads to its rule."""
    calculators = {calculator.slug: calculator for calculator in game.calculators}
    known = {calculator.title for calculator in game.calculators}
    offered = [(act.label, act.calculator, "") for act in pyrules.sheet(game.id).acts]
    offered += [(act.label, act.calculator, act.rule) for act in pyrules.fight_rules(game.id).acts]
    for label, slug, rule_id in offered:
        if label in known:
            continue
        known.add(label)
        if slug:
            calculator = calculators[slug]
            yield _entry(game, "act", label, calculator.summary, f"action, {calculator.title}", f"{slug}/")
        elif rule_id:
            rule = game.facts.rule(rule_id)
            yield _entry(game, "act", label, rule.text, f"action, {rule.id}", f"rules/#{rule.id}")


def _rows(game: Game) -> Iterator[Entry]:
    for table in game.tables:
        if table.id in KINDS:
            for row in table.rows:
                kind = KINDS[table.id]
                place, address = f"{table.title}, {row['rule']}", f"rules/#table-{table.id}-{row['id']}"
                attack = attack_with(game, row["label"]) if kind == "weapon" else None
                if attack:
                    place, address = f"weapon, {attack.calculator.title}", attack.address
                yield _entry(game, kind, row["label"], _row_text(table, row), place, address)


def _row_text(table: Table, row: dict[str, object]) -> str:
    """The cells of a row with their columns, without what the row lacks. A sentence needs no column."""
    columns = {key: label for key, label in table.columns.items() if key not in ("label", EFFECTS)}
    texts = {label: cell(row[key], signed=key in table.signed) for key, label in columns.items()}
    shown = (text if len(text) > SENTENCE else f"{label} {text}" for label, text in texts.items() if text != NOTHING)
    return "; ".join(text.rstrip(".") for text in shown)


def _foes(game: Game) -> Iterator[Entry]:
    for foe in pyrules.fight_rules(game.id).foes.rows:
        yield _entry(game, "foe", foe.label, foe.line, "foe", f"fight/#foe={quote(foe.label)}")


def _rules(game: Game) -> Iterator[Entry]:
    for rule in game.facts.rules.values():
        yield _entry(game, "rule", rule.title, rule.text, rule.id, f"rules/#{rule.id}", rule.ruling)


def _tables(game: Game) -> Iterator[Entry]:
    for table in game.tables:
        text = "" if table.id in KINDS else ", ".join(row["label"] for row in table.rows)
        yield _entry(game, "table", table.title, text, f"table, {table.rule}", f"rules/#table-{table.id}")


def _entry(game: Game, kind: str, title: str, text: str, place: str, address: str, more: str = "") -> Entry:
    entry = {"kind": kind, "title": title, "text": text, "where": f"{game.name} · {place}"}
    return entry | {"url": f"{game.id}/{address}"} | ({"more": more} if more else {})
