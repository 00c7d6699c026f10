"""Spirit combat: test after test, until one side has no magic points left.

"Spirit Combat"; inside a physical fight it is over in an instant.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.inputs import Option, number
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, throw
from ..skills.contest import THEY, YOU, Contest, contest, contest_steps
from ..skills.opposed import PERCENTS
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import SKILL_RULES, Rolled, switch
from ..tables import FACTS
from .spirit_duel import Duel, duel
from .spirits import (
    AFTERMATH,
    SPIRIT,
    SPIRIT_RULES,
    SpiritFighter,
    aftermath,
    dice_of,
    loss_die,
    side_of,
    spirit_fighter,
)

SPIRIT_DIE = FACTS.number("spirit_die")
OK, NEVER_ENDS = "ok", "never_ends"
STATUSES = (Option(OK, "Yes"), Option(NEVER_ENDS, "Never: nobody can lose a point"))
NAMES = (YOU, THEY)
SIDES = (Option("a", f"{YOU} has won"), Option("b", f"{THEY} has won"))
LOOK_AHEAD = 20
"""The tests that the curve shows."""


class Readings(Protocol):
    """The house rules of spirit combat."""

    @property
    def both_fail(self) -> str: ...
    @property
    def pow_dice(self) -> str: ...
    @property
    def mastery(self) -> str: ...
    @property
    def hundred(self) -> str: ...


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


class Test(NamedTuple):
    """The state of one test: the magic points of both, who has won it, and a roll that awaits its reply."""

    a: int
    b: int
    won: int = 0
    rolled: Rolled | None = None


def test_chances(a: SpiritFighter, b: SpiritFighter, by: Readings) -> Counter[int]:
    """The weights of one test by who wins it: 1 for A, -1 for B, 0 for nobody."""
    weights: Counter[int] = Counter()
    sides = side_of(YOU, a, by), side_of(THEY, b, by)
    for met, weight in contest(sides[0].roll, sides[1].roll, by.both_fail).weights.items():
        weights[met.won] += weight
    return weights


def combat(a: SpiritFighter, b: SpiritFighter, by: Readings) -> Duel | None:
    """The whole combat; None if it never ends."""
    weights = test_chances(a, b, by)
    costs_a, costs_b = loss_die(b, a, by.pow_dice), loss_die(a, b, by.pow_dice)
    return duel(weights[1], weights[-1], weights[0], costs_a, costs_b, a.mp, b.mp)


# At the table.


def test_steps(
    a: SpiritFighter, b: SpiritFighter, by: Readings, names: tuple[str, str] = NAMES
) -> tuple[Step[Test], ...]:
    """One test, and what its loser loses. `names` are what the two fighters are called."""
    first, second = names

    def tell(met: Contest, s: Test) -> str:
        return f"{first} wins" if s.won > 0 else f"{second} wins" if s.won < 0 else "nobody wins"

    def loses(name: str, winner: SpiritFighter, loser: SpiritFighter, won: int) -> tuple[Step[Test], ...]:
        dice = dice_of(winner, by.pow_dice)

        def lost(s: Test, points: int) -> Test:
            return s._replace(a=max(0, s.a - points)) if won < 0 else s._replace(b=max(0, s.b - points))

        shield: tuple[Modifier, ...] = if_any("Spirit Shield", -loser.shield, "OQ-SPI-06")
        return (
            throw(
                f"{name} loses {dice}D{SPIRIT_DIE} magic points",
                loss_die(winner, loser, by.pow_dice),
                lost,
                rule="OQ-SPI-06",
                when=lambda s: s.won == won,
                modifiers=shield,
                tell=lambda points, s: f"{counted(points, 'point')} lost, {s.a if won < 0 else s.b} left",
            ),
        )

    return (
        *contest_steps(
            side_of(first, a, by),
            side_of(second, b, by),
            by.both_fail,
            lambda s, met: s._replace(won=met.won),
            rule="OQ-SPI-02",
            tell=tell,
        ),
        *loses(second, a, b, 1),
        *loses(first, b, a, -1),
    )


def outcome(s: Test, names: tuple[str, str] = NAMES) -> str:
    """The class of a test that is over."""
    first, second = names
    if not s.b:
        return f"{first} wins the combat"
    if not s.a:
        return f"{second} wins the combat"
    winner = first if s.won > 0 else second if s.won < 0 else "Nobody"
    return f"{winner} wins the test"


def one_test(c: SpiritCombat) -> Procedure[Test]:
    """The first test."""
    return Procedure(Test(c.a.mp, c.b.mp), test_steps(c.a, c.b, c), outcome)


def explanation(c: SpiritCombat) -> Procedure[Test]:
    """The first test, and how it goes on."""
    both_fail = "nobody wins" if c.both_fail == "nobody" else "the lower roll wins"
    first, second, *losses = test_steps(c.a, c.b, c)
    mine, theirs = counted(c.a.mp, "magic point"), counted(c.b.mp, "magic point")
    until = f"Test after test, until your side has lost {mine} or the other side {theirs}"
    end: Step[Test] = settle(until, lambda s: s, rule="OQ-SPI-08")
    steps = (
        first,
        second,
        _known(f"If both fail, {both_fail}", "OQ-SPI-12"),
        *losses,
        _known(_costs(THEY, c.a, c), "OQ-SPI-07"),
        _known(_costs(YOU, c.b, c), "OQ-SPI-07"),
        end,
        _known(f"If {YOU.lower()} wins, the other side is: {_after(c.a, c.b)}", "OQ-SPI-09"),
        _known(f"If {THEY.lower()} wins, your side is: {_after(c.b, c.a)}", "OQ-SPI-11"),
    )
    return Procedure(Test(c.a.mp, c.b.mp), steps, outcome)


def _costs(loser: str, winner: SpiritFighter, c: SpiritCombat) -> str:
    """What a lost test takes, and where its dice come from."""
    return (
        f"{loser} loses {dice_of(winner, c.pow_dice)}D{SPIRIT_DIE} with a lost test: the winner's POW is {winner.pow}"
    )


def _after(winner: SpiritFighter, loser: SpiritFighter) -> str:
    label: str = AFTERMATH.row(aftermath(winner, loser))["label"]
    return label.lower()


def _known(label: str, rule: str) -> Step[Test]:
    return settle(label, lambda s: s, rule=rule)


# The answer.


def ends(fought: Duel | None) -> dict[str, Any]:
    """Who wins, and how many tests it takes."""
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
    """The chances that it takes just so many tests."""
    by_a, by_b = fought.by_test(fought.won_by_a, count), fought.by_test(fought.won_by_b, count)
    return {test: a + b for test, (a, b) in enumerate(zip(by_a, by_b, strict=True), 1) if a + b}


def _values(c: SpiritCombat) -> dict[str, Any]:
    weights = test_chances(c.a, c.b, c)
    fought = combat(c.a, c.b, c)
    tests = _by_test(fought, c.tests_upto) if fought else {}
    switches = (*open_questions(c.a.skill, c.b.skill, both_fail=True), *(("pow_dice",) if _mighty_mortal(c) else ()))
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


def _mighty_mortal(c: SpiritCombat) -> bool:
    """Whether it matters who gains dice from POW."""
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
