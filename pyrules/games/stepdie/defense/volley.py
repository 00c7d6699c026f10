"""Several attacks on one defender in the same round; each lowers the next defense.

"Defensive options": the Cumulative Attacker Penalty, S2-CAP-01. The chapter names the penalty without its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.errors import BAD_TYPE
from ....engine.explain import by, note
from ....engine.inputs import many, record, toggle
from ....engine.procedure import Procedure, counted
from ..exchange.blow import (
    BLOW_RULES,
    Blow,
    Struck,
    blow,
    blow_steps,
    down_at,
    lethal_sum,
    p_no_hit,
    refuse_impossible_blow,
)
from ..exchange.defense import BEST, DEFENSES, defence_input
from ..exchange.fighters import Attacker, Defender, attacker_input, defender_input
from ..exchange.strike import ONE_HIT_ACTIONS, action_input, action_rules, strike
from ..rolls.default_inputs import cap_per, min_damage
from ..tables import FACTS

MOST_ATTACKS = 8
ATTACK = FACTS.table("cap_counts").rows[0]["id"]


@dataclass(frozen=True, kw_only=True)
class OneAttack:
    """One of the attacks of a round."""

    attacker: Attacker = attacker_input()
    action: str = action_input()
    again: bool = toggle(
        "Same attacker again",
        help="Made by whoever made the attack before; it matters where the penalty counts attackers.",
        rule="S2-CAP-01",
        group="More about it",
    )


def attacks_input() -> Any:
    """The required input for the attacks on one defender."""
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
    """The attacks of a round on one defender."""

    attacks: tuple[OneAttack, ...] = attacks_input()
    defender: Defender = defender_input()
    defence: str = defence_input()
    cap_per: str = cap_per()
    min_damage: int = min_damage()


def attackers_before(attacks: Sequence[OneAttack], cap_per: str) -> list[int]:
    """How many attacks, or attackers, the penalty counts before each attack (S2-CAP-01).

    `cap_per` says which. An attacker's own earlier attacks do not count when the penalty counts attackers.
    """
    if cap_per == ATTACK:
        return list(range(len(attacks)))
    return list(accumulate((0 if one.again or not index else 1 for index, one in enumerate(attacks))))


def blows_of(
    attacks: Sequence[OneAttack], d: Defender, *, defence: str = BEST, cap_per: str = ATTACK, min_damage: int = 0
) -> tuple[Blow, ...]:
    """Each attack with the defense that it meets, after the penalty for earlier attacks (S2-CAP-01)."""
    return tuple(
        blow(
            strike(one.attacker, one.action),
            replace(d, cap_count=d.cap_count + before),
            defence=defence,
            min_damage=min_damage,
        )
        for before, one in zip(attackers_before(attacks, cap_per), attacks, strict=True)
    )


def refuse_impossible_among(attacks: Sequence[OneAttack], d: Defender, defence: str = BEST) -> None:
    """Refuses attacks that the rules exclude, each by its place in the inputs."""
    for index, one in enumerate(attacks):
        refuse_impossible_blow(one.attacker, one.action, d, defence, attacker=f"attacks.{index}.attacker")


def volley_figures(made: Sequence[Blow], health: int) -> dict[str, Any]:
    """The answer's figures for all attacks together."""
    total = lethal_sum(made)
    return {
        "expected_damage": total.mean(lambda n: n),
        "p_untouched": p_no_hit(made),
        "p_drop": total.p(lambda n: n >= health),
    }


def _blows(a: Volley) -> tuple[Blow, ...]:
    return blows_of(a.attacks, a.defender, defence=a.defence, cap_per=a.cap_per, min_damage=a.min_damage)


def volley_of(made: Sequence[Blow], health: int) -> Procedure[Struck]:
    """The attacks in their order, as one procedure."""

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
    """The steps of all attacks, then the points that drop the target."""
    return volley(a).explained(
        note("Each attack is met on its own, and makes the next defense harder", "S2-CAP-01"),
        note("However many are dodged, one zone is moved, once all are resolved", "S2-DODGE-07"),
        down_at(a.defender.health),
    )


def _refuse(a: Volley) -> None:
    refuse_impossible_among(a.attacks, a.defender, a.defence)


def _values(a: Volley) -> dict[str, Any]:
    made = _blows(a)
    return {
        **volley_figures(made, a.defender.health),
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
