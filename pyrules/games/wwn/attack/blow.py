"""One blow or shot, step by step: the hit roll, damage on a hit, Shock on a miss.

Sections "Attack Actions and Hitting", "Damage" and "Shock Damage". All calculators with attacks use these steps, from a
Snap Attack to a duel.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ....engine import answer as out
from ....engine.dice import Dist
from ....engine.procedure import Procedure, if_any, settle, throw, total
from .strike import Attack, Modifiers, damage_modifiers, hit_die, hit_label, hit_modifiers, shock_modifiers
from .weapon import ANY

# Shock: whether it works against the target, the damage of a miss, and the least damage of a hit.


class Shock(NamedTuple):
    """The effect of Shock in one attack."""

    applies: bool
    on_miss: int
    floor: int


def shock_points(a: Attack) -> int:
    """The points of Shock, whether or not they apply."""
    return total(shock_modifiers(a))


def shock_of(a: Attack) -> Shock:
    """Shock by the book: not against immunity or a fresh shield, and only up to the weapon's AC (WWN-SHOCK-02)."""
    limit = a.weapon.shock_ac
    reached = limit == ANY or (isinstance(limit, int) and a.target_ac <= limit)
    return shock_where(a, applies=bool(shock_modifiers(a)) and not a.shock_immune and reached and not a.meets_shield)


def shock_where(a: Attack, *, applies: bool) -> Shock:
    """Shock that does or does not apply; the least damage of a hit may still apply (ruling, WWN-DMG-02)."""
    points = shock_points(a)
    return Shock(applies, points if applies else 0, points if applies or a.floor_mode == "always" else 0)


# The attack itself.


class Blow(NamedTuple):
    """The state of one attack."""

    hit: bool = False
    damage: int = 0


def attack(a: Attack) -> Procedure[Blow]:
    """One weapon attack: hit roll, damage on a hit, Shock on a miss."""
    return blow(a, hit_modifiers(a), damage_modifiers(a), shock_of(a))


def blow(a: Attack, to_hit: Modifiers, to_damage: Modifiers, shock: Shock, most: int | None = None) -> Procedure[Blow]:
    """One attack with other modifiers or Shock than the normal attack; `most` caps the rolled damage."""
    harm = total(to_damage)

    def rolled(dice: int) -> int:
        if a.weapon_harmless:
            return 0
        return max(a.min_damage, dice + harm if most is None else min(most, dice + harm))

    def tell_damage(dice: int, s: Blow) -> str:
        if a.weapon_harmless:
            return "no damage: the weapon cannot hurt the target"
        capped = f", at most {most}" if most is not None and dice + harm > most else ""
        return f"{s.damage} damage" + (", raised to the Shock" if rolled(dice) < shock.floor else capped)

    return Procedure(
        Blow(),
        (
            throw(
                hit_label(a.target_ac, a.natural_rule),
                hit_die(total(to_hit), a.target_ac, a.natural_rule),
                lambda s, hit: s._replace(hit=hit),
                rule="WWN-HIT-04",
                modifiers=to_hit,
                adds=to_hit,
                tell=lambda hit, s: "hit" if hit else "miss",
            ),
            throw(
                f"Damage, {a.weapon.damage}" + (f", at least {a.min_damage}" if a.min_damage else ""),
                a.weapon.damage.die(),
                lambda s, dice: s._replace(damage=max(rolled(dice), shock.floor)),
                rule="WWN-DMG-01",
                when=lambda s: s.hit,
                modifiers=to_damage,
                adds=(*if_any("The dice's own", a.weapon.damage.plus, "WWN-DMG-01"), *to_damage),
                tell=tell_damage,
            ),
            settle(
                "Shock",
                lambda s: s._replace(damage=shock.on_miss),
                rule="WWN-SHOCK-01",
                when=lambda s: not s.hit and shock.on_miss > 0,
                modifiers=shock_modifiers(a),
                tell=lambda _, s: f"{s.damage} damage in spite of the miss",
            ),
        ),
        _outcome,
    )


def damage_roll(a: Attack) -> Procedure[Blow]:
    """The damage of an attack that has hit."""
    whole = attack(a)
    _, damage, _ = whole.steps
    return Procedure(Blow(hit=True), (damage,), whole.outcome)


def _outcome(s: Blow) -> str:
    if s.hit:
        return "Hit" if s.damage else "Hit without damage"
    return "Miss with Shock" if s.damage else "Miss"


def damage_of(s: Blow) -> int:
    """The damage of one attack, Shock included."""
    return s.damage


def p_hit(end: Dist[Blow]) -> Fraction:
    """The chance to hit."""
    return end.p(lambda s: s.hit)


def mean_damage(end: Dist[Blow]) -> Fraction:
    """The mean damage, Shock included."""
    return end.mean(lambda s: s.damage)


def damage_dist(end: Dist[Blow]) -> dict[str, Fraction]:
    """The distribution of damage, as answers hold it."""
    return out.text_keys(end.dist(lambda s: s.damage))


def dealt(a: Attack) -> Dist[int]:
    """The distribution of the damage of one attack."""
    return attack(a).odds().read(lambda s: s.damage)
