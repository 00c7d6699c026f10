"""Surprise: whether a sneaking character goes unnoticed, and who keeps calm when both sides are surprised.

"Surprise": OBSS-SURP-06 to OBSS-SURP-08. Ties fail, as the book words both comparisons (ruling C-11).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import many, toggle
from ....engine.procedure import Modifier, Procedure, Step, if_any, total
from ..checks.check_dice import CHECK_DICE_RULES, Check, Grade, grade_die
from ..checks.check_step import Words, check_step, dice, modifier
from ..tables import FACTS

SNEAKING = Words("unnoticed", "noticed")
MOST_SAVES = 12


@dataclass(frozen=True, kw_only=True)
class Ambush:
    """The sneaking side, the watching side, and the saves when both sides are surprised."""

    stealth_mod: int = modifier(
        "Stealth", help="Proficiency, Dexterity and everything else that is added.", rule="OBSS-SURP-06"
    )
    awareness: int = modifier("Awareness", help="Of those who might notice.", rule="OBSS-SURP-06")
    alert: bool = toggle("They are on the alert", help="They keep a sharp eye.", rule="OBSS-SURP-07")
    stealth_dice: int = dice("Dice of Stealth")
    reflex_mods: tuple[int, ...] | None = many(
        "Reflex saves",
        modifier("Reflex", help="The save of one of those surprised.", rule="OBSS-SURP-08"),
        1,
        MOST_SAVES,
        None,
        help="One for everybody of both sides; empty unless both are surprised.",
        rule="OBSS-SURP-08",
        group="Both sides surprised",
        nullable=True,
    )


def watching(a: Ambush) -> tuple[Modifier, ...]:
    """The number that Stealth must beat (OBSS-SURP-06, OBSS-SURP-07)."""
    alert = (FACTS.modifier("surprise_alert"),) if a.alert else ()
    return (FACTS.modifier("surprise_base"), *if_any("Awareness", a.awareness, "OBSS-SURP-06"), *alert)


def stealth_check(a: Ambush) -> Check:
    """The check of Stealth; a tie fails (OBSS-SURP-06)."""
    return Check(total(watching(a)) - a.stealth_mod, a.stealth_dice, tie_fails=True)


def reflex_check(reflex: int) -> Check:
    """The save of a character when both sides are surprised; a tie fails (OBSS-SURP-08)."""
    return Check(FACTS.number("surprise_reflex_above") - reflex, FACTS.number("check_dice"), tie_fails=True)


def _p(check: Check) -> Fraction:
    return grade_die(check).p(lambda grade: grade.success)


class Unseen(NamedTuple):
    """The state: the result of the Stealth check."""

    grade: Grade | None = None


def sneak(a: Ambush) -> Procedure[Unseen]:
    """The check of Stealth as a procedure."""
    step = check_step(
        f"Stealth against {total(watching(a))}",
        stealth_check(a),
        lambda s, grade: Unseen(grade),
        rule="OBSS-SURP-06",
        added=if_any("Stealth", a.stealth_mod, "OBSS-SURP-06"),
        words=SNEAKING,
    )
    return Procedure(Unseen(), (step,), lambda s: "Surprised" if s.grade and s.grade.success else "Noticed in time")


def saves(a: Ambush) -> Procedure[int]:
    """The Reflex save of each character when both sides are surprised."""
    if a.reflex_mods is None:
        raise not_allowed("reflex_mods", None, "Reflex saves are made only where both sides are surprised: list them.")
    count = len(a.reflex_mods)
    return Procedure(
        0,
        tuple(_save(index, reflex) for index, reflex in enumerate(a.reflex_mods, 1)),
        lambda ready: f"{ready} of {count} not surprised",
    )


def _save(index: int, reflex: int) -> Step[int]:
    return check_step(
        f"Reflex {index}, above {FACTS.number('surprise_reflex_above')}",
        reflex_check(reflex),
        lambda ready, grade: ready + grade.success,
        rule="OBSS-SURP-08",
        added=if_any("Reflex", reflex, "OBSS-SURP-08"),
        words=Words("not surprised", "surprised"),
    )


def explanation(a: Ambush) -> Procedure[Any]:
    """The number that Stealth must beat, the check, and the effect of surprise."""
    above = FACTS.number("surprise_reflex_above")
    both = () if a.reflex_mods is None else (note(f"Both sides: a Reflex save above {above}", "OBSS-SURP-08"),)
    return sneak(a).explained(
        note("Surprised: Defense", "OBSS-SURP-02", (FACTS.modifier("surprise_defense"),)),
        note("Surprised: Reflex saves", "OBSS-SURP-02", (FACTS.modifier("surprise_reflex"),)),
        note("Surprised: no Actions, Reactions or Immediate Actions", "OBSS-SURP-03"),
        *both,
        before=(note("Stealth must be higher than", "OBSS-SURP-06", watching(a)),),
    )


def _values(a: Ambush) -> dict[str, Any]:
    chances = None if a.reflex_mods is None else [_p(reflex_check(reflex)) for reflex in a.reflex_mods]
    return {
        "p_surprised": _p(stealth_check(a)),
        "must_exceed": total(watching(a)),
        "defense_penalty": FACTS.number("surprise_defense"),
        "reflex_penalty": FACTS.number("surprise_reflex"),
        "actions_in_surprise_round": FACTS.number("surprise_actions"),
        "saves": None
        if chances is None
        else [{"reflex": reflex, "p": p} for reflex, p in zip(a.reflex_mods or (), chances, strict=True)],
        "p_not_surprised_each": chances,
    }


SURPRISE = Calculator(
    id="obss.surprise",
    title="Surprise",
    summary="Whether you creep up unnoticed, and what surprise costs them.",
    inputs=Ambush,
    outputs=(
        out.percent("p_surprised", "surprised", rule="OBSS-SURP-06", headline=True),
        out.figure("must_exceed", "for Stealth to beat", rule="OBSS-SURP-06", headline=True),
        out.figure("defense_penalty", "Defense of the surprised", rule="OBSS-SURP-02", signed=True),
        out.figure("reflex_penalty", "Their Reflex saves", rule="OBSS-SURP-02", signed=True),
        out.figure("actions_in_surprise_round", "Their Actions in the surprise round", rule="OBSS-SURP-03"),
        out.rows(
            "saves",
            "Both sides surprised: each of them",
            (out.figure("reflex", "Reflex", signed=True), out.percent("p", "Not surprised")),
            rule="OBSS-SURP-08",
            counts="Save",
        ),
        api_only(out.curve("p_not_surprised_each", "Not surprised, each", rule="OBSS-SURP-08", unit="Save")),
    ),
    compute=_values,
    explain=explanation,
    also=(*(f"OBSS-SURP-{row:02}" for row in range(1, 9)), *CHECK_DICE_RULES),
    start={"stealth_mod": 6, "awareness": 3, "alert": True, "reflex_mods": [2, 6]},
    rolls=(RollOption("stealth", "Sneak up", sneak), RollOption("reflex", "Both surprised: Reflex", saves)),
)
