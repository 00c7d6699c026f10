"""The same round of attacks against a normal stance, Defend and Block, side by side.

"Defend" and "Block": S2-DEFEND-01, S2-BLOCK-01.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.errors import not_allowed
from ....engine.explain import note, side_note
from ....engine.procedure import Procedure
from ..exchange.blow import BLOW_RULES, Blow, Struck, down_at, lethal_sum
from ..exchange.fighters import Defender, defender_input
from ..exchange.strike import ONE_HIT_ACTIONS, action_rules
from ..rolls.default_inputs import cap_per, min_damage
from ..tables import FACTS
from .volley import (
    OneAttack,
    attacks_input,
    blows_of,
    refuse_impossible_among,
    volley_figures,
    volley_of,
)

CHOICES = FACTS.table("stances").options()
NORMAL, DEFEND, BLOCK = (option.id for option in CHOICES)  # the first wins a tie
ROWS = {row["id"]: row for row in FACTS.table("stances").rows}


@dataclass(frozen=True, kw_only=True)
class Stances:
    """A round of attacks, and the defender whose stances are compared."""

    attacks: tuple[OneAttack, ...] = attacks_input()
    defender: Defender = defender_input()
    cap_per: str = cap_per()
    min_damage: int = min_damage()


def stances(a: Stances) -> dict[str, tuple[Blow, ...]]:
    """The attacks against each open stance; Block requires a shield."""
    taken = {NORMAL: a.defender, DEFEND: replace(a.defender, defending=True)}
    if a.defender.block is not None:
        taken[BLOCK] = replace(a.defender, blocking=True)
    return {
        stance: blows_of(a.attacks, one, cap_per=a.cap_per, min_damage=a.min_damage) for stance, one in taken.items()
    }


def _values(a: Stances) -> dict[str, Any]:
    found = stances(a)
    health = a.defender.health
    each = {stance: volley_figures(made, health) for stance, made in found.items()}
    safest = min(each, key=lambda stance: (each[stance]["p_drop"], each[stance]["expected_damage"]))
    return {
        "safest": safest,
        "p_drop": each[safest]["p_drop"],
        "expected_damage": each[safest]["expected_damage"],
        "compared": [
            {
                "stance": stance,
                **each[stance],
                "costs": ROWS[stance]["costs"],
                "damage": out.text_keys(lethal_sum(made).probabilities()),
            }
            for stance, made in found.items()
        ],
        "stances": each,
    }


def _rolled(stance: str) -> Callable[[Stances], Procedure[Struck]]:
    def roll(a: Stances) -> Procedure[Struck]:
        found = stances(a)
        if stance not in found:
            raise not_allowed("defender.block", None, "Blocking takes a shield: give its Block value.")
        return volley_of(found[stance], a.defender.health)

    return roll


def _explanation(a: Stances) -> Procedure[Struck]:
    """The steps against the safest stance, what each stance changes, and how the safest is chosen."""
    safest = _values(a)["safest"]
    others = (
        step
        for stance, made in stances(a).items()
        for step in side_note(
            ROWS[stance]["label"],
            "S2-DEFEND-01",
            (note(f"First {made[0].defence}: {made[0].answer.dice_text}", "S2-DEFEND-01", made[0].answer.modifiers),),
        )
    )
    return _rolled(safest)(a).explained(
        down_at(a.defender.health),
        *others,
        note("The safest is dropped least often; of equals, the one that takes less damage", "S2-DEFEND-01"),
    )


def _refuse(a: Stances) -> None:
    refuse_impossible_among(a.attacks, a.defender)


def _figures() -> tuple[out.Output, ...]:
    return (
        out.percent("p_drop", "Dropped"),
        out.figure("expected_damage", "Damage"),
        out.percent("p_untouched", "Untouched"),
    )


STANCES = Calculator(
    id="stepdie.stances",
    title="Defend or Block?",
    summary="A round of attacks met as you are, with Defend, and blocking: which keeps you on your feet.",
    inputs=Stances,
    outputs=(
        out.word("safest", "is safest", CHOICES, rule="S2-DEFEND-01", headline=True),
        out.percent("p_drop", "dropped even so", rule="S2-HEALTH-01", headline=True),
        out.figure("expected_damage", "damage", rule="S2-ATTACK-04", unit="on average", headline=True),
        out.rows(
            "compared",
            "Ways to meet the round",
            (
                out.word("stance", "Stance", CHOICES),
                *_figures(),
                out.word("costs", "Costs"),
                out.distribution("damage", "All damage", unit="damage"),
            ),
            rule="S2-DEFEND-01",
        ),
        api_only(out.named("stances", "Stances", out.record("stance", "Stance", _figures()))),
    ),
    compute=_values,
    check=_refuse,
    also=(*action_rules(ONE_HIT_ACTIONS), *BLOW_RULES),
    start={
        "attacks": [{"attacker": {"agility_die": 8, "skill": 2}}] * 3,
        "defender": {"agility_die": 8, "acrobatics": 1, "parry": 1, "parry_is_shield": True, "block": 3, "health": 4},
    },
    rolls=tuple(
        RollOption(
            option.id, option.label, _rolled(option.id), change=lambda _, end: SheetChange(end.lethal, at_me=True)
        )
        for option in CHOICES
    ),
    explain=_explanation,
)
