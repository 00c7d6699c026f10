"""The steps of every attack: the hit roll, its mox, and the wounds.

Chapter "Swords, Slings, and Arrows": Offense and Damage, Aim and Attack, Haymaker. Offense against Defense gives the
mox. Wounds are mox, Brawn and weapon minus Protection. Fortune cancels wounds when they are dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from ...engine import answer as out
from ...engine.calculator import SheetChange
from ...engine.dice import Dist
from ...engine.errors import not_allowed
from ...engine.inputs import after
from ...engine.procedure import Modifier, Procedure, counted, if_any, settle, throw, total
from .attack_inputs import (
    BOTH_ACTIONS,
    aim_switch,
    brawn,
    damage_bonus,
    fortune,
    fortune_buys,
    haymaker_rule,
    haymaker_switch,
    hit_bonus,
    offense,
    protection,
    weapon,
    wound_limit,
    wounds_before,
)
from .rolls import EXTREMES_RULES, extremes_switch, mox_dist, natural_remark, tell_mox, trait_roll
from .tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Swing:
    """The inputs of every attack, whatever its target. `bonus_rule` is the rule of the bonus to hit."""

    bonus_rule: ClassVar[str] = "RR-OFF-01"

    offense: int = offense()
    brawn: int = brawn()
    weapon: int = weapon()
    protection: int = protection()
    aim: bool = aim_switch()
    haymaker: bool = haymaker_switch()
    bonus_hit: int = hit_bonus("Anything else that adds to the attacker's roll.", "RR-OFF-01")
    bonus_damage: int = damage_bonus()
    haymaker_rule: str = haymaker_rule()
    extremes: bool = extremes_switch()


@dataclass(frozen=True, kw_only=True)
class Attack(Swing):
    """A swing at a target with Fortune and earlier wounds."""

    fortune: int = after("bonus_damage", fortune())
    wounds_before: int = after("fortune", wounds_before())
    wound_limit: int = after("wounds_before", wound_limit())
    fortune_buys: int = after("wound_limit", fortune_buys())


class Blow(NamedTuple):
    """The state of one attack. `wounds` are before Fortune; `spent` are the points used, `canceled` the wounds they
    cancel.
    """

    mox: int | None = None
    wounds: int = 0
    spent: int = 0
    canceled: int = 0

    @property
    def taken(self) -> int:
        """The wounds that remain."""
        return self.wounds - self.canceled


def wounds_of(mox: int | None, damage: int, protection: int) -> int:
    """The wounds of a hit with this mox, at least 0; a miss does none (RR-DMG-02)."""
    return 0 if mox is None else max(0, mox + damage - protection)


def points_to_cancel(wounds: int, buys: int) -> int:
    """The points of Fortune that cancel these wounds, at `buys` wounds for each point (RR-FORT-01)."""
    return -(-wounds // buys)


def with_fortune(s: Blow, points: int, buys: int) -> Blow:
    """The blow after spending this many points of Fortune (RR-FORT-01)."""
    return s._replace(spent=points, canceled=min(s.wounds, points * buys))


def all_it_takes(a: Attack, s: Blow) -> Blow:
    """The blow after spending all available Fortune that cancels wounds (RR-FORT-01)."""
    return with_fortune(s, min(a.fortune, points_to_cancel(s.wounds, a.fortune_buys)), a.fortune_buys)


def stopping(damage: int, protection: int) -> Modifier:
    """The part of this damage that Protection stops, at most all of it (RR-DMG-04)."""
    label = f"Protection {protection}, which stops all of it" if protection > damage else "Protection"
    return Modifier(label, -min(damage, protection), "RR-DMG-04")


def aiming(aim: bool) -> tuple[Modifier, ...]:
    """The bonus of aiming to the hit roll (RR-AIM-01)."""
    return (FACTS.modifier("aim_bonus"),) if aim else ()


def damage_modifiers(brawn: int, weapon: int, haymaker: bool, bonus: int = 0) -> tuple[Modifier, ...]:
    """The modifiers of the mox of a hit (RR-DMG-02, RR-HAY-01)."""
    return (
        Modifier("Brawn", brawn, "RR-DMG-02"),
        Modifier("Weapon", weapon, "RR-DMG-02"),
        *((FACTS.modifier("haymaker_damage"),) if haymaker else ()),
        *if_any("Bonus to damage", bonus, "RR-DMG-02"),
    )


class Maneuver(Protocol):
    """The maneuvers before a blow."""

    @property
    def aim(self) -> bool: ...
    @property
    def haymaker(self) -> bool: ...
    @property
    def haymaker_rule(self) -> str: ...


def refuse_aimed_haymaker(a: Maneuver) -> None:
    """Raises `InvalidInput` for an aimed haymaker, which takes three actions, unless a table rule allows it
    (RR-HAY-01).
    """
    if a.aim and a.haymaker and a.haymaker_rule == BOTH_ACTIONS:
        raise not_allowed("haymaker", True, "You cannot aim and throw a haymaker in the same round.")


def to_hit(a: Swing) -> tuple[Modifier, ...]:
    """All modifiers of the hit roll of an attack."""
    return (
        Modifier("Offense", a.offense, "RR-OFF-01"),
        *aiming(a.aim),
        *if_any("Bonus to hit", a.bonus_hit, a.bonus_rule),
    )


def to_damage(a: Swing) -> tuple[Modifier, ...]:
    """All modifiers of the mox of a hit."""
    return damage_modifiers(a.brawn, a.weapon, a.haymaker, a.bonus_damage)


def attack(a: Attack, challenge: int, hit_rule: str) -> Procedure[Blow]:
    """One attack against `challenge`: hit roll, wounds, Fortune."""
    hitting, harming = to_hit(a), to_damage(a)
    through = Modifier("Protection", -a.protection, "RR-DMG-04")

    def hits(s: Blow) -> bool:
        return s.mox is not None

    return Procedure(
        Blow(),
        (
            throw(
                f"Hit roll against {challenge}",
                trait_roll(total(hitting), challenge, extremes=a.extremes),
                lambda s, mox: s._replace(mox=mox),
                rule=hit_rule,
                modifiers=hitting,
                adds=hitting,
                tell=lambda mox, s: tell_mox(mox),
                remark=natural_remark(total(hitting), challenge, extremes=a.extremes),
            ),
            settle(
                "Wounds, added to the mox",
                lambda s: s._replace(wounds=wounds_of(s.mox, total(harming), a.protection)),
                rule="RR-DMG-02",
                when=hits,
                modifiers=(*harming, through),
                tell=lambda _, s: f"mox {s.mox} makes {counted(s.wounds, 'wound')}",
            ),
            settle(
                "Fortune",
                lambda s: all_it_takes(a, s),
                rule="RR-FORT-01",
                when=lambda s: hits(s) and a.fortune > 0,
                tell=lambda _, s: f"{s.canceled} can be bought off, which leaves {counted(s.taken, 'wound')}",
            ),
        ),
        lambda s: _outcome(a, s),
    )


def drops(a: Attack, s: Blow) -> bool:
    """Whether this blow puts the target down: it must wound and reach the wound limit (RR-WOUND-01)."""
    return s.taken >= 1 and s.taken + a.wounds_before >= a.wound_limit


def sheet_change(_: Attack, s: Blow) -> SheetChange:
    """The remaining wounds and the spent Fortune (RR-FORT-01)."""
    return SheetChange(s.taken, s.spent)


def _outcome(a: Attack, s: Blow) -> str:
    if s.mox is None:
        return "Miss"
    if drops(a, s):
        return "Target down"
    return "Wounded" if s.taken else "Hit without a wound"


def attack_values(a: Attack, end: Dist[Blow]) -> dict[str, Any]:
    """Every output of an attack from the distribution of its end states."""
    return {
        "p_hit": end.p(lambda s: s.mox is not None),
        "mox_dist": mox_dist(end.read(lambda s: s.mox)),
        "wounds_dist": out.text_keys(end.dist(lambda s: s.wounds)),
        "mean_wounds": end.mean(lambda s: s.wounds),
        "p_wound": end.p(lambda s: s.wounds >= 1),
        "wounds_after_fortune_dist": out.text_keys(end.dist(lambda s: s.taken)),
        "mean_wounds_after_fortune": end.mean(lambda s: s.taken),
        "fortune_left_dist": out.text_keys(end.dist(lambda s: a.fortune - s.spent)),
        "p_drop": end.p(lambda s: drops(a, s)),
        # RR-STRIKE-03, ruling: to prevent a disarm or trip, Fortune must cancel every wound
        "p_effect_instead": end.p(lambda s: s.wounds > a.fortune * a.fortune_buys),
    }


SWING_RULES = ("RR-DMG-01", "RR-AIM-01", *EXTREMES_RULES)
"""The ids of the rules that every attack implements."""

ATTACK_RULES = SWING_RULES
