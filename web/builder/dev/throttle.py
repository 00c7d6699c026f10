"""A slow line between the server and a browser, applied by the server: so it covers workers, too.

What a phone far from its mast has: each response waits a while for its first byte, and all connections together get
so many bytes a second and no more.
"""

import threading
import time
from collections.abc import Callable, Iterator

PIECE = 16 * 1024
"""Bytes that go over the line at a time; connections take turns, so they share it evenly."""


class Line:
    """Paces what is sent over it, all connections together; clock and sleep are parameters for its test."""

    def __init__(
        self,
        bytes_per_second: int,
        delay_seconds: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.bytes_per_second = bytes_per_second
        self.delay_seconds = delay_seconds
        self._clock = clock
        self._sleep = sleep
        self._free_at = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        """The way there and back, before the first byte of a response."""
        self._sleep(self.delay_seconds)

    def paced(self, body: bytes) -> Iterator[bytes]:
        """The body in pieces, each when the line has carried it."""
        for at in range(0, len(body), PIECE):
            piece = body[at : at + PIECE]
            self._carry(len(piece))
            yield piece

    def _carry(self, count: int) -> None:
        with self._lock:
            now = self._clock()
            self._free_at = max(now, self._free_at) + count / self.bytes_per_second
            left = self._free_at - now
        self._sleep(left)


def mobile() -> Line:
    """The line of the goals: about 1 MB/s, 165 ms a response, as on 4G."""
    return Line(bytes_per_second=1_000_000, delay_seconds=0.165)
