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
from ..exchange.blow import Blow, blow
from ..exchange.fighters import Attacker, Defender
from ..exchange.strike import ACTIONS, PLAIN, Action, Armor, strike
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
    lethal = [one for one in actions if one.lethal]
    armors = range(max(LEAST_COLUMNS, d.armor_dr + BEYOND + 1))
    shifts = range(WEAKER, STRONGER + 1)
    blows = {shift: _blows(a, d, lethal, defence, shift) for shift in shifts}
    known = _plain_defense(a, d, defence)
    return board(
        [_axis_label(str(dr), dr == d.armor_dr) for dr in armors],
        [_axis_label(_defense_label(known, shift), shift == 0) for shift in shifts],
        [[_best_action(blows[shift], Armor(dr, d.helmet_dr, least)) for dr in armors] for shift in shifts],
    )


Blows = list[tuple[Blow, Fraction]]


def _blows(a: Attacker, d: Defender, actions: Iterable[Action], defence: str, shift: int) -> Blows:
    """Each action against a defender whose defenses are higher by `shift`, with its chance to hit."""
    moved = replace(d, extra_mod=d.extra_mod + shift)
    found = (blow(strike(a, one.id), moved, defence=defence) for one in actions)
    return [(made, made.p_hit) for made in found]


def _best_action(blows: Blows, armor: Armor) -> Square:
    """The action with the most damage through this armor."""
    best, most = NOTHING, Fraction(0)
    for made, p_hit in blows:
        damage = p_hit * armor.through(made.strike.action, made.strike.damage)
        if damage > most:
            best, most = made.strike.action.id, damage
    return best, most


def _plain_defense(a: Attacker, d: Defender, defence: str) -> Total:
    """The defense that a plain attack meets; it names the rows of the map."""
    return blow(strike(a, PLAIN), d, defence=defence).answer


def _defense_label(answer: Total, shift: int) -> str:
    bonus = total(answer.modifiers) + shift
    return f"{answer.dice_text}{bonus:+d}" if bonus else answer.dice_text


def _axis_label(label: str, now: bool) -> str:
    return f"[{label}]" if now else label
