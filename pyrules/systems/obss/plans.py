"""Ways to spend a round: the plans that Actions and bonus allow, and what is declared besides.

"Multiple attacks", "Charge", "Combat Mastery, defensive options, precise strike, aiming" and "Power Attack".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...engine.dice import Dice
from ...engine.fields import Option, number, same, toggle
from ...engine.procedure import Modifier, if_any, total
from . import sequence
from .attack import defense
from .attack_roll import AttackRoll
from .check_dice import Check
from .check_step import dice
from .damage import reduction
from .facts import FACTS
from .full_round import hit_points
from .harm import Harm
from .mixture import Strike, strike
from .multi_attack import BONUS, actions, bonus, dynamic_dice
from .sequence import Turn, further
from .stance import GAINED, GUARDED, POWER, limit
from .strike import StrikeInputs
from .switches import (
    mastery_cap,
    power_cap,
    total_defense_blocks_attack,
    trades_limit_attacks,
    triples_critical,
)
from .weapon import fillings, weapon

PROFICIENCY, ABILITY = (0, 40), (-5, 20)
STANCES = FACTS.table("stances")
SITUATION, STANCE = "Situation", "What you may declare"

LOW_LEVEL_PAIR, PRECISE, PRECISE_FIRST, PRECISE_LAST = (
    "low_level_pair",
    "precise_strike",
    "precise_then_attack",
    "attack_then_precise",
)
CHARGES = ("charge_x1", "charge_x2")


def proficiency(*, nullable: bool = False, **common: Any) -> Any:
    """`wp`: Weapon Proficiency, which limits what may be declared or traded."""
    help = common.pop("help", "Your Weapon Proficiency with this weapon.")
    if nullable:
        common |= {"nullable": True, "empty": "none"}
        return number("Weapon Proficiency", *PROFICIENCY, None, help=help, rule="OBSS-HIT-10", **common)
    return number("Weapon Proficiency", *PROFICIENCY, help=help, rule="OBSS-HIT-10", **common)


@dataclass(frozen=True, kw_only=True)
class Planned:
    """Your numbers and this foe."""

    bonus: int = bonus()
    defense: int = defense()
    weapon: Dice = weapon(presets=fillings())
    damage_bonus: int = same(StrikeInputs, "damage_bonus")
    hp: int | None = hit_points(group="Target")
    reduction: int = reduction(group="Target")
    ed: int | None = same(StrikeInputs, "ed")
    actions: int = actions(group=SITUATION)
    melee: bool = toggle(
        "Melee",
        True,
        help="Off for ranged weapons: no Precise Strike, charge or Power Attack.",
        rule="OBSS-PREC-01",
        group=SITUATION,
    )
    charge_possible: bool = toggle(
        "Charge is possible",
        help="The target is far enough, near enough, and the way is clear.",
        rule="OBSS-CHG-01",
        group=SITUATION,
    )
    dice: int = dice(group=SITUATION)
    dynamic_dice: int = dynamic_dice(group=SITUATION)
    wp: int | None = proficiency(
        nullable=True,
        help="For Power Attack, Combat Mastery and points traded for dice; empty leaves them out.",
        group=STANCE,
    )
    ability: int = number(
        "Strength or Dexterity",
        *ABILITY,
        0,
        help="What of the bonus is ability: its points may be traded too.",
        rule="OBSS-HIT-10",
        signed=True,
        group=STANCE,
    )
    parry: bool = toggle(
        "Parry weapon", help="In use while you prepare your defense.", rule="OBSS-PREP-02", group=STANCE
    )
    triples_critical: bool = triples_critical()
    power_cap: str = power_cap()
    cap: str = mastery_cap()
    trades_limit_attacks: bool = trades_limit_attacks()
    total_defense_blocks_attack: bool = total_defense_blocks_attack()


# What is declared.


class Stance(NamedTuple):
    """Something declared for the round, and what it changes; nothing at all is one, too."""

    label: str = ""
    rule: str = "OBSS-MULT-05"
    actions: int = 0
    attack: tuple[Modifier, ...] = ()
    damage: int = 0
    defense: int = 0
    traded: int = 0
    attacks: bool = True


def _of(row_id: str, steps: int = 1, told: str = "") -> Stance:
    """A row of the table of stances, taken so many times."""
    row = STANCES.row(row_id)
    label = told or row["label"]
    attack = if_any(label, (row["attack"] or 0) * steps, row["rule"])
    return Stance(label, row["rule"], row["cost"], attack, (row["damage"] or 0) * steps, (row["defense"] or 0) * steps)


def _times(steps: int) -> str:
    return f" ×{steps}" if steps > 1 else ""


def power_attacks(a: Planned) -> Iterator[Stance]:
    """Power Attack with each number of steps."""
    if a.wp is not None and a.melee:
        for steps in range(1, limit(a.wp, a.power_cap, POWER) + 1):
            yield _of("power_attack", steps, f"Power Attack{_times(steps)}")


def masteries(a: Planned) -> Iterator[Stance]:
    """Combat Mastery as far as it goes, for the Defense and for the attack."""
    steps = limit(a.wp, a.cap, GUARDED) if a.wp is not None else 0
    if steps:
        yield _of("mastery_defense", steps, f"Combat Mastery, guarded{_times(steps)}")
        yield _of("mastery_attack", steps, f"Combat Mastery, bold{_times(steps)}")


def most_traded(wp: int, ability: int) -> int:
    """How many dice the points of proficiency and ability can buy (OBSS-HIT-09 to 11)."""
    return (wp + max(0, ability)) // FACTS.number("luck_points")


def trades(a: Planned) -> Iterator[Stance]:
    """Points traded for each number of dice, on every attack."""
    price = FACTS.fact("luck_points")
    for count in range(1, most_traded(a.wp, a.ability) + 1 if a.wp is not None else 1):
        dice = f"{count} more {'die' if count == 1 else 'dice'}"
        label = f"Trust in luck, {price.value * count} points of attack bonus for {dice}"
        yield Stance(label, price.rule, traded=count)


def defenses(a: Planned) -> Iterator[Stance]:
    """Prepare Defense, Total Defense, and both."""
    prepared, whole = _of("prepare", told="Prepare Defense"), _of("total_defense", told="Total Defense")
    if a.parry:
        prepared = prepared._replace(defense=prepared.defense + STANCES.row("parry")["defense"])
    whole = whole._replace(attacks=not a.total_defense_blocks_attack)
    both = whole._replace(
        label="Total Defense and Prepare Defense",
        actions=prepared.actions + whole.actions,
        defense=prepared.defense + whole.defense,
    )
    yield from (stance for stance in (prepared, whole, both) if stance.actions <= a.actions)


# What is done.


class Swing(NamedTuple):
    """One attack of a plan: what changes its bonus and dice, and its d4."""

    turn: Turn
    d4: int = 0


class Plan(NamedTuple):
    """A way to attack: its id, the Actions it takes, its attacks, and what it does to your Defense."""

    id: str
    actions: int
    swings: tuple[Swing, ...] = ()
    defense: int = 0


NOTHING = Plan("no_attack", 0)


def plans(a: Planned, bonus: int, actions: int, traded: int = 0) -> list[Plan]:
    """Every plan that this bonus and these Actions allow, in the order of the book.

    Points `traded` for dice leave room for fewer attacks, unless the table says otherwise (OBSS-MULT-09). They make
    nobody a beginner, who may attack twice at a lower penalty (OBSS-MULT-07).
    """
    left = bonus - traded if a.trades_limit_attacks else bonus
    found = [plan for plan in _attacks(left, actions, a.dynamic_dice) if plan.actions <= actions]
    if sequence.pair_allowed(bonus, actions):
        pair = tuple(Swing(turn) for turn in sequence.pair(a.dynamic_dice))
        found.append(Plan(LOW_LEVEL_PAIR, FACTS.number("low_level_actions"), pair))
    if a.melee:
        found += [plan for plan in _precise(left, a.dynamic_dice) if plan.actions <= actions]
        if a.charge_possible:
            found += _charges(left, actions, a.dynamic_dice)
    return found


def _attacks(bonus: int, actions: int, dynamic: int) -> Iterator[Plan]:
    """One attack, two, and as many as there can be."""
    costs = (FACTS.number(f"{name}_actions") for name in ("attack", "two_attacks", "many_attacks"))
    seen = 0
    for cost in costs:
        turns = sequence.standard(bonus, cost, dynamic)
        if len(turns) > seen:
            yield Plan(f"attacks_x{len(turns)}", cost, tuple(Swing(turn) for turn in turns))
        seen = len(turns)


def _precise(bonus: int, dynamic: int) -> Iterator[Plan]:
    """A Precise Strike, alone or with an attack before or behind it (OBSS-PREC-01)."""
    first = Turn((), if_any("For the first attack only", dynamic, "OBSS-MULT-09"))
    second = Turn(further(1))
    d4, cost = FACTS.number("precise_dice"), FACTS.number("precise_actions")
    both = cost + FACTS.number("attack_actions")
    yield Plan(PRECISE, cost, (Swing(first, d4),))
    if bonus + second.penalty >= 0:
        yield Plan(PRECISE_FIRST, both, (Swing(first, d4), Swing(second)))
        yield Plan(PRECISE_LAST, both, (Swing(first), Swing(second, d4)))


def _charges(bonus: int, actions: int, dynamic: int) -> Iterator[Plan]:
    cost = FACTS.number("charge_actions")
    for more, plan_id in enumerate(CHARGES):
        turns = sequence.charge(bonus, cost + more, dynamic)
        if cost + more <= actions and len(turns) == more + 1:
            swings = tuple(Swing(turn) for turn in turns)
            yield Plan(plan_id, cost + more, swings, FACTS.number("charge_defense"))


def swing_told(a: Planned, stance: Stance, swing: Swing) -> tuple[Modifier, ...]:
    """What the bonus of one attack is made of."""
    points = FACTS.fact("luck_points")
    return (
        *if_any("Attack bonus", a.bonus, "OBSS-AR-01"),
        *stance.attack,
        *swing.turn.penalties,
        *if_any("Traded for dice", -points.value * stance.traded, points.rule),
    )


def strike_of(a: Planned, stance: Stance, swing: Swing) -> Strike:
    """One attack of a plan, with what is declared."""
    rolled = a.dice + swing.turn.dice + stance.traded * FACTS.number("luck_dice")
    check = Check(a.defense - total(swing_told(a, stance, swing)), rolled, swing.d4, a.triples_critical)
    return strike(AttackRoll(check), Harm(a.weapon, a.damage_bonus + stance.damage, a.ed, True, a.reduction))


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
