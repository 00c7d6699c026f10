"""Prepare an attack for the next round, or attack in both rounds.

"Prepare": S2-PREP-01.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import by, note, under
from ....engine.inputs import Option
from ....engine.procedure import Procedure
from ..exchange.blow import BLOW_RULES, Blow, Struck, blow_procedure, blow_steps, down_at, lethal_sum, p_no_hit
from ..exchange.strike import ONE_HIT_ACTIONS, action_rules
from .attack import EXAMPLE, Attack, blow_of, refuse

TWICE, READY = "attack_twice", "prepare"
PLANS = (Option(TWICE, "Attack twice", "S2-ATTACK-01"), Option(READY, "Prepare", "S2-PREP-01"))


def plain_blow(a: Attack) -> Blow:
    """The attack without the bonus of Prepare."""
    return blow_of(replace(a, attacker=replace(a.attacker, prepared=False)))


def prepared_blow(a: Attack) -> Blow:
    """The attack with the bonus of Prepare."""
    return blow_of(replace(a, attacker=replace(a.attacker, prepared=True)))


def twice(a: Attack) -> Procedure[Struck]:
    """One attack in each of the two rounds."""
    made = plain_blow(a)
    steps = (*by("First round", blow_steps(made)), *by("Second round", blow_steps(made)))
    return Procedure(Struck(), steps, lambda x: ("No hit", "One hit", "Two hits")[x.hits])


def prepared(a: Attack) -> Procedure[Struck]:
    """No attack in the first round, and the prepared attack in the second."""
    return blow_procedure(prepared_blow(a))


def _explanation(a: Attack) -> Procedure[Struck]:
    """The steps of both plain attacks and of the prepared one, and how the better plan is chosen."""
    return twice(a).explained(
        down_at(a.defender.health),
        *(under("S2-PREP-01", step) for step in by("Prepared", blow_steps(prepared_blow(a)))),
        note("Better is what does more damage on average; of equals, to attack twice", "S2-PREP-01"),
    )


def _values(a: Attack) -> dict[str, Any]:
    each, ready = plain_blow(a), prepared_blow(a)
    both = (each, each)
    values: dict[str, Any] = {
        "twice_expected": 2 * each.expected,
        "twice_p_any_hit": 1 - p_no_hit(both),
        "twice_p_drop": lethal_sum(both).p(lambda n: n >= a.defender.health),
        "prepared_p_hit": ready.p_hit,
        "prepared_expected": ready.expected,
        "prepared_p_drop": ready.p_drop,
    }
    better = READY if values["prepared_expected"] > values["twice_expected"] else TWICE
    names = {TWICE: ("twice_expected", "twice_p_any_hit", "twice_p_drop")}
    names[READY] = ("prepared_expected", "prepared_p_hit", "prepared_p_drop")
    rows = [
        {"plan": plan, "damage": values[damage], "p_hit": values[p_hit], "p_drop": values[p_drop]}
        for plan, (damage, p_hit, p_drop) in names.items()
    ]
    return {"better_by_damage": better, "better_expected": values[names[better][0]], "plans": rows, **values}


PREPARE = Calculator(
    id="stepdie.prepare",
    title="Prepare or attack twice?",
    summary="A round spent on preparing one attack, against an attack in each round.",
    inputs=Attack,
    outputs=(
        out.word("better_by_damage", "does more damage", PLANS, rule="S2-PREP-01", headline=True),
        out.figure("better_expected", "damage in two rounds", rule="S2-PREP-01", unit="on average", headline=True),
        out.rows(
            "plans",
            "Both rounds together",
            (
                out.word("plan", "Plan", PLANS),
                out.figure("damage", "Damage"),
                out.percent("p_hit", "Hits"),
                out.percent("p_drop", "Drops"),
            ),
            rule="S2-PREP-01",
        ),
        *(
            api_only(one)
            for one in (
                out.figure("twice_expected", "Twice: damage", rule="S2-ATTACK-04"),
                out.percent("twice_p_any_hit", "Twice: hits", rule="S2-ATTACK-03"),
                out.percent("twice_p_drop", "Twice: drops", rule="S2-HEALTH-01"),
                out.figure("prepared_expected", "Prepared: damage", rule="S2-PREP-01"),
                out.percent("prepared_p_hit", "Prepared: hits", rule="S2-PREP-01"),
                out.percent("prepared_p_drop", "Prepared: drops", rule="S2-PREP-01"),
            )
        ),
    ),
    compute=_values,
    check=refuse,
    also=(*action_rules(ONE_HIT_ACTIONS), *BLOW_RULES),
    start=EXAMPLE | {"action": "critical"},
    rolls=(
        RollOption("twice", "Attack twice", twice, lambda end: end.lethal),
        RollOption("prepared", "Prepare, then attack", prepared, lambda end: end.lethal),
    ),
    explain=_explanation,
)
