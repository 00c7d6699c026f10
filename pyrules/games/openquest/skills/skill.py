"""The d100 against a skill: grades, masters, and opposed rolls.

"Criticals and Fumbles", with the skill roll of the SRD outside the combat chapter (EXT-01 to EXT-08).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple, Protocol

from ....engine import answer as out
from ....engine.answer import Output
from ....engine.dice import Die, always, d
from ....engine.inputs import RULING, TABLE_RULES_GROUP, Option, choice, number, record
from ....engine.procedure import Modifier, if_any
from ..tables import FACTS

PERCENT = (0, 300)
MODIFIER = (-300, 300)

GRADES = FACTS.table("grades").options()
RANK: dict[str, int] = {row["id"]: row["rank"] for row in FACTS.table("grades").rows}
SUCCESSES = frozenset(row["id"] for row in FACTS.table("grades").rows if row["succeeds"])
CRITICAL, SUCCESS, FAILURE, FUMBLE = RANK  # in the order of the table
GRADE_WORDS: dict[str, str] = {option.id: option.label.lower() for option in GRADES}

SKILL_RULES = ("EXT-02", "EXT-03", "EXT-04", "EXT-05", "EXT-06", "OQ-CRI-01", "OQ-FUM-01")
"""The rules that every skill roll cites."""


def switch(name: str) -> Any:
    """The table rule for an open question of the book, with our ruling as default."""
    asked = FACTS.table("switches").row(name)
    rows = [row for row in FACTS.table("switch_options").rows if row["switch"] == name]
    options = tuple(Option(row["option"], row["label"], row["rule"]) for row in rows)
    standard = next(row["option"] for row in rows if row["standard"])
    return choice(
        asked["label"],
        options,
        standard,
        help=asked["help"],
        rule=asked["rule"],
        group=TABLE_RULES_GROUP,
        table=RULING,
    )


@dataclass(frozen=True, kw_only=True)
class Skill:
    """SKILL: the value on the sheet, and everything that changes it for this roll."""

    base: int = number("Skill", *PERCENT, help="The value on the sheet.", rule="EXT-01", unit="%")
    mods: int = number(
        "Modifiers",
        *MODIFIER,
        0,
        help="Everything that raises or lowers it now, added up.",
        rule="EXT-06",
        unit="%",
        signed=True,
    )
    cap: int | None = number(
        "At most",
        *PERCENT,
        None,
        help="A skill that limits this one, as Riding does on horseback; empty if none does.",
        rule="OQ-MNT-01",
        unit="%",
        nullable=True,
        group="Limit",
    )


def skill(label: str, *, help: str, rule: str = "EXT-01", nullable: bool = False, **common: Any) -> Any:
    """The input for a skill; a `nullable` one is empty by default."""
    if nullable:
        return record(label, Skill, None, help=help, rule=rule, nullable=True, **common)
    return record(label, Skill, help=help, rule=rule, **common)


def base_of(s: Skill) -> int:
    """The sheet value, capped."""
    return s.base if s.cap is None else min(s.base, s.cap)


def skill_modifiers(s: Skill, *more: Modifier) -> tuple[Modifier, ...]:
    """The skill and its modifiers as a step shows them; they sum up to the modified skill."""
    return (
        Modifier("Skill", base_of(s), "EXT-01"),
        *if_any("Modifiers", s.mods, "EXT-06"),
        *(modifier for modifier in more if modifier.value),
    )


# Grades.


class RollReadings(Protocol):
    """The inputs for table rules on skill rolls."""

    @property
    def mastery(self) -> str: ...
    @property
    def hundred(self) -> str: ...


class SkillRoll(NamedTuple):
    """What decides the grades of a roll: the unmodified skill, the modified skill, and the table rules."""

    base: int
    modified: int
    mastery: str = "auto_crit"
    hundred: str = "fails"

    @property
    def automatic(self) -> bool:
        """Whether a master succeeds without a roll (EXT-05)."""
        master = FACTS.number("master_skill")
        return self.mastery == "auto_crit" and self.base >= master and self.modified >= master

    @property
    def never_fumbles(self) -> bool:
        """Whether a master rolls but never fumbles (EXT-05)."""
        return self.mastery == "no_fumble" and self.base >= FACTS.number("master_skill")


def skill_roll(s: Skill, by: RollReadings, bonus: int = 0) -> SkillRoll:
    """The roll of a skill with a further bonus or penalty."""
    return SkillRoll(base_of(s), base_of(s) + s.mods + bonus, by.mastery, by.hundred)


def grade(of: SkillRoll, roll: int) -> str:
    """The grade of a d100 roll (EXT-01, OQ-CRI-01, OQ-FUM-01)."""
    if of.automatic:
        return CRITICAL
    master = of.never_fumbles and of.modified >= FACTS.number("master_skill")
    capped = not of.never_fumbles and of.hundred == "fails"  # EXT-03
    limit = min(of.modified, FACTS.number("highest_success")) if capped else of.modified
    doubles = roll % 11 == 0 or roll == FACTS.number("skill_die")
    if master or roll <= limit:
        return CRITICAL if doubles else SUCCESS
    return FUMBLE if doubles and not of.never_fumbles else FAILURE


@cache
def grade_die(of: SkillRoll) -> Die[str]:
    """The d100 read as a grade; a master who does not roll has one face."""
    if of.automatic:
        return always(CRITICAL)
    return d(FACTS.number("skill_die")).map(lambda roll: grade(of, roll))


def grade_columns() -> tuple[Output, ...]:
    """The chance of each grade, as columns of a record."""
    return tuple(out.percent(option.id, option.label) for option in GRADES)


def chances(die: Die[str]) -> dict[str, Any]:
    """The chance of each grade; impossible grades have 0."""
    return {option.id: die.p(lambda held, grade=option.id: held == grade) for option in GRADES}  # type: ignore[misc]


# Opposed rolls.


class Rolled(NamedTuple):
    """A roll in an opposed test: the grade, and the number that breaks ties (0 without a roll)."""

    grade: str
    roll: int
    modified: int
    automatic: bool


@lru_cache(maxsize=64)
def rolled_die(of: SkillRoll) -> Die[Rolled]:
    """The d100 of one side of an opposed test."""
    if of.automatic:
        return always(Rolled(CRITICAL, 0, of.modified, True))
    return d(FACTS.number("skill_die")).map(lambda roll: Rolled(grade(of, roll), roll, of.modified, False))


def winner(a: Rolled, b: Rolled, both_fail: str) -> int:
    """Above 0 if `a` wins, below 0 if `b` wins, 0 for nobody: higher grade, then higher roll (EXT-08)."""
    succeed = a.grade in SUCCESSES, b.grade in SUCCESSES
    if any(succeed):
        if a.grade != b.grade:
            return RANK[a.grade] - RANK[b.grade]
        return a.modified - b.modified if a.automatic or b.automatic else a.roll - b.roll
    if both_fail == "nobody":
        return 0
    if a.grade != b.grade:
        return RANK[a.grade] - RANK[b.grade]
    return b.roll - a.roll if a.grade == FAILURE else 0
