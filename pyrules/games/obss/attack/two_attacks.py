"""Two weapons: the second attacks or guards.

"Fighting with two weapons", "Double weapons" and "Light weapons": OBSS-TWF-02 to OBSS-TWF-04.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Procedure, if_any
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    MeleeSituations,
    against,
    defense_explanation,
    dice_explanation,
    in_turn,
    lasting_bonus,
    refuse_circumstances,
)
from ..modifiers.sequence import Turn, most, standard, two_weapons
from ..table_rules import triples_critical
from ..tables import FACTS
from ..weapons.harm import HARM_RULES, Harm
from ..weapons.weapon import weapon as weapon_dice
from .multi_attack import actions, bonus
from .several_strikes import Round, expected_damage, p_any_hit, round_of
from .strike_odds import Strike, mean_damage, strike
from .turn_of_attacks import TURN_RULES, InTurn, bonuses_explanation, odds, target_defense

STRENGTH = (-10, 30)
HANDS = (Option("primary", "First hand", "OBSS-TWF-01"), Option("secondary", "Second hand", "OBSS-TWF-01"))
PRIMARY, SECONDARY = (hand.id for hand in HANDS)
WEAPONS = "Weapons"


@dataclass(frozen=True, kw_only=True)
class TwoWeapons(MeleeSituations):
    """Two weapons, and the Actions for attacks."""

    bonus: int = bonus()
    strength: int = number(
        "Strength", *STRENGTH, help="Added to damage; the second hand has half of it.", rule="OBSS-TWF-03", signed=True
    )
    target_defense: int | None = target_defense()
    actions: int = actions()
    secondary_light: bool = toggle(
        "Second weapon is Light",
        True,
        help=FACTS.fill("One that is not has {offhand_penalty} more; so has the other end of a double weapon."),
        rule="OBSS-TWF-04",
        group=WEAPONS,
    )
    first_hand: str = choice(
        "Attacks first",
        HANDS,
        HANDS[0].id,
        help="Which hand makes the first attack; the hands take turns.",
        rule="OBSS-TWF-02",
        group=WEAPONS,
    )
    weapon: Dice = weapon_dice("First weapon", Dice(1, 8), group=WEAPONS)
    secondary_weapon: Dice = weapon_dice("Second weapon", Dice(1, 6), group=WEAPONS)
    defend_with_secondary: bool = toggle(
        "Guard with the second",
        help=FACTS.fill("It makes no attack, but gives +{offhand_defense} Defense."),
        rule="OBSS-TWF-05",
        group=WEAPONS,
    )
    triples_critical: bool = triples_critical()


def sequence_of(a: TwoWeapons) -> list[Turn]:
    """The attacks, each with the penalty of its place; with a guarding second weapon, those of one weapon."""
    lasting = lasting_bonus(a, a.bonus)
    if a.defend_with_secondary:
        return standard(lasting, a.actions)
    return two_weapons(lasting, a.actions, a.secondary_light, secondary_first=a.first_hand == SECONDARY)


def hand(a: TwoWeapons, index: int) -> str:
    """The hand of the attack after `index` others; the hands alternate."""
    if a.defend_with_secondary:
        return PRIMARY
    return SECONDARY if index % 2 != (a.first_hand == SECONDARY) else PRIMARY


def strength_damage(a: TwoWeapons, held_in: str) -> int:
    """Strength's modifier to a hand's damage; a negative one counts in full for both (OBSS-TWF-03)."""
    halved = held_in == SECONDARY and a.strength > 0
    return a.strength // FACTS.number("offhand_strength_divisor") if halved else a.strength


@dataclass(frozen=True, slots=True)
class InHand:
    """One attack, its hand, and its damage."""

    hand: str
    attack: InTurn
    harm: Harm

    def strike(self, defense: int, triples_critical: bool) -> Strike:
        """The attack against a Defense."""
        return strike(self.attack.roll(defense, triples_critical), self.harm)


def attacks_of(a: TwoWeapons) -> list[InHand]:
    """All attacks of the turn."""
    labels = {option.id: option.label.lower() for option in HANDS}
    weapons = {PRIMARY: a.weapon, SECONDARY: a.secondary_weapon}
    found = []
    for index, turn in enumerate(in_turn(a, sequence_of(a))):
        held_in = hand(a, index)
        rule = "OBSS-TWF-04" if held_in == SECONDARY else "OBSS-MULT-05"
        attack = InTurn(f"Attack {index + 1}, {labels[held_in]}", rule, a.bonus, FACTS.number("check_dice"), turn)
        found.append(InHand(held_in, attack, Harm(weapons[held_in], strength_damage(a, held_in))))
    return found


def two_weapon(a: TwoWeapons) -> Procedure[Round]:
    """The attacks as a procedure."""
    defense = against(a, a.target_defense)
    if defense is None:
        raise not_allowed("target_defense", None, "Give the target's Defense to roll against.")
    strikes = [
        (
            f"{one.attack.label}, {one.harm.weapon}, against Defense {defense}",
            one.strike(defense, a.triples_critical),
            (*one.attack.modifiers, *if_any("Strength on damage", one.harm.bonus, "OBSS-TWF-03")),
        )
        for one in attacks_of(a)
    ]
    return round_of(strikes, None, "OBSS-HIT-01")


def explanation(a: TwoWeapons) -> Procedure[Round]:
    """The number of attacks, each bonus, Strength in each hand, the Defense, and the rolls."""
    attacks, limit = attacks_of(a), most(a.actions)
    allowed = f"{a.actions} Actions: as many as the bonus carries" if limit is None else f"Actions for {limit} at most"
    strengths = {one.hand: one.harm.bonus for one in attacks}
    labels = {option.id: option.label for option in HANDS}
    guards = FACTS.modifier("offhand_defense", a.defend_with_secondary)
    steps = (
        note(allowed, "OBSS-TWF-01", also=("OBSS-MULT-06",)),
        *bonuses_explanation([one.attack for one in attacks]),
        *dice_explanation([one.attack.turn.more_dice for one in attacks]),
        *(
            note(f"{labels[held_in]}: damage", "OBSS-TWF-03", if_any("Strength", added, "OBSS-TWF-03"))
            for held_in, added in strengths.items()
        ),
        note("Your Defense", "OBSS-TWF-05", (guards,)),
        *defense_explanation(a),
    )
    if a.target_defense is None:
        return Procedure(Round(), steps, str)
    first, *others = two_weapon(a).steps
    return Procedure(Round(), (*steps, replace(first, starts_new_explanation=True), *others), str)


def _values(a: TwoWeapons) -> dict[str, Any]:
    attacks, defense = attacks_of(a), against(a, a.target_defense)
    strikes = None if defense is None else [one.strike(defense, a.triples_critical) for one in attacks]
    each = odds([one.attack for one in attacks], defense, a.triples_critical)
    means = [None] * len(attacks) if strikes is None else [mean_damage(s) for s in strikes]
    return {
        "penalties": [place.penalty for place in sequence_of(a)],
        "hands": [one.hand for one in attacks],
        "strength_damage": [one.harm.bonus for one in attacks],
        "defense": FACTS.number("offhand_defense") * a.defend_with_secondary,
        "count": len(attacks),
        "p_any_hit": None if strikes is None else p_any_hit(strikes),
        "expected_damage": None if strikes is None else expected_damage(strikes),
        "attacks": [
            {
                "hand": one.hand,
                "bonus": one.attack.total_bonus,
                "damage": str(Dice(one.harm.weapon.count, one.harm.weapon.sides, one.harm.bonus)),
                **chances,
                "mean": mean,
            }
            for one, chances, mean in zip(attacks, each, means, strict=True)
        ],
    }


TWO_WEAPON = Calculator(
    id="obss.two_weapon",
    title="Two weapons",
    summary="A weapon in each hand: how many attacks, with which bonus and damage, or a guard instead.",
    inputs=TwoWeapons,
    outputs=(
        out.figure("expected_damage", "damage", rule="OBSS-HIT-01", unit="on average", headline=True),
        out.percent("p_any_hit", "at least one hits", rule="OBSS-HIT-01", headline=True),
        out.figure("count", "attacks", one="attack", rule="OBSS-TWF-01", headline=True),
        out.figure("defense", "Defense from the second weapon", rule="OBSS-TWF-05", signed=True),
        out.rows(
            "attacks",
            "Each attack",
            (
                out.word("hand", "Hand", HANDS),
                out.figure("bonus", "Bonus", signed=True),
                out.word("damage", "Damage"),
                out.percent("p_hit", "Hits"),
                out.figure("crits", "Criticals on average"),
                out.figure("mean", "Damage on average"),
            ),
            rule="OBSS-HIT-01",
            counts="Attack",
        ),
        api_only(out.listing("penalties", "Penalties", rule="OBSS-TWF-04")),
        api_only(out.listing("hands", "Hands", HANDS, rule="OBSS-TWF-01")),
        api_only(out.listing("strength_damage", "Strength on damage", rule="OBSS-TWF-03")),
    ),
    compute=_values,
    check=refuse_circumstances,
    explain=explanation,
    also=(
        *(f"OBSS-TWF-{row:02}" for row in range(1, 6)),
        "OBSS-DBL-01",
        "OBSS-DBL-02",
        "OBSS-LIGHT-01",
        *TURN_RULES,
        *CIRCUMSTANCE_RULES,
        *HARM_RULES,
        "EXT-30",
    ),
    start={"bonus": 12, "strength": 3, "target_defense": 16, "weapon": "1d8", "secondary_weapon": "1d6"},
    rolls=(RollOption("attacks", "Roll them all", two_weapon),),
)
