"""An attack whose dice lie on the table: does it hit, how well, and what else do the dice say?

"Defense and attack", "Triple 1 and triple 6", "Critical hit" and "Splash weapons".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.inputs import many, number
from ....engine.procedure import Modifier, Procedure, if_any
from ..checks.check_dice import CHECK_DICE_RULES, CHECK_DIE, ONES, SIXES, Check, Grade, Rolled, graded, triple_of
from ..checks.check_step import ATTACK_WORDS, grade_words
from ..table_rules import triples_critical
from ..tables import FACTS
from .attack import ATTACK_RULES, attack_bonus, defense, extra_crits
from .attack_failures import attack_failures, failure_rows
from .attack_roll import AttackRoll, read

_LONGEST_CHAIN = 60
ADDED = "Added"


@dataclass(frozen=True, kw_only=True)
class RolledAttack:
    """The faces of an attack."""

    chains: tuple[tuple[int, ...], ...] = many(
        "Dice",
        many(
            "Die",
            number("Face", 1, CHECK_DIE.sides, help="A face that came up.", rule="OBSS-HIT-07"),
            1,
            _LONGEST_CHAIN,
            help="The faces of one die in their order: after each 6 one more, and none after any other.",
            rule="OBSS-HIT-07",
        ),
        0,
        12,
        help="Each die with all that it was rolled again for; the first three decide about triples.",
        rule="OBSS-TRI-01",
    )
    modifier: int = attack_bonus()
    defense: int = defense()
    flat_extra: int = number(
        "Added to the dice",
        -100,
        100,
        0,
        help="What else was rolled and counts plainly, such as the d4 of a Precise Strike.",
        rule="OBSS-PREC-01",
        signed=True,
        group=ADDED,
    )
    extra_crits: int = extra_crits(group=ADDED)
    triples_critical: bool = triples_critical()


def _check(a: RolledAttack) -> None:
    again = FACTS.number("exploding_face")
    for index, chain in enumerate(a.chains):
        *before, last = chain
        if last == again or any(value != again for value in before):
            text = f"Die {index + 1} goes on after each {again} and ends with any other face: give all of its faces."
            raise not_allowed(f"chains.{index}", list(chain), text)


class Told(NamedTuple):
    """What the dice come to."""

    total: int
    triple: str
    grade: Grade


def resolve(a: RolledAttack) -> Told:
    """Read the dice (OBSS-HIT-07, OBSS-HIT-08, OBSS-TRI-01 to 05)."""
    rolled = Rolled(triple_of(tuple(chain[0] for chain in a.chains)), sum(map(_worth, a.chains)) + a.flat_extra)
    attack = AttackRoll(Check(a.defense - a.modifier, triples_critical=a.triples_critical), a.extra_crits)
    return Told(rolled.total + a.modifier, rolled.triple, read(attack, graded(attack.check, rolled)))


def _worth(chain: tuple[int, ...]) -> int:
    return sum(map(CHECK_DIE.worth, chain))


def explanation(a: RolledAttack) -> Procedure[Any]:
    """The dice added up, and what they are held against."""
    found = resolve(a)
    dice = tuple(
        Modifier(f"Die {index}: {', '.join(map(str, chain))}", _worth(chain), "OBSS-HIT-08")
        for index, chain in enumerate(a.chains, 1)
    )
    plus = (*if_any("Rolled besides", a.flat_extra, "OBSS-PREC-01"), *if_any("Attack bonus", a.modifier, "OBSS-AR-01"))
    shown = {ONES: ("Three 1s: a miss", "OBSS-TRI-01"), SIXES: ("Three 6s: a hit", "OBSS-TRI-03")}
    triple = [note(*shown[found.triple])] if found.triple in shown else []
    criticals = a.extra_crits if found.grade.success else 0
    return notes(
        note("The total: a 6 goes on, a 1 counts nothing", "OBSS-HIT-07", (*dice, *plus)),
        note(f"{found.total} against Defense {a.defense}", "OBSS-HIT-01"),
        *triple,
        note("With every hit", "OBSS-SET-01", if_any("Criticals", criticals, "OBSS-SET-01")),
        note(
            f"Each full {FACTS.number('critical_margin')} points: {grade_words(found.grade, ATTACK_WORDS)}",
            "OBSS-CRIT-01",
            also=("OBSS-CRIT-03", "OBSS-TRI-02"),
        ),
        note(f"Splash weapons scatter from {FACTS.number('scatter_margin')} points below", "OBSS-SPL-02"),
    )


def _values(a: RolledAttack) -> dict[str, Any]:
    found = resolve(a)
    hit, criticals = found.grade
    return {
        "total": found.total,
        "hit": hit,
        "criticals": criticals if hit else 0,
        "weapon_rolls": 1 + criticals * FACTS.number("critical_weapon_rolls") if hit else 0,
        "critical_failure": not hit and criticals > 0,
        "odd": found.total % 2 == 1,
        "failures": failure_rows() if not hit and criticals > 0 else None,
        "scatter": not hit and a.defense - found.total >= FACTS.number("scatter_margin"),
    }


ATTACK_RESOLVE = Calculator(
    id="obss.attack_resolve",
    title="Attack from rolled dice",
    summary="What the dice on the table come to against a Defense.",
    inputs=RolledAttack,
    outputs=(
        out.flag("hit", "", yes="hit", no="miss", rule="OBSS-HIT-01", headline=True),
        out.figure("criticals", "criticals", one="critical", rule="OBSS-CRIT-01", headline=True),
        out.figure("total", "in all", rule="OBSS-HIT-07", headline=True),
        out.figure("weapon_rolls", "Weapon rolls", rule="OBSS-CRIT-03"),
        out.flag("critical_failure", "Critical Failure", rule="OBSS-TRI-02"),
        attack_failures(),
        out.flag("scatter", "A splash weapon scatters", rule="OBSS-SPL-02"),
        out.flag("odd", "The total is", yes="odd", no="even", rule="OBSS-WMAN-02"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(*ATTACK_RULES, *CHECK_DICE_RULES),
    start={"chains": [[6, 6, 6, 4], [4], [5]], "modifier": 0, "defense": 15},
)
