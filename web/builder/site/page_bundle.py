"""The page bundle: all pages in one file, in which text that pages share is sent once.

The text is compressed to literal bytes and copies of earlier text. A copy may reach back any distance: gzip reaches
back 32 KB, which is less than one page. The service worker (web/scripts) reads the bundle.

    file      compressed by gzip, like Python's packs
    content   the length of the JSON as a 32-bit little-endian number, the JSON, and the rest
    JSON      {"files": [[path, bytes], ...], "moves": their number}
    rest      all moves, then all literal bytes
    moves     every `own`, every `on`, every `copied`, as 32-bit numbers: the lowest bytes of all numbers first, then
              the next bytes, because similar bytes compress better side by side

A move takes `own` literal bytes from the rest. Then it copies `copied` bytes of the text so far, from `on` bytes after
the end of the last copy (before the end, if `on` is negative).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import NamedTuple

from ..pyodide import compress

BLOCK = 32
"""The length in bytes of the blocks that are searched for; the shortest copy."""
STEP = 16
"""The distance in bytes between the blocks that are noted."""
WORTH = 48
"""The length in bytes from which a copy saves more than it costs."""


class Move(NamedTuple):
    """A number of literal bytes, then a copy: how far it starts after the last copy, and its length."""

    own: int
    on: int
    copied: int


def packed(files: Mapping[str, bytes]) -> bytes:
    """The bundle of these files, by their path from the site's root."""
    moves, rest = as_moves(b"".join(files.values()))
    listed = [[path, len(data)] for path, data in files.items()]
    head = json.dumps({"files": listed, "moves": len(moves)}, separators=(",", ":"))
    columns = b"".join(map(_by_bytes, zip(*moves, strict=True)))
    return compress.gzipped(struct.pack("<I", len(head)) + head.encode() + columns + rest)


def _by_bytes(numbers: tuple[int, ...]) -> bytes:
    """The lowest byte of each number, then the next byte of each, and so on."""
    plain = struct.pack(f"<{len(numbers)}i", *numbers)
    return b"".join(plain[byte::4] for byte in range(4))


def as_moves(text: bytes) -> tuple[list[Move], bytes]:
    """A text as moves, and its literal bytes."""
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
    """How many bytes before two places are the same, among bytes that no move covers yet."""
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
