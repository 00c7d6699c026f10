"""A debate in floating point: about how often an open debate passes through each size of the Orator's following.

The penalties of a speaker change quickly and the following changes slowly. So this model has only a few groups of
penalties, each with fixed shares. `open_debates` uses its results as guesses: they change the speed of a sum, never its
result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from operator import mul

from ..skills.skill import CRITICAL, FAILURE, FUMBLE, SUCCESS
from .oratory_crowd import CRITICAL_GAIN, FUMBLE_LOSS, GAIN_DIE, Debate, Speaker

Group = dict[int, float]
"""Penalties that the model does not tell apart, each with its share."""

Visits = list[list[float]]
"""A weight for each pair of groups and each following."""

SPEAKS_ALONE: list[Group] = [{0: 1.0}]
LEAST = 1e-15
"""The least chance to leave a state that the model tells apart from 0."""

ROUNDS = 64
"""The speeches after which the shares of a group are taken."""


def groups(speaker: Speaker, *, single: bool) -> list[Group]:
    """The penalties that occur, each in a group of its own if `single`.

    Otherwise one group has all penalties from which a speaker recovers, and a second has those that stay for ever.
    """
    reached, new = {0}, {0}
    while new:
        new = {then for held in new for _, then in _speeches(speaker, held)} - reached
        reached |= new
    last = max(reached)
    if single or not last:
        return [{held: 1.0} for held in sorted(reached)]
    stays = all(then == last for _, then in _speeches(speaker, last))
    lively = _shares(speaker, reached - {last} if stays else reached)
    return [lively, {last: 1.0}] if stays else [lively]


def _speeches(speaker: Speaker, penalties: int) -> Iterator[tuple[float, int]]:
    """The chance of each possible grade, with the penalties after it."""
    weights = speaker.grades[penalties]
    every = sum(weights.values())
    return ((weight / every, speaker.after(penalties, grade)) for grade, weight in weights.items())


def _shares(speaker: Speaker, group: set[int]) -> Group:
    """How often a speaker who stays in the group has each of its penalties."""
    shares = dict.fromkeys(group, 1.0)
    for _ in range(ROUNDS):
        after = {held: share / 2 for held, share in shares.items()}
        for held, share in shares.items():
            for chance, then in _speeches(speaker, held):
                if then in group:
                    after[then] += share * chance / 2
        every = sum(after.values())
        shares = {held: share / every for held, share in after.items()}
    return shares


class Walk:
    """The walk of the following, for each pair of groups: the Orator's and the defense's."""

    def __init__(self, debate: Debate, lowest: Sequence[int], *, single: bool) -> None:
        """`lowest` has for each penalty of the Orator the smallest following from which the debate can still end."""
        mine = groups(debate.orator, single=single)
        others = groups(debate.defense, single=single) if debate.defense else SPEAKS_ALONE
        self._audience = debate.audience
        self.endless: set[int] = set()
        self.pairs = list(product(mine, others))
        step = len(self.pairs) if single else 1
        """The pairs that lead back to one another; otherwise a pair leads to itself and later ones only."""
        from_ = _chances(debate, lowest, mine, others)
        self._blocks = [_Block(from_, range(first, first + step)) for first in range(0, len(self.pairs), step)]

    def leave_out_endless(self, supporters: int, longest: int) -> float:
        """About how many exchanges the debate lasts, without pairs in which it lasts longer than `longest`.

        Such pairs are in `endless` from then on.
        """
        start = [[0.0] * (self._audience + 1) for _ in self.pairs]
        start[0][supporters] = 1.0
        lasting = [sum(visits) for visits in self.visits(start)]
        self.endless = {pair for pair, exchanges in enumerate(lasting) if not exchanges <= longest}
        return sum(exchanges for pair, exchanges in enumerate(lasting) if pair not in self.endless)

    def visits(self, open_weights: Visits) -> Visits:
        """About how often debates with these weights, which may be negative, pass through each state."""
        found = [list(weights) for weights in open_weights]
        for block in self._blocks:
            block.solve(found)
            for pair in self.endless.intersection(block.pairs):
                found[pair] = [0.0] * (self._audience + 1)
        return found


Chances = list[list[dict[tuple[int, int], float]]]
"""For each pair and following the chance to come there in one exchange, by the pair and following before."""


def _chances(debate: Debate, lowest: Sequence[int], mine: list[Group], others: list[Group]) -> Chances:
    """The chances of one exchange, without the debates that it ends or that can never end after it."""
    everybody, at_once = debate.audience, debate.defense is None or debate.checked_at_once
    followings = range(everybody + 1)
    speeches = _moves(debate, debate.orator, mine, 1)
    silent = [[{(0, n): 1.0} for n in followings]]
    replies = silent if debate.defense is None else _moves(debate, debate.defense, others, -1)
    least = [min(lowest[held] for held in group) for group in mine]
    found: Chances = [[{} for _ in followings] for _ in mine for _ in others]
    for group, other, n in product(range(len(mine)), range(len(others)), followings):
        before = group * len(others) + other, n
        for (after, spoken), chance in speeches[group][n].items():
            if at_once and spoken == everybody:
                continue
            for (other_after, then), more in replies[other][spoken].items():
                if then >= least[after] and (at_once or then < everybody):
                    to = found[after * len(others) + other_after][then]
                    to[before] = to.get(before, 0.0) + chance * more
    return found


Moves = dict[tuple[int, int], float]
"""The chance of each group and following after a speech, without the debates that the speech ends."""


def _moves(debate: Debate, speaker: Speaker, held: list[Group], toward: int) -> list[list[Moves]]:
    """The moves of a speaker from each group and following; `toward` is 1 for the Orator and -1 for the defense."""
    place = {penalties: at for at, group in enumerate(held) for penalties in group}
    everybody = debate.audience
    fewest = FUMBLE_LOSS if debate.emptied_loses else 0
    steps = {
        CRITICAL: {CRITICAL_GAIN: 1.0},
        SUCCESS: dict.fromkeys(range(1, GAIN_DIE + 1), 1 / GAIN_DIE),
        FAILURE: {0: 1.0},
        FUMBLE: {-FUMBLE_LOSS: 1.0},
    }
    found = []
    for group in held:
        moves: dict[tuple[int, int], float] = {}
        for penalties, share in group.items():
            weights = speaker.grades[penalties]
            every = sum(weights.values())
            for grade, weight in weights.items():
                after = place[speaker.after(penalties, grade)]
                for gain, part in steps[grade].items():
                    moves[after, gain] = moves.get((after, gain), 0.0) + share * part * weight / every
        by_following = []
        for n in range(everybody + 1):
            own = n if toward > 0 else everybody - n
            there: Moves = {}
            for (after, gain), chance in moves.items():
                if gain >= 0 or own > fewest:
                    then = min(everybody, max(0, n + gain * toward))
                    there[after, then] = there.get((after, then), 0.0) + chance
            by_following.append(there)
        found.append(by_following)
    return found


class _Block:
    """The equations of a few pairs, solved by elimination within a band.

    The visits of a state are its open weight, and the visits of each state times the chance to come from there.
    """

    def __init__(self, chances: Chances, pairs: range) -> None:
        self.pairs = pairs
        self._places = [(pair, n) for n in range(len(chances[0])) for pair in pairs]
        inner = [
            {n * len(pairs) + pair - pairs[0]: p for (pair, n), p in chances[to][then].items() if pair in pairs}
            for to, then in self._places
        ]
        self._outer = [list(_stretches(chances[to][then], pairs[0])) for to, then in self._places]
        reach = max(abs(before - at) for at, row in enumerate(inner) for before in (at, *row))
        self._lower: list[list[float]] = []
        self._upper: list[list[float]] = []
        for at, chance in enumerate(inner):
            first, end = max(0, at - reach), min(len(inner), at + reach + 1)
            row = [-chance.get(before, 0.0) for before in range(first, end)]
            row[at - first] += 1
            for place, upper in enumerate(self._upper[first:at]):
                if row[place]:
                    row[place] = factor = row[place] / upper[0]
                    there = slice(place + 1, place + len(upper))
                    row[there] = [value - factor * less for value, less in zip(row[there], upper[1:], strict=True)]
            row[at - first] = max(row[at - first], LEAST)
            self._lower.append(row[: at - first])
            self._upper.append(row[at - first :])

    def solve(self, found: Visits) -> None:
        """Replaces the open weights of these pairs by their visits; earlier pairs have theirs."""
        visits: list[float] = []
        for (pair, n), outer, lower in zip(self._places, self._outer, self._lower, strict=True):
            weight = found[pair][n]
            for before, first, end, chances in outer:
                weight += sum(map(mul, chances, found[before][first:end]))
            visits.append(weight - sum(map(mul, lower, visits[len(visits) - len(lower) :])))
        for at in range(len(visits) - 1, -1, -1):
            upper = self._upper[at]
            later = sum(map(mul, upper[1:], visits[at + 1 : at + len(upper)]))
            visits[at] = (visits[at] - later) / upper[0]
        for (pair, n), weight in zip(self._places, visits, strict=True):
            found[pair][n] = weight


def _stretches(chances: dict[tuple[int, int], float], pairs: int) -> Iterator[tuple[int, int, int, list[float]]]:
    """The chances to come from each of the first `pairs` pairs, with the first following and the end of the others."""
    for pair in range(pairs):
        by_following = {n: p for (before, n), p in chances.items() if before == pair}
        if by_following:
            first, end = min(by_following), max(by_following) + 1
            yield pair, first, end, [by_following.get(n, 0.0) for n in range(first, end)]
