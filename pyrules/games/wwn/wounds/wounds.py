"""Down and dying: the effect of 0 hit points, and care for the Mortally Wounded.

From "Damage" and "Use a Skill" in the combat chapter; Mortally Wounded is defined in the SRD.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.explain import no_lower, note, notes
from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, total
from ..checks.checks import Modifiers, attribute, circumstances, skill
from ..checks.skill_check import Tried, helpers, one_try, with_help_explanation
from ..tables import FACTS

UP, DEAD, MORTAL, INCAPACITATED = "up", "dead", "mortally_wounded", "incapacitated"
KINDS = FACTS.table("target_kinds")
CONDITIONS = FACTS.table("conditions")
STATES = (
    Option(UP, "Up", "WWN-DMG-01"),
    *(option for option in CONDITIONS.options() if option.id in (DEAD, MORTAL, INCAPACITATED)),
)


# At 0 hit points.


@dataclass(frozen=True, kw_only=True)
class Harm:
    """Damage, and its target."""

    hp: int = number("Hit points", 0, 500, help="Before the damage.", rule="WWN-DMG-01")
    damage: int = number("Damage", 0, 1000, 0, help="The damage taken.", rule="WWN-DMG-01")
    nonlethal: bool = toggle(
        "Non-lethal",
        help="Bare hands always may; blunt weapons if the GM agrees; harm to the mind too.",
        rule="WWN-DMG-05",
    )
    target_kind: str = choice("Who", KINDS.options(), help="Nameless foes die; others may be saved.", rule="WWN-DMG-03")
    frail: bool = toggle(
        "Frail", help="Saved from a mortal wound and not yet cured.", rule="WWN-EXT-FRAIL", group="More"
    )
    catastrophic: bool = toggle(
        "Beyond saving", help="Nobody could survive such damage.", rule="WWN-EXT-CATA", group="More"
    )


class AtZero(NamedTuple):
    """The state of a character without hit points: the condition, the reason, and the rule."""

    status: str
    why: str
    rule: str


def at_zero(a: Harm) -> AtZero:
    """The state of a character without hit points. Non-lethal harm spares every target (ruling, WWN-DMG-05)."""
    if a.nonlethal:
        return AtZero(INCAPACITATED, "Non-lethal harm", "WWN-DMG-05")
    if a.catastrophic:
        return AtZero(DEAD, "Beyond saving", "WWN-EXT-CATA")
    if a.frail:
        return AtZero(DEAD, "Frail", "WWN-EXT-FRAIL")
    row = KINDS.row(a.target_kind)
    return AtZero(row["at_zero"], row["label"], row["rule"])


def hit_points_left(a: Harm) -> Modifiers:
    """The hit points after the damage, at least 0."""
    left = (Modifier("Hit points", a.hp, "WWN-DMG-01"), Modifier("Damage", -a.damage, "WWN-DMG-01"))
    return no_lower(0, left, "WWN-DMG-01")


def explain_downed(a: Harm) -> Procedure[Any]:
    """The hit points after the damage, the condition at 0, and its duration."""
    left = note("Hit points left", "WWN-DMG-01", hit_points_left(a))
    if total(left.modifiers):
        return notes(left, note("Hit points are left: still up", "WWN-DMG-03", also=("WWN-DMG-04",)))
    zero = at_zero(a)
    status = note(f"{zero.why}: {CONDITIONS.row(zero.status)['label']}", zero.rule, also=("WWN-DMG-04",))
    lasts = {
        MORTAL: note(f"{FACTS.number('mortal_wound_rounds')} rounds to live", "WWN-EXT-MORTAL"),
        INCAPACITATED: note(f"Out for {FACTS.number('incapacitated_minutes')} minutes", "WWN-EXT-NONLETHAL"),
    }
    return notes(left, status, *((lasts[zero.status],) if zero.status in lasts else ()))


def _downed(a: Harm) -> dict[str, Any]:
    left = total(hit_points_left(a))
    status = UP if left else at_zero(a).status
    return {
        "hp": left,
        "status": status,
        "minutes_out": FACTS.number("incapacitated_minutes") if status == INCAPACITATED else None,
        "rounds_to_live": FACTS.number("mortal_wound_rounds") if status == MORTAL else None,
    }


def _sheet_change(a: Harm, values: Mapping[str, Any]) -> SheetChange:
    """The hit points left, and the condition if it differs from the usual one at 0 hit points (WWN-DMG-05)."""
    status, plain = values["status"], at_zero(replace(a, nonlethal=False, catastrophic=False)).status
    conditions = {status: True} if status not in (UP, plain) else {}
    return SheetChange(left={"hit_points": values["hp"]}, conditions=conditions, at_me=True, resets={"damage": 0})


DOWNED = Calculator(
    id="wwn.downed",
    title="Down",
    summary="What damage leaves of somebody: up, out for a while, dying or dead.",
    inputs=Harm,
    outputs=(
        out.word("status", "after the damage", STATES, rule="WWN-DMG-04", headline=True),
        out.figure("hp", "hit points left", one="hit point left", rule="WWN-DMG-01", headline=True),
        out.figure("rounds_to_live", "Rounds to live unless stabilized", rule="WWN-EXT-MORTAL"),
        out.figure("minutes_out", "Minutes out", rule="WWN-EXT-NONLETHAL"),
    ),
    compute=_downed,
    sheet_change=_sheet_change,
    explain=explain_downed,
    also=("WWN-DMG-06", "WWN-DMG-07", "WWN-DMG-08"),
    start={"hp": 6, "damage": 9, "target_kind": "pc"},
)


# Saving the dying.

LAST_CHANCE = FACTS.number("mortal_wound_rounds") - 1
"""The full rounds since the fall at the last attempt, during the last round of life."""


@dataclass(frozen=True, kw_only=True)
class Care:
    """A healer, and the full rounds since the fall (WWN-EXT-MORTAL)."""

    attr_mod: int = attribute("The healer's Intelligence or Dexterity modifier.")
    heal_skill: int = skill("The healer's Heal.")
    misc: int = circumstances("Circumstances")
    kit: bool = toggle("With tools", True, help="Without a healer's kit it is harder.", rule="WWN-EXT-MORTAL")
    first_elapsed: int = number(
        "Rounds since the fall",
        0,
        LAST_CHANCE,
        0,
        help="Full rounds that have gone by at the first attempt; 0 in the round of the fall.",
        rule="WWN-EXT-MORTAL",
    )
    helpers: tuple[int, ...] = helpers("Others who help with each attempt; there is only one healer.", "Circumstances")


def difficulty_modifiers(a: Care, elapsed: int) -> Modifiers:
    """The parts of the difficulty after `elapsed` full rounds."""
    return (
        FACTS.modifier("stabilize_difficulty"),
        *((FACTS.modifier("stabilize_difficulty_per_round", elapsed),) if elapsed else ()),
        *(() if a.kit else (FACTS.modifier("stabilize_no_tools_increase"),)),
    )


def difficulty(a: Care, elapsed: int) -> int:
    """The difficulty after `elapsed` full rounds."""
    return total(difficulty_modifiers(a, elapsed))


def rounds_left(a: Care) -> range:
    """The rounds with an attempt, as full rounds since the fall."""
    return range(a.first_elapsed, LAST_CHANCE + 1)


def since_fall(elapsed: int) -> str:
    """When an attempt is made, in words."""
    return f"{counted(elapsed, 'full round')} after the fall" if elapsed else "In the round of the fall"


def care(a: Care) -> Procedure[Tried]:
    """One attempt in every remaining round."""
    steps = tuple(step for elapsed in rounds_left(a) for step in _attempt(a, elapsed))
    return Procedure(Tried(), steps, _saved)


def _attempt(a: Care, elapsed: int) -> tuple[Step[Tried], ...]:
    modifiers: Modifiers = (
        Modifier("Attribute", a.attr_mod, "WWN-EXT-ATTR"),
        Modifier("Heal", a.heal_skill, "WWN-SKILL-03"),
        *if_any("Other", a.misc, "WWN-EXT-CHECK"),
    )
    count = elapsed - a.first_elapsed + 1
    return one_try(count, since_fall(elapsed), modifiers, difficulty(a, elapsed), a.helpers, rule="WWN-EXT-MORTAL")


def first_attempt(a: Care) -> Procedure[Tried]:
    """The attempt of this round alone."""
    return Procedure(
        Tried(), _attempt(a, a.first_elapsed), lambda s: "Saved" if s.success_at else "Not saved in this round"
    )


def explain_care(a: Care) -> Procedure[Tried]:
    """For every attempt: its difficulty, its help, and the roll."""
    steps = (
        step
        for elapsed in rounds_left(a)
        for step in (
            note(
                f"{since_fall(elapsed)}: difficulty",
                "WWN-EXT-MORTAL",
                difficulty_modifiers(a, elapsed),
                when=lambda s: not s.success_at,
            ),
            *with_help_explanation(_attempt(a, elapsed)),
        )
    )
    return Procedure(Tried(), tuple(steps), str)


def _saved(s: Tried) -> str:
    return "Saved" if s.success_at else "Dead"


def _care(a: Care) -> dict[str, Any]:
    end = care(a).odds()
    attempts = [
        {
            "elapsed": elapsed,
            "dc": difficulty(a, elapsed),
            "p": Procedure(Tried(), _attempt(a, elapsed), _saved).odds().p(lambda s: s.success_at > 0),
            "saved_by_now": end.p(lambda s, count=count: 0 < s.success_at <= count),  # type: ignore[misc]
        }
        for count, elapsed in enumerate(rounds_left(a), 1)
    ]
    p_saved = end.p(lambda s: s.success_at > 0)
    return {
        "p_saved": p_saved,
        "p_dies": 1 - p_saved,
        "p_first": attempts[0]["p"],
        "attempts": attempts,
        "saved_by_attempt": [attempt["saved_by_now"] for attempt in attempts],
    }


STABILIZE = Calculator(
    id="wwn.stabilize",
    title="Stabilize",
    summary="The chance to save someone who is Mortally Wounded, with an attempt in every round left.",
    inputs=Care,
    outputs=(
        out.percent("p_saved", "saved in time", rule="WWN-EXT-MORTAL", headline=True),
        out.percent("p_dies", "dies", rule="WWN-EXT-MORTAL", headline=True),
        out.percent("p_first", "Saved by the first attempt", rule="WWN-EXT-MORTAL"),
        out.rows(
            "attempts",
            "Attempt by attempt",
            (
                out.figure("elapsed", "Full rounds since the fall"),
                out.figure("dc", "Difficulty"),
                out.percent("p", "This attempt"),
                out.percent("saved_by_now", "Saved by now"),
            ),
            rule="WWN-EXT-MORTAL",
            counts="Attempt",
        ),
        out.curve("saved_by_attempt", "Saved by the attempt", rule="WWN-EXT-MORTAL", unit="Attempt"),
    ),
    compute=_care,
    start={"attr_mod": 1, "heal_skill": 0, "kit": False, "first_elapsed": 1, "helpers": [0]},
    rolls=(RollOption("care", "Roll it", care), RollOption("first", "First attempt only", first_attempt)),
    explain=explain_care,
)
