"""Splash weapons: what is thrown hits, breaks at the target's feet, or scatters.

"Splash weapons". Meters are squares, along a diagonal too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist, d
from ....engine.explain import note
from ....engine.inputs import Option, many, number
from ....engine.procedure import Procedure, Step, throw
from ..checks.check_dice import CHECK_DICE_RULES, Check, Rolled, check_die, counts, graded
from ..checks.check_step import dice
from ..tables import FACTS
from .attack import attack_bonus, bonus_explanation, defense

DIRECTIONS = FACTS.table("scatter_directions")
SQUARES, RADIUS = (-40, 40), (0, 40)
FARTHEST_THROW = FACTS.number("splash_range_m") * FACTS.number("range_tiers")
SCATTER = FACTS.number("scatter_dice") * FACTS.number("scatter_die")
"""How far it scatters at most."""

HIT, NEAR, WIDE = "hit", "near", "wide"
TARGET, ASKED, THROWER = "target", "asked", "thrower"
PLACES = (
    Option(TARGET, "Target", "OBSS-SPL-03"),
    Option(ASKED, "Place you ask about", "OBSS-SPL-01"),
    Option(THROWER, "Thrower", "OBSS-SPL-03"),
)
PLACE = "The place that matters"

Square = tuple[int, int]
"""To the thrower's right, and away from the thrower; the target is at 0, 0."""


@dataclass(frozen=True, kw_only=True)
class Splash:
    """A vial, thrown at a target."""

    modifier: int = attack_bonus(help="All that is added to the dice, penalties for the range counted.")
    defense: int = defense()
    dice: int = dice()
    thrower_m: int = number(
        "You stand",
        1,
        FARTHEST_THROW,
        FACTS.number("splash_range_m"),
        help="How far you are from the target.",
        rule="OBSS-SPL-01",
        unit="m",
    )
    near: tuple[int, ...] = many(
        "Place, from the target",
        number("Squares", *SQUARES, help="First to your right, then away from you.", rule="OBSS-SPL-03", signed=True),
        2,
        2,
        (0, 0),
        help="Squares to your right, and squares away from you; below 0 to the left, or toward you.",
        rule="OBSS-SPL-03",
        group=PLACE,
    )
    radius: int = number(
        "Within",
        *RADIUS,
        1,
        help="How many squares from there count as near.",
        rule="OBSS-SPL-01",
        unit="squares",
        group=PLACE,
    )


class Vial(NamedTuple):
    """The state: how it was thrown, in which direction it scatters, and where it ends."""

    thrown: str = HIT
    direction: int = 0
    x: int = 0
    y: int = 0


def distance(one: Square, other: Square) -> int:
    """Squares between two places; a diagonal step is one (OBSS-MOVE-09)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def offset(direction: int, meters: int) -> Square:
    """Where something ends that scatters so far."""
    row = DIRECTIONS.row(str(direction))
    return row["x"] * meters, row["y"] * meters


def throw_die(s: Splash) -> Die[str]:
    """The Attack Roll, read as how the vial was thrown.

    A miss by fewer points breaks it at the target's feet; three 1s miss, but scatter only as far below (ruling C-08).
    """
    check, margin = Check(s.defense - s.modifier, s.dice), FACTS.number("scatter_margin")

    def read(rolled: Rolled) -> str:
        if graded(check, rolled).success:
            return HIT
        return WIDE if rolled.total <= check.need - margin else NEAR

    return check_die(s.dice).map(read)


def splash(s: Splash) -> Procedure[Vial]:
    """The throw, and the scatter of a wide miss."""
    tells = {HIT: "a direct hit", NEAR: "breaks at the target's feet", WIDE: "scatters"}
    outcomes = {HIT: "Direct hit", NEAR: "At the target's feet", WIDE: "Scattered"}
    attack: Step[Vial] = throw(
        f"Attack roll against Defense {s.defense}",
        throw_die(s),
        lambda v, thrown: Vial(thrown),
        rule="OBSS-SPL-02",
        modifiers=bonus_explanation(s.modifier),
        adds=bonus_explanation(s.modifier),
        counts=counts,
        tell=lambda thrown, v: tells[thrown],
    )
    return Procedure(Vial(), (attack, *scatter_steps()), lambda v: outcomes[v.thrown])


def scatter_steps() -> tuple[Step[Vial], Step[Vial]]:
    """The direction of a wide miss, and how far it goes."""

    def land(v: Vial, meters: int) -> Vial:
        return Vial(v.thrown, 0, *offset(v.direction, meters))

    return (
        throw(
            "Direction",
            d(FACTS.number("scatter_direction_die")),
            lambda v, direction: v._replace(direction=direction),
            rule="OBSS-SPL-03",
            when=lambda v: v.thrown == WIDE,
            tell=lambda direction, v: str(DIRECTIONS.row(str(direction))["where"]),
        ),
        throw(
            "Distance",
            d(FACTS.number("scatter_die")).times(FACTS.number("scatter_dice")),
            land,
            rule="OBSS-SPL-04",
            when=lambda v: v.thrown == WIDE,
            adds=(),
            tell=lambda meters, v: f"{meters} meters from the target",
        ),
    )


def explanation(s: Splash) -> Procedure[Vial]:
    """The same with the range, and what three 1s do."""
    steps = (
        note(f"Range {FACTS.number('splash_range_m')} meters", "OBSS-SPL-01"),
        *splash(s).steps,
        note("Three 1s on the first three dice: a miss", "OBSS-TRI-01"),
    )
    return Procedure(Vial(), steps, str)


def landing(s: Splash, odds: Dist[Vial]) -> dict[str, Any]:
    """Every square where it may land, with the chance of it; the thrower stands below, the far side is on top."""
    chances = odds.dist(lambda v: (v.x, v.y))
    marked = {(0, -s.thrower_m): THROWER, (s.near[0], s.near[1]): ASKED, (0, 0): TARGET}
    across = range(-SCATTER, SCATTER + 1)
    down = range(SCATTER, -max(SCATTER, s.thrower_m) - 1, -1)

    def square(at: Square) -> out.Square:
        word, chance = marked.get(at, ""), chances.get(at)
        return (word, chance) if word or chance else None

    return out.board(across, down, [[square((x, y)) for x in across] for y in down])


def _values(s: Splash) -> dict[str, Any]:
    odds = splash(s).odds()
    thrown = odds.read(lambda v: v.thrown)
    place, thrower = (s.near[0], s.near[1]), (0, -s.thrower_m)
    return {
        "p_direct_hit": thrown.p(lambda how: how == HIT),
        "p_near_miss": thrown.p(lambda how: how == NEAR),
        "p_scatter": thrown.p(lambda how: how == WIDE),
        "p_within": odds.p(lambda v: distance((v.x, v.y), place) <= s.radius),
        "p_at_thrower": odds.p(lambda v: distance((v.x, v.y), thrower) <= s.radius),
        "expected_scatter_metres": odds.mean(lambda v: distance((v.x, v.y), (0, 0))),
        "lands": landing(s, odds),
    }


SPLASH = Calculator(
    id="obss.splash",
    title="Splash weapon",
    summary="Burning oil or holy water, thrown: a direct hit, a near miss, or where else it may land.",
    inputs=Splash,
    outputs=(
        out.percent("p_direct_hit", "hits directly", rule="OBSS-SPL-02", headline=True),
        out.percent("p_near_miss", "breaks at the target's feet", rule="OBSS-SPL-02", headline=True),
        out.percent("p_scatter", "scatters", rule="OBSS-SPL-02", headline=True),
        out.percent("p_within", "Lands near the place you ask about", rule="OBSS-SPL-04"),
        out.percent("p_at_thrower", "Lands that near to you", rule="OBSS-SPL-04"),
        out.figure(
            "expected_scatter_metres", "Scatters by", rule="OBSS-SPL-04", unit="m on average, hits counted as 0"
        ),
        out.squares(
            "lands",
            "Where it lands",
            across="Meters to your right",
            down="Meters beyond the target",
            rule="OBSS-SPL-04",
            options=PLACES,
            value=out.percent("p", "Chance"),
        ),
    ),
    compute=_values,
    explain=explanation,
    also=(*(f"OBSS-SPL-{row:02}" for row in range(1, 7)), "OBSS-MOVE-09", *CHECK_DICE_RULES),
    start={"modifier": 4, "defense": 16, "thrower_m": 6},
    rolls=(RollOption("throw", "Throw it", splash),),
)
