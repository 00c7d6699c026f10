"""One round, or what is left of it: the damage and the cost of each way to spend it.

Chapter "Swords, Slings, and Arrows": Strike, Grapple, Aim and Attack, Haymaker, Defense.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator, RollOption
from ...engine.errors import not_allowed
from ...engine.explain import note
from ...engine.formatting import figure, percent
from ...engine.inputs import number, toggle
from ...engine.procedure import Procedure, Step, counted
from .attack_explanation import going_down
from .attack_inputs import FORTUNE, WOUNDS, fortune_buys, wound_limit
from .fighters import (
    ALL_OPTIONS,
    FREE_OPTIONS,
    ROUND,
    ROUND_RULES,
    WAYS,
    Dealt,
    Fighter,
    Ready,
    Struck,
    Way,
    downs,
    fighter,
    one_round,
    open_to,
    refuse_closed_way,
    way_of,
    wounds_dealt,
)
from .fighters_explanation import closed_ways, explain_round, gained
from .hold import MOST_MOX
from .rolls import extremes_switch

TURN = "This round so far"


@dataclass(frozen=True, kw_only=True)
class RoundOptions:
    """The character, the foe, and the foe's way to spend the round."""

    me: Fighter = fighter("Me", "Your own numbers.")
    foe: Fighter = fighter("Foe", "The numbers of the one you fight.")
    foe_option: str = way_of("Foe's round", "What the foe still does in the round.", FREE_OPTIONS)
    foes: int = number(
        "Foes", 1, 10, 1, help="How many foes like this attack you; you attack one of them.", rule="RR-STRIKE-01"
    )
    foe_wounds_before: int = number(
        "Foe's wounds", *WOUNDS, 0, help="Wounds the foe has already.", rule="RR-WOUND-01", group="Wounds"
    )
    foe_wound_limit: int = wound_limit("the foe", group="Wounds")
    foe_fortune: int = number(
        "Foe's Fortune", *FORTUNE, 0, help="Points the foe spends on wounds.", rule="RR-FORT-01", group="Wounds"
    )
    actions_left: int = number(
        "Actions left", 1, ROUND, ROUND, help="What you have left of the round.", rule="RR-ACT-01", group=TURN
    )
    aimed: bool = toggle("Aimed already", help="The first strike has the bonus.", rule="RR-AIM-01", group=TURN)
    wound_up: bool = toggle(
        "Haymaker ready",
        help="The first strike is the haymaker, where one action prepares it.",
        rule="RR-HAY-01",
        group=TURN,
    )
    held_mox: int | None = number(
        "Mox of your grab",
        0,
        MOST_MOX,
        None,
        help="If you hold the foe; empty without a hold.",
        rule="RR-GRAB-02",
        group=TURN,
        nullable=True,
    )
    fortune_buys: int = fortune_buys()
    extremes: bool = extremes_switch()

    @property
    def ready(self) -> Ready:
        """What earlier actions have prepared."""
        return Ready(self.aimed, self.wound_up, self.held_mox)

    @property
    def struck(self) -> Struck:
        """The foe as the strikes meet it, with what it spends on defense."""
        defense = self.foe.defense + WAYS[self.foe_option].defense_bonus
        return Struck(
            defense,
            self.foe.protection,
            self.foe_wound_limit,
            self.foe_wounds_before,
            self.foe_fortune,
            self.fortune_buys,
        )

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways that take all actions that are left."""
        left = (way for way in WAYS.values() if way.cost == self.actions_left)
        return tuple(way for way in left if open_to(self.me, way, self.ready))


def my_round(a: RoundOptions, way: Way) -> Procedure[Dealt]:
    """The character's strikes and squeezes at a foe who may defend."""
    return one_round(a.me, way, a.struck, a.extremes, a.ready)


def _row(a: RoundOptions, way: Way) -> dict[str, Any]:
    end = my_round(a, way).odds()
    mean_dealt = end.mean(lambda s: s.wounds)
    met = a.me.defense + way.defense_bonus
    from_one = wounds_dealt(a.foe, WAYS[a.foe_option], met, a.me.protection, a.extremes)
    mean_taken = from_one.mean(lambda wounds: wounds) * a.foes
    return {
        "option": way.id,
        "mean_dealt": mean_dealt,
        "p_any_wound": end.p(lambda s: s.wounds >= 1),
        "p_drop_foe": end.p(lambda s: downs(s, a.struck)),
        "mean_taken": mean_taken,
        "net": mean_dealt - mean_taken,
    }


def _best(compared: list[dict[str, Any]], by: str) -> str:
    best: str = max(compared, key=lambda row: row[by])["option"]  # max returns the first on a tie
    return best


def _compare(a: RoundOptions) -> dict[str, Any]:
    compared = [_row(a, way) for way in a.ways]
    return {
        "rows": compared,
        "best_by_damage": _best(compared, "mean_dealt"),
        "best_by_drop": _best(compared, "p_drop_foe"),
        "best_by_net": _best(compared, "net"),
        "best_net": max(row["net"] for row in compared),
        "best_p_drop": max(row["p_drop_foe"] for row in compared),
    }


ONE_STRIKE = WAYS["strike"]
"""A strike without bonuses, for the parts that all ways share."""


def _explain_options(a: RoundOptions) -> Procedure[Dealt]:
    """A strike of each side, or a squeeze of the one who holds, and then all ways to spend the round."""
    foe_way, mine_way = WAYS[a.foe_option], WAYS["strike" if a.held_mox is None else "strike_squeeze"]
    mine = explain_round("You", a.me, mine_way, "Foe", a.foe.defense, foe_way, a.foe.protection, a.extremes, a.ready)
    theirs = explain_round("Foe", a.foe, foe_way, "You", a.me.defense, ONE_STRIKE, a.me.protection, a.extremes)
    crowd: Step[Dealt] = note(f"{a.foes} foes like this attack you", "RR-STRIKE-01")
    many = (crowd,) if a.foes > 1 and foe_way.strikes else ()
    down = going_down(a.foe_wound_limit, a.foe_wounds_before, "Foe down")
    closed = closed_ways(a.me, a.ready) if a.actions_left == ROUND else ()
    compared = tuple(_explain_row(row) for row in _compare(a)["rows"])
    return Procedure(Dealt(), (*mine, *_bought_off(a), down, *theirs, *many, *closed, *compared), lambda s: "")


def _bought_off(a: RoundOptions) -> tuple[Step[Dealt], ...]:
    """The most wounds that the foe's Fortune cancels (RR-FORT-01)."""
    most = a.foe_fortune * a.fortune_buys
    return (note(f"Foe buys off {counted(most, 'wound')} at most", "RR-FORT-01"),) if most else ()


def _explain_row(row: dict[str, Any]) -> Step[Dealt]:
    way = WAYS[row["option"]]
    label = (
        f"{way.label}: {figure(row['mean_dealt'])} dealt, {figure(row['mean_taken'])} taken, "
        f"foe down {percent(row['p_drop_foe'])} %"
    )
    return note(label, "RR-ACT-01", gained(way))


def _rolled(way: Way) -> Callable[[RoundOptions], Procedure[Dealt]]:
    def procedure(a: RoundOptions) -> Procedure[Dealt]:
        refuse_closed_way("me.melee", a.me, way.id)
        if way.cost > a.actions_left:
            raise not_allowed("actions_left", a.actions_left, "This takes both actions of the round, and one is used.")
        return my_round(a, way)

    return procedure


def _check(a: RoundOptions) -> None:
    """Raises `InvalidInput` for a haymaker without a melee attack (RR-HAY-02)."""
    refuse_closed_way("foe_option", a.foe, a.foe_option)
    if a.wound_up:
        refuse_closed_way("wound_up", a.me, "haymaker")


ROUND_OPTIONS = Calculator(
    id="raiders.round_options",
    title="What to do this round",
    summary="Strike twice, aim, haymaker or defend: what each way of spending your round gives and costs.",
    inputs=RoundOptions,
    outputs=(
        out.word("best_by_net", "best trade", ALL_OPTIONS, rule="RR-ACT-01", headline=True),
        out.word("best_by_damage", "deals the most", ALL_OPTIONS, rule="RR-ACT-01", headline=True),
        out.figure("best_net", "Wounds dealt less taken, at the best trade", rule="RR-ACT-01", signed=True),
        out.word("best_by_drop", "Best to drop the foe", ALL_OPTIONS, rule="RR-WOUND-01"),
        out.percent("best_p_drop", "Foe down, at best", rule="RR-WOUND-01"),
        out.rows(
            "rows",
            "Every way to spend the round",
            (
                out.word("option", "Round", ALL_OPTIONS),
                out.figure("mean_dealt", "Wounds dealt"),
                out.percent("p_any_wound", "Any wound"),
                out.percent("p_drop_foe", "Foe down"),
                out.figure("mean_taken", "Wounds taken"),
                out.figure("net", "Net", signed=True),
            ),
            rule="RR-ACT-01",
        ),
    ),
    compute=_compare,
    check=_check,
    also=(*ROUND_RULES, "RR-FORT-01", "RR-SQZ-01"),
    start={
        "me": {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4, "protection": 5},
        "foe": {"offense": 4, "defense": 13, "brawn": 4, "weapon": 3, "protection": 6},
    },
    rolls=tuple(
        RollOption(way.id, way.label, _rolled(way), lambda end: end.wounds)
        for way in WAYS.values()
        if way.strikes and not way.squeezes
    ),
    explain=_explain_options,
)
