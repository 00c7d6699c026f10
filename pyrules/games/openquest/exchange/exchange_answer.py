"""The outputs of an exchange: chances, damage, and every pair of grades with its result."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.dice import Dist
from ....engine.inputs import Option
from ..rolls.damage import DAMAGE_STEP_RULES
from ..rolls.results import ATT_FUMBLE, CODES, NONE, RESULT_RULES
from ..skills.skill import GRADES, SKILL_RULES, SUCCESSES
from ..tables import FACTS
from .exchange import Exchange

REACTION_RULES = ("OQ-CC-03", "OQ-DEF-01", "OQ-DEF-02", "OQ-DEF-05", "OQ-DEF-07", "OQ-DEF-17")
"""The rules that inputs and steps of a dodge or parry cite."""

EXCHANGE_RULES = (
    *SKILL_RULES,
    *REACTION_RULES,
    *RESULT_RULES,
    *(rule for rule in DAMAGE_STEP_RULES if rule not in RESULT_RULES),
    "OQ-CC-02",
    "OQ-DAM-02",
    "OQ-DAM-03",
    "OQ-DAM-05",
)
"""The rules that any attack against one reaction cites, each once."""


def exchange_values(modified: int, end: Dist[Exchange], target_hp: int | None) -> dict[str, Any]:
    """The values of the outputs of EXCHANGE, and of the pairs of grades."""
    return {
        "modified": modified,
        "p_attack_success": end.p(lambda x: x.attack in SUCCESSES),
        "codes": code_chances(end),
        "p_hit": end.p(lambda x: x.hits > 0),
        **damage_values(end, target_hp),
        **fumble_values(end),
        "results": grade_pairs(end),
    }


def damage_values(end: Dist[Exchange], target_hp: int | None) -> dict[str, Any]:
    """The values of the damage outputs."""
    return {
        "p_damage": end.p(lambda x: x.damage > 0),
        "damage": out.text_keys(end.dist(lambda x: x.damage)),
        "mean": end.mean(lambda x: x.damage),
        "p_drop": None if target_hp is None else end.p(lambda x: x.damage >= target_hp),
    }


def fumble_values(end: Dist[Exchange]) -> dict[str, Any]:
    """The chances that the attacker and the defender fumble."""
    return {
        "p_attacker_fumble": end.p(lambda x: x.attacker_fumbles),
        "p_defender_fumble": end.p(lambda x: x.defender_fumbles),
    }


def code_chances(end: Dist[Exchange]) -> dict[str, Fraction]:
    """The chance of each possible result, in the order of the table."""
    found = end.dist(lambda x: x.code)
    return {code.id: found[code.id] for code in CODES if code.id in found}


def grade_pairs(end: Dist[Exchange]) -> list[dict[str, Any]]:
    """Every attack grade with every possible defense, the result and its chance."""
    pairs = end.read(lambda x: (x.attack, _reaction_and_grade(x), _result_and_fumble(x)))
    attacks, defenses = ([option.id for option in options] for options in (GRADES, DEFENSE_GRADES))
    held = sorted(pairs.weights, key=lambda pair: (attacks.index(pair[0]), defenses.index(pair[1] or NONE)))
    return [
        {"attack": attack, "defense": defense, "chance": Fraction(pairs.weights[pair], pairs.total), "result": result}
        for pair in held
        for attack, defense, result in (pair,)
    ]


def _reaction_and_grade(x: Exchange) -> str | None:
    """The reaction and its grade; None without a reaction."""
    return None if x.reaction == NONE else f"{x.reaction}/{x.defense}"


def _result_and_fumble(x: Exchange) -> str:
    """The result, with the side that fumbles if the result does not name it."""
    if x.code == ATT_FUMBLE or not (x.attacker_fumbles or x.defender_fumbles):
        return x.code
    return f"{x.code}/{'attacker' if x.attacker_fumbles else 'defender'}"


DEFENSE_GRADES = (
    Option(NONE, "None"),
    *(
        Option(f"{row['id']}/{grade.id}", f"{row['label'].split()[0]}: {grade.label.lower()}")
        for row in FACTS.table("reactions").rows
        for grade in GRADES
    ),
)
RESULTS_AND_FUMBLES = (
    *CODES,
    *(Option(f"{code.id}/{who}", f"{code.label}, {who} fumbles") for code in CODES for who in ("attacker", "defender")),
)


def pair_rows() -> Output:
    """The output table of the grade pairs."""
    columns = (
        out.word("attack", "Attack", GRADES),
        out.word("defense", "Defense", DEFENSE_GRADES),
        out.percent("chance", "Chance"),
        out.word("result", "Result", RESULTS_AND_FUMBLES),
    )
    return out.rows("results", "Attack against defense", columns, rule="OQ-RES-01")


def damage_headlines(gets_through: str = "gets through the defense") -> tuple[Output, ...]:
    """The headline outputs: whether the attack gets through, its damage, and the chance to drop the target."""
    return (
        out.percent("p_hit", gets_through, rule="OQ-RES-05", headline=True),
        out.figure("mean", "damage", rule="OQ-DAM-03", unit="on average, after armor", headline=True),
        out.percent("p_drop", "drops the target", rule="OQ-DAM-05", headline=True),
        out.percent("p_damage", "Hurts: gets through the defense and through armor", rule="OQ-DAM-03"),
    )


def fumble_outputs() -> tuple[Output, ...]:
    """The outputs for the chances of a fumble."""
    return (
        out.percent("p_attacker_fumble", "The attacker fumbles", rule="OQ-FUM-01"),
        out.percent("p_defender_fumble", "The defender fumbles", rule="OQ-RES-04"),
    )


def exchange_outputs(rule: str = "OQ-CC-02") -> tuple[Output, ...]:
    """The outputs of EXCHANGE; `rule` is the rule of this attack's roll."""
    return (
        *damage_headlines(),
        out.percent("p_attack_success", "The attack roll succeeds", rule=rule),
        out.figure("modified", "Attack skill, all in", rule=rule, unit="%"),
        *fumble_outputs(),
        api_only(out.distribution("codes", "Result", rule="OQ-RES-01")),
        pair_rows(),
        out.distribution("damage", "Damage", rule="OQ-CC-06", unit="damage"),
    )
