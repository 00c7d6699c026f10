"""Defenses: which an attack allows, what each rolls, and which is best.

"Defensive options": Dodge, Parry and Block. A Riposte is an attack (`defense/riposte.py`).
"""

from __future__ import annotations

from typing import Any

from ....engine.errors import not_allowed
from ....engine.inputs import choice
from ....engine.procedure import Modifier, if_any
from ..rolls.conditions import DODGE_DIE, PARRY_DIE, steps_down
from ..rolls.rolls import Modifiers, Total, best_answer, dice_of
from ..tables import FACTS
from .fighters import Defender

BEST, DODGE, PARRY, BLOCK = "best", "dodge", "parry", "block"
DEFENSES = tuple(option for option in FACTS.table("defense_choices").options() if option.id != BEST)
"""The defenses in the order that settles ties."""

DEFENSE_RULES = ("S2-CHOICE-01", "S2-BLOCK-02", "S2-SHOOT-02")
"""The rules that the inputs and rolls of any defender cite."""


def defence_input(**common: Any) -> Any:
    """The input for the defense against an attack."""
    options = FACTS.table("defense_choices").options()
    help = "How the attack is met; the best is the one that is hit least often."
    return choice("Defense", options, BEST, help=help, rule="S2-DEFOPT-01", **common)


def refuse_impossible(d: Defender, at: str = "defender") -> None:
    """Refuses Block without a shield that can block, and a grounded rider."""
    if d.mounted and d.grounded:
        text = "Nobody lies on the ground and sits on a mount: take one of them away."
        raise not_allowed(f"{at}.grounded", True, text)
    if d.blocking and d.block is None:
        raise not_allowed(f"{at}.blocking", True, "Blocking takes a shield: give its Block value.")


# The total of each defense.


def common_modifiers(d: Defender) -> Modifiers:
    """The modifiers of every defense."""
    before = Modifier(f"{d.cap_count} attacked before", 0 if d.blocking else -d.cap_step * d.cap_count, "S2-CAP-01")
    return (
        *((before,) if before.value else ()),
        *([FACTS.modifier("grounded_penalty")] if d.grounded else []),
        *([FACTS.modifier("defend_bonus")] if d.defending else []),
        *if_any("Other modifiers", d.extra_mod, "S2-ROLL-01"),
    )


def _steps(d: Defender, use: str) -> int:
    """The steps by which the defender's conditions lower the Agility die."""
    return steps_down((name for name in ("chilled", "leg_maimed", "arm_maimed") if getattr(d, name)), use)


def dodge_total(d: Defender) -> Total:
    """The total of a dodge: on foot, by a rider, or by the mount."""
    where = FACTS.table("dodges").row("mount" if d.mount_targeted else "mounted" if d.mounted else "on_foot")
    on_foot = where["id"] == "on_foot"
    agility = d.mount_agility_die if where["die"] == "the mount" else d.agility_die
    modifiers = (
        Modifier(where["skill"], d.acrobatics if on_foot else d.riding, where["rule"]),
        *(if_any("Armor's penalty", -d.armor_penalty, "S2-DODGE-02") if where["armor_penalty"] else ()),
        *common_modifiers(d),
    )
    steps = _steps(d, DODGE_DIE) if where["lowered"] else 0
    dice = dice_of(agility, d.acrobatics_die if on_foot else d.riding_die, steps)
    return Total(dice, modifiers, d.explode, where["halved"] and not d.free_zone, d.half_rounds)


def _held_total(d: Defender, label: str, value: int, rule: str, die: int = 0) -> Total:
    dice = dice_of(d.agility_die, die, _steps(d, PARRY_DIE))
    return Total(dice, (Modifier(label, value, rule), *common_modifiers(d)), d.explode)


def parry_total(d: Defender) -> Total:
    """The total of a parry with the item in hand; a table rule makes its value a die (S2-ROLL-01)."""
    assert d.parry is not None
    return _held_total(d, "Parry", d.parry, "S2-PARRY-01", d.parry_die)


def block_total(d: Defender) -> Total:
    """The total of a block with the shield."""
    assert d.block is not None
    return _held_total(d, "Block", d.block, "S2-BLOCK-01")


_TOTALS = {DODGE: dodge_total, PARRY: parry_total, BLOCK: block_total}

# Open defenses and the choice among them.


def closed(d: Defender, kind: str, *, ranged: bool, must_dodge: bool) -> str | None:
    """The reason why the attack excludes a defense, as a sentence; None if the defense is open."""
    if kind == DODGE:
        return None
    if d.mount_targeted:
        return "A mount can only dodge."
    if must_dodge:
        return "This attack is too heavy to stop: it must be dodged."
    if kind == BLOCK:
        able = d.blocking and d.block is not None
        return None if able else "Only somebody who gave up the turn to block, with a shield, can block."
    if d.parry is None:
        return "There is nothing to parry with: give a Parry value."
    if ranged and not d.parry_is_shield:
        return "Only a shield parries what is shot or thrown."
    return None


def answers(d: Defender, *, ranged: bool, must_dodge: bool) -> dict[str, Total]:
    """Every open defense against the attack, with its total."""
    return {
        kind: rolled(d)
        for kind, rolled in _TOTALS.items()
        if closed(d, kind, ranged=ranged, must_dodge=must_dodge) is None
    }


def best_of(attack: Total, open_to: dict[str, Total]) -> str:
    """The defense that the attack hits least often; the first wins a tie (S2-CHOICE-01)."""
    kinds = list(open_to)
    return kinds[best_answer(attack, list(open_to.values()))]


def refuse_closed(d: Defender, wanted: str, *, ranged: bool, must_dodge: bool) -> None:
    """Refuses a requested defense that the attack excludes."""
    if wanted != BEST and (reason := closed(d, wanted, ranged=ranged, must_dodge=must_dodge)):
        raise not_allowed("defence", wanted, reason)
