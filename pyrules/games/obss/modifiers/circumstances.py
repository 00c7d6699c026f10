"""The circumstances of an attack: situations of both sides, help from allies and aim, and their sum.

"Modifiers in Attack or Defense", "Helping Another in Combat", "Taking Aim" and "Multiple attacks".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from ....engine.errors import not_allowed
from ....engine.inputs import after, number
from ....engine.procedure import Modifier, counted, if_any, total
from ..table_rules import fatigue_ladder
from ..tables import FACTS
from .aim import AIMED, aim_bonus, aim_rounds
from .sequence import further
from .situations import (
    ATTACKER,
    DEFENDER,
    SITUATION_RULES,
    attacker_situations,
    counted_on_attack,
    counted_on_defense,
    refuse_both,
    target_situations,
)

SITUATION, CHARGING = "Situation", "charge"
MOST_HELP = FACTS.number("helpers_limit") * FACTS.number("help_critical_bonus")
EARLIER = (0, 20)


@dataclass(frozen=True, kw_only=True)
class Situations:
    """The inputs of an attack for the situations of both sides."""

    situations: tuple[str, ...] = attacker_situations(
        "For you", help="What holds for you and is not in the attack bonus yet.", group=SITUATION
    )
    target_situations: tuple[str, ...] = target_situations(
        "For the target", help="What holds for the target and is not in its Defense yet.", group=SITUATION
    )
    fatigue: str = fatigue_ladder()

    def held(self) -> tuple[str, ...]:
        """The attacker's situations."""
        return self.situations

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The modifiers of the first attack only, besides bonus dice (OBSS-MULT-09)."""
        return ()


def help_bonus() -> Any:
    """The input `help_bonus`: the bonus from allies who help in melee, from 0 to `MOST_HELP`."""
    return number(
        "Help from allies",
        0,
        MOST_HELP,
        0,
        help="What allies who help in melee give to one attack.",
        rule="OBSS-HELP-03",
        signed=True,
        group=SITUATION,
    )


def helped(bonus: int) -> tuple[Modifier, ...]:
    """The bonus of help as an attack shows it."""
    return if_any("Help from allies", bonus, "OBSS-HELP-03")


@dataclass(frozen=True, kw_only=True)
class Circumstances(Situations):
    """The circumstances of any attack, in melee or at range."""

    help_bonus: int = after("target_situations", help_bonus())
    aim_rounds: int = after("help_bonus", aim_rounds(default=0, group=SITUATION))

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The bonuses of help and of an aim."""
        return (*helped(self.help_bonus), *aim_bonus(self.aim_rounds))


C = TypeVar("C", bound=Situations)


def attack_index(**common: Any) -> Any:
    """The input `attack_index`: the number of earlier attacks in the round."""
    help = FACTS.fill("Each one before it in this round: {further_attack_step}; bonus dice are for the first alone.")
    return number("Attacks before it", *EARLIER, 0, help=help, rule="OBSS-MULT-05", group=SITUATION, **common)


_BONUS_RULES = ("OBSS-AIM-01", "OBSS-HELP-03", "OBSS-MOD-14")
CIRCUMSTANCE_RULES = (*SITUATION_RULES, *(row["rule"] for row in AIMED.rows), *_BONUS_RULES)
"""The rules that the circumstances of an attack cite."""


class Sums(NamedTuple):
    """The modifiers of one attack from its circumstances: to its bonus, and to its dice."""

    bonus: tuple[Modifier, ...]
    dice: tuple[Modifier, ...]

    @property
    def flat(self) -> int:
        """The sum of the modifiers to the bonus."""
        return total(self.bonus)

    @property
    def more_dice(self) -> int:
        """The sum of the modifiers to the dice."""
        return total(self.dice)


def for_attack(c: Situations, *, later: bool = False, charging: bool = False) -> Sums:
    """The modifiers of one attack; help, aim and bonus dice count only for the first (OBSS-MULT-09)."""
    held = c.held()
    if charging and CHARGING not in held:
        held = (*held, CHARGING)
    counted = counted_on_attack(held, c.fatigue, later=later)
    bonus = tuple(Modifier(one.situation.label, one.flat, one.situation.rule) for one in counted if one.flat)
    dice = tuple(Modifier(one.situation.label, one.dice, one.situation.rule) for one in counted if one.dice)
    return Sums(bonus if later else (*bonus, *c.first_bonuses()), dice)


def for_defense(c: Situations) -> tuple[Modifier, ...]:
    """The modifiers of the target's Defense."""
    counted = counted_on_defense(c.target_situations, c.fatigue)
    return tuple(Modifier(one.situation.label, one.flat, one.situation.rule) for one in counted if one.flat)


def refuse_circumstances(c: Situations) -> None:
    """Refuses situations that exclude each other."""
    refuse_both(ATTACKER, c.situations, "situations")
    refuse_both(DEFENDER, c.target_situations, "target_situations")


def refuse_closed_attack(bonus: int, index: int) -> None:
    """Refuses an attack that the penalty for earlier attacks rules out (OBSS-MULT-06)."""
    penalty = total(further(index))
    if index and bonus + penalty < 0:
        text = (
            f"After {counted(index, 'attack')} the penalty {penalty} is greater than the bonus {bonus}: "
            "there is no such attack."
        )
        raise not_allowed("attack_index", index, text)


def without(c: C, situation_id: str) -> C:
    """The same circumstances without one situation of the attacker."""
    return replace(c, situations=tuple(one for one in c.situations if one != situation_id))
