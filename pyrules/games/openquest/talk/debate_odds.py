"""How a debate goes: exchange by exchange up to its limit, or without one to its end.

With a limit everything is exact. Without one the chances are summed up until what is left cannot change the twelfth
decimal of any of them.
"""

from __future__ import annotations

from fractions import Fraction
from math import acosh, ceil, cos, log, log2, pi
from typing import NamedTuple

from ..skills.skill import CRITICAL, FAILURE, FUMBLE, SUCCESS
from .oratory_crowd import FARTHEST, ORATOR, SPEECH, Crowds, Debate, Ended, Fields, one_exchange


class DebateOdds(NamedTuple):
    """How a debate ends: chances, and the exchanges it takes on average (None if it may go on for ever).

    `undecided` are the chances of each following where a limit has cut the debate short; `by_exchange` those to have
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
        """The chance that somebody has won."""
        return self.won_all + self.won_by_fumble + self.lost


def weight_of(debate: Debate) -> int:
    """All the weight of one exchange: that of its speeches."""
    return SPEECH if debate.defense is None else SPEECH**2


def limited(debate: Debate, supporters: int, exchanges: int) -> DebateOdds:
    """A debate of at most so many exchanges, exactly."""
    every = weight_of(debate)
    fields = Fields(debate.audience, exchanges * every.bit_length() + 2)
    crowds: Crowds = {(0, 0): fields.one(supporters, 1)}
    scale, open_weight, lasted, past = 1, 1, 0, Ended(0, 0, 0)
    by_exchange = []
    for _ in range(exchanges):
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
"""The exchanges told one by one."""

PRECISION = 116
"""The bits of a certainty."""

NEGLIGIBLE = 76
"""The sum goes on until less than 2 ** -76 of a certainty is open: no chance is off by more than that."""

SPARE = 104
"""Bits for what an exchange multiplies by, for signs, and for what grows before it dies away."""

WATCH, ROOM = 4, 8
"""Looking every so many exchanges, no weight may have grown beyond 2 ** ROOM of a certainty. Until the next look all
of them together can grow by less than 2 ** 12 with each exchange, for which there are bits to spare."""

NEAR = 70
SIMPLE = 10**9
"""Nearer than 2 ** -70 to a fraction with a denominator up to this, by chance, is hardly one number in a thousand."""

CYCLE = 64
GOLDEN = (5**0.5 - 1) / 2
GRAIN = 4096
LEAST_RATIO, MOST_RATIO = -0.05, 0.9995
MOST_EFFORT = 600_000
"""Exchanges, times the penalties of both that were possible in each, after which a debate that is still open counts
as one that may never end. One that can end is over long before."""


def can_end_from(debate: Debate, penalties: int) -> int:
    """The smallest following with which a debate can still end, given the Orator's penalties; more than all if none.

    Only where neither side ever fumbles, as some masters do not, can a debate get stuck: the Orator must reach
    everybody, and keep them through the reply if that comes first.
    """
    orator, defense, everybody = debate.orator, debate.defense, debate.audience
    if orator.can(penalties, FUMBLE) or (defense is not None and defense.can(0, FUMBLE)):
        return 0
    gains = orator.can(penalties, SUCCESS, CRITICAL)
    if defense is not None and not debate.checked_at_once:
        return everybody + 1 if not defense.can(0, FAILURE) else 0 if gains else everybody
    if not gains:
        return everybody
    undone = defense is not None and not defense.can(0, SUCCESS, FAILURE)  # every reply takes back all that was won
    return max(0, everybody - FARTHEST) if undone else 0


def unlimited(debate: Debate, supporters: int) -> DebateOdds:
    """A debate that goes on until somebody has won."""
    push = _Push(debate, supporters)
    by_exchange = []
    for _ in range(LOOK_AHEAD):
        push.exchange()
        by_exchange.append((push.share(push.won_all + push.won_by_fumble), push.share(push.lost)))
    quick = True
    while not push.over() and push.effort < MOST_EFFORT:
        slowest, before = push.slowest(), push.open_bits()
        ratios = _ratios(slowest, before + NEGLIGIBLE)
        for count, ratio in enumerate(ratios, 1):
            push.exchange(ratio if quick else 0)
            if count % WATCH == 0 and not push.tame():
                break
        helped = before - push.open_bits() > -log2(slowest) * len(ratios)
        quick = helped or not quick  # where ratios do not help yet, they may a few plain exchanges later
    chances = [push.share(weight) for weight in (push.won_all, push.won_by_fumble, push.lost)]
    ends = push.over() and not push.stuck
    if ends:
        chances[chances.index(max(chances))] += 1 - sum(chances)  # what is left open is a part of the likeliest
    won_all, won_by_fumble, lost = chances
    return DebateOdds(won_all, won_by_fumble, lost, {}, push.share(push.lasted) if ends else None, by_exchange)


def _ratios(slowest: float, bits: int) -> list[int]:
    """Ratios, over GRAIN, that make small by so many bits whatever falls off by any ratio up to the slowest.

    They are the zeros of the polynomial that stays smallest on all of them (Chebyshev's), mixed, so that nothing
    grows large in between. Which ratios are taken changes how soon the sum is done, never what it comes to.
    """
    middle, reach = (slowest + LEAST_RATIO) / 2, (slowest - LEAST_RATIO) / 2
    count = min(CYCLE, ceil((bits + 1) * log(2) / acosh((1 - middle) / reach)))
    mixed = sorted(range(count), key=lambda at: at * GOLDEN % 1)
    return [round(GRAIN * (middle + reach * cos(pi * (2 * at + 1) / (2 * count)))) for at in mixed]


class _Push:
    """The open debates, and the sums of what the others have come to.

    What open debates X come to is what one exchange ends of them and what the rest of it, PX, comes to. The same
    with a ratio r of X taken off on both sides is just as true: X comes to what the exchange ends and what PX - rX
    comes to, over 1 - r. With well chosen ratios PX - rX dies away far sooner than PX, and no chance is lost.
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
        """One exchange, with `ratio` over GRAIN taken off."""
        crowds, now = one_exchange(self._debate, self._fields, self._crowds)
        before, open_weight = ratio * self._every, self._open_weight
        for where, crowd in crowds.items():
            crowds[where] = GRAIN * crowd
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
        self._crowds = {where: self._fields.cut(crowd, bits) for where, crowd in crowds.items()}
        self.effort += len(crowds)

    def _drop_stuck(self, crowds: Crowds, scale: int) -> None:
        """Leave out the debates that can never end."""
        for where, crowd in crowds.items():
            if lowest := self._stuck_below.get(where[ORATOR]):
                crowds[where], stuck = self._fields.only(crowd, lowest)
                self.stuck += (stuck << PRECISION) // scale

    def _part(self, weight: int, scale: int) -> int:
        return (weight * GRAIN << PRECISION) // scale

    def share(self, weight: int) -> Fraction:
        """A sum as a chance or a mean; one that is nearer to a simple fraction than it is exact is that fraction."""
        sum_ = Fraction(weight, 1 << PRECISION)
        simple = sum_.limit_denominator(SIMPLE)
        return simple if abs(simple - sum_) < Fraction(1, 1 << NEAR) else sum_

    def _open(self) -> int:
        return sum(abs(weight) for crowd in self._crowds.values() for weight in self._fields.each(crowd))

    def open_bits(self) -> int:
        """About the logarithm of what is open."""
        return self._open().bit_length() - self._certain.bit_length() + 1

    def tame(self) -> bool:
        """Whether no open weight has grown beyond what there is room for."""
        return all(self._fields.below(crowd, PRECISION + ROOM) for crowd in self._crowds.values())

    def over(self) -> bool:
        """Whether what is open can be neglected."""
        return self.open_bits() <= -NEGLIGIBLE

    def slowest(self) -> float:
        """About the ratio by which what is open falls off from exchange to exchange in the end."""
        before = Fraction(self._open(), self._certain)
        self.exchange()
        self.exchange()
        after = Fraction(self._open(), self._certain)
        return min(float(after / before) ** 0.5, MOST_RATIO) if before else 0.0
