"""A new version is stored completely beside the old one, offered, and installed only after the reader agrees."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import saves_one_game, until
from .hosts import EDITION, Host, copied, replace

pytestmark = saves_one_game

READY = "A new version of Tableside is ready."
STRIKE = "raiders/strike/#offense=7&defense=10&brawn=6&weapon=15&protection=4"
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
COUNT_LOOKS = """
    window.looks = 0;
    const { update } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.update = function () { window.looks += 1; return update.call(this) };
"""
STATUS = "(url) => fetch(url, { cache: 'no-store' }).then(({ status }) => status)"
OUR_CACHES = "caches.keys().then((names) => names.length)"


@pytest.fixture
def host(one_game: Path) -> Iterator[Host]:
    with Host(one_game, base="/tableside/") as host:
        yield host


def saved(page: Page) -> None:
    expect(page.locator("[data-offline]")).to_have_text("Ready offline", timeout=60_000)


def offered(page: Page, words: str = READY) -> None:
    expect(page.locator("[data-update]")).to_contain_text(words, timeout=60_000)


def soon(condition: Callable[[], bool]) -> None:
    """Wait for something on the server's side."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_an_update_is_offered_in_words_and_taken_over_with_everything_that_was_typed(
    page: Page, host: Host, second: Path
) -> None:
    page.goto(host.url + STRIKE)
    expect(page.locator(".headline")).to_contain_text("20.56", timeout=60_000)
    saved(page)
    host.publish(second)
    page.reload()
    offered(page)
    brought = list(host.asked)
    expect(page.locator("footer")).not_to_contain_text(EDITION)
    page.get_by_role("button", name="Update", exact=True).click()
    expect(page.locator("[data-update]")).to_be_focused()
    page.fill("#f-defense", "1000")
    expect(page.locator("#p-defense")).to_be_visible()
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.get_by_role("button", name="Update now").click()

    expect(page.locator("footer")).to_contain_text(EDITION)
    expect(page.locator("#p-defense")).to_contain_text("got 1000")
    expect(page.locator("#f-weapon")).to_have_value("15")
    saved(page)
    expect(page.locator("[data-update]")).to_be_hidden()
    until(page, f"{OUR_CACHES}.then((count) => count === 1)")
    assert len(loads) == 1
    assert any("/assets/app-" in path for path in brought)
    packs = [path for path in brought if path.endswith((".pack", ".wasm", ".whl"))]
    assert not packs, "what has not changed is not fetched"


def test_an_update_that_is_put_off_changes_nothing(page: Page, host: Host, second: Path) -> None:
    page.goto(host.url + "help/")
    saved(page)
    host.publish(second)
    page.reload()
    offered(page)
    page.get_by_role("button", name="Later").click()
    expect(page.locator("[data-update]")).to_be_hidden()
    page.goto(host.url + "about/")
    saved(page)

    expect(page.locator("[data-update]")).to_be_hidden()
    expect(page.locator("footer")).not_to_contain_text(EDITION)
    assert page.evaluate("navigator.serviceWorker.getRegistration().then(({ waiting }) => !!waiting)")


def test_a_list_that_is_newer_than_the_files_changes_nothing_until_the_files_are_there(
    page: Page, host: Host, one_game: Path, second: Path, tmp_path: Path
) -> None:
    page.goto(host.url + "help/")
    saved(page)
    stale = copied(one_game, tmp_path / "stale")
    replace(stale / "sw.js", (second / "sw.js").read_bytes())
    host.publish(stale)
    page.reload()
    soon(lambda: any(path.endswith("/sw.js") for path in host.asked))
    until(page, "navigator.serviceWorker.getRegistration().then(({ installing }) => !installing)")
    saved(page)
    expect(page.locator("[data-update]")).to_be_hidden()
    page.goto(host.url + STRIKE)
    expect(page.locator(".headline")).to_contain_text("20.56", timeout=60_000)
    expect(page.locator("footer")).not_to_contain_text(EDITION)

    host.publish(second)
    page.reload()
    offered(page)


def test_an_update_without_room_is_reported_and_the_old_version_stays(page: Page, host: Host, second: Path) -> None:
    page.goto(host.url + "help/")
    saved(page)
    origin = host.url.removesuffix("/tableside/")
    room = {"origin": origin, "quotaSize": 1_000_000}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", room)
    host.publish(second)
    page.evaluate("void navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    expect(page.locator("[data-offline]")).to_have_text(
        "Ready offline; a new version could not be saved: this browser has no room", timeout=60_000
    )

    page.goto(host.url + "about/")
    saved(page)
    expect(page.locator("footer")).not_to_contain_text(EDITION)
    assert page.evaluate(OUR_CACHES) == 1


def test_another_tab_keeps_its_version_until_it_reloads(page: Page, host: Host, second: Path) -> None:
    page.goto(host.url + "help/")
    saved(page)
    other = page.context.new_page()
    other.goto(host.url + "raiders/strike/")
    saved(other)
    host.publish(second)
    page.reload()
    offered(page)
    offered(other)
    page.get_by_role("button", name="Update now").click()
    expect(page.locator("footer")).to_contain_text(EDITION)
    saved(page)

    offered(other, "Tableside was updated in another tab. This page goes on with the version it began with.")
    other.get_by_label("Weapon, more").click()
    until(other, "location.hash.includes('weapon=16')")
    [script] = other.locator("script[type=module]:not([async])").evaluate_all("all => all.map(({ src }) => src)")
    assert other.evaluate(STATUS, script.replace("pages/calculator", "worker/worker")) == 200
    assert other.evaluate(OUR_CACHES) == 2

    other.get_by_role("button", name="Update now").click()
    expect(other.locator("footer")).to_contain_text(EDITION)
    expect(other.locator("#f-weapon")).to_have_value("16")
    until(other, f"{OUR_CACHES}.then((count) => count === 1)")


def test_a_page_that_stays_open_looks_for_updates_once_an_hour(page: Page, host: Host, second: Path) -> None:
    page.clock.install()
    page.add_init_script(COUNT_LOOKS)
    page.goto(host.url + "help/")
    saved(page)
    host.publish(second)
    page.clock.fast_forward("59:00")
    page.evaluate(LOOK_AGAIN)
    assert page.evaluate("window.looks") == 0
    page.clock.fast_forward("02:00")
    page.evaluate(LOOK_AGAIN)
    page.evaluate(LOOK_AGAIN)

    offered(page)
    assert page.evaluate("window.looks") == 1
