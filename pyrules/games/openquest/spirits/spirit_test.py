"""One test of spirit combat: the opposed roll, and the magic points that it costs (OQ-SPI-02, OQ-SPI-06)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, Protocol

from ....engine.procedure import Modifier, Step, counted, if_any, throw
from ..skills.contest import THEY, YOU, Contest, contest, contest_steps
from ..skills.skill import Rolled
from ..tables import FACTS
from .spirits import (
    SpiritFighter,
    dice_of,
    loss_die,
    side_of,
)

SPIRIT_DIE = FACTS.number("spirit_die")
NAMES = (YOU, THEY)


class Readings(Protocol):
    """The table rules of spirit combat."""

    @property
    def both_fail(self) -> str: ...
    @property
    def pow_dice(self) -> str: ...
    @property
    def mastery(self) -> str: ...
    @property
    def hundred(self) -> str: ...


class Test(NamedTuple):
    """The state of one test: the magic points of both, the winner, and the roll that awaits its reply."""

    a: int
    b: int
    won: int = 0
    rolled: Rolled | None = None


def test_chances(a: SpiritFighter, b: SpiritFighter, by: Readings) -> Counter[int]:
    """The weights of one test by its winner: 1 for A, -1 for B, 0 for nobody."""
    weights: Counter[int] = Counter()
    sides = side_of(YOU, a, by), side_of(THEY, b, by)
    for met, weight in contest(sides[0].roll, sides[1].roll, by.both_fail).weights.items():
        weights[met.won] += weight
    return weights


def test_steps(
    a: SpiritFighter, b: SpiritFighter, by: Readings, names: tuple[str, str] = NAMES
) -> tuple[Step[Test], ...]:
    """One test, and the cost to its loser; `names` are the names of the two fighters."""
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
    """The name of a test's end state."""
    first, second = names
    if not s.b:
        return f"{first} wins the combat"
    if not s.a:
        return f"{second} wins the combat"
    winner = first if s.won > 0 else second if s.won < 0 else "Nobody"
    return f"{winner} wins the test"
