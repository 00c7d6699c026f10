"""The plans of a round that Actions and bonus allow, attack by attack.

"Multiple attacks", "Charge" and "Precise Strike". `declared.py` has the declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....engine.inputs import Option
from ....engine.procedure import Modifier, if_any, total
from ..attack.attack_roll import AttackRoll
from ..attack.multi_attack import BONUS
from ..attack.strike_odds import Strike, strike
from ..checks.check_dice import Check
from ..modifiers import sequence
from ..modifiers.circumstances import Circumstances, Sums, for_attack, for_defense, lasting_bonus, without
from ..modifiers.sequence import Turn, further
from ..tables import FACTS
from ..weapons.harm import Harm
from .declared import STANCES, Stance
from .round_inputs import PROFICIENCY, Planned
from .stance import GAINED, GUARDED, limit

LOW_LEVEL_PAIR, PRECISE, PRECISE_FIRST, PRECISE_LAST = (
    "low_level_pair",
    "precise_strike",
    "precise_then_attack",
    "attack_then_precise",
)
CHARGES = ("charge_x1", "charge_x2")


class Swing(NamedTuple):
    """One attack of a plan: the modifiers of its bonus and dice, its d4, and its place in the round."""

    turn: Turn
    d4: int = 0
    later: bool = False
    charging: bool = False


class Plan(NamedTuple):
    """A plan: its id, its Actions, its attacks, and its effect on your Defense."""

    id: str
    actions: int
    swings: tuple[Swing, ...] = ()
    defense: int = 0


NOTHING = Plan("no_attack", 0)


def plans(a: Planned, bonus: int, actions: int, traded: int = 0) -> list[Plan]:
    """Every plan that this bonus and these Actions allow, in the order of the book.

    Attacks before them in the round lower the bonus (OBSS-MULT-05). Points `traded` for dice allow fewer attacks,
    unless a table rule says otherwise (OBSS-MULT-09). They never make a character a beginner with two attacks at a
    lower penalty (OBSS-MULT-07).
    """
    left = bonus - traded if a.trades_limit_attacks else bonus
    left += total(further(a.attack_index))
    found = [plan for plan in _attacks(left, actions, a.dynamic_dice) if plan.actions <= actions]
    if sequence.pair_allowed(bonus, actions) and not a.attack_index:
        pair = _swings(sequence.pair(a.dynamic_dice))
        found.append(Plan(LOW_LEVEL_PAIR, FACTS.number("low_level_actions"), pair))
    if a.melee:
        found += [plan for plan in _precise(left, a.dynamic_dice) if plan.actions <= actions]
        if a.charge_possible:
            found += _charges(left, actions, a.dynamic_dice)
    return found


def _swings(turns: Sequence[Turn]) -> tuple[Swing, ...]:
    """Attacks in their order."""
    return tuple(Swing(turn, later=index > 0) for index, turn in enumerate(turns))


def _attacks(bonus: int, actions: int, dynamic: int) -> Iterator[Plan]:
    """Plans with one attack, with two, and with as many as possible."""
    costs = (FACTS.number(f"{name}_actions") for name in ("attack", "two_attacks", "many_attacks"))
    seen = 0
    for cost in costs:
        turns = sequence.standard(bonus, cost, dynamic)
        if len(turns) > seen:
            yield Plan(f"attacks_x{len(turns)}", cost, _swings(turns))
        seen = len(turns)


def _precise(bonus: int, dynamic: int) -> Iterator[Plan]:
    """A Precise Strike, alone or with an attack before or after it (OBSS-PREC-01)."""
    first = Turn((), if_any("For the first attack only", dynamic, "OBSS-MULT-09"))
    second = Turn(further(1))
    d4, cost = FACTS.number("precise_dice"), FACTS.number("precise_actions")
    both = cost + FACTS.number("attack_actions")
    yield Plan(PRECISE, cost, (Swing(first, d4),))
    if bonus + second.penalty >= 0:
        yield Plan(PRECISE_FIRST, both, (Swing(first, d4), Swing(second, later=True)))
        yield Plan(PRECISE_LAST, both, (Swing(first), Swing(second, d4, later=True)))


def _charges(bonus: int, actions: int, dynamic: int) -> Iterator[Plan]:
    cost = FACTS.number("charge_actions")
    for more, plan_id in enumerate(CHARGES):
        turns = sequence.charge(bonus, cost + more, dynamic)
        if cost + more <= actions and len(turns) == more + 1:
            swings = (Swing(turns[0], charging=True), *_swings(turns)[1:])
            yield Plan(plan_id, cost + more, swings, FACTS.number("charge_defense"))


def held(a: Planned, stance: Stance) -> Circumstances:
    """The attacker's situations, without those that the stance ends."""
    return without(a, stance.ends) if stance.ends else a


def deciding_bonus(a: Planned, stance: Stance) -> int:
    """The bonus that decides the number of attacks: the part that every attack of the round has (OBSS-MULT-06)."""
    return lasting_bonus(held(a, stance), a.bonus) + total(stance.attack)


def swing_modifiers(a: Planned, stance: Stance, swing: Swing) -> tuple[Modifier, ...]:
    """The parts of one attack's bonus."""
    points = FACTS.fact("luck_points")
    return (
        *if_any("Attack bonus", a.bonus, "OBSS-AR-01"),
        *_sums(a, stance, swing).bonus,
        *stance.attack,
        *swing.turn.penalties,
        *further(a.attack_index),
        *if_any("Traded for dice", -points.value * stance.traded, points.rule),
    )


def _sums(a: Planned, stance: Stance, swing: Swing) -> Sums:
    return for_attack(held(a, stance), later=swing.later or a.attack_index > 0, charging=swing.charging)


def target_defense(a: Planned) -> int:
    """The target's Defense with its situations."""
    return a.defense + total(for_defense(a))


def strike_of(a: Planned, stance: Stance, swing: Swing) -> Strike:
    """One attack of a plan with the declaration."""
    more = _sums(a, stance, swing).more_dice + swing.turn.dice + stance.traded * FACTS.number("luck_dice")
    check = Check(
        target_defense(a) - total(swing_modifiers(a, stance, swing)), a.dice + more, swing.d4, a.triples_critical
    )
    crits = a.extra_crits + FACTS.number("set_charge_crits") * (a.set_trait and swing.charging)
    return strike(AttackRoll(check, crits), Harm(a.weapon, a.damage_bonus + stance.damage, a.ed, True, a.reduction))


_HIGHEST_BONUS = BONUS[1] + limit(PROFICIENCY[1], GAINED, GUARDED) * STANCES.row("mastery_attack")["attack"]
_MOST_ATTACKS = _HIGHEST_BONUS // -FACTS.number("further_attack_step") + 1

_WORDS = {1: "One attack", 2: "Two attacks", 3: "Three attacks", 4: "Four attacks"}

PLANS = (
    *(Option(f"attacks_x{n}", _WORDS.get(n, f"{n} attacks"), "OBSS-MULT-03") for n in range(1, _MOST_ATTACKS + 1)),
    Option(LOW_LEVEL_PAIR, "Two attacks at -4", "OBSS-MULT-07"),
    Option(PRECISE, "Precise Strike", "OBSS-PREC-01"),
    Option(PRECISE_FIRST, "Precise Strike, then an attack", "OBSS-PREC-01"),
    Option(PRECISE_LAST, "Attack, then a Precise Strike", "OBSS-PREC-01"),
    Option(CHARGES[0], "Charge", "OBSS-CHG-08"),
    Option(CHARGES[1], "Charge and attack again", "OBSS-CHG-07"),
    Option(NOTHING.id, "No attack", "OBSS-TDEF-01"),
)
PLAN_WORDS = {option.id: option.label for option in PLANS}
