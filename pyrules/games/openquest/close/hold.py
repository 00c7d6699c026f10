"""A hold, round after round: the victim tries to break free, the holder does damage.

"Unarmed Combat": OQ-UN-07, OQ-UN-08.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist
from ....engine.dice_text import DiceSum, SignedDice
from ....engine.errors import OUT_OF_RANGE, InvalidInput
from ....engine.explain import note, under
from ....engine.inputs import number, same, toggle
from ....engine.procedure import Procedure, Step
from ....engine.quotient import quotient
from ....engine.repeated_term import RepeatedTerm
from ..exchange.attack_inputs import TARGET, Attack, attack_skill, hit_points
from ..exchange.work_bounds import MOST_HOLD_WORK, bits, hold_work, most, span
from ..rolls.damage import Harm, damage, damage_modifier, damage_step, hit_die
from ..rolls.results import HIT_ROLLED
from ..skills.contest import Contest, Side, contest, contest_steps
from ..skills.skill import SKILL_RULES, Rolled, Skill, SkillRoll, skill_modifiers, skill_roll, switch
from .unarmed import HOLD, INTENTS

LONGEST = 50


@dataclass(frozen=True, kw_only=True)
class Hold:
    """The victim and the holder of a hold."""

    holder: Skill = attack_skill("Holder", help="Unarmed Combat of whoever holds on.", rule="OQ-UN-07")
    held: Skill = attack_skill("The one held", help="Unarmed Combat of whoever tries to break free.", rule="OQ-UN-07")
    damage: DiceSum = damage(
        "Damage of a round", help="Usually 1d4.", default=INTENTS.row(HOLD)["dice"], group="Damage"
    )
    damage_mod: SignedDice = damage_modifier("Holder's damage modifier", group="Damage")
    target_hp: int | None = hit_points(group=TARGET)
    rounds: int = number("Rounds", 1, LONGEST, 3, help="How many rounds to look ahead.", rule="OQ-UN-08")
    may_try_before_first: bool = toggle(
        "May try before the first damage",
        help="As a rule the round of the hold itself ends in damage before there is a try.",
        rule="OQ-UN-08",
        group=TARGET,
    )
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    both_fail: str = switch("both_fail")


def _check(a: Hold) -> None:
    hurt = event_die(a)
    longest = most(LONGEST, lambda rounds: hold_work(rounds, span(hurt), bits(hurt)), MOST_HOLD_WORK)
    if a.rounds > longest:
        text = f"Rounds must be at most {longest} with these dice; got {a.rounds}."
        raise InvalidInput("rounds", OUT_OF_RANGE, a.rounds, text)


class Held(NamedTuple):
    """The state of one round: the first roll of an attempt, whether it broke the hold, and the damage."""

    rolled: Rolled | None = None
    free: bool = False
    damage: int = 0


def _rolls(a: Hold) -> tuple[SkillRoll, SkillRoll]:
    return skill_roll(a.held, a), skill_roll(a.holder, a)


def p_escape(a: Hold) -> Fraction:
    """The chance that one attempt breaks the hold; a draw does not (OQ-UN-07)."""
    return contest(*_rolls(a), a.both_fail).p(lambda ended: ended.won > 0)


def _harm(a: Hold) -> Harm:
    """The damage of one round, without armor (OQ-UN-08)."""
    return Harm(a.damage, a.damage_mod)


def event_die(a: Hold) -> Die[int]:
    """The damage at the end of a round."""
    return hit_die(_harm(a), HIT_ROLLED)


def round_of_hold(a: Hold) -> Procedure[Held]:
    """One round: an attempt to break free, then the damage."""
    first, second = _rolls(a)
    tries = contest_steps(
        Side("The one held", first, skill_modifiers(a.held)),
        Side("Holder", second, skill_modifiers(a.holder)),
        a.both_fail,
        lambda s, ended: s._replace(free=_breaks(ended)),
        rule="OQ-UN-07",
        tell=lambda ended, s: "breaks free" if _breaks(ended) else "the hold stays",
    )
    return Procedure(Held(), (*tries, _hurts(a)), lambda s: "Free" if s.free else "Still held")


def _breaks(ended: Contest) -> bool:
    return ended.won > 0


def _hurts(a: Hold) -> Step[Held]:
    step: Step[Held] = damage_step(_harm(a), HIT_ROLLED, lambda s, n: s._replace(damage=n), when=lambda s: not s.free)
    return under("OQ-UN-08", step)


def explanation(a: Hold) -> Procedure[Held]:
    """One round with an attempt, and how the rounds follow each other."""
    sure, unsure = "The first round hurts for certain", "A try comes even before the first damage"
    return round_of_hold(a).explained(
        note(unsure if a.may_try_before_first else sure, "OQ-UN-08"),
        note("After that one try a round, and damage as long as the hold stays", "OQ-UN-08"),
        note("The holder may throw instead: an Unarmed attack of its own, which ends the hold", "OQ-UN-10"),
    )


# Round after round.


class Rounds(NamedTuple):
    """For each round from 0 on: the chance that the hold lasts, and that it did damage for the last time."""

    held: list[Fraction]
    freed: list[Fraction]


def rounds(a: Hold) -> Rounds:
    """The chances for each round; `freed` n is the chance that the hold did damage exactly n times."""
    stays = 1 - p_escape(a)
    held = [Fraction(1), stays if a.may_try_before_first else Fraction(1)]
    while len(held) <= a.rounds:
        held.append(held[-1] * stays)
    return Rounds(held, [now - later for now, later in pairwise(held)])


def damage_after(a: Hold, event: RepeatedTerm) -> Dist[int]:
    """The total damage by the end of the last round, whether the hold is broken or not."""
    certain = 0 if a.may_try_before_first else 1
    return Dist(event.random_sum(1 - p_escape(a), a.rounds - certain, certain))


def _drops(by: Rounds, event: RepeatedTerm, hp: int) -> list[Fraction]:
    """The chance that the hold has dropped its victim by the end of each round."""
    fatal = [Fraction(0)]
    standing = [1]
    """The weights of each total damage that leaves the victim standing, from the lowest on."""
    for rounds_hurt in range(1, len(by.held)):
        standing = event.added(standing, hp - rounds_hurt * event.lowest)
        fatal.append(1 - Fraction(sum(standing), event.total**rounds_hurt))
    over = accumulate(freed * p for freed, p in zip(by.freed, fatal, strict=False))
    return [done + held * p for done, held, p in zip(over, by.held[1:], fatal[1:], strict=True)]


def _values(a: Hold) -> dict[str, Any]:
    escape, event = p_escape(a), event_die(a)
    by = rounds(a)
    events = (by.held[1] / escape) if escape else None
    term = RepeatedTerm(event.weights)
    after = damage_after(a, term)
    primes = escape.denominator * event.total
    mean = event.mean(lambda n: n)
    return {
        "p_escape": escape,
        "mean_events": events,
        "mean_total": None if events is None else events * mean,
        "event_mean": mean,
        "mean_after": after.mean(lambda n: n),
        "p_held": by.held[1:],
        "p_drop_by_round": None if a.target_hp is None else _drops(by, term, a.target_hp),
        "event_damage": out.text_keys(event.probabilities()),
        "damage_after": {str(n): quotient(w, after.total, primes) for n, w in sorted(after.weights.items())},
    }


HOLD_ON = Calculator(
    id="openquest.hold",
    title="Held",
    summary="How long a hold lasts, and what it costs whoever is held.",
    inputs=Hold,
    outputs=(
        out.percent("p_escape", "breaks free, each try", rule="OQ-UN-07", headline=True),
        out.figure("mean_events", "average time of being hurt", rule="OQ-UN-08", unit="in rounds", headline=True),
        out.figure("mean_total", "damage until free", rule="OQ-UN-08", unit="on average", headline=True),
        out.figure("event_mean", "Damage of a round, on average", rule="OQ-UN-08"),
        out.figure("mean_after", "Damage after these rounds, on average", rule="OQ-UN-08"),
        out.curve("p_held", "Still held at the end of the round", rule="OQ-UN-07"),
        out.curve("p_drop_by_round", "Dropped by the end of the round", rule="OQ-UN-08"),
        out.distribution("event_damage", "Damage of a round", rule="OQ-UN-08", unit="damage"),
        out.distribution("damage_after", "Damage after these rounds", rule="OQ-UN-08", unit="damage"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=("OQ-CC-05", *SKILL_RULES),
    start={"holder": {"base": 60}, "held": {"base": 45}, "damage_mod": "+1d4", "target_hp": 12, "rounds": 5},
    rolls=(RollOption("round", "Roll a round", round_of_hold),),
)
