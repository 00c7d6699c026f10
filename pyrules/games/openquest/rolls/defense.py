"""Reactions: dodge or parry, the penalty for further defenses, and the best reaction.

"Reactions": OQ-DEF-01 to OQ-DEF-18.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.inputs import Option, choice, number
from ....engine.procedure import Modifier, total
from ..skills.skill import RollReadings, Skill, SkillRoll, skill, skill_modifiers, skill_roll
from ..tables import FACTS
from .results import NONE

BEST, DODGE, PARRY = "best", "dodge", "parry"

ONE_DEFENSE = (
    Option(NONE, "None", "OQ-CC-03"),
    Option(DODGE, "Dodge", "OQ-DEF-07"),
    Option(PARRY, "Parry", "OQ-DEF-12"),
)
DEFENSES = (*ONE_DEFENSE, Option(BEST, "Whichever is best", "OQ-DEF-01"))
SCHEDULES = FACTS.table("defense_schedules").options()


class HasDefense(Protocol):
    """The inputs of a target's defense."""

    @property
    def defence(self) -> str: ...
    @property
    def dodge(self) -> Skill | None: ...
    @property
    def parry(self) -> Skill | None: ...


def defence(options: tuple[Option, ...] = DEFENSES, *, label: str = "Defense", **common: Any) -> Any:
    """The input for the target's reaction."""
    help = "What the target does once the attack roll has succeeded."
    return choice(label, options, NONE, help=common.pop("help", help), rule="OQ-DEF-02", **common)


def dodge(label: str = "Dodge", *, whose: str = "The target's", **common: Any) -> Any:
    """The optional input for the Dodge skill."""
    return skill(label, help=f"{whose} Dodge, for the first defense of the round.", nullable=True, **common)


def parry(label: str = "Parry", *, whose: str = "The target's", **common: Any) -> Any:
    """The optional input for the parrying skill."""
    return skill(label, help=f"{whose} Close Combat, for the first defense of the round.", nullable=True, **common)


def schedule(**common: Any) -> Any:
    """The input for the penalties on further defenses of a round."""
    help = "Each defense after the first is harder, unless the target has a way around it."
    return choice("Several defenses", SCHEDULES, SCHEDULES[0].id, help=help, rule="OQ-DEF-17", **common)


def prior_defences(**common: Any) -> Any:
    """The input for the number of defenses already rolled."""
    help = "Dodges and parries that the target has rolled earlier in the round."
    return number("Defenses before", 0, 20, 0, help=help, rule="OQ-DEF-17", **common)


def refuse_missing_skill(a: HasDefense, at: str = "") -> None:
    """Refuses a reaction without its skill, and "best" without any skill (missing_field).

    `at` is the path to the inputs.
    """
    missing = (
        (a.defence == DODGE and a.dodge is None)
        or (a.defence == PARRY and a.parry is None)
        or (a.defence == BEST and a.dodge is None and a.parry is None)
    )
    if missing:
        field = PARRY if a.defence == BEST else a.defence
        needed = "Dodge or Parry" if a.defence == BEST else field.capitalize()
        text = f"The target's {needed} is missing: it is what it defends with."
        raise InvalidInput(f"{at}{field}", MISSING_FIELD, None, text)


class Reaction(NamedTuple):
    """A reaction open to a target: its row, its skill and its modifiers."""

    kind: str
    skill: Skill
    bonuses: tuple[Modifier, ...] = ()

    def roll(self, by: RollReadings) -> SkillRoll:
        """The skill roll of the reaction."""
        return skill_roll(self.skill, by, total(self.bonuses))

    def modifiers(self) -> tuple[Modifier, ...]:
        """The parts of its modified skill."""
        return skill_modifiers(self.skill, *self.bonuses)


@dataclass(frozen=True, slots=True)
class Defense:
    """A target's defense in a round: one reaction, or several to choose from if `best`.

    With `best`, no reaction is also a choice. `before` is the number of defenses already rolled.
    """

    reactions: tuple[Reaction, ...] = ()
    best: bool = False
    schedule: str = SCHEDULES[0].id
    before: int = 0

    def after(self, rolled: int) -> tuple[Reaction, ...]:
        """The reactions with their penalty after `rolled` more defenses."""
        return tuple(
            reaction._replace(bonuses=(*reaction.bonuses, again(self.schedule, reaction.kind, self.before + rolled)))
            for reaction in self.reactions
        )


NO_DEFENSE = Defense()


def again(schedule: str, kind: str, before: int) -> Modifier:
    """The penalty on a defense after `before` others in the same round (OQ-DEF-17, OQ-TWO-02, OQ-SHD-08)."""
    row = FACTS.table("defense_schedules").row(schedule)
    step, free = (
        (row["dodge_step"], FACTS.number("free_defenses"))
        if kind == DODGE
        else (row["parry_step"], row["free_parries"])
    )
    return Modifier(f"Defense {before + 1} of the round", step * max(0, before + 1 - free), "OQ-DEF-17")


def defense_of(
    a: HasDefense,
    *,
    to_dodge: tuple[Modifier, ...] = (),
    to_parry: tuple[Modifier, ...] = (),
    schedule: str = SCHEDULES[0].id,
    before: int = 0,
) -> Defense:
    """The defense that the inputs describe, with the modifiers of each reaction."""
    open_to = ((PARRY, a.parry, to_parry), (DODGE, a.dodge, to_dodge))  # this order settles ties
    reactions = tuple(
        Reaction(kind, held, bonuses)
        for kind, held, bonuses in open_to
        if held is not None and a.defence in (kind, BEST)
    )
    return Defense(reactions, a.defence == BEST, schedule, before)
