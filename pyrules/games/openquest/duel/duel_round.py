"""The first round of a duel, step by step: who strikes first, both turns, and who drops.

"The Combat Round".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ....engine.dice import d
from ....engine.explain import by, under
from ....engine.procedure import Procedure, Step, part, settle, throw
from ..exchange.exchange import Exchange, strike_steps
from ..exchange.incoming import PLACES, is_critical_parry
from ..rolls.damage import damage_step
from ..rolls.results import HIT_ROLLED
from .duel_inputs import BOTH, COIN, NAMES, Duel, X, Y, first_to_act, first_turns
from .fighters import Turn


class Round(NamedTuple):
    """The state: the side that acts first, the attacks of a turn, the damage of counterstrikes, and the sides down.

    `down` lists the sides in the order in which they dropped.
    """

    first: str = ""
    x: Exchange = Exchange()
    struck_back: int = 0
    down: str = ""


When = Callable[[Round], bool]


def turn_steps(a: Duel, mine: Turn, side: str, acts: When = lambda s: True) -> tuple[Step[Round], ...]:
    """The turn of one side: its attacks, the counterstrikes, and who drops."""
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
    return tuple(_only(step, side, acts) for step in by(NAMES[side], _reset_turn(steps)))


def _reset_turn(steps: list[Step[Round]]) -> list[Step[Round]]:
    """The steps of a turn; its first step clears the turn before."""
    if not steps:
        return []
    attack, *others = steps
    return [replace(attack, change=lambda s, grade: attack.change(Round(first=s.first, down=s.down), grade)), *others]


def _only(step: Step[Round], side: str, acts: When) -> Step[Round]:
    """A step of `side`'s turn, skipped once a fighter is down, unless both strike at once."""

    def fights(s: Round) -> bool:
        return not s.down or (s.first == BOTH and s.down == side)

    return replace(step, when=lambda s: fights(s) and acts(s) and step.when(s))


def _falls(side: str, hp: int, lost: Callable[[Round], int]) -> Step[Round]:
    return settle(
        f"{NAMES[side]} drops at {hp} or more",
        lambda s: Round(first=s.first, down=s.down + side),
        rule="OQ-PHY-05",
        when=lambda s: lost(s) >= hp,
    )


def one_round(a: Duel) -> Procedure[Round]:
    """The first round; a fighter who drops does not strike later."""
    first = first_to_act(a, at_start=True)
    coin: tuple[Step[Round], ...] = ()
    if first == COIN:
        coin = (
            throw(
                "Who strikes first (1: your side)",
                d(2).map(lambda n: X if n == 1 else Y),
                lambda s, side: s._replace(first=side),
                rule="OQ-RND-04",
                tell=lambda side, s: NAMES[side],
            ),
        )
    mine, theirs = first_turns(a)
    steps = (
        *coin,
        *turn_steps(a, mine, X, lambda s: s.first != Y),
        *turn_steps(a, theirs, Y),
        *turn_steps(a, mine, X, lambda s: s.first == Y),
    )
    return Procedure(Round(first="" if first == COIN else first), steps, outcome)


def outcome(s: Round) -> str:
    """The name of a round's end state."""
    if len(s.down) > 1:
        return "Both drop"
    return f"{NAMES[s.down]} drops" if s.down else "Both stand"
