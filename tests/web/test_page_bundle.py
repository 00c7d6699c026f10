"""The page bundle gives back every page, and is small."""

import gzip
import json
import re
import struct
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as some

from web.builder.site import page_bundle


def numbers(columns: bytes, count: int, column: int) -> tuple[int, ...]:
    """One column of the moves, of which the lowest bytes come first, then the next."""
    own = columns[4 * count * column : 4 * count * (column + 1)]
    plain = bytearray(4 * count)
    for byte in range(4):
        plain[byte::4] = own[byte * count : (byte + 1) * count]
    return struct.unpack(f"<{count}i", plain)


def retold(data: bytes) -> dict[str, bytes]:
    """The files in a packed one, read as the service worker reads it."""
    entry = gzip.decompress(data)
    (length,) = struct.unpack_from("<I", entry)
    head, columns = json.loads(entry[4 : 4 + length]), entry[4 + length :]
    rest = columns[12 * head["moves"] :]
    text, taken, begin = bytearray(), 0, 0
    for own, on, copied in zip(*(numbers(columns, head["moves"], column) for column in range(3)), strict=True):
        text += rest[taken : taken + own]
        taken += own
        begin += on
        assert 0 <= begin <= begin + copied <= len(text), "only what was told can be copied"
        text += text[begin : begin + copied]
        begin += copied
    found, at = {}, 0
    for path, size in head["files"]:
        found[path] = bytes(text[at : at + size])
        at += size
    assert at == len(text)
    return found


@settings(deadline=None)
@given(some.lists(some.lists(some.sampled_from([b"a" * 40, b"ab" * 70, b"c" * 300, b"-", "wörd ⅓ ".encode() * 9]))))
def test_the_bundle_gives_back_the_same_files(pages: list[list[bytes]]) -> None:
    files = {f"{number}/index.html": b"".join(pieces) for number, pieces in enumerate(pages)}

    assert retold(page_bundle.packed(files)) == files


def test_repeated_text_is_sent_once() -> None:
    page = bytes(range(256)) * 3
    moves, rest = page_bundle.as_moves(page + b"between" + page)

    assert len(rest) < 256 + len(b"between") + page_bundle.BLOCK
    assert sum(move.copied for move in moves) > 2 * len(page) - 300


def test_the_page_bundle_of_the_site_is_half_the_size_of_its_pages(site: Path) -> None:
    [bundle] = site.glob("assets/pages-*/pages.bundle")
    held = retold(bundle.read_bytes())
    listed = re.findall(r'^"([^"]+)": "[\w+/]{24}"', (site / "sw.js").read_text(encoding="utf-8"), re.MULTILINE)

    assert held == {name: (site / name).read_bytes() for name in listed if name.endswith((".html", "/index.json"))}
    assert bundle.stat().st_size < sum(len(gzip.compress(data)) for data in held.values()) / 2
    assert not [name for name in listed if name.endswith("pages.bundle")], "the page bundle itself is not listed"
