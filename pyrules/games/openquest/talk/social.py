"""Social combat: whether the sides can talk, and the modifiers of Influence.

"Social Combat": range and understanding, and the modifiers of Oratory, Intimidation and magic (OQ-SOC-01 to OQ-SOC-03).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.errors import BAD_OPTION, InvalidInput
from ....engine.explain import note
from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, total
from ..skills.skill import PERCENT, switch
from ..tables import FACTS

FAST_TALK, ORATORY, INTIMIDATION = "fast_talk", "oratory", "intimidation"
MODES = (
    Option(FAST_TALK, "Fast Talk", "OQ-FAST-04"),
    Option(ORATORY, "Oratory", "OQ-ORA-26"),
    Option(INTIMIDATION, "Intimidation", "OQ-SOC-08"),
)
UNDERSTANDING = FACTS.table("understanding")
SITUATIONS = FACTS.table("social_modifiers")
OK, IMPOSSIBLE = "ok", "impossible"
STATUSES = (Option(OK, "They can talk"), Option(IMPOSSIBLE, "Not possible"))
MASTERS = (
    Option("auto", FACTS.fill("From {master_skill}% on"), "OQ-SOC-04"),
    Option("yes", "Yes", "OQ-SOC-04"),
    Option("no", "No", "OQ-SOC-04"),
)
DISTANCE, LANGUAGE, PICK, CREDIBILITY, MAGIC = "distance", "language", "pick", "credibility", "magic"
SPELLS = "Magic"


@dataclass(frozen=True, kw_only=True)
class Talk:
    """A speaker, the listeners' distance, and the other conditions (OQ-SOC-01)."""

    mode: str = choice("Way of talking", MODES, help="What you try with your words.", rule="OQ-SOC-01")
    distance: int = number(
        "Distance",
        0,
        1000,
        help=FACTS.fill("To the listeners; beyond {close_distance_m} m it is harder."),
        rule="OQ-SOC-03",
        unit="m",
    )
    understanding: str = choice(
        "Understanding",
        UNDERSTANDING.options(),
        "shared",
        help="What language you have in common; signs and gestures only serve for threats.",
        rule="OQ-SOC-07",
    )
    influence_base: int = number(
        "Influence",
        *PERCENT,
        50,
        help="The value on the sheet: a Master's voice carries.",
        rule="OQ-SOC-04",
        unit="%",
        group="Speaker",
    )
    master: str = choice(
        "Master of Influence",
        MASTERS,
        "auto",
        help="A Master ignores the penalty for distance.",
        rule="OQ-SOC-04",
        group="Speaker",
    )
    thunders_voice: bool = toggle(
        "Thunder's Voice",
        help=FACTS.fill("The spell lets threats be heard up to {thunders_voice_limit_m} m."),
        rule="OQ-SOC-06",
        group=SPELLS,
    )
    pick: int = number(
        "The one modifier",
        -50,
        50,
        0,
        help=FACTS.fill(
            "Out of its list only one counts: +{oratory_condition_bonus} or {oratory_condition_penalty} for a speech; "
            "+{intimidation_motive_bonus}, {intimidation_will_penalty} or {intimidation_power_penalty} for a threat."
        ),
        rule="OQ-ORA-25",
        unit="%",
        signed=True,
    )
    credibility_lost: bool = toggle(
        "Caught out before",
        help="You fumbled a Fast Talk against them, and no roll against them has succeeded since.",
        rule="OQ-FAST-13",
        group="Speaker",
    )
    magic_bonus: int = number(
        "Bonus from spells",
        -100,
        300,
        0,
        help="What Enhance (Influence) and the like add; the chapter gives no amounts.",
        rule="OQ-MAG-01",
        unit="%",
        group=SPELLS,
        signed=True,
    )
    spells_active: bool = toggle(
        "Spells already work",
        True,
        help="Spells count only if they were cast before the talk began.",
        rule="OQ-MAG-03",
        group=SPELLS,
    )
    thunder_penalty: str = switch("thunder_penalty")
    fast_talk_range: str = switch("fast_talk_range")
    oratory_distance: str = switch("oratory_distance")


class Line(NamedTuple):
    """A modifier of Influence, with its id for scripts."""

    name: str
    modifier: Modifier


def picks(mode: str) -> set[int]:
    """The modifiers to pick one from; no modifier is always a choice."""
    rows = (row for row in SITUATIONS.rows if row["mode"] == mode and row["input"] == PICK)
    return {0, *(row["value"] for row in rows)}


def _check(a: Talk) -> None:
    allowed = picks(a.mode)
    if a.pick not in allowed:
        mode = next(option.label for option in MODES if option.id == a.mode)
        listed = " or ".join(f"{value:+d}" if value else "0" for value in sorted(allowed, reverse=True))
        raise InvalidInput("pick", BAD_OPTION, a.pick, f"The one modifier for {mode} is {listed}; got {a.pick}.")


def under_spell(a: Talk) -> bool:
    """Whether Thunder's Voice carries these words: threats only, and once it is cast."""
    return a.thunders_voice and a.spells_active and a.mode == INTIMIDATION


def reach_of(a: Talk) -> tuple[str, int]:
    """The distance in meters that these words carry, and its rule."""
    if a.mode == FAST_TALK and a.fast_talk_range == "close":
        return "OQ-FAST-04", FACTS.number("close_distance_m")
    if under_spell(a):
        return "OQ-SOC-06", FACTS.number("thunders_voice_limit_m")
    return "OQ-SOC-05", FACTS.number("speaking_limit_m")


def understood(a: Talk) -> bool:
    """Whether the sides have enough language in common for this way of talking."""
    enough: bool = UNDERSTANDING.row(a.understanding)[a.mode]
    return enough


def possible(a: Talk) -> bool:
    """Whether the sides can talk: heard and understood (OQ-SOC-01)."""
    return a.distance <= reach_of(a)[1] and understood(a)


def far_off(a: Talk) -> bool:
    """Whether the penalty for distance applies."""
    mastered = a.influence_base >= FACTS.number("master_skill") if a.master == "auto" else a.master == "yes"
    waived = under_spell(a) and a.thunder_penalty == "waive"
    ignored = a.mode == ORATORY and a.oratory_distance == "ignored"
    return a.distance > FACTS.number("close_distance_m") and not (mastered or waived or ignored)


def lines(a: Talk) -> tuple[Line, ...]:
    """The modifiers of Influence; none if the sides cannot talk."""
    if not possible(a):
        return ()
    spoken = UNDERSTANDING.row(a.understanding)
    counted = (
        *((Line(DISTANCE, FACTS.modifier("speaking_distance_penalty")),) if far_off(a) else ()),
        Line(LANGUAGE, Modifier(spoken["label"], spoken["influence"], spoken["rule"])),
        Line(PICK, _picked(a)),
        *((Line(CREDIBILITY, FACTS.modifier("credibility_lost_penalty")),) if a.credibility_lost else ()),
        Line(MAGIC, Modifier("Spells", a.magic_bonus if a.spells_active else 0, "OQ-MAG-01")),
    )
    return tuple(line for line in counted if line.modifier.value)


def _picked(a: Talk) -> Modifier:
    """The picked modifier with its id; of conditions with the same value, the first one's."""
    rows = (row for row in SITUATIONS.rows if row["mode"] == a.mode and row["input"] == PICK)
    row = next((row for row in rows if row["value"] == a.pick), None)
    return Modifier(row["label"], a.pick, row["rule"]) if row else Modifier("None picked", 0, "OQ-ORA-25")


def _explanation(a: Talk) -> Procedure[None]:
    """Whether the words are heard and understood, then the modifiers that count."""
    _, reach = reach_of(a)
    row = UNDERSTANDING.row(a.understanding)
    heard = "heard" if a.distance <= reach else "not heard"
    enough = "enough" if understood(a) else "not enough"
    steps: list[Step[None]] = [
        note(f"{a.distance} m away, {heard}: these words carry {reach} m", "OQ-SOC-01"),
        note(f"The listener {row['label'][0].lower()}{row['label'][1:]}: {enough}", "OQ-SOC-01"),
    ]
    if possible(a):
        if not far_off(a) and a.distance > FACTS.number("close_distance_m"):
            steps.append(note("No penalty for this distance", _why_no_penalty(a)))
        steps.append(note("Change to Influence", "OQ-SOC-03", tuple(line.modifier for line in lines(a))))
    return Procedure(None, tuple(steps), str)


def _why_no_penalty(a: Talk) -> str:
    if under_spell(a) and a.thunder_penalty == "waive":
        return "OQ-SOC-06"
    return "OQ-ORA-26" if a.mode == ORATORY and a.oratory_distance == "ignored" else "OQ-SOC-04"


def _values(a: Talk) -> dict[str, Any]:
    counted = lines(a)
    return {
        "status": OK if possible(a) else IMPOSSIBLE,
        "total": total(tuple(line.modifier for line in counted)) if possible(a) else None,
        "lines": {line.name: line.modifier.value for line in counted},
        "reach": reach_of(a)[1],
        "counted": [{"what": line.modifier.label, "value": line.modifier.value} for line in counted],
    }


SOCIAL_MODIFIERS = Calculator(
    id="openquest.social_modifiers",
    title="Can we talk?",
    summary="Whether words reach the listener at all, and what distance, language and spells do to your Influence.",
    inputs=Talk,
    outputs=(
        out.word("status", "with these words", STATUSES, rule="OQ-SOC-01", headline=True),
        out.figure("total", "% on Influence", rule="OQ-SOC-03", headline=True, signed=True),
        out.figure("reach", "The words carry", rule="OQ-SOC-01", unit="m"),
        api_only(out.named("lines", "What counts", out.figure("value", "Influence", signed=True), rule="OQ-SOC-01")),
        out.rows(
            "counted",
            "What counts",
            (out.word("what", "What"), out.figure("value", "Influence", unit="%", signed=True)),
            rule="OQ-SOC-03",
        ),
    ),
    compute=_values,
    check=_check,
    also=(
        "OQ-SOC-02",
        "OQ-SOC-05",
        "OQ-SOC-09",
        "OQ-ORA-23",
        "OQ-ORA-24",
        "OQ-INT-10",
        "OQ-INT-11",
        "OQ-INT-12",
        "OQ-MAG-02",
    ),
    start={"mode": INTIMIDATION, "distance": 12, "understanding": "basic", "pick": 20},
    explain=_explanation,
)
