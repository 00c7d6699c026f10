"""Several attacks on one target in the same round; a shield may ignore the first Shock.

Section "Shock Damage", with the shield rule of the SRD.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine.dice import Dist, convolved
from ....engine.inputs import many, toggle
from .blow import blow, dealt, shock_of, shock_where
from .strike import Attack, attack_input, damage_modifiers, hit_modifiers, refuse_impossible

HIT_POINTS = (1, 500)


def attacks_input(label: str, one: str, least: int, most: int, help: str, *, rule: str, default: Any = None) -> Any:
    """The input for `least` to `most` attacks; required without a default."""
    element = attack_input(one, "One of them.")
    if default is None:
        return many(label, element, least, most, help=help, rule=rule)
    return many(label, element, least, most, default, help=help, rule=rule)


def shield_switch(whose: str) -> Any:
    """The input for a shield; `whose` names its bearer."""
    help = f"{whose} ignores the first Shock of each round."
    return toggle("Shield", help=help, rule="WWN-EXT-SHIELD")


def refuse_impossible_among(attacks: Sequence[Attack], at: str) -> None:
    """Raises `InvalidInput` for attacks that the rules exclude, each under its own path."""
    for index, one in enumerate(attacks):
        refuse_impossible(one, f"{at}.{index}")


def harms(attacks: Sequence[Attack], *, shield: bool) -> bool:
    """Whether these attacks together can do damage; a shield may ignore the only Shock among them."""
    whole = shield
    for one in attacks:
        met = met_by_shield(one).weights if whole else [Taken(damage) for damage in dealt(one).weights]
        if any(taken.damage > 0 for taken in met):
            return True
        # After the shield may be used up, the next Shock may count.
        whole = whole and all(taken.shield for taken in met)
    return False


class Taken(NamedTuple):
    """The damage of one attack, and whether the shield can still ignore a Shock afterwards."""

    damage: int = 0
    shield: bool = False


def met_by_shield(a: Attack) -> Dist[Taken]:
    """One attack on a target with a fresh shield (WWN-EXT-SHIELD).

    The shield ignores a Shock once. Where the least damage of a hit equals the Shock of a miss, the shield ignores it
    too (ruling, WWN-DMG-02).
    """
    shock = shock_of(a)
    ignored = shock_where(a, applies=False)
    end = blow(a, hit_modifiers(a), damage_modifiers(a), ignored).odds()
    return end.read(lambda s: Taken(s.damage, s.hit or not shock.on_miss))


def volley(attacks: Sequence[Attack], *, shield: bool) -> Dist[int]:
    """The damage of all these attacks together, in the given order."""
    plain = shielded = Dist({0: 1})  # computed from the last attack back: the later damage without and with the shield
    for one in reversed(attacks):
        if shield:
            shielded = _met_first(met_by_shield(one), {False: plain, True: shielded})
        plain = convolved(dealt(one), plain).reduced()
    return shielded if shield else plain


def _met_first(first: Dist[Taken], later: dict[bool, Dist[int]]) -> Dist[int]:
    """An attack that meets the shield, and the later damage without and with the shield."""

    def together(kept: bool) -> Dist[int]:
        ways = first.given(lambda s: s.shield == kept)
        assert ways is not None  # the attack has at least one outcome of this kind
        return convolved(ways.read(lambda s: s.damage), later[kept])

    return first.read(lambda s: s.shield).chain(together).reduced()


def downs(damage: Dist[int], hp: int) -> Fraction:
    """The chance that this damage leaves no hit points."""
    return damage.p(lambda points: points >= hp)


def average(damage: Dist[int]) -> Fraction:
    """The mean of the damage."""
    return damage.mean(lambda points: points)
