"""The end of a fight: who still stands on which side.

"Ending Combat": a side is out when everybody is down, has surrendered or has fled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import Option, choice, many, number, record, text
from ....engine.procedure import Modifier, Procedure
from ..tables import FACTS
from .order_inputs import LONGEST_NAME

ACTIVE, ZERO_HP = "active", "zero_hp"
ENDINGS = {row["id"]: row for row in FACTS.table("endings").rows}
STATUSES = (
    Option(ACTIVE, "Fighting", "OQ-PHY-05"),
    *(Option(one, ENDINGS[one]["label"], ENDINGS[one]["rule"]) for one in ("surrendered", "fled")),
)


@dataclass(frozen=True, kw_only=True)
class Member:
    """MEMBER: one of a side, and how it stands with them."""

    name: str = text("Name", LONGEST_NAME, help="What the member is called.", rule="OQ-PHY-05")
    hp: int = number("Hit points", -500, 500, help="What is left of them.", rule="OQ-PHY-05")
    status: str = choice(
        "Is", STATUSES, ACTIVE, help="Whoever is at 0 or fewer is down, whatever stands here.", rule="OQ-END-01"
    )


@dataclass(frozen=True, kw_only=True)
class Side:
    """SIDE: a name and those who fight under it."""

    name: str = text("Side", LONGEST_NAME, help="What the side is called; no two the same.", rule="OQ-PHY-05")
    members: tuple[Member, ...] = many(
        "Members",
        record("Member", Member, help="One of the side.", rule="OQ-PHY-05"),
        1,
        50,
        help="Everybody on this side.",
        rule="OQ-PHY-05",
    )


@dataclass(frozen=True, kw_only=True)
class Fight:
    """The sides of a fight."""

    sides: tuple[Side, ...] = many(
        "Sides",
        record("Side", Side, help="One side of the fight.", rule="OQ-PHY-05"),
        2,
        10,
        help="The sides, each with everybody on it.",
        rule="OQ-PHY-05",
    )


def _check(a: Fight) -> None:
    names = [side.name for side in a.sides]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise not_allowed(f"sides.{index}.name", name, f"There are two sides called {name}; names must differ.")


def standing(member: Member) -> str:
    """Whether a member fights on, or how they are out of it; being down comes first (OQ-PHY-05)."""
    return ZERO_HP if member.hp <= 0 else member.status


COUNTED = {ACTIVE: "fighting", ZERO_HP: "zero_hp", "surrendered": "surrendered", "fled": "fled"}


def tally(side: Side) -> dict[str, int]:
    """How many of a side stand how."""
    held = [standing(member) for member in side.members]
    return {name: held.count(one) for one, name in COUNTED.items()}


def explanation(a: Fight) -> Procedure[Any]:
    """Each side, with those who are out of the fight taken off."""
    words = {"zero_hp": "Down", "surrendered": "Surrendered", "fled": "Fled"}
    return notes(
        *(
            note(
                f"{side.name}: still fighting",
                "OQ-PHY-05",
                (
                    Modifier("Members", len(side.members), "OQ-PHY-05"),
                    *(Modifier(label, -tally(side)[name], "OQ-PHY-05") for name, label in words.items()),
                ),
            )
            for side in a.sides
        ),
        note("A side with nobody fighting is out, and the fight is over", "OQ-PHY-05"),
    )


def _values(a: Fight) -> dict[str, Any]:
    table = {side.name: tally(side) for side in a.sides}
    sides_out = [name for name, counts in table.items() if not counts["fighting"]]
    return {
        "ended": bool(sides_out),
        "sides_out": sides_out,
        "sides": [{"side": name, **counts} for name, counts in table.items()],
        "table": table,
    }


COUNTS = (
    out.figure("fighting", "Fighting"),
    out.figure("zero_hp", "Down"),
    out.figure("surrendered", "Surrendered"),
    out.figure("fled", "Fled"),
)

COMBAT_END = Calculator(
    id="openquest.combat_end",
    title="Is it over?",
    summary="Which side has nobody left in the fight.",
    inputs=Fight,
    outputs=(
        out.flag("ended", "", yes="the fight is over", no="the fight goes on", rule="OQ-PHY-05", headline=True),
        out.listing("sides_out", "Out of it", rule="OQ-PHY-05"),
        out.rows("sides", "The sides", (out.word("side", "Side"), *COUNTS), rule="OQ-PHY-05"),
        api_only(out.named("table", "Side by side", out.record("side", "Side", COUNTS))),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    start={
        "sides": [
            {"name": "Party", "members": [{"name": "Ada", "hp": 7}, {"name": "Bor", "hp": -1}]},
            {
                "name": "Raiders",
                "members": [
                    {"name": "Chief", "hp": 0},
                    {"name": "Archer", "hp": 6, "status": "surrendered"},
                    {"name": "Scout", "hp": 9, "status": "fled"},
                ],
            },
        ]
    },
)
