"""The attacks of a round: how many are possible, and the bonus of each.

"Multiple attacks", "Fighting with two weapons" and "Charge".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import after, choice, number, toggle
from ....engine.procedure import Modifier, Procedure
from ..checks.check_step import dice
from ..modifiers import sequence
from ..modifiers.aim import aim_bonus, aim_rounds
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    SITUATION,
    OwnSituations,
    dice_explanation,
    help_bonus,
    helped,
    in_turn,
    lasting_bonus,
    refuse_charge,
    refuse_circumstances,
)
from ..modifiers.sequence import CHARGE, MODES, PAIR, SEQUENCE_RULES, STANDARD, TWO_WEAPON, Turn
from ..tables import FACTS
from .attack import bonus_modifiers

BONUS, ACTIONS, DYNAMIC = (-50, 100), (1, 4), (-6, 6)
DICE = "Dice"


def bonus() -> Any:
    """The input `bonus`: the attack bonus before any penalty for several attacks."""
    return number(
        "Attack bonus",
        *BONUS,
        help="Everything that is added to the dice of your first attack, without what is chosen as a situation.",
        rule="OBSS-MULT-06",
        signed=True,
    )


def actions(**common: Any) -> Any:
    """The input `actions`: the Actions left for attacks."""
    return number(
        "Actions",
        *ACTIONS,
        FACTS.number("actions_per_round"),
        help="How many you spend on attacking.",
        rule="OBSS-ACT-01",
        **common,
    )


def dynamic_dice(*, group: str = DICE) -> Any:
    """The input `dynamic_dice`: dice of the first attack only."""
    return number(
        "Other dice for the first attack",
        *DYNAMIC,
        0,
        help="Bonus dice that no situation here has; later attacks do not have them.",
        rule="OBSS-MULT-09",
        unit="d6",
        signed=True,
        group=group,
    )


@dataclass(frozen=True, kw_only=True)
class MultiAttack(OwnSituations):
    """An attack bonus, and a way to make several attacks."""

    help_bonus: int = after("situations", help_bonus())
    aim_rounds: int = after("help_bonus", aim_rounds(default=0, group=SITUATION))
    bonus: int = bonus()
    actions: int = actions()
    mode: str = choice("Way", MODES, STANDARD, help="How you attack several times.", rule="OBSS-MULT-05")
    dice: int = dice(group=DICE)
    dynamic_dice: int = dynamic_dice()
    secondary_light: bool = toggle(
        "Second weapon is Light",
        True,
        help="If it is not, its attacks are 3 lower.",
        rule="OBSS-TWF-04",
        group="Two weapons",
    )

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The bonuses of help and of an aim."""
        return (*helped(self.help_bonus), *aim_bonus(self.aim_rounds))


def _check(a: MultiAttack) -> None:
    below, needed = FACTS.number("low_level_below"), FACTS.number("low_level_actions")
    charging = FACTS.number("charge_actions")
    refuse_circumstances(a)
    if a.mode == PAIR and lasting_bonus(a, a.bonus) >= below:
        text = f"Two attacks at {FACTS.number('low_level_penalty')} each are for a bonus below {below}."
        raise not_allowed("mode", a.mode, text)
    if a.mode == PAIR and a.actions < needed:
        raise not_allowed("actions", a.actions, f"Two attacks take {needed} Actions.")
    if a.mode == CHARGE:
        refuse_charge(a)
    if a.mode == CHARGE and a.actions < charging:
        raise not_allowed("actions", a.actions, f"A charge takes {charging} Actions.")


def sequence_of(a: MultiAttack) -> list[Turn]:
    """The attacks that Actions and bonus allow, each with the penalty of its place."""
    lasting = lasting_bonus(a, a.bonus)
    if a.mode == PAIR:
        return sequence.pair(a.dynamic_dice)
    if a.mode == TWO_WEAPON:
        return sequence.two_weapons(lasting, a.actions, a.secondary_light, a.dynamic_dice)
    if a.mode == CHARGE:
        return sequence.charge(lasting, a.actions, a.dynamic_dice)
    return sequence.standard(lasting, a.actions, a.dynamic_dice)


def turns_of(a: MultiAttack) -> list[Turn]:
    """The attacks of these inputs with their circumstances."""
    return in_turn(a, sequence_of(a), charging=a.mode == CHARGE)


def explanation(a: MultiAttack) -> Procedure[Any]:
    """The number of attacks, and the modifiers of each."""
    limit = sequence.most(a.actions)
    enough = "any number of attacks" if limit is None else f"{limit} at most"
    turns = turns_of(a)
    steps = [
        note(f"Attack {index}", "OBSS-MULT-05", (*bonus_modifiers(a.bonus), *turn.penalties), also=("OBSS-MULT-09",))
        for index, turn in enumerate(turns, 1)
    ]
    by_actions = "OBSS-CHG-08" if a.mode == CHARGE else "OBSS-MULT-03"
    return notes(
        note(
            f"Actions spent: {a.actions}, {enough}" if a.mode != CHARGE else "One attack for each Action left",
            by_actions,
        ),
        note("The first attack always, others while bonus and penalty are 0 or more", "OBSS-MULT-06"),
        *steps,
        *dice_explanation([turn.more_dice for turn in turns]),
    )


def _values(a: MultiAttack) -> dict[str, Any]:
    rows = [
        {"penalty": place.penalty, "bonus": a.bonus + turn.penalty, "dice": a.dice + turn.dice}
        for place, turn in zip(sequence_of(a), turns_of(a), strict=True)
    ]
    return {
        "count": len(rows),
        "attacks": rows,
        "penalties": [row["penalty"] for row in rows],
        "bonuses": [row["bonus"] for row in rows],
        "dice": [row["dice"] for row in rows],
    }


MULTI_ATTACK = Calculator(
    id="obss.multi_attack",
    title="Several attacks",
    summary="How many attacks you have in a round, and with which bonuses.",
    inputs=MultiAttack,
    outputs=(
        out.figure("count", "attacks", one="attack", rule="OBSS-MULT-06", headline=True),
        out.rows(
            "attacks",
            "Attack by attack",
            (
                out.figure("penalty", "Penalty", signed=True),
                out.figure("bonus", "Bonus", signed=True),
                out.figure("dice", "Dice", unit="d6"),
            ),
            rule="OBSS-MULT-05",
            counts="Attack",
        ),
        api_only(out.listing("penalties", "Penalties", rule="OBSS-MULT-05")),
        api_only(out.listing("bonuses", "Bonuses", rule="OBSS-MULT-05")),
        api_only(out.listing("dice", "Dice", rule="OBSS-MULT-09")),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(*SEQUENCE_RULES, *CIRCUMSTANCE_RULES, "OBSS-ACTT-02", "OBSS-ACTT-03", "OBSS-MULT-11"),
    start={"bonus": 10, "situations": ["flanking"], "dynamic_dice": 1},
)
