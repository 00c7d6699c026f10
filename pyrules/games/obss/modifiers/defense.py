"""Defense: the number that an attack must reach, and its value when surprised.

"Attack Roll and Defense": OBSS-AR-05.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import OwnRows, Preset, Presets, number
from ....engine.procedure import Modifier, Procedure, if_any, total
from ..tables import FACTS

PART = (-50, 60)


def _fillings(table: str, name: str) -> tuple[Preset, ...]:
    """The rows of a table as presets of their Defense."""
    return tuple(Preset(row["label"], ((name, str(row["defense"])),)) for row in FACTS.table(table).rows)


def _part(label: str, help: str, default: int = 0, *, rule: str = "OBSS-AR-05", **common: Any) -> Any:
    return number(label, *PART, default, help=help, rule=rule, signed=True, **common)


MORE = "Natural Defense"
OWN_ARMOR = OwnRows("armor", (("armor", "defense"),))
"""The Defense of a player's own armor."""


@dataclass(frozen=True, kw_only=True)
class Defense:
    """The parts of a Defense."""

    dex: int = _part("Dexterity", "Your Dexterity.")
    armor: int = _part(
        "Armor", "What your armor gives.", presets=Presets(partial(_fillings, "armor", "armor"), OWN_ARMOR)
    )
    shield: int = _part("Shield", "What your shield gives.", presets=Presets(partial(_fillings, "shields", "shield")))
    magic: int = _part("Magic", "Rings, spells and the like.", group="More")
    abilities: int = _part("Abilities", "What your feats and other Abilities give.", group="More")
    circumstance: int = _part("Circumstances", "Cover, footing, conditions: see Modifiers.", group="More")
    natural: int = number(
        MORE,
        *PART,
        FACTS.number("natural_defense"),
        help="The base that everybody has; some special Abilities raise it.",
        rule="OBSS-AR-07",
        group="More",
    )


def parts(d: Defense) -> tuple[Modifier, ...]:
    """The modifiers that add up."""
    return (
        Modifier(MORE, d.natural, "OBSS-AR-07"),
        *if_any("Dexterity", d.dex, "OBSS-AR-05"),
        *if_any("Armor", d.armor, "OBSS-AR-05"),
        *if_any("Shield", d.shield, "OBSS-AR-05"),
        *if_any("Magic", d.magic, "OBSS-AR-05"),
        *if_any("Abilities", d.abilities, "OBSS-AR-05"),
        *if_any("Circumstances", d.circumstance, "OBSS-AR-05"),
    )


def explanation(d: Defense) -> Procedure[Any]:
    """The Defense, and the Defense when surprised."""
    natural, *_ = added = parts(d)
    aware = Modifier("Defense", total(added), "OBSS-AR-05")
    return notes(
        note("Natural Defense", "OBSS-AR-07", (natural,), gives="natural"),
        note("Defense", "OBSS-AR-05", added, gives="defense"),
        note("By surprise", "OBSS-HIT-06", (aware, FACTS.modifier("surprise_defense")), gives="surprise_defense"),
    )


def _values(d: Defense) -> dict[str, Any]:
    defense = sum(part.value for part in parts(d))
    return {
        "defense": defense,
        "surprise_defense": defense + FACTS.number("surprise_defense"),
        "natural": d.natural,
    }


DEFENSE = Calculator(
    id="obss.defense",
    title="Defense",
    summary="Your Defense, and what is left of it when you are surprised.",
    inputs=Defense,
    outputs=(
        out.figure("defense", "Defense", rule="OBSS-AR-05", headline=True),
        out.figure("surprise_defense", "surprised", rule="OBSS-HIT-06", headline=True),
        out.figure("natural", MORE, rule="OBSS-AR-07"),
    ),
    compute=_values,
    explain=explanation,
    also=("OBSS-AR-06",),
    start={"dex": 2, "armor": 4, "shield": 2},
)
