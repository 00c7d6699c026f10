"""Roll it: once per game, the telling, the player's own dice, the log, and what storage may do to it."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from web.builder import environment
from web.builder.serve import Server

from .conftest import until

AXE = (environment.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Game, calculator, a number to change, the faces typed and what they come to.
GAMES = [
    ("openquest", "damage", "Armor", ["8", "2"], "Hurts"),
    ("raiders", "strike", "Offense", ["6", "4"], "Target down"),
    ("wwn", "attack", "Target AC", ["19", "5"], "Hit"),
]
per_game = pytest.mark.parametrize(("system", "slug", "field", "faces", "outcome"), GAMES, ids=[g[0] for g in GAMES])

REFUSE_WRITES = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
REFUSE_ALL = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)


def roll(page: Page, times: int = 1) -> None:
    for _ in range(times):
        count = logged(page)
        page.click("[data-roll]")
        expect(page.locator("[data-log-count]")).to_have_text(str(count + 1), timeout=60_000)


def logged(page: Page) -> int:
    return int(page.inner_text("[data-log-count]") or 0)


def open_log(page: Page) -> None:
    page.locator("[data-log] > summary").click()
    expect(page.locator("[data-log]")).to_have_attribute("open", "")


def key(base: str, system: str) -> str:
    return f"tableside.{base}.log.{system}"


def type_face(page: Page, face: str) -> None:
    page.fill("[data-face]", face)
    page.keyboard.press("Enter")


def rows(page: Page) -> Any:
    return page.locator("[data-log-list] > li")


@per_game
def test_a_roll_is_told_under_the_headline_and_marked_when_inputs_change(
    page: Page, served: Server, system: str, slug: str, field: str, faces: list[str], outcome: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served.url}{system}/{slug}/")
    roll(page)
    section = page.locator("#tool-roll")

    expect(section.locator(".outcome")).to_be_in_viewport()
    expect(section.locator(".outcome")).to_contain_text("outcome")
    expect(section.locator(".die svg").first).to_be_visible()
    expect(section.locator(".sum").first).to_have_text(re.compile(r"^\d+ \+ .* = \d+:?$"))
    expect(section.locator("[data-whose]")).to_have_text("Rolled with these inputs")
    headline, told = page.locator(".headline").bounding_box(), section.bounding_box()
    assert headline
    assert told
    assert abs(told["y"] - (headline["y"] + headline["height"])) < 12

    page.get_by_label(f"{field}, more").click()
    expect(section.locator("[data-whose]")).to_have_text("Rolled with other inputs than these")
    page.get_by_label(f"{field}, less").click()
    expect(section.locator("[data-whose]")).to_have_text("Rolled with these inputs")
    expect(page.locator("#answer > .headline + #tool-roll")).to_be_visible()


@per_game
def test_the_log_survives_a_reload_and_leads_back(
    page: Page, served_sub: Server, system: str, slug: str, field: str, faces: list[str], outcome: str
) -> None:
    page.goto(f"{served_sub.url}{system}/{slug}/")
    page.get_by_label(f"{field}, more").click()
    until(page, "location.hash.includes('=')")
    state = page.evaluate("location.hash")
    roll(page, 3)
    last = page.inner_text(".outcome b")
    page.reload()
    assert logged(page) == 3
    page.goto(f"{served_sub.url}{system}/")
    open_log(page)

    expect(rows(page)).to_have_count(3)
    expect(rows(page).first.locator("[data-outcome]")).to_have_text(last)
    expect(rows(page).first.locator("[data-faces]")).to_contain_text("d")
    expect(page.locator("[data-log-fairness] figcaption").first).to_contain_text(" thrown; each face", timeout=60_000)
    stored = page.evaluate("(key) => localStorage.getItem(key)", key("/tableside/", system))
    assert len(json.loads(stored)["entries"]) == 3
    rows(page).first.get_by_role("link").click()
    page.wait_for_url(f"**/{system}/{slug}/{state}")


@per_game
def test_the_log_is_cleared_and_the_clearing_undone(
    page: Page, served: Server, system: str, slug: str, field: str, faces: list[str], outcome: str
) -> None:
    page.goto(f"{served.url}{system}/{slug}/")
    roll(page, 2)
    open_log(page)
    caption = page.locator("[data-log-fairness] figcaption").first
    expect(caption).to_be_visible(timeout=60_000)
    before = page.evaluate("(key) => localStorage.getItem(key)", key("/", system))
    page.get_by_role("button", name="Clear log").click()
    expect(rows(page)).to_have_count(0)
    expect(page.locator("[data-log-fairness]")).to_contain_text("No dice have been thrown")
    expect(page.get_by_role("button", name="Undo clear")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    expect(caption).to_be_visible()

    assert page.evaluate("(key) => localStorage.getItem(key)", key("/", system)) == before


@per_game
def test_typed_faces_get_the_same_telling_and_are_not_counted_as_ours(
    page: Page, served: Server, system: str, slug: str, field: str, faces: list[str], outcome: str
) -> None:
    page.goto(f"{served.url}{system}/{slug}/")
    page.get_by_role("button", name="I rolled …").click()
    due = page.locator("[data-due]")
    expect(due).to_contain_text(" for: ", timeout=60_000)
    expect(page.locator("[data-face]")).to_be_focused()
    type_face(page, "77")
    expect(page.locator("[data-wrong]")).to_contain_text("shows a whole number from 1 to")
    type_face(page, "x")
    expect(page.locator("[data-wrong]")).to_contain_text("got x.")
    type_face(page, faces[0])
    expect(page.locator("[data-so-far] .die")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-so-far] .die")).to_have_count(0)
    for face in faces:
        type_face(page, face)
        until(page, "document.querySelector('[data-face]').value === ''")
    expect(page.locator(".outcome b")).to_have_text(outcome)
    expect(page.locator("[data-typed]")).to_be_hidden()
    expect(page.locator("[data-rolled]")).to_be_focused()
    open_log(page)

    expect(rows(page).first.locator("[data-faces]")).to_contain_text("your own dice")
    expect(page.locator("[data-log-fairness]")).to_have_text("No dice have been thrown for you yet.")


def test_several_faces_may_be_typed_at_once_and_changed_inputs_begin_again(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-due]")).to_have_text("d6 for: Hit roll against 10", timeout=60_000)
    type_face(page, "6")
    expect(page.locator("[data-so-far] .die")).to_have_count(1)
    page.get_by_label("Defense, more").click()
    expect(page.locator("[data-due]")).to_have_text("d6 for: Hit roll against 11")
    expect(page.locator("[data-so-far] .die")).to_have_count(0)
    expect(page.locator("[data-wrong]")).to_contain_text("begin again")
    type_face(page, "6 4 2")
    expect(page.locator("[data-wrong]")).to_contain_text("takes 2 dice")
    type_face(page, "6 4")

    expect(page.locator(".outcome b")).to_have_text("Target down")


@per_game
@pytest.mark.parametrize("how", [REFUSE_WRITES, REFUSE_ALL], ids=["writes", "all"])
def test_where_storage_is_refused_the_log_lasts_as_long_as_the_page_and_says_so(
    page: Page,
    served: Server,
    system: str,
    slug: str,
    field: str,
    faces: list[str],
    outcome: str,
    how: str,
) -> None:
    page.add_init_script(how)
    page.goto(f"{served.url}{system}/{slug}/")
    roll(page, 2)
    open_log(page)

    expect(rows(page)).to_have_count(2)
    expect(page.locator("[data-log-trouble]")).to_contain_text("lasts only until you leave this page")
    page.reload()
    assert logged(page) == 0


@per_game
def test_junk_in_storage_is_passed_over(
    page: Page, served: Server, system: str, slug: str, field: str, faces: list[str], outcome: str
) -> None:
    page.goto(served.url + "about/")
    good = {
        "time": 1, "calculator": f"{system}.{slug}", "title": "<b>Bold</b>", "option": "", "outcome": "Hit",
        "odds": "a 9 % outcome", "faces": [[6, 6]], "typed": False, "link": [["offense", "7"]],
    }  # fmt: skip
    bad = [
        None, 7, "x", {}, [], {**good, "time": "now"}, {**good, "time": 1e300}, {**good, "calculator": "javascript:x"},
        {**good, "calculator": f"{system}.../../x"}, {**good, "calculator": "other.game"}, {**good, "faces": [[6, 7]]},
        {**good, "faces": None}, {**good, "link": ["a"]}, {**good, "odds": 9}, {**good, "title": "x" * 10_000},
    ]  # fmt: skip
    junk = ["{", "7", "null", "[]", '"x"', '{"schema":1}', '{"schema":1,"entries":7,"thrown":[]}', "x" * 100_000]
    stored = [
        json.dumps({"schema": 1, "entries": [*bad, good], "thrown": {"6": [1, "x"], "2": [1, 1], "__proto__": 1}})
    ]
    for text in [*junk, *stored]:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key("/", system), text])
        page.goto(f"{served.url}{system}/")
        open_log(page)
        expect(rows(page)).to_have_count(1 if text in stored else 0)
    expect(rows(page).first.get_by_role("link")).to_have_text("<b>Bold</b>")
    expect(page.locator("[data-log-fairness] figcaption")).to_have_text(
        "2 d2 thrown; each face expected 1 time.", timeout=60_000
    )
    page.goto(f"{served.url}{system}/{slug}/")
    roll(page)
    assert logged(page) == 2


def test_a_log_of_a_newer_version_stays_untouched(page: Page, served: Server) -> None:
    newer = '{"schema":2,"rolls":{}}'
    page.goto(served.url + "about/")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key("/", "raiders"), newer])
    page.goto(served.url + "raiders/strike/")
    roll(page)
    open_log(page)

    expect(page.locator("[data-log-trouble]")).to_contain_text("newer Tableside")
    assert page.evaluate("(key) => localStorage.getItem(key)", key("/", "raiders")) == newer


def test_only_the_last_two_hundred_are_kept_and_the_faces_still_counted(page: Page, served: Server) -> None:
    page.goto(served.url + "about/")
    entry = {
        "time": 1, "calculator": "raiders.strike", "title": "Strike", "option": "", "outcome": "Old",
        "odds": "a 9 % outcome", "faces": [[6, 6]], "typed": False, "link": [["offense", "7"]],
    }  # fmt: skip
    full = json.dumps({"schema": 1, "entries": [entry] * 200, "thrown": {"6": [0, 0, 0, 0, 0, 200]}})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key("/", "raiders"), full])
    page.goto(served.url + "raiders/strike/")
    open_log(page)
    expect(rows(page)).to_have_count(200)
    page.click("[data-roll]")
    expect(rows(page).first.locator("[data-outcome]")).not_to_have_text("Old", timeout=60_000)

    expect(rows(page)).to_have_count(200)
    expect(page.locator("[data-log-fairness] figcaption")).to_contain_text("202 d6 thrown")


def test_two_pages_of_one_game_share_the_log(page: Page, served: Server) -> None:
    other = page.context.new_page()
    other.goto(served.url + "raiders/")
    open_log(other)
    page.goto(served.url + "raiders/strike/")
    roll(page, 2)

    expect(rows(other)).to_have_count(2)
    other.close()


def test_what_the_inputs_rule_out_is_told_and_its_option_closed(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/round_options/")
    page.select_option("[data-option]", "haymaker")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
    page.uncheck("[id='f-me.melee']")
    closed = page.locator("[data-option] option[value=haymaker]")
    expect(closed).to_have_attribute("disabled", "", timeout=60_000)
    expect(closed).to_contain_text("not with these inputs")
    page.click("[data-roll]")

    expect(page.locator("[data-refused]")).to_contain_text("A haymaker needs a melee attack")
    page.check("[id='f-me.melee']")
    expect(page.locator("[data-refused]")).to_be_hidden()
    expect(closed).not_to_have_attribute("disabled", "")


def test_two_visits_do_not_repeat_each_other(browser: Browser, served: Server) -> None:
    """Two contexts share nothing, so Python boots in each."""
    told = []
    for _ in range(2):
        context = browser.new_context()
        page = context.new_page()
        page.goto(served.url + "raiders/strike/")
        roll(page, 12)
        stored = json.loads(page.evaluate("(key) => localStorage.getItem(key)", key("/", "raiders")))
        told.append([entry["faces"] for entry in stored["entries"]])
        context.close()

    assert told[0] != told[1]


def test_the_faces_come_from_the_browsers_crypto_source(page: Page, served: Server) -> None:
    """With a source that gives only zeros, every die shows 1."""

    def zeros(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body="crypto.getRandomValues = (view) => view.fill(0);\n" + response.text())

    page.route("**/worker.js", zeros)
    page.goto(served.url + "about/")
    script = page.evaluate("document.querySelector('script[type=module]').src").replace("page.js", "pyrules.js")
    faces = page.evaluate(
        """async (script) => {
          const { createRules } = await import(script);
          const rules = createRules({ shared: false });
          const reply = await rules.roll("raiders.strike", { offense: 7, defense: 10 });
          return reply.entry.faces;
        }""",
        script,
    )

    assert faces == [[6, 1], [6, 1]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@per_game
def test_axe_finds_nothing_in_a_roll_a_form_and_a_log(
    page: Page,
    served: Server,
    system: str,
    slug: str,
    field: str,
    faces: list[str],
    outcome: str,
    scheme: Any,
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 16000})
    page.goto(f"{served.url}{system}/{slug}/")
    roll(page)
    open_log(page)
    expect(page.locator("[data-log-fairness] figcaption").first).to_be_visible(timeout=60_000)
    page.get_by_label(f"{field}, more").click()
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-due]")).to_contain_text(" for: ")
    type_face(page, "99")
    expect(page.locator("[data-wrong]")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
    page.evaluate(AXE)
    found = page.evaluate("(tags) => axe.run({ runOnly: tags })", TAGS)["violations"]

    assert not [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"][:3]]


@per_game
def test_a_roll_is_made_by_keyboard_alone(
    page: Page, served: Server, system: str, slug: str, field: str, faces: list[str], outcome: str
) -> None:
    page.goto(f"{served.url}{system}/{slug}/")
    page.focus("[data-roll]")
    page.keyboard.press("Enter")
    expect(page.locator(".outcome")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-told]")).to_contain_text("outcome")
    expect(page.locator("[data-roll]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-face]")).to_be_focused()


@pytest.mark.parametrize("zoom", ["200%"])
@per_game
def test_nothing_of_a_roll_scrolls_sideways(
    page: Page,
    served: Server,
    system: str,
    slug: str,
    field: str,
    faces: list[str],
    outcome: str,
    zoom: str,
) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served.url}{system}/{slug}/")
    page.evaluate("(size) => { document.documentElement.style.fontSize = size }", zoom)
    roll(page)
    open_log(page)
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-due]")).to_contain_text(" for: ")

    assert page.evaluate("document.documentElement.scrollWidth") <= 360
