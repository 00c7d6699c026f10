"""Several attacks on one defender in the same round, each of which makes the next defense harder.

"Defensive options", with the Cumulative Attacker Penalty that the chapter only names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.dice import Dist, convolved
from ....engine.errors import BAD_TYPE
from ....engine.explain import by, note
from ....engine.inputs import many, record, toggle
from ....engine.procedure import Procedure, counted
from ..rolls.default_inputs import cap_per, min_damage
from ..tables import FACTS
from .blow import BLOW_RULES, Blow, Struck, blow, blow_steps, refuse_impossible_blow
from .defense import BEST, DEFENSES, defence_input
from .fighters import Attacker, Defender, attacker_input, defender_input
from .strike import ACTIONS, action_input, action_rules, strike

MOST_ATTACKS = 8
ATTACK = FACTS.table("cap_counts").rows[0]["id"]
ONE_HIT_ACTIONS = tuple(name for name, action in ACTIONS.items() if action.hits == 1)


@dataclass(frozen=True, kw_only=True)
class OneAttack:
    """One of several attacks."""

    attacker: Attacker = attacker_input()
    action: str = action_input()
    again: bool = toggle(
        "Same attacker again",
        help="Made by whoever made the attack before; it matters where the penalty counts attackers.",
        rule="S2-CAP-01",
        group="More about it",
    )


def attacks_input() -> Any:
    """The input for several attacks on the same defender, which must be given."""
    return many(
        "Attacks",
        record("Attack", OneAttack, help="One of them.", rule="S2-CAP-01"),
        1,
        MOST_ATTACKS,
        help="The attacks of the round in their order.",
        rule="S2-CAP-01",
        wrong_length=BAD_TYPE,
    )


@dataclass(frozen=True, kw_only=True)
class Volley:
    """Several attacks on one defender."""

    attacks: tuple[OneAttack, ...] = attacks_input()
    defender: Defender = defender_input()
    defence: str = defence_input()
    cap_per: str = cap_per()
    min_damage: int = min_damage()


def met_before(attacks: Sequence[OneAttack], cap_per: str) -> list[int]:
    """What counts before each attack: every attack, or every attacker but the one who makes it (S2-CAP-01)."""
    if cap_per == ATTACK:
        return list(range(len(attacks)))
    return list(accumulate((0 if one.again or not index else 1 for index, one in enumerate(attacks))))


def blows_of(
    attacks: Sequence[OneAttack], d: Defender, *, defence: str = BEST, cap_per: str = ATTACK, min_damage: int = 0
) -> tuple[Blow, ...]:
    """What each attack meets: the penalty for those before it (S2-CAP-01)."""
    return tuple(
        blow(
            strike(one.attacker, one.action),
            replace(d, cap_count=d.cap_count + before),
            defence=defence,
            min_damage=min_damage,
        )
        for before, one in zip(met_before(attacks, cap_per), attacks, strict=True)
    )


def refuse_impossible_among(attacks: Sequence[OneAttack], d: Defender, defence: str = BEST) -> None:
    """Refuse attacks that the rules rule out, each under its own place in the inputs."""
    for index, one in enumerate(attacks):
        refuse_impossible_blow(one.attacker, one.action, d, defence, attacker=f"attacks.{index}.attacker")


def lethal_sum(made: Sequence[Blow]) -> Dist[int]:
    """What comes off Health in all; non-lethal damage does not (ruling, S2-BASH-01)."""
    total: Dist[int] = Dist({0: 1})
    for one in made:
        total = convolved(total, one.lethals())
    return total


def untouched(made: Sequence[Blow]) -> Fraction:
    """The chance that none of them hits."""
    return prod((1 - one.p_hit for one in made), start=Fraction(1))


def together(made: Sequence[Blow], health: int) -> dict[str, Any]:
    """What all of them come to."""
    total = lethal_sum(made)
    return {
        "expected_damage": total.mean(lambda n: n),
        "p_untouched": untouched(made),
        "p_drop": total.p(lambda n: n >= health),
    }


def _blows(a: Volley) -> tuple[Blow, ...]:
    return blows_of(a.attacks, a.defender, defence=a.defence, cap_per=a.cap_per, min_damage=a.min_damage)


def volley_of(made: Sequence[Blow], health: int) -> Procedure[Struck]:
    """The attacks one after the other."""

    def outcome(x: Struck) -> str:
        if x.lethal >= health:
            return "Dropped"
        return counted(x.hits, "hit") if x.hits else "Untouched"

    steps = (step for number, one in enumerate(made, start=1) for step in by(f"Attack {number}", blow_steps(one)))
    return Procedure(Struck(), tuple(steps), outcome)


def volley(a: Volley) -> Procedure[Struck]:
    """All attacks of the round."""
    return volley_of(_blows(a), a.defender.health)


def _explanation(a: Volley) -> Procedure[Struck]:
    """The same, and what it takes to drop the target."""
    explanation = volley(a)
    return Procedure(
        explanation.start,
        (
            *explanation.steps,
            note("Each attack is met on its own, and makes the next defense harder", "S2-CAP-01"),
            note("However many are dodged, one zone is moved, once all are resolved", "S2-DODGE-07"),
            note(f"Down at {a.defender.health} or more in all", "S2-HEALTH-01"),
        ),
        explanation.outcome,
    )


def _refuse(a: Volley) -> None:
    refuse_impossible_among(a.attacks, a.defender, a.defence)


def _values(a: Volley) -> dict[str, Any]:
    made = _blows(a)
    return {
        **together(made, a.defender.health),
        "p_hit": [one.p_hit for one in made],
        "defences": [one.defence for one in made],
        "attacks": [
            {
                "action": one.strike.action.id,
                "defence": one.defence,
                "p_hit": one.p_hit,
                "expected_damage": one.p_hit * one.lethal,
            }
            for one in made
        ],
        "damage_dist": out.text_keys(lethal_sum(made).probabilities()),
    }


VOLLEY = Calculator(
    id="stepdie.volley",
    title="Several attackers",
    summary="A round of attacks on one defender, each of which makes the next defense harder.",
    inputs=Volley,
    outputs=(
        out.percent("p_drop", "dropped", rule="S2-HEALTH-01", headline=True),
        out.figure("expected_damage", "damage", rule="S2-ATTACK-04", unit="on average", headline=True),
        out.percent("p_untouched", "untouched", rule="S2-ATTACK-03", headline=True),
        out.rows(
            "attacks",
            "Each attack",
            (
                out.word("action", "Action", FACTS.table("actions").options()),
                out.percent("p_hit", "Hits"),
                out.figure("expected_damage", "Damage"),
                out.word("defence", "Met by", DEFENSES),
            ),
            rule="S2-CAP-01",
            counts="No.",
        ),
        api_only(out.curve("p_hit", "Each hits", rule="S2-ATTACK-03", unit="Attack")),
        api_only(out.listing("defences", "Met by", DEFENSES, rule="S2-ATTACK-03")),
        out.distribution("damage_dist", "Damage of all", rule="S2-ATTACK-04", unit="damage"),
    ),
    compute=_values,
    check=_refuse,
    also=(*action_rules(ONE_HIT_ACTIONS), *BLOW_RULES),
    start={
        "attacks": [
            {"attacker": {"agility_die": 6, "skill": 2}},
            {"attacker": {"agility_die": 6, "skill": 2}},
            {"attacker": {"agility_die": 8, "skill": 3, "damage": 3}, "action": "power"},
        ],
        "defender": {"agility_die": 8, "acrobatics": 1, "parry": 2, "armor_dr": 1, "health": 4},
    },
    rolls=(RollOption("volley", "Roll it", volley, change=lambda _, end: SheetChange(end.lethal, at_me=True)),),
    explain=_explanation,
)
