"""Spirit combat: opposed tests until one side has no magic points left.

"Spirit Combat": OQ-SPI-02 to OQ-SPI-12. Within a physical fight, spirit combat takes one instant.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import Option, number
from ....engine.procedure import Procedure, Step, counted
from ..skills.contest import THEY, YOU
from ..skills.opposed import PERCENTS
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import SKILL_RULES, switch
from .spirit_duel import Duel, duel
from .spirit_test import SPIRIT_DIE, Readings, Test, outcome, test_chances, test_steps
from .spirits import (
    AFTERMATH,
    SPIRIT,
    SPIRIT_RULES,
    SpiritFighter,
    aftermath,
    dice_of,
    loss_die,
    spirit_fighter,
)

OK, NEVER_ENDS = "ok", "never_ends"
STATUSES = (Option(OK, "Yes"), Option(NEVER_ENDS, "Never: nobody can lose a point"))
SIDES = (Option("a", f"{YOU} has won"), Option("b", f"{THEY} has won"))
LOOK_AHEAD = 20
"""The number of tests that the curve shows."""


@dataclass(frozen=True, kw_only=True)
class SpiritCombat:
    """Two fighters (OQ-SPI-02)."""

    a: SpiritFighter = spirit_fighter(YOU, help="Such as the character.")
    b: SpiritFighter = spirit_fighter(THEY, help="Such as the spirit.")
    tests_upto: int = number(
        "List the tests up to",
        0,
        50,
        0,
        help="For scripts: the chances that it takes just so many tests.",
        rule="OQ-SPI-03",
        group="Length",
    )
    both_fail: str = switch("both_fail")
    pow_dice: str = switch("pow_dice")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def combat(a: SpiritFighter, b: SpiritFighter, by: Readings) -> Duel | None:
    """The odds of the whole combat; None if it never ends."""
    weights = test_chances(a, b, by)
    costs_a, costs_b = loss_die(b, a, by.pow_dice), loss_die(a, b, by.pow_dice)
    return duel(weights[1], weights[-1], weights[0], costs_a, costs_b, a.mp, b.mp)


# Steps.


def one_test(c: SpiritCombat) -> Procedure[Test]:
    """The first test."""
    return Procedure(Test(c.a.mp, c.b.mp), test_steps(c.a, c.b, c), outcome)


def explanation(c: SpiritCombat) -> Procedure[Test]:
    """The first test, and how the combat goes on."""
    both_fail = "nobody wins" if c.both_fail == "nobody" else "the lower roll wins"
    first, second, *losses = test_steps(c.a, c.b, c)
    mine, theirs = counted(c.a.mp, "magic point"), counted(c.b.mp, "magic point")
    until = f"Test after test, until your side has lost {mine} or the other side {theirs}"
    end: Step[Test] = note(until, "OQ-SPI-08")
    steps = (
        first,
        second,
        note(f"If both fail, {both_fail}", "OQ-SPI-12"),
        *losses,
        note(_costs(THEY, c.a, c), "OQ-SPI-07"),
        note(_costs(YOU, c.b, c), "OQ-SPI-07"),
        end,
        note(f"If {YOU.lower()} wins, the other side is: {_after(c.a, c.b)}", "OQ-SPI-09"),
        note(f"If {THEY.lower()} wins, your side is: {_after(c.b, c.a)}", "OQ-SPI-11"),
    )
    return Procedure(Test(c.a.mp, c.b.mp), steps, outcome)


def _costs(loser: str, winner: SpiritFighter, c: SpiritCombat) -> str:
    """The dice of a lost test, and their source."""
    return (
        f"{loser} loses {dice_of(winner, c.pow_dice)}D{SPIRIT_DIE} with a lost test: the winner's POW is {winner.pow}"
    )


def _after(winner: SpiritFighter, loser: SpiritFighter) -> str:
    label: str = AFTERMATH.row(aftermath(winner, loser))["label"]
    return label.lower()


# Outputs.


def ends(fought: Duel | None) -> dict[str, Any]:
    """The chances of each winner, and the mean number of tests."""
    if fought is None:
        return {"p_a": Fraction(0), "p_b": Fraction(0), "mean_tests": None}
    return {
        "p_a": fought.chance(fought.won_by_a),
        "p_b": fought.chance(fought.won_by_b),
        "mean_tests": fought.mean_tests(),
    }


def _figures(c: SpiritCombat) -> dict[str, Any]:
    return ends(combat(c.a, c.b, c))


def _by_test(fought: Duel, count: int) -> dict[int, Fraction]:
    """The chances that the combat takes exactly each number of tests."""
    by_a, by_b = fought.by_test(fought.won_by_a, count), fought.by_test(fought.won_by_b, count)
    return {test: a + b for test, (a, b) in enumerate(zip(by_a, by_b, strict=True), 1) if a + b}


def _values(c: SpiritCombat) -> dict[str, Any]:
    weights = test_chances(c.a, c.b, c)
    fought = combat(c.a, c.b, c)
    tests = _by_test(fought, c.tests_upto) if fought else {}
    switches = (*open_questions(c.a.skill, c.b.skill, both_fail=True), *(("pow_dice",) if _pow_dice_matter(c) else ()))
    return {
        "status": OK if fought else NEVER_ENDS,
        "p_win_a": Fraction(weights[1], weights.total()),
        "p_win_b": Fraction(weights[-1], weights.total()),
        "p_draw": Fraction(weights[0], weights.total()),
        "dice_a": dice_of(c.a, c.pow_dice),
        "dice_b": dice_of(c.b, c.pow_dice),
        **ends(fought),
        "a_left": out.text_keys(fought.left_to_a()) if fought else {},
        "b_left": out.text_keys(fought.left_to_b()) if fought else {},
        "tests": out.text_keys(tests),
        "p_tests_upto": sum(tests.values(), Fraction(0)),
        "by_test": {
            "a": list(accumulate(fought.by_test(fought.won_by_a, LOOK_AHEAD))),
            "b": list(accumulate(fought.by_test(fought.won_by_b, LOOK_AHEAD))),
        }
        if fought
        else None,
        "if_a_wins": aftermath(c.a, c.b),
        "if_b_wins": aftermath(c.b, c.a),
        "readings": side_by_side(c, _figures, switches),
    }


def _pow_dice_matter(c: SpiritCombat) -> bool:
    """Whether the table rule on POW dice can matter."""
    return any(fighter.kind != SPIRIT and dice_of(fighter, "all") > 1 for fighter in (c.a, c.b))


SPIRIT_COMBAT = Calculator(
    id="openquest.spirit_combat",
    title="Spirit combat",
    summary="Who wins a combat with a spirit, how long it takes and what is left of the winner.",
    inputs=SpiritCombat,
    outputs=(
        out.percent("p_a", "your side wins", rule="OQ-SPI-08", headline=True),
        out.percent("p_b", "the other side wins", rule="OQ-SPI-08", headline=True),
        out.figure("mean_tests", "average number of tests", rule="OQ-SPI-08", headline=True),
        out.word("status", "Does it end?", STATUSES, rule="OQ-SPI-08"),
        out.word("if_a_wins", "If your side wins, the other is", AFTERMATH.options(), rule="OQ-SPI-09"),
        out.word("if_b_wins", "If the other side wins, yours is", AFTERMATH.options(), rule="OQ-SPI-11"),
        out.percent("p_win_a", "Your side wins a test", rule="OQ-SPI-02"),
        out.percent("p_win_b", "The other side wins a test", rule="OQ-SPI-02"),
        out.percent("p_draw", "Nobody wins a test", rule="OQ-SPI-12"),
        out.figure("dice_a", "Dice that the other side loses with a test", rule="OQ-SPI-07"),
        out.figure("dice_b", "Dice that your side loses with a test", rule="OQ-SPI-07"),
        readings((*PERCENTS[:2], out.figure("mean_tests", "Tests")), rule="OQ-SPI-12"),
        out.curve("by_test", "By the test", rule="OQ-SPI-08", unit="Test", options=SIDES),
        out.distribution("a_left", "Your side wins with magic points left", rule="OQ-SPI-08", unit="magic points"),
        out.distribution("b_left", "The other side wins with magic points left", rule="OQ-SPI-08", unit="magic points"),
        api_only(out.distribution("tests", "Tests it takes", rule="OQ-SPI-03")),
        api_only(out.percent("p_tests_upto", "Over by the last of them", rule="OQ-SPI-03")),
    ),
    compute=_values,
    also=(*SPIRIT_RULES, *SKILL_RULES),
    start={
        "a": {"skill": {"base": 50}, "mp": 11, "shield": 2, "kind": "persistence", "has_body": True},
        "b": {"skill": {"base": 50}, "mp": 17, "pow": 17, "can_possess": True},
    },
    rolls=(RollOption("test", "Roll one test", one_test),),
    explain=explanation,
)
