"""The weapon table as presets for the inputs of an attack (EXT-14)."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....engine.inputs import OwnRows, Preset, Presets, yes_no
from ..tables import FACTS


def fillings(*kinds: str, damage: str = "damage") -> Presets:
    """The presets of the given kinds of weapon, or of all; `damage` names the damage input."""
    return Presets(partial(_fillings, kinds, damage), _own(kinds, damage))


SKILLS = {"melee": ("close_combat", "unarmed"), "ranged": ("ranged",)}
"""The skills of weapons on a sheet, by the kinds of the table."""


def _own(kinds: tuple[str, ...], damage: str) -> OwnRows:
    """A player's own weapons of these kinds."""
    skills = tuple(skill for kind in kinds for skill in SKILLS.get(kind, ()))
    copies = ((damage, "damage"), *((name, name) for name in ("mechanical", "thrown", "range")))
    return OwnRows("weapons", copies, ("skill", skills) if skills else None)


def _fillings(kinds: tuple[str, ...], damage: str) -> tuple[Preset, ...]:
    rows = (row for row in FACTS.table("weapons").rows if not kinds or row["kind"] in kinds)
    return tuple(Preset(row["label"], tuple(_pairs(row, damage))) for row in rows)


def _pairs(row: dict[str, Any], damage: str) -> list[tuple[str, str]]:
    """The input values of one weapon; the form drops those that a calculator lacks."""
    pairs = [(damage, row["damage"]), ("mechanical", yes_no(row["mechanical"])), ("thrown", yes_no(row["thrown"]))]
    if row["range_m"] != "":
        pairs.append(("range", str(row["range_m"])))
    return pairs
