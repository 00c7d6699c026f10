"""Light: the penalties of dim light and darkness on attacks and on Awareness.

"Fighting in the dark". The chapter has no range of sight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import Option, choice
from ....engine.procedure import Modifier, Procedure
from ..tables import FACTS

SEEN = FACTS.table("vision")
SIGHTS = FACTS.table("sights")
LIGHTS = (Option("dim", "Dim light", "OBSS-DARK-01"), Option("dark", "Darkness", "OBSS-DARK-01"))


@dataclass(frozen=True, kw_only=True)
class Seeing:
    """A creature's sight, and the light."""

    sight: str = choice("Sight", SIGHTS.options(), help="How the one who attacks or watches sees.", rule="OBSS-DARK-01")
    light: str = choice("Light", LIGHTS, help="How dark it is where the foes are.", rule="OBSS-DARK-01")


def row_of(a: Seeing) -> dict[str, Any]:
    """The row for this sight in this light."""
    return SEEN.row(f"{a.sight}-{a.light}")


def _attack(row: dict[str, Any]) -> int | None:
    return None if row["attack"] == "" else int(row["attack"])


def explanation(a: Seeing) -> Procedure[Any]:
    """The row, and what it gives."""
    row = row_of(a)
    attack = _attack(row)
    foes = "Foes count as invisible" if row["invisible"] else "Foes can be seen"
    hitting = () if attack is None else (Modifier("Attack Roll", attack, row["rule"]),)
    return notes(
        note(f"{row['label']}: {foes.lower()}", row["rule"], hitting, also=("OBSS-DARK-01",), gives="attack"),
        note("Awareness", row["rule"], (Modifier("Awareness", row["awareness"], row["rule"]),), gives="awareness"),
    )


def _figures(a: Seeing) -> dict[str, Any]:
    row = row_of(a)
    return {
        "attack": _attack(row),
        "awareness": row["awareness"],
        "enemies_count_as_invisible": row["invisible"],
    }


def _values(a: Seeing) -> dict[str, Any]:
    others = [{"sight": sight.id, **_figures(replace(a, sight=sight.id))} for sight in SIGHTS.options()]
    return {**_figures(a), "every_sight": others}


VISION = Calculator(
    id="obss.vision",
    title="Light",
    summary="What dim light and darkness take from those who fight and watch in them.",
    inputs=Seeing,
    outputs=(
        out.flag("enemies_count_as_invisible", "foes count as invisible", rule="OBSS-DARK-01", headline=True),
        out.figure("attack", "on the Attack Roll", rule="OBSS-DARK-01", headline=True, signed=True),
        out.figure("awareness", "on Awareness", rule="OBSS-DARK-01", headline=True, signed=True),
        out.rows(
            "every_sight",
            "In this light",
            (
                out.word("sight", "Sight", SIGHTS.options()),
                out.figure("attack", "Attack Roll", signed=True),
                out.figure("awareness", "Awareness", signed=True),
                out.flag("enemies_count_as_invisible", "Foes invisible"),
            ),
            rule="OBSS-DARK-01",
        ),
    ),
    compute=_values,
    explain=explanation,
    start={"sight": "normal", "light": "dim"},
)
