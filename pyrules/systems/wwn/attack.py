"""Attacks: the hit roll against Armor Class, damage on a hit, Shock on a miss.

Sections "Attack Actions and Hitting", "Damage" and "Shock Damage". Everything else that strikes, from a
Snap Attack to a whole duel, is made from this.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator, Throw
from ...engine.dice import Dist
from ...engine.procedure import Procedure, if_any, settle, throw, total
from .strike import Attack, Modifiers, damage_modifiers, hit_die, hit_modifiers, refuse_impossible, shock_modifiers
from .weapon import ANY

# Shock: whether it works against the target, what a miss does, and what a hit does at least.


class Shock(NamedTuple):
    """What Shock does in one attack."""

    applies: bool
    on_miss: int
    floor: int


def shock_points(a: Attack) -> int:
    """The points of Shock, wherever they apply; never below nothing (ruling, WWN-SHOCK-03)."""
    return max(0, total(shock_modifiers(a)))


def shock_of(a: Attack) -> Shock:
    """Shock by the book: not against immunity, and only up to the weapon's AC (WWN-SHOCK-02)."""
    limit = a.weapon.shock_ac
    reached = limit == ANY or (isinstance(limit, int) and a.target_ac <= limit)
    return shock_where(a, applies=bool(shock_modifiers(a)) and not a.shock_immune and reached)


def shock_where(a: Attack, *, applies: bool) -> Shock:
    """Shock that does or does not apply; the floor under a hit may stand all the same (ruling, WWN-DMG-02)."""
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
    """The same with other modifiers or Shock than the plain attack's; `most` cuts the damage rolled."""
    harm = total(to_damage)

    def rolled(dice: int) -> int:
        return max(a.min_damage, dice + harm if most is None else min(most, dice + harm))

    def tell_damage(dice: int, s: Blow) -> str:
        return f"{s.damage} damage" + (", raised to the Shock" if rolled(dice) < shock.floor else "")

    return Procedure(
        Blow(),
        (
            throw(
                f"Hit roll against AC {a.target_ac}",
                hit_die(total(to_hit), a.target_ac, a.natural_rule),
                lambda s, hit: s._replace(hit=hit),
                rule="WWN-HIT-04",
                modifiers=to_hit,
                adds=to_hit,
                tell=lambda hit, s: "hit" if hit else "miss",
            ),
            throw(
                "Damage",
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


def _outcome(s: Blow) -> str:
    if s.hit:
        return "Hit" if s.damage else "Hit without damage"
    return "Miss with Shock" if s.damage else "Miss"


def p_hit(end: Dist[Blow]) -> Fraction:
    """The chance to hit."""
    return end.p(lambda s: s.hit)


def mean_damage(end: Dist[Blow]) -> Fraction:
    """The damage to expect, Shock included."""
    return end.mean(lambda s: s.damage)


def damage_dist(end: Dist[Blow]) -> dict[str, Fraction]:
    """The damage as an answer shows it."""
    return out.text_keys(end.dist(lambda s: s.damage))


def dealt(a: Attack) -> Dist[int]:
    """The damage of one attack."""
    return attack(a).odds().read(lambda s: s.damage)


def _reach(a: Attack) -> str | None:
    """Against which AC the weapon's Shock works, in words."""
    if not shock_modifiers(a):
        return None
    return "any AC" if a.weapon.shock_ac == ANY else f"AC {a.weapon.shock_ac} or lower"


def _values(a: Attack) -> dict[str, Any]:
    end, shock = attack(a).odds(), shock_of(a)
    bonus, harm, mean = total(hit_modifiers(a)), total(damage_modifiers(a)), mean_damage(end)
    by_shock = end.mean(lambda s: 0 if s.hit else s.damage)
    return {
        "hit_bonus": bonus,
        "needed": a.target_ac - bonus,
        "p_hit": p_hit(end),
        "shock_applies": shock.applies,
        "shock_on_miss": shock.on_miss,
        "shock_reach": _reach(a),
        "mean_from_shock": by_shock,
        "shock_share": by_shock / mean if mean else None,
        "hit_floor": shock.floor,
        "p_floor_raised_given_hit": a.weapon.damage.die().p(lambda n: max(a.min_damage, n + harm) < shock.floor),
        "damage": damage_dist(end),
        "mean": mean,
        "p_any_damage": end.p(lambda s: s.damage > 0),
    }


ATTACK_RULES = (
    "WWN-HIT-01",
    "WWN-HIT-02",
    "WWN-HIT-03",
    "WWN-HIT-04",
    "WWN-HIT-05",
    "WWN-MOD-01",
    "WWN-MOD-02",
    "WWN-MOD-03",
    "WWN-MOD-04",
    "WWN-MOD-05",
    "WWN-MOD-06",
    "WWN-DMG-01",
    "WWN-DMG-02",
    "WWN-SHOCK-01",
    "WWN-SHOCK-02",
    "WWN-SHOCK-03",
    "WWN-MELEE-02",
    "WWN-MELEE-03",
    "WWN-MELEE-04",
    "WWN-RANGED-02",
    "WWN-RANGED-03",
    "WWN-RANGED-04",
    "WWN-PRONE-03",
    "WWN-PRONE-04",
    "WWN-EXT-WEAPONS",
    "WWN-EXT-SHOCKADD",
    "WWN-EXT-NAT",
    "WWN-EXT-RANGE",
    "WWN-EXT-AB",
    "WWN-CHARGE-03",
    "WWN-SNAP-02",
    "WWN-DUAL-02",
    "WWN-DUAL-03",
)

ATTACK = Calculator(
    id="wwn.attack",
    title="Attack",
    summary="One weapon attack: does it hit, how much damage, and what a miss still does by Shock.",
    inputs=Attack,
    outputs=(
        out.percent("p_hit", "hit", headline=True),
        out.figure("mean", "damage", unit="on average", headline=True),
        out.figure("shock_on_miss", "Shock on a miss", headline=True),
        out.word("shock_reach", "The weapon's Shock works against"),
        out.flag("shock_applies", "Shock works on this target"),
        out.figure("mean_from_shock", "Damage from Shock after a miss, on average"),
        out.percent("shock_share", "Share of the damage that is such Shock"),
        out.figure("hit_floor", "A hit does at least"),
        out.percent("p_floor_raised_given_hit", "A hit is raised to the Shock"),
        out.percent("p_any_damage", "Any damage"),
        out.figure("hit_bonus", "Bonus to hit", signed=True),
        out.figure("needed", "Lowest roll that hits"),
        out.distribution("damage", "Damage", unit="damage"),
    ),
    work=_values,
    check=refuse_impossible,
    rules=ATTACK_RULES,
    start={
        "class_bonus": 2,
        "skill": 1,
        "attr_mod": 1,
        "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13},
        "target_ac": 13,
    },
    throws=(Throw("attack", "Roll it", attack),),
)
