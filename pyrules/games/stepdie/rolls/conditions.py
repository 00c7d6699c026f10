"""What conditions do to rolls and actions, by the effects in the table of conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ....engine.procedure import Modifier, total
from ..tables import FACTS

ATTACK, DEFENSE = "attack", "defense"
AGILITY, ATTACK_DIE, DODGE_DIE, PARRY_DIE = "agility", "attack_die", "dodge_die", "parry_die"
ACT, FREE_ACT = "act", "free_act"

CONDITIONS = FACTS.table("conditions")


def modifiers(held: Iterable[str], on: str) -> tuple[Modifier, ...]:
    """The numbers that `held` conditions add to a roll or a die."""
    return tuple(FACTS.modifier(effect["number"]) for effect in _effects(held) if effect.get("on") == on)


def can_act(held: Iterable[str]) -> bool:
    """Whether `held` conditions leave a character's turn free for any action."""
    return not any(effect.get("bars") in (ACT, FREE_ACT) for effect in _effects(held))


def steps_down(held: Iterable[str], *uses: str) -> int:
    """The number of steps by which conditions lower the Agility die, for every roll and for `uses` (S2-LADDER-01)."""
    held = tuple(held)
    return -sum(total(modifiers(held, use)) for use in (AGILITY, *uses))


def _effects(held: Iterable[str]) -> Iterator[dict[str, Any]]:
    return (effect for one in held for effect in CONDITIONS.row(one)["effects"])
