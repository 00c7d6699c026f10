"""The circumstances of an attack: situations of both sides, help from allies and aim, and their sum.

"Modifiers in Attack or Defense", "Helping Another in Combat", "Taking Aim" and "Multiple attacks".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import after, number
from ....engine.procedure import Modifier, Step, if_any, total
from ..table_rules import fatigue_ladder
from ..tables import FACTS
from .aim import AIMED, aim_bonus, aim_rounds
from .sequence import Turn, further
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
NO_CHARGING = frozenset(row["id"] for row in ATTACKER.rows if row["excludes"] == "fatigue") | {"entangled", "prone"}
"""The situations that rule out a charge (EXT-15, OBSS-PRON-04)."""


@dataclass(frozen=True, kw_only=True)
class OwnSituations:
    """The input of an attack for the attacker's situations."""

    situations: tuple[str, ...] = attacker_situations(
        "For you", help="What holds for you and is not in the attack bonus yet.", group=SITUATION
    )
    fatigue: str = fatigue_ladder()

    def held(self) -> tuple[str, ...]:
        """The attacker's situations."""
        return self.situations

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The modifiers of the first attack only, besides bonus dice (OBSS-MULT-09)."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Situations(OwnSituations):
    """The inputs of an attack for the situations of both sides."""

    target_situations: tuple[str, ...] = after(
        "situations",
        target_situations(
            "For the target", help="What holds for the target and is not in its Defense yet.", group=SITUATION
        ),
    )


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
class MeleeSituations(Situations):
    """The circumstances of an attack in melee: the situations, and help from allies."""

    help_bonus: int = after("target_situations", help_bonus())

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The bonus of help."""
        return helped(self.help_bonus)


@dataclass(frozen=True, kw_only=True)
class Circumstances(MeleeSituations):
    """The circumstances of any attack, in melee or at range."""

    aim_rounds: int = after("help_bonus", aim_rounds(default=0, group=SITUATION))

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The bonuses of help and of an aim."""
        return (*helped(self.help_bonus), *aim_bonus(self.aim_rounds))


C = TypeVar("C", bound=OwnSituations)


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


def for_attack(c: OwnSituations, *, later: bool = False, charging: bool = False) -> Sums:
    """The modifiers of one attack; help, aim and bonus dice count only for the first (OBSS-MULT-09)."""
    held = c.held()
    if charging and CHARGING not in held:
        held = (*held, CHARGING)
    counted = counted_on_attack(held, c.fatigue, later=later)
    bonus = tuple(Modifier(one.situation.label, one.flat, one.situation.rule) for one in counted if one.flat)
    dice = tuple(Modifier(one.situation.label, one.dice, one.situation.rule) for one in counted if one.dice)
    return Sums(bonus if later else (*bonus, *c.first_bonuses()), dice)


def in_turn(c: OwnSituations, turns: Sequence[Turn], *, charging: bool = False) -> list[Turn]:
    """The attacks of a turn, in order, with the circumstances of each."""
    first, later = for_attack(c, charging=charging), for_attack(c, later=True)
    return [
        Turn((*sums.bonus, *turn.penalties), (*sums.dice, *turn.more_dice))
        for turn, sums in zip(turns, (first, *(later for _ in turns[1:])), strict=True)
    ]


def lasting_bonus(c: OwnSituations, bonus: int) -> int:
    """The bonus that decides the number of attacks: the part that every attack of the turn has (OBSS-MULT-06)."""
    return bonus + for_attack(c, later=True).flat


def for_defense(c: Situations) -> tuple[Modifier, ...]:
    """The modifiers of the target's Defense."""
    counted = counted_on_defense(c.target_situations, c.fatigue)
    return tuple(Modifier(one.situation.label, one.flat, one.situation.rule) for one in counted if one.flat)


def against(c: Situations, defense: int | None) -> int | None:
    """The target's Defense with its situations; None if it is unknown."""
    return None if defense is None else defense + total(for_defense(c))


def dice_explanation(dice: Sequence[tuple[Modifier, ...]]) -> tuple[Step[Any], ...]:
    """The dice that each attack of a turn has more or fewer; bonus dice are for the first."""
    first, *others = dice
    steps = (("First attack: dice", first), ("Later attacks: dice", others[0] if others else ()))
    return tuple(note(label, "OBSS-MOD-14", held, also=("OBSS-MOD-17",)) for label, held in steps if held)


def defense_explanation(c: Situations) -> tuple[Step[Any], ...]:
    """The modifiers of the target's Defense, if it has any."""
    held = for_defense(c)
    return (note("The target's Defense", "OBSS-MOD-18", held, also=("OBSS-MOD-17",)),) if held else ()


def refuse_circumstances(c: OwnSituations) -> None:
    """Refuses situations that exclude each other."""
    refuse_both(ATTACKER, c.situations, "situations")
    if isinstance(c, Situations):
        refuse_both(DEFENDER, c.target_situations, "target_situations")


def refuse_charge(c: OwnSituations) -> None:
    """Refuses a charge in a situation that rules it out."""
    for index, one in enumerate(c.situations):
        if one in NO_CHARGING:
            text = f"Nobody charges in this situation: {ATTACKER.row(one)['label']}."
            raise not_allowed(f"situations.{index}", one, text)


def refuse_closed_attack(bonus: int, index: int) -> None:
    """Refuses an attack that the penalty for earlier attacks rules out (OBSS-MULT-06)."""
    penalty = total(further(index))
    if index and bonus + penalty < 0:
        text = (
            f"The penalty of {-penalty} for earlier attacks is greater than the bonus of {bonus}: "
            "no further attack is possible."
        )
        raise not_allowed("attack_index", index, text)


def without(c: C, situation_id: str) -> C:
    """The same circumstances without one situation of the attacker."""
    return replace(c, situations=tuple(one for one in c.situations if one != situation_id))
