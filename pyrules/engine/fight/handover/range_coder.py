"""Arithmetic coding: symbols as shares of a range, so that a likely symbol takes a small part of a bit."""

from __future__ import annotations

from typing import Protocol

BITS = 32
_TOP, _HALF, _QUARTER = (1 << BITS) - 1, 1 << (BITS - 1), 1 << (BITS - 2)


class Coder(Protocol):
    """Writes or reads a share of the range."""

    @property
    def writes(self) -> bool:
        """Whether it writes; a coder that reads takes no share, it finds one."""

    def share(self, total: int) -> int:
        """While reading: a number below `total` that lies in the share that comes next. While writing: 0."""

    def take(self, low: int, high: int, total: int) -> None:
        """Writes or consumes the share from `low` up to but not including `high` of `total`."""


class Writer:
    """Writes shares into bytes."""

    writes = True

    def __init__(self) -> None:
        self._low, self._high, self._pending = 0, _TOP, 0
        self._bits: list[int] = []

    def share(self, total: int) -> int:
        """Nothing is read."""
        return 0

    def take(self, low: int, high: int, total: int) -> None:
        """Writes a share."""
        width = self._high - self._low + 1
        self._high = self._low + width * high // total - 1
        self._low += width * low // total
        while True:
            if self._high < _HALF:
                self._bit(0)
            elif self._low >= _HALF:
                self._bit(1)
                self._low, self._high = self._low - _HALF, self._high - _HALF
            elif self._low >= _QUARTER and self._high < _HALF + _QUARTER:
                self._pending += 1
                self._low, self._high = self._low - _QUARTER, self._high - _QUARTER
            else:
                return
            self._low, self._high = 2 * self._low, 2 * self._high + 1

    def _bit(self, bit: int) -> None:
        self._bits += [bit, *[1 - bit] * self._pending]
        self._pending = 0

    def done(self) -> bytes:
        """All that was written. Zeros that a reader adds by itself are left out."""
        self._pending += 1
        self._bit(int(self._low >= _QUARTER))
        bits = [*self._bits, *[0] * (-len(self._bits) % 8)]
        number = int("".join(map(str, bits)), 2)
        return number.to_bytes(len(bits) // 8, "big").rstrip(b"\0")


class Reader:
    """Reads shares from bytes; behind the last byte are zeros."""

    writes = False

    def __init__(self, data: bytes) -> None:
        self._bits = "".join(f"{byte:08b}" for byte in data)
        self._at, self._low, self._high = BITS, 0, _TOP
        self._code = int(self._bits[:BITS].ljust(BITS, "0"), 2)

    def share(self, total: int) -> int:
        """A number in the next share."""
        return ((self._code - self._low + 1) * total - 1) // (self._high - self._low + 1)

    def take(self, low: int, high: int, total: int) -> None:
        """Consumes a share."""
        width = self._high - self._low + 1
        self._high = self._low + width * high // total - 1
        self._low += width * low // total
        while True:
            if self._high < _HALF:
                moved = 0
            elif self._low >= _HALF:
                moved = _HALF
            elif self._low >= _QUARTER and self._high < _HALF + _QUARTER:
                moved = _QUARTER
            else:
                return
            self._low, self._high = 2 * (self._low - moved), 2 * (self._high - moved) + 1
            bit = self._bits[self._at] == "1" if self._at < len(self._bits) else False
            self._code = 2 * (self._code - moved) + bit
            self._at += 1
