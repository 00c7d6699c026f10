"""Help in melee: an attack that does no damage and gives an ally a bonus.

"Other actions: helping": OBSS-HELP-02 to OBSS-HELP-04.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die
from ....engine.explain import note
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, Step, throw
from ..checks.check_dice import Check, Grade, counts, grade_die
from ..checks.check_step import ATTACK_WORDS, dice, grade_words
from ..modifiers.circumstances import CIRCUMSTANCE_RULES, Situations, defense_explanation, refuse_circumstances
from ..table_rules import triples_critical
from ..tables import FACTS
from .attack import ATTACK_RULES, Aimed, aimed, attack_bonus, defense


@dataclass(frozen=True, kw_only=True)
class Helping(Situations):
    """A number of helpers with equal attacks."""

    modifier: int = attack_bonus("Helper's attack bonus")
    defense: int = defense("Enemy's Defense")
    helpers: int = number(
        "Helpers",
        1,
        FACTS.number("helpers_limit"),
        1,
        help="How many help the same ally against a medium enemy, with the same bonus.",
        rule="OBSS-HELP-05",
    )
    dice: int = dice(help="Without the dice of helping and of situations; other dice counted.", group="Dice")
    triples_critical: bool = triples_critical()


def aimed_of(a: Helping) -> Aimed:
    """The roll of one helper in its situations (OBSS-HELP-02)."""
    return aimed(a, a.modifier, a.defense, a.dice + FACTS.number("help_dice"))


def check_of(a: Helping) -> Check:
    """The roll of one helper as a check."""
    return aimed_of(a).check(0, a.triples_critical)


def given(grade: Grade) -> int:
    """The bonus that a helper's roll gives (OBSS-HELP-03, OBSS-HELP-04)."""
    if not grade.success:
        return 0
    return FACTS.number("help_critical_bonus" if grade.criticals else "help_bonus")


def helped(a: Helping) -> Procedure[int]:
    """The roll of every helper."""
    return Procedure(0, tuple(_step(a, index) for index in range(1, a.helpers + 1)), lambda bonus: f"Bonus {bonus:+d}")


def _step(a: Helping, index: int) -> Step[int]:
    die: Die[Grade] = grade_die(check_of(a))
    held = aimed_of(a)
    helper = f"Helper {index}" if a.helpers > 1 else "Helper"
    return throw(
        f"{helper} against Defense {held.against}",
        die.map(_capped_criticals),
        lambda bonus, grade: bonus + given(grade),
        rule="OBSS-HELP-02",
        modifiers=held.added,
        adds=held.added,
        counts=counts,
        tell=lambda grade, bonus: f"{grade_words(grade, ATTACK_WORDS)}: {given(grade):+d}" if grade.success else "miss",
    )


def _capped_criticals(grade: Grade) -> Grade:
    """The grade with at most one critical, which is all that help distinguishes."""
    return Grade(grade.success, min(grade.criticals, int(grade.success)))


def explanation(a: Helping) -> Procedure[int]:
    """The dice, the rolls, and the bonus they give."""
    die = (Modifier("Dice", a.dice, "OBSS-MOD-14"), FACTS.modifier("help_dice"), *aimed_of(a).more_dice)
    hit, critical = FACTS.number("help_bonus"), FACTS.number("help_critical_bonus")
    return Procedure(
        0,
        (
            note("Dice rolled", "OBSS-HELP-02", die),
            *defense_explanation(a),
            *helped(a).steps,
            note(f"A hit gives {hit:+d} to attack or Defense", "OBSS-HELP-03"),
            note(f"A critical gives {critical:+d}", "OBSS-HELP-04"),
            note("Helpers add up", "OBSS-HELP-05"),
        ),
        str,
    )


def _values(a: Helping) -> dict[str, Any]:
    one = grade_die(check_of(a)).map(given)
    total = one.times(a.helpers)

    def chance(bonus: int) -> Fraction:
        return Fraction(one.weights.get(bonus, 0), one.total)

    return {
        "p_none": chance(0),
        "p_plus_1": chance(FACTS.number("help_bonus")),
        "p_plus_2": chance(FACTS.number("help_critical_bonus")),
        "expected_bonus": total.mean(lambda bonus: bonus),
        "max_bonus": FACTS.number("help_critical_bonus") * a.helpers,
        "bonus": out.text_keys(total.probabilities()),
    }


HELP_ATTACK = Calculator(
    id="obss.help_attack",
    title="Help an ally",
    summary="What helpers in melee give an ally against an enemy.",
    inputs=Helping,
    outputs=(
        out.figure(
            "expected_bonus", "for the ally", rule="OBSS-HELP-05", unit="on average", headline=True, signed=True
        ),
        out.percent("p_plus_1", "a helper gives +1", rule="OBSS-HELP-03", headline=True),
        out.percent("p_plus_2", "a helper gives +2", rule="OBSS-HELP-04", headline=True),
        out.percent("p_none", "A helper gives nothing", rule="OBSS-HELP-02"),
        out.figure("max_bonus", "At most", rule="OBSS-HELP-05", signed=True),
        out.distribution("bonus", "Bonus of all helpers", rule="OBSS-HELP-05"),
    ),
    compute=_values,
    check=refuse_circumstances,
    explain=explanation,
    also=(
        "OBSS-HELP-01",
        *(f"OBSS-HELP-{row:02}" for row in range(2, 6)),
        *ATTACK_RULES,
        *CIRCUMSTANCE_RULES,
    ),
    start={"modifier": 4, "defense": 16, "helpers": 2},
    rolls=(RollOption("help", "Help", helped),),
)
