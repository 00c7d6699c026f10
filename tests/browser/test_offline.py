"""After one visit everything works without the server. Pages name what cannot be stored or is lost."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from web.builder.dev.serve import Server

from .conftest import saves_one_game, until
from .hosts import Host, copied, replace

pytestmark = saves_one_game

STATE = "raiders/strike/#offense=7&defense=10&brawn=6&weapon=15&protection=4"
ANSWER = "20.56"

IN_OUR_CACHE = """async (change) => {
    const [name] = (await caches.keys()).filter((name) => name.startsWith("tableside "));
    const cache = await caches.open(name);
    const urls = (await cache.keys()).map(({ url }) => url);
    const find = (end) => urls.find((url) => url.endsWith(end));
    for (const end of change.lost ?? []) await cache.delete(find(end));
    for (const end of change.spoiled ?? []) await cache.put(find(end), new Response("spoiled"));
    return Promise.all((change.read ?? []).map(async (end) => {
        const held = find(end) && (await cache.match(find(end)));
        return held ? (await held.text()).slice(0, 7) : null;
    }));
}"""
THE_DAY_AFTER = """
    for (const key of Object.keys(localStorage)) if (key.endsWith(" checked")) localStorage[key] = "2000-01-01";
"""
KEEP_SOMETHING = """async () => {
    for (const name of ["somebody else", "tableside / 0123", "tableside /other/ 0123"]) await caches.open(name);
    localStorage["tableside./tableside/.log.raiders"] = "a log";
    await new Promise((resolve, reject) => {
        const request = indexedDB.open("tableside sheets");
        request.onupgradeneeded = () => request.result.createObjectStore("kept").put("a sheet", "one");
        request.onsuccess = () => resolve(request.result.close());
        request.onerror = reject;
    });
}"""
READ_SHEET = """() => new Promise((resolve, reject) => {
    const request = indexedDB.open("tableside sheets");
    request.onerror = reject;
    request.onsuccess = () => {
        const read = request.result.transaction("kept").objectStore("kept").get("one");
        read.onsuccess = () => resolve(read.result);
    };
})"""


A_STORE_THAT_CAN_BREAK = b"""
let broken = false;
self.addEventListener("message", ({ data }) => (broken ||= data.ask === "break"));
for (const [kind, name] of [[CacheStorage, "open"], [Cache, "match"], [Cache, "keys"]]) {
    const sound = kind.prototype[name];
    kind.prototype[name] = function (...given) {
        return broken ? Promise.reject(new DOMException("It is gone.", "UnknownError")) : sound.apply(this, given);
    };
}
"""


def offline_status_is(page: Page, words: str) -> None:
    """What the foot of the page says about offline use."""
    expect(page.locator("[data-offline]")).to_have_text(words, timeout=60_000)


def saved(page: Page) -> None:
    offline_status_is(page, "Ready offline")


def test_everything_works_with_the_server_gone(page: Page, served_sub: Server) -> None:
    """Under a path, too; test_chromium.py has the same at the root."""
    host = served_sub
    page.goto(host.url)
    saved(page)
    host.stop()

    page.goto(f"{host.url}no/such/page/")
    expect(page.locator("h1")).to_have_text("There is no such page")
    page.fill("#find", "strike")
    expect(page.locator("[data-results] li").first).to_be_visible()
    page.goto(host.url + STATE)
    expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)
    page.get_by_role("link", name="Ambush").click()
    page.get_by_label("Offense, more").click()
    until(page, "location.hash.includes('offense=')")
    page.goto(host.url + "raiders/rules/#RR-DMG-02")
    expect(page.locator("#RR-DMG-02")).to_be_visible()
    page.goto(host.url + "raiders/fight/#new=1")
    page.get_by_role("button", name="Footpad").click()
    page.get_by_role("button", name="Add 1", exact=True).click()
    expect(page.locator(".fighter")).to_be_visible(timeout=60_000)
    page.goto(host.url + "help")
    expect(page.locator("h1")).to_have_text("Help")


def test_the_browser_itself_answers_for_this_versions_files(page: Page, served: Server) -> None:
    """Scripts, styles and Python come from the cache without the service worker's script; pages still need it."""
    page.goto(served.url + STATE)
    saved(page)
    page.reload()
    until(page, "document.querySelector('#answer')?.dataset.state === ''")

    sources = page.evaluate("""performance.getEntriesByType("resource")
        .filter(({ name }) => name.includes("/assets/"))
        .map(({ workerFinalSourceType }) => workerFinalSourceType)""")
    assert len(sources) > 5 and set(sources) == {"cache"}


# What keeps the site from being saved


def test_a_server_that_stops_during_saving_is_reported_and_the_next_visit_continues(
    page: Page, one_game: Path, watch: Any
) -> None:
    with Host(one_game) as first:
        first.dies_at = "std.pack"
        page.goto(first.url + "help/")
        offline_status_is(page, "Could not be saved for offline use: the connection broke off")
        expect(page.locator("h1")).to_have_text("Help")
    with Host(one_game, port=first.port) as second:
        page.reload()
        saved(page)

        assert any("std.pack" in path for path in second.asked)
        assert any("pages.bundle" in path for path in first.asked), "all pages came at once"
        assert not [path for path in first.asked if path.endswith("/index.html")], "and none alone"
        assert not [path for path in second.asked if "pages.bundle" in path or path == "/about/index.html"], "and stay"


def test_where_pages_cannot_come_together_they_come_one_by_one(page: Page, one_game: Path, tmp_path: Path) -> None:
    faulty = copied(one_game, tmp_path / "site")
    [bundle] = faulty.glob("assets/pages-*/pages.bundle")
    replace(bundle, bundle.read_bytes()[:-2000])
    with Host(faulty) as host:
        page.goto(host.url + "help/")
        saved(page)
        assert "/about/index.html" in host.asked


def test_a_missing_or_damaged_file_on_the_server_is_reported_until_it_is_repaired(
    page: Page, one_game: Path, watch: Any, tmp_path: Path
) -> None:
    faulty = copied(one_game, tmp_path / "site")
    [icon] = faulty.glob("assets/app-*/icons/icon-512.png")
    sound = icon.read_bytes()
    with Host(faulty) as host:
        for content in (b"", sound[:-1]):
            icon.unlink(missing_ok=True)
            if content:
                icon.write_bytes(content)
            host.asked.clear()
            page.goto(host.url + "help/")
            offline_status_is(page, "Could not be saved for offline use: a file on the server is missing or damaged")
            assert [path for path in host.asked if path.endswith(icon.name)]
        icon.write_bytes(sound)
        page.reload()
        saved(page)


def test_a_browser_without_room_says_so_and_works_online(page: Page, served: Server, watch: Any) -> None:
    page.goto(served.url + "about/")
    saved(page)
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name) }")
    room = {"origin": served.url.rstrip("/"), "quotaSize": 1_000_000}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", room)
    page.goto(served.url + STATE)
    offline_status_is(page, "Some files are missing on this device; this browser has no room")

    expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)


def test_a_first_visit_without_room_says_so_and_leaves_nothing_behind(page: Page, served: Server, watch: Any) -> None:
    room = {"origin": served.url.rstrip("/"), "quotaSize": 1_000_000}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", room)
    page.goto(served.url + STATE)
    offline_status_is(page, "Could not be saved for offline use: this browser has no room")

    expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)
    assert page.evaluate("caches.keys()") == []


def test_a_browser_that_keeps_nothing_says_so_and_works_online(page: Page, one_game: Path, tmp_path: Path) -> None:
    refusing = copied(one_game, tmp_path / "site")
    script = (refusing / "sw.js").read_bytes()
    replace(refusing / "sw.js", b"Object.defineProperty(self, 'caches', { value: undefined });\n" + script)
    with Server(refusing) as served:
        page.goto(served.url + STATE)
        offline_status_is(page, "Could not be saved for offline use: this browser keeps nothing for this site")

        expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)


def test_a_private_window_without_service_workers_says_so_and_works_online(browser: Browser, served: Server) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(served.url + STATE)
    offline_status_is(page, "Works online only: this browser saves no pages")

    expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)
    context.close()


# What is lost again


def test_what_was_lost_or_damaged_is_fetched_again(page: Page, served: Server) -> None:
    page.goto(served.url)
    saved(page)
    page.evaluate(IN_OUR_CACHE, {"lost": ["/about/index.html", "core.pack"], "spoiled": ["/help/index.html"]})
    page.evaluate(THE_DAY_AFTER)
    page.reload()
    saved(page)
    served.stop()

    read = page.evaluate(IN_OUR_CACHE, {"read": ["/about/index.html", "core.pack", "/help/index.html"]})
    assert read[0] == read[2] == "<!docty"
    assert read[1].startswith("\x1f")


def test_without_a_network_missing_files_are_reported_and_later_fetched(page: Page, one_game: Path, watch: Any) -> None:
    watch.allow("503")
    with Host(one_game) as first:
        page.goto(first.url)
        saved(page)
    page.evaluate(IN_OUR_CACHE, {"lost": ["/about/index.html"]})
    page.goto(first.url + "help/")
    offline_status_is(page, "Some files are missing on this device; connect once to repair")
    page.goto(first.url + "about/")
    expect(page.locator("h1")).to_have_text("This page is missing on this device; connect once to repair")
    page.goto(first.url + "help/")
    offline_status_is(page, "Some files are missing on this device; connect once to repair")
    with Host(one_game, port=first.port):
        page.evaluate("window.dispatchEvent(new Event('online'))")
        saved(page)
    page.goto(first.url + "about/")
    expect(page.locator("h1")).to_have_text("About Tableside")


def test_trying_again_mends_a_damaged_python(page: Page, served: Server, watch: Any) -> None:
    page.goto(f"{served.url}help/")  # which does not start Python
    saved(page)
    page.evaluate(IN_OUR_CACHE, {"spoiled": ["pyodide.asm.wasm"]})
    page.goto(served.url + STATE)
    expect(page.locator("[data-reason]")).to_contain_text("refused to compile Python", timeout=60_000)
    page.get_by_role("button", name="Try again").click()

    expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)


def test_a_cache_that_fails_later_is_reported_and_pages_come_from_the_server(
    page: Page, one_game: Path, tmp_path: Path
) -> None:
    """Otherwise the service worker would stand between the page and a server that has everything."""
    breaking = copied(one_game, tmp_path / "site")
    replace(breaking / "sw.js", A_STORE_THAT_CAN_BREAK + (breaking / "sw.js").read_bytes())
    with Server(breaking) as served:
        page.goto(served.url)
        saved(page)
        until(page, "!!navigator.serviceWorker.controller")
        page.evaluate("navigator.serviceWorker.controller.postMessage({ ask: 'break' })")
        page.goto(served.url + STATE)
        offline_status_is(page, "Some files are missing on this device; this browser keeps nothing for this site")

        expect(page.locator(".headline")).to_contain_text(ANSWER, timeout=60_000)


# Beside others


def test_a_neighbor_on_the_same_origin_keeps_its_cache(page: Page, served_sub: Server) -> None:
    page.goto(served_sub.url)
    page.evaluate("caches.open('somebody else')")
    saved(page)
    page.reload()
    saved(page)

    assert "somebody else" in page.evaluate("caches.keys()")
    assert all("/tableside/" in name for name in page.evaluate("caches.keys()") if name.startswith("tableside"))


def test_a_reset_removes_the_apps_own_files_and_nothing_else(page: Page, served_sub: Server) -> None:
    page.goto(served_sub.url + "help/")
    saved(page)
    page.evaluate(KEEP_SOMETHING)
    page.get_by_role("button", name="Reset app files").click()
    page.get_by_role("button", name="Keep them").click()
    page.get_by_role("button", name="Reset app files").click()
    page.get_by_role("button", name="Remove them").click()
    expect(page.locator("[data-app-files-result]")).to_contain_text("files of Tableside's own have been removed.")

    assert sorted(page.evaluate("caches.keys()")) == ["somebody else", "tableside / 0123", "tableside /other/ 0123"]
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert page.evaluate("localStorage['tableside./tableside/.log.raiders']") == "a log"
    assert page.evaluate(READ_SHEET) == "a sheet"
    page.reload()
    saved(page)
