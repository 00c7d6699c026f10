"""Shield Bash: an attack with little damage, then a contest of Strength that can ground the target.

"Shield Bash": S2-BASH-01 to S2-BASH-03.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.explain import side_note
from ....engine.inputs import RULING, TABLE_RULES_GROUP, toggle
from ....engine.procedure import Procedure, Step
from ..exchange.blow import BLOW_RULES, Blow, blow, blow_steps, refuse_impossible_blow
from ..exchange.defense import DEFENSES, defence_input
from ..exchange.fighters import Attacker, Defender, attacker_input, defender_input
from ..exchange.strike import BASH, strike
from ..rolls.default_inputs import min_damage
from ..rolls.opposed import contest_steps
from ..rolls.rolls import HIGHER, Total, beats
from .attack import EXAMPLE

# The contest of Strength.


def strengths(a: Attacker, d: Defender) -> tuple[Total, Total]:
    """The rolls of both sides in the contest: the dice of Strength alone (ruling, S2-BASH-02)."""
    return Total((a.strength_die,), (), a.explode), Total((d.strength_die,), (), d.explode)


def strength_steps(a: Attacker, d: Defender) -> tuple[Step[Any], Step[Any]]:
    """The contest after a bash, for states with the fields `first` and `result`.

    The result `HIGHER` grounds the target.
    """
    return contest_steps(*strengths(a, d), ("Strength", "Target's Strength"), rule="S2-BASH-02")


# The bash.


@dataclass(frozen=True, kw_only=True)
class ShieldBash:
    """One Shield Bash."""

    attacker: Attacker = attacker_input(help="Who bashes: the weapon must be a shield.")
    defender: Defender = defender_input()
    defence: str = defence_input()
    contest_needs_hit: bool = toggle(
        "Only a hit grounds",
        True,
        help="The contest of Strength follows a hit; off where your table rolls it anyway.",
        rule="S2-BASH-02",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )
    min_damage: int = min_damage()


class Bashed(NamedTuple):
    """The state: the fields of one attack, and those of the contest after it."""

    attack: int = 0
    hit: bool = False
    hits: int = 0
    damage: int = 0
    lethal: int = 0
    first: int = 0
    result: str = ""


def _blow(a: ShieldBash) -> Blow:
    return blow(strike(a.attacker, BASH), a.defender, defence=a.defence, min_damage=a.min_damage)


def _refuse(a: ShieldBash) -> None:
    refuse_impossible_blow(a.attacker, BASH, a.defender, a.defence)


def shield_bash(a: ShieldBash) -> Procedure[Bashed]:
    """The bash, then the contest."""
    contest = (replace(step, when=lambda x: x.hit or not a.contest_needs_hit) for step in _contest(a))
    return Procedure(Bashed(), (*blow_steps(_blow(a)), *contest), _outcome)


def _contest(a: ShieldBash) -> tuple[Step[Any], Step[Any]]:
    return strength_steps(a.attacker, a.defender)


def _explanation(a: ShieldBash) -> Procedure[Bashed]:
    """The steps of the bash and the contest, then the contest alone."""
    alone = side_note("Alone", "S2-BASH-04", _contest(a))
    return shield_bash(a).explained(*alone)


def _outcome(x: Bashed) -> str:
    if x.result == HIGHER:
        return "Grounded"
    return "Hit, still standing" if x.hits else "No hit"


def _sheet_change(_: ShieldBash, x: Bashed) -> SheetChange:
    """The Health that the target loses, and whether the target is grounded (S2-BASH-02)."""
    return SheetChange(x.lethal, conditions={"grounded": True} if x.result == HIGHER else {})


def _values(a: ShieldBash) -> dict[str, Any]:
    made = _blow(a)
    wins = beats(*strengths(a.attacker, a.defender))
    return {
        "p_grounded": made.p_hit * wins if a.contest_needs_hit else wins,
        "p_hit": made.p_hit,
        "nonlethal_expected": made.expected,
        "p_strength_win": wins,
        "defence": made.defence,
    }


SHIELD_BASH = Calculator(
    id="stepdie.shield_bash",
    title="Shield Bash",
    summary="The chance to knock somebody down with a shield, and what it hurts.",
    inputs=ShieldBash,
    outputs=(
        out.percent("p_grounded", "grounds the target", rule="S2-BASH-02", headline=True),
        out.percent("p_hit", "hits", rule="S2-ATTACK-03", headline=True),
        out.figure("nonlethal_expected", "non-lethal damage", rule="S2-ATTACK-04", unit="on average", headline=True),
        out.percent("p_strength_win", "Wins the contest of Strength", rule="S2-BASH-04"),
        out.word("defence", "Met by", DEFENSES, rule="S2-ATTACK-03"),
    ),
    compute=_values,
    check=_refuse,
    also=BLOW_RULES,
    start={
        "attacker": {"agility_die": 8, "skill": 3, "strength_die": 10, "kind": "shield"},
        "defender": EXAMPLE["defender"] | {"armor_dr": 0},
    },
    rolls=(RollOption("bash", "Roll it", shield_bash, change=_sheet_change),),
    explain=_explanation,
)
