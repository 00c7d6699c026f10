"""One attack: 3d6 and the attack bonus against the target's Defense.

"Attack Roll and Defense", "Defense and attack" and "Triple 1 and triple 6": OBSS-HIT-01. Melee, ranged, thrown and
touch attacks differ only in the parts of the bonus and in the dice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, FollowUp, RollOption
from ....engine.explain import note
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, Roll, Step, if_any, total
from ..checks.check_dice import CHECK_DICE_RULES, ONES, SIXES, Check, Grade, whole
from ..checks.check_step import ATTACK_WORDS, check_step, dice, modifier
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    Circumstances,
    Situations,
    attack_index,
    for_attack,
    for_defense,
    refuse_circumstances,
    refuse_closed_attack,
)
from ..modifiers.sequence import further
from ..table_rules import triples_critical
from ..tables import FACTS
from .attack_roll import (
    MOST_CRITICALS,
    AttackRoll,
    decided,
    hits,
    mean_criticals,
    outcome,
    p_critical_failure,
    p_hit,
    p_missed_by,
    read,
    result_chances,
)

ATTACK_BONUS, DEFENSE = (-100, 100), (0, 100)
EXTRA_CRITS = (0, 10)
SPECIAL = "Special attacks"
ATTACK_RULES = (*CHECK_DICE_RULES, "OBSS-HIT-01", "OBSS-CRIT-01", "OBSS-PREC-01", "OBSS-SET-01", "OBSS-TRI-02")
"""The rules that the inputs and steps of every attack cite."""


def attack_bonus(label: str = "Attack bonus", **common: Any) -> Any:
    """The input `modifier`: the bonus of the attack roll."""
    help = common.pop("help", "Weapon Proficiency, Strength or Dexterity, and everything else that is added.")
    return modifier(label, help=help, rule="OBSS-AR-01", limits=ATTACK_BONUS, **common)


def defense(label: str = "Target's Defense", **common: Any) -> Any:
    """The input `defense`: the number that the attack must reach."""
    return number(label, *DEFENSE, help="What the attack has to reach, cover included.", rule="OBSS-AR-05", **common)


def precise_dice(**common: Any) -> Any:
    """The input `d4`: the d4 of a Precise Strike."""
    return number(
        "Plain d4", 0, 2, 0, help="1 for a Precise Strike: it adds 1 to 4, plainly.", rule="OBSS-PREC-01", **common
    )


def extra_crits(**common: Any) -> Any:
    """The input `extra_crits`: criticals that every hit has."""
    return number(
        "Criticals with every hit",
        *EXTRA_CRITS,
        0,
        help="From a charge with a Set weapon, or an Ability.",
        rule="OBSS-SET-01",
        **common,
    )


@dataclass(frozen=True, kw_only=True)
class Attack(Circumstances):
    """One Attack Roll."""

    modifier: int = attack_bonus()
    defense: int = defense()
    dice: int = dice()
    d4: int = precise_dice(group=SPECIAL)
    extra_crits: int = extra_crits(group=SPECIAL)
    attack_index: int = attack_index()
    triples_critical: bool = triples_critical()


class Aimed(NamedTuple):
    """An attack with its circumstances: the bonus, the dice, and the Defense with its modifiers."""

    added: tuple[Modifier, ...]
    dice: int
    more_dice: tuple[Modifier, ...]
    against: int
    defense: tuple[Modifier, ...]

    def check(self, d4: int, triples_critical: bool) -> Check:
        """The attack roll as a check."""
        return Check(self.against - total(self.added), self.dice, d4, triples_critical)


def aimed(c: Situations, modifier: int, defense: int, dice: int, index: int = 0, *, no_penalty: bool = False) -> Aimed:
    """One attack after `index` others in these circumstances; monsters have no penalty for several (EXT-29)."""
    sums, target = for_attack(c, later=index > 0), for_defense(c)
    penalty = () if no_penalty else further(index)
    return Aimed(
        (*bonus_modifiers(modifier), *sums.bonus, *penalty),
        dice + sums.more_dice,
        sums.dice,
        defense + total(target),
        target,
    )


def aimed_in_turn(c: Situations, attacks: Iterable[tuple[int, int]], defense: int) -> list[Aimed]:
    """Attacks of one turn in order, each with its dice and a bonus that has the penalty of its place."""
    return [aimed(c, bonus, defense, dice, index, no_penalty=True) for index, (bonus, dice) in enumerate(attacks)]


def refuse_impossible(c: Circumstances, modifier: int, index: int, *, no_penalty: bool = False) -> None:
    """Refuses situations that exclude each other, and an attack that earlier attacks rule out."""
    refuse_circumstances(c)
    if not no_penalty:
        refuse_closed_attack(modifier + for_attack(c, later=True).flat, index)


def aimed_explanation(a: Aimed) -> tuple[Step[Any], ...]:
    """The modifiers of the dice and of the Defense, if there are any."""
    steps = (
        note("Dice more or fewer", "OBSS-MOD-14", a.more_dice, when=lambda s: bool(a.more_dice)),
        note("The target's Defense", "OBSS-MOD-18", a.defense, when=lambda s: bool(a.defense)),
    )
    return steps if a.more_dice or a.defense else ()


def roll_of(a: Attack) -> AttackRoll:
    """The attack roll of these inputs."""
    return AttackRoll(_aimed(a).check(a.d4, a.triples_critical), a.extra_crits)


def _aimed(a: Attack) -> Aimed:
    return aimed(a, a.modifier, a.defense, a.dice, a.attack_index)


def bonus_modifiers(bonus: int) -> tuple[Modifier, ...]:
    """The attack bonus as a step shows it."""
    return if_any("Attack bonus", bonus, "OBSS-AR-01")


def attack(a: Attack) -> Procedure[Grade]:
    """The attack roll as a procedure."""
    return Procedure(Grade(False, 0), (attack_step(a),), outcome)


def _hit(a: Attack, roll: Roll) -> dict[str, int] | None:
    """The criticals of a hit, for its damage; None for a miss."""
    return {"crits": roll.end.criticals} if roll.end.success else None


def attack_step(a: Attack) -> Step[Grade]:
    """The attack roll as a step."""
    roll, held = roll_of(a), _aimed(a)
    return check_step(
        f"Attack roll against Defense {held.against}",
        roll.check,
        lambda s, grade: grade,
        rule="OBSS-HIT-01",
        added=held.added,
        words=ATTACK_WORDS,
        read=lambda grade: read(roll, grade),
    )


def explanation(a: Attack) -> Procedure[Grade]:
    """The attack roll, then the rules that decide about it."""
    return Procedure(Grade(False, 0), (*aimed_explanation(_aimed(a)), attack_step(a), *margins_explanation()), outcome)


def margins_explanation() -> tuple[Step[Any], ...]:
    """The rules about margins and triples."""
    margin, behind = FACTS.number("critical_margin"), FACTS.number("scatter_margin")
    return (
        note(f"Every full {margin} points above the Defense: one critical", "OBSS-HIT-14", also=("OBSS-CRIT-01",)),
        note("Three 1s on the first three dice: a miss", "OBSS-TRI-01"),
        note("Three 6s on the first three dice: a hit with a critical", "OBSS-TRI-03", also=("OBSS-TRI-04",)),
        note(f"{margin} points or more below, or three 1s: a Critical Failure", "OBSS-TRI-02", also=("EXT-05",)),
        note(f"Splash weapons scatter from {behind} points below", "OBSS-SPL-02"),
    )


def _values(a: Attack) -> dict[str, Any]:
    roll = roll_of(a)
    hit = p_hit(roll)
    every = whole(roll.check)
    exactly = [Fraction(hits(roll).get(crits, 0), every) for crits in range(MOST_CRITICALS)]
    return {
        "p_hit": hit,
        "p_miss": 1 - hit,
        "p_crits_exactly": exactly,
        "p_crits_6_or_more": hit - sum(exactly),
        "p_at_least_1_crit": hit - exactly[0],
        "expected_crits": mean_criticals(roll),
        "p_auto_hit_effect": decided(roll.check, SIXES),
        "p_auto_miss_effect": decided(roll.check, ONES),
        "p_critical_failure": p_critical_failure(roll),
        "p_miss_by_5": p_missed_by(roll.check, FACTS.number("scatter_margin")),
        "results": result_chances(roll),
    }


ATTACK = Calculator(
    id="obss.attack",
    title="Attack",
    summary="One attack against a Defense: the chance to hit, and of how many criticals.",
    inputs=Attack,
    outputs=(
        out.percent("p_hit", "hits", rule="OBSS-HIT-01", headline=True),
        out.percent("p_at_least_1_crit", "is critical", rule="OBSS-CRIT-01", headline=True),
        out.percent("p_critical_failure", "is a Critical Failure", rule="OBSS-TRI-02", headline=True),
        out.figure("expected_crits", "Criticals", rule="OBSS-CRIT-01", unit="on average"),
        out.percent("p_miss_by_5", "Misses by 5 or more: a splash weapon scatters", rule="OBSS-SPL-02"),
        out.percent("p_auto_hit_effect", "Three 6s turn a miss into a hit", rule="OBSS-TRI-03"),
        out.percent("p_auto_miss_effect", "Three 1s turn a hit into a miss", rule="OBSS-TRI-01"),
        out.distribution("results", "What it comes to", rule="OBSS-HIT-14"),
        api_only(out.percent("p_miss", "Misses", rule="OBSS-HIT-03")),
        api_only(out.curve("p_crits_exactly", "Criticals 0 to 5", rule="OBSS-CRIT-01", unit="Criticals")),
        api_only(out.percent("p_crits_6_or_more", "6 criticals or more", rule="OBSS-CRIT-01")),
    ),
    compute=_values,
    check=lambda a: refuse_impossible(a, a.modifier, a.attack_index),
    explain=explanation,
    also=(
        "OBSS-ACTT-32",
        "OBSS-AR-02",
        "OBSS-AR-03",
        "OBSS-HIT-05",
        "OBSS-RIM-06",
        "OBSS-THR-04",
        "OBSS-VERS-01",
        "OBSS-PROF-02",
        *ATTACK_RULES,
        *CIRCUMSTANCE_RULES,
    ),
    start={"modifier": 8, "defense": 16},
    rolls=(RollOption("attack", "Attack", attack),),
    follow_up=FollowUp("damage", "Damage with these criticals", _hit),
)
