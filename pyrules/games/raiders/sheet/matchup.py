"""Values that depend on both sides: the Defense against a weapon, the foe's attack, and the mass bonus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.inputs import number, toggle
from ....engine.sheet.derived import derived
from ....engine.sheet.values import Matchup, Values, Weapon
from ..attack_inputs import PROTECTION, STRENGTH, WOUNDS
from ..escape import MASS_BONUS
from ..mass import METHODS, advantage
from ..rolls import CHALLENGE, TRAIT
from ..tables import FACTS
from .conditions import down_at
from .values import guard

# Defense


def _has_neither(v: Values, against: Weapon | None) -> bool:
    """Whether one who sees the attack has neither Dodge nor Parry all the same (RR-STEALTH-01, ruling)."""
    return bool(v["is_down"] or (against is not None and not against["parriable"] and v["is_cornered"]))


def standing(v: Values, against: Weapon | None) -> int:
    """Defense against a weapon, without actions spent defending."""
    if _has_neither(v, against):
        return FACTS.number("ambush_challenge")
    if against is None or against["parriable"]:
        return int(v["defense"])
    return int(v["dodge"])  # RR-DEF-04


def seen(v: Values, against: Weapon | None) -> int:
    """Defense against a weapon with the actions of this round; they do not help without Dodge and Parry."""
    return standing(v, against) + (0 if _has_neither(v, against) else guard(v))


def met(v: Values, against: Weapon | None) -> int:
    """The current challenge of an attack; in an ambush it does not depend on the weapon (RR-STEALTH-02)."""
    if not v["is_down"] and (against is None or against["parriable"] or v["is_ambushed"]):
        return int(v["defense_now"])
    return seen(v, against)


def _of_target(defense: Callable[[Values, Weapon | None], int], *, unarmed: bool = False) -> Callable[[Matchup], Any]:
    """A Defense of the target."""

    def compute(matchup: Matchup) -> Any:
        target = matchup.target
        if not isinstance(target, Values):
            return matchup["target.defense_now"]
        return defense(target, None if unarmed else matchup.weapon)

    return compute


def _my_defense(matchup: Matchup) -> int | None:
    """The challenge of an attack on the character; None without a target."""
    return None if matchup.target is None else met(matchup.me, matchup.target_weapon)


def _grab_defense(matchup: Matchup) -> Any:
    """The challenge of a grab that is still to be made; a grab uses no weapon."""
    return None if matchup.me["held_mox"] is not None else matchup["matchup.target_unarmed"]


def _may_parry(matchup: Matchup) -> bool:
    """Whether the character can parry the target's attack (RR-DEF-04, RR-STEALTH-01)."""
    weapon = matchup.target_weapon
    has_parry = not matchup.me["is_ambushed"] and not matchup.me["is_down"]
    return has_parry and (weapon is None or weapon["parriable"])


# The foe's blow


def _foe(name: str, per_weapon: str) -> Any:
    """A value of the foe's attack: from the weapon in hand, or the opponent's own number."""

    def compute(matchup: Matchup) -> Any:
        return matchup.target_weapon[per_weapon] if matchup.target_weapon else matchup[f"target.{name}"]

    return compute


def _foe_melee(matchup: Matchup) -> bool | None:
    """Whether the foe fights in melee; not applicable for an opponent without a sheet."""
    return bool(matchup.target_weapon["is_melee"]) if matchup.target_weapon else None


def _target_wounds_left(matchup: Matchup) -> int | None:
    """The number of further wounds that put the target down (RR-WOUND-01)."""
    if matchup.target is None:
        return None
    left: int = down_at(matchup.target["wound_limit"], matchup.me.table) - matchup.target["wounds"]
    return max(1, left)


# Mass


def _mass_bonus(matchup: Matchup, heavier: str, lighter: str) -> int | None:
    """The mass bonus of one side, 0 if it is not heavier; not applicable without known masses (RR-MASS-01)."""
    more, less = matchup[heavier], matchup[lighter]
    if more is None or less is None:
        return None
    return advantage(more, less, matchup.me.table.get("method", METHODS[0].id)).bonus if more > less else 0


def _defense(label: str, help: str) -> Any:
    return number(label, *CHALLENGE, help=help, rule="RR-DMG-03")


def _mass(label: str) -> Any:
    return number(label, *MASS_BONUS, help="From the masses of both.", rule="RR-MASS-01", signed=True)


OF_MATCHUP = (
    derived("target_defense", _defense("Defense", "Against this weapon, now."), _of_target(met)),
    derived("target_seen", _defense("Defense if seen", "Against this weapon."), _of_target(seen)),
    derived("target_standing", _defense("Defense", "Round by round."), _of_target(standing)),
    derived("target_unarmed", _defense("Defense", "Against bare hands, now."), _of_target(met, unarmed=True)),
    derived("my_defense", _defense("Defense", "Against the foe's weapon, now."), _my_defense),
    derived(
        "my_standing",
        _defense("Defense", "Against the foe's weapon, round by round."),
        lambda matchup: standing(matchup.me, matchup.target_weapon),
    ),
    derived(
        "my_protection",
        number("Protection", *PROTECTION, help="Against the foe's blow.", rule="RR-DMG-04"),
        lambda matchup: None if matchup.target is None else matchup.me["protection"],
    ),
    derived("target_grab_defense", _defense("Defense", "Against a grab."), _grab_defense),
    derived(
        "may_parry",
        toggle("Can be parried", help="From the conditions and the foe's weapon.", rule="RR-DEF-04"),
        _may_parry,
    ),
    derived(
        "target_offense",
        number("Offense", *TRAIT, help="With the weapon in hand.", rule="RR-OFF-01", signed=True),
        _foe("offense", "offense"),
    ),
    derived(
        "target_damage",
        number("Weapon", *STRENGTH, help="The one in hand.", rule="RR-DMG-02"),
        _foe("weapon_damage", "all_damage"),
    ),
    derived("target_melee", toggle("In melee", help="With the weapon in hand.", rule="RR-HAY-02"), _foe_melee),
    derived(
        "target_wounds_left",
        number("Wounds still to take", 1, WOUNDS[1], help="Before going down.", rule="RR-WOUND-01"),
        _target_wounds_left,
    ),
    derived("my_mass_bonus", _mass("Mass bonus"), lambda matchup: _mass_bonus(matchup, "mass", "target.mass")),
    derived("target_mass_bonus", _mass("Mass bonus"), lambda matchup: _mass_bonus(matchup, "target.mass", "mass")),
)
