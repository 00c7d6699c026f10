"""Broken, wrong or stalled connections, and damaged files: the page names the problem and repairs it."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.builder.site import scripts

from .conftest import saves_one_game, until
from .hosts import Host, copied, replace
from .test_offline import ANSWER, IN_OUR_CACHE, STATE, offline_status_is, saved

pytestmark = saves_one_game

PORTAL = b"<!doctype html><title>Free wifi</title><p>Please sign in."
TYPES_IN_OUR_CACHE = """async (end) => {
    const [name] = (await caches.keys()).filter((name) => name.startsWith("tableside "));
    const cache = await caches.open(name);
    const [{ url }] = (await cache.keys()).filter(({ url }) => url.endsWith(end));
    return (await cache.match(url)).headers.get("content-type");
}"""
CUT_IN_OUR_CACHE = """async (end) => {
    const [name] = (await caches.keys()).filter((name) => name.startsWith("tableside "));
    const cache = await caches.open(name);
    const [{ url }] = (await cache.keys()).filter(({ url }) => url.endsWith(end));
    const held = await cache.match(url);
    const text = await held.text();
    await cache.put(url, new Response(text.slice(0, text.lastIndexOf("}")), { headers: held.headers }));
}"""
STALL_MS = "STALL_MS=2e4"
"""As the built service worker has it."""
COUNT_OURS = "caches.keys().then((all) => all.filter((name) => name.startsWith('tableside ')).length)"


@pytest.fixture
def host(one_game: Path) -> Any:
    with Host(one_game) as host:
        yield host


def answered(page: Page) -> None:
    expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)


# What the server says of its files


def test_wasm_with_a_wrong_media_type_is_compiled_and_stored_with_the_right_one(page: Page, host: Host) -> None:
    host.types[".wasm"] = "application/octet-stream"
    page.goto(host.url + STATE)
    answered(page)
    saved(page)

    assert page.evaluate(TYPES_IN_OUR_CACHE, "pyodide.asm.wasm") == "application/wasm"
    host.stop()
    page.goto(host.url + STATE.replace("weapon=15", "weapon=14"))
    expect(page.locator(".headline")).not_to_contain_text(ANSWER, timeout=60_000)
    expect(page.locator("[data-runtime]")).to_be_hidden()


def test_a_sign_in_page_of_the_network_is_reported_and_saving_continues_later(
    page: Page, host: Host, watch: Any
) -> None:
    host.portal = PORTAL
    host.portal_for = ("/sw.js", ".pack", ".wasm", "pyodide.mjs")
    watch.allow("MIME type")
    page.goto(host.url + STATE)
    expect(page.locator("[data-reason]")).to_contain_text("the network answered with a page of its own", timeout=60_000)
    offline_status_is(
        page,
        "Could not be saved for offline use: the network answers with a page of its own. Sign in to it; "
        "saving goes on by itself",
    )
    host.portal_for = ()

    offline_status_is(page, "Saved on this device; Python is not running here")
    page.get_by_role("button", name="Try again").click()
    answered(page)
    saved(page)


def test_a_stalled_download_is_reported_and_continues_by_itself(page: Page, one_game: Path, tmp_path: Path) -> None:
    quick = copied(one_game, tmp_path / "site")
    worker = (quick / "sw.js").read_text()
    assert worker.count(STALL_MS) == 1
    replace(quick / "sw.js", worker.replace(STALL_MS, "STALL_MS=300").encode())
    with Host(quick) as host:
        host.stalls_at = "std.pack"
        page.goto(host.url + "help/")
        offline_status_is(page, "Could not be saved for offline use: the connection broke off")
        host.stalls_at = ""

        saved(page)


# Files that were damaged on this device


def test_a_script_cut_in_the_cache_is_fetched_again_on_the_load_that_trips_over_it(
    page: Page, host: Host, watch: Any
) -> None:
    """The entry of a page, and a script that it imports."""
    watch.allow("Unexpected end of input")
    watch.allow("Invalid or unexpected token")
    watch.allow("Unterminated")
    watch.allow("SyntaxError")
    page.goto(host.url)
    saved(page)
    for script in scripts.with_imports(scripts.graph(), "pages/calculator.js")[:2]:
        page.evaluate(CUT_IN_OUR_CACHE, script)
        page.goto(host.url + STATE)

        answered(page)
        expect(page.locator(".start-check")).to_have_count(0)
        assert watch.troubles, script
        watch.troubles.clear()
        page.goto(host.url + "help/")


def test_a_script_cut_in_the_cache_is_named_while_there_is_no_network(page: Page, host: Host, watch: Any) -> None:
    watch.allow("Unexpected end of input")
    watch.allow("SyntaxError")
    watch.allow("Unterminated")
    page.goto(host.url)
    saved(page)
    page.evaluate(CUT_IN_OUR_CACHE, "/help.js")
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    host.stop()
    page.goto(host.url + "help/")

    expect(page.locator(".start-check")).to_have_text(
        "A part of this page could not be fetched: there is no connection.", timeout=60_000
    )


def test_what_could_not_be_mended_is_read_through_at_the_next_visit(page: Page, one_game: Path) -> None:
    with Host(one_game) as first:
        page.goto(first.url)
        saved(page)
    page.evaluate(IN_OUR_CACHE, {"lost": ["/about/index.html"], "spoiled": ["/obss/index.html", "/wwn/index.html"]})
    page.reload()
    offline_status_is(page, "Some files are missing on this device; connect once to repair")
    with Host(one_game, port=first.port):
        page.reload()
        saved(page)

    assert page.evaluate(IN_OUR_CACHE, {"read": ["/obss/index.html", "/wwn/index.html"]}) == ["<!docty"] * 2


# Updates


def test_what_has_come_of_an_update_stays_over_visits_without_a_network(
    page: Page, one_game: Path, second: Path
) -> None:
    with Host(one_game) as host:
        page.goto(host.url + "help/")
        saved(page)
        host.publish(second)
        host.dies_at = "pages.bundle"
        page.reload()
        until(page, f"{COUNT_OURS}.then((count) => count === 2)")
    for _ in range(2):
        page.reload()
        saved(page)

    assert page.evaluate(COUNT_OURS) == 2
    with Host(second, port=host.port) as host:
        page.reload()
        expect(page.locator("[data-update]")).to_contain_text("A new version", timeout=60_000)
        assert not [path for path in host.asked if path.endswith("std.pack")], "it had come before"


# A page that does not start


def test_a_page_older_than_its_files_is_asked_for_once_more_past_the_cache(
    page: Page, one_game: Path, second: Path, watch: Any
) -> None:
    watch.allow("404")
    with Host(second) as host:
        stale = (one_game / "help" / "index.html").read_bytes()
        page.route("**/help/", lambda route: route.fulfill(content_type="text/html", body=stale), times=1)
        page.goto(host.url + "help/")

        expect(page.locator("footer")).to_contain_text("Second edition", timeout=60_000)
        expect(page.locator(".start-check")).to_have_count(0)


def test_a_script_that_never_arrives_is_reported_and_the_page_stays_readable(page: Page, host: Host) -> None:
    page.clock.install()
    page.route("**/calculator.js", lambda route: None)
    page.goto(host.url + STATE, wait_until="commit")
    expect(page.locator("#answer")).to_be_attached()
    page.clock.run_for(8_500)

    expect(page.locator(".start-check")).to_contain_text("The scripts of this page are still on their way.")
    expect(page.locator(".headline")).to_contain_text("97.2")


def test_a_slow_start_of_python_is_reported(page: Page, host: Host) -> None:
    page.clock.install()
    host.stalls_at = "pyodide.asm.wasm"
    page.goto(host.url + STATE)
    expect(page.locator("#answer")).to_have_attribute("data-state", "updating")
    page.clock.run_for(8_500)

    expect(page.locator("[data-status]")).to_contain_text("Python is still on its way")
    # The link asks for other figures than those of the example.
    expect(page.locator(".headline .n").first).to_have_css("visibility", "hidden")
    expect(page.locator("[data-status]")).not_to_contain_text("example")


def test_a_broken_script_is_reported_after_two_reloads(page: Page, host: Host, watch: Any) -> None:
    watch.allow("broken")
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.route(
        "**/help.js", lambda route: route.fulfill(content_type="text/javascript", body="throw new Error('broken')")
    )
    page.goto(host.url + "help/")

    expect(page.locator(".start-check")).to_contain_text("This page could not start", timeout=60_000)
    assert len(loads) == 3


def test_an_old_browser_names_the_needed_versions_and_shows_the_pages(page: Page, host: Host, watch: Any) -> None:
    watch.allow("is not a function")
    page.add_init_script("delete Array.prototype.at")
    page.goto(host.url + STATE)

    expect(page.locator(".start-check")).to_contain_text("This browser is too old")
    expect(page.locator(".headline")).to_contain_text("97.2")
