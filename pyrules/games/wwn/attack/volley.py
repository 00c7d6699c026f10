"""Several attacks on one target in the same round, who may hold a shield against the first Shock.

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
    """The input for several attacks; required unless a default is given."""
    element = attack_input(one, "One of them.")
    if default is None:
        return many(label, element, least, most, help=help, rule=rule)
    return many(label, element, least, most, default, help=help, rule=rule)


def shield_switch(whose: str) -> Any:
    """The input for a shield."""
    help = f"{whose} ignores the first Shock of each round."
    return toggle("Shield", help=help, rule="WWN-EXT-SHIELD")


def refuse_impossible_among(attacks: Sequence[Attack], at: str) -> None:
    """Refuse attacks that the rules rule out, each under its own place in the inputs."""
    for index, one in enumerate(attacks):
        refuse_impossible(one, f"{at}.{index}")


def harms(attacks: Sequence[Attack], *, shield: bool) -> bool:
    """Whether these attacks together can do any damage; a shield may ignore the only Shock among them."""
    whole = shield
    for one in attacks:
        met = met_by_shield(one).weights if whole else [Taken(damage) for damage in dealt(one).weights]
        if any(taken.damage > 0 for taken in met):
            return True
        whole = whole and all(taken.shield for taken in met)  # once it may be used up, the next Shock may count
    return False


class Taken(NamedTuple):
    """What one attack does, and whether the shield can still stop a Shock after it."""

    damage: int = 0
    shield: bool = False


def met_by_shield(a: Attack) -> Dist[Taken]:
    """One attack on somebody whose shield has stopped no Shock yet (WWN-EXT-SHIELD).

    A Shock is ignored and uses the shield up. Where the floor under a hit is what a miss would have done,
    there is none either (ruling, WWN-DMG-02).
    """
    shock = shock_of(a)
    ignored = shock_where(a, applies=False)
    end = blow(a, hit_modifiers(a), damage_modifiers(a), ignored).odds()
    return end.read(lambda s: Taken(s.damage, s.hit or not shock.on_miss))


def volley(attacks: Sequence[Attack], *, shield: bool) -> Dist[int]:
    """The damage of all these attacks together, in the order given."""
    plain = shielded = Dist({0: 1})  # from the last attack back: what is still to come, without and with the shield
    for one in reversed(attacks):
        if shield:
            shielded = _met_first(met_by_shield(one), {False: plain, True: shielded})
        plain = convolved(dealt(one), plain).reduced()
    return shielded if shield else plain


def _met_first(first: Dist[Taken], later: dict[bool, Dist[int]]) -> Dist[int]:
    """An attack that meets the shield, and what comes after it without and with the shield."""

    def together(kept: bool) -> Dist[int]:
        ways = first.given(lambda s: s.shield == kept)
        assert ways is not None  # one of the ways in which the attack goes
        return convolved(ways.read(lambda s: s.damage), later[kept])

    return first.read(lambda s: s.shield).chain(together).reduced()


def downs(damage: Dist[int], hp: int) -> Fraction:
    """The chance that this much damage leaves no hit points."""
    return damage.p(lambda points: points >= hp)


def average(damage: Dist[int]) -> Fraction:
    """The mean of damage."""
    return damage.mean(lambda points: points)
