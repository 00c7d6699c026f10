"""Characters in files and links: round trips, what bringing a file in would do, and what strangers may have made."""

import base64
import json
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

import pyrules
from web.builder.serve import Server

from .conftest import Watch
from .storing import ANNA, BERT, do, draft, opened, record, refused, save, stored

KNOWN = pyrules.SYSTEM_IDS
MARK = "<img src=x onerror=alert(1)>"


@pytest.fixture
def tab(page: Page, served: Server) -> Page:
    """A page with open characters."""
    return opened(page, served)


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


def read(page: Page, text: str) -> Any:
    return do(page, "sheetfile.read(arg)", text)


# Files

texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=60)
keys = st.from_regex(r"[a-z_]{1,12}(\.[0-9]{1,2}\.[a-z_]{1,12})?", fullmatch=True).filter(
    lambda key: not {"__proto__", "constructor", "prototype"} & set(key.split("."))
)
pairs = st.lists(st.tuples(keys, texts).map(list), max_size=12)
drafts = st.fixed_dictionaries({"system": st.sampled_from(KNOWN), "schema": st.integers(1, 9), "data": pairs})
parties = st.none() | texts
alive = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@alive
@given(st.lists(drafts, min_size=1, max_size=4), parties)
def test_from_record_to_file_and_back(reader: Page, some: list[dict[str, Any]], party: str | None) -> None:
    records = [{**record("", f"{n:08}"), **each} for n, each in enumerate(some)]

    text, wrong, back = do(
        reader,
        "(() => { const text = sheetfile.write(...arg);"
        " return [text, sheetfile.check(text, ...arg), sheetfile.read(text)] })()",
        [records, party],
    )

    assert wrong == ""
    assert (back["ok"], back["party"]) == (True, party)
    for before, after in zip(records, back["records"], strict=True):
        name = next((text for key, text in before["data"] if key == "name"), "")
        assert after == {**before, "name": name}
    assert json.loads(text)["app"] == "Tableside"


def test_a_file_is_for_people_too(reader: Page) -> None:
    text = do(reader, "sheetfile.write(arg, 'The Five')", [record()])

    assert '\n        ["name", "Anna"]\n' in text.replace('["name","Anna"]', '["name", "Anna"]')
    assert {**json.loads(text), "made": ""} == {
        "app": "Tableside",
        "format": 1,
        "made": "",
        "party": "The Five",
        "characters": [record()],
    }


@pytest.mark.parametrize(
    ("names", "party", "file"),
    [
        (["Anna Böse"], None, "anna-böse.json"),
        (["Anna", "Bert"], None, "tableside-characters.json"),
        (["Anna", "Bert"], "The Five / 2", "the-five-2.json"),
        (["../.."], None, "tableside-characters.json"),
        (["x" * 90], None, "x" * 60 + ".json"),
    ],
)
def test_a_file_is_named_after_what_it_holds(reader: Page, names: list[str], party: str | None, file: str) -> None:
    records = [record(name, f"{n:08}") for n, name in enumerate(names)]

    assert do(reader, "sheetfile.fileName(...arg)", [records, party]) == file


def test_a_file_that_does_not_hold_what_it_should_is_not_said_to_be_done(reader: Page) -> None:
    text = written(record())

    assert do(reader, "sheetfile.check(...arg)", [text, [record()]]) == ""
    lost = "The file was made, but does not hold what it should."
    assert do(reader, "sheetfile.check(...arg)", [text, [record(), record("Bert", BERT)]]) == lost
    assert do(reader, "sheetfile.check(...arg)", [text, [record("Anne")]]) == lost
    assert do(reader, "sheetfile.check(...arg)", [text, [record()], "A party"]) == lost
    cut = do(reader, "sheetfile.check(...arg)", [text[:-9], [record()]])
    assert cut == "The file was made, but cannot be read back. This file is cut off: its end is missing."


NO_NUMBER = "that is no whole number from 1 on"
FIRST = "Character 1 (“Anna”)"
TOO_LARGE = "This file is larger than 8 MB, which is the most that is read."
FOREIGN = "This is not a file of Tableside characters."
HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "This file is empty."),
    "cut of": (written(record())[:-40], "This file is cut off: its end is missing."),
    "no JSON": ("Anna, level 3", "This file is damaged, or was not made by Tableside."),
    "damaged": (written(record()).replace('"name"', "name", 1), "This file is damaged, or was not made by Tableside."),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe", "This file is no text, so it holds no characters."),
    "foreign": ('{"name": "Anna", "class": "wizard"}', FOREIGN),
    "a list": ("[1, 2]", FOREIGN),
    "null": ("null", FOREIGN),
    "newer": (
        written(record(), format=2),
        "This file is from a newer Tableside: its format is 2, and up to 1 is read here.",
    ),
    "format as text": (written(record(), format="1"), "This file does not say its format as a number; 1 is read here."),
    "nested": ("[" * 5_000_000, "This file is nested too deep: at most 8 levels are allowed."),
    "too large": (
        '"' + "x" * (8 * 1024 * 1024) + '"',
        TOO_LARGE,
    ),
    "too large in bytes": ("ä" * (5 * 1024 * 1024), TOO_LARGE),
    "too many": (
        written(*(record(id=f"{n:08}") for n in range(2_001))),
        "This file holds 2001 characters; at most 2000 are allowed.",
    ),
    "none": (written(), "This file holds no characters."),
    "no list": (written(characters={"0": record()}), "This file has no list of characters."),
    "no time": (written(record(), made="yesterday"), "This file does not say when it was made."),
    "a long party": (
        written(record(), party="x" * 201),
        "The party's name in this file is 201 characters long; at most 200 are allowed.",
    ),
    "a part too many": (
        written(record(), run="alert(1)"),
        "This file has the part “run”, which such a file does not have.",
    ),
    "prototype": (
        written(record()).replace('"schema"', '"__proto__": {"polluted": 1}, "schema"'),
        f"{FIRST} has the part “__proto__”, which no character has.",
    ),
    "no record": (written("Anna"), "Character 1 is no record of a character."),
    "a part too few": (written({"name": "Anna"}), f"{FIRST} lacks its schema."),
    "same id": (
        written(record(), record("Bert")),
        "Character 2 (“Bert”) has the id of character 1; each must have its own.",
    ),
    "no id": (
        written(record(id="../../etc")),
        f"{FIRST} has no proper id: 8 to 64 letters, digits and hyphens.",
    ),
    "unknown game": (
        written(record(system=MARK)),
        f"{FIRST} is of a game that is not known here, “{MARK}”; known are ",
    ),
    "inherited game": (
        written(record(system="toString")),
        f"{FIRST} is of a game that is not known here, “toString”",
    ),
    "schema": (written(record(schema=0)), f"{FIRST} has a schema {NO_NUMBER}."),
    "revision": (
        written(record(revision=1.5)),
        f"{FIRST} has a revision {NO_NUMBER}.",
    ),
    "huge revision": (
        written(record(revision=10**30)),
        f"{FIRST} has a revision {NO_NUMBER}.",
    ),
    "time": (
        written(record(updated="2026-99-01T10:00:00Z")),
        f"{FIRST} does not say when it was changed last.",
    ),
    "name": (written(record(name=["Anna"], data=[])), "Character 1 has a name that is no text."),
    "no pairs": (written(record(data={"name": "Anna"})), f"{FIRST} has no list of keys and texts."),
    "pairs": (
        written(record(data=[["name"]])),
        f"{FIRST} has an entry (1) that is no pair of key and text.",
    ),
    "number": (
        written(record(data=[["level", 3]])),
        f"{FIRST} has an entry (1) whose key or text is no text.",
    ),
    "many pairs": (
        written(record(data=[["a", ""]] * 3_001)),
        f"{FIRST} has 3001 entries; at most 3000 are allowed.",
    ),
    "long key": (
        written(record(data=[["k" * 201, ""]])),
        f"{FIRST} has a key of 201 characters (entry 1); 1 to 200 are allowed.",
    ),
    "no key": (
        written(record(data=[["", ""]])),
        f"{FIRST} has a key of 0 characters (entry 1); 1 to 200 are allowed.",
    ),
    "long text": (
        written(record(data=[["notes", "x" * 4_001]])),
        f"{FIRST} has a text of 4001 characters, “notes”; at most 4000 are allowed.",
    ),
    "prototype key": (
        written(record(data=[["weapons.__proto__.damage", "1"]])),
        f"{FIRST} has the key “weapons.__proto__.damage”, which no character may have.",
    ),
    "constructor key": (
        written(record(data=[["constructor.prototype", "1"]])),
        f"{FIRST} has the key “constructor.prototype”, which no character may have.",
    ),
    "NUL": (
        written(record(data=[["notes", "a\0b"]])),
        f"{FIRST} holds, in entry 1, a NUL character, which no text may hold.",
    ),
    "lone surrogate": (
        written(record(data=[["notes", "\ud83d"]])),
        f"{FIRST} holds, in entry 1, half a character (a lone surrogate), which no text may hold.",
    ),
    "NUL in the name": (
        written(record(name="A\0")),
        "Character 1 (“A ”) has a name that holds a NUL character, which no text may hold.",
    ),
    "name that breaks the sentence": (
        written(record(name="A\u202e\n" + "x" * 300)),
        f"Character 1 (“A {'x' * 38}…”) has a name that is 303 characters long; at most 200 are allowed.",
    ),
}


@pytest.mark.parametrize(("file", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_in_a_sentence(reader: Page, file: str | bytes, sentence: str) -> None:
    data = file if isinstance(file, bytes) else file.encode("utf-8", "surrogatepass")
    found = do(
        reader,
        "sheetfile.readFile(new Blob([Uint8Array.from(atob(arg), (letter) => letter.charCodeAt(0))]))",
        base64.b64encode(data).decode(),
    )

    assert found["ok"] is False
    assert found["why"].startswith(sentence) and found["why"].endswith(".")
    assert reader.evaluate("({}).polluted ?? null") is None


def test_a_file_from_an_editor_that_marks_its_beginning_is_read(reader: Page) -> None:
    assert read(reader, "\ufeff" + written(record()))["records"] == [record()]


def test_the_largest_that_is_allowed_is_read(reader: Page) -> None:
    most = [["name", "Anna"], *([f"{n:03}".rjust(200, "k"), "x" * 2_000] for n in range(2_999))]

    assert read(reader, written(record(data=most)))["ok"] is True
    many = read(reader, written(*(record(id=f"{n:08}") for n in range(2_000))))
    assert len(many["records"]) == 2_000


# Bringing a file in

PREVIEW = "kept.all().then((here) => sheetpreview.preview(arg, here, kept.newer))"
BRING = f"{PREVIEW}.then((all) => kept.bring(sheetpreview.toBring(all)))"


def test_what_it_would_do_is_told_for_each(tab: Page) -> None:
    same = save(tab, draft("Same", "00000001"), 0)
    older = save(tab, draft("Here", "00000002"), 0)

    told = do(
        tab,
        PREVIEW,
        [
            record("New", "00000000"),
            {**same, "revision": 9, "updated": "2030-01-01T00:00:00Z"},
            {**record("There", "00000002"), "updated": "2030-01-01T00:00:00Z"},
            record("Future", "00000003", schema=3),
        ],
    )

    assert [each["what"] for each in told] == ["added", "unchanged", "replaced", "added"]
    assert [each["later"] for each in told] == ["", "", "file", ""]
    assert told[0]["line"] == "New will be added."
    assert told[1]["line"] == "Same is here already, just so."
    assert told[2]["line"].startswith("There will replace the one here. The file's is newer: Jan 1, 2030,")
    assert (
        told[3]["line"]
        == "Future will be added. It was made by a newer Tableside, stays untouched and opens read-only."
    )
    assert stored(tab, "00000002") == older, "nothing is done yet"
    assert do(tab, PREVIEW, [{**older, "updated": "2020-01-01T00:00:00Z", "data": []}])[0]["later"] == "here"


def test_the_same_file_twice_changes_nothing(tab: Page) -> None:
    save(tab, draft("Here"), 0)
    theirs = [record(), record("Bert", BERT)]

    do(tab, BRING, theirs)
    after = do(tab, "kept.all()")
    do(tab, BRING, theirs)

    assert do(tab, "kept.all()") == after
    assert [(each["name"], each["revision"]) for each in after] == [("Anna", 2), ("Bert", 1)]
    assert {each["what"] for each in do(tab, PREVIEW, theirs)} == {"unchanged"}


def test_all_of_a_file_is_brought_in_or_nothing(tab: Page) -> None:
    previews = do(tab, PREVIEW, [record(), record("Bert", BERT)])
    save(tab, draft("Meanwhile", BERT), 0)

    assert refused(tab, "kept.bring(arg)", previews)["kind"] == "Conflict"
    assert [each["name"] for each in do(tab, "kept.all()")] == ["Meanwhile"]


def test_older_and_newer_schemas_come_in_as_they_are(tab: Page) -> None:
    theirs = [record(schema=1), record("Future", BERT, schema=3)]

    do(tab, BRING, theirs)

    assert do(tab, "kept.all()") == theirs
    assert [each["newer"] for each in do(tab, "kept.list()")] == [False, True]
    [kept] = do(tab, PREVIEW, [record("Past", BERT)])
    assert (kept["what"], kept["line"]) == ("kept", "Past stays as it is here: that one was made by a newer Tableside.")
    assert do(tab, "sheetpreview.toBring(arg)", [kept]) == []


# Links


def packed(data: bytes, level: int = 9) -> str:
    deflate = zlib.compressobj(level, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")


def link(value: Any) -> str:
    return f"#sheet=1.{packed(value if isinstance(value, bytes) else json.dumps(value).encode())}"


def shared(**other: Any) -> dict[str, Any]:
    return {"system": "wwn", "schema": 1, "data": [["name", "Anna"]], **other}


@alive
@given(drafts)
def test_from_character_to_link_and_back(reader: Page, character: dict[str, Any]) -> None:
    fragment, back = do(
        reader,
        "sheetlink.encode(arg).then(async ({ fragment }) => [fragment, await sheetlink.decode(fragment)])",
        character,
    )

    assert back == {"ok": True, **character}
    unpacked = zlib.decompress(base64.urlsafe_b64decode(fragment.removeprefix("#sheet=1.") + "=="), -15)
    assert json.loads(unpacked) == character


def test_a_link_by_somebody_else_is_read(reader: Page) -> None:
    assert do(reader, "sheetlink.decode(arg)", link(shared(schema=99))) == {"ok": True, **shared(schema=99)}


GOOD = link(shared(data=[["name", f"Anna {n * n * 7919}"] for n in range(50)]))
NOT_PACKED = "This link is damaged or was cut off: what it holds cannot be unpacked."
LETTERS = "This link is damaged: after sheet=1. only letters, digits, - and _ may stand."
HELD = "The character in this link"
HOSTILE_LINKS = {
    "nothing": ("", "This link holds no character."),
    "another": ("#target_ac=15", "This link holds no character."),
    "no version": (GOOD.replace("1.", "", 1), "This link holds no character."),
    "newer": (GOOD.replace("=1.", "=2."), "This link was made by a newer Tableside"),
    "empty": ("#sheet=1.", LETTERS),
    "markup": (f"#sheet=1.{MARK}", LETTERS),
    "percent": (GOOD + "%00", LETTERS),
    "punctuation": (GOOD + ").", LETTERS),
    "cut off": (GOOD[:-20], NOT_PACKED),
    "half a byte": ("#sheet=1.A", NOT_PACKED),
    "not packed": (
        "#sheet=1." + base64.urlsafe_b64encode(json.dumps(shared()).encode()).decode().rstrip("="),
        NOT_PACKED,
    ),
    "appended": (GOOD + "AAAAAAAA", NOT_PACKED),
    "too long": ("#sheet=1." + "A" * 65_536, "This link is longer than 64 KB and was not read."),
    "bomb": (link(b" " * 40_000_000), "This link unpacks to more than 256 KB and was not read."),
    "small bomb": (link(b" " * (256 * 1024 + 1)), "This link unpacks to more than 256 KB and was not read."),
    "no text": (link(b"\xff\xfe\x00"), "This link is damaged: what it holds is no text."),
    "no words": (link(b"  "), "What this link holds is empty."),
    "no JSON": (link(b"Anna"), "What this link holds is damaged, or was not made by Tableside."),
    "half JSON": (link(b'{"system": "wwn"'), "What this link holds is cut off: its end is missing."),
    "nested": (link(b"[" * 200_000), "What this link holds is nested too deep: at most 8 levels are allowed."),
    "null": (link(None), "This link holds no character."),
    "a list": (link([shared()]), "This link holds no character."),
    "a part too many": (link(shared(id=ANNA)), "This link holds no character."),
    "prototype": (
        link(b'{"system": "wwn", "schema": 1, "__proto__": {"data": [], "polluted": 1}}'),
        "This link holds no character.",
    ),
    "unknown game": (
        link(shared(system="dnd")),
        f"{HELD} is of a game that is not known here, “dnd”;",
    ),
    "inherited game": (
        link(shared(system="__proto__")),
        f"{HELD} is of a game that is not known here, “__proto__”;",
    ),
    "schema": (link(shared(schema="1")), f"{HELD} has a schema that is no whole number from 1 on."),
    "no pairs": (link(shared(data="name")), f"{HELD} has no list of keys and texts."),
    "number": (
        link(shared(data=[["level", 3]])),
        f"{HELD} has an entry (1) whose key or text is no text.",
    ),
    "prototype key": (
        link(shared(data=[["__proto__.polluted", "1"]])),
        f"{HELD} has the key “__proto__.polluted”, which no character may have.",
    ),
    "many pairs": (link(shared(data=[["a", ""]] * 3_001)), f"{HELD} has 3001 entries; at most 3000"),
    "NUL": (link(shared(data=[["notes", "\0"]])), f"{HELD} holds, in entry 1, a NUL character"),
    "lone surrogate": (
        link(shared(data=[["notes", "\udc00"]])),
        f"{HELD} holds, in entry 1, half a character",
    ),
}


@pytest.mark.parametrize(("fragment", "sentence"), HOSTILE_LINKS.values(), ids=HOSTILE_LINKS)
def test_a_hostile_link_is_refused_in_a_sentence(reader: Page, fragment: str, sentence: str) -> None:
    found = do(reader, "sheetlink.decode(arg)", fragment)

    assert found["ok"] is False
    assert found["why"].startswith(sentence)
    assert reader.evaluate("({}).polluted ?? null") is None


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


def test_what_is_too_large_for_a_link_is_told(reader: Page) -> None:
    noise = random.Random(1)
    large = [["notes", "".join(chr(noise.randrange(0x4E00, 0x9FFF)) for _ in range(3_000))] for _ in range(8)]
    larger = [["notes", "x" * 4_000]] * 70

    for data in (large, larger):
        told = do(reader, "sheetlink.encode(arg)", shared(data=data))
        assert told == {"ok": False, "why": "This character is too large for a link: give it away as a file."}


@pytest.mark.parametrize("missing", ["CompressionStream", "DecompressionStream"])
def test_a_browser_that_cannot_pack_is_told(page: Page, served: Server, missing: str) -> None:
    page.add_init_script(f"delete window.{missing}")
    opened(page, served)

    told = do(page, "Promise.all([sheetlink.encode(arg[0]), sheetlink.decode(arg[1])])", [shared(), GOOD])

    [why] = [each["why"] for each in told if not each["ok"]]
    assert why.startswith("This browser cannot pack or unpack links to characters")
