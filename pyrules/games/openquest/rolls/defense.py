"""Reactions: what a target answers an attack with, what it costs to defend again, and which reaction is best.

"Reactions", with the penalties of several defenses in a round.
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
    """Inputs with the defense of a target."""

    @property
    def defence(self) -> str: ...
    @property
    def dodge(self) -> Skill | None: ...
    @property
    def parry(self) -> Skill | None: ...


def defence(options: tuple[Option, ...] = DEFENSES, *, label: str = "Defense", **common: Any) -> Any:
    """The input for the reaction of a target."""
    help = "What the target does once the attack roll has succeeded."
    return choice(label, options, NONE, help=common.pop("help", help), rule="OQ-DEF-02", **common)


def dodge(label: str = "Dodge", *, whose: str = "The target's", **common: Any) -> Any:
    """The input for the skill to dodge with, if any."""
    return skill(label, help=f"{whose} Dodge, for the first defense of the round.", nullable=True, **common)


def parry(label: str = "Parry", *, whose: str = "The target's", **common: Any) -> Any:
    """The input for the skill to parry with, if any."""
    return skill(label, help=f"{whose} Close Combat, for the first defense of the round.", nullable=True, **common)


def schedule(**common: Any) -> Any:
    """The input for how the defenses of one round get harder."""
    help = "Each defense after the first is harder, unless the target has a way around it."
    return choice("Several defenses", SCHEDULES, SCHEDULES[0].id, help=help, rule="OQ-DEF-17", **common)


def prior_defences(**common: Any) -> Any:
    """The input for the defenses that the target has rolled before."""
    help = "Dodges and parries that the target has rolled earlier in the round."
    return number("Defenses before", 0, 20, 0, help=help, rule="OQ-DEF-17", **common)


def refuse_missing_skill(a: HasDefense, at: str = "") -> None:
    """A reaction needs its skill; the best of them needs at least one (missing_field). `at` leads to the fields."""
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
    """A reaction open to a target: which of the table's, with which skill, and what is added to that."""

    kind: str
    skill: Skill
    bonuses: tuple[Modifier, ...] = ()

    def roll(self, by: RollReadings) -> SkillRoll:
        """Its roll."""
        return skill_roll(self.skill, by, total(self.bonuses))

    def modifiers(self) -> tuple[Modifier, ...]:
        """Everything that adds up to its modified skill."""
        return skill_modifiers(self.skill, *self.bonuses)


@dataclass(frozen=True, slots=True)
class Defense:
    """How a target defends in a round: its reaction, or those it chooses from if `best` (none is open to it then too).

    `before` are the defenses it had rolled before the first attack that is looked at.
    """

    reactions: tuple[Reaction, ...] = ()
    best: bool = False
    schedule: str = SCHEDULES[0].id
    before: int = 0

    def after(self, rolled: int) -> tuple[Reaction, ...]:
        """The reactions once `rolled` more defenses have been rolled, with the penalty that these bring."""
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
    """The defense that inputs ask for, with what is added to each reaction."""
    open_to = ((PARRY, a.parry, to_parry), (DODGE, a.dodge, to_dodge))  # in this order where they are equally good
    reactions = tuple(
        Reaction(kind, held, bonuses)
        for kind, held, bonuses in open_to
        if held is not None and a.defence in (kind, BEST)
    )
    return Defense(reactions, a.defence == BEST, schedule, before)
