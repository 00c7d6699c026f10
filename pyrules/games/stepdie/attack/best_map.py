"""The best action over armor and defense, as a map.

"Melee combat actions": Power, Critical and Avoid Armor raise the damage and lower the total. The map shows where each
beats a plain attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....engine.answer import Square, board
from ....engine.inputs import Option
from ....engine.procedure import total
from ..exchange.blow import blow
from ..exchange.fighters import Attacker, Defender
from ..exchange.strike import ACTIONS, PLAIN, Action, Armor, Strike, strike
from ..rolls.rolls import Total

NOTHING = "nothing"
MAP_ACTIONS = (
    *(Option(one.id, one.label, one.rule) for one in ACTIONS.values() if one.melee and one.lethal and not one.ranged),
    Option(NOTHING, "No damage"),
)

LEAST_COLUMNS = 9
BEYOND = 2
WEAKER, STRONGER = -4, 6


def best_map(a: Attacker, d: Defender, actions: Sequence[Action], *, defence: str, least: int) -> dict[str, Any]:
    """The action with the most damage on average in each square of the map, and that damage.

    A column is a damage reduction of armor. A row raises every defense by one point. The first of `actions` wins a tie.
    """
    made = [strike(a, one.id) for one in actions if one.lethal]
    armors = range(max(LEAST_COLUMNS, d.armor_dr + BEYOND + 1))
    shifts = range(WEAKER, STRONGER + 1)
    chances = {shift: _chances(made, d, defence, shift) for shift in shifts}
    damages = {dr: _damages(made, Armor(dr, d.helmet_dr, least)) for dr in armors}
    known = _plain_defense(a, d, defence)
    return board(
        [_axis_label(str(dr), dr == d.armor_dr) for dr in armors],
        [_axis_label(_defense_label(known, shift), shift == 0) for shift in shifts],
        [[_best_action(made, chances[shift], damages[dr]) for dr in armors] for shift in shifts],
    )


def _chances(made: Iterable[Strike], d: Defender, defence: str, shift: int) -> list[Fraction]:
    """The chance of each strike to hit a defender whose defenses are higher by `shift`."""
    moved = replace(d, extra_mod=d.extra_mod + shift)
    return [blow(one, moved, defence=defence).p_hit for one in made]


def _damages(made: Iterable[Strike], armor: Armor) -> list[int]:
    """The damage of a hit of each strike through this armor."""
    return [armor.through(one.action, one.damage) for one in made]


def _best_action(made: Iterable[Strike], chances: Iterable[Fraction], damages: Iterable[int]) -> Square:
    """The action with the most damage on average."""
    best, most = NOTHING, Fraction(0)
    for one, p_hit, damage in zip(made, chances, damages, strict=True):
        expected = p_hit * damage
        if expected > most:
            best, most = one.action.id, expected
    return best, most


def _plain_defense(a: Attacker, d: Defender, defence: str) -> Total:
    """The defense that a plain attack meets; it names the rows of the map."""
    return blow(strike(a, PLAIN), d, defence=defence).answer


def _defense_label(answer: Total, shift: int) -> str:
    bonus = total(answer.modifiers) + shift
    return f"{answer.dice_text}{bonus:+d}" if bonus else answer.dice_text


def _axis_label(label: str, now: bool) -> str:
    return f"[{label}]" if now else label
