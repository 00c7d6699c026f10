"""Attack against defense: what comes of the two grades, who fumbles, and what a hit may do.

"Results", with the readings of "Dodge" and "Parry" where the book speaks with two voices.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import Option, choice
from ....engine.procedure import Procedure
from ..skills.skill import FAILURE, GRADES, SUCCESSES, switch
from ..tables import FACTS

NONE = "none"
CODES = FACTS.table("result_codes").options()
HITS = frozenset(row["id"] for row in FACTS.table("result_codes").rows if row["hit"])
ATT_FUMBLE, MISS, AVOIDED, HIT_ROLLED, HIT_MAX_ARM, HIT_MAX = (code.id for code in CODES)  # in the order of the table
REACTIONS = FACTS.table("reactions").options()


class HasReadings(Protocol):
    """Inputs with the house rules on results."""

    @property
    def mastery(self) -> str: ...
    @property
    def hundred(self) -> str: ...
    @property
    def dodge_fumble(self) -> str: ...
    @property
    def crit_vs_success(self) -> str: ...
    @property
    def crit_parry(self) -> str: ...


class Readings(NamedTuple):
    """The table rules of an exchange: masters, a roll of 100, and where the table and the texts on defenses differ."""

    mastery: str = "auto_crit"
    hundred: str = "fails"
    dodge_fumble: str = "max"
    crit_vs_success: str = "max"
    crit_parry: str = "attacker_fumbles"


def readings(a: HasReadings) -> Readings:
    """The house rules that inputs ask for."""
    return Readings(a.mastery, a.hundred, a.dodge_fumble, a.crit_vs_success, a.crit_parry)


class Result(NamedTuple):
    """What an attack comes to: its code, who fumbles, and the rule that says so."""

    code: str
    attacker_fumbles: bool
    defender_fumbles: bool
    does: str
    rule: str


@cache
def result(attack: str, defense: str, reaction: str, by: Readings) -> Result:
    """The result of an attack grade against a defense grade, or against no defense (OQ-RES-03)."""
    rows = FACTS.table("results").rows
    met = FAILURE if defense == NONE else defense
    row = next(row for row in rows if row["attack"] == attack and row["defence"] in ("", met))
    kind = "dodge" if reaction == "dodge" else "parry"  # a parry is a parry, whatever it is made with
    book = Result(
        row[kind],
        (NONE if reaction == NONE else kind) in row["attacker_fumbles"],
        row["defender_fumbles"] and defense != NONE,
        row["does"],
        row["rule"],
    )
    for other in FACTS.table("result_readings").rows:
        asked = getattr(by, other["switch"]) == other["option"]
        if asked and (other["attack"], other["defence"]) == (attack, defense) and kind in other["reactions"]:
            return book._replace(
                code=other["code"],
                attacker_fumbles=other["attacker_fumbles"],
                does=other["does"],
                rule=other["rule"],
            )
    return book


# The table, looked up.

DEFENSE_GRADES = (Option(NONE, "None", "OQ-RES-03"), *GRADES)
KINDS = (Option(NONE, "None", "OQ-RES-03"), *REACTIONS)
DAMAGES = tuple(
    {row["damage"]: Option(row["damage"], row["says"]) for row in FACTS.table("result_codes").rows}.values()
)


@dataclass(frozen=True, kw_only=True)
class Looked:
    """Two grades, and what was done in defense."""

    attack_grade: str = choice("Attack", GRADES, help="What the attack roll came to.", rule="OQ-RES-01")
    defence_grade: str = choice(
        "Defense", DEFENSE_GRADES, NONE, help="What the dodge or parry came to, if one was rolled.", rule="OQ-RES-03"
    )
    kind: str = choice(
        "Reaction", KINDS, NONE, help="What was rolled in defense: some results depend on it.", rule="OQ-RES-11"
    )
    dodge_fumble: str = switch("dodge_fumble")
    crit_vs_success: str = switch("crit_vs_success")
    crit_parry: str = switch("crit_parry")


def _check(a: Looked) -> None:
    if (a.kind == NONE) != (a.defence_grade == NONE):
        field, value = ("kind", a.kind) if a.kind == NONE else ("defence_grade", a.defence_grade)
        raise not_allowed(field, value, "A reaction and its grade come together: give both or none of them.")


def _looked_up(a: Looked) -> Result:
    by = Readings(dodge_fumble=a.dodge_fumble, crit_vs_success=a.crit_vs_success, crit_parry=a.crit_parry)
    return result(a.attack_grade, a.defence_grade, a.kind, by)


def _values(a: Looked) -> dict[str, Any]:
    found = _looked_up(a)
    does, _, after_a_parry = found.does.partition("; after a parry")
    parried = after_a_parry and found.attacker_fumbles
    return {
        "code": found.code,
        "damage": FACTS.table("result_codes").row(found.code)["damage"],
        "attacker_fumbles": found.attacker_fumbles,
        "defender_fumbles": found.defender_fumbles,
        "defence_rolled": a.attack_grade in SUCCESSES and a.defence_grade != NONE,
        "does": found.does if parried or not after_a_parry else f"{does}.",
    }


def _explanation(a: Looked) -> Procedure[Any]:
    found = _looked_up(a)
    grades = {option.id: option.label.lower() for option in DEFENSE_GRADES}
    met = " without defense" if a.defence_grade == NONE else f" against {grades[a.defence_grade]}"
    return notes(note(f"Attack: {grades[a.attack_grade]}{met}", found.rule))


RESULT_RULES = (
    "OQ-RES-01",
    "OQ-RES-02",
    "OQ-RES-03",
    "OQ-RES-04",
    "OQ-RES-05",
    "OQ-RES-06",
    "OQ-RES-07",
    "OQ-RES-08",
    "OQ-RES-08b",
    "OQ-RES-09",
    "OQ-RES-10",
    "OQ-RES-11",
    "OQ-DEF-09",
    "OQ-DEF-10",
    "OQ-DEF-14",
    "OQ-DEF-15",
    "OQ-CRI-04",
)

RESULTS_MATRIX = Calculator(
    id="openquest.results_matrix",
    title="Attack against defense",
    summary="What comes of an attack roll and a defense roll that have been made.",
    inputs=Looked,
    outputs=(
        out.word("code", "", CODES, rule="OQ-RES-01", headline=True),
        out.word("does", "What happens", rule="OQ-RES-01"),
        out.word("damage", "Damage", DAMAGES, rule="OQ-CRI-04"),
        out.flag("attacker_fumbles", "The attacker fumbles", rule="OQ-DEF-14"),
        out.flag("defender_fumbles", "The defender fumbles", rule="OQ-RES-04"),
        out.flag("defence_rolled", "The defense is rolled", rule="OQ-RES-02"),
    ),
    compute=_values,
    check=_check,
    explain=_explanation,
    also=(*RESULT_RULES, *(row.rule for row in REACTIONS)),
    start={"attack_grade": "S", "defence_grade": "CR", "kind": "parry"},
)
