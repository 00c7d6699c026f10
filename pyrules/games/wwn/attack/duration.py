"""How long: the rounds until a target falls, and who falls first when two trade blows.

Sections "Attack Actions and Hitting", "Damage" and "Shock Damage", round after round. Neither side's dice
depend on what the other has left, so each side's fall is a race of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine import chain
from ....engine.calculator import Calculator
from ....engine.dice import Dist
from ....engine.errors import OUT_OF_RANGE, InvalidInput, not_allowed
from ....engine.explain import by, note, side_note
from ....engine.inputs import Option, choice, number, record
from ....engine.procedure import Procedure, counted
from .attack import ATTACK_RULES
from .blow import Blow
from .blow_explanation import down_at, steps_of_all
from .strike import Attack
from .volley import HIT_POINTS, attacks_input, average, harms, refuse_impossible_among, shield_switch, volley

MOST_WORK = 10_000_000
"""The most that `rounds_to_drop` works out, some seconds on a phone; 8 attacks on 200 hit points are less."""

HARMLESS = "None of these attacks can do any damage, so this never ends."


@dataclass(frozen=True, kw_only=True)
class RoundsToDrop:
    """The attacks of every round, and the one who takes them."""

    attacks: tuple[Attack, ...] = attacks_input(
        "Attacks in a round",
        "Attack",
        1,
        8,
        "Every attack that the target takes in each round.",
        rule="WWN-HIT-01",
    )
    hp: int = number("Target's hit points", *HIT_POINTS, help="What the target has left.", rule="WWN-DMG-03")
    shield: bool = shield_switch("The target holds one, which")
    horizon: int = number(
        "Rounds", 1, 100, 10, help="How many rounds the curve looks ahead.", rule="WWN-ROUND-01", group="Length"
    )


def _check_rounds_to_drop(a: RoundsToDrop) -> None:
    refuse_impossible_among(a.attacks, "attacks")
    if not harms(a.attacks, shield=a.shield):
        raise not_allowed("attacks", len(a.attacks), HARMLESS)
    if compute(a) > MOST_WORK:
        against = counted(a.hp, "hit point")
        text = f"These attacks against {against} are too much to work out; take fewer attacks, dice or points."
        raise InvalidInput("attacks", OUT_OF_RANGE, len(a.attacks), text)


def compute(a: RoundsToDrop) -> int:
    """How much there is to work out: draining rounds, times most damage, times binary digits of the weights."""
    damage = volley(a.attacks, shield=a.shield)
    least = min(points for points in damage.weights if points)
    return a.hp // least * min(a.hp, max(damage.weights)) * damage.total.bit_length()


def told_rounds_to_drop(a: RoundsToDrop) -> Procedure[Blow]:
    """The attacks of a round, and that they come again."""
    steps = (
        *steps_of_all(a.attacks, shield=a.shield),
        down_at(a.hp, "WWN-DMG-03"),
        note("The same attacks in every round until then", "WWN-ROUND-01"),
    )
    return Procedure(Blow(), steps, str)


def _rounds_to_drop(a: RoundsToDrop) -> dict[str, Any]:
    damage = volley(a.attacks, shield=a.shield)
    drain = chain.PoolDepletion(damage, a.hp)
    curve = drain.curve(a.horizon)
    return {
        "mean_rounds": drain.mean(),
        "median_rounds": drain.median(),
        "p_still_up": 1 - curve[-1],
        "mean_damage_per_round": average(damage),
        "p_dropped_by_round": curve,
        "damage_per_round": out.text_keys(damage.probabilities()),
    }


ROUNDS_TO_DROP = Calculator(
    id="wwn.rounds_to_drop",
    title="Rounds to drop",
    summary="How many rounds of the same attacks a target stands, and how likely it is down by each.",
    inputs=RoundsToDrop,
    outputs=(
        out.figure("mean_rounds", "rounds", one="round", rule="WWN-ROUND-01", unit="on average", headline=True),
        out.figure(
            "median_rounds",
            "rounds for an even chance",
            one="round for an even chance",
            rule="WWN-DMG-04",
            headline=True,
        ),
        out.percent("p_still_up", "still up at the end of the curve", rule="WWN-ROUND-01", headline=True),
        out.figure("mean_damage_per_round", "Damage in a round, on average", rule="WWN-SHOCK-01"),
        out.curve("p_dropped_by_round", "Down by the end of the round", rule="WWN-ROUND-01"),
        out.distribution("damage_per_round", "Damage in a round", rule="WWN-SHOCK-01", unit="damage"),
    ),
    compute=_rounds_to_drop,
    explain=told_rounds_to_drop,
    check=_check_rounds_to_drop,
    also=ATTACK_RULES,
    start={
        "attacks": [
            {
                "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13},
                "target_ac": 13,
                "class_bonus": 2,
                "skill": 1,
                "attr_mod": 1,
            },
            {"weapon": {"damage": "1d6", "kind": "ranged", "hands": 2}, "target_ac": 13, "skill": 1},
        ],
        "hp": 24,
        "horizon": 6,
    },
)


@dataclass(frozen=True, kw_only=True)
class Duelist:
    """One side of a duel."""

    attacks: tuple[Attack, ...] = attacks_input(
        "Attacks in a round",
        "Attack",
        1,
        4,
        "Every attack this fighter makes in each round; the AC is the other's.",
        rule="WWN-HIT-01",
    )
    hp: int = number("Hit points", 1, 60, help="What this fighter has left.", rule="WWN-DMG-04")
    shield: bool = shield_switch("This fighter holds one, which")


FIRST = (
    Option("a", "Side A", "WWN-INIT-01"),
    Option("b", "Side B", "WWN-INIT-01"),
    Option("even", "Either, evenly", "WWN-INIT-01"),
)
ENDS = (Option("a_wins", "Side A wins"), Option("b_wins", "Side B wins"), Option("undecided", "Both still up"))

MOST_SHOWN = 30
"""The longest curve that is drawn."""

LEFT_OPEN = Fraction(1, 100)
"""The curve stops earlier where no more than this is left open."""


@dataclass(frozen=True, kw_only=True)
class Duel:
    """Two fighters, and who acts first."""

    a: Duelist = record("Side A", Duelist, help="One fighter.", rule="WWN-INIT-01")
    b: Duelist = record("Side B", Duelist, help="The other fighter.", rule="WWN-INIT-01")
    first: str = choice("Acts first", FIRST, "a", help="Whoever acts first does so in every round.", rule="WWN-INIT-01")


def _check_duel(a: Duel) -> None:
    for at, side in (("a", a.a), ("b", a.b)):
        refuse_impossible_among(side.attacks, f"{at}.attacks")
    if not (harms(a.a.attacks, shield=a.b.shield) or harms(a.b.attacks, shield=a.a.shield)):
        raise not_allowed("a.attacks", len(a.a.attacks), HARMLESS)


def told_duel(a: Duel) -> Procedure[Blow]:
    """What either does in a round, when either falls, who acts first, and that it goes on."""
    order = next(option.label for option in FIRST if option.id == a.first)
    steps = (
        *by("A", steps_of_all(a.a.attacks, shield=a.b.shield)),
        *side_note("B", "WWN-HIT-05", steps_of_all(a.b.attacks, shield=a.a.shield)),
        *by("A", (down_at(a.a.hp, "WWN-DMG-04"),)),
        *by("B", (down_at(a.b.hp, "WWN-DMG-04"),)),
        note(f"{order} acts first in every round; whoever is down strikes no more", "WWN-INIT-01"),
        note("The same in every round until one is down", "WWN-ROUND-01"),
    )
    return Procedure(Blow(), steps, str)


def _exchange(a: Duel) -> tuple[Dist[int], Dist[int]]:
    """What A does to B in a round, and B to A."""
    return volley(a.a.attacks, shield=a.b.shield), volley(a.b.attacks, shield=a.a.shield)


def _order(first: str, by_a: chain.PoolDepletion, by_b: chain.PoolDepletion) -> tuple[Fraction, Fraction]:
    """A's chance to win, and the mean number of rounds, when `first` acts first in each round."""
    if first == "even":
        ends = [_order(side, by_a, by_b) for side in ("a", "b")]
        return (ends[0][0] + ends[1][0]) / 2, ends[0][1]
    end = chain.duel_to_the_end(by_a, by_b) if first == "a" else chain.duel_to_the_end(by_b, by_a)
    assert end is not None  # checked: one of them does damage
    return end.first_wins if first == "a" else 1 - end.first_wins, end.rounds


def _curves(first: str, down_b: list[Fraction], down_a: list[Fraction]) -> dict[str, list[Fraction]]:
    """Who has won by the end of each round."""
    if first == "even":
        sides = [_curves(side, down_b, down_a) for side in ("a", "b")]
        return {
            name: [(one + other) / 2 for one, other in zip(*(side[name] for side in sides), strict=True)]
            for name in sides[0]
        }
    leads = chain.race(down_b, down_a) if first == "a" else chain.race(down_a, down_b)
    won, lost = [lead.first for lead in leads], [lead.second for lead in leads]
    return {
        "a_wins": won if first == "a" else lost,
        "b_wins": lost if first == "a" else won,
        "undecided": [1 - lead.first - lead.second for lead in leads],
    }


def _shown(by_a: chain.PoolDepletion, by_b: chain.PoolDepletion) -> int:
    """How many rounds the curve shows: until little is left open."""
    every = by_a.total * by_b.total
    for count in range(1, MOST_SHOWN):
        if by_a.left(count) * by_b.left(count) * LEFT_OPEN.denominator <= LEFT_OPEN.numerator * every**count:
            return count
    return MOST_SHOWN


def _duel(a: Duel) -> dict[str, Any]:
    on_b, on_a = _exchange(a)
    by_a, by_b = chain.PoolDepletion(on_b, a.b.hp), chain.PoolDepletion(on_a, a.a.hp)
    p_a_wins, mean_rounds = _order(a.first, by_a, by_b)
    shown = _shown(by_a, by_b)
    curves = _curves(a.first, by_a.curve(shown), by_b.curve(shown))
    return {
        "p_a_wins": p_a_wins,
        "p_b_wins": 1 - p_a_wins,
        "mean_rounds": mean_rounds,
        "wins_by_round": curves,
        "p_undecided": curves["undecided"][-1],
        "mean_dealt_by_a": average(on_b),
        "mean_dealt_by_b": average(on_a),
    }


DUEL = Calculator(
    id="wwn.duel",
    title="Duel",
    summary="Two fighters trade blows until one falls: who wins, and how long it takes.",
    inputs=Duel,
    outputs=(
        out.percent("p_a_wins", "A wins", rule="WWN-INIT-01", headline=True),
        out.percent("p_b_wins", "B wins", rule="WWN-INIT-01", headline=True),
        out.figure("mean_rounds", "rounds", one="round", rule="WWN-ROUND-01", unit="on average", headline=True),
        out.percent("p_undecided", "Both still up after the last round shown", rule="WWN-ROUND-01"),
        out.figure("mean_dealt_by_a", "Damage A does in a round, on average", rule="WWN-SHOCK-01"),
        out.figure("mean_dealt_by_b", "Damage B does in a round, on average", rule="WWN-HIT-05"),
        out.curve("wins_by_round", "Decided by the end of the round", rule="WWN-ROUND-01", options=ENDS),
    ),
    compute=_duel,
    explain=told_duel,
    check=_check_duel,
    also=("WWN-DMG-03", *ATTACK_RULES),
    start={
        "a": {
            "attacks": [
                {
                    "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13},
                    "target_ac": 15,
                    "class_bonus": 2,
                    "skill": 1,
                    "attr_mod": 1,
                }
            ],
            "hp": 30,
        },
        "b": {
            "attacks": [
                {
                    "weapon": {"damage": "1d12", "shock": 2, "shock_ac": 15, "hands": 2},
                    "target_ac": 16,
                    "class_bonus": 2,
                }
            ],
            "hp": 30,
        },
    },
)
