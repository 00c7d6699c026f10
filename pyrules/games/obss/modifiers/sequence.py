"""Several attacks in a round: their number, and the bonus and dice of each.

"Multiple attacks", "Fighting with two weapons" and "Charge".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import NamedTuple

from ....engine.procedure import Modifier, if_any, total
from ..tables import FACTS

MODES = FACTS.table("attack_modes").options()
STANDARD, PAIR, TWO_WEAPON, CHARGE = (mode.id for mode in MODES)  # in the order of the table

SEQUENCE_RULES = (
    "OBSS-ACT-08",
    "OBSS-ACT-13",
    *(f"OBSS-MULT-{row:02}" for row in range(1, 10)),
    "OBSS-TWF-01",
    "OBSS-TWF-02",
    "OBSS-TWF-04",
    "OBSS-CHG-05",
    "OBSS-CHG-07",
    "OBSS-CHG-08",
)
"""The rules that every sequence of attacks cites."""


class Turn(NamedTuple):
    """One attack of a sequence: the modifiers of its bonus, and those of its dice."""

    penalties: tuple[Modifier, ...] = ()
    more_dice: tuple[Modifier, ...] = ()

    @property
    def penalty(self) -> int:
        """The penalty on the bonus."""
        return total(self.penalties)

    @property
    def dice(self) -> int:
        """The number of dice more or fewer."""
        return total(self.more_dice)


def further(index: int) -> tuple[Modifier, ...]:
    """The penalty of the attack after `index` others (OBSS-MULT-05)."""
    fact = FACTS.fact("further_attack_step")
    return if_any(fact.label, fact.value * index, fact.rule)


def standard(bonus: int, actions: int, dynamic_dice: int = 0) -> list[Turn]:
    """One attack after the other, each 5 lower, while Actions and bonus allow it."""
    return _first_with(_allowed(bonus, most(actions), lambda index: Turn(further(index))), dynamic_dice)


def two_weapons(
    bonus: int, actions: int, secondary_light: bool, dynamic_dice: int = 0, *, secondary_first: bool = False
) -> list[Turn]:
    """Attacks with alternating hands; the second weapon is 3 lower unless it is Light (OBSS-TWF-04).

    A single attack has the full bonus with either hand (OBSS-TWF-02).
    """
    heavy = () if secondary_light else (FACTS.modifier("offhand_penalty"),)

    def turn(index: int) -> Turn:
        secondary = index % 2 != secondary_first
        return Turn((*further(index), *(heavy if secondary else ())))

    turns = _allowed(bonus, most(actions), turn)
    return _first_with(turns if len(turns) > 1 else [Turn()], dynamic_dice)


def pair(dynamic_dice: int = 0) -> list[Turn]:
    """Two attacks at -4 each, whatever the lowered bonus is (OBSS-MULT-07)."""
    return _first_with([Turn((FACTS.modifier("low_level_penalty"),))] * FACTS.number("low_level_attacks"), dynamic_dice)


def charge(bonus: int, actions: int, dynamic_dice: int = 0) -> list[Turn]:
    """A charge and one attack for each Action left, at -10, -15, ... (OBSS-CHG-07, OBSS-CHG-08).

    The die of the charge is one of the circumstances of its first attack.
    """
    left = actions - FACTS.number("charge_actions")

    def turn(index: int) -> Turn:
        if index == 0:
            return Turn()
        second, step = FACTS.fact("charge_second_penalty"), FACTS.number("charge_further_step")
        return Turn((Modifier("After a charge", second.value + step * (index - 1), second.rule),))

    return _first_with(_allowed(bonus, 1 + left, turn), dynamic_dice)


def pair_allowed(bonus: int, actions: int) -> bool:
    """Whether two attacks at -4 are allowed."""
    return bonus < FACTS.number("low_level_below") and actions >= FACTS.number("low_level_actions")


def most(actions: int) -> int | None:
    """The number of attacks that `actions` allow; None for any number (OBSS-MULT-01 to 03)."""
    if actions >= FACTS.number("many_attacks_actions"):
        return None
    name = "two_actions_attacks" if actions >= FACTS.number("two_attacks_actions") else "one_action_attacks"
    return FACTS.number(name)


def _allowed(bonus: int, limit: int | None, turn: Callable[[int], Turn]) -> list[Turn]:
    """The attacks whose penalty does not exceed the bonus; the first is always allowed (OBSS-MULT-06)."""

    def until_negative() -> Iterator[Turn]:
        for index in count():
            next_one = turn(index)
            if index and bonus + next_one.penalty < 0:
                return
            yield next_one

    return list(islice(until_negative(), limit))


def _first_with(turns: list[Turn], dynamic_dice: int) -> list[Turn]:
    """The attacks, with temporary dice on the first only (OBSS-MULT-09)."""
    first, *others = turns
    more = if_any("For the first attack only", dynamic_dice, "OBSS-MULT-09")
    return [first._replace(more_dice=(*first.more_dice, *more)), *others]
