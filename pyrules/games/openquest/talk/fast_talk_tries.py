"""The arguments of Fast Talk: the odds of each, and how many are possible.

"Fast Talk" under social combat: an opposed test, with a penalty for each further argument (OQ-FAST-10).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ....engine.dice import Dist
from ....engine.errors import not_allowed
from ....engine.inputs import choice, number, toggle
from ....engine.procedure import Modifier
from ..skills.contest import Contest, contest
from ..skills.skill import CRITICAL, FUMBLE, SUCCESSES, Skill, skill, skill_roll, switch
from ..tables import FACTS

DEFENSES = FACTS.table("fast_talk_defenses")
GROUP, TRIES = "Group", "Tries"
OPEN, TEMPORARY, PERMANENT, EXPOSED = "", "temporary", "permanent", "exposed"
LOST, GAVE_UP = "credibility_lost", "gave_up"


@dataclass(frozen=True, kw_only=True)
class FastTalk:
    """A speaker, a listener, and the speaker's limit on arguments (OQ-FAST-06)."""

    influence: Skill = skill("Influence", help="The speaker's, for the first argument.", rule="OQ-FAST-06")
    defence: Skill = skill("Defense", help="What the target defends with.", rule="OQ-FAST-07")
    defence_skill: str = choice(
        "Defends with",
        DEFENSES.options(),
        "persistence",
        help="Influence to argue back, Persistence to hold out, a Lore where the trick touches their field.",
        rule="OQ-FAST-07",
    )
    group_size: int = number(
        "Listeners",
        1,
        FACTS.number("fast_talk_group"),
        1,
        help="One person, or a group with its leader counted in.",
        rule="OQ-FAST-03",
        group=GROUP,
    )
    has_leader: bool = toggle(
        "Follow a leader",
        True,
        help="A group does what its leader does, who is the one you talk to.",
        rule="OQ-FAST-03",
        group=GROUP,
    )
    max_tries: int | None = number(
        "Arguments at most",
        1,
        50,
        None,
        help="When you stop of yourself; empty to go on as long as they listen.",
        rule="OQ-FAST-10",
        group=TRIES,
        nullable=True,
        empty="no limit",
    )
    minutes: int | None = number(
        "Needed for",
        1,
        1000,
        None,
        help="How long the target must stay convinced, to get its chance; empty if it does not matter.",
        rule="OQ-FAST-08",
        unit="minutes",
        group="Success",
        nullable=True,
        empty="any time",
    )
    both_fail: str = switch("both_fail")
    permanent_on: str = switch("permanent_on")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def refuse_impossible(a: FastTalk) -> None:
    """Refuses a group without a leader."""
    if a.group_size > 1 and not a.has_leader:
        text = "A group can only be fast-talked through a leader whom it follows."
        raise not_allowed("has_leader", False, text)


def again(count: int) -> Modifier:
    """The penalty on Influence after `count` arguments (OQ-FAST-10)."""
    return FACTS.modifier("fast_talk_retry_step", count)


def modified(a: FastTalk, count: int) -> int:
    """Influence after `count` arguments."""
    return skill_roll(a.influence, a, again(count).value).modified


def result(a: FastTalk, met: Contest) -> str:
    """The result of one argument; a failed roll is a failure even if it wins the contest (X27)."""
    if met.first == FUMBLE:
        return EXPOSED
    if met.first == CRITICAL and (met.won > 0 or a.permanent_on == "any_critical"):
        return PERMANENT
    return TEMPORARY if met.first in SUCCESSES and met.won > 0 else OPEN


def one_try(a: FastTalk, count: int) -> Dist[str]:
    """The odds of one argument after `count` others."""
    speaker = skill_roll(a.influence, a, again(count).value)
    return contest(speaker, skill_roll(a.defence, a), a.both_fail).read(lambda met: result(a, met))


class Try(NamedTuple):
    """One possible argument: Influence, its odds, and the chance that it is needed."""

    influence: int
    odds: Dist[str]
    needed: Fraction

    def chance(self, end: str) -> Fraction:
        """The chance that the talk ends in this way with this argument."""
        return self.needed * self.odds.p(lambda held: held == end)


def tries(a: FastTalk) -> list[Try]:
    """Every possible argument, while Influence is above 0 and the limit allows (OQ-FAST-11)."""
    found: list[Try] = []
    needed = Fraction(1)
    while needed and modified(a, len(found)) > 0 and (a.max_tries is None or len(found) < a.max_tries):
        one = Try(modified(a, len(found)), one_try(a, len(found)), needed)
        found.append(one)
        needed = one.chance(OPEN)
    return found


def given_up(a: FastTalk, count: int) -> str:
    """The end of a talk after its last argument: Influence is used up, or the speaker stops."""
    return LOST if modified(a, count) <= 0 else GAVE_UP
