"""A weapon set against a charge: the side with the longer reach strikes first.

"Weapons set against a charge".
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import number, toggle
from ....engine.procedure import Modifier, Procedure
from ..checks.check_step import dice
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    MeleeSituations,
    against,
    defense_explanation,
    in_turn,
    refuse_circumstances,
)
from ..modifiers.sequence import Turn
from ..table_rules import triples_critical
from ..tables import FACTS
from .attack_roll import mean_criticals, p_hit
from .turn_of_attacks import TURN_RULES, InTurn, first_bonus, odds_explanation, rolled, target_defense

REACH = (0, 20)


def _reach(label: str, help: str) -> Any:
    return number(label, *REACH, help=help, rule="OBSS-SET-03", unit="m")


@dataclass(frozen=True, kw_only=True)
class CounterCharge(MeleeSituations):
    """A fighter with a set weapon, and the charger."""

    setter_reach: int = _reach("Your reach", "How far your set weapon reaches; a long weapon one meter farther.")
    charger_reach: int = _reach("Charger's reach", "How far the charger's weapon reaches.")
    bonus: int = first_bonus()
    target_defense: int | None = target_defense()
    dice: int = dice(help="Without the die that a hasty blow costs, and without those of situations.", group="Weapon")
    weapon_has_set_trait: bool = toggle(
        "Weapon has Set", True, help="Only a weapon with that trait can be set.", rule="OBSS-SET-02", group="Weapon"
    )
    reaction_free: bool = toggle(
        "Reaction unspent", True, help="Setting the weapon takes your Reaction.", rule="OBSS-SET-02", group="Weapon"
    )
    triples_critical: bool = triples_critical()


def _check(c: CounterCharge) -> None:
    refuse_circumstances(c)
    if not c.weapon_has_set_trait:
        text = "Only a weapon with the Set trait can be set against a charge."
        raise not_allowed("weapon_has_set_trait", False, text)
    if not c.reaction_free:
        raise not_allowed("reaction_free", False, "Setting a weapon takes a Reaction, and yours is spent.")


def strikes_first(c: CounterCharge) -> bool:
    """Whether the set weapon strikes first; with equal reach it does not."""
    return c.charger_reach < c.setter_reach


def blow(c: CounterCharge) -> InTurn:
    """The attack of the set weapon."""
    fewer, crits = FACTS.number("set_attack_dice"), FACTS.number("set_attack_crits")
    (turn,) = in_turn(c, [Turn()])
    return InTurn("Set weapon", "OBSS-SET-03", c.bonus, c.dice + fewer, turn, crits)


def _rolled(c: CounterCharge) -> Procedure[int]:
    if not strikes_first(c):
        raise not_allowed("setter_reach", c.setter_reach, "Your reach is no longer: there is no early attack.")
    return rolled([blow(c)], against(c, c.target_defense), c.triples_critical)


def explanation(c: CounterCharge) -> Procedure[int]:
    """The reach of both sides, and the attack of the set weapon."""
    first = strikes_first(c)
    longer = "Your reach is longer: you strike first" if first else "Your reach is no longer: no early attack"
    costs = FACTS.modifier("set_reactions")
    dice = (Modifier("Dice", c.dice, "OBSS-MOD-14"), FACTS.modifier("set_attack_dice"), *blow(c).turn.more_dice)
    return Procedure(
        0,
        (
            note("Setting the weapon", "OBSS-SET-02", (costs,)),
            note(longer, "OBSS-SET-03"),
            note("Dice of the attack", "OBSS-MOD-14", dice, also=("OBSS-MOD-17",)),
            note("Bonus of the attack", "OBSS-AR-01", blow(c).modifiers, gives="modifier"),
            *defense_explanation(c),
            note("A hit of the attack", "OBSS-SET-04", (FACTS.modifier("set_attack_crits"),)),
            *(odds_explanation([blow(c)], against(c, c.target_defense), c.triples_critical) if first else ()),
        ),
        str,
    )


def _values(c: CounterCharge) -> dict[str, Any]:
    attack, first, defense = blow(c), strikes_first(c), against(c, c.target_defense)
    chance: Fraction | None = None
    crits: Fraction | None = None
    if first and defense is not None:
        roll = attack.roll(defense, c.triples_critical)
        chance, crits = p_hit(roll), mean_criticals(roll)
    return {
        "attack_before_charger": first,
        "dice": attack.total_dice,
        "modifier": attack.total_bonus,
        "extra_crits_on_hit": attack.extra_crits,
        "p_hit": chance,
        "expected_crits": crits,
    }


COUNTER_CHARGE = Calculator(
    id="obss.counter_charge",
    title="Set against a charge",
    summary=FACTS.fill(
        "A weapon set against a charge: whether you strike first, and the chance to hit. "
        "Choose Has charged for the target, unless its Defense has the {charge_defense} of its charge already."
    ),
    inputs=CounterCharge,
    outputs=(
        out.flag(
            "attack_before_charger",
            "",
            yes="you strike first",
            no="no early attack",
            rule="OBSS-SET-03",
            headline=True,
        ),
        out.percent("p_hit", "hits", rule="OBSS-HIT-01", headline=True),
        out.figure("dice", "Dice of an early attack", rule="OBSS-MOD-14", unit="d6"),
        out.figure("modifier", "Its bonus", rule="OBSS-AR-01", signed=True),
        out.figure("extra_crits_on_hit", "Criticals that its hit has besides", rule="OBSS-SET-04"),
        out.figure("expected_crits", "Criticals", rule="OBSS-HIT-01", unit="on average"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(*TURN_RULES, *CIRCUMSTANCE_RULES),
    start={
        "setter_reach": 2,
        "charger_reach": 1,
        "bonus": 8,
        "target_defense": 18,
        "target_situations": ["charged"],
    },
    rolls=(RollOption("attack", "Roll the early attack", _rolled),),
)
