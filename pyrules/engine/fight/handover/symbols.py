"""Predicts the next symbol from what has followed the same contexts before, and codes it.

Contexts come from the narrowest to the widest. A context that has not seen the symbol is left by an escape, whose
chance is learned too; a symbol that no context has seen is for the caller to spell out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .range_coder import Coder

_STEP, _MOST = 2, 160
"""How much a count grows with each use, and the sum at which counts are halved: what is recent counts more."""
_SCALE = 1 << 12
_SLOW = 5

Symbol = Hashable
UNSEEN = object()
"""A symbol that no context has seen."""


class Symbols:
    """The counts of symbols by context."""

    def __init__(self) -> None:
        self._counts: dict[Hashable, dict[Symbol, int]] = {}
        self._escapes: dict[Hashable, list[int]] = {}
        self.coded = 0

    def copy(self) -> Symbols:
        """The same counts, which change apart from these."""
        other = Symbols()
        other._counts = {context: dict(counts) for context, counts in self._counts.items()}
        other._escapes = {shape: list(chance) for shape, chance in self._escapes.items()}
        other.coded = self.coded
        return other

    def code(self, coder: Coder, contexts: Sequence[Hashable], symbol: Symbol, kind: str) -> Symbol:
        """The symbol, written or read; `UNSEEN` for one that no context has seen.

        While reading, the given symbol counts for nothing. `kind` is the kind of value: each has its own chances of
        escapes. The caller teaches what was coded.
        """
        self.coded += 1
        excluded: set[Symbol] = set()
        for level, context in enumerate(contexts):
            counts = self._counts.get(context)
            if not counts:
                continue
            left = {one: n for one, n in counts.items() if one not in excluded} if excluded else counts
            if not left:
                continue
            total = sum(left.values())
            shape = (kind, level, min(len(left), 4), min(total, 40) // 4, bool(excluded))
            escapes = self._escape(coder, shape, symbol not in left)
            if not escapes:
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
            counts = self._counts.setdefault(context, {})
            counts[symbol] = counts.get(symbol, 0) + _STEP
            if sum(counts.values()) > max(_MOST, 3 * len(counts)):
                self._counts[context] = {one: (n + 1) // 2 for one, n in counts.items()}


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
