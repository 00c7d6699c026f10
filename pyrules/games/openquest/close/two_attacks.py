"""Two attacks in a round: All-Out Attack, and a weapon in each hand.

"All-Out Attack" and "Fighting with two weapons": OQ-CC-13, OQ-TWO-01 to OQ-TWO-04.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import lcm
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist, convolved
from ....engine.dice_text import DiceSum
from ....engine.explain import all_under, by, note
from ....engine.inputs import Option
from ....engine.inputs import after as behind
from ....engine.procedure import Procedure
from ..exchange.attack_inputs import EXAMPLE, Attacks, harm_of
from ..exchange.exchange import Exchange, Strike, strike, strike_steps
from ..exchange.exchange_answer import EXCHANGE_RULES, damage_headlines, damage_values, fumble_outputs, fumble_values
from ..exchange.incoming import after, strike_explanation
from ..rolls.damage import Harm, damage
from ..rolls.defense import defense_of, refuse_missing_skill
from ..rolls.results import NONE, readings
from ..rolls.weapons import fillings
from ..skills.skill import switch
from ..tables import FACTS

PLACES = (Option("first", "First"), Option("second", "Second"))


def both(first: Strike, second: Strike) -> Procedure[Exchange]:
    """Two attacks in order; the target's reaction to the second is its next defense of the round."""
    steps = (*by("First", strike_steps(first)), *by("Second", strike_steps(second, earlier=1)))
    return Procedure(Exchange(), steps, _outcome, lambda: both_ends(first, second))


def explained(first: Strike, second: Strike) -> Procedure[Exchange]:
    """The steps of both attacks without the sum of their damage."""
    steps = (*by("First", strike_explanation(first)), *by("Second", strike_explanation(second, earlier=1)))
    return Procedure(Exchange(), steps, _outcome)


@lru_cache(maxsize=64)
def both_ends(first: Strike, second: Strike) -> Dist[Exchange]:
    """The end states of both attacks together: damage, hits, reactions and fumbles, without grades.

    The second attack depends only on the reactions to the first. So each pair of kinds of end is convolved once.
    """
    one = after(first, 0)
    others = {more: after(second, more) for more in {x.reactions for x in one.weights}}
    scale = lcm(*(other.total for other in others.values()))
    weights: dict[Exchange, int] = {}
    for mine, dealt in _by_kind(one):
        other = others[mine.reactions]
        for yours, more in _by_kind(other):
            kind = Exchange(
                hits=mine.hits + yours.hits,
                reactions=mine.reactions + yours.reactions,
                attacker_fumbles=mine.attacker_fumbles or yours.attacker_fumbles,
                defender_fumbles=mine.defender_fumbles or yours.defender_fumbles,
            )
            for total, weight in convolved(dealt, more).weights.items():
                end = kind._replace(damage=total)
                weights[end] = weights.get(end, 0) + weight * (scale // other.total)
    return Dist(weights)


def _by_kind(ends: Dist[Exchange]) -> list[tuple[Exchange, Dist[int]]]:
    """The damage of an attack for each combination of the other values that matter later."""
    kinds: dict[Exchange, dict[int, int]] = {}
    for x, weight in ends.weights.items():
        kind = x._replace(attack="", reaction=NONE, defense=NONE, code="", damage=0)
        dealt = kinds.setdefault(kind, {})
        dealt[x.damage] = dealt.get(x.damage, 0) + weight
    return [(kind, Dist(dealt)) for kind, dealt in kinds.items()]


def _outcome(x: Exchange) -> str:
    hits = ("No hit", "One hit", "Two hits")[x.hits]
    return f"{hits} without damage" if x.hits and not x.damage else hits


def _attacks(first: Strike, second: Strike, end: Dist[Exchange]) -> list[dict[str, Any]]:
    """The figures of each attack; the second has what the first leaves of the sum."""
    alone = after(first, 0)
    hits, mean = alone.mean(lambda x: x.hits), alone.mean(lambda x: x.damage)
    return [
        {"attack": "first", "modified": first.modified, "p_hit": hits, "mean": mean},
        {
            "attack": "second",
            "modified": second.modified,
            "p_hit": end.mean(lambda x: x.hits) - hits,
            "mean": end.mean(lambda x: x.damage) - mean,
        },
    ]


def _attack_rows(rule: str) -> Output:
    columns = (
        out.word("attack", "Attack", PLACES),
        out.figure("modified", "Skill", unit="%"),
        out.percent("p_hit", "Gets through"),
        out.figure("mean", "Damage on average"),
    )
    return out.rows("attacks", "Each attack", columns, rule=rule)


def _common_outputs(rule: str) -> tuple[Output, ...]:
    return (
        *damage_headlines("at least one gets through"),
        api_only(out.figure("modified", "Attack skill, all in", rule=rule, unit="%")),
        *fumble_outputs(),
        _attack_rows(rule),
        out.distribution("damage", "Damage of both", rule="OQ-CC-06", unit="damage"),
    )


# All-Out Attack.


def all_out_strike(a: Attacks) -> Strike:
    """One of the two attacks of an All-Out Attack."""
    defense = defense_of(a, schedule=a.schedule, before=a.prior_defences)
    return strike(a.attack, harm_of(a), defense, readings(a), FACTS.modifier("all_out_penalty"), rule="OQ-CC-10")


def all_out_attack(a: Attacks) -> Procedure[Exchange]:
    """An All-Out Attack, step by step."""
    first = all_out_strike(a)
    return both(first, replace(first, rule="OQ-ACT-01", modifiers=all_under("OQ-ACT-01", first.modifiers)))


def explained_all_out(a: Attacks) -> Procedure[Exchange]:
    """The steps of an All-Out Attack without the sum of the damage."""
    whole = all_out_strike(a)
    return explained(whole, replace(whole, rule="OQ-ACT-01", modifiers=all_under("OQ-ACT-01", whole.modifiers)))


def _all_out_values(a: Attacks) -> dict[str, Any]:
    one, end = all_out_strike(a), all_out_attack(a).odds()
    attacks = _attacks(one, one, end)
    return {
        "modified": one.modified,
        "first_mean": attacks[0]["mean"],
        "second_mean": attacks[1]["mean"],
        "mean_hits": end.mean(lambda x: x.hits),
        "p_hit": end.p(lambda x: x.hits > 0),
        **damage_values(end, a.target_hp),
        **fumble_values(end),
        "attacks": attacks,
    }


ALL_OUT_ATTACK = Calculator(
    id="openquest.all_out_attack",
    title="All-Out Attack",
    summary="Two attacks at a penalty, and no defense of your own this round.",
    inputs=Attacks,
    outputs=(
        *_common_outputs("OQ-CC-10"),
        out.figure("mean_hits", "Hits on average", rule="OQ-RES-05"),
        api_only(out.figure("first_mean", "Damage of the first", rule="OQ-CC-10")),
        api_only(out.figure("second_mean", "Damage of the second", rule="OQ-CC-10")),
    ),
    compute=_all_out_values,
    check=refuse_missing_skill,
    also=("OQ-CC-09", *EXCHANGE_RULES),
    start=EXAMPLE,
    rolls=(RollOption("attack", "Roll it", all_out_attack),),
    explain=explained_all_out,
)

# A weapon in each hand.


@dataclass(frozen=True, kw_only=True)
class TwoWeapons(Attacks):
    """A plain attack and the bonus attack with the other hand."""

    off_damage: DiceSum = behind(
        "damage_mod",
        damage(
            "Off-hand damage",
            help="The dice of the weapon or shield in the other hand.",
            presets=fillings("melee", "shield", damage="off_damage"),
        ),
    )
    offhand_order: str = switch("offhand_order")


def main_strike(a: TwoWeapons) -> Strike:
    """The main attack."""
    defense = defense_of(a, schedule=a.schedule, before=a.prior_defences)
    return strike(a.attack, harm_of(a), defense, readings(a))


def bonus_strike(a: TwoWeapons) -> Strike:
    """The bonus attack, with the same damage modifier."""
    defense = defense_of(a, schedule=a.schedule, before=a.prior_defences)
    harm = Harm(a.off_damage, a.damage_mod, a.target_ap)
    return strike(a.attack, harm, defense, readings(a), FACTS.modifier("bonus_attack_penalty"), rule="OQ-TWO-03")


def two_weapon(a: TwoWeapons) -> Procedure[Exchange]:
    """The main attack and the bonus attack, step by step."""
    return both(main_strike(a), bonus_strike(a))


def bonus_order(a: TwoWeapons) -> int:
    """The order number of the bonus attack in the round (OQ-TWO-04)."""
    main = main_strike(a).modified
    return main if a.offhand_order == "immediate" else main // FACTS.number("bonus_attack_order_divisor")


def _two_weapon_explanation(a: TwoWeapons) -> Procedure[Exchange]:
    """Both attacks, and their order in the round."""
    places = note(f"Attack at {main_strike(a).modified}, bonus attack at {bonus_order(a)}", "OQ-TWO-04")
    return explained(main_strike(a), bonus_strike(a)).explained(before=(places,))


def _two_weapon_values(a: TwoWeapons) -> dict[str, Any]:
    main, bonus, end = main_strike(a), bonus_strike(a), two_weapon(a).odds()
    attacks = _attacks(main, bonus, end)
    return {
        "modified": main.modified,
        "off_modified": bonus.modified,
        "order_main": main.modified,
        "order_bonus": bonus_order(a),
        "main_mean": attacks[0]["mean"],
        "bonus_mean": attacks[1]["mean"],
        "p_hit": end.p(lambda x: x.hits > 0),
        **damage_values(end, a.target_hp),
        **fumble_values(end),
        "attacks": attacks,
    }


TWO_WEAPON = Calculator(
    id="openquest.two_weapon",
    title="Two weapons",
    summary="A plain attack, and a second one with the weapon or shield in the other hand.",
    inputs=TwoWeapons,
    outputs=(
        *_common_outputs("OQ-TWO-03"),
        api_only(out.figure("off_modified", "Bonus attack, all in", rule="OQ-TWO-03", unit="%")),
        out.figure("order_main", "Acts at", rule="OQ-TWO-04"),
        out.figure("order_bonus", "Bonus attack comes at", rule="OQ-TWO-04"),
        api_only(out.figure("main_mean", "Damage of the main attack", rule="OQ-TWO-03")),
        api_only(out.figure("bonus_mean", "Damage of the bonus attack", rule="OQ-TWO-03")),
    ),
    compute=_two_weapon_values,
    check=refuse_missing_skill,
    also=("OQ-TWO-01", "OQ-TWO-05", "OQ-TWO-06", *EXCHANGE_RULES),
    start={
        "attack": {"base": 60},
        "damage": "1d8",
        "damage_mod": "+1d4",
        "off_damage": "1d6",
        "defence": "parry",
        "parry": {"base": 50},
        "target_ap": 3,
        "target_hp": 12,
    },
    rolls=(RollOption("attack", "Roll it", two_weapon),),
    explain=_two_weapon_explanation,
)
