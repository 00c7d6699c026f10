"""Maneuvers: disarm, feint, push, grapple, trip and moving through enemies, each an opposed check.

"Optional combat maneuvers". This module has the modifiers of size, weapons and legs; `contest.py` has the check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from ....engine.explain import note
from ....engine.inputs import choice, many, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, if_any, total
from ..checks.check_dice import Grade, Rolled
from ..checks.check_step import dice, modifier
from ..checks.contest import DEFENDER, PASSIVE, Contest, contest, contest_steps, size_modifiers, won_by
from ..checks.opposed import size_steps
from ..table_rules import PASS_CHECKS, opposed_mode, opposed_tie, pass_checks, reach_is_difficult
from ..tables import FACTS
from .push import distance, per_point, rule_of, speed, thrown

MANEUVERS = FACTS.table("maneuvers")
KINDS = MANEUVERS.options()
DISARM, FEINT, PUSH, GRAPPLE, TRIP, MOVE_THROUGH = (kind.id for kind in KINDS)  # in the order of the table
WEAPON_STEPS, LEGS, INDEX, MOST_ENEMIES = (-4, 4), (0, 20), (0, 5), 12
ONE_CHECK = PASS_CHECKS[0].id
SIZES, PUSHING, ENEMIES, SEQUENCE = "Sizes, weapons, legs", "Pushing", "Moving through", "Earlier attacks, dice"


def _legs(label: str) -> Any:
    help = FACTS.fill("For a trip: each one beyond {trip_legs} makes it firmer.")
    return number(label, *LEGS, FACTS.number("trip_legs"), help=help, rule="OBSS-TRIP-02", group=SIZES)


@dataclass(frozen=True, kw_only=True)
class Maneuver:
    """A maneuver with both sides."""

    kind: str = choice("Maneuver", KINDS, help="All of them are optional rules.", rule="OBSS-MAN-01")
    attacker_mod: int = modifier(
        "You add",
        help="Disarm, feint: Weapon Proficiency and ability or Deceive. Others: Athletics, or Acrobatics to pass.",
        rule="OBSS-MAN-02",
    )
    defender_mod: int = modifier(
        "The target adds",
        help="What resists it, or the saving throw that the answer names.",
        rule="OBSS-MAN-03",
    )
    size_steps: int = size_steps(group=SIZES)
    weapon_size_steps: int = number(
        "Your weapon is larger by",
        *WEAPON_STEPS,
        0,
        help="For a disarm: steps of weapon size; below 0 if the target's is larger.",
        rule="OBSS-DISARM-02",
        unit="steps",
        signed=True,
        group=SIZES,
    )
    attacker_legs: int = _legs("Your legs")
    defender_legs: int = _legs("The target's legs")
    attack_index: int = number(
        "Attacks before it",
        *INDEX,
        0,
        help=FACTS.fill("A maneuver is an attack: {further_attack_step} for each one before it in the round."),
        rule="OBSS-MAN-02",
        group=SEQUENCE,
    )
    dice: int = dice("Your dice", group=SEQUENCE)
    throw: bool = thrown(group=PUSHING)
    speed: int = speed(group=PUSHING)
    enemies: tuple[int, ...] | None = many(
        "Enemies to pass",
        modifier("Enemy", 0, help="The Reflex save of this enemy.", rule="OBSS-THRU-02"),
        1,
        MOST_ENEMIES,
        None,
        help="The Reflex saves of all enemies in the order you pass them; without it, the target alone.",
        rule="OBSS-THRU-03",
        nullable=True,
        group=ENEMIES,
    )
    alongside: bool = toggle(
        "You pass alongside",
        help="Within the enemy's reach, but not through its space.",
        rule="OBSS-THRU-02",
        group=ENEMIES,
    )
    mode: str = opposed_mode()
    tie: str = opposed_tie()
    pass_checks: str = pass_checks()
    reach_is_difficult: bool = reach_is_difficult()


# Modifiers of both sides.


def _larger(m: Maneuver, own: int, theirs: int) -> tuple[Modifier, ...]:
    """The bonus of one side for the larger weapon, or for more than two legs (OBSS-DISARM-02, OBSS-TRIP-02)."""
    if m.kind == DISARM:
        step = FACTS.fact("disarm_weapon_step")
        return if_any(step.label, step.value * max(0, own), step.rule)
    if m.kind == TRIP:
        leg = FACTS.fact("trip_leg_bonus")
        return if_any(leg.label, leg.value * max(0, theirs - FACTS.number("trip_legs")), leg.rule)
    return ()


def attacker_modifiers(m: Maneuver) -> tuple[Modifier, ...]:
    """The attacker's modifiers."""
    earlier = FACTS.modifier("further_attack_step", m.attack_index)
    return (
        *if_any("You add", m.attacker_mod, "OBSS-MAN-02"),
        *if_any("Earlier attacks", earlier.value, earlier.rule),
        *_larger(m, m.weapon_size_steps, m.attacker_legs),
    )


def defenders(m: Maneuver) -> list[tuple[Modifier, ...]]:
    """The modifiers against each check: the target's, all enemies' together, or one enemy's after the other (OBSS-
    THRU-03)."""
    if m.kind != MOVE_THROUGH or m.enemies is None:
        larger = _larger(m, -m.weapon_size_steps, m.defender_legs)
        return [(*if_any("The target adds", m.defender_mod, "OBSS-MAN-03"), *larger)]
    step = FACTS.fact("move_through_step")
    if m.pass_checks == ONE_CHECK:
        further = if_any(step.label, step.value * (len(m.enemies) - 1), step.rule)
        return [(*if_any("The hardest enemy adds", max(m.enemies), "OBSS-MAN-03"), *further)]
    return [
        (*if_any("The enemy adds", held, "OBSS-MAN-03"), *if_any(step.label, step.value * place, step.rule))
        for place, held in enumerate(m.enemies)
    ]


def contests(m: Maneuver) -> list[Contest]:
    """The opposed checks in order."""
    sized = MANEUVERS.row(m.kind)["sized"] in ("body", "legs")
    return [
        Contest(
            total(attacker_modifiers(m)),
            total(modifiers),
            m.dice,
            m.size_steps if sized else 0,
            m.mode,
            m.tie,
        )
        for modifiers in defenders(m)
    ]


# Results.


def meters_won(m: Maneuver, c: Contest) -> dict[int, Fraction]:
    """The meters of a push with their chances; 0 for a failure."""
    return won_by(c).dist(lambda points: distance(points or 0, throw=m.throw, speed=m.speed))


def hard_ground(m: Maneuver) -> bool:
    """Whether the ground is difficult terrain; not beside a much smaller enemy (OBSS-THRU-05)."""
    counts = m.reach_is_difficult or not m.alongside
    return counts and m.size_steps < FACTS.number("move_through_free_sizes")


class Passing(NamedTuple):
    """The odds of moving through enemies: which check stops you, success, and success without an Action."""

    stopped_at: list[Fraction]
    passed: Fraction
    refunded: Fraction


def passing(checks: list[Contest]) -> Passing:
    """The odds if all checks must succeed; each needs the success of those before (OBSS-THRU-03, 06, 07)."""
    odds = [contest(c) for c in checks]
    so_far, stopped = Fraction(1), []
    for each in odds:
        success = each.p(lambda grade: grade.success)
        stopped.append(so_far * (1 - success))
        so_far *= success
    critical = prod((each.p(lambda g: g.success and g.criticals > 0) for each in odds), start=Fraction(1))
    return Passing(stopped, so_far, critical)


# Steps.


class State(NamedTuple):
    """The state: the attacker's roll while it awaits a reply, the last grade, and whether all were critical."""

    mine: Rolled | None = None
    grade: Grade | None = None
    all_critical: bool = True


def _after(s: State, grade: Grade) -> State:
    once = Grade(grade.success, min(1, grade.criticals))
    return State(None, once, s.all_critical and once.success and bool(once.criticals))


def _outcome(s: State) -> str:
    if s.grade is None or not s.grade.success:
        return "Critical failure" if s.grade and s.grade.criticals else "Failure"
    return "Critical success" if s.all_critical else "Success"


def check_steps(m: Maneuver) -> Iterator[Step[State]]:
    """The opposed checks, each only after the success of those before."""
    label = MANEUVERS.row(m.kind)["label"]
    checks = contests(m)
    for place, c in enumerate(checks, 1):
        called = f"{label}, enemy {place}" if len(checks) > 1 else label
        steps: tuple[Step[State], ...] = contest_steps(
            c, _after, lambda s, rolled: s._replace(mine=rolled), lambda s: s.mine, rule="EXT-08", label=called
        )
        yield from (_unless_stopped(step) for step in steps)


def _unless_stopped(step: Step[State]) -> Step[State]:
    return replace(step, when=lambda s: s.grade is None or s.grade.success)


def maneuver(m: Maneuver) -> Procedure[State]:
    """The maneuver as a procedure."""
    return Procedure(State(), tuple(check_steps(m)), _outcome)


def passing_explanation(m: Maneuver) -> tuple[Step[State], ...]:
    """Notes on the terrain and the Actions of moving through enemies."""
    ground = "difficult terrain" if hard_ground(m) else "no difficult terrain"
    where = "within an enemy's reach" if m.alongside else "of an enemy's space"
    return (
        note("All checks critical: no Action spent", "OBSS-THRU-06"),
        note(f"The ground {where}: {ground}", "OBSS-THRU-05"),
    )


def explanation(m: Maneuver) -> Procedure[State]:
    """The cost, the modifiers of both sides, the checks, and the effect."""
    row = MANEUVERS.row(m.kind)
    c, *_ = contests(m)
    resist = "The DC" if m.mode == PASSIVE else "The other side adds"
    base = (FACTS.modifier("opposed_base"),) if m.mode == PASSIVE else ()
    pushed = f"Each point of success: 0.{per_point(m.throw)} m, in whole meters, {m.speed} m at most"
    margin = FACTS.number("critical_margin")
    return Procedure(
        State(),
        (
            note("Cost", row["rule"], (Modifier("Actions", row["cost"], row["rule"]),), gives="actions"),
            note("Added to your dice", "OBSS-MAN-02", attacker_modifiers(m)),
            note("Your dice", "OBSS-PUSH-02", (Modifier("More for size", max(0, c.size_steps), "OBSS-PUSH-02"),)),
            *(
                note(resist, "OBSS-MAN-04", (*base, *theirs, *(size_modifiers(c) if base else ())))
                for theirs in defenders(m)
            ),
            *check_steps(m),
            note(f"A tie goes to the {DEFENDER if m.tie == DEFENDER else 'attacker'}", "EXT-08"),
            note(f"{margin} points or more apart: critical", "EXT-05"),
            *([note(pushed, rule_of(m.throw), also=("OBSS-PUSH-03",))] if m.kind == PUSH else []),
            *(passing_explanation(m) if m.kind == MOVE_THROUGH else ()),
        ),
        str,
    )
