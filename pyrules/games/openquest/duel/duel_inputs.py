"""The inputs of a duel: two fighters, the first round, and the order of action.

"The Combat Round" and "Surprise Attack Procedure".
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ....engine.errors import OUT_OF_RANGE, InvalidInput, not_allowed
from ....engine.inputs import Option, choice, record, same
from ..exchange.attack_inputs import Attack
from ..exchange.incoming import summed
from ..exchange.work_bounds import MOST_DUEL_WORK, bits, duel_work, most
from ..rolls.results import readings
from ..turns.order_inputs import Order
from .duel_odds import Leads
from .duel_shield import blow
from .fighters import MOST_HIT_POINTS, READY, Duelist, Turn, first_bonus, first_turn, place, refuse_unfit, turn

AUTO, X, Y, COIN, BOTH = "auto", "x", "y", "coin", "both"
NAMES = {X: "Your side", Y: "The foe"}
FIRST = (
    Option(AUTO, "Whoever has the higher attack skill", "OQ-RND-05"),
    Option(X, "Your side", "OQ-RND-05"),
    Option(Y, "The foe", "OQ-RND-05"),
    Option(COIN, "A coin, each round", "OQ-RND-04"),
    Option(BOTH, "Both at once", "OQ-RND-04"),
)
HALF = Fraction(1, 2)
LEADS: dict[str, Leads] = {
    X: (Fraction(1), Fraction(0)),
    Y: (Fraction(0), Fraction(1)),
    COIN: (HALF, HALF),
    BOTH: (Fraction(0), Fraction(0)),
}
"""The chances that X, and that Y, strikes before the other can."""


@dataclass(frozen=True, kw_only=True)
class Duel:
    """Two fighters and the order of action."""

    x: Duelist = record("Your side", Duelist, help="One fighter.", rule="OQ-RND-01")
    y: Duelist = record("The foe", Duelist, help="The other fighter.", rule="OQ-RND-01")
    first: str = choice("Acts first", FIRST, AUTO, help="In every round.", rule="OQ-RND-05", group="Order")
    tie_policy: str = same(Order, "tie_policy")
    action_order: str = same(Order, "action_order")
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")


def refuse_impossible(a: Duel) -> None:
    """Refuses fighters without a needed skill, first rounds without odds, and duels that are too long."""
    refuse_unfit(a.x, "x.")
    refuse_unfit(a.y, "y.")
    _refuse_opening(a)
    most_points = longest_duel(a)
    for side, one in ((X, a.x), (Y, a.y)):
        if one.hp > most_points:
            text = f"{NAMES[side]}'s hit points must be at most {most_points} with these dice; got {one.hp}."
            raise InvalidInput(f"{side}.hp", OUT_OF_RANGE, one.hp, text)


def _refuse_opening(a: Duel) -> None:
    """Refuses a bonus on the first action against a fighter whose Shield Defense strikes back."""
    for side, one, attacks in ((X, a.x, first_turns(a)[0]), (Y, a.y, first_turns(a)[1])):
        if attacks.counter is not None and first_bonus(one):
            text = "A bonus on the first action cannot be counted against a Shield Defense: choose another opening."
            raise not_allowed(f"{side}.opening", one.opening, text)


def longest_duel(a: Duel) -> int:
    """The most hit points whose odds are quick to compute."""
    on_y, on_x = turns(a)
    for attacks in (on_y, on_x):
        if attacks.strikes and attacks.counter is not None:
            one = blow(attacks, attacks.counter)
            length, outcomes = one.every.bit_length() * len(attacks.strikes), len(one.hurts) + len(one.parried)
            break
    else:
        length, outcomes = bits(summed(on_y.strikes), summed(on_x.strikes)), 1
    return most(MOST_HIT_POINTS, lambda hp: duel_work(hp, length, outcomes), MOST_DUEL_WORK)


def first_to_act(a: Duel, *, at_start: bool = False) -> str:
    """The side that strikes first; `at_start` includes the bonus on the first action.

    The book breaks no ties. Our ruling: the higher base goes first, then the higher DEX, then a coin in each round. A
    table rule lets equal skills strike at once (OQ-RND-04).
    """
    if a.first != AUTO:
        return a.first
    mine = place(a.x, a.action_order, *(first_bonus(a.x) if at_start else ()))
    theirs = place(a.y, a.action_order, *(first_bonus(a.y) if at_start else ()))
    if a.tie_policy == "simultaneous" and mine[0] == theirs[0]:
        return BOTH
    return COIN if mine == theirs else X if mine > theirs else Y


def turns(a: Duel) -> tuple[Turn, Turn]:
    """The turn of X against Y in a round, and of Y against X."""
    return turn(a.x, a.y, readings(a)), turn(a.y, a.x, readings(a))


def first_turns(a: Duel) -> tuple[Turn, Turn]:
    """The same turns in the first round."""
    return first_turn(a.x, a.y, readings(a)), first_turn(a.y, a.x, readings(a))


def opens(a: Duel) -> bool:
    """Whether the first round differs from the others."""
    return any(one.opening != READY for one in (a.x, a.y)) and first_turns(a) != turns(a)
