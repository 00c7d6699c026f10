"""Charge: a run that ends in an attack with one more die, at a cost in Defense.

"Charge" and "Charge with a weapon set": OBSS-CHG-01 to OBSS-CHG-08.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import number, toggle
from ....engine.procedure import Procedure, counted, if_any
from ..checks.check_step import dice
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    MeleeSituations,
    against,
    defense_explanation,
    in_turn,
    lasting_bonus,
    refuse_charge,
    refuse_circumstances,
)
from ..modifiers.sequence import charge
from ..table_rules import triples_critical
from ..tables import FACTS
from .turn_of_attacks import (
    TURN_RULES,
    InTurn,
    bonuses_explanation,
    first_bonus,
    odds,
    odds_explanation,
    p_any,
    rolled,
    target_defense,
)

DISTANCE, SPEED = (0, 1000), (0, 200)
ACTIONS = (FACTS.number("charge_actions"), 4)
RUN, MORE = "The run", "Attack"


@dataclass(frozen=True, kw_only=True)
class Charge(MeleeSituations):
    """A run at a target."""

    distance: int = number(
        "Distance", *DISTANCE, help="How far the target is, in squares of a meter.", rule="OBSS-CHG-02", unit="m"
    )
    speed: int = number("Movement", *SPEED, help="How far one Movement Action takes you.", rule="OBSS-CHG-01", unit="m")
    bonus: int = first_bonus()
    target_defense: int | None = target_defense()
    actions: int = number(
        "Actions",
        *ACTIONS,
        FACTS.number("actions_per_round"),
        help=FACTS.fill("{charge_actions} for the run and a blow, one for each further attack."),
        rule="OBSS-CHG-08",
        group=MORE,
    )
    dice: int = dice(help="Without the die of the charge: that is added to the first attack.", group=MORE)
    set_trait: bool = toggle("Weapon with Set", help="It hurts more in a charge, too.", rule="OBSS-SET-01", group=MORE)
    difficult: bool = toggle("Difficult terrain", help="It rules a charge out.", rule="OBSS-CHG-03", group=RUN)
    rhino: bool = toggle("Rhino", help="The feat that lets you charge over it all the same.", rule="EXT-21", group=RUN)
    triples_critical: bool = triples_critical()


def _check(c: Charge) -> None:
    refuse_circumstances(c)
    refuse_charge(c)
    least, farthest = FACTS.number("charge_least_m"), c.speed * FACTS.number("charge_moves")
    if c.distance < least:
        raise not_allowed("distance", c.distance, f"A charge needs at least {least} meters.")
    if c.distance > farthest:
        raise not_allowed("distance", c.distance, f"{c.distance} meters are too far: you can charge {farthest}.")
    if c.difficult and not c.rhino:
        raise not_allowed("difficult", c.difficult, "Nobody charges over difficult terrain without the Rhino feat.")


def extra_crits(c: Charge) -> int:
    """The criticals that every hit of the charge has (OBSS-SET-01)."""
    return FACTS.number("set_charge_crits") * c.set_trait


def attacks_of(c: Charge) -> list[InTurn]:
    """The attack of the charge, and one attack for each Action left (OBSS-MOD-17)."""
    turns = in_turn(c, charge(lasting_bonus(c, c.bonus), c.actions), charging=True)
    return [
        InTurn(f"Attack {place}" if place > 1 else "Charge", "OBSS-CHG-07", c.bonus, c.dice, turn, extra_crits(c))
        for place, turn in enumerate(turns, 1)
    ]


def explanation(c: Charge) -> Procedure[int]:
    """Whether the target is in reach, the cost, and each attack."""
    attacks = attacks_of(c)
    run = f"{c.distance} of at most {c.speed * FACTS.number('charge_moves')} meters"
    crits = FACTS.modifier("set_charge_crits", c.set_trait)
    return Procedure(
        0,
        (
            note(run, "OBSS-CHG-01", also=("OBSS-CHG-04",)),
            note("The run and a blow", "OBSS-CHG-08", (FACTS.modifier("charge_actions"),), gives="actions_for_charge"),
            note(f"After the run: {counted(len(attacks), 'attack')}", "OBSS-CHG-08", gives="count"),
            note("Until your next round begins", "OBSS-CHG-06", (FACTS.modifier("charge_defense"),), gives="defense"),
            note("First attack: dice", "OBSS-CHG-05", attacks[0].turn.more_dice, also=("OBSS-MOD-17",)),
            *bonuses_explanation(attacks),
            *defense_explanation(c),
            note("Each hit", "OBSS-SET-01", if_any(crits.label, crits.value, crits.rule)),
            *odds_explanation(attacks, against(c, c.target_defense), c.triples_critical),
        ),
        str,
    )


def _rolled(c: Charge) -> Procedure[int]:
    return rolled(attacks_of(c), against(c, c.target_defense), c.triples_critical)


def _values(c: Charge) -> dict[str, Any]:
    attacks = attacks_of(c)
    each = odds(attacks, against(c, c.target_defense), c.triples_critical)
    return {
        "count": len(attacks),
        "actions_for_charge": FACTS.number("charge_actions"),
        "attack_bonuses": [attack.total_bonus for attack in attacks],
        "dice": [attack.total_dice for attack in attacks],
        "defense": FACTS.number("charge_defense"),
        "extra_crits_on_hit": extra_crits(c),
        "p_first": each[0]["p_hit"],
        "p_any_hit": p_any(each),
        "attacks": [
            {"bonus": attack.total_bonus, "dice": attack.total_dice, **one}
            for attack, one in zip(attacks, each, strict=True)
        ],
    }


CHARGE = Calculator(
    id="obss.charge",
    title="Charge",
    summary="Run at a foe and strike with a die more: the attacks you get, and what it costs in Defense.",
    inputs=Charge,
    outputs=(
        out.percent("p_first", "the charge hits", rule="OBSS-HIT-01", headline=True),
        out.figure("count", "attacks", one="attack", rule="OBSS-CHG-08", headline=True),
        out.figure("defense", "Defense until your next round", rule="OBSS-CHG-06", headline=True, signed=True),
        out.percent("p_any_hit", "At least one hits", rule="OBSS-HIT-01"),
        out.figure("actions_for_charge", "Actions for the run and a blow", rule="OBSS-CHG-08"),
        out.figure("extra_crits_on_hit", "Criticals that every hit has", rule="OBSS-SET-01"),
        out.rows(
            "attacks",
            "Each attack",
            (
                out.figure("bonus", "Bonus", signed=True),
                out.figure("dice", "Dice", unit="d6"),
                out.percent("p_hit", "Hits"),
                out.figure("crits", "Criticals on average"),
            ),
            rule="OBSS-CHG-07",
            counts="Attack",
        ),
        api_only(out.listing("attack_bonuses", "Attack bonuses", rule="OBSS-CHG-07")),
        api_only(out.listing("dice", "Dice", rule="OBSS-CHG-05")),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(
        *(f"OBSS-CHG-{row:02}" for row in range(1, 11)),
        "OBSS-LONG-03",
        "OBSS-PRON-04",
        *TURN_RULES,
        *CIRCUMSTANCE_RULES,
    ),
    start={"distance": 11, "speed": 9, "bonus": 10, "target_defense": 17},
    rolls=(RollOption("charge", "Roll the charge", _rolled),),
)
