"""The fighters of a duel: their attacks, defenses and counterstrikes in a round.

"The Combat Round", with the options that a duel offers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from ....engine.dice_text import DiceSum, SignedDice
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.inputs import Option, choice, number, same
from ....engine.procedure import Modifier, total
from ..exchange.attack_inputs import attack_skill
from ..exchange.exchange import Strike, strike
from ..exchange.incoming import is_critical_parry, mean_counterstrike, means
from ..rolls.damage import Harm, armor, damage, damage_modifier
from ..rolls.defense import NO_DEFENSE, Defense, defence, defense_of, dodge, parry, refuse_missing_skill
from ..rolls.results import NONE, Readings
from ..rolls.shields import SHIELD_DEFENSE, allows, shield, shield_defense
from ..rolls.weapons import fillings
from ..skills.skill import Skill, base_of, skill_modifiers
from ..tables import FACTS
from ..turns.order_inputs import Combatant, own_modifier

NORMAL, ALL_OUT, GREAT = "normal", "all_out", "great"
ACTIONS = {row["option"]: row for row in FACTS.table("actions").rows if row["option"]}
WAYS = tuple(
    Option(way, ACTIONS[way]["label"], ACTIONS[way]["rule"]) for way in (NORMAL, ALL_OUT, GREAT, SHIELD_DEFENSE)
)
MOST_HIT_POINTS = 200
READY, SURPRISED, DEFENSELESS = "ready", "surprised", "defenceless"
INCENSED, PURSUER = "incensed", "pursuer"
_FIRST_ACTION = {INCENSED: "incensed_bonus", PURSUER: "pursuer_bonus"}
OPENINGS = (
    Option(READY, "As in every round", "OQ-RND-01"),
    Option(SURPRISED, "Surprised: only defends", "OQ-SUR-06"),
    Option(DEFENSELESS, "Surprised and defenseless", "OQ-SUR-07"),
    Option(INCENSED, FACTS.fill("Enraged: +{incensed_bonus}% on the first action"), "OQ-ESC-03"),
    Option(PURSUER, FACTS.fill("Has caught the other: +{pursuer_bonus}% on the first action"), "OQ-AVO-06"),
)
DEFENSE = "Defense"


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """FIGHTER: one side of a duel."""

    attack: Skill = attack_skill(help="Close Combat.")
    damage: DiceSum = damage(presets=fillings("melee", "shield"))
    damage_mod: SignedDice = damage_modifier()
    defence: str = defence()
    dodge: Skill | None = dodge(group=DEFENSE)
    parry: Skill | None = parry(group=DEFENSE)
    shield: str = shield(group=DEFENSE)
    ap: int = armor(group=DEFENSE)
    hp: int = number("Hit points", 1, MOST_HIT_POINTS, help="What this fighter has left.", rule="OQ-PHY-05")
    dex: int = same(Combatant, "dex")
    option: str = choice("Every round", WAYS, NORMAL, help="What this fighter does each round.", rule="OQ-RND-01")


@dataclass(frozen=True, kw_only=True)
class Duelist(Fighter):
    """A fighter whose first round can differ from the others."""

    opening: str = choice(
        "As the duel starts",
        OPENINGS,
        READY,
        help="What is different in the first round.",
        rule="OQ-RND-01",
        group="First round",
    )


def refuse_unfit(one: Fighter, at: str) -> None:
    """Refuses a fighter without the skill of its defense, or without a shield for a Shield Defense."""
    refuse_missing_skill(one, at)
    if one.option != SHIELD_DEFENSE:
        return
    if not allows(one.shield, SHIELD_DEFENSE):
        raise not_allowed(f"{at}shield", one.shield, "A Shield Defense needs a medium or large shield.")
    if one.parry is None:
        text = "A Shield Defense parries: the skill to parry with is missing."
        raise InvalidInput(f"{at}parry", MISSING_FIELD, None, text)


def place(one: Fighter, action_order: str, *more: Modifier) -> tuple[int, int, int]:
    """What decides who acts first: the modified skill, the base, then DEX (OQ-RND-04).

    A table rule adds the option's modifier (OQ-RND-07); `more` is added to the skill.
    """
    own = own_modifier(ACTIONS[one.option], action_order)
    return total(skill_modifiers(one.attack, *own, *more)), base_of(one.attack), one.dex


class Turn(NamedTuple):
    """A fighter's attacks in a round, and the counterstrike against them."""

    strikes: tuple[Strike, ...] = ()
    counter: Harm | None = None


def turn(one: Fighter, other: Fighter, by: Readings, *more: Modifier) -> Turn:
    """The attacks of `one` on `other` in a round; `more` is added to each."""
    if one.option == SHIELD_DEFENSE:
        return Turn()
    harm = Harm(one.damage, one.damage_mod, other.ap, full_modifier=one.option == GREAT)
    bonuses = (*_BONUS.get(one.option, ()), *more)
    blow = strike(one.attack, harm, _defense(other), by, *bonuses, rule=_RULE.get(one.option, PLAIN))
    counter = Harm(other.damage, other.damage_mod, one.ap) if other.option == SHIELD_DEFENSE else None
    return Turn((blow,) * ACTIONS[one.option]["attacks"], counter)


PLAIN = "OQ-CC-02"
_BONUS = {ALL_OUT: (FACTS.modifier("all_out_penalty"),), GREAT: (FACTS.modifier("great_attack_bonus"),)}
_RULE = {ALL_OUT: "OQ-CC-10", GREAT: "OQ-CC-13"}


def is_surprised(one: Duelist) -> bool:
    """Whether a fighter has no action in the first round (OQ-SUR-06)."""
    return one.opening in (SURPRISED, DEFENSELESS)


def first_bonus(one: Duelist) -> tuple[Modifier, ...]:
    """The bonus of a fighter's first action (OQ-ESC-03, OQ-AVO-06)."""
    name = _FIRST_ACTION.get(one.opening)
    return (FACTS.modifier(name),) if name else ()


def first_turn(one: Duelist, other: Duelist, by: Readings) -> Turn:
    """The attacks of `one` on `other` in the first round."""
    if is_surprised(one):
        return Turn()
    if is_surprised(other):  # a surprised fighter takes no action and can only parry or dodge
        other = replace(other, option=NORMAL, defence=NONE if other.opening == DEFENSELESS else other.defence)
    return turn(one, other, by, *first_bonus(one))


def _defense(one: Fighter) -> Defense:
    """A fighter's defense in every round; none if the attack option gives it up (OQ-DEF-18)."""
    if one.option == SHIELD_DEFENSE and one.parry is not None:
        return shield_defense(one.parry)
    return NO_DEFENSE if ACTIONS[one.option]["reactions"] == "none" else defense_of(one)


def mean_dealt(attacks: Turn) -> Fraction:
    """The mean damage of a round in which nobody drops."""
    return sum(means(attacks.strikes, lambda x: x.damage), Fraction(0))


def mean_struck_back(attacks: Turn) -> Fraction:
    """The mean damage of a round's counterstrikes in which nobody drops."""
    if attacks.counter is None:
        return Fraction(0)
    return sum(means(attacks.strikes, is_critical_parry), Fraction(0)) * mean_counterstrike(attacks.counter)
