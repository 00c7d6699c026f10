"""Splash weapons: the vial hits, breaks at the target's feet, or scatters.

"Splash weapons". One meter is one square, also along a diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist, d
from ....engine.explain import note
from ....engine.inputs import Option, after, many, number
from ....engine.procedure import Modifier, Procedure, Step, throw
from ..checks.check_dice import CHECK_DICE_RULES, Rolled, check_die, counts, graded
from ..checks.check_step import dice
from ..modifiers.aim import aim_bonus, aim_rounds
from ..modifiers.circumstances import CIRCUMSTANCE_RULES, SITUATION, Situations, refuse_circumstances
from ..tables import FACTS
from .attack import Aimed, aimed, aimed_explanation, attack_bonus, defense

DIRECTIONS = FACTS.table("scatter_directions")
SQUARES, RADIUS = (-40, 40), (0, 40)
FARTHEST_THROW = FACTS.number("splash_range_m") * FACTS.number("range_tiers")
SCATTER = FACTS.number("scatter_dice") * FACTS.number("scatter_die")
"""The farthest scatter."""

HIT, NEAR, WIDE = "hit", "near", "wide"
TARGET, ASKED, THROWER = "target", "asked", "thrower"
PLACES = (
    Option(TARGET, "Target", "OBSS-SPL-03"),
    Option(ASKED, "Place you ask about", "OBSS-SPL-01"),
    Option(THROWER, "Thrower", "OBSS-SPL-03"),
)
PLACE = "The place that matters"

Square = tuple[int, int]
"""Meters to the thrower's right, and away from the thrower; the target is at 0, 0."""


@dataclass(frozen=True, kw_only=True)
class Splash(Situations):
    """A vial thrown at a target."""

    aim_rounds: int = after("target_situations", aim_rounds(default=0, group=SITUATION))

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

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The bonus of an aim."""
        return aim_bonus(self.aim_rounds)


class Vial(NamedTuple):
    """The state: the result of the throw, the direction of the scatter, and the final square."""

    thrown: str = HIT
    direction: int = 0
    x: int = 0
    y: int = 0


def distance(one: Square, other: Square) -> int:
    """The squares between two places; a diagonal step is one (OBSS-MOVE-09)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def offset(direction: int, meters: int) -> Square:
    """The square after a scatter of `meters` in a direction."""
    row = DIRECTIONS.row(str(direction))
    return row["x"] * meters, row["y"] * meters


def aimed_of(s: Splash) -> Aimed:
    """The throw in its circumstances."""
    return aimed(s, s.modifier, s.defense, s.dice)


def throw_die(s: Splash) -> Die[str]:
    """The attack roll, read as the result of the throw.

    A near miss breaks the vial at the target's feet. Three 1s miss, and scatter only as far below the Defense (ruling
    C-08).
    """
    check, margin = aimed_of(s).check(0, triples_critical=True), FACTS.number("scatter_margin")

    def read(rolled: Rolled) -> str:
        if graded(check, rolled).success:
            return HIT
        return WIDE if rolled.total <= check.need - margin else NEAR

    return check_die(check.dice).map(read)


def splash(s: Splash) -> Procedure[Vial]:
    """The throw, and the scatter of a wide miss."""
    tells = {HIT: "a direct hit", NEAR: "breaks at the target's feet", WIDE: "scatters"}
    outcomes = {HIT: "Direct hit", NEAR: "At the target's feet", WIDE: "Scattered"}
    held = aimed_of(s)
    attack: Step[Vial] = throw(
        f"Attack roll against Defense {held.against}",
        throw_die(s),
        lambda v, thrown: Vial(thrown),
        rule="OBSS-SPL-02",
        modifiers=held.added,
        adds=held.added,
        counts=counts,
        tell=lambda thrown, v: tells[thrown],
    )
    return Procedure(Vial(), (attack, *scatter_steps()), lambda v: outcomes[v.thrown])


def scatter_steps() -> tuple[Step[Vial], Step[Vial]]:
    """The direction and the distance of a wide miss."""

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
    """The steps with the range, and the effect of three 1s."""
    steps = (
        note(f"Range {FACTS.number('splash_range_m')} meters", "OBSS-SPL-01"),
        *aimed_explanation(aimed_of(s)),
        *splash(s).steps,
        note("Three 1s on the first three dice: a miss", "OBSS-TRI-01"),
    )
    return Procedure(Vial(), steps, str)


def landing(s: Splash, odds: Dist[Vial]) -> dict[str, Any]:
    """Every square where the vial can land, with its chance; the thrower is at the bottom."""
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
    check=refuse_circumstances,
    explain=explanation,
    also=(*(f"OBSS-SPL-{row:02}" for row in range(1, 7)), "OBSS-MOVE-09", *CHECK_DICE_RULES, *CIRCUMSTANCE_RULES),
    start={"modifier": 4, "defense": 16, "thrower_m": 6},
    rolls=(RollOption("throw", "Throw it", splash),),
)
