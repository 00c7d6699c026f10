"""Predicts the next symbol from what has followed the same contexts before, and codes it.

Contexts come from the narrowest to the widest. A context that has not seen the symbol is left by an escape, whose
chance is learned too; a symbol that no context has seen is for the caller to spell out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .range_coder import Coder
from .refusals import damaged, too_much

MOST_WORK = 2_000_000
"""The most symbols that are looked at for a fight, so that a hostile link does not hold up its reader."""
_LOOK = 5
"""What a context takes, beside the symbols that it has seen."""
_STEP, _MOST = 2, 160
"""How much a count grows with each use, and the sum at which counts are halved: what is recent counts more."""
_SCALE = 1 << 12
_SLOW = 5

Symbol = Hashable
UNSEEN = object()
"""A symbol that no context has seen."""


class _Seen:
    """The counts of the symbols that a context has seen, and their sum."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts: dict[Symbol, int] = {}
        self.total = 0

    def copy(self) -> _Seen:
        """The same counts, which change apart from these."""
        other = _Seen()
        other.counts, other.total = dict(self.counts), self.total
        return other


class Symbols:
    """The counts of symbols by context."""

    def __init__(self) -> None:
        self._seen: dict[Hashable, _Seen] = {}
        self._escapes: dict[Hashable, list[int]] = {}
        self._work = 0

    def work(self, coder: Coder, amount: int) -> None:
        """Counts what is looked at; raises `InvalidInput` if it becomes too much."""
        self._work += amount
        if self._work > MOST_WORK:
            raise too_much() if coder.writes else damaged()

    def copy(self) -> Symbols:
        """The same counts, which change apart from these."""
        other = Symbols()
        other._seen = {context: seen.copy() for context, seen in self._seen.items()}
        other._escapes = {shape: list(chance) for shape, chance in self._escapes.items()}
        other._work = self._work
        return other

    def code(self, coder: Coder, contexts: Sequence[Hashable], symbol: Symbol, kind: str) -> Symbol:
        """The symbol, written or read; `UNSEEN` for one that no context has seen.

        While reading, the given symbol counts for nothing. `kind` is the kind of value: each has its own chances of
        escapes. The caller teaches what was coded.
        """
        excluded: set[Symbol] = set()
        self.work(coder, _LOOK * len(contexts))
        for level, context in enumerate(contexts):
            seen = self._seen.get(context)
            if seen is None:
                continue
            left, total = seen.counts, seen.total
            if excluded:
                self.work(coder, len(left))
                left = {one: n for one, n in left.items() if one not in excluded}
                total = sum(left.values())
            if not left:
                continue
            shape = (kind, level, min(len(left), 4), min(total, 40) // 4, bool(excluded))
            escapes = self._escape(coder, shape, symbol not in left)
            if not escapes:
                self.work(coder, len(left))
                return _pick(coder, left, total, symbol)
            excluded.update(left)
        return UNSEEN

    def _escape(self, coder: Coder, shape: Hashable, escapes: bool) -> bool:
        chance = self._escapes.setdefault(shape, [_SCALE // 3, 0])
        p = chance[0]
        if not coder.writes:
            escapes = coder.share(_SCALE) < p
        coder.take(*((0, p) if escapes else (p, _SCALE)), _SCALE)
        chance[1] = min(chance[1] + 1, 1 << _SLOW)
        goal = _SCALE - 24 if escapes else 24
        chance[0] += (goal - p) // (chance[1] + 2)
        return escapes

    def learn(self, contexts: Sequence[Hashable], symbol: Symbol) -> None:
        """The symbol has followed these contexts."""
        for context in contexts:
            seen = self._seen.get(context)
            if seen is None:
                seen = self._seen[context] = _Seen()
            seen.counts[symbol] = seen.counts.get(symbol, 0) + _STEP
            seen.total += _STEP
            if seen.total > max(_MOST, 3 * len(seen.counts)):
                seen.counts = {one: (n + 1) // 2 for one, n in seen.counts.items()}
                seen.total = sum(seen.counts.values())


def _pick(coder: Coder, counts: dict[Symbol, int], total: int, symbol: Symbol) -> Symbol:
    """The symbol by its share of the counts."""
    share, low = coder.share(total), 0
    for one, number in counts.items():
        if (one == symbol) if coder.writes else share < low + number:
            coder.take(low, low + number, total)
            return one
        low += number
    raise AssertionError("a coded symbol is among the counts")


def even(coder: Coder, number: int, size: int) -> int:
    """A number below `size`, all of which are equally likely."""
    found = number if coder.writes else coder.share(size)
    coder.take(found, found + 1, size)
    return found
