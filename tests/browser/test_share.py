"""Sharing from a calculator page, and an embedded calculator, in one game each run."""

import re
from collections import Counter
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

import pyrules
from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from .conftest import frames, saves_the_site, until
from .visits import WATCH_SHIFTS, axe

GAMES = [
    ("obss", "strike", "modifier"),
    ("openquest", "damage", "ap"),
    ("raiders", "strike", "offense"),
    ("wwn", "attack", "target_ac"),
    ("stepdie", "attack", "attacker.damage"),
]
in_a_game = pytest.mark.parametrize(("game", "calculator", "field"), one_unless_long(GAMES))


@pytest.fixture(autouse=True)
def clipboard(context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])


def share(page: Page) -> None:
    page.click("[data-tool=share]")
    expect(page.locator("[data-qr] svg")).to_be_visible(timeout=60_000)


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


@in_a_game
def test_an_untouched_page_is_shared_with_its_state_spelled_out(
    page: Page, served: Server, game: str, calculator: str, field: str
) -> None:
    page.goto(f"{served.url}{game}/{calculator}/")
    assert page.evaluate("location.hash") == ""
    page.click("[data-tool=share]")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#tool-share [data-copied]").first).to_have_text("Link copied")
    link = copied(page)
    headline = page.inner_text(".headline .big")

    assert f"{field}=" in link
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".headline .big")).to_have_text(headline, use_inner_text=True, timeout=60_000)
    assert other.input_value(f"[id='f-{field}']") == page.input_value(f"[id='f-{field}']")


@in_a_game
def test_the_line_the_code_and_the_link_follow_the_state(
    page: Page, served: Server, game: str, calculator: str, field: str
) -> None:
    page.goto(f"{served.url}{game}/{calculator}/")
    share(page)
    before = page.inner_html("[data-qr]")
    page.get_by_role("button", name="Copy link").click()
    page.fill(f"[id='f-{field}']", "12")
    expect(page.locator("#tool-share [data-copied]").first).to_have_text("")
    expect(page.locator("[data-link]")).to_contain_text(f"{field}=12")
    expect(page.locator("[data-line]")).to_contain_text("12")
    until(page, "(before) => document.querySelector('[data-qr]').innerHTML !== before", before)

    page.get_by_role("button", name="Copy the answer").click()
    expect(page.locator("[data-made] [data-copied]")).to_have_text("Answer copied")
    assert copied(page) == page.inner_text("[data-line]")
    assert "%" in copied(page)
    page.set_viewport_size({"width": 360, "height": 8000})  # tall, so that no sticky bar lies over a target
    assert not axe(page)


def test_all_figures_are_copied_as_text_and_a_table_as_csv_or_downloaded(page: Page, served: Server) -> None:
    page.goto(f"{served.url}raiders/strike/")
    share(page)
    page.fill("[id='f-offense']", "6")
    page.get_by_role("button", name="Copy all figures").click()
    expect(page.locator("[data-made] [data-copied]")).to_have_text("All figures copied")
    first, *middle, last = copied(page).split("\n")
    assert first == page.inner_text("[data-line]") and "Offense +6" in first
    assert last == page.inner_text("[data-link]")
    wounds = next(line for line in middle if line.startswith("Wounds: "))
    assert "Median" in wounds and "standard deviation" in wounds and "Nine times out of ten" in wounds

    page.get_by_label("A table as CSV").select_option(index=0)
    page.get_by_role("button", name="Copy as CSV").click()
    expect(page.locator("[data-tables] [data-copied]")).to_have_text("Table copied as CSV")
    heading, *rows = copied(page).splitlines()
    assert heading == "Wounds,Exactly,At least,At most,As a fraction"
    outcome, exactly, least, _, fraction = rows[0].split(",")
    assert (outcome, least) == ("0", "1.000000000000")
    assert abs(float(exactly) - Fraction(fraction)) < 1e-11

    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Copy as CSV").click()
    assert downloaded.value.path().read_text(encoding="utf-8").splitlines() == [heading, *rows]
    expect(page.locator("[data-tables] [data-copied]")).to_contain_text("is among your downloads")


@pytest.mark.parametrize(("game", "calculator", "field"), GAMES[1:2])
def test_with_a_wrong_input_the_link_holds_the_last_valid_numbers_and_says_so(
    page: Page, served: Server, game: str, calculator: str, field: str
) -> None:
    page.goto(f"{served.url}{game}/{calculator}/")
    share(page)
    page.fill(f"[id='f-{field}']", "12")
    expect(page.locator("[data-link]")).to_contain_text(f"{field}=12")
    expect(page.locator(".last-valid")).to_be_hidden()
    page.fill(f"[id='f-{field}']", "1000")
    expect(page.locator(".last-valid")).to_be_visible()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#tool-share [data-copied]").first).to_contain_text("last valid numbers")

    assert f"{field}=12" in copied(page)


def test_the_sheet_of_the_device_is_offered_where_there_is_one(page: Page, served: Server) -> None:
    page.add_init_script("navigator.share = (data) => { window.sent = data; return Promise.resolve(); }")
    page.goto(served.url + "raiders/strike/")
    share(page)
    page.get_by_role("button", name="Send …").click()
    sent = page.evaluate("window.sent")

    assert "#offense=7&defense=10&brawn=6&weapon=15&protection=5&" in sent["url"]
    assert sent["url"].endswith("&extremes=yes"), "table rules, too"
    assert sent["text"].startswith("Raiders Strike, ")


def test_without_a_sheet_of_the_device_none_is_offered(page: Page, served: Server) -> None:
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(served.url + "raiders/strike/")
    share(page)

    expect(page.locator("[data-send]")).to_be_hidden()


def test_a_link_that_is_too_long_is_given_as_text_alone(page: Page, served: Server) -> None:
    names = "&".join(f"order={at}{'%C3%A9' * 18}" for at in range(20))
    page.goto(f"{served.url}wwn/turn_order/#{names}&ops=")
    page.click("[data-tool=share]")
    shared = page.locator("#tool-share")
    expect(shared).to_contain_text("too many for a QR code", timeout=60_000)
    expect(shared.locator("svg")).to_have_count(0)
    expect(shared.locator("[data-link]")).to_contain_text("order=19")
    expect(shared.locator("[data-code-fold]")).to_be_hidden()


# In an iframe


@pytest.mark.parametrize(("game", "calculator", "field", "width"), [(*GAMES[0], 360), (*GAMES[1], 900)])
def test_an_embedded_calculator_is_bare_from_the_first_paint_and_works(
    page: Page, served: Server, game: str, calculator: str, field: str, width: int
) -> None:
    page.add_init_script(WATCH_SHIFTS)
    page.set_viewport_size({"width": width, "height": 640})
    found = pyrules.calculator(f"{game}.{calculator}")
    pairs = dict(found.to_pairs(found.parse(dict(found.start)))) | {field: "9"}
    page.goto(f"{served.url}{game}/{calculator}/?embed#{urlencode(pairs)}")
    for gone in (".bar", ".moments", ".foot", "[data-tool]"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator("[data-roll]")).to_be_visible()
    expect(page.locator(".headline")).to_be_visible()
    frames(page)
    assert page.evaluate("window.shift") == 0
    page.set_viewport_size({"width": width, "height": 8000})  # tall, so that no sticky bar lies over a target
    assert not axe(page)


@in_a_game
def test_an_embedded_calculator_leads_to_its_state_in_the_whole_page(
    page: Page, served: Server, tmp_path: Path, game: str, calculator: str, field: str
) -> None:
    page.goto(f"{served.url}{game}/{calculator}/")
    share(page)
    page.locator("[data-code-fold] summary").click()
    page.get_by_role("button", name="Copy code").click()
    code = copied(page)
    assert "?embed#" in code

    (tmp_path / "index.html").write_text(f"<!doctype html><link rel=icon href='data:,'><main>{code}</main>")
    with Server(tmp_path) as stranger:
        page.goto(stranger.url)
        follow_the_frame(page, field)


def follow_the_frame(page: Page, field: str) -> None:
    frame = page.frame_locator("iframe")
    expect(frame.locator(".headline")).to_be_visible()
    frame.locator(f"[id='f-{field}']").fill("13")
    expect(frame.locator("[data-open]")).to_have_attribute("href", re.compile(rf"[#&]{field}=13"), timeout=60_000)
    with page.context.expect_page() as opened:
        frame.locator("[data-open]").click()
    opened.value.wait_for_load_state()
    assert "embed" not in opened.value.url
    assert opened.value.input_value(f"[id='f-{field}']") == "13"
    with page.context.expect_page() as looked_up:
        frame.locator(".hint a").first.click()
    assert "/rules/#" in looked_up.value.url


@saves_the_site
@pytest.mark.one_game
def test_an_address_without_its_slash_keeps_the_question_and_the_state(page: Page, served: Server) -> None:
    """The server completes it, and so does the service worker."""
    for server_is_there in (True, False):
        page.goto(f"{served.url}raiders/strike?embed#offense=9&defense=11")
        assert urlsplit(page.url).path.endswith("/strike/")
        assert urlsplit(page.url).query == "embed"
        assert page.input_value("#f-offense") == "9"
        expect(page.locator(".bar")).to_be_hidden()
        if server_is_there:
            page.goto(served.url)
            expect(page.locator("[data-offline]")).to_have_text("Ready offline", timeout=60_000)
            served.stop()
            page.reload()


# An image


COMPARED = "vs.title=Greatsword&vs.title=Bow&vs.offense=5&vs.defense=10&vs.brawn=6&vs.weapon=9&vs.protection=5"


COLORED = 60
"""A shade of the game's color has channels that differ by more; text, lines and paper are gray."""


def saved_image(page: Page, label: str) -> bytes:
    page.focus("#share-picture")
    page.select_option("#share-picture", label)
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Save image").click()
    return downloaded.value.path().read_bytes()


def test_each_picture_is_saved_as_an_image_that_is_light_whatever_the_page_is(page: Page, served: Server) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{served.url}raiders/strike/#offense=7&defense=10&brawn=6&weapon=15&protection=5&{COMPARED}")
    expect(page.locator("[data-compared] figure svg").first).to_be_visible()
    share(page)
    page.focus("#share-picture")
    labels = page.locator("#share-picture option").all_inner_texts()
    dark = {label: saved_image(page, label) for label in labels}
    page.emulate_media(color_scheme="light")
    paper = page.eval_on_selector("body", "(body) => getComputedStyle(body).backgroundColor.match(/\\d+/g).map(Number)")

    assert labels == ["Wounds", "Mox of a hit", "Compare: Wounds", "Compare: Mox of a hit"]
    for label, image in dark.items():
        assert image == saved_image(page, label), label
        drawn = Image.open(BytesIO(image)).convert("RGB")
        pixels = Counter(drawn.get_flattened_data())
        assert drawn.width == 3 * 352
        assert pixels.most_common(1)[0][0] == tuple(paper)
        colored = sum(count for rgb, count in pixels.items() if max(rgb) - min(rgb) > COLORED)
        assert colored > 9 * 320, label


def test_an_image_is_copied_or_downloaded_where_the_clipboard_refuses(page: Page, served: Server) -> None:
    page.goto(f"{served.url}raiders/strike/")
    share(page)
    page.get_by_role("button", name="Copy image").click()
    expect(page.locator("[data-pictures] [data-copied]")).to_have_text("Image copied")
    types = page.evaluate("navigator.clipboard.read().then(([item]) => item.types)")
    assert types == ["image/png"]

    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(); }")
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Copy image").click()
    assert downloaded.value.suggested_filename == "strike-wounds.png"
    expect(page.locator("[data-pictures] [data-copied]")).to_have_text("strike-wounds.png is among your downloads.")
