"""Explains an attack: its steps, the least damage of a hit, and whether Shock works.

Sections "Damage" and "Shock Damage". A roll omits the last two, because it shows a single course.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....engine.explain import all_under, by, note, split_modifiers, together, without_dice
from ....engine.formatting import figure
from ....engine.procedure import Procedure, Step, counted, total
from .blow import Blow, Shock, attack, shock_of
from .strike import Attack, damage_modifiers, hit_modifiers, shock_modifiers
from .weapon import ANY


def explanation(a: Attack) -> Procedure[Blow]:
    """The explanation of one attack."""
    return Procedure(Blow(), steps_of(a), str)


def steps_of(a: Attack) -> tuple[Step[Blow], ...]:
    """The hit roll, damage, the least damage of a hit, and Shock."""
    hit, damage, _ = attack(a).steps
    return (hit, without_dice(damage), *after_damage(a, shock_of(a), shock_text(a), hit))


def steps_in(a: Attack, changed: Attack, label: str, rule: str) -> tuple[Step[Blow], ...]:
    """The same steps for an attack that changes the hit roll: a step of its own shows the bonus or penalty."""
    hit, *after = steps_of(changed)
    return (*split_modifiers(hit, hit_modifiers(a), label, rule), *after)


def without(a: Attack, who: str) -> Step[Blow]:
    """One line about the normal attack, for comparison."""
    bonus, harm = total(hit_modifiers(a)), total(damage_modifiers(a))
    damage = f"{a.weapon.damage} {figure(harm, signed=True)}" if harm else f"{a.weapon.damage}"
    return note(f"{who}: {figure(bonus, signed=True)} to hit, damage {damage}", "WWN-HIT-01")


# After the damage.


def after_damage(
    a: Attack, shock: Shock, said: str, hit: Step[Blow], rule: str = "WWN-SHOCK-01"
) -> tuple[Step[Blow], Step[Blow]]:
    """The least damage of a hit, and the damage of a miss; shown even if every blow hits, or none."""
    points = shock_modifiers(a)
    stands = bool(points) and (shock.applies or a.floor_mode == "always")
    hits = hit.die(Blow()).p(bool)
    return (
        note(
            _floor_text(a, stands=stands),
            "WWN-DMG-02",
            all_under("WWN-DMG-02", points) if stands else (),
            when=_after(lambda s: s.hit, sure=hits in (0, 1)),
        ),
        note(
            said,
            rule,
            points if shock.applies else (),
            also=tuple(one.rule for one in points),
            when=_after(lambda s: not s.hit, sure=hits in (0, 1)),
        ),
    )


def _after(when: Callable[[Blow], bool], *, sure: bool) -> Callable[[Blow], bool]:
    return (lambda s: True) if sure else when


def _floor_text(a: Attack, *, stands: bool) -> str:
    if a.weapon_harmless:
        return "The weapon cannot hurt the target"
    if stands:
        return "A hit does at least the Shock"
    return "No least damage: Shock does not work here" if shock_modifiers(a) else "No least damage without Shock"


def shock_text(a: Attack) -> str:
    """Whether Shock works on this target, and why."""
    limit = a.weapon.shock_ac
    if a.weapon_harmless:
        return "No Shock: the weapon cannot hurt the target"
    if not shock_modifiers(a):
        return "No Shock: " + ("the weapon has none" if a.weapon.kind == "melee" else "only a melee attack does any")
    if a.meets_shield:
        return "No Shock: the target's shield ignores the first of the round"
    if a.shock_immune:
        return "No Shock: the target is immune"
    if limit == ANY:
        return "Shock on a miss, whatever the AC"
    if shock_of(a).applies:
        return f"Shock on a miss, up to AC {limit}: the target has {a.target_ac}"
    return f"No Shock: AC {a.target_ac} is above {limit}"


# Several attacks.


def steps_of_all(attacks: Sequence[Attack], *, shield: bool) -> tuple[Step[Blow], ...]:
    """Every attack of a round; equal attacks appear once."""
    alike: dict[Attack, list[str]] = {}
    for place, one in enumerate(attacks, 1):
        alike.setdefault(one, []).append(str(place))
    steps = tuple(
        step
        for one, places in alike.items()
        for step in (by(_which(places), steps_of(one)) if len(attacks) > 1 else steps_of(one))
    )
    ignored = note("The shield ignores the first Shock of the round", "WWN-EXT-SHIELD")
    return (ignored, *steps) if shield and attacks else steps


def _which(places: list[str]) -> str:
    return f"Attack{'s' if len(places) > 1 else ''} {together(places)}"


def down_at(hp: int, rule: str) -> Step[Blow]:
    """The damage at which the target falls."""
    return note(f"Down once {counted(hp, 'hit point')} {'are' if hp > 1 else 'is'} gone", rule)
