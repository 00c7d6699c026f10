"""Fast Talk: convince one person, argument after argument, while the person listens.

"Fast Talk" under social combat: OQ-FAST-02 to OQ-FAST-11.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, d
from ....engine.explain import note
from ....engine.inputs import Option
from ....engine.procedure import Procedure, Step, throw
from ..skills.contest import Side, contest_steps
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import SKILL_RULES, Rolled, skill_modifiers, skill_roll
from ..tables import FACTS
from .fast_talk_tries import (
    DEFENSES,
    EXPOSED,
    GAVE_UP,
    LOST,
    OPEN,
    PERMANENT,
    TEMPORARY,
    FastTalk,
    Try,
    again,
    given_up,
    refuse_impossible,
    result,
    tries,
)

ENDINGS = {
    TEMPORARY: "Convinced for a while",
    PERMANENT: "Taken in for good",
    EXPOSED: "Found out",
    LOST: "Out of credit",
    GAVE_UP: "Gave up",
}
STOPS = {
    LOST: ("No argument left: out of credit", "OQ-FAST-11"),
    GAVE_UP: ("No more tries", "OQ-FAST-10"),
}
ENDS = (Option("success", "Convinced"), Option("exposed", "Found out"))


class Talked(NamedTuple):
    """The state: the end if there is one, the number of arguments, and the roll that awaits its reply."""

    end: str = OPEN
    tries: int = 0
    rolled: Rolled | None = None


def minutes_die() -> Die[int]:
    """The minutes that the talk takes (OQ-FAST-02)."""
    return d(FACTS.number("fast_talk_minutes_die"))


def conviction_die() -> Die[int]:
    """The minutes for which a target stays convinced (OQ-FAST-08)."""
    return d(FACTS.number("conviction_minutes_die"))


def fast_talk(a: FastTalk) -> Procedure[Talked]:
    """The arguments in order, the length of the talk, and of its success."""
    all_tries = tries(a)
    defense = DEFENSES.row(a.defence_skill)["label"]
    target = Side(f"The target's {defense}", skill_roll(a.defence, a), skill_modifiers(a.defence))

    def one(count: int) -> tuple[Step[Talked], ...]:
        speaker = Side(
            "Influence" if count == 0 else f"Argument {count + 1}: Influence",
            skill_roll(a.influence, a, again(count).value),
            skill_modifiers(a.influence, again(count)),
        )
        return contest_steps(
            speaker,
            target,
            a.both_fail,
            lambda s, met: Talked(result(a, met), count + 1),
            rule="OQ-FAST-06" if count == 0 else "OQ-FAST-10",
            when=lambda s: s.end == OPEN and s.rolled is None,
            tell=lambda met, s: ENDINGS[s.end].lower() if s.end else "not convinced",
        )

    def lasts(label: str, die: Die[int], rule: str, when: Callable[[Talked], bool]) -> Step[Talked]:
        return throw(label, die, lambda s, n: s, rule=rule, when=when, tell=lambda n, s: f"{n} min")

    def so(label: str, rule: str, end: str) -> Step[Talked]:
        return note(label, rule, when=lambda s: s.end == end)

    return Procedure(
        Talked(),
        (
            *(step for count in range(len(all_tries)) for step in one(count)),
            so("A fumble: found out", "OQ-FAST-12", EXPOSED),
            so("A critical: taken in for good", "OQ-FAST-09", PERMANENT),
            so(*STOPS[given_up(a, len(all_tries))], OPEN),
            lasts("Convinced for", conviction_die(), "OQ-FAST-08", lambda s: s.end == TEMPORARY),
            lasts("The talk took", minutes_die(), "OQ-FAST-02", lambda s: True),
        ),
        lambda s: ENDINGS[s.end or given_up(a, len(all_tries))],
    )


# Outputs.


def _figures(a: FastTalk) -> dict[str, Any]:
    return {"p_success": sum((one.chance(TEMPORARY) + one.chance(PERMANENT) for one in tries(a)), Fraction(0))}


def _values(a: FastTalk) -> dict[str, Any]:
    found = tries(a)
    p = {end: sum((one.chance(end) for one in found), Fraction(0)) for end in (TEMPORARY, PERMANENT, EXPOSED)}
    left = 1 - sum(p.values())
    ended = {count: one.needed - one.chance(OPEN) for count, one in enumerate(found, 1)}
    ended[len(found)] = ended.get(len(found), Fraction(0)) + left
    by_try = [_row(one) for one in found]
    lost = given_up(a, len(found)) == LOST
    held = lasts(a)
    return {
        "try_values": [one.influence for one in found],
        "p_temporary": p[TEMPORARY],
        "p_permanent": p[PERMANENT],
        "p_exposed": p[EXPOSED],
        "p_credibility_lost": left if lost else Fraction(0),
        "p_gave_up": Fraction(0) if lost else left,
        "p_success": p[TEMPORARY] + p[PERMANENT],
        "p_lasts": None if held is None else p[TEMPORARY] * held + p[PERMANENT],
        "tries": out.text_keys({count: chance for count, chance in ended.items() if chance}),
        "mean_tries": sum((count * chance for count, chance in ended.items()), Fraction(0)),
        "mean_exchange_minutes": minutes_die().mean(lambda n: n),
        "mean_conviction_minutes": conviction_die().mean(lambda n: n),
        "by_try": by_try,
        "curves": _curves(by_try) if len(by_try) > 1 else None,
        "readings": side_by_side(a, _figures, open_questions(a.influence, a.defence)),
    }


def lasts(a: FastTalk) -> Fraction | None:
    """The chance that a temporarily convinced target stays so for the minutes needed (OQ-FAST-08)."""
    needed = a.minutes
    return None if needed is None else conviction_die().p(lambda minutes: minutes >= needed)


def _row(one: Try) -> dict[str, Any]:
    success = one.odds.p(lambda end: end in (TEMPORARY, PERMANENT))
    return {
        "influence": one.influence,
        "needed": one.needed,
        "success": success,
        "exposed": one.odds.p(lambda end: end == EXPOSED),
    }


def _curves(by_try: list[dict[str, Any]]) -> dict[str, list[Fraction]]:
    """The chance of each end by each number of arguments."""
    curves: dict[str, list[Fraction]] = {}
    for end in ENDS:
        reached = Fraction(0)
        curves[end.id] = [reached := reached + row["needed"] * row[end.id] for row in by_try]
    return curves


FAST_TALK = Calculator(
    id="openquest.fast_talk",
    title="Fast Talk",
    summary="The chance to talk somebody round, with a new argument whenever the last one fails.",
    inputs=FastTalk,
    outputs=(
        out.percent("p_success", "convinced", rule="OQ-FAST-08", headline=True),
        out.percent("p_exposed", "found out", rule="OQ-FAST-12", headline=True),
        out.figure("mean_tries", "average number of arguments", rule="OQ-FAST-10", headline=True),
        out.percent("p_temporary", "Convinced for a while", rule="OQ-FAST-08"),
        out.percent("p_lasts", "Convinced for as long as needed", rule="OQ-FAST-08"),
        out.percent("p_permanent", "Taken in for good", rule="OQ-FAST-09"),
        out.percent("p_credibility_lost", "They stop listening", rule="OQ-FAST-11"),
        out.percent("p_gave_up", "You stop trying", rule="OQ-FAST-10"),
        out.figure(
            "mean_conviction_minutes", "Convinced for a while lasts", rule="OQ-FAST-08", unit="minutes on average"
        ),
        out.figure("mean_exchange_minutes", "The talk takes", rule="OQ-FAST-02", unit="minutes on average"),
        api_only(out.listing("try_values", "Influence by argument", rule="OQ-FAST-10")),
        out.rows(
            "by_try",
            "Argument by argument",
            (
                out.figure("influence", "Influence", unit="%"),
                out.percent("needed", "Comes to it"),
                out.percent("success", "Then convinces"),
                out.percent("exposed", "Then found out"),
            ),
            rule="OQ-FAST-10",
            counts="Argument",
        ),
        out.curve("curves", "By the argument", rule="OQ-FAST-10", unit="Argument", options=ENDS),
        api_only(out.distribution("tries", "Arguments", rule="OQ-FAST-10")),
        readings((out.percent("p_success", "Convinced"),), rule="EXT-05"),
    ),
    compute=_values,
    check=refuse_impossible,
    also=("OQ-AVO-10", *SKILL_RULES),
    start={"influence": {"base": 60}, "defence": {"base": 40}},
    rolls=(RollOption("talk", "Roll it", fast_talk),),
)
