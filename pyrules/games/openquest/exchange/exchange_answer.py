"""What an exchange answers: chances, damage, and every pair of grades with what comes of it."""

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
"""What inputs and steps of a dodge or parry cite."""

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
"""What any attack against one reaction cites; each rule once."""


def exchange_values(modified: int, end: Dist[Exchange], target_hp: int | None) -> dict[str, Any]:
    """The outputs of EXCHANGE, and the pairs of grades."""
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
    """What the attacks do to the target."""
    return {
        "p_damage": end.p(lambda x: x.damage > 0),
        "damage": out.text_keys(end.dist(lambda x: x.damage)),
        "mean": end.mean(lambda x: x.damage),
        "p_drop": None if target_hp is None else end.p(lambda x: x.damage >= target_hp),
    }


def fumble_values(end: Dist[Exchange]) -> dict[str, Any]:
    """Who fumbles."""
    return {
        "p_attacker_fumble": end.p(lambda x: x.attacker_fumbles),
        "p_defender_fumble": end.p(lambda x: x.defender_fumbles),
    }


def code_chances(end: Dist[Exchange]) -> dict[str, Fraction]:
    """The chance of each result that can come about, in the order of the table."""
    found = end.dist(lambda x: x.code)
    return {code.id: found[code.id] for code in CODES if code.id in found}


def grade_pairs(end: Dist[Exchange]) -> list[dict[str, Any]]:
    """Every attack grade with every defense that can meet it: what happens, and how likely."""
    pairs = end.read(lambda x: (x.attack, _met(x), _came_to(x)))
    attacks, defenses = ([option.id for option in options] for options in (GRADES, MET))
    held = sorted(pairs.weights, key=lambda pair: (attacks.index(pair[0]), defenses.index(pair[1] or NONE)))
    return [
        {"attack": attack, "defense": met, "chance": Fraction(pairs.weights[pair], pairs.total), "result": came_to}
        for pair in held
        for attack, met, came_to in (pair,)
    ]


def _met(x: Exchange) -> str | None:
    """The reaction and its grade; nothing where none was rolled."""
    return None if x.reaction == NONE else f"{x.reaction}/{x.defense}"


def _came_to(x: Exchange) -> str:
    """The result and who fumbles, where the result does not say so itself."""
    if x.code == ATT_FUMBLE or not (x.attacker_fumbles or x.defender_fumbles):
        return x.code
    return f"{x.code}/{'attacker' if x.attacker_fumbles else 'defender'}"


MET = (
    Option(NONE, "None"),
    *(
        Option(f"{row['id']}/{grade.id}", f"{row['label'].split()[0]}: {grade.label.lower()}")
        for row in FACTS.table("reactions").rows
        for grade in GRADES
    ),
)
CAME_TO = (
    *CODES,
    *(Option(f"{code.id}/{who}", f"{code.label}, {who} fumbles") for code in CODES for who in ("attacker", "defender")),
)


def pair_rows() -> Output:
    """The table of those pairs."""
    columns = (
        out.word("attack", "Attack", GRADES),
        out.word("defense", "Defense", MET),
        out.percent("chance", "Chance"),
        out.word("result", "Result", CAME_TO),
    )
    return out.rows("results", "Attack against defense", columns, rule="OQ-RES-01")


def damage_headlines(gets_through: str = "gets through the defense") -> tuple[Output, ...]:
    """What a player asks first: does it get through, what does it do, is the target down."""
    return (
        out.percent("p_hit", gets_through, rule="OQ-RES-05", headline=True),
        out.figure("mean", "damage", rule="OQ-DAM-03", unit="on average, after armor", headline=True),
        out.percent("p_drop", "drops the target", rule="OQ-DAM-05", headline=True),
        out.percent("p_damage", "Hurts: gets through the defense and through armor", rule="OQ-DAM-03"),
    )


def fumble_outputs() -> tuple[Output, ...]:
    """Who fumbles."""
    return (
        out.percent("p_attacker_fumble", "The attacker fumbles", rule="OQ-FUM-01"),
        out.percent("p_defender_fumble", "The defender fumbles", rule="OQ-RES-04"),
    )


def exchange_outputs(rule: str = "OQ-CC-02") -> tuple[Output, ...]:
    """The outputs of EXCHANGE; `rule` says how this attack is rolled."""
    return (
        *damage_headlines(),
        out.percent("p_attack_success", "The attack roll succeeds", rule=rule),
        out.figure("modified", "Attack skill, all in", rule=rule, unit="%"),
        *fumble_outputs(),
        api_only(out.distribution("codes", "Result", rule="OQ-RES-01")),
        pair_rows(),
        out.distribution("damage", "Damage", rule="OQ-CC-06", unit="damage"),
    )
