"""Wounds: the effect of damage, and the chance to save and heal the character.

"Damage", "Healing" and "Zero Hit Points".
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import d
from ....engine.explain import note
from ....engine.procedure import Procedure, Step, counted
from ..skills.skill import SKILL_RULES
from ..tables import FACTS
from .healing import Cared, care, hp_recovering, in_time, recovering_steps, saving_steps, waking_steps
from .wounded import (
    FORTUNE,
    MAGIC,
    MINOR,
    MORTAL,
    NO_MAGIC,
    STATES,
    Wounded,
    hit_points,
    is_strong,
    left,
    refuse_late_tries,
    refuse_too_many,
    state,
)


def explanation(a: Wounded) -> Procedure[Cared]:
    """The hit points, the wound and its deadline, then its care."""
    whole = care(a)
    found, *rest = whole.steps
    hit = note("Hit points left", "OQ-DAM-03", left(a))
    if state(a) != MORTAL:
        wound = note(found.label, found.rule, also=("OQ-DAM-05", "OQ-ZHP-01", "OQ-ZHP-04"))
        return Procedure(whole.start, (hit, wound, *rest, *_hit_points_explanation(a)), str)
    steps = (
        hit,
        found,
        *_time_left(a),
        *saving_steps(a),
        note("Whoever is not saved by then is dead", "OQ-ZHP-01"),
        *recovering_steps(a),
        *_hit_points_explanation(a),
        *waking_steps(a),
    )
    return Procedure(whole.start, steps, str)


def _time_left(a: Wounded) -> tuple[Step[Any], ...]:
    late = note("Healing takes minutes, which is too late", "OQ-ZHP-04")
    return (
        note(f"Struck in round {a.round}: until the end of round {deadline(a)}", "OQ-HEAL-05"),
        *((late,) if a.healing is not None and not in_time(a) and not is_strong(a) else ()),
    )


def _hit_points_explanation(a: Wounded) -> tuple[Step[Any], ...]:
    """The damage that leads to each kind of wound."""
    hp = hp_recovering(a)
    if hp is None:
        return ()
    if state(a) == FORTUNE:
        what, rule = "Fortune", "OQ-ZHP-03"
    elif is_strong(a):
        what, rule = MAGIC.row(a.magic)["label"], "EXT-18"
    else:
        what, rule = "Surgery", "EXT-17"
    missing = state(a) == MORTAL and not recovering_steps(a)
    return (
        *((note("Nobody operates", "OQ-HEAL-03"),) if missing else ()),
        note(f"{what} leaves {counted(hp, 'hit point')}", rule, also=("EXT-17", "OQ-HEAL-03")),
    )


def deadline(a: Wounded) -> int | None:
    """The last round in which care can stop a mortal wound (OQ-HEAL-05)."""
    return a.round + FACTS.number("rescue_rounds") if state(a) == MORTAL else None


def _values(a: Wounded) -> dict[str, Any]:
    wound, end = state(a), care(a).odds()
    mortal = wound == MORTAL
    p_saved = end.p(lambda s: s.saved) if mortal else Fraction(1)
    treated = wound == MINOR and (a.healing is not None or a.magic != NO_MAGIC)
    return {
        "status": wound,
        "hp": hit_points(a),
        "deadline": deadline(a),
        "p_saved": p_saved,
        "p_death": 1 - p_saved,
        "p_recovering": end.p(lambda s: s.recovering) if mortal else None,
        "hp_recovering": hp_recovering(a),
        "p_awake": end.p(lambda s: s.awake) if mortal and a.resilience is not None else None,
        "hp_after_heal": out.text_keys(end.dist(lambda s: s.hp)) if treated else None,
        "mean_after_heal": end.mean(lambda s: s.hp) if treated else None,
        "mean_hours_out": d(FACTS.number("fortune_hours_die")).mean(lambda n: n) if wound == FORTUNE else None,
    }


def _check(a: Wounded) -> None:
    refuse_too_many(a)
    refuse_late_tries(a)


WOUNDS = Calculator(
    id="openquest.wounds",
    title="Wounds and healing",
    summary="What damage leaves of somebody, and the chance to save, heal and wake them.",
    inputs=Wounded,
    outputs=(
        out.word("status", "after the damage", STATES, rule="OQ-DAM-05", headline=True),
        out.percent("p_saved", "lives", rule="OQ-ZHP-04", headline=True),
        out.figure("hp", "left of the hit points", rule="OQ-DAM-03", headline=True),
        out.percent("p_death", "Dies", rule="OQ-ZHP-01"),
        out.figure("deadline", "To be saved by the end of round", rule="OQ-HEAL-05"),
        out.percent("p_recovering", "Saved and treated: on the mend", rule="OQ-HEAL-03"),
        out.percent("p_awake", "And awake", rule="OQ-HEAL-06"),
        out.figure("hp_recovering", "Hit points then", rule="EXT-17"),
        out.figure("mean_hours_out", "Hours out", rule="OQ-ZHP-03", unit="on average"),
        out.figure("mean_after_heal", "Hit points after the care", rule="EXT-17", unit="on average"),
        out.distribution("hp_after_heal", "Hit points after the care", rule="EXT-17", unit="points"),
    ),
    compute=_values,
    check=_check,
    also=(
        "OQ-DAM-04",
        *(f"OQ-HEAL-{row:02}" for row in range(1, 7)),
        *(f"OQ-ZHP-{row:02}" for row in range(1, 5)),
        "EXT-16",
        *SKILL_RULES,
    ),
    start={
        "max_hp": 12,
        "damage": [7, 8],
        "round": 3,
        "healing": {"base": 50},
        "tries": 2,
        "surgery": {"base": 50, "mods": -20},
        "resilience": {"base": 45},
    },
    rolls=(RollOption("care", "Roll it", care),),
    explain=explanation,
)
