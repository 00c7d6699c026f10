"""The declarations of a round and their modifiers: stances, trades, guards, and moving first.

"Power Attack", "Combat Mastery", "Prepare Defense", "Total Defense", "Defense and attack" and "Actions in a Round".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....engine.procedure import Modifier, if_any
from ..tables import FACTS
from .round_inputs import MASTERY, PREPARED, TOTAL_DEFENSE, Planned
from .stance import GUARDED, POWER, limit

STANCES = FACTS.table("stances")
PRONE = "prone"


class Stance(NamedTuple):
    """A declaration for the round with its modifiers; an empty one declares nothing.

    `ends` is the attacker's situation that it ends. `first` means that it comes before the attacks.
    """

    label: str = ""
    rule: str = "OBSS-MULT-05"
    actions: int = 0
    attack: tuple[Modifier, ...] = ()
    damage: int = 0
    defense: int = 0
    traded: int = 0
    attacks: bool = True
    ends: str = ""
    first: bool = False


def _stance_of(row_id: str, steps: int = 1, label: str = "") -> Stance:
    """A row of the table of stances, taken `steps` times."""
    row = STANCES.row(row_id)
    label = label or row["label"]
    attack = if_any(label, (row["attack"] or 0) * steps, row["rule"])
    return Stance(label, row["rule"], row["cost"], attack, (row["damage"] or 0) * steps, (row["defense"] or 0) * steps)


def _times(steps: int) -> str:
    return f" ×{steps}" if steps > 1 else ""


def power_attacks(a: Planned) -> Iterator[Stance]:
    """Power Attack with each number of steps."""
    if a.wp is not None and a.melee:
        for steps in range(1, limit(a.wp, a.power_cap, POWER) + 1):
            yield _stance_of("power_attack", steps, f"Power Attack{_times(steps)}")


def masteries(a: Planned) -> Iterator[Stance]:
    """Combat Mastery with the most steps, for the Defense and for the attack."""
    steps = limit(a.wp, a.cap, GUARDED) if a.wp is not None else 0
    if steps and MASTERY not in a.declared:
        yield _stance_of("mastery_defense", steps, f"Combat Mastery for Defense{_times(steps)}")
        yield _stance_of("mastery_attack", steps, f"Combat Mastery for attack{_times(steps)}")


def most_traded(wp: int, ability: int) -> int:
    """The most dice that the points of proficiency and ability buy (OBSS-HIT-09 to 11)."""
    return (wp + max(0, ability)) // FACTS.number("luck_points")


def trades(a: Planned) -> Iterator[Stance]:
    """A trade of points for each number of dice, on every attack."""
    price = FACTS.fact("luck_points")
    for count in range(1, most_traded(a.wp, a.ability) + 1 if a.wp is not None else 1):
        dice = f"{count} more {'die' if count == 1 else 'dice'}"
        label = f"{price.value * count} points of attack bonus traded for {dice}"
        yield Stance(label, price.rule, traded=count)


def defenses(a: Planned) -> Iterator[Stance]:
    """Prepare Defense, Total Defense, and both; none that is declared already."""
    prepared, whole = _stance_of("prepare", label="Prepare Defense"), _stance_of("total_defense", label="Total Defense")
    if a.parry:
        prepared = prepared._replace(defense=prepared.defense + STANCES.row("parry")["defense"])
    whole = whole._replace(attacks=not a.total_defense_blocks_attack)
    both = whole._replace(
        label="Total Defense and Prepare Defense",
        actions=prepared.actions + whole.actions,
        defense=prepared.defense + whole.defense,
    )
    parts = ((prepared, (PREPARED,)), (whole, (TOTAL_DEFENSE,)), (both, (PREPARED, TOTAL_DEFENSE)))
    for stance, named in parts:
        if stance.actions <= a.actions and not {*named} & {*a.declared}:
            yield stance


def movements(a: Planned) -> Iterator[Stance]:
    """A Movement Action before the attacks; a prone character stands up instead (OBSS-ACT-15, OBSS-PRON-01)."""
    if PRONE in a.situations:
        cost, defense = FACTS.number("stand_up_actions"), -FACTS.number("prone_defense")
        yield Stance("Stand up", "OBSS-PRON-01", cost, defense=defense, ends=PRONE, first=True)
    else:
        yield Stance("Move", "OBSS-ACT-15", FACTS.number("move_actions"), first=True)
