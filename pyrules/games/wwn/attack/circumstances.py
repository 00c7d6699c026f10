"""Circumstances of an attack: their modifiers of the hit roll, and which exclude each other.

Section "Hit Roll Modifiers". Charges, Snap Attacks and two weapons are included, because they change the hit roll too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ....engine.errors import not_allowed
from ....engine.inputs import Option, choice, many
from ....engine.procedure import Modifier
from ..tables import FACTS
from .weapon import KINDS, Weapon

RULED_OUT = "ruled_out"
"""The option of the table rule that forbids throws while a foe is in melee with the thrower (WWN-MOD-06)."""

MINUS = "\u2212"


class Circumstance(NamedTuple):
    """A row of the table of hit roll modifiers."""

    id: str
    label: str
    hit: int
    damage: int
    excludes: list[str]
    applies_to: list[str]
    otherwise: str
    rule: str

    @property
    def note(self) -> str:
        """The modifier, as the chip shows it."""
        return _signed(self.hit) + (f", {_signed(self.damage)} damage" if self.damage else "")


CIRCUMSTANCES = {row["id"]: Circumstance(**row) for row in FACTS.table("circumstances").rows}
CHARGING = CIRCUMSTANCES["charge"]
SNAPPING = CIRCUMSTANCES["snap"]
TWO_WEAPONS = CIRCUMSTANCES["dual_wield"]
PRONE = CIRCUMSTANCES["attacker_prone"]
PRONE_AFAR, PRONE_BESIDE = CIRCUMSTANCES["target_prone_distant"], CIRCUMSTANCES["target_prone_adjacent"]
FOE_ON_YOU = CIRCUMSTANCES["in_melee"]


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", MINUS)


def circumstances(*, without: tuple[Circumstance, ...] = (), barred: Mapping[str, str] | None = None) -> Any:
    """The input for the circumstances of an attack, as chips.

    `without` are circumstances that do not exist here. `barred` maps excluded circumstances to the sentence that
    refuses each.
    """
    barred = barred or {}
    known = (c for c in CIRCUMSTANCES.values() if c not in without and c.id not in barred)
    offered = tuple(Option(c.id, c.label, c.rule, c.note, only_for=_kinds(c)) for c in known)
    one = choice("Circumstance", offered, help="One thing that changes the hit roll.", rule="WWN-HIT-02", barred=barred)
    return many(
        "Circumstances",
        one,
        0,
        len(CIRCUMSTANCES),
        (),
        help="All that hold add up. Full cover is almost all of the target; whoever is hidden cannot be attacked.",
        rule="WWN-HIT-02",
        unique=True,
    )


def _kinds(c: Circumstance) -> tuple[str, tuple[str, ...]] | None:
    """The kinds of weapon for which a form offers a circumstance; None for all kinds."""
    return None if len(c.applies_to) == len(KINDS) else ("weapon.kind", tuple(c.applies_to))


def _at_work(ids: tuple[str, ...], weapon: Weapon) -> Iterator[Circumstance]:
    """The circumstances that change an attack with this weapon; for example a shot from the ground has no penalty."""
    return (CIRCUMSTANCES[one] for one in ids if weapon.kind in CIRCUMSTANCES[one].applies_to)


def to_hit(ids: tuple[str, ...], weapon: Weapon) -> tuple[Modifier, ...]:
    """The modifiers of the hit roll."""
    return tuple(Modifier(c.label, c.hit, c.rule) for c in _at_work(ids, weapon) if c.hit)


def to_damage(ids: tuple[str, ...], weapon: Weapon) -> tuple[Modifier, ...]:
    """The modifiers of the damage of a hit; none applies to Shock (WWN-DUAL-02)."""
    return tuple(Modifier(c.label, c.damage, "WWN-DUAL-02") for c in _at_work(ids, weapon) if c.damage)


def refuse_impossible(ids: tuple[str, ...], weapon: Weapon, skill: int, at: str, *, rolls: str) -> None:
    """Raises `InvalidInput` for circumstances that contradict each other, the weapon or the fighter."""
    for one in ids:
        c = CIRCUMSTANCES[one]
        other = next((other for other in c.excludes if other in ids), None)
        if other:
            text = f"{c.label} and {CIRCUMSTANCES[other].label} cannot both hold."
            raise not_allowed(at, one, text)
        if weapon.kind not in c.applies_to and c.otherwise == "refused":
            kind = next(kind.label for kind in KINDS if kind.id == weapon.kind).lower()
            raise not_allowed(at, one, f"{c.label} does not go with a {kind} attack.")
    if FOE_ON_YOU.id in ids and weapon.kind == "ranged" and weapon.hands > 1:
        raise not_allowed(at, FOE_ON_YOU.id, "A two-handed ranged weapon is useless while a foe is on you.")
    if FOE_ON_YOU.id in ids and weapon.kind == "thrown" and rolls == RULED_OUT:
        raise not_allowed(at, FOE_ON_YOU.id, "By your table nothing can be thrown while a foe is on you.")
    if TWO_WEAPONS.id in ids:
        refuse_second_weapon(weapon, skill, at)


def refuse_second_weapon(weapon: Weapon, skill: int, at: str) -> None:
    """Raises `InvalidInput` for two weapons without a free hand each, or without skill (WWN-DUAL-01)."""
    least = FACTS.number("dual_wield_least_skill")
    if weapon.hands > 1:
        raise not_allowed(at, TWO_WEAPONS.id, "Two weapons need one hand each, and this one takes two.")
    if skill < least:
        raise not_allowed(at, TWO_WEAPONS.id, f"Two weapons need a skill level of {least} or higher.")
