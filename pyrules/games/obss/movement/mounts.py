"""Riding: whether the rider stays on a mount that is hit or moved by force, and the damage of a fall.

"Mounted combat": OBSS-MNT-08, OBSS-MNT-09. Each hit requires its own check, and all must succeed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, d
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.explain import note
from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, if_any, throw
from ..checks.check_dice import CHECK_DICE_RULES, Check, Grade, grade_die
from ..checks.check_step import MODIFIER, check_step
from ..tables import FACTS

CHECKS = FACTS.table("mount_checks")
HIT, MOVED = "hit", "moved"
CAUSES = (Option(HIT, "The mount is hit", "OBSS-MNT-05"), Option(MOVED, "The mount is moved by force", "OBSS-MNT-08"))


def _value(label: str, *, help: str, rule: str) -> Any:
    return number(label, *MODIFIER, None, help=help, rule=rule, signed=True, nullable=True, empty="none")


@dataclass(frozen=True, kw_only=True)
class Riding:
    """A rider, and what happens to the mount."""

    ride: int | None = _value(
        "Ride", help="Proficiency, ability and all that is added; needed when the mount is hit.", rule="OBSS-MNT-05"
    )
    reflex: int | None = _value(
        "Reflex", help="The save, which may stand in for Ride when the mount is moved by force.", rule="OBSS-MNT-08"
    )
    cause: str = choice("What happens", CAUSES, HIT, help="It decides the check.", rule="OBSS-MNT-05")
    hits: int = number(
        "Hits on the mount", 0, 20, 1, help="Each calls for a check; only where the mount is hit.", rule="OBSS-MNT-05"
    )
    war_mount: bool = toggle("War mount", help="Trained for it: hits shake its rider less.", rule="OBSS-MNT-05")


def refuse_no_value(a: Riding) -> None:
    """Refuses a rider without a value to roll."""
    if a.cause == HIT and a.ride is None:
        raise InvalidInput("ride", MISSING_FIELD, None, "Ride is missing: the rider of a mount that is hit rolls it.")
    if a.ride is None and a.reflex is None:
        raise InvalidInput("ride", MISSING_FIELD, None, "Give Ride or Reflex: the rider rolls the better of the two.")


def row_of(a: Riding) -> dict[str, Any]:
    """The row that applies."""
    return CHECKS.row("hit_war_mount" if a.cause == HIT and a.war_mount else a.cause)


def rolled_with(a: Riding) -> Modifier:
    """The value that the rider rolls: Ride, or the better of two (ruling, OBSS-MNT-08)."""
    ride = [] if a.ride is None else [Modifier("Ride", a.ride, row_of(a)["rule"])]
    reflex = [] if a.reflex is None or a.cause == HIT else [Modifier("Reflex", a.reflex, row_of(a)["rule"])]
    return max(ride + reflex, key=lambda held: held.value)


def checks(a: Riding) -> int:
    """The number of checks required."""
    return a.hits if a.cause == HIT else 1


def check_of(a: Riding) -> Check:
    """One of the checks."""
    return Check(row_of(a)["dc"] - rolled_with(a).value)


def fall_die() -> Die[int]:
    """The damage of a fall (OBSS-MNT-09)."""
    return d(FACTS.number("fall_die")).times(FACTS.number("fall_dice"))


class Seat(NamedTuple):
    """The state: whether the rider has fallen, and the damage of the fall."""

    fallen: bool = False
    damage: int = 0


def ride(a: Riding) -> Procedure[Seat]:
    """Every check, and the fall."""
    return Procedure(Seat(), (*(_check(a, index) for index in range(checks(a))), _fall()), _outcome)


def _check(a: Riding, index: int) -> Step[Seat]:
    row, added = row_of(a), rolled_with(a)
    which = f"{added.label} against DC {row['dc']}"

    def fallen(s: Seat, grade: Grade) -> Seat:
        return s._replace(fallen=not grade.success)

    return check_step(
        f"Hit {index + 1}: {which}" if checks(a) > 1 else which,
        check_of(a),
        fallen,
        rule=row["rule"],
        added=if_any(added.label, added.value, added.rule),
        when=lambda s: not s.fallen,
    )


def _fall() -> Step[Seat]:
    return throw(
        "Unseated: prone, and hurt by the fall",
        fall_die(),
        lambda s, damage: s._replace(damage=damage),
        rule="OBSS-MNT-09",
        when=lambda s: s.fallen,
        adds=(),
        tell=lambda damage, s: f"{damage} damage",
    )


def _outcome(s: Seat) -> str:
    return "Unseated" if s.fallen else "Stays in the saddle"


def explanation(a: Riding) -> Procedure[Seat]:
    """The value rolled, the checks, and the fall."""
    row, whole = row_of(a), ride(a)
    what = note(f"{row['label']}: {row['roll']}", row["rule"], (Modifier("DC", row["dc"], row["rule"]),))
    return whole.explained(before=(what,))


def _values(a: Riding) -> dict[str, Any]:
    p_stay = grade_die(check_of(a)).p(lambda grade: grade.success) ** checks(a)
    return {
        "p_stay": p_stay,
        "p_unseated": 1 - p_stay,
        "dc": row_of(a)["dc"],
        "expected_fall_damage": (1 - p_stay) * fall_die().mean(Fraction),
        "prone_if_unseated": True,
    }


MOUNT = Calculator(
    id="obss.mount",
    title="Stay in the saddle",
    summary="Whether the rider keeps the seat when the mount is hit or swept away.",
    inputs=Riding,
    outputs=(
        out.percent("p_stay", "stays in the saddle", rule="OBSS-MNT-05", headline=True),
        out.percent("p_unseated", "unseated", rule="OBSS-MNT-09", headline=True),
        out.figure("dc", "DC of each check", rule="OBSS-MNT-05"),
        out.figure("expected_fall_damage", "Damage of the fall, on average", rule="OBSS-MNT-09"),
        out.flag("prone_if_unseated", "Prone when unseated", rule="OBSS-MNT-09"),
    ),
    compute=_values,
    check=refuse_no_value,
    explain=explanation,
    also=("OBSS-MNT-01", *CHECK_DICE_RULES),
    start={"ride": 5, "hits": 2, "war_mount": True},
    rolls=(RollOption("ride", "Ride it out", ride),),
)
