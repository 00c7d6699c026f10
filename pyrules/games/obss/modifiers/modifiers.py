"""The modifiers of an attack and of a Defense, and which bonuses give way to a larger one.

"Modifiers", with the touch attack and the judgment calls that stand outside the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import number, toggle
from ....engine.procedure import Procedure
from ..table_rules import fatigue_ladder
from ..tables import FACTS
from .situations import (
    ATTACKER,
    BESIDE,
    DEFENDER,
    FURTHER,
    LARGEST,
    PENALTY,
    SITUATION_RULES,
    WAYS,
    Counted,
    attacker_situations,
    beside,
    counted_on_attack,
    counted_on_defense,
    dice,
    flats,
    modifier_text,
    refuse_both,
    target_situations,
)

JUDGMENT = (-10, 10)
BESIDES = "Besides"


def _judgment(label: str) -> Any:
    return number(
        label,
        *JUDGMENT,
        0,
        help="What the Narrator gives or takes, usually 1 or 2, for what no table has.",
        rule="OBSS-MOD-01",
        signed=True,
        group=BESIDES,
    )


@dataclass(frozen=True, kw_only=True)
class Modifiers:
    """The situations of the attacker and of the target."""

    attacker: tuple[str, ...] = attacker_situations("Attacker", help="Everything that holds for the one who attacks.")
    defender: tuple[str, ...] = target_situations("Target", help="Everything that holds for the one attacked.")
    touch: bool = toggle("A touch is enough", help="A Touch Attack, such as of many spells.", rule="OBSS-HIT-05")
    judgment: int = _judgment("Judgment on the attack")
    judgment_defense: int = _judgment("Judgment on the Defense")
    fatigue: str = fatigue_ladder()


def attack_counted(m: Modifiers) -> tuple[Counted, ...]:
    """The modifiers of the attack, with how each counts."""
    touch = FACTS.modifier("touch_dice", m.touch)
    return (
        *counted_on_attack(m.attacker, m.fatigue),
        *beside(touch.label, touch.rule, dice=touch.value),
        *beside("The Narrator's judgment", "OBSS-MOD-01", m.judgment),
    )


def defense_counted(m: Modifiers) -> tuple[Counted, ...]:
    """The modifiers of the Defense, with how each counts."""
    counted = counted_on_defense(m.defender, m.fatigue)
    return (*counted, *beside("The Narrator's judgment", "OBSS-MOD-01", m.judgment_defense))


def _check(m: Modifiers) -> None:
    refuse_both(ATTACKER, m.attacker, "attacker")
    refuse_both(DEFENDER, m.defender, "defender")


def explanation(m: Modifiers) -> Procedure[Any]:
    """The penalties, bonuses and dice of the attack, then those of the Defense."""
    attack, defense = attack_counted(m), defense_counted(m)
    further = FACTS.number("further_bonus")
    bonuses = f"the largest in full, each further one +{further}"
    first = note("Defense, penalties: all of them", "OBSS-AR-05", flats(defense, PENALTY), gives="defense")
    return notes(
        note("Attack, penalties: all of them", "OBSS-MOD-18", flats(attack, PENALTY), gives="attack_flat"),
        note(f"Attack, bonuses: {bonuses}", "OBSS-MOD-17", flats(attack, LARGEST, FURTHER), gives="attack_flat"),
        note("Attack, not in the table", "OBSS-MOD-17", flats(attack, BESIDE), gives="attack_flat"),
        note("Dice more or fewer, a die being larger than any number", "OBSS-MOD-14", dice(attack)),
        replace(first, starts_new_explanation=True),
        note(f"Defense, bonuses: {bonuses}", "OBSS-AR-05", flats(defense, LARGEST, FURTHER, BESIDE), gives="defense"),
    )


def _table(name: str, label: str, rule: str) -> Output:
    columns = (
        out.word("situation", "Situation"),
        out.word("worth", "By itself"),
        out.word("counts", "Counts"),
        out.word("way", "Why", WAYS),
    )
    return out.rows(name, label, columns, rule=rule)


def _rows(counted: Iterable[Counted]) -> list[dict[str, Any]]:
    return [
        {
            "situation": held.label,
            "worth": modifier_text(held.flat, held.dice),
            "counts": modifier_text(flat, dice),
            "way": way,
        }
        for held, way, flat, dice in counted
    ]


def _values(m: Modifiers) -> dict[str, Any]:
    attack, defense = attack_counted(m), defense_counted(m)
    return {
        "attack_flat": sum(one.flat for one in attack),
        "attack_dice": sum(one.dice for one in attack),
        "defense": sum(one.flat for one in defense),
        "attack_counted": _rows(attack),
        "defense_counted": _rows(defense),
    }


MODIFIERS = Calculator(
    id="obss.modifiers",
    title="Modifiers",
    summary="What the situation adds to an attack and to a Defense: which bonus counts in full, which as +1.",
    inputs=Modifiers,
    outputs=(
        out.figure("attack_flat", "to the Attack Roll", rule="OBSS-MOD-17", headline=True, signed=True),
        out.figure("attack_dice", "d6 to the Attack Roll", rule="OBSS-MOD-14", headline=True, signed=True),
        out.figure("defense", "to the Defense", rule="OBSS-AR-05", headline=True, signed=True),
        _table("attack_counted", "On the attack", "OBSS-MOD-17"),
        _table("defense_counted", "On the Defense", "OBSS-AR-05"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(
        "OBSS-MOD-15",
        *SITUATION_RULES,
        "OBSS-HIT-04",
        "OBSS-HIT-06",
        "OBSS-HIT-15",
        "OBSS-MNT-06",
        "OBSS-GRAP-07",
        "OBSS-PROF-03",
        "EXT-07",
    ),
    start={"attacker": ["dim_light", "elevated", "from_behind", "charge"], "defender": ["prone", "medium_cover"]},
)
