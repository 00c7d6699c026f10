"""The odds of every way to attack and to defend, one row each."""

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
    """Every way to attack, best first; of equals, the first in the order of the table."""
    rows = [{**_row(a, way, odds), "left": _left(way)} for way, odds in attacks(a).items()]
    return sorted(rows, key=lambda row: (-row["p_drop"], -row["mean"]))


def _left(way: str) -> str:
    """The defense that a way to attack leaves its attacker; the ways that are no action of their own leave it all."""
    return str(ACTIONS[way]["reactions"]) if way in ACTIONS else LEFT[0].id


def price(row: Row) -> str:
    """What an option costs the attacker, in the words of the headline."""
    left = "no defense of your own this round" if row["left"] == "none" else "your defense stays"
    return f"{percent(row['p_fumble'])} % you fumble, {left}"


def defense_rows(a: Options) -> list[Row]:
    """Every way to defend against a plain attack, best first; of equals, the first in the order of the table."""
    rows = [_row(a, way, met_by(a, defense)) for way, defense in defenses(a).items()]
    return sorted(rows, key=lambda row: (row["p_drop"], row["mean"]))


def by_option(rows: list[Row], options: tuple[Option, ...]) -> dict[str, Row]:
    """The same rows by the id of the option, in the order of the table, with what the contract names."""
    held = {row["option"]: row for row in rows}
    return {
        option.id: {name: held[option.id][name] for name in ("p_hit", "mean", "p_drop")}
        for option in options
        if option.id in held
    }
