"""Addresses that name another game's character, and characters kept under another path of the site."""

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .storing import ANNA, DATABASE, RAW, do, draft, opened, put_raw, record, save

SHARED = "sheetlink.encode({ system: 'wwn', schema: 2, data: [['name', 'Anna']] }).then(({ fragment }) => fragment)"
MAKE_OTHER = """
  raw('tableside./old-name/.characters', 1, (db) => {
    db.createObjectStore('characters', { keyPath: 'id' }).createIndex('system', 'system')
  }).then((db) => new Promise((done) => {
    const tx = db.transaction('characters', 'readwrite')
    tx.objectStore('characters').put(arg)
    tx.oncomplete = () => { db.close(); done() }
  }))
"""


def test_a_character_of_another_game_opens_on_that_games_page(page: Page, served: Server) -> None:
    opened(page, served)
    save(page, draft(), 0)
    page.goto(f"{served.url}raiders/sheet/#open={ANNA}")

    page.wait_for_url(f"{served.url}wwn/sheet/#open={ANNA}")
    expect(page.locator("h1:visible")).to_have_text("Anna")


def test_a_link_with_a_sheet_of_another_game_opens_on_that_games_page(page: Page, served: Server) -> None:
    opened(page, served)
    fragment = do(page, SHARED)
    page.goto(f"{served.url}raiders/sheet/{fragment}")

    page.wait_for_url(f"{served.url}wwn/sheet/#sheet=*")
    expect(page.locator("h1:visible")).to_have_text("Anna")


def test_a_damaged_character_is_named_and_comes_in_a_file_of_its_own(page: Page, served: Server) -> None:
    opened(page, served)
    put_raw(page, record("Bert", "22222222"), {**record(), "data": [["name", 7]]})
    page.goto(f"{served.url}wwn/sheet/#open={ANNA}")
    expect(page.locator("[data-list-problem]")).to_contain_text("This character is damaged on this device.")

    files = []
    page.on("download", lambda download: files.append(download.suggested_filename))
    page.get_by_role("button", name="Export everything").first.click()

    expect(page.locator("[data-view=list] [data-outcome]")).to_contain_text(
        "tableside-characters.json is among your downloads. It was read back and holds 1 character."
    )
    expect(page.locator("[data-view=list] [data-outcome]")).to_contain_text("is in tableside-damaged.json as it lies")
    assert "tableside-damaged.json" in files


def test_characters_of_an_earlier_path_are_offered_once(page: Page, served: Server) -> None:
    page.goto(served.url + "help/")
    page.evaluate(RAW)
    do(page, MAKE_OTHER, record())
    page.goto(f"{served.url}wwn/sheet/")
    offer = page.locator("[data-elsewhere]")
    expect(offer).to_contain_text("Tableside at /old-name/, on this same site, has 1 character on this device.")
    offer.get_by_role("button", name="Look at them").click()
    page.get_by_role("button", name="Bring in 1 character").click()

    expect(page.locator("[data-people] [data-name]")).to_have_text("Anna")
    page.reload()
    expect(page.locator("[data-people] [data-name]")).to_have_text("Anna")
    expect(offer).to_be_hidden()
    assert DATABASE in do(page, "indexedDB.databases().then((all) => all.map(({ name }) => name))")
