"""No text is lost when another character opens, or during an import or a rename."""

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import Watch
from .storing import ANNA, draft, modules, put_raw, record
from .test_sheet import LIST, kept, made

TYPE = """(text) => {
  const box = document.getElementById("f-notes");
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}"""
TYPE_AT_THE_NEXT_LOOK = f"""([of, method, text]) => {{
  const place = globalThis[of].prototype;
  const look = place[method];
  place[method] = function (...asked) {{
    place[method] = look;
    setTimeout({TYPE}, 0, text);
    return look.apply(this, asked);
  }};
}}"""
"""While the page looks up what it is to show."""
ALL = "(form) => [...form.querySelectorAll('[data-element] [data-kind]')].map((box) => [box.name, box.value])"
"""What stands in the rows of lists."""
LIST_OF_ALL = ("IDBIndex", "getAll")
ONE_OF_THEM = ("IDBObjectStore", "get")


def names(page: Page) -> list[str]:
    return page.locator("[data-people] [data-name]").all_inner_texts()


def test_what_is_typed_while_another_is_looked_up_is_saved(page: Page, served: Server) -> None:
    made(page, served)
    here = page.url
    page.evaluate(TYPE_AT_THE_NEXT_LOOK, [*LIST_OF_ALL, "Typed meanwhile"])
    page.evaluate("location.hash = '#example=ilo'")
    expect(page.locator("h1:visible")).to_have_text("Ilo Reedhand")
    page.goto(here)
    page.reload()
    expect(page.locator("#f-notes")).to_have_value("Typed meanwhile")


def test_what_is_typed_while_another_tabs_change_is_taken_over_is_a_conflict(page: Page, served: Server) -> None:
    made(page, served)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#f-name")).to_have_value("Hessa of the Ford")
    other.evaluate(TYPE_AT_THE_NEXT_LOOK, [*ONE_OF_THEM, "Typed meanwhile"])
    page.fill("#f-name", "Hessa the Fast")
    expect(other.locator("[data-controller='sheet/conflict']")).to_be_visible()
    expect(other.locator("#f-notes")).to_have_value("Typed meanwhile")
    kept(page)


def test_a_character_deleted_and_imported_again_replaces_the_open_one(page: Page, served: Server) -> None:
    """Its revision is the same by chance; the open editor must not take it for its own."""
    person = made(page, served)
    other = page.context.new_page()
    modules(other, served)
    other.evaluate(
        """async (id) => {
          window.kept = await characters.openCharacters({ schemas: { wwn: 1 } });
          const was = await kept.remove(id);
          const record = { ...was, data: [["name", "Brought"]], updated: "2020-01-01T00:00:00.000Z" };
          await kept.bring([{ record, seen: 0 }]);
        }""",
        person,
    )
    expect(page.locator("#f-name")).to_have_value("Brought")
    expect(page.locator("[data-controller='sheet/conflict']")).to_be_hidden()


def test_who_is_deleted_and_put_back_is_no_conflict(page: Page, served: Server) -> None:
    made(page, served)
    other = page.context.new_page()
    other.goto(served.url + LIST)
    other.get_by_role("button", name="Delete").click()
    expect(page.locator("[data-controller='sheet/conflict']")).to_be_visible()
    other.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-controller='sheet/conflict']")).to_be_hidden()
    page.fill("#f-notes", "Back")
    kept(page)


def test_a_name_that_is_being_typed_outlasts_another_tabs_save(page: Page, served: Server) -> None:
    made(page, served)
    other = page.context.new_page()
    other.goto(served.url + LIST)
    other.get_by_role("button", name="Rename").click()
    other.keyboard.type("Half a na")
    other.evaluate("document.querySelector('[data-people] li').id = 'before'")
    page.fill("#f-notes", "Something else")
    expect(other.locator("#before")).to_have_count(0)
    box = other.locator("[data-rename-form] input")
    expect(box).to_be_focused()
    other.keyboard.type("me")
    expect(box).to_have_value("Half a name")
    kept(page)
    other.keyboard.press("Enter")
    expect(other.locator("[data-people] [data-name]")).to_have_text("Half a name")
    expect(other.locator("[data-rename-form]")).to_be_hidden()


def test_an_invalid_address_is_reported(page: Page, served: Server, watch: Watch) -> None:
    page.goto(f"{served.url}{LIST}#open=%")
    expect(page.locator("[data-list-problem]")).to_contain_text("not on this device")


def test_a_full_list_of_weapons_takes_no_more(page: Page, served: Server) -> None:
    modules(page, served)
    weapons = [[f"weapons.{index}.name", f"Blade {index}"] for index in range(30)]
    put_raw(page, record(**draft("Anna", ANNA, 1, "wwn", *weapons)))
    page.goto(f"{served.url}{LIST}#open={ANNA}")
    expect(page.locator("[data-card-name]")).to_have_count(30)
    expect(page.locator("[data-name=weapons] > [data-add]")).to_be_disabled()


def test_a_weapon_that_was_removed_comes_back_in_its_place(page: Page, served: Server) -> None:
    made(page, served)
    names = page.locator("[data-card-name]")
    before = names.all_text_contents()
    assert len(before) > 1
    everything = page.locator("[data-sheet]").evaluate(ALL)
    cards = page.locator(".card-of")
    cards.first.locator("summary").click()
    cards.first.get_by_role("button", name="Remove this weapon").click()
    expect(names).to_have_text(before[1:])
    expect(page.locator("[data-controller='sheet/row-undo']")).to_contain_text(f"{before[0]} is removed.")
    assert page.evaluate("document.activeElement.textContent") == "Undo"
    page.fill("#f-notes", "Changed meanwhile")
    kept(page)
    page.click("[data-undo-row]")
    expect(names).to_have_text(before)
    expect(page.locator("[data-controller='sheet/row-undo']")).to_be_hidden()
    kept(page)
    page.reload()
    expect(names).to_have_text(before)
    expect(page.locator("#f-notes")).to_have_value("Changed meanwhile")
    page.fill("#f-notes", "")
    assert page.locator("[data-sheet]").evaluate(ALL) == everything


def test_the_offer_to_put_a_row_back_ends_with_its_character(page: Page, served: Server) -> None:
    made(page, served)
    while page.locator(".card-of").count():
        page.locator(".card-of > summary").first.click()
        page.get_by_role("button", name="Remove this weapon").first.click()
    page.click("[data-undo-row]")
    expect(page.locator(".card-of")).to_have_count(1)
    page.get_by_role("button", name="Remove this weapon").click()
    page.evaluate("location.hash = '#example=ilo'")
    expect(page.locator("h1:visible")).to_have_text("Ilo Reedhand")
    expect(page.locator("[data-controller='sheet/row-undo']")).to_be_hidden()
