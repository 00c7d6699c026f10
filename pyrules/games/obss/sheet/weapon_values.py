"""Derived values of a weapon with its bearer, and of both sides of an attack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.dice import Dice
from ....engine.errors import InvalidInput
from ....engine.inputs import number, same, toggle
from ....engine.sheet.derived import Derived, derived
from ....engine.sheet.values import Matchup, Weapon
from ..attack.attack import ATTACK_BONUS
from ..attack.strike import StrikeInputs
from ..checks.check_step import MODIFIER
from ..checks.opposed import SIZE_STEPS
from ..maneuvers.maneuver import WEAPON_STEPS
from ..modifiers.defense import PART
from ..modifiers.situations import ATTACKERS, DEFENDERS, counted_on_attack
from ..round.round_inputs import ABILITY
from ..tables import FACTS
from ..weapons.damage import BONUS as DAMAGE_BONUS
from ..weapons.weapon_size import LETTERS, SIZES, TWO, WEAPON_SIZE, Held, fit
from ..weapons.weapon_size import result as in_hand
from .conditions import chips, ladder, lasting
from .weapon import COMPOSITE, MELEE, NO_STRENGTH, SHOT

CHARGE, CHARGED = "charge", "charged"

ON_SHEETS = tuple(
    option
    for option in ATTACKERS
    if option.id
    not in (
        CHARGE,
        "target_engaged",
        "long_weapon_close",
        "nonlethal_with_lethal",
        "ranged_while_threatened",
        "improvised_throw",
        "grappling_other_target",
    )
)
"""The situations that follow from two sheets; the form alone has the others."""

# Values of one weapon


def melee_ability(w: Weapon) -> int:
    """Strength; with a Versatile weapon and proficiency, also Dexterity (OBSS-AR-01, OBSS-VERS-01, OBSS-PROF-02)."""
    strength: int = w.owner["str"]
    return max(strength, w.owner["dex"]) if w["versatile"] and not w["unfamiliar"] else strength


def ability(w: Weapon) -> int:
    """The ability for attack rolls with this weapon in its usual use (OBSS-AR-01, OBSS-AR-02)."""
    used: int = melee_ability(w) if w["kind"] == MELEE else w.owner["dex"]
    return used


def _hits(by: Callable[[Weapon], int]) -> Callable[[Weapon], int]:
    """The fixed parts of an attack roll with this ability (OBSS-AR-01, OBSS-AR-02, EXT-28)."""

    def compute(w: Weapon) -> int:
        bonus: int = w.owner["wp"] + by(w) + w["attack_bonus"] + w.owner["shield_weight"]
        ranged = w["kind"] != MELEE or by is not ability
        return bonus + int(w.owner["own_attack"]) + lasting(w.owner, "attack", ranged=ranged)

    return compute


def all_damage_bonus(w: Weapon) -> int:
    """The damage bonus: Strength where it counts, and the weapon's (OBSS-LIFE-01, OBSS-THR-02, OBSS-THR-03)."""
    strength = w.owner["str"]
    if w["strength"] == COMPOSITE:
        strength = min(strength, w["bow_takes"])
    elif w["strength"] == NO_STRENGTH:
        strength = 0
    bonus: int = strength + w["damage_bonus"] + w.owner["own_damage"]
    return bonus


def other_bonus(w: Weapon) -> int:
    """The part of the attack bonus that cannot be traded for dice: all but proficiency and ability (OBSS-HIT-10)."""
    bonus: int = w["hit"] - w.owner["wp"] - w["ability"]
    return bonus


def held(w: Weapon) -> Held:
    """The weapon in one hand or two; a weapon that needs two hands is held in two (OBSS-SIZE-05)."""
    one = Held(
        weapon=w["damage"],
        letter=w["letter"],
        wielder=w.owner["size"],
        hands=w["hands"],
        ed=w["ed"],
        two_handed_weapon=w["two_handed_weapon"],
    )
    hands = one.hands if one.hands in fit(one)["hands"] else TWO
    return Held(**{**vars(one), "hands": hands}) if hands != one.hands else one


def dice_in_hand(w: Weapon) -> tuple[Dice, int | None]:
    """The dice as the weapon is held, with their ED; dice outside the damage ladder stay."""
    if w["kind"] != MELEE:
        return w["damage"], w["ed"]
    one = held(w)
    try:
        WEAPON_SIZE.check(one)
    except InvalidInput:
        return w["damage"], w["ed"]
    return in_hand(one)


def too_large(w: Weapon) -> bool:
    """Whether the weapon is too large for two hands (OBSS-SIZE-06)."""
    return bool(fit(held(w))["dice"])


def reach(w: Weapon) -> int:
    """The distance of a melee attack: the printed reach, farther with a long weapon (OBSS-DIST-05, EXT-19)."""
    printed: int = SIZES.row(w.owner["size"])["reach_m"]
    return printed + (FACTS.number("long_weapon_reach") if w["long"] else 0)


def _bonus(name: str, label: str, help: str, rule: str, compute: Callable[[Weapon], int]) -> Derived:
    return derived(name, number(label, *ATTACK_BONUS, help=help, rule=rule, signed=True), compute)


def _is(name: str, label: str, rule: str, compute: Callable[[Weapon], bool]) -> Derived:
    return derived(name, toggle(label, help="From the weapon.", rule=rule), compute)


OF_WEAPON = (
    derived(
        "ability",
        number("Strength or Dexterity", *ABILITY, help="Which hits with it.", rule="OBSS-AR-01", signed=True),
        ability,
    ),
    _bonus("hit", "Attack bonus", "As it is meant to be used.", "OBSS-AR-01", _hits(ability)),
    _bonus("throw", "Attack bonus thrown", "With Dexterity.", "OBSS-AR-02", _hits(lambda w: w.owner["dex"])),
    _bonus("other_bonus", "Other bonuses", "All but proficiency and ability.", "OBSS-HIT-10", other_bonus),
    derived(
        "all_damage_bonus",
        number("Damage bonus", *DAMAGE_BONUS, help="Strength included.", rule="OBSS-LIFE-01", signed=True),
        all_damage_bonus,
    ),
    derived("dice_now", same(StrikeInputs, "weapon"), lambda w: dice_in_hand(w)[0]),
    derived("ed_now", same(StrikeInputs, "ed"), lambda w: dice_in_hand(w)[1]),
    derived(
        "reach",
        number("Reach", 0, 20, help="With this weapon.", rule="OBSS-DIST-05", unit="m"),
        lambda w: reach(w) if w["kind"] == MELEE else None,
    ),
    derived(
        "range_now",
        number("Range", 1, 500, help="Of what is not made for it as well.", rule="OBSS-HURL-03", unit="m"),
        lambda w: w["range_m"] or FACTS.number("hurl_range_m"),
    ),
    _is("hurled", "Hurled, not made for it", "OBSS-HURL-01", lambda w: w["range_m"] is None),
    _is("is_melee", "Melee", "OBSS-AR-01", lambda w: w["kind"] == MELEE),
    _is("is_ranged", "Ranged weapon", "OBSS-COUP-02", lambda w: w["kind"] != MELEE),
    _is("is_shot", "Bow or crossbow", "OBSS-COUP-02", lambda w: w["kind"] == SHOT),
    derived("hands_now", same(Held, "hands"), lambda w: held(w).hands),
)


# Values of both sides


def attack_situations(matchup: Matchup) -> tuple[str, ...]:
    """The situations of an attack that follow from me, my weapon and the target."""
    found = {*matchup.attack_options()}
    if matchup.weapon and matchup.weapon["unfamiliar"] and not matchup.weapon["simple"]:
        found.add("unfamiliar_weapon")
    if matchup.weapon and matchup.weapon["kind"] == MELEE and too_large(matchup.weapon):
        found.add("weapon_too_large")
    return tuple(option.id for option in ATTACKERS if option.id in found)


def charger_situations(matchup: Matchup) -> tuple[str, ...]:
    """The situations of a target that charges (OBSS-CHG-06)."""
    found = {CHARGED, *(matchup["target.defender_situations"] or ())}
    return tuple(option.id for option in DEFENDERS if option.id in found)


def open_defense(matchup: Matchup) -> int | None:
    """The target's Defense without its situations; a target without a sheet has its whole Defense."""
    defense: int | None = matchup["target.defense_now"]
    situations = matchup["target.defender_situations"]
    return defense if defense is None or situations is None else defense - matchup["target.situations_on_defense"]


def attack(matchup: Matchup) -> int | None:
    """The attack bonus of the weapon in hand with all situations."""
    if matchup.weapon is None:
        return None
    counted = counted_on_attack(attack_situations(matchup), ladder(matchup.me))
    bonus: int = matchup.weapon["hit"] + sum(one.flat for one in counted)
    return bonus


def size_difference(matchup: Matchup) -> int | None:
    """The steps by which I am larger than the target."""
    theirs = matchup["target.size"]
    return None if theirs is None else SIZES.row(matchup.me["size"])["step"] - SIZES.row(theirs)["step"]


def weapon_difference(matchup: Matchup) -> int | None:
    """The steps by which my weapon is larger."""
    theirs = matchup["target.weapon.letter"]
    if matchup.weapon is None or theirs is None:
        return None
    steps: int = LETTERS.row(matchup.weapon["letter"])["step"] - LETTERS.row(theirs)["step"]
    return steps


def _or_save(known: str, save: str) -> Callable[[Matchup], Any]:
    """The target's value against a maneuver; its save replaces an empty value (OBSS-MAN-03)."""

    def compute(matchup: Matchup) -> Any:
        own = matchup[f"target.{known}"]
        return matchup[f"target.{save}"] if own is None else own

    return compute


def _number(name: str, label: str, limits: tuple[int, int], rule: str, compute: Callable[[Matchup], Any]) -> Derived:
    help = "With what holds on both sides."
    return derived(name, number(label, *limits, help=help, rule=rule, signed=limits[0] < 0), compute)


OF_MATCHUP = (
    chips("situations", "Conditions of both sides", ON_SHEETS, attack_situations),
    chips(
        "target_charging_situations",
        "Conditions of a target that charges",
        DEFENDERS,
        charger_situations,
        rule="OBSS-CHG-06",
    ),
    _number("target_defense", "Defense", PART, "OBSS-AR-05", open_defense),
    _number("attack", "Attack bonus", ATTACK_BONUS, "OBSS-AR-01", attack),
    _number("size_steps", "Larger by", SIZE_STEPS, "OBSS-PUSH-02", size_difference),
    _number("weapon_steps", "Weapon larger by", WEAPON_STEPS, "OBSS-DISARM-02", weapon_difference),
    _number("target_against_disarm", "Against a disarm", MODIFIER, "OBSS-MAN-03", _or_save("disarm", "reflex")),
    _number("target_against_passing", "Against passing", MODIFIER, "OBSS-MAN-03", _or_save("in_the_way", "reflex")),
    _number("target_against_feint", "Against a feint", MODIFIER, "OBSS-MAN-03", _or_save("see_through", "will")),
)
