"""All pages in one file, for those who want all of them: what pages share goes over the line once.

A text is told as pieces of its own and copies of what stands before it, as in any compression, but however far before:
a browser's own looks back 32 KB, and that is less than one page. The service worker (web/service-worker.js) reads it.

    file      one entry of a zip, as Python's packs are
    entry     32-bit numbers, little-endian: how many bytes of JSON follow, and then the bytes of the rest
    JSON      {"files": [[path, bytes], ...], "moves": how many}
    rest      all moves, and then all pieces of its own
    moves     every `own`, every `on`, every `copied`, as 32-bit numbers of which the lowest bytes of all come first,
              then the next: so what is alike stands together

A move takes `own` bytes from the rest, and then copies `copied` bytes of what has been told, from `on` bytes after the
end of what was copied last (or before it, if that is negative).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import NamedTuple

from ..pyodide import compress

BLOCK = 32
"""What is looked for; a copy is at least so long."""
STEP = 16
"""Each so many bytes, a block is noted to be found again."""
WORTH = 48
"""Bytes from which a copy costs less than it saves."""


class Move(NamedTuple):
    """So many bytes of the text's own, then a copy of so many, from so far on in what was told."""

    own: int
    on: int
    copied: int


def packed(files: Mapping[str, bytes]) -> bytes:
    """The file that holds all of these, by their path from the site's root."""
    moves, rest = told(b"".join(files.values()))
    listed = [[path, len(data)] for path, data in files.items()]
    head = json.dumps({"files": listed, "moves": len(moves)}, separators=(",", ":"))
    columns = b"".join(map(_by_bytes, zip(*moves, strict=True)))
    entry = struct.pack("<I", len(head)) + head.encode() + columns + rest
    return compress.zipped("together", entry)


def _by_bytes(numbers: tuple[int, ...]) -> bytes:
    """The lowest byte of each, the next of each, and so on."""
    plain = struct.pack(f"<{len(numbers)}i", *numbers)
    return b"".join(plain[byte::4] for byte in range(4))


def told(text: bytes) -> tuple[list[Move], bytes]:
    """A text as moves, and the bytes that are no copies."""
    noted: dict[bytes, int] = {}
    moves: list[Move] = []
    rest = bytearray()
    at = own = unnoted = copied = 0
    while at < len(text):
        while unnoted + BLOCK <= at:
            noted[text[unnoted : unnoted + BLOCK]] = unnoted
            unnoted += STEP
        found = noted.get(text[at : at + BLOCK])
        if found is None:
            at += 1
            continue
        before = _alike_before(text, found, at, own)
        length = min(before + _alike_from(text, found, at), at - found)
        if length < WORTH:
            at += 1
            continue
        rest += text[own : at - before]
        moves.append(Move(at - before - own, found - before - copied, length))
        copied = found - before + length
        at = own = at - before + length
    rest += text[own:]
    moves.append(Move(len(text) - own, 0, 0))
    return moves, bytes(rest)


def _alike_before(text: bytes, found: int, at: int, own: int) -> int:
    """How many bytes before two places are the same, as far as they are not yet told."""
    count = 0
    while at - count > own and found > count and text[found - count - 1] == text[at - count - 1]:
        count += 1
    return count


def _alike_from(text: bytes, found: int, at: int) -> int:
    """How many bytes from two places on are the same."""
    most = min(at - found, len(text) - at)
    count, step = 0, BLOCK
    while step and count < most:
        step = min(step, most - count)
        if text[found + count : found + count + step] == text[at + count : at + count + step]:
            count += step
            step *= 2
        else:
            step //= 2
    return count
