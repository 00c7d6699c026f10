"""Movement: the distance of a round's moves and Dashes, and the cost of a Dash.

"Movement" in the combat chapter: OBSS-MOVE-03 to OBSS-MOVE-10. The check for a Dash over difficult ground stands
outside the chapter (EXT-31).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import Preset, Presets, choice, many, number, toggle
from ....engine.procedure import Modifier, Procedure, if_any
from ..tables import FACTS

MOVE, DASH = "move", "dash"
STEPS = tuple(option for option in FACTS.table("actions").options() if option.id in (MOVE, DASH))
TERRAINS = FACTS.table("terrains")
NORMAL = "normal"
MOST_STEPS = FACTS.number("actions_per_round") + FACTS.number("initiative_lead_actions")


def peoples() -> tuple[Preset, ...]:
    """The movement values in the chapter."""
    known = (("Human", "human_speed_m"), ("Dwarf", "dwarf_speed_m"))
    return tuple(Preset(label, (("speed", str(FACTS.number(name))),)) for label, name in known)


@dataclass(frozen=True, kw_only=True)
class Moves:
    """A character's movement, and its use in the round."""

    speed: int = number(
        "Movement",
        0,
        200,
        help="Meters for a Movement Action, loads and magic counted.",
        rule="OBSS-MOVE-02",
        unit="m",
        presets=Presets(peoples),
    )
    steps: tuple[str, ...] = many(
        "This round",
        choice("Action", STEPS, help="A Movement Action, or one at a run.", rule="OBSS-MOVE-03"),
        0,
        MOST_STEPS,
        help="Your moves in order; a fourth needs the Action of a long lead in initiative.",
        rule="OBSS-MOVE-04",
    )
    terrain: str = choice(
        "Terrain",
        TERRAINS.options(),
        NORMAL,
        help="Crawling, as the prone do, and Total Defense make any ground difficult.",
        rule="OBSS-MOVE-10",
    )
    dash_on_difficult: bool = toggle(
        f"Acrobatics DC {FACTS.number('dash_acrobatics_dc')} made",
        help="It lets you Dash over difficult terrain.",
        rule="EXT-31",
    )


def refuse_impossible(a: Moves) -> None:
    """Refuses more Dashes than a round allows, and Dashes that the ground forbids (OBSS-MOVE-04, EXT-31)."""
    most = FACTS.number("dashes_per_round")
    if a.steps.count(DASH) > most:
        raise not_allowed("steps", list(a.steps), f"A round has room for {most} Dashes at most.")
    if DASH in a.steps and a.terrain != NORMAL and not a.dash_on_difficult:
        dc = FACTS.number("dash_acrobatics_dc")
        raise not_allowed(
            "dash_on_difficult", False, f"To Dash over difficult terrain you must make Acrobatics DC {dc}."
        )


def divisor(a: Moves) -> int:
    """The divisor of the movement from the terrain (OBSS-MOVE-10, EXT-31)."""
    held: int = TERRAINS.row(a.terrain)["divisor"]
    return held


def metres(a: Moves, step: str) -> int:
    """The distance of one step, in whole squares (OBSS-MOVE-03, OBSS-MOVE-10, EXT-30)."""
    return a.speed * (FACTS.number("dash_factor") if step == DASH else 1) // divisor(a)


def explanation(a: Moves) -> Procedure[Any]:
    """The movement, its divisor, each step, and the cost of a Dash."""
    dashed = DASH in a.steps
    terrain = TERRAINS.row(a.terrain)
    slow = note(
        f"{terrain['label']}: the movement divided by {divisor(a)}, rounded down", terrain["rule"], also=("EXT-30",)
    )
    covered = tuple(
        Modifier(f"{label(step)} {index}", metres(a, step), "OBSS-MOVE-04") for index, step in enumerate(a.steps, 1)
    )
    running = (
        note("You have dashed: dice on attacks", "OBSS-MOVE-05", (FACTS.modifier("dash_dice"),), gives="attack_dice"),
        note("Defense until your next round", "OBSS-MOVE-05", (FACTS.modifier("dash_defense"),), gives="defense"),
        note("A spell cast this round finds you Distracted", "OBSS-MOVE-05"),
    )
    return notes(
        note("Movement, in meters", "OBSS-MOVE-02", if_any("Movement", a.speed, "OBSS-MOVE-02")),
        *((slow,) if a.terrain != NORMAL else ()),
        note(f"A Dash: {FACTS.number('dash_factor')} times as far", "OBSS-MOVE-03"),
        note("Meters in all", "OBSS-MOVE-04", covered),
        note("Every step takes an Action, however short", "OBSS-ACT-16"),
        *(running if dashed else (note("Nobody has dashed: nothing else changes", "OBSS-MOVE-05"),)),
    )


def label(step: str) -> str:
    """The label of a step."""
    return next(option.label for option in STEPS if option.id == step)


def _values(a: Moves) -> dict[str, Any]:
    dashed = DASH in a.steps
    far = [metres(a, step) for step in a.steps]
    return {
        "total": sum(far),
        "actions": len(a.steps),
        "attack_dice": FACTS.number("dash_dice") * dashed,
        "defense": FACTS.number("dash_defense") * dashed,
        "distracted": dashed,
        "way": [
            {"step": step, "metres": one, "sum": so_far}
            for step, one, so_far in zip(a.steps, far, accumulate(far), strict=True)
        ],
        "metres": far,
    }


MOVEMENT = Calculator(
    id="obss.movement",
    title="Movement",
    summary="How far your moves and Dashes take you, and what running costs.",
    inputs=Moves,
    outputs=(
        out.figure("total", "meters in all", one="meter in all", rule="OBSS-MOVE-04", headline=True),
        out.figure("actions", "Actions", one="Action", rule="OBSS-ACT-16", headline=True),
        out.rows(
            "way",
            "Step by step",
            (
                out.word("step", "What", STEPS),
                out.figure("metres", "Goes", unit="m"),
                out.figure("sum", "In all", unit="m"),
            ),
            rule="OBSS-MOVE-04",
            counts="Action",
        ),
        out.figure("attack_dice", "Dice on attacks after it", rule="OBSS-MOVE-05", unit="d6", signed=True),
        out.figure("defense", "Defense until your next round", rule="OBSS-MOVE-05", signed=True),
        out.flag("distracted", "Distracted for spells", rule="OBSS-MOVE-05"),
        api_only(out.listing("metres", "Meters of each step", rule="OBSS-MOVE-04")),
    ),
    compute=_values,
    check=refuse_impossible,
    explain=explanation,
    also=(*(f"OBSS-MOVE-{row:02}" for row in range(1, 11)), "OBSS-ACT-15", "OBSS-PRON-04", "EXT-30"),
    start={"speed": 9, "steps": [MOVE, DASH]},
)
