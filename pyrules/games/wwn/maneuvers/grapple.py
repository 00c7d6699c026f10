"""Grappling: take hold of a target, and break out.

From "Shoving and Grappling" in the combat chapter. `drag` moves a held target; `grapple_race` computes the damage of a
hold over rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine import chain
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import Option, many, number
from ....engine.procedure import Procedure, Step, throw, total
from ..attack.strike import natural_rule
from ..checks.checks import (
    Check,
    Contest,
    Modifiers,
    check,
    check_die,
    check_modifiers,
    player_side,
    tie_rule,
    tie_winner,
    won,
)
from .maneuvers import (
    ATTACKER,
    DEFENDER,
    P_HIT,
    PC_WINS_TIES,
    START,
    helpless,
    hit_bonus,
    maneuver,
    maneuver_values,
    p_check,
    prevails,
    size,
    size_modifiers,
    target_ac,
    ties,
)
from .maneuvers import explanation as explain_maneuver

GRAPPLER = "grappler"


# Taking hold.


@dataclass(frozen=True, kw_only=True)
class Grapple:
    """An attempt to take hold of a target (WWN-GRAP-01)."""

    hit_bonus: int = hit_bonus("Everything that adds to an unarmed attack; both hands must be free.")
    target_ac: int = target_ac()
    natural_rule: str = natural_rule()
    attacker: Check = check("Attacker", "Str/Punch.", "WWN-GRAP-02")
    defender: Check = check("Defender", "Str/Punch.", "WWN-GRAP-02")
    size: str = size()
    tie: str = ties(ATTACKER, PC_WINS_TIES, "WWN-GRAP-02")
    opposed_ties: str = tie_rule()
    helpless: bool = helpless("WWN-GRAP-02")


def grapple(a: Grapple) -> Procedure[Contest]:
    """Taking hold: an unarmed attack without damage, then a contest."""

    def outcome(s: Contest) -> str:
        return "Held" if prevails(a, s) else "Slips away" if s.begun else "Miss"

    return maneuver(a, outcome, hit_rule="WWN-GRAP-01", contest_rule="WWN-GRAP-02", attacking=size_modifiers(a.size))


GRAPPLE_START = Calculator(
    id="wwn.grapple_start",
    title="Grapple",
    summary="The chance to get a hold on someone.",
    inputs=Grapple,
    outputs=(
        out.percent("p_success", "held", rule="WWN-GRAP-02", headline=True),
        P_HIT,
        p_check("WWN-GRAP-02"),
    ),
    compute=lambda a: maneuver_values(a, grapple(a)),
    start=START,
    rolls=(RollOption("grapple", "Roll it", grapple),),
    explain=lambda a: explain_maneuver(a, grapple(a), "WWN-GRAP-02"),
)


# Breaking out.


def holding_ties() -> Any:
    """The input for the side of the player character in a hold, who wins ties."""
    return player_side(
        (Option(GRAPPLER, "Grappler", "WWN-GRAP-03"), Option(DEFENDER, "The one held", "WWN-GRAP-03")),
        GRAPPLER,
        "By default a tie leaves the hold in place, as the one held must win; set it for a player character.",
        "WWN-GRAP-03",
    )


def tie_in_hold(tie: str, opposed_ties: str) -> str:
    """The side that wins ties in an attempt to break out; the held character is the acting side."""
    return tie_winner(opposed_ties, tie, DEFENDER, GRAPPLER)


@dataclass(frozen=True, kw_only=True)
class Escape:
    """A held character, and all grapplers (WWN-GRAP-03, WWN-GRAP-10)."""

    defender: Check = check("The one held", "Str/Punch.", "WWN-GRAP-03")
    grapplers: tuple[Check, ...] = many(
        "Grapplers",
        check("Grappler", "Str/Punch.", "WWN-GRAP-10"),
        1,
        6,
        help="Everyone who holds on; one roll of the one held is set against each of theirs.",
        rule="WWN-GRAP-10",
    )
    size: str = size("How large the one held is.")
    tie: str = holding_ties()
    opposed_ties: str = tie_rule()
    attempts: int = number(
        "Attempts",
        1,
        50,
        3,
        help="How many attempts to look ahead; each costs a Main Action.",
        rule="WWN-GRAP-03",
        group="Length",
    )


class Held(NamedTuple):
    """The state of an attempt to break out: the held character's roll, and the number of beaten grapplers."""

    rolled: int = 0
    beaten: int = 0


def breaking_out(defender: Modifiers, grapplers: Sequence[Modifiers], tie: str) -> Procedure[Held]:
    """One attempt to break out: a single roll, against a roll of each grappler (WWN-GRAP-10)."""

    def against(index: int, modifiers: Modifiers) -> Step[Held]:
        return throw(
            f"Grappler {index} rolls" if len(grapplers) > 1 else "Grappler rolls",
            check_die(total(modifiers)),
            lambda s, n: s._replace(beaten=s.beaten + won(s.rolled - n, ties=tie == DEFENDER)),
            rule="WWN-GRAP-10" if len(grapplers) > 1 else "WWN-GRAP-03",
            modifiers=modifiers,
            adds=modifiers,
            tell=lambda n, s: f"a total of {n}: {s.beaten} of {len(grapplers)} beaten",
        )

    return Procedure(
        Held(),
        (
            throw(
                "The one held rolls",
                check_die(total(defender)),
                lambda s, n: s._replace(rolled=n),
                rule="WWN-GRAP-03",
                modifiers=defender,
                adds=defender,
                tell=lambda n, s: f"a total of {n}",
            ),
            *(against(index, modifiers) for index, modifiers in enumerate(grapplers, 1)),
        ),
        lambda s: "Free" if s.beaten == len(grapplers) else "Still held",
    )


def tie_of(a: Escape) -> str:
    """The side that wins ties in this attempt."""
    return tie_in_hold(a.tie, a.opposed_ties)


def escape(a: Escape) -> Procedure[Held]:
    """One attempt to break out of the holds of all grapplers."""
    larger = size_modifiers(a.size)
    return breaking_out(check_modifiers(a.defender), [(*check_modifiers(g), *larger) for g in a.grapplers], tie_of(a))


def free_of_all(grapplers: int, tie: str) -> Step[Held]:
    """The condition for being free."""
    whom = f"all {grapplers} grapplers" if grapplers > 1 else "the grappler"
    whose = "the one held" if tie == DEFENDER else "the grappler"
    return note(f"Free by beating {whom}; a tie goes to {whose}", "WWN-GRAP-10")


def explain_escape(a: Escape) -> Procedure[Held]:
    """An attempt, the condition for being free, and that the attempt can be repeated."""
    again = note("Each attempt takes a Main Action", "WWN-GRAP-03")
    return escape(a).explained(free_of_all(len(a.grapplers), tie_of(a)), again)


def _escape(a: Escape) -> dict[str, Any]:
    mine, larger = check_modifiers(a.defender), size_modifiers(a.size)
    alone = [breaking_out(mine, [(*check_modifiers(g), *larger)], tie_of(a)).odds() for g in a.grapplers]
    end = escape(a).odds()
    p_escape = end.p(lambda s: s.beaten == len(a.grapplers))
    return {
        "p_beat_each": [one.p(lambda s: s.beaten == 1) for one in alone],
        "p_escape": p_escape,
        "grapplers_beaten": out.text_keys(end.dist(lambda s: s.beaten)),
        "p_free_by_attempt": chain.by_attempt(p_escape, a.attempts),
        "mean_attempts": 1 / p_escape if p_escape else None,
    }


GRAPPLE_ESCAPE = Calculator(
    id="wwn.grapple_escape",
    title="Break out",
    summary="The chance to break out of a hold, whether one or several hold on, now or within a few attempts.",
    inputs=Escape,
    outputs=(
        out.percent("p_escape", "free", rule="WWN-GRAP-10", headline=True),
        out.figure("mean_attempts", "attempts on average", one="attempt on average", rule="WWN-GRAP-03", headline=True),
        out.curve("p_beat_each", "Each grappler beaten", rule="WWN-GRAP-10", unit="Grappler"),
        out.distribution("grapplers_beaten", "Grapplers beaten", rule="WWN-GRAP-10"),
        out.curve("p_free_by_attempt", "Free by the attempt", rule="WWN-GRAP-03", unit="Attempt"),
    ),
    compute=_escape,
    start={"defender": {"attr_mod": 1, "skill": 1}, "grapplers": [{"skill": 1}, {}], "attempts": 5},
    rolls=(RollOption("escape", "Roll it", escape),),
    explain=explain_escape,
)
