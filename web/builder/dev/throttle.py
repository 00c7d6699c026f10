"""A slow connection between server and browser, applied by the server, so that it slows workers too.

Each response waits before its first byte. All connections share one bandwidth.
"""

import threading
import time
from collections.abc import Callable, Iterator

PIECE = 16 * 1024
"""Bytes sent at a time; connections take turns, so they share the bandwidth evenly."""


class Throttle:
    """Slows all responses of a server. Clock and sleep are parameters for the tests."""

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
        """Wait for the round trip before the first byte of a response."""
        self._sleep(self.delay_seconds)

    def paced(self, body: bytes) -> Iterator[bytes]:
        """The body in pieces, each after the time that sending it takes."""
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


def mobile() -> Throttle:
    """The connection that the goals are set for, like 4G: 1 MB/s and 165 ms a response."""
    return Throttle(bytes_per_second=1_000_000, delay_seconds=0.165)
