"""A duel: two fighters who fight the same way round after round, until one drops.

"The Combat Round".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, Throw
from ....engine.dice import d
from ....engine.errors import OUT_OF_RANGE, InvalidInput
from ....engine.explain import by, reason, under
from ....engine.inputs import Option, choice, record, same
from ....engine.procedure import Procedure, Step, part, settle, throw
from ..exchange.attack_inputs import Attack
from ..exchange.exchange import Exchange, strike_steps
from ..exchange.exchange_answer import rules
from ..exchange.incoming import PLACES, is_critical_parry, summed
from ..exchange.work_bounds import MOST_DUEL_WORK, bits, duel_work, most
from ..rolls.damage import damage_step
from ..rolls.results import HIT_ROLLED, readings
from ..rolls.shields import SHIELD_DEFENSE, SHIELD_RULES
from ..turns.order_inputs import Order
from .duel_course import Course, in_turn
from .duel_shield import against_shield, blow
from .fighters import (
    MOST_HIT_POINTS,
    WAYS,
    Fighter,
    Turn,
    attack_value,
    mean_dealt,
    mean_struck_back,
    refuse_unfit,
    turn,
)

AUTO, X, Y, COIN = "auto", "x", "y", "coin"
NAMES = {X: "Your side", Y: "The foe"}
FIRST = (
    Option(AUTO, "Whoever has the higher attack skill", "OQ-RND-05"),
    Option(X, "Your side", "OQ-RND-05"),
    Option(Y, "The foe", "OQ-RND-05"),
    Option(COIN, "A coin, each round", "OQ-RND-05"),
)
LEADS = {X: Fraction(1), Y: Fraction(0), COIN: Fraction(1, 2)}
"""How often X strikes first."""
OK, STALEMATE = "ok", "stalemate"
STATUSES = (Option(OK, "Somebody drops"), Option(STALEMATE, "Nobody can ever drop"))


@dataclass(frozen=True, kw_only=True)
class Duel:
    """Two fighters, and who acts first."""

    x: Fighter = record("Your side", Fighter, help="One fighter.", rule="OQ-RND-01")
    y: Fighter = record("The foe", Fighter, help="The other fighter.", rule="OQ-RND-01")
    first: str = choice("Acts first", FIRST, AUTO, help="In every round.", rule="OQ-RND-05", group="Order")
    action_order: str = same(Order, "action_order")
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")


def _check(a: Duel) -> None:
    refuse_unfit(a.x, "x.")
    refuse_unfit(a.y, "y.")
    most_points = longest_duel(a)
    for side, one in ((X, a.x), (Y, a.y)):
        if one.hp > most_points:
            text = f"{NAMES[side]}'s hit points must be at most {most_points} with these dice; got {one.hp}."
            raise InvalidInput(f"{side}.hp", OUT_OF_RANGE, one.hp, text)


def longest_duel(a: Duel) -> int:
    """The most hit points for which the odds of this duel can be counted in a moment."""
    on_y, on_x = turns(a)
    for attacks in (on_y, on_x):
        if attacks.strikes and attacks.counter is not None:
            one = blow(attacks, attacks.counter)
            length, outcomes = one.every.bit_length() * len(attacks.strikes), len(one.hurts) + len(one.parried)
            break
    else:
        length, outcomes = bits(summed(on_y.strikes), summed(on_x.strikes)), 1
    return most(MOST_HIT_POINTS, lambda hp: duel_work(hp, length, outcomes), MOST_DUEL_WORK)


def first_to_act(a: Duel) -> str:
    """Who strikes first; equal skills leave it to a coin in each round."""
    if a.first != AUTO:
        return a.first
    mine, theirs = attack_value(a.x, a.action_order), attack_value(a.y, a.action_order)
    return COIN if mine == theirs else X if mine > theirs else Y


def turns(a: Duel) -> tuple[Turn, Turn]:
    """What X does to Y in a round, and Y to X."""
    return turn(a.x, a.y, readings(a)), turn(a.y, a.x, readings(a))


def course(a: Duel) -> Course | None:
    """How the duel ends for X, as the first, and Y; None if it never does."""
    on_y, on_x = turns(a)
    if not on_y.strikes and not on_x.strikes:
        return None
    if on_y.counter is not None:
        return against_shield(on_y, on_y.counter, a.x.hp, a.y.hp)
    if on_x.counter is not None:
        turned = against_shield(on_x, on_x.counter, a.y.hp, a.x.hp)
        return turned and turned.turned()
    to_y, to_x = summed(on_y.strikes), summed(on_x.strikes)
    return in_turn(to_y, a.y.hp, to_x, a.x.hp, LEADS[first_to_act(a)])


def _values(a: Duel) -> dict[str, Any]:
    on_y, on_x = turns(a)
    ends = course(a)
    x_left, y_left = (ends.first_left, ends.second_left) if ends else ({}, {})
    return {
        "p_x": sum(x_left.values(), Fraction(0)),
        "p_y": sum(y_left.values(), Fraction(0)),
        "mean_rounds": ends.rounds if ends else None,
        "status": OK if ends else STALEMATE,
        "first": first_to_act(a),
        "mean_damage_to_y": mean_dealt(on_y) + mean_struck_back(on_x),
        "mean_damage_to_x": mean_dealt(on_x) + mean_struck_back(on_y),
        "x_left": out.text_keys(x_left),
        "y_left": out.text_keys(y_left),
    }


# One round, step by step.


class Round(NamedTuple):
    """The state: whose turn comes first, the attacks of the turn, what has struck back in it, and who is down."""

    first: str = ""
    x: Exchange = Exchange()
    struck_back: int = 0
    down: str = ""


When = Callable[[Round], bool]


def _turn_steps(a: Duel, side: str, acts: When = lambda s: True) -> tuple[Step[Round], ...]:
    """The turn of one side: its attacks, what strikes back, and who drops."""
    mine = turns(a)[0 if side == X else 1]
    other = Y if side == X else X
    hp, other_hp = (a.x.hp, a.y.hp) if side == X else (a.y.hp, a.x.hp)
    steps: list[Step[Round]] = []
    for at, strike in enumerate(mine.strikes):
        one: list[Step[Round]] = [
            part(step, lambda s: s.x, lambda s, x: s._replace(x=x._replace(damage=min(x.damage, other_hp))))
            for step in strike_steps(strike, earlier=at)
        ]
        one.append(_falls(other, other_hp, lambda s: s.x.damage))
        if mine.counter is not None:
            back: Step[Round] = damage_step(
                mine.counter,
                HIT_ROLLED,
                lambda s, n: s._replace(struck_back=min(s.struck_back + n, hp)),
                when=lambda s: is_critical_parry(s.x),
            )
            one.append(replace(under("OQ-SHD-09", back), label=f"{NAMES[other]} strikes back, {mine.counter}"))
            one.append(_falls(side, hp, lambda s: s.struck_back))
        steps += by(PLACES[at], one) if len(mine.strikes) > 1 else one
    return tuple(_only(step, acts) for step in by(NAMES[side], _anew(steps)))


def _anew(steps: list[Step[Round]]) -> list[Step[Round]]:
    """The steps of a turn, which begin by forgetting the turn before."""
    if not steps:
        return []
    attack, *others = steps
    return [replace(attack, change=lambda s, grade: attack.change(Round(first=s.first), grade)), *others]


def _only(step: Step[Round], acts: When) -> Step[Round]:
    """A step of a turn, which is not taken by or against whoever is down."""
    return replace(step, when=lambda s: not s.down and acts(s) and step.when(s))


def _falls(side: str, hp: int, lost: Callable[[Round], int]) -> Step[Round]:
    return settle(
        f"{NAMES[side]} drops at {hp} or more",
        lambda s: Round(first=s.first, down=side),
        rule="OQ-PHY-05",
        when=lambda s: lost(s) >= hp,
    )


def one_round(a: Duel) -> Procedure[Round]:
    """The first round: whoever is first strikes first, and whoever drops strikes no more."""
    first = first_to_act(a)
    coin: tuple[Step[Round], ...] = ()
    if first == COIN:
        coin = (
            throw(
                "Who strikes first (1: your side)",
                d(2).map(lambda n: X if n == 1 else Y),
                lambda s, side: s._replace(first=side),
                rule="OQ-RND-05",
                tell=lambda side, s: NAMES[side],
            ),
        )
    steps = (
        *coin,
        *_turn_steps(a, X, lambda s: s.first != Y),
        *_turn_steps(a, Y),
        *_turn_steps(a, X, lambda s: s.first == Y),
    )
    return Procedure(Round(first="" if first == COIN else first), steps, _outcome)


def _outcome(s: Round) -> str:
    return f"{NAMES[s.down]} drops" if s.down else "Both stand"


def _counted(a: Duel) -> str:
    """What the order goes by, for the explanation (OQ-RND-07)."""
    counts = a.action_order == "counts"
    return "what an action adds by itself counts" if counts else "what an action adds by itself does not count"


def told(a: Duel) -> Procedure[Round]:
    """What each side does in a round, and how rounds follow each other."""
    order = next(option.label for option in FIRST if option.id == first_to_act(a))
    idle = (
        reason(f"{NAMES[side]} only defends", "OQ-SHD-09")
        for side, held in ((X, a.x), (Y, a.y))
        if held.option == SHIELD_DEFENSE
    )
    both_stand: Step[Round] = settle("Then the foe, if still standing", lambda s: Round(), rule="OQ-RND-01")
    steps = (
        *_turn_steps(a, X),
        both_stand,
        *_turn_steps(a, Y),
        *idle,
        reason(f"Strikes first: {order}; {_counted(a)}", "OQ-RND-05", also=("OQ-RND-07",)),
        reason("The same round again until one of them is down", "OQ-PHY-05"),
    )
    return Procedure(Round(), steps, _outcome)


DUEL = Calculator(
    id="openquest.duel",
    title="Duel",
    summary="Two fighters, round after round, until one drops: who wins, and what is left of the winner.",
    inputs=Duel,
    outputs=(
        out.percent("p_x", "your side wins", rule="OQ-PHY-05", headline=True),
        out.percent("p_y", "the foe wins", rule="OQ-PHY-05", headline=True),
        out.figure("mean_rounds", "rounds", rule="OQ-PHY-05", unit="on average", headline=True),
        out.word("status", "The duel", STATUSES, rule="OQ-PHY-05"),
        out.word("first", "Strikes first", FIRST, rule="OQ-RND-05"),
        out.figure("mean_damage_to_y", "Damage to the foe in a round, on average", rule="OQ-RND-01"),
        out.figure("mean_damage_to_x", "Damage to your side in a round, on average", rule="OQ-RND-05"),
        out.distribution("x_left", "Your side wins with so many hit points left", rule="OQ-PHY-05", unit="hit points"),
        out.distribution("y_left", "The foe wins with so many hit points left", rule="OQ-PHY-05", unit="hit points"),
    ),
    work=_values,
    check=_check,
    explain=told,
    rules=rules(
        "OQ-RND-01",
        "OQ-RND-05",
        "OQ-RND-06",
        "OQ-RND-07",
        "OQ-CC-02",
        "OQ-CC-10",
        "OQ-CC-13",
        "OQ-SHD-09",
        "OQ-PHY-05",
        *(option.rule for option in WAYS),
        *SHIELD_RULES,
    ),
    start={
        "x": {
            "attack": {"base": 65},
            "damage": "1d8",
            "damage_mod": "+1d4",
            "defence": "parry",
            "parry": {"base": 60},
            "ap": 3,
            "hp": 12,
        },
        "y": {
            "attack": {"base": 55},
            "damage": "2d6",
            "defence": "dodge",
            "dodge": {"base": 45},
            "ap": 2,
            "hp": 14,
            "option": "great",
        },
    },
    throws=(Throw("round", "Roll the first round", one_round),),
)
