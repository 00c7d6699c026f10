"""The odds of every attack option and every defense, one row each."""

from __future__ import annotations

from typing import Any

from ....engine import answer as out
from ....engine.formatting import percent
from ....engine.inputs import Option
from ....engine.procedure import Procedure
from ..duel.fighters import ACTIONS
from ..exchange.exchange import Exchange
from .ways import (
    Options,
    attacks,
    defenses,
    met_by,
)

LEFT = (Option("all", "as usual"), Option("none", "none this round"))
Row = dict[str, Any]


def _row(a: Options, option: str, way: Procedure[Exchange]) -> Row:
    end = way.odds()
    return {
        "option": option,
        "p_drop": end.p(lambda x: x.damage >= a.target_hp),
        "mean": end.mean(lambda x: x.damage),
        "p_hit": end.p(lambda x: x.hits > 0),
        "p_damage": end.p(lambda x: x.damage > 0),
        "p_fumble": end.p(lambda x: x.attacker_fumbles),
        "damage": out.text_keys(end.dist(lambda x: x.damage)),
    }


def attack_rows(a: Options) -> list[Row]:
    """Every open attack option, best first; the order of the table settles ties."""
    rows = [{**_row(a, way, odds), "left": _left(way)} for way, odds in attacks(a).items()]
    return sorted(rows, key=lambda row: (-row["p_drop"], -row["mean"]))


def _left(way: str) -> str:
    """The defense that an option leaves its attacker: its row's, otherwise all of it."""
    return str(ACTIONS[way]["reactions"]) if way in ACTIONS else LEFT[0].id


def price(row: Row) -> str:
    """The cost of an option for its attacker, as the headline states it."""
    left = "no defense of your own this round" if row["left"] == "none" else "your defense stays"
    return f"{percent(row['p_fumble'])} % you fumble, {left}"


def defense_rows(a: Options) -> list[Row]:
    """Every open defense against a plain attack, best first; the order of the table settles ties."""
    rows = [_row(a, way, met_by(a, defense)) for way, defense in defenses(a).items()]
    return sorted(rows, key=lambda row: (row["p_drop"], row["mean"]))


def by_option(rows: list[Row], options: tuple[Option, ...]) -> dict[str, Row]:
    """The figures of each row by the option's id, in the order of the table."""
    held = {row["option"]: row for row in rows}
    return {
        option.id: {name: held[option.id][name] for name in ("p_hit", "mean", "p_drop")}
        for option in options
        if option.id in held
    }
