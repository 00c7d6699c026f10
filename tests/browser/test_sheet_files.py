"""Characters in files and links: export, import, parties, and hostile files."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import pyrules
from web.builder.dev.serve import Server

from .conftest import until
from .shared import SharedSite
from .storing import ANNA, BERT, modules, put_raw, record
from .test_access import press_until
from .test_sheet import HESSA, LIST, SOON, made, odds
from .test_store_files import HOSTILE, written
from .visits import axe, in_a_scheme

CLEO, FUTURE = "33333333-cccc-4ccc-8ccc-333333333333", "44444444-dddd-4ddd-8ddd-444444444444"
SCHEMA = pyrules.sheet("wwn").schema
DONE = "[data-view=list] [data-outcome]"
SHARE = "[data-controller='sheet/share']"


def person(name: str = "Anna", id: str = ANNA, *more: list[str], **other: Any) -> dict[str, Any]:
    """A character as this Tableside keeps it."""
    return record(name, id, **{"schema": SCHEMA, "data": [["name", name], *more], **other})


def raider(name: str = "Cleo", id: str = CLEO) -> dict[str, Any]:
    return person(name, id, system="raiders", schema=pyrules.sheet("raiders").schema)


def listed(page: Page, server: Server, *records: dict[str, Any]) -> None:
    """The list, with these on the device."""
    modules(page, server)
    put_raw(page, *records)
    page.goto(server.url + LIST)
    expect(page.locator("html:not([data-sheet-waits])")).to_have_count(1)


def pick(page: Page, text: str | bytes, name: str = "party.json") -> None:
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    page.set_input_files("[data-import-file]", {"name": name, "mimeType": "application/json", "buffer": content})


def look(page: Page, *records: dict[str, Any], **other: Any) -> None:
    """Up to the preview of a file with these."""
    pick(page, written(*records, **other))
    expect(page.locator("[data-controller='sheet/import']")).to_be_visible()


def bring(page: Page, *records: dict[str, Any], **other: Any) -> None:
    look(page, *records, **other)
    page.click("[data-bring]")
    expect(page.locator("[data-brought]")).to_be_visible()


def names(page: Page) -> list[str]:
    return page.locator("[data-people] [data-name]").all_inner_texts()


def all_stored(page: Page) -> Any:
    """What is in the database, in any game."""
    return page.evaluate("""async () => {
      const at = document.querySelector('script[src*="/scripts/"]').src;
      const { openCharacters } = await import(new URL("../storage/characters.js", at).href);
      const all = await openCharacters();
      const records = await all.all();
      all.close();
      return records.sort((one, two) => (one.id < two.id ? -1 : 1));
    }""")


def exported(page: Page, selector: str) -> tuple[str, str]:
    """The name and the text of the file that a button gives."""
    with page.expect_download() as coming:
        page.locator(selector).first.click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_text(encoding="utf-8")


# Out


def test_a_character_comes_back_from_its_file_as_it_was(page: Page, served: Server) -> None:
    made(page, served)
    name, text = exported(page, "[data-export]")
    expect(page.locator("form [data-outcome]")).to_contain_text("hessa-of-the-ford.json is among your downloads")
    [before] = all_stored(page)
    assert name == "hessa-of-the-ford.json"
    assert json.loads(text)["characters"] == [before]

    page.click("[data-to-list]")
    page.get_by_role("button", name="Delete Hessa").click()
    expect(page.locator("[data-people] li")).to_have_count(0)
    pick(page, text)
    page.click("[data-bring]")
    expect(page.locator("[data-people] li")).to_have_count(1)
    assert all_stored(page) == [{**before, "revision": 1}]

    pick(page, text)
    expect(page.locator("[data-import-about]")).to_contain_text("All of it is here already, just so")
    expect(page.locator("[data-bring]")).to_be_hidden()
    assert all_stored(page) == [{**before, "revision": 1}]


def test_what_could_not_be_saved_can_still_be_exported(page: Page, served: Server) -> None:
    """The file holds what stands in the editor, not what is stored."""
    page.goto(served.url + HESSA)
    expect(page.locator("#f-name")).to_have_value("Hessa of the Ford")
    name, text = exported(page, "[data-export]")
    [given] = json.loads(text)["characters"]
    assert (name, given["name"], given["schema"]) == ("hessa-of-the-ford.json", "Hessa of the Ford", SCHEMA)
    assert all_stored(page) == []


def test_each_row_gives_its_character(page: Page, served: Server) -> None:
    listed(page, served, person(), person("Bert", BERT))
    name, text = exported(page, "[aria-label='Export Bert']")
    assert name == "bert.json"
    assert [each["id"] for each in json.loads(text)["characters"]] == [BERT]
    expect(page.locator(DONE)).to_have_text(
        "bert.json is among your downloads. It was read back and holds 1 character."
    )
    expect(page.locator("[data-view=list] [data-keeping]")).to_contain_text("No backup has been made yet")


def test_everything_is_a_backup(page: Page, served: Server) -> None:
    listed(page, served, person(), raider())
    page.evaluate(
        "localStorage.setItem('tableside./.keeping', JSON.stringify({asked: 'unable', backup: '', sessions: 10}))"
    )
    page.reload()
    expect(page.locator("[data-view=list] [data-reminder]")).to_be_visible()
    _, text = exported(page, "[data-list-tools] [data-export-all]")
    assert {each["id"] for each in json.loads(text)["characters"]} == {ANNA, CLEO}
    expect(page.locator(DONE)).to_contain_text("all 2 characters")
    expect(page.locator("[data-view=list] [data-keeping]")).to_contain_text("Last backup:")
    expect(page.locator("[data-view=list] [data-reminder]")).to_be_hidden()


def test_with_nothing_there_is_nothing_to_export(page: Page, served: Server) -> None:
    listed(page, served)
    page.click("[data-list-tools] [data-export-all]")
    expect(page.locator(DONE)).to_have_text("There is no character to export yet.")


def test_a_file_that_does_not_hold_what_it_should_is_not_given(page: Page, served: Server) -> None:
    page.add_init_script("Blob.prototype.text = async () => '{}'")
    listed(page, served, person())
    downloads: list[Any] = []
    page.on("download", lambda download: downloads.append(download))
    page.click("[aria-label='Export Anna']")
    expect(page.locator(DONE)).to_contain_text("Not exported. The file was made, but cannot be read back.")
    assert not downloads


def test_a_party_is_chosen_over_all_games(page: Page, served: Server) -> None:
    listed(page, served, person(), person("Bert", BERT), raider())
    page.click("[data-choose]")
    boxes = page.locator("[data-choose-rows] input")
    expect(boxes).to_have_count(2)
    expect(page.locator("[data-give-party]")).to_be_disabled()
    page.check("[data-every-game]")
    expect(boxes).to_have_count(3)
    expect(page.locator("[data-choose-rows]")).to_contain_text("Ruins & Raiders")
    page.check("[data-choose-all]")
    page.get_by_role("checkbox", name="Bert").uncheck()
    assert page.evaluate("document.querySelector('[data-choose-all]').indeterminate")
    page.fill("[data-party]", "The Owls")
    name, text = exported(page, "[data-give-party]")
    whole = json.loads(text)
    assert (name, whole["party"]) == ("the-owls.json", "The Owls")
    assert {each["id"] for each in whole["characters"]} == {ANNA, CLEO}
    expect(page.locator(DONE)).to_contain_text("holds 2 characters")

    page.get_by_label("This game").check()
    expect(boxes).to_have_count(2)
    expect(page.locator("[data-give-party]")).to_have_text("Export 1 character")
    page.keyboard.press("Escape")
    expect(page.locator("[data-controller='sheet/choose']")).to_be_hidden()
    assert page.evaluate("document.activeElement.matches('[data-choose]')")


# In


def test_nothing_is_brought_in_before_it_was_looked_at(page: Page, served: Server) -> None:
    listed(page, served, person(), person("Bert", BERT), person("Kept", FUTURE, schema=SCHEMA + 9))
    here = all_stored(page)
    look(
        page,
        person(),
        person("Bert", BERT, ["level", "3"], updated="2030-01-01T10:00:00.000Z"),
        raider(),
        person("Kept anew", FUTURE),
        party="The Owls",
    )
    panel = page.locator("[data-controller='sheet/import']")
    rows = panel.locator("li")
    assert page.evaluate("document.activeElement.dataset.controller === 'sheet/import'")
    expect(panel).to_contain_text("From party.json")
    expect(panel).to_contain_text("The party “The Owls”: 4 characters.")
    expect(rows.nth(0)).to_contain_text("Anna is here already, just so.")
    expect(rows.nth(1)).to_contain_text("Bert will replace the one here. The file's is newer")
    expect(rows.nth(2)).to_contain_text("Cleo will be added. Ruins & Raiders")
    expect(rows.nth(3)).to_contain_text("stays as it is here: that one was made by a newer Tableside")
    assert [box.is_enabled() for box in rows.locator("input").all()] == [False, True, True, False]
    assert [box.is_checked() for box in rows.locator("input").all()] == [False, True, True, False]
    expect(page.locator("[data-bring]")).to_have_text("Bring in 2 characters")
    assert all_stored(page) == here
    page.click("[data-import-stop]")
    expect(panel).to_be_hidden()
    assert all_stored(page) == here


def test_values_that_the_form_refuses_are_named_before_the_import_and_imported_unchanged(
    page: Page, served: Server
) -> None:
    listed(page, served)
    look(page, person("Bert", BERT), person("Anna", ANNA, ["level", "99"]))
    doubts = page.locator("[data-import-doubt]")
    expect(doubts.nth(1)).to_contain_text("Stays as typed, and is marked on the sheet: Level must be", timeout=SOON)
    expect(doubts.nth(0)).to_be_hidden()
    page.click("[data-bring]")
    page.get_by_role("link", name="Anna").click()
    expect(page.locator("#f-level")).to_have_value("99")
    expect(page.locator("#p-level")).to_contain_text("got 99", timeout=SOON)


def test_what_is_older_than_what_is_here_waits_for_its_tick(page: Page, served: Server) -> None:
    listed(page, served, person())
    look(page, person("Anna", ANNA, ["level", "9"], updated="2020-01-01T10:00:00.000Z"))
    expect(page.locator("[data-import-rows]")).to_contain_text("The one here is newer")
    expect(page.locator("[data-bring]")).to_be_disabled()
    page.check("[data-import-rows] input")
    page.click("[data-bring]")
    expect(page.locator("[data-brought]")).to_contain_text("1 character brought in: Anna.")
    assert all_stored(page)[0]["data"] == [["name", "Anna"], ["level", "9"]]


def test_what_was_brought_in_can_be_taken_back(page: Page, served: Server) -> None:
    listed(page, served, person())
    before = all_stored(page)
    bring(
        page, person("Anna", ANNA, ["level", "9"], updated="2030-01-01T10:00:00.000Z"), person("Bert", BERT), raider()
    )
    expect(page.locator("[data-brought]")).to_contain_text("3 characters brought in: Anna, Bert, Cleo.")
    expect(page.locator("[data-brought]")).to_contain_text("Ruins & Raiders")
    assert names(page) == ["Anna", "Bert"]
    assert page.evaluate("document.activeElement.matches('[data-take-back]')")
    page.keyboard.press("Enter")
    expect(page.locator("[data-brought]")).to_be_hidden()
    expect(page.locator("[data-people] li")).to_have_count(1)
    assert all_stored(page) == [{**before[0], "revision": 3}], "and its revision has gone on"


def test_undoing_an_import_keeps_changes_of_other_tabs(page: Page, served: Server) -> None:
    listed(page, served)
    bring(page, person(), person("Bert", BERT))
    other = page.context.new_page()
    other.goto(served.url + LIST)
    other.get_by_role("button", name="Rename Bert").click()
    other.keyboard.type("Berta")
    other.keyboard.press("Enter")
    expect(other.locator("[data-people]")).to_contain_text("Berta")
    page.click("[data-take-back]")
    expect(page.locator("[data-list-problem]")).to_contain_text("Not undone: one of them was changed since.")
    assert names(page) == ["Anna", "Berta"]


def test_another_form_of_character_comes_in_as_it_is(page: Page, served: Server) -> None:
    """A newer one is read-only, and one of an older form is brought up to date when it is opened."""
    listed(page, served)
    bring(page, person("Future", FUTURE, schema=SCHEMA + 9, data=[["name", "Future"], ["psyche", "7"]]))
    assert all_stored(page)[0]["data"] == [["name", "Future"], ["psyche", "7"]]
    expect(page.locator("[data-people]")).to_contain_text("opens read-only")
    _, text = exported(page, "[aria-label='Export Future']")
    assert json.loads(text)["characters"][0]["schema"] == SCHEMA + 9
    page.get_by_role("link", name="Future").click()
    expect(page.locator("#f-name")).to_be_disabled()
    _, again = exported(page, "[data-export]")
    assert json.loads(again)["characters"] == json.loads(text)["characters"]


def test_a_hostile_file_changes_nothing_and_is_reported_in_a_sentence(
    page: Page, served: Server, tmp_path: Path
) -> None:
    listed(page, served, person())
    before = all_stored(page)
    broken = tmp_path / "broken.json"
    problem = page.locator("[data-list-problem]")
    for name, (file, sentence) in HOSTILE.items():
        broken.write_bytes(file if isinstance(file, bytes) else file.encode("utf-8", "surrogatepass"))
        page.set_input_files("[data-import-file]", broken)
        expect(problem).to_contain_text("Nothing was brought in. ")
        assert problem.inner_text().startswith(f"Nothing was brought in. {sentence.split('  ')[0]}"[:90]), name
        expect(page.locator("[data-controller='sheet/import']")).to_be_hidden()
        assert page.locator("main img").count() == 0, name
        assert all_stored(page) == before, name
        look(page, person("Bert", BERT))
        expect(problem).to_be_hidden()


def test_a_name_that_looks_like_markup_is_a_name(page: Page, served: Server) -> None:
    mark = "<img src=x onerror=alert(1)>"
    listed(page, served)
    bring(page, person(mark), party=mark)
    expect(page.locator("[data-brought]")).to_contain_text(mark)
    page.click("[data-choose]")
    expect(page.locator("[data-choose-rows]")).to_contain_text(mark)
    assert page.locator("main img").count() == 0


DROP = """([text, many]) => {
  const data = new DataTransfer();
  for (let n = 0; n < many; n++) data.items.add(new File([text], `dropped-${n}.json`));
  const over = new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(over);
  const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(drop);
  return [over.defaultPrevented, drop.defaultPrevented];
}"""


def test_a_file_can_be_dropped_and_never_takes_the_page_away(page: Page, served: Server) -> None:
    listed(page, served)
    assert page.evaluate(DROP, [written(person()), 1]) == [True, True]
    expect(page.locator("[data-import-rows]")).to_contain_text("Anna will be added.")
    page.click("[data-bring]")
    assert page.evaluate(DROP, [written(person()), 2]) == [True, True]
    expect(page.locator("[data-list-problem]")).to_contain_text("One file at a time")
    page.get_by_role("link", name="Anna").click()
    expect(page.locator("#f-name")).to_have_value("Anna")
    assert page.evaluate(DROP, [written(person("Bert", BERT)), 1]) == [True, True]
    expect(page.locator("form [data-outcome]")).to_contain_text("on the list of all characters")
    assert [each["name"] for each in all_stored(page)] == ["Anna"]


# A link


def shared_link(page: Page) -> str:
    until(page, f"document.querySelector(\"{SHARE} [data-link]\").textContent.includes('#sheet=1.')")
    return page.locator(f"{SHARE} [data-link]").inner_text()


def test_a_link_says_what_it_holds_and_opens_the_same(page: Page, served: Server, shared: SharedSite) -> None:
    made(page, served)
    page.click("[data-share]")
    link = shared_link(page)
    expect(page.locator(SHARE)).to_contain_text("everything on the sheet, notes included")
    expect(page.locator(f"{SHARE} .qr svg")).to_be_visible(timeout=SOON)
    page.fill("#f-name", "Hessa the Dry")
    until(page, f'before => document.querySelector("{SHARE} [data-link]").textContent !== before', link)
    link = shared_link(page)
    assert link.startswith(f"{served.url}wwn/sheet/#sheet=1.")

    notes = page.input_value("#f-notes")
    page.goto("about:blank")
    shared.forget()
    fresh = page.context.new_page()
    fresh.goto(link)
    expect(fresh.locator("#f-name")).to_have_value("Hessa the Dry")
    expect(fresh.locator("#f-notes")).to_have_value(notes)
    expect(fresh.locator("[data-unkept]")).to_be_visible()


def test_a_link_is_copied(page: Page, served: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(served.url + HESSA)
    page.click("[data-share]")
    link = shared_link(page)
    page.click(f"{SHARE} [data-copy]")
    expect(page.locator("[data-copied]")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_the_device_shares_where_it_can(page: Page, served: Server) -> None:
    page.add_init_script("navigator.share = async (given) => { window.given = given }")
    page.goto(served.url + HESSA)
    page.click("[data-share]")
    link = shared_link(page)
    page.click(f"{SHARE} [data-send]")
    assert page.evaluate("given") == {"title": "Hessa of the Ford", "url": link}


def test_a_long_link_says_so_and_offers_a_file(page: Page, served: Server) -> None:
    noise = "".join(chr(0x4E00 + (n * 7919) % 20_000) for n in range(1_000))
    listed(page, served, person("Anna", ANNA, ["notes", noise]))
    page.get_by_role("link", name="Anna").click()
    page.click("[data-share]")
    expect(page.locator("[data-long]")).to_contain_text("too many for a QR code")
    odds(page)
    assert page.locator(f"{SHARE} svg").count() == 0
    name, _ = exported(page, "[data-share-file]")
    assert name == "anna.json"


# For everybody


def test_everything_works_by_keyboard(page: Page, served: Server) -> None:
    listed(page, served, person(), person("Bert", BERT))
    press_until(page, "document.activeElement.matches('[data-choose]')")
    page.keyboard.press("Enter")
    expect(page.locator("[data-choose-rows] li")).to_have_count(2)
    press_until(page, "document.activeElement.matches('[data-choose-all]')")
    page.keyboard.press("Space")
    expect(page.locator("[data-give-party]")).to_be_visible()
    press_until(page, "document.activeElement.matches('[data-give-party]')")
    with page.expect_download():
        page.keyboard.press("Enter")
    expect(page.locator(DONE)).to_contain_text("2 characters")
    page.keyboard.press("Escape")
    look(page, person("Cleo", CLEO))
    press_until(page, "document.activeElement.matches('[data-import-rows] input')")
    page.keyboard.press("Space")
    expect(page.locator("[data-bring]")).to_be_disabled()
    page.keyboard.press("Space")
    press_until(page, "document.activeElement.matches('[data-bring]')")
    page.keyboard.press("Enter")
    expect(page.locator("[data-brought]")).to_be_visible()


@in_a_scheme
def test_it_is_for_everybody_and_fits_a_phone(page: Page, served: Server, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 780})
    long = "Anna-Sophia-Wilhelmina-Charlotte-of-the-very-long-name-0123456789"
    listed(page, served, person(), raider(long))
    found = {}

    def judge(what: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") == 360, what
        if faults := axe(page):
            found[what] = faults

    look(page, person("Anna", ANNA, ["level", "2"]), person(long, BERT), person("F", FUTURE, schema=99), party=long)
    judge("preview")
    page.click("[data-bring]")
    expect(page.locator("[data-brought]")).to_be_visible()
    judge("brought")
    page.click("[data-choose]")
    page.check("[data-every-game]")
    judge("choosing")
    page.click("[data-choose-stop]")
    page.get_by_role("link", name="Anna", exact=False).first.click()
    page.click("[data-share]")
    expect(page.locator(f"{SHARE} .qr svg")).to_be_visible(timeout=SOON)
    judge("sharing")
    assert not found
