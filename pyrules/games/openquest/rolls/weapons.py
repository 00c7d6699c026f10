"""The weapon table as presets for the inputs of an attack (EXT-14)."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....engine.inputs import Preset, Presets, yes_no
from ..tables import FACTS


def fillings(*kinds: str, damage: str = "damage") -> Presets:
    """The presets of the given kinds of weapon, or of all; `damage` names the damage input."""
    return partial(_fillings, kinds, damage)


def _fillings(kinds: tuple[str, ...], damage: str) -> tuple[Preset, ...]:
    rows = (row for row in FACTS.table("weapons").rows if not kinds or row["kind"] in kinds)
    return tuple(Preset(row["label"], tuple(_pairs(row, damage))) for row in rows)


def _pairs(row: dict[str, Any], damage: str) -> list[tuple[str, str]]:
    """The input values of one weapon; the form drops those that a calculator lacks."""
    pairs = [(damage, row["damage"]), ("mechanical", yes_no(row["mechanical"])), ("thrown", yes_no(row["thrown"]))]
    if row["range_m"] != "":
        pairs.append(("range", str(row["range_m"])))
    return pairs
