"""How long until they drop: the same attack every turn.

"Attack", repeated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, comb
from typing import Any, ClassVar

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import by, note
from ....engine.inputs import number
from ....engine.procedure import Procedure, Step, counted
from ..rolls.default_inputs import min_damage
from .attack import EXAMPLE
from .blow import BLOW_RULES, Blow, Struck, blow, blow_steps, refuse_impossible_blow
from .defense import DEFENSES, defence_input
from .fighters import Attacker, Defender, attacker_input, defender_input
from .strike import ACTIONS, BASH, MELEE, THROW, action_input, action_rules, strike

MOST_TURNS = 20
EVERY_TURN = tuple(name for name in MELEE if name not in (THROW, BASH))
NOT_EVERY_TURN = {
    name: f"{action.label} is no attack that is repeated until the target drops."
    for name, action in ACTIONS.items()
    if name not in EVERY_TURN
}


@dataclass(frozen=True, kw_only=True)
class Repeated:
    """The same attack every turn."""

    form_first: ClassVar[tuple[str, ...]] = ("action",)

    attacker: Attacker = attacker_input()
    defender: Defender = defender_input()
    action: str = action_input(among=EVERY_TURN, barred=NOT_EVERY_TURN, help="What is done every turn.")
    turns: int = number(
        "Turns", 1, MOST_TURNS, 5, help="How many turns to look ahead.", rule="S2-ATTACK-04", group="Look ahead"
    )
    defence: str = defence_input()
    min_damage: int = min_damage()


def blow_of(a: Repeated) -> Blow:
    """The attack of each turn."""
    return blow(strike(a.attacker, a.action), a.defender, defence=a.defence, min_damage=a.min_damage)


def hits_needed(b: Blow) -> int | None:
    """How many hits drop the target; None if no number of them does."""
    return ceil(Fraction(b.health, b.lethal)) if b.lethal else None


def at_least(needed: int, turns: int, p: Fraction) -> Fraction:
    """The chance of so many hits or more in so many turns."""
    return sum((comb(turns, n) * p**n * (1 - p) ** (turns - n) for n in range(needed, turns + 1)), Fraction(0))


def repeated(a: Repeated) -> Procedure[Struck]:
    """Turn after turn, until the target is down or the turns are over."""
    made = blow_of(a)

    def on(step: Step[Struck]) -> Step[Struck]:
        return replace(step, when=lambda x: x.lethal < made.health and step.when(x))

    steps = (on(step) for turn in range(1, a.turns + 1) for step in by(f"Turn {turn}", blow_steps(made)))
    return Procedure(Struck(), tuple(steps), lambda x: "Down" if x.lethal >= made.health else "Still up")


def _explanation(a: Repeated) -> Procedure[Struck]:
    """One of the attacks, and how many hits it takes."""
    made = blow_of(a)
    needed = hits_needed(made)
    points = counted(made.health, "point")
    text = "No number of hits is enough" if needed is None else f"Hits needed for {points}: {needed}"
    steps = (*by("Each turn", blow_steps(made)), note(text, "S2-HEALTH-01"))
    return Procedure(Struck(), steps, lambda x: "Hit" if x.hits else "No hit")


def _refuse(a: Repeated) -> None:
    refuse_impossible_blow(a.attacker, a.action, a.defender, a.defence)


def _values(a: Repeated) -> dict[str, Any]:
    made = blow_of(a)
    needed, p = hits_needed(made), made.p_hit
    turns = range(1, a.turns + 1)
    by_turn = [Fraction(0) if needed is None else at_least(needed, turn, p) for turn in turns]
    return {
        "expected_turns": needed / p if needed and p else None,
        "p_by_then": by_turn[-1],
        "hits_needed": needed,
        "p_hit": p,
        "defence": made.defence,
        "p_dropped_by_turn": by_turn,
    }


TURNS_TO_DROP = Calculator(
    id="stepdie.turns_to_drop",
    title="How long?",
    summary="The same attack every turn: how many turns until the target drops.",
    inputs=Repeated,
    outputs=(
        out.figure(
            "expected_turns",
            "turns until the target drops",
            one="turn until the target drops",
            rule="S2-HEALTH-01",
            unit="on average",
            headline=True,
        ),
        out.figure("hits_needed", "hits needed", one="hit needed", rule="S2-HEALTH-01", headline=True),
        out.percent("p_by_then", "dropped by the last turn", rule="S2-HEALTH-01", headline=True),
        out.percent("p_hit", "Each attack hits", rule="S2-ATTACK-03"),
        out.word("defence", "Met by", DEFENSES, rule="S2-ATTACK-03"),
        out.curve("p_dropped_by_turn", "Dropped by turn", rule="S2-HEALTH-01", unit="Turn"),
    ),
    compute=_values,
    check=_refuse,
    also=(*action_rules(EVERY_TURN), *BLOW_RULES),
    start=EXAMPLE | {"defender": EXAMPLE["defender"] | {"health": 6}, "turns": 8},
    rolls=(RollOption("fight", "Roll it", repeated, lambda end: end.lethal),),
    explain=_explanation,
)
