"""Stances: Power Attack, Combat Mastery, Prepare Defense and Total Defense, and their sum.

"Power Attack", "Combat Mastery", "Prepare Defense" and "Total Defense".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import Modifiers, note, notes
from ....engine.inputs import number, toggle
from ....engine.procedure import Modifier, Procedure, Step, counted
from ..table_rules import CAPS, mastery_cap, power_cap, total_defense_blocks_attack
from ..tables import FACTS

STANCES = FACTS.table("stances")
WP, STEPS = (0, 40), (0, 20)
POWER, GUARDED, BOLD = "power_attack", "mastery_defense", "mastery_attack"
LIMITED = (POWER, GUARDED, BOLD)
DEFENSIVE = "Defense"


def weapon_proficiency(**common: Any) -> Any:
    """The input `wp`: the Weapon Proficiency."""
    help = common.pop("help", "Your Weapon Proficiency; a quarter of it limits how far you may go.")
    return number("Weapon Proficiency", *WP, help=help, rule="OBSS-POW-02", **common)


def _steps(row_id: str, label: str, help: str) -> Any:
    return number(label, *STEPS, 0, help=FACTS.fill(help), rule=STANCES.row(row_id)["rule"], unit="steps")


def _taken(row_id: str, label: str, help: str) -> Any:
    return toggle(label, help=FACTS.fill(help), rule=STANCES.row(row_id)["rule"], group=DEFENSIVE)


@dataclass(frozen=True, kw_only=True)
class Stance:
    """The declarations before the roll."""

    wp: int = weapon_proficiency()
    power_attack: int = _steps(
        POWER, "Power Attack", "Each step: {power_attack_penalty} attack, +{power_attack_damage} damage, in melee only."
    )
    mastery_defense: int = _steps(
        GUARDED,
        "Combat Mastery, guarded",
        "Each step: {mastery_attack_cost} attack, +{mastery_defense_gain} Defense.",
    )
    mastery_attack: int = _steps(
        BOLD, "Combat Mastery, bold", "Each step: {mastery_defense_cost} Defense, +{mastery_attack_gain} attack."
    )
    prepare: bool = _taken("prepare", "Prepare Defense", "{prepare_actions} Action: +{prepare_defense} Defense.")
    parry: bool = _taken("parry", "Parry weapon in use", "+{parry_defense} Defense more when you Prepare Defense.")
    total_defense: bool = _taken(
        "total_defense",
        "Total Defense",
        "{total_defense_actions} Actions: +{total_defense} Defense, and all ground is difficult for you.",
    )
    power_cap: str = power_cap()
    cap: str = mastery_cap()
    total_defense_blocks_attack: bool = total_defense_blocks_attack()


GAINED = CAPS[0].id
"""The limit applies to the bonus, not to the penalty."""


def limit(wp: int, cap: str, row_id: str) -> int:
    """The steps of an option that this Weapon Proficiency allows (OBSS-POW-02, OBSS-MAST-04)."""
    divisor = FACTS.number("power_attack_wp_divisor" if row_id == POWER else "mastery_wp_divisor")
    if row_id == POWER and wp < FACTS.number("power_attack_least_wp"):
        return 0
    quarter = wp // divisor
    return quarter if cap == GAINED else quarter // _given_up(row_id)


def most_steps(s: Stance, row_id: str) -> int:
    """The steps of an option that this stance allows."""
    return limit(s.wp, s.power_cap if row_id == POWER else s.cap, row_id)


def _given_up(row_id: str) -> int:
    """The penalty of one step."""
    row = STANCES.row(row_id)
    return -min(int(row[column]) for column in ("attack", "defense") if row[column] != "")


def taken(s: Stance) -> Iterator[tuple[dict[str, Any], int]]:
    """The options taken, with the steps of each."""
    held = {
        POWER: s.power_attack,
        GUARDED: s.mastery_defense,
        BOLD: s.mastery_attack,
        "prepare": int(s.prepare),
        "parry": int(s.prepare and s.parry),
        "total_defense": int(s.total_defense),
    }
    for row in STANCES.rows:
        if held[row["id"]]:
            yield row, held[row["id"]]


def may_attack(s: Stance) -> bool:
    """Whether attacks are still possible (EXT-22)."""
    return not (s.total_defense and s.total_defense_blocks_attack)


def _check(s: Stance) -> None:
    steps = {POWER: s.power_attack, GUARDED: s.mastery_defense, BOLD: s.mastery_attack}
    if s.mastery_defense and s.mastery_attack:
        text = "Combat Mastery goes one way or the other, not both at once."
        raise not_allowed(BOLD, s.mastery_attack, text)
    for row_id, number_of in steps.items():
        most = most_steps(s, row_id)
        if number_of > most:
            text = f"A Weapon Proficiency of {s.wp} allows {counted(most, 'step')} at most."
            raise not_allowed(row_id, number_of, text)
        if number_of and not may_attack(s):
            text = "Your table rules out attacks in Total Defense: leave this at 0."
            raise not_allowed(row_id, number_of, text)


def _modifiers(s: Stance, column: str) -> Modifiers:
    return tuple(
        Modifier(_label(row, steps), row[column] * steps, row["rule"]) for row, steps in taken(s) if row[column]
    )


def _label(row: dict[str, Any], steps: int) -> str:
    """An option as steps show it, with its number of steps if it may have several."""
    if row["id"] not in LIMITED:
        return str(row["label"])
    return f"{row['label'].partition(',')[0]}, {counted(steps, 'step')}"


def explanation(s: Stance) -> Procedure[Any]:
    """The limits of the steps, their modifiers, and how long they last."""
    return notes(
        _limit_explanation(s, POWER, "Power Attack", s.power_cap, "OBSS-POW-02"),
        _limit_explanation(s, GUARDED, "Combat Mastery", s.cap, "OBSS-MAST-04"),
        note("Attack Roll", "OBSS-MAST-01", _modifiers(s, "attack"), gives="attack"),
        note("Damage", "OBSS-POW-01", _modifiers(s, "damage"), gives="damage"),
        note("Defense until your next round begins", "OBSS-MAST-03", _modifiers(s, "defense"), gives="defense"),
        note("Actions", "OBSS-MAST-05", _modifiers(s, "cost")),
        note("All ground is difficult" if s.total_defense else "The ground stays as it is", "OBSS-TDEF-01"),
        note("Attacks are possible" if may_attack(s) else "No attacks in Total Defense", "EXT-22"),
    )


def _limit_explanation(s: Stance, row_id: str, label: str, cap: str, rule: str) -> Step[Any]:
    limited = "gains" if cap == GAINED else "gives up"
    steps = counted(most_steps(s, row_id), "step")
    text = f"{label} {limited} a quarter of {s.wp} at most, rounded down: {steps}"
    return note(text, rule, also=("EXT-30",))


def _values(s: Stance) -> dict[str, Any]:
    sums = {column: sum(m.value for m in _modifiers(s, column)) for column in ("attack", "damage", "defense", "cost")}
    return {
        "attack": sums["attack"],
        "damage": sums["damage"],
        "defense": sums["defense"],
        "actions": sums["cost"],
        "difficult_terrain": s.total_defense,
        "may_attack": may_attack(s),
        "most_power": most_steps(s, POWER),
        "most_mastery": most_steps(s, GUARDED),
    }


STANCE = Calculator(
    id="obss.stance",
    title="Stances",
    summary="Power Attack, Combat Mastery and the ways to guard yourself: what you give, what you get.",
    inputs=Stance,
    outputs=(
        out.figure("attack", "to the attack", rule="OBSS-MAST-01", headline=True, signed=True),
        out.figure("damage", "to the damage", rule="OBSS-POW-01", headline=True, signed=True),
        out.figure("defense", "to your Defense", rule="OBSS-MAST-03", headline=True, signed=True),
        out.figure("actions", "Actions it costs", rule="OBSS-MAST-05"),
        out.flag("difficult_terrain", "Difficult ground for you", rule="OBSS-TDEF-01"),
        out.flag("may_attack", "You may attack", rule="EXT-22"),
        out.figure("most_power", "Power Attack, at most", rule="OBSS-POW-02", unit="steps"),
        out.figure("most_mastery", "Combat Mastery, at most", rule="OBSS-MAST-04", unit="steps"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=("OBSS-AR-04",),
    start={"wp": 8, "power_attack": 1, "mastery_defense": 1, "prepare": True, "parry": True},
)
