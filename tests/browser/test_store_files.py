"""Links to characters as a real browser packs and unpacks them, and the hostile files that the pages' tests use.

tests/scripts/ tests sheet/file.js, link.js and preview.js without a browser, with every hostile file and link.
"""

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from web.builder.dev.serve import Server

from .conftest import Watch
from .storing import do, opened, record

MARK = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def reader(browser: Browser, site: Path) -> Iterator[Page]:
    """One page for all that only reads, and leaves nothing behind."""
    context = browser.new_context(service_workers="block")
    watching = Watch(context)
    with Server(site) as server:
        yield opened(context.new_page(), server)
    watching.check()
    context.close()


def written(*records: Any, **other: Any) -> str:
    """A file as anybody could write it."""
    whole = {"app": "Tableside", "format": 1, "made": "2026-11-22T08:00:00.000Z", "party": None, **other}
    return json.dumps({**whole, "characters": list(records)} | other)


FIRST = "Character 1 (“Anna”)"
HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "cut off": (written(record())[:-40], "This file is cut off: its end is missing."),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe", "This file is no text, so it holds no characters."),
    "too large": (
        '"' + "x" * (8 * 1024 * 1024) + '"',
        "This file is larger than 8 MB, which is the most that is read.",
    ),
    "prototype": (
        written(record()).replace('"schema"', '"__proto__": {"polluted": 1}, "schema"'),
        f"{FIRST} has the part “__proto__”, which no character has.",
    ),
    "unknown game": (
        written(record(system=MARK)),
        f"{FIRST} is of a game that is not known here, “{MARK}”; known are ",
    ),
    "name that breaks the sentence": (
        written(record(name="A\u202e\n" + "x" * 300)),
        f"Character 1 (“A {'x' * 38}…”) has a name that is 303 characters long; at most 200 are allowed.",
    ),
}
"""Files for the page that brings them in: each kind of content and of sentence. tests/scripts/ has them all."""


def link(data: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return f"#sheet=1.{base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip('=')}"


CHARACTER = {
    "system": "wwn",
    "schema": 1,
    "data": [["name", "Ännchen 🜚 \u2028"], *(["notes", f"{n * n * 7919}"] for n in range(50))],
}
GOOD = link(json.dumps(CHARACTER).encode())


def test_a_character_goes_through_a_link_and_back(reader: Page) -> None:
    fragment, back = do(
        reader,
        "sheetlink.encode(arg).then(async ({ fragment }) => [fragment, await sheetlink.decode(fragment)])",
        CHARACTER,
    )

    assert back == do(reader, "sheetlink.decode(arg)", GOOD) == {"ok": True, **CHARACTER}
    unpacked = zlib.decompress(base64.urlsafe_b64decode(fragment.removeprefix("#sheet=1.") + "=="), -15)
    assert json.loads(unpacked) == CHARACTER


@pytest.mark.parametrize("broken", [GOOD[:-20], GOOD + "AAAAAAAA", "#sheet=1.A", "#sheet=1.eyJzeXN0ZW0iOiJ3d24ifQ"])
def test_a_link_that_the_browser_cannot_unpack_is_refused_in_a_sentence(reader: Page, broken: str) -> None:
    assert do(reader, "sheetlink.decode(arg)", broken) == {
        "ok": False,
        "why": "This link is damaged or was cut off: what it holds cannot be unpacked.",
    }


def test_a_bomb_is_not_unpacked_to_its_end(page: Page, served: Server) -> None:
    page.add_init_script("""
      window.taken = 0;
      const pipe = ReadableStream.prototype.pipeThrough;
      ReadableStream.prototype.pipeThrough = function (...given) {
        const count = new TransformStream({ transform(piece, to) { taken += piece.length; to.enqueue(piece) } });
        return pipe.apply(pipe.call(this, count), given);
      };
    """)
    opened(page, served)

    found = do(page, "sheetlink.decode(arg)", link(b" " * 40_000_000))

    assert "more than 256 KB" in found["why"]
    assert 0 < page.evaluate("taken") < 4_000, "of nearly 40,000 bytes"
