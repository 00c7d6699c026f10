"""What holds around an attack: situations of both sides, help from allies and a taken aim, and what they add up to.

"Modifiers in Attack or Defense", "Helping Another in Combat", "Taking Aim" and "Multiple attacks".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from ....engine.errors import not_allowed
from ....engine.inputs import choice, many, number
from ....engine.procedure import Modifier, if_any, total
from ..table_rules import FATIGUES, fatigue_ladder
from ..tables import FACTS
from .aim import AIMED, aim_bonus, aim_rounds
from .modifiers import ATTACKERS, DEFENDERS
from .sequence import further
from .situations import ATTACKER, DEFENDER, WAYS, Counted, Situation, refuse_both, situation, weighed

SITUATION, CHARGING = "Situation", "charge"
MOST_HELP = FACTS.number("helpers_limit") * FACTS.number("help_critical_bonus")
EARLIER = (0, 20)


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """Inputs of a calculator that attacks: what holds for both sides, besides bonus and Defense."""

    situations: tuple[str, ...] = many(
        "For you",
        choice("For you", ATTACKERS, help="What holds for the one who attacks.", rule="OBSS-MOD-18"),
        0,
        len(ATTACKERS),
        (),
        unique=True,
        help="What holds for you and is not in the attack bonus yet.",
        rule="OBSS-MOD-18",
        group=SITUATION,
    )
    target_situations: tuple[str, ...] = many(
        "For the target",
        choice("For the target", DEFENDERS, help="What holds for the one attacked.", rule="OBSS-MOD-18"),
        0,
        len(DEFENDERS),
        (),
        unique=True,
        help="What holds for the target and is not in its Defense yet.",
        rule="OBSS-MOD-18",
        group=SITUATION,
    )
    help_bonus: int = number(
        "Help from allies",
        0,
        MOST_HELP,
        0,
        help="What allies who help in melee give to one attack.",
        rule="OBSS-HELP-03",
        signed=True,
        group=SITUATION,
    )
    aim_rounds: int = aim_rounds(default=0, group=SITUATION)
    fatigue: str = fatigue_ladder()


C = TypeVar("C", bound=Circumstances)


def attack_index(**common: Any) -> Any:
    """`attack_index`: how many attacks came before this one in the round."""
    help = FACTS.fill("Each one before it in this round: {further_attack_step}; bonus dice are for the first alone.")
    return number("Attacks before it", *EARLIER, 0, help=help, rule="OBSS-MULT-05", group=SITUATION, **common)


CIRCUMSTANCE_RULES = tuple(
    dict.fromkeys(
        (
            *(row["rule"] for table in (ATTACKER, DEFENDER) for row in table.rows),
            *(option.rule for option in (*WAYS, *FATIGUES)),
            *(row["rule"] for row in AIMED.rows),
            "OBSS-AIM-01",
            "OBSS-HELP-03",
            "OBSS-MOD-14",
        )
    )
)
"""What the circumstances of an attack cite."""


class Sums(NamedTuple):
    """What circumstances come to for one attack: what is added to its bonus, and to its dice."""

    bonus: tuple[Modifier, ...]
    dice: tuple[Modifier, ...]

    @property
    def flat(self) -> int:
        """What is added to the bonus."""
        return total(self.bonus)

    @property
    def more_dice(self) -> int:
        """How many more dice there are."""
        return total(self.dice)


def for_attack(c: Circumstances, *, later: bool = False, charging: bool = False) -> Sums:
    """What holds for one attack; help, an aim and bonus dice count for the first attack alone (OBSS-MULT-09)."""
    held = (*c.situations, CHARGING) if charging and CHARGING not in c.situations else c.situations
    counted = _weighed(held, c.fatigue == FATIGUES[1].id, later)
    bonus = tuple(Modifier(one.situation.label, one.flat, one.situation.rule) for one in counted if one.flat)
    dice = tuple(Modifier(one.situation.label, one.dice, one.situation.rule) for one in counted if one.dice)
    if later:
        return Sums(bonus, dice)
    aim = aim_bonus(c.aim_rounds)
    return Sums(
        (*bonus, *if_any("Help from allies", c.help_bonus, "OBSS-HELP-03"), *if_any(aim.label, aim.value, aim.rule)),
        dice,
    )


def for_defense(c: Circumstances) -> tuple[Modifier, ...]:
    """What holds for the target's Defense."""
    screen = c.fatigue == FATIGUES[1].id
    counted = weighed(situation(DEFENDER.row(one), screen) for one in c.target_situations)
    return tuple(Modifier(one.situation.label, one.flat, one.situation.rule) for one in counted if one.flat)


@lru_cache(maxsize=256)
def _weighed(held: tuple[str, ...], screen: bool, later: bool) -> tuple[Counted, ...]:
    found: Iterable[Situation] = (situation(ATTACKER.row(one), screen) for one in held)
    return weighed(one for one in found if not (later and one.dice > 0))


def refuse_circumstances(c: Circumstances) -> None:
    """Refuse situations that cannot hold together."""
    refuse_both(ATTACKER, c.situations, "situations")
    refuse_both(DEFENDER, c.target_situations, "target_situations")


def refuse_closed_attack(bonus: int, index: int) -> None:
    """Refuse an attack that the penalties of those before it rule out (OBSS-MULT-06)."""
    penalty = total(further(index))
    if index and bonus + penalty < 0:
        text = (
            f"After {index} attacks the penalty {penalty} is greater than the bonus {bonus}: there is no such attack."
        )
        raise not_allowed("attack_index", index, text)


def without(c: C, situation_id: str) -> C:
    """The same circumstances without one situation of the attacker."""
    return replace(c, situations=tuple(one for one in c.situations if one != situation_id))
