"""Surprise: the chance that an ambush succeeds.

From "Rounds, Initiative, and Surprise" in the combat chapter, which names no roll. The contest comes from the SRD; the
GM decides to use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.inputs import RULING, TABLE_RULES_GROUP, Option, choice, number
from ....engine.procedure import Modifier, Procedure, Step, settle
from ..checks.checks import (
    Check,
    Contest,
    Modifiers,
    check,
    check_modifiers,
    contest,
    decided,
    player_side,
    tie_rule,
    tie_winner,
    won,
)
from ..tables import FACTS

ALERTNESS = FACTS.table("alertness")
AMBUSHER, WATCHER = "ambusher", "watcher"


@dataclass(frozen=True, kw_only=True)
class Ambush:
    """An ambusher and a watcher (WWN-SURP-01)."""

    ambusher: Check = check("Ambusher", "Dex/Sneak.", "WWN-SURP-01")
    watcher: Check = check("Watcher", "Wis/Notice.", "WWN-SURP-01")
    alertness: str = choice(
        "The watchers are",
        ALERTNESS.options(),
        "unwary",
        help="The alert fall only for a sudden ambush or one from an unthinkable place: the GM says first if it is.",
        rule="WWN-SURP-03",
    )
    alert_bonus: int = number(
        "Bonus for being alert",
        0,
        FACTS.number("circumstance_cap"),
        FACTS.number("circumstance_cap"),
        help="What alert watchers add. The chapter gives no number; by default the most that the SRD allows.",
        rule="WWN-SURP-02",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )
    tie: str = player_side(
        (Option(AMBUSHER, "Ambusher", "WWN-SURP-01"), Option(WATCHER, "Watcher", "WWN-SURP-01")),
        WATCHER,
        "By default the watcher, as the ambusher must win; set it for player characters in ambush.",
        "WWN-EXT-OPPOSED",
    )
    opposed_ties: str = tie_rule()

    @property
    def tie_to(self) -> str:
        """The side that wins ties; the ambusher is the acting side."""
        return tie_winner(self.opposed_ties, self.tie, AMBUSHER, WATCHER)


def on_guard(a: Ambush) -> Modifiers:
    """The alertness bonus of the watcher's check, for kinds of watchers with a bonus in the table."""
    row = ALERTNESS.row(a.alertness)
    return (Modifier(row["label"], a.alert_bonus, row["rule"]),) if row["bonus"] and a.alert_bonus else ()


def ambush(a: Ambush) -> Procedure[Contest]:
    """An ambush: Dex/Sneak against Wis/Notice, unless the watchers expect a fight."""
    possible = bool(ALERTNESS.row(a.alertness)["can_be_surprised"])
    sides = contest(
        "Ambusher",
        check_modifiers(a.ambusher),
        "Watcher",
        (*check_modifiers(a.watcher), *on_guard(a)),
        rule="WWN-SURP-01",
    )
    expected: Step[Contest] = settle(
        "Expecting a fight",
        rule="WWN-SURP-02",
        when=lambda s: not s.begun,
        tell=lambda _, s: "nobody can be surprised",
    )
    return Procedure(
        Contest(begun=possible), (expected, *sides), lambda s: "Surprise round" if surprised(a, s) else "No surprise"
    )


def explanation(a: Ambush) -> Procedure[Contest]:
    """The contest if it takes place, and the winner of ties."""
    return ambush(a).explained(decided(f"the {a.tie_to}", "WWN-SURP-01"))


def surprised(a: Ambush, s: Contest) -> bool:
    """Whether the ambushers get their free round."""
    return s.begun and won(s.margin, ties=a.tie_to == AMBUSHER)


def _ambush(a: Ambush) -> dict[str, Any]:
    return {"p_surprise": ambush(a).odds().p(lambda s: surprised(a, s))}


SURPRISE = Calculator(
    id="wwn.surprise",
    title="Surprise",
    summary="The chance that an ambush gives a free round before initiative.",
    inputs=Ambush,
    outputs=(out.percent("p_surprise", "surprise round", rule="WWN-SURP-01", headline=True),),
    compute=_ambush,
    start={"ambusher": {"attr_mod": 1, "skill": 1}, "watcher": {"skill": 0}, "alertness": "alert", "alert_bonus": 1},
    rolls=(RollOption("ambush", "Roll it", ambush),),
    explain=explanation,
)
