"""Surprise: who notices an ambush, a sneak attack or a rush in time.

"Surprise" in the combat chapter: OQ-SUR-06, OQ-SUR-07. Either the player characters watch, or the foes do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist, convolved
from ....engine.explain import note
from ....engine.inputs import Option, choice, many, toggle
from ....engine.procedure import Procedure, Step, counted, settle, throw, total
from ..skills.contest import Contest, contest, contest_die, reply_die
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import (
    FUMBLE,
    GRADE_WORDS,
    SKILL_RULES,
    SUCCESSES,
    Rolled,
    Skill,
    SkillRoll,
    rolled_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)
from ..tables import FACTS

ATTACKED, ATTACKING = "pc_attacked", "pc_attacking"
MODES = (
    Option(ATTACKED, "You are attacked", "OQ-SUR-04"),
    Option(ATTACKING, "You attack", "OQ-SUR-05"),
)
KINDS = FACTS.table("surprise_kinds")

AWARE, DEFEND_ONLY, DEFENCELESS = "aware", "defend_only", "defenceless"
STATES = (
    Option(AWARE, "Aware", "OQ-SUR-04"),
    Option(DEFEND_ONLY, "Surprised: only Dodge and Parry", "OQ-SUR-06"),
    Option(DEFENCELESS, "Surprised: not even that", "OQ-SUR-07"),
)


@dataclass(frozen=True, kw_only=True)
class Ambush:
    """The side that surprises, the side that watches, and their skills."""

    mode: str = choice("Surprise", MODES, help="Which side comes upon the other.", rule="OQ-SUR-04")
    kind: str = choice("By", KINDS.options(), "ambush", help="It decides what the attackers roll.", rule="OQ-SUR-01")
    pcs: tuple[Skill, ...] = many(
        "Your party",
        skill(
            "Character", help="Perception if you are attacked; the attackers' skill if you attack.", rule="OQ-SUR-04"
        ),
        1,
        12,
        help="Perception if you are attacked, otherwise Deception, or what a rush asks for.",
        rule="OQ-SUR-04",
    )
    npc: Skill = skill("The other side", help="Its highest skill: Perception if you attack them.", rule="OQ-SUR-05")
    conditions_met: bool = toggle(
        "There is an occasion",
        True,
        help="Cover for an ambush, an unaware target for a sneak attack or a rush.",
        rule="OQ-SUR-03",
        group="Conditions",
    )
    npc_roll: str = switch("npc_roll")
    failed_watch: str = switch("failed_watch")
    draw_means_surprised: str = switch("draw_means_surprised")
    both_fail: str = switch("both_fail")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


# One player character against the other side's roll.


def state_of(a: Ambush, ended: Contest) -> str:
    """The state of the watching side after an opposed test; a player character is its first side (OQ-SUR-06, OQ-
    SUR-07)."""
    watcher, beaten = (ended.first, ended.won < 0) if a.mode == ATTACKED else (ended.second, ended.won > 0)
    drawn = ended.won == 0 and a.draw_means_surprised == "yes"
    counts = a.failed_watch == "surprised" or (a.failed_watch == "by_side" and a.mode == ATTACKED)
    failed = watcher not in SUCCESSES and counts  # ruling, OQ-SUR-06
    if not (beaten or drawn or failed):
        return AWARE
    return DEFENCELESS if watcher == FUMBLE else DEFEND_ONLY


def _rolls(a: Ambush) -> tuple[SkillRoll, ...]:
    return tuple(skill_roll(pc, a) for pc in a.pcs)


def _other(a: Ambush) -> SkillRoll:
    return skill_roll(a.npc, a)


# The whole party.


class Watch(NamedTuple):
    """The tests that ended in surprise, the other side's roll if one counts for all, and how the last test ended."""

    surprised: int = 0
    shared: Rolled | None = None
    last: str = AWARE


def surprise(a: Ambush) -> Procedure[Watch]:
    """The test of each player character in order."""
    shared = a.conditions_met and a.npc_roll == "shared"
    steps = (
        *((_no_occasion(),) if not a.conditions_met else ()),
        *((_other_side(a),) if shared else ()),
        *((_test(a, index, shared) for index in range(len(a.pcs))) if a.conditions_met else ()),
    )
    return Procedure(Watch(), steps, lambda s: _tally(a, s.surprised))


def explanation(a: Ambush) -> Procedure[Watch]:
    """The attackers' roll, the tests, and what surprise means."""
    row, rounds = KINDS.row(a.kind), FACTS.number("surprise_rounds")
    lasts = note(f"Whoever is surprised can only defend, for {counted(rounds, 'round')}", "OQ-SUR-06")
    skills = note(f"{row['label']}: the attackers roll {row['skill']}", "OQ-SUR-02")
    return surprise(a).explained(lasts, before=(skills,))


def _no_occasion() -> Step[Watch]:
    return settle("Nothing to hide in, or nobody unaware", rule="OQ-SUR-03", tell=lambda _, s: "no test")


def _tally(a: Ambush, count: int) -> str:
    if not count:
        return "No surprise"
    who = "surprised" if a.mode == ATTACKED else "gain surprise"
    return f"{count} of {len(a.pcs)} {who}"


def _skills(a: Ambush) -> tuple[str, str]:
    """The skills of the player characters and of the other side."""
    attackers = str(KINDS.row(a.kind)["skill"])
    return ("Perception", attackers) if a.mode == ATTACKED else (attackers, "Perception")


def _other_side(a: Ambush) -> Step[Watch]:
    modifiers = skill_modifiers(a.npc)
    return throw(
        f"The other side: {_skills(a)[1]}, {total(modifiers)}%",
        rolled_die(_other(a)),
        lambda s, rolled: s._replace(shared=rolled),
        rule="OQ-SUR-02",
        modifiers=modifiers,
        tell=lambda rolled, s: GRADE_WORDS[rolled.grade],
    )


def _test(a: Ambush, index: int, shared: bool) -> Step[Watch]:
    roll, other = _rolls(a)[index], _other(a)
    mine, theirs = _skills(a)
    own = skill_modifiers(a.pcs[index])
    against = "" if shared else f", against {theirs}, {total(skill_modifiers(a.npc))}%"

    def reply(s: Watch) -> Die[Contest]:
        assert s.shared is not None
        return _reply(s.shared, roll, a.both_fail)

    return throw(
        f"Character {index + 1}: {mine}, {total(own)}%{against}",
        reply if shared else contest_die(roll, other, a.both_fail),
        lambda s, ended: _tested(s, state_of(a, ended)),
        rule="OQ-SUR-04" if a.mode == ATTACKED else "OQ-SUR-05",
        modifiers=own,
        tell=lambda ended, s: _result_text(a, ended),
    )


def _tested(s: Watch, state: str) -> Watch:
    return s._replace(surprised=s.surprised + (state != AWARE), last=state)


@lru_cache(maxsize=4096)  # a party against every roll of the other side
def _reply(shared: Rolled, roll: SkillRoll, both_fail: str) -> Die[Contest]:
    return reply_die(shared, roll, both_fail).map(lambda ended: Contest(-ended.won, ended.second, ended.first))


def _result_text(a: Ambush, ended: Contest) -> str:
    grades = f"{GRADE_WORDS[ended.first]} against {GRADE_WORDS[ended.second]}"
    state = state_of(a, ended)
    if a.mode == ATTACKED:
        return f"{grades}: {next(option.label.lower() for option in STATES if option.id == state)}"
    return f"{grades}: {'noticed' if state == AWARE else 'surprise'}"


# Outputs.


def _states(a: Ambush, roll: SkillRoll) -> dict[str, Fraction]:
    if not a.conditions_met:
        return {option.id: Fraction(option.id == AWARE) for option in STATES}
    odds = contest(roll, _other(a), a.both_fail).read(lambda ended: state_of(a, ended))
    return {option.id: odds.p(lambda state, one=option.id: state == one) for option in STATES}  # type: ignore[misc]


@lru_cache(maxsize=16)  # the readings that are in use have the same count
def counted_up(a: Ambush) -> Dist[int]:
    """The number of tests that end in surprise; equal to the steps' odds, but faster."""
    if not a.conditions_met:
        return Dist({0: 1})

    def caught(odds: Dist[Contest]) -> Dist[int]:
        return odds.read(lambda ended: int(state_of(a, ended) != AWARE))

    if a.npc_roll == "shared":
        replies = partial(_reply, both_fail=a.both_fail)
        once, rolls = rolled_die(_other(a)), _rolls(a)
        return once.chain(lambda shared: _sum(caught(replies(shared, roll)) for roll in rolls)).reduced()
    return _sum(caught(contest(roll, _other(a), a.both_fail)) for roll in _rolls(a)).reduced()


def _sum(dists: Iterable[Dist[int]]) -> Dist[int]:
    return reduce(convolved, dists)


def _figures(a: Ambush) -> dict[str, Any]:
    count = counted_up(a)
    return {"p_none": count.p(lambda n: not n), "p_all": count.p(lambda n: n == len(a.pcs))}


def _values(a: Ambush) -> dict[str, Any]:
    return {
        "attack_skill": KINDS.row(a.kind)["skill"],
        "per_pc": [_states(a, roll) for roll in _rolls(a)],
        "count": out.text_keys(counted_up(a).probabilities()),
        **_figures(a),
        "rounds": FACTS.number("surprise_rounds"),
        "readings": side_by_side(
            a,
            _figures,
            ("failed_watch", "draw_means_surprised", *open_questions(a.npc, *a.pcs, both_fail=True)),
        ),
    }


SURPRISE = Calculator(
    id="openquest.surprise",
    title="Surprise",
    summary="The chance that somebody is caught off guard, character by character and for all of you.",
    inputs=Ambush,
    outputs=(
        out.percent("p_none", "no surprise at all", rule="OQ-SUR-06", headline=True),
        out.percent("p_all", "surprise all round", rule="OQ-SUR-06", headline=True),
        out.word("attack_skill", "The attackers roll", rule="OQ-SUR-02"),
        out.figure("rounds", "It lasts", rule="OQ-SUR-06", unit="round"),
        out.rows(
            "per_pc",
            "Test by test: whoever keeps watch is",
            tuple(out.percent(option.id, option.label) for option in STATES),
            rule="OQ-SUR-06",
            counts="Character",
        ),
        out.distribution("count", "How many", rule="OQ-SUR-06", unit="characters"),
        readings(
            (out.percent("p_none", "None"), out.percent("p_all", "All")),
            rule="OQ-SUR-12",
        ),
    ),
    compute=_values,
    also=(*(f"OQ-SUR-{row:02}" for row in (1, 2, 3, 4, 5, 6, 7, 9, 12)), *SKILL_RULES),
    start={"mode": "pc_attacked", "pcs": [{"base": 50}, {"base": 35}, {"base": 60}], "npc": {"base": 45}},
    rolls=(RollOption("surprise", "Roll it", surprise),),
    explain=explanation,
)
