"""Grappling: take hold of someone, break out, drag them about.

From "Shoving and Grappling" in the combat chapter. What being held costs over the rounds stands in
`grapple_race`.
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
    contest,
    decided,
    player_side,
    tie_rule,
    tie_winner,
    won,
)
from ..tables import FACTS
from .maneuvers import (
    ATTACKER,
    DEFENDER,
    P_HIT,
    PC_WINS_TIES,
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
    unresisted,
)
from .maneuvers import explanation as told_maneuver

GRAPPLER = "grappler"


# Taking hold.


@dataclass(frozen=True, kw_only=True)
class Grapple:
    """Someone who wants to take hold of another (WWN-GRAP-01)."""

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
    start={
        "hit_bonus": 4,
        "target_ac": 14,
        "attacker": {"attr_mod": 1, "skill": 1},
        "defender": {"attr_mod": 1},
    },
    rolls=(RollOption("grapple", "Roll it", grapple),),
    explain=lambda a: told_maneuver(a, grapple(a), "WWN-GRAP-02"),
)


# Breaking out.


def holding_ties() -> Any:
    """Which side of a hold is the player character, who wins equal totals."""
    return player_side(
        (Option(GRAPPLER, "Grappler", "WWN-GRAP-03"), Option(DEFENDER, "The one held", "WWN-GRAP-03")),
        GRAPPLER,
        "By default a tie leaves the hold in place, as the one held must win; set it for a player character.",
        "WWN-GRAP-03",
    )


def tie_in_hold(tie: str, opposed_ties: str) -> str:
    """The side that wins ties when the one held tries to break out: the one held is the one who acts."""
    return tie_winner(opposed_ties, tie, DEFENDER, GRAPPLER)


@dataclass(frozen=True, kw_only=True)
class Escape:
    """Someone held, and everyone who holds on (WWN-GRAP-03, WWN-GRAP-10)."""

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
    """The state of an attempt to break out: the roll of the one held, and how many grapplers it has beaten."""

    rolled: int = 0
    beaten: int = 0


def breaking_out(defender: Modifiers, grapplers: Sequence[Modifiers], tie: str) -> Procedure[Held]:
    """One attempt to break out: a single roll, against a roll of everyone who holds on (WWN-GRAP-10)."""

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
    """One attempt to break out of all these grapplers' hands."""
    larger = size_modifiers(a.size)
    return breaking_out(check_modifiers(a.defender), [(*check_modifiers(g), *larger) for g in a.grapplers], tie_of(a))


def free_of_all(grapplers: int, tie: str) -> Step[Held]:
    """When the one held is free."""
    whom = f"all {grapplers} grapplers" if grapplers > 1 else "the grappler"
    whose = "the one held" if tie == DEFENDER else "the grappler"
    return note(f"Free by beating {whom}; a tie goes to {whose}", "WWN-GRAP-10")


def told_escape(a: Escape) -> Procedure[Held]:
    """An attempt, what frees, and that it may be made again."""
    again = note("Each attempt takes a Main Action", "WWN-GRAP-03")
    return Procedure(Held(), (*escape(a).steps, free_of_all(len(a.grapplers), tie_of(a)), again), str)


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
    explain=told_escape,
)


# Dragging and throwing.


@dataclass(frozen=True, kw_only=True)
class Drag:
    """Someone who holds another and wants to move them (WWN-GRAP-06)."""

    attacker: Check = check("Grappler", "Str/Punch.", "WWN-GRAP-06")
    defender: Check = check("The one held", "Str/Punch.", "WWN-GRAP-06")
    size: str = size()
    tie: str = ties(
        DEFENDER, "By default a tie frees the one held, as the SRD says: the grappler must win.", "WWN-GRAP-08"
    )
    opposed_ties: str = tie_rule()
    helpless: bool = helpless("WWN-GRAP-06")

    @property
    def tie_to(self) -> str:
        """The side that wins ties; the grappler is the one who acts."""
        return tie_winner(self.opposed_ties, self.tie, ATTACKER, DEFENDER)


def drag(a: Drag) -> Procedure[Contest]:
    """Moving the one held: a contest that the grappler must win."""
    attacker = (*check_modifiers(a.attacker), *size_modifiers(a.size))
    sides = contest("Grappler", attacker, "The one held", check_modifiers(a.defender), rule="WWN-GRAP-06")
    steps = unresisted("WWN-GRAP-06") if a.helpless else sides
    return Procedure(Contest(), steps, lambda s: "Moved" if moves(a, s) else "Free")


def moves(a: Drag, s: Contest) -> bool:
    """Whether the grappler moves the one held."""
    return a.helpless or won(s.margin, ties=a.tie_to == ATTACKER)


def told_drag(a: Drag) -> Procedure[Contest]:
    """The contest, who has a tie, and what comes of it."""
    tie = "the grappler" if a.tie_to == ATTACKER else "the one held, who is free then"
    carried, thrown = FACTS.number("grapple_carry_ft"), FACTS.number("grapple_throw_ft")
    won = note(f"Won: carried {carried} feet along, or thrown {thrown} feet and prone", "WWN-GRAP-07")
    return Procedure(Contest(), (*drag(a).steps, *(() if a.helpless else (decided(tie, "WWN-GRAP-08"),)), won), str)


def _drag(a: Drag) -> dict[str, Any]:
    p_moved = drag(a).odds().p(lambda s: moves(a, s))
    return {
        "p_moved": p_moved,
        "p_freed": 1 - p_moved,
        "carry_ft": FACTS.number("grapple_carry_ft"),
        "throw_ft": FACTS.number("grapple_throw_ft"),
    }


GRAPPLE_MOVE = Calculator(
    id="wwn.grapple_move",
    title="Drag or throw",
    summary="The chance to drag along or throw down someone you hold, and the risk of losing them.",
    inputs=Drag,
    outputs=(
        out.percent("p_moved", "dragged or thrown", rule="WWN-GRAP-07", headline=True),
        out.percent("p_freed", "breaks free", rule="WWN-GRAP-08", headline=True),
        out.figure("carry_ft", "Dragged along", rule="WWN-GRAP-07", unit="feet"),
        out.figure("throw_ft", "Or thrown, to land prone", rule="WWN-GRAP-07", unit="feet"),
    ),
    compute=_drag,
    start={"attacker": {"attr_mod": 2, "skill": 1}, "defender": {"attr_mod": 1}},
    rolls=(RollOption("drag", "Roll it", drag),),
    explain=told_drag,
)
