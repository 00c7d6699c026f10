"""The open debates of a debate without a limit, and the sums over the debates that have ended.

All weights are whole numbers over a common denominator of about 2 ** PRECISION, rounded after each exchange.
"""

from __future__ import annotations

from fractions import Fraction

from .debate_walk import Visits, Walk
from .oratory_crowd import ORATOR, SPEECH, Crowds, Debate, Ended, Fields, one_exchange

PRECISION = 112
"""The bits of probability 1."""

NEGLIGIBLE = 76
"""The sum stops when less than 2 ** -76 of the weight is open; no chance is off by more."""

NEAR = 70
SIMPLE = 10**9
"""The denominator up to which `share` looks for a simple fraction within 2 ** -70.

A random number is that near to one with a chance of about one in a thousand.
"""

ROOM = 6
"""No guess is made from more open weight than 2 ** ROOM of probability 1."""

SPARE = ROOM + 8
"""Bits for that weight, for a sign, and for temporary growth."""

SHARE_BITS = 20
"""The bits of the shares of a guess."""


def weight_of(debate: Debate) -> int:
    """The total weight of one exchange: the product of its speeches' weights."""
    return SPEECH if debate.defense is None else SPEECH**2


class OpenDebates:
    """The open debates, with a model that guesses how they go on.

    Let X be the open debates, and PX those open after one more exchange. The value of X is what the exchange ends plus
    the value of PX. For any guess Y at all debates that follow from X, each counted once for each exchange, it is also
    what an exchange of Y ends plus the value of X - Y + PY. With a good guess little is left of X.
    """

    def __init__(self, debate: Debate, supporters: int, lowest: list[int], walk: Walk, longest: int) -> None:
        """`lowest` has for each penalty of the Orator the smallest following from which the debate can still end.

        `longest` is the most exchanges that a guess may have.
        """
        self.won_all = self.won_by_fumble = self.lost = self.lasted = self.stuck = 0
        self._debate = debate
        self._lowest = lowest
        self._walk = walk
        endless = (walk.pairs[pair] for pair in walk.endless)
        self._endless = {(held, more) for group, other in endless for held in group for more in other}
        self._every = weight_of(debate)
        bits = PRECISION + self._every.bit_length() + longest.bit_length() + SPARE
        self._fields = Fields(debate.audience, bits)
        self._certain = 1 << PRECISION
        self._crowds: Crowds = {(0, 0): self._fields.one(supporters, self._certain)}

    def exchange(self) -> None:
        """Lets every open debate go on for one exchange."""
        self._after(self._crowds, {})

    def __len__(self) -> int:
        """The number of crowds."""
        return len(self._crowds)

    def guess(self) -> None:
        """Replaces the open debates by what a guess leaves of them."""
        guessed = self._spread(self._walk.visits(self._open_by_pair()))
        rest = dict(self._crowds)
        for where, crowd in guessed.items():
            rest[where] = rest.get(where, 0) - crowd
        self._after(guessed, rest)

    def _after(self, going_on: Crowds, resting: Crowds) -> None:
        """One exchange of the crowds `going_on`; the others rest."""
        scale = self._certain * self._every
        crowds, now = one_exchange(self._debate, self._fields, going_on)
        self._add(now, self._fields.total(sum(going_on.values())), scale)
        for where, crowd in resting.items():
            crowds[where] = crowds.get(where, 0) + crowd * self._every
        self._drop_stuck(crowds, scale)
        bits = scale.bit_length() - 1 - PRECISION
        self._certain = scale >> bits
        self._crowds = self._fields.cut(crowds, bits)

    def _add(self, now: Ended, went_on: int, scale: int) -> None:
        self.won_all += (now.won_all << PRECISION) // scale
        self.won_by_fumble += (now.won_by_fumble << PRECISION) // scale
        self.lost += (now.lost << PRECISION) // scale
        self.lasted += (went_on << PRECISION) // self._certain

    def _drop_stuck(self, crowds: Crowds, scale: int) -> None:
        """Removes the debates that can never end, or that hardly ever do."""
        for where, crowd in crowds.items():
            if where in self._endless:
                crowds[where], stuck = 0, self._fields.total(crowd)
                self.stuck += (stuck << PRECISION) // scale
            elif lowest := self._lowest[where[ORATOR]]:
                crowds[where], stuck = self._fields.only(crowd, lowest)
                self.stuck += (stuck << PRECISION) // scale

    def _open_by_pair(self) -> Visits:
        """The open weights by pairs of groups and followings, with 1 for certain."""
        visits = []
        for group, other in self._walk.pairs:
            crowd = sum(crowd for (held, more), crowd in self._crowds.items() if held in group and more in other)
            visits.append([weight / self._certain for weight in self._fields.each(crowd)])
        return visits

    def _spread(self, visits: Visits) -> Crowds:
        """The visits of pairs of groups as crowds: each penalty has its share."""
        guessed: Crowds = {}
        unit = float(self._certain >> SHARE_BITS)
        for (group, other), by_following in zip(self._walk.pairs, visits, strict=True):
            crowd = self._fields.packed([round(weight * unit) for weight in by_following])
            for held, share in group.items():
                for more, other_share in other.items():
                    if part := round(share * other_share * (1 << SHARE_BITS)):
                        guessed[held, more] = part * crowd
        return guessed

    def share(self, weight: int) -> Fraction:
        """A sum as a chance or a mean.

        A sum within the error of a simple fraction becomes that fraction.
        """
        sum_ = Fraction(weight, 1 << PRECISION)
        simple = sum_.limit_denominator(SIMPLE)
        return simple if abs(simple - sum_) < Fraction(1, 1 << NEAR) else sum_

    def open_bits(self) -> int:
        """The logarithm of the open weight, approximately."""
        open_weight = sum(map(self._fields.absolute, self._crowds.values()))
        return open_weight.bit_length() - self._certain.bit_length() + 1

    def over(self) -> bool:
        """Whether the open weight is negligible."""
        return self.open_bits() <= -NEGLIGIBLE
