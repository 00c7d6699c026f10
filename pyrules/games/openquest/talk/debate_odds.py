"""The odds of a debate: exchange by exchange up to its limit, or to its end without a limit.

With a limit the odds are exact. Without one the chances are summed up until the rest cannot change their twelfth
decimal.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from ..skills.skill import CRITICAL, FAILURE, FUMBLE, SUCCESS
from .debate_walk import Walk
from .open_debates import NEGLIGIBLE, ROOM, OpenDebates, weight_of
from .oratory_crowd import BYTE, FARTHEST, Crowds, Debate, Ended, Fields, one_exchange, same_futures


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


WIDENING = 5
"""After so many exchanges with a limit, the fields become wider; before, they are only as wide as the weights need."""


def _merged(crowds: Crowds, mine: Sequence[int], others: Sequence[int]) -> Crowds:
    """The crowds by penalties, where each penalty counts as the one that it is mapped to."""
    found: Crowds = {}
    for (held, other_held), crowd in crowds.items():
        there = mine[held], others[other_held]
        found[there] = found[there] + crowd if there in found else crowd
    return found


def limited(debate: Debate, supporters: int, exchanges: int) -> DebateOdds:
    """The exact odds of a debate of at most `exchanges` exchanges."""
    every = weight_of(debate)
    fields = Fields(debate.audience, BYTE)
    crowds: Crowds = {(0, 0): fields.one(supporters, 1)}
    scale, open_weight, lasted, past = 1, 1, 0, Ended(0, 0, 0)
    by_exchange = []
    mine, others = (same_futures(speaker, exchanges) for speaker in (debate.orator, debate.defense))
    for exchange in range(exchanges):
        if exchange % WIDENING == 0:
            fields, crowds = fields.widened(crowds, (exchange + WIDENING) * every.bit_length() + 2)
        lasted = (lasted + open_weight) * every
        crowds, now = one_exchange(debate, fields, crowds)
        to_come = exchanges - 1 - exchange
        crowds = _merged(crowds, mine[to_come], others[to_come])
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

MOST_PLAIN = 5
"""The most plain exchanges after a guess; by then the penalties have nearly lost its influence."""

LONGEST = 10**12
"""A debate of more exchanges on average counts as one that may never end."""

MOST_EFFORT = 5_000
"""The crowds that are followed of a debate that may never end."""

MOST_GUESSES = 200
"""Debates that can end need far fewer."""


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
    penalties = range(len(debate.orator.grades))
    most_penalties = max(len(speaker.grades) for speaker in (debate.orator, debate.defense) if speaker) - 1
    plain = min(MOST_PLAIN, most_penalties)
    lowest = [can_end_from(debate, held) for held in penalties]
    # An Orator who never fumbles may need very long to the only end: such a debate takes an exact model.
    single = most_penalties <= 1 and not any(debate.orator.can(held, FUMBLE) for held in penalties)
    walk = Walk(debate, lowest, single=single)
    mean = walk.leave_out_endless(supporters, LONGEST)
    if endless := bool(walk.endless) and (single or 0 in walk.endless):
        walk.endless.clear()
    debates = OpenDebates(debate, supporters, lowest, walk, 1 if endless else ceil(mean))
    by_exchange = []
    for _ in range(LOOK_AHEAD):
        debates.exchange()
        by_exchange.append((debates.share(debates.won_all + debates.won_by_fumble), debates.share(debates.lost)))
    effort = MOST_EFFORT if endless else 0
    while effort > 0 and not debates.over():
        effort -= len(debates)
        debates.exchange()
    guesses = 0 if endless else MOST_GUESSES
    while guesses and (bits := debates.open_bits()) > -NEGLIGIBLE:
        guesses -= 1
        if bits <= ROOM:
            debates.guess()
        for _ in range(plain):
            debates.exchange()
    chances = [debates.share(weight) for weight in (debates.won_all, debates.won_by_fumble, debates.lost)]
    ends = debates.over() and not debates.stuck
    if ends:
        chances[chances.index(max(chances))] += 1 - sum(chances)  # the open weight goes to the likeliest end
    won_all, won_by_fumble, lost = chances
    return DebateOdds(won_all, won_by_fumble, lost, {}, debates.share(debates.lasted) if ends else None, by_exchange)
