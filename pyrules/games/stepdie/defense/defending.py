"""Every open defense against one attack, side by side, the best first.

"Defensive options": S2-DEFOPT-01, S2-CHOICE-01.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note, side_note
from ....engine.inputs import toggle
from ....engine.procedure import Procedure, Step
from ..attack.attack import EXAMPLE
from ..exchange.defense import DEFENSE_RULES, DEFENSES, answers, best_of, closed, refuse_impossible
from ..exchange.fighters import Defender, defender_input
from ..rolls.opposed import Contested, contest_steps
from ..rolls.rolls import HIGHER, ROLL_RULES, Roll, Total, beats, roll_input, total_of
from ..tables import FACTS

WHAT_ELSE = {row["id"]: row["does"] or "nothing else" for row in FACTS.table("reactions").rows}


@dataclass(frozen=True, kw_only=True)
class Defending:
    """A defender, and the attacker's roll."""

    defender: Defender = defender_input()
    attack: Roll = roll_input("Attack", help="The attack's roll, all in.", rule="S2-ATTACK-02")
    ranged: bool = toggle("Shot or thrown", help="Only a shield parries those.", rule="S2-PARRY-02")
    must_dodge: bool = toggle(
        "Must be dodged", help="A Power Attack with a heavy weapon: no parry, no block.", rule="S2-POWER-03"
    )


def _open(a: Defending) -> dict[str, Total]:
    return answers(a.defender, ranged=a.ranged, must_dodge=a.must_dodge)


def _values(a: Defending) -> dict[str, Any]:
    attack, open_to = total_of(a.attack), _open(a)
    best = best_of(attack, open_to)
    options = {
        kind: {"mean": answer.die.mean(lambda n: n), "p_avoid": 1 - beats(attack, answer)}
        for kind, answer in open_to.items()
    }
    return {
        "best": best,
        "best_p_avoid": options[best]["p_avoid"],
        "ranked": [
            {"defence": kind, **options[kind], "does": WHAT_ELSE[kind]}
            for kind in sorted(options, key=lambda kind: -options[kind]["p_avoid"])
        ],
        "options": options,
        "not_open": "; ".join(f"{labels(kind)}: {reason}" for kind, reason in _closed(a)) or "all are open",
    }


def labels(kind: str) -> str:
    """The label of a defense."""
    return next(option.label for option in DEFENSES if option.id == kind)


def _closed(a: Defending) -> list[tuple[str, str]]:
    found = (
        (option.id, closed(a.defender, option.id, ranged=a.ranged, must_dodge=a.must_dodge)) for option in DEFENSES
    )
    return [(kind, reason.rstrip(".")) for kind, reason in found if reason is not None]


def _steps(a: Defending, kind: str, answer: Total) -> tuple[Step[Any], ...]:
    rule = FACTS.table("reactions").row(kind)["rule"]
    return contest_steps(total_of(a.attack), answer, ("Attack", labels(kind)), rule="S2-DEFOPT-01", second_rule=rule)


def _outcome(x: Contested) -> str:
    return "Hit" if x.result == HIGHER else "Avoided"


def defend(a: Defending) -> Procedure[Contested]:
    """The attack against the best defense."""
    open_to = _open(a)
    best = best_of(total_of(a.attack), open_to)
    return Procedure(Contested(), _steps(a, best, open_to[best]), _outcome)


def _explanation(a: Defending) -> Procedure[Contested]:
    """The contest with the best defense, the totals of the others, and how the best is chosen."""
    others = [
        step
        for kind, answer in _open(a).items()
        for step in side_note(labels(kind), "S2-CHOICE-01", (note(answer.dice_text, "S2-CHOICE-01", answer.modifiers),))
    ]
    choice = note("The best is hit least often; of equals, the first", "S2-CHOICE-01")
    return defend(a).explained(*others, choice)


DEFENCE = Calculator(
    id="stepdie.defence",
    title="Which defense?",
    summary="Dodge, parry or block: every answer that is open to an attack, the best first.",
    inputs=Defending,
    outputs=(
        out.word("best", "is best", DEFENSES, rule="S2-CHOICE-01", headline=True),
        out.percent("best_p_avoid", "avoids the attack", rule="S2-DEFOPT-01", headline=True),
        out.rows(
            "ranked",
            "Your defenses, best first",
            (
                out.word("defence", "Defense", DEFENSES),
                out.percent("p_avoid", "Avoids"),
                out.figure("mean", "Total on average"),
                out.word("does", "What else"),
            ),
            rule="S2-CHOICE-01",
        ),
        out.word("not_open", "Not open", rule="S2-DEFOPT-01"),
        api_only(
            out.named(
                "options",
                "Defenses",
                out.record("option", "Defense", (out.figure("mean", "Mean"), out.percent("p_avoid", "Avoids"))),
            )
        ),
    ),
    compute=_values,
    check=lambda a: refuse_impossible(a.defender),
    also=("S2-TIE-01", *ROLL_RULES, *DEFENSE_RULES),
    start={"defender": EXAMPLE["defender"], "attack": {"die": 8, "skill": 3}},
    rolls=(RollOption("defence", "Roll it", defend),),
    explain=_explanation,
)
