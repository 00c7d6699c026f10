"""Stored characters on a page that shows none: helpers for the tests of storage, files and links."""

from typing import Any

from playwright.sync_api import Page

from web.builder.dev.serve import Server

SCHEMAS = {"wwn": 2, "raiders": 1, "openquest": 2, "obss": 1, "stepdie": 1}
"""What the page under test knows."""
ANNA = "11111111-aaaa-4aaa-8aaa-111111111111"
BERT = "22222222-bbbb-4bbb-8bbb-222222222222"
DATABASE = "tableside./.characters"

OPEN = """async (schemas) => {
  const at = document.querySelector('script[src*="/scripts/"]').src;
  const module = (path) => import(new URL(`../${path}.js`, at).href);
  [window.characters, window.sheetlink] = await Promise.all([module("storage/characters"), module("sheet/link")]);
  window.opening = characters.openCharacters({ schemas });
}"""
RAW = """() => {
  window.raw = (name, version, upgrade) => new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  window.done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}"""
"""IndexedDB as it comes, without any module of ours."""


def modules(page: Page, server: Server) -> None:
    """The modules, on whichever page; the characters are being opened."""
    page.goto(server.url + "help/")
    page.evaluate(OPEN, SCHEMAS)


def opened(page: Page, server: Server) -> Page:
    """A page with the modules and `kept`, the open characters."""
    modules(page, server)
    page.evaluate("async () => { window.kept = await opening }")
    return page


def do(page: Page, code: str, arg: Any = None) -> Any:
    """What an expression of `arg` comes to."""
    return page.evaluate(f"async (arg) => await ({code})", arg)


def refused(page: Page, code: str, arg: Any = None) -> Any:
    """The error an expression of `arg` ends in: its kind, its sentence and what it holds."""
    return page.evaluate(
        f"async (arg) => {{ try {{ await ({code}); return null }} catch (error) {{"
        " return { kind: error.name, text: error.message, stored: error.stored } } }",
        arg,
    )


def draft(name: str = "Anna", id: str = ANNA, schema: int = 2, game: str = "wwn", *more: list[str]) -> dict[str, Any]:
    return {"schema": schema, "system": game, "id": id, "data": [["name", name], *more]}


def record(name: str = "Anna", id: str = ANNA, **other: Any) -> dict[str, Any]:
    """A character as it is kept."""
    kept = {"name": name, "revision": 1, "updated": "2026-11-01T10:00:00.000Z"}
    return {**draft(name, id), **kept, **other}


def save(page: Page, what: dict[str, Any], over: int) -> Any:
    return do(page, "kept.save(arg[0], { from: arg[1] })", [what, over])


def stored(page: Page, id: str = ANNA) -> Any:
    return do(page, "kept.get(arg)", id)


def put_raw(page: Page, *records: dict[str, Any]) -> None:
    """As another version of Tableside may have done."""
    page.evaluate(RAW)
    do(
        page,
        f"(async () => {{ const db = await raw('{DATABASE}'); const tx = db.transaction('characters', 'readwrite');"
        " for (const each of arg) await done(tx.objectStore('characters').put(each)); db.close() })()",
        list(records),
    )
