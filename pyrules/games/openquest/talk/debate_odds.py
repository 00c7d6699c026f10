"""The odds of a debate: exchange by exchange up to its limit, or to its end without a limit.

With a limit the odds are exact. Without one the chances are summed up until the rest cannot change their twelfth
decimal.
"""

from __future__ import annotations

from fractions import Fraction
from math import acosh, ceil, cos, log, log2, pi
from typing import NamedTuple

from ..skills.skill import CRITICAL, FAILURE, FUMBLE, SUCCESS
from .oratory_crowd import BYTE, FARTHEST, ORATOR, SPEECH, Crowds, Debate, Ended, Fields, one_exchange


class DebateOdds(NamedTuple):
    """The chances of each end of a debate, and the mean number of exchanges (None if it may go on for ever).

    `undecided` has the chance of each following when the limit ends the debate. `by_exchange` has the chances to have
    won and to have lost by the end of each exchange.
    """

    won_all: Fraction
    won_by_fumble: Fraction
    lost: Fraction
    undecided: dict[int, Fraction]
    exchanges: Fraction | None
    by_exchange: list[tuple[Fraction, Fraction]]

    @property
    def ended(self) -> Fraction:
        """The chance that the debate has a winner."""
        return self.won_all + self.won_by_fumble + self.lost


def weight_of(debate: Debate) -> int:
    """The total weight of one exchange: the product of its speeches' weights."""
    return SPEECH if debate.defense is None else SPEECH**2


WIDENING = 5
"""After so many exchanges with a limit, the fields become wider; before, they are only as wide as the weights need."""


def limited(debate: Debate, supporters: int, exchanges: int) -> DebateOdds:
    """The exact odds of a debate of at most `exchanges` exchanges."""
    every = weight_of(debate)
    fields = Fields(debate.audience, BYTE)
    crowds: Crowds = {(0, 0): fields.one(supporters, 1)}
    scale, open_weight, lasted, past = 1, 1, 0, Ended(0, 0, 0)
    by_exchange = []
    for exchange in range(exchanges):
        if exchange % WIDENING == 0:
            fields, crowds = fields.widened(crowds, (exchange + WIDENING) * every.bit_length() + 2)
        lasted = (lasted + open_weight) * every
        crowds, now = one_exchange(debate, fields, crowds)
        scale, open_weight = scale * every, open_weight * every - sum(now)
        past = Ended(*(before * every + more for before, more in zip(past, now, strict=True)))
        by_exchange.append((Fraction(past.won_all + past.won_by_fumble, scale), Fraction(past.lost, scale)))
    left = [sum(weights) for weights in zip(*map(fields.each, crowds.values()), strict=True)]
    return DebateOdds(
        Fraction(past.won_all, scale),
        Fraction(past.won_by_fumble, scale),
        Fraction(past.lost, scale),
        {following: Fraction(weight, scale) for following, weight in enumerate(left) if weight},
        Fraction(lasted, scale),
        by_exchange,
    )


# Without a limit.

LOOK_AHEAD = 20
"""The exchanges that the curve shows."""

PRECISION = 116
"""The bits of probability 1."""

NEGLIGIBLE = 76
"""The sum stops when less than 2 ** -76 of the weight is open; no chance is off by more."""

SPARE = 104
"""Bits for the factor of an exchange, for signs, and for temporary growth."""

WATCH, ROOM = 4, 8
"""Every `WATCH` exchanges, no weight may exceed 2 ** ROOM of probability 1.

Until the next check all weights together grow by less than 2 ** 12 with each exchange. `SPARE` has bits for that.
"""

NEAR = 70
SIMPLE = 10**9
"""The denominator up to which `share` looks for a simple fraction within 2 ** -70.

A random number is that near to one with a chance of about one in a thousand.
"""

CYCLE = 64
GOLDEN = (5**0.5 - 1) / 2
GRAIN = 4096
LEAST_RATIO, MOST_RATIO = -0.05, 0.9995
MOST_EFFORT = 600_000
"""The effort after which an open debate counts as one that may never end.

The effort is the sum, over all exchanges, of the possible combinations of penalties. Debates that can end do so long
before.
"""


def can_end_from(debate: Debate, penalties: int) -> int:
    """The smallest following from which a debate can still end, given the Orator's penalties.

    The result is above the audience if no following can. A debate gets stuck only if neither side ever fumbles, as some
    masters do not. The Orator must reach the whole audience, and keep it through the reply if the reply comes first.
    """
    orator, defense, everybody = debate.orator, debate.defense, debate.audience
    if orator.can(penalties, FUMBLE) or (defense is not None and defense.can(0, FUMBLE)):
        return 0
    gains = orator.can(penalties, SUCCESS, CRITICAL)
    if defense is not None and not debate.checked_at_once:
        return everybody + 1 if not defense.can(0, FAILURE) else 0 if gains else everybody
    if not gains:
        return everybody
    undone = defense is not None and not defense.can(0, SUCCESS, FAILURE)  # every reply takes back the listeners won
    return max(0, everybody - FARTHEST) if undone else 0


def unlimited(debate: Debate, supporters: int) -> DebateOdds:
    """The odds of a debate that goes on until one side wins."""
    push = _Push(debate, supporters)
    by_exchange = []
    for _ in range(LOOK_AHEAD):
        push.exchange()
        by_exchange.append((push.share(push.won_all + push.won_by_fumble), push.share(push.lost)))
    quick = True
    while not push.over() and push.effort < MOST_EFFORT:
        slowest, before = push.slowest(), push.open_bits()
        if not slowest:  # the last debates have just ended
            break
        ratios = _ratios(slowest, before + NEGLIGIBLE)
        for count, ratio in enumerate(ratios, 1):
            push.exchange(ratio if quick else 0)
            if count % WATCH == 0 and not push.tame():
                break
        helped = before - push.open_bits() > -log2(slowest) * len(ratios)
        quick = helped or not quick  # ratios that do not help yet may help a few plain exchanges later
    chances = [push.share(weight) for weight in (push.won_all, push.won_by_fumble, push.lost)]
    ends = push.over() and not push.stuck
    if ends:
        chances[chances.index(max(chances))] += 1 - sum(chances)  # the open weight goes to the likeliest end
    won_all, won_by_fumble, lost = chances
    return DebateOdds(won_all, won_by_fumble, lost, {}, push.share(push.lasted) if ends else None, by_exchange)


def _ratios(slowest: float, bits: int) -> list[int]:
    """The ratios, over GRAIN, that shrink every component with a ratio up to `slowest` by `bits` bits.

    The ratios are the zeros of a Chebyshev polynomial on that interval, in a mixed order that avoids large intermediate
    values. The choice of ratios changes the speed of the sum, never its result.
    """
    middle, reach = (slowest + LEAST_RATIO) / 2, (slowest - LEAST_RATIO) / 2
    count = min(CYCLE, ceil((bits + 1) * log(2) / acosh((1 - middle) / reach)))
    mixed = sorted(range(count), key=lambda at: at * GOLDEN % 1)
    return [round(GRAIN * (middle + reach * cos(pi * (2 * at + 1) / (2 * count)))) for at in mixed]


class _Push:
    """The open debates, and the sums over the debates that have ended.

    Let X be the open debates, and PX those open after one more exchange. The value of X is what the exchange ends plus
    the value of PX. For any ratio r, it is also what the exchange ends plus the value of PX - rX, divided by 1 - r.
    With well-chosen ratios PX - rX shrinks far sooner than PX, and the result is the same.
    """

    def __init__(self, debate: Debate, supporters: int) -> None:
        self.won_all = self.won_by_fumble = self.lost = self.lasted = self.stuck = 0
        self.effort = 0
        self._debate = debate
        self._every = weight_of(debate)
        self._fields = Fields(debate.audience, PRECISION + SPARE)
        self._certain = self._open_weight = 1 << PRECISION
        self._crowds: Crowds = {(0, 0): self._fields.one(supporters, self._certain)}
        penalties = range(len(debate.orator.grades))
        self._stuck_below = {held: lowest for held in penalties if (lowest := can_end_from(debate, held))}

    def exchange(self, ratio: int = 0) -> None:
        """Adds one exchange, with the ratio `ratio` over GRAIN subtracted."""
        crowds, now = one_exchange(self._debate, self._fields, self._crowds)
        before, open_weight = ratio * self._every, self._open_weight
        for where, crowd in crowds.items():
            crowds[where] = GRAIN * crowd
        if ratio:
            for where, crowd in self._crowds.items():
                crowds[where] = crowds.get(where, 0) - before * crowd
        scale = self._certain * self._every * (GRAIN - ratio)
        self.lasted += self._part(open_weight * self._every, scale)
        self.won_all += self._part(now.won_all, scale)
        self.won_by_fumble += self._part(now.won_by_fumble, scale)
        self.lost += self._part(now.lost, scale)
        self._open_weight = GRAIN * (open_weight * self._every - sum(now)) - before * open_weight
        if self._stuck_below:
            self._drop_stuck(crowds, scale)
        bits = scale.bit_length() - 1 - PRECISION
        self._certain, self._open_weight = scale >> bits, self._open_weight >> bits
        self._crowds = self._fields.cut(crowds, bits)
        self.effort += len(crowds)

    def _drop_stuck(self, crowds: Crowds, scale: int) -> None:
        """Removes the debates that can never end."""
        for where, crowd in crowds.items():
            if lowest := self._stuck_below.get(where[ORATOR]):
                crowds[where], stuck = self._fields.only(crowd, lowest)
                self.stuck += (stuck << PRECISION) // scale

    def _part(self, weight: int, scale: int) -> int:
        return (weight * GRAIN << PRECISION) // scale

    def share(self, weight: int) -> Fraction:
        """A sum as a chance or a mean.

        A sum within the error of a simple fraction becomes that fraction.
        """
        sum_ = Fraction(weight, 1 << PRECISION)
        simple = sum_.limit_denominator(SIMPLE)
        return simple if abs(simple - sum_) < Fraction(1, 1 << NEAR) else sum_

    def _open(self) -> int:
        return sum(map(self._fields.absolute, self._crowds.values()))

    def open_bits(self) -> int:
        """The logarithm of the open weight, approximately."""
        return self._open().bit_length() - self._certain.bit_length() + 1

    def tame(self) -> bool:
        """Whether every open weight is within its bound."""
        return all(self._fields.below(crowd, PRECISION + ROOM) for crowd in self._crowds.values())

    def over(self) -> bool:
        """Whether the open weight is negligible."""
        return self.open_bits() <= -NEGLIGIBLE

    def slowest(self) -> float:
        """The ratio, approximately, by which the open weight shrinks per exchange in the end."""
        before = Fraction(self._open(), self._certain)
        self.exchange()
        self.exchange()
        after = Fraction(self._open(), self._certain)
        return min(float(after / before) ** 0.5, MOST_RATIO) if before else 0.0
