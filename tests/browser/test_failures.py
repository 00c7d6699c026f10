"""After a failure the page says so in a sentence, keeps what it shows, and continues as soon as possible."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from web.builder.dev.serve import Server

from . import slow
from .conftest import own_context, until
from .hosts import Host

pytestmark = own_context

STRIKE = "raiders/strike/"
STATE = f"{STRIKE}#offense=7&defense=10&brawn=6&weapon=15&protection=4"
ROUNDS = "wwn/rounds_to_drop/"


EASY = "#attacks.0.weapon.damage=1d8&attacks.0.target_ac=13&hp="
LONG, ENDLESS = f"{EASY}12", f"{EASY}500"
CODES = {'["hp","12"]': slow.FOUR_SECONDS, '["hp","500"]': slow.ENDLESS}


class Workers:
    """The shared workers of a site, which only the browser itself can kill."""

    def __init__(self, browser: Browser, site: str) -> None:
        self._site = site
        self._browser = browser.new_browser_cdp_session()

    def ids(self) -> list[str]:
        listed = self._browser.send("Target.getTargets")["targetInfos"]
        return [each["targetId"] for each in listed if each["type"] == "shared_worker" and self._site in each["url"]]

    def kill(self) -> str:
        """End the one that runs; returns its id."""
        [one] = self.ids()
        self._browser.send("Target.closeTarget", {"targetId": one})
        return one

    def wait_for_other(self, than: str) -> None:
        end = time.monotonic() + 30
        while not [each for each in self.ids() if each != than]:
            assert time.monotonic() < end
            time.sleep(0.02)


@pytest.fixture
def served(site: Path, tmp_path: Path) -> Iterator[Server]:
    """A site whose Python works long at LONG and ENDLESS."""
    with Server(slow.slow_site(site, tmp_path / "site", CODES)) as server:
        yield server


@pytest.fixture
def workers(browser: Browser, served: Server) -> Workers:
    return Workers(browser, served.url)


def ask(page: Page, state: str) -> None:
    page.evaluate("(state) => { location.hash = state }", state)
    expect(page.locator("#answer")).to_have_attribute("data-state", "updating")


def shown(page: Page) -> str:
    return page.inner_text(".headline .big")


def open_example(page: Page, served: Server) -> str:
    """The rounds page with Python up; returns the headline of an easy state."""
    page.goto(f"{served.url}{ROUNDS}{EASY}10")
    until(page, "document.querySelector('#answer').dataset.state === ''")
    return shown(page)


# The worker


def test_a_worker_killed_in_mid_answer_is_replaced_by_one_that_answers_and_that_the_next_page_uses(
    page: Page, served: Server, workers: Workers
) -> None:
    """early.js must know the new worker's name, too: else the next page starts a second Python."""
    before = open_example(page, served)
    ask(page, LONG)
    killed = workers.kill()
    workers.wait_for_other(killed)
    until(page, "document.querySelector('#answer').dataset.state === ''")

    assert shown(page) != before
    expect(page.locator("[data-runtime]")).to_be_hidden()
    expect(page.locator("[data-status]")).to_be_hidden()

    replacing = workers.ids()
    page.goto(served.url + STATE)
    expect(page.locator(".headline")).to_contain_text("20.56", timeout=60_000)
    assert workers.ids() == replacing
    assert len(replacing) == 1


def test_a_request_that_ends_two_workers_is_reported_and_the_last_answer_stays(
    page: Page, served: Server, workers: Workers
) -> None:
    before = open_example(page, served)
    ask(page, ENDLESS)
    killed = workers.kill()
    workers.wait_for_other(killed)
    # The page waits for the lock that a worker holds while it is at something: then it has heard of the other.
    until(page, "navigator.locks.query().then((locks) => locks.pending.length > 0)")
    workers.kill()
    expect(page.locator("[data-runtime]")).to_contain_text("Python stopped twice in the middle of this calculation.")
    expect(page.locator("[data-status]")).to_contain_text("Last valid answer")
    assert shown(page) == before

    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.evaluate(f"location.hash = '{EASY}11'")
    until(page, "document.querySelector('#answer').dataset.state === ''")
    expect(page.locator("[data-runtime]")).to_be_hidden()
    assert shown(page) != before


@pytest.mark.parametrize("kind", ["shared", "own"])
def test_a_runaway_calculation_can_be_stopped_and_its_worker_answers_what_is_typed_next(
    page: Page, served: Server, workers: Workers, kind: str
) -> None:
    if kind == "own":
        page.add_init_script("delete window.SharedWorker")
    before = open_example(page, served)
    running = workers.ids()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_hidden()
    ask(page, ENDLESS)
    stop.click()
    expect(page.locator("[data-status]")).to_have_text("Last valid answer: the one for these inputs was stopped.")
    expect(stop).to_be_hidden()
    expect(page.locator("[data-runtime]")).to_be_hidden()
    assert shown(page) == before
    assert page.input_value("#f-hp") == "500"

    page.evaluate(f"location.hash = '{EASY}11'")
    until(page, "document.querySelector('#answer').dataset.state === ''")
    assert shown(page) != before
    expect(page.locator("[data-status]")).to_be_hidden()
    assert workers.ids() == running
    assert len(running) == (kind == "shared")


def test_a_tab_that_comes_to_a_busy_worker_gets_another(page: Page, served: Server, workers: Workers) -> None:
    open_example(page, served)
    ask(page, ENDLESS)
    other = page.context.new_page()
    other.goto(served.url + STATE)
    expect(other.locator(".headline")).to_contain_text("20.56", timeout=60_000)

    assert len(workers.ids()) == 2
    expect(page.locator("#answer")).to_have_attribute("data-state", "updating")
    third = page.context.new_page()
    third.goto(served.url + STATE)
    expect(third.locator(".headline")).to_contain_text("20.56", timeout=60_000)
    assert len(workers.ids()) == 2, "who comes later finds the free one"


def test_without_shared_workers_each_page_has_its_own(page: Page, served: Server, workers: Workers) -> None:
    page.add_init_script("delete window.SharedWorker")
    page.goto(served.url + STATE)
    expect(page.locator(".headline")).to_contain_text("20.56", timeout=60_000)
    page.get_by_role("link", name="Ambush").click()
    page.get_by_label("Offense, more").click()
    until(page, "location.hash.includes('offense=')")

    assert not workers.ids()
    assert len(page.workers) == 1


def test_python_starts_before_the_pages_modules_are_there(page: Page, served: Server, workers: Workers) -> None:
    page.route("**/pages/calculator.js", lambda route: None)
    page.goto(served.url + STRIKE, wait_until="commit")
    workers.wait_for_other("none")

    assert page.evaluate("startedEarly.address").endswith("/worker.js")


@pytest.mark.parametrize("when", ["never", "late"])
def test_a_page_whose_early_script_does_not_come_in_time_starts_python_itself(
    page: Page, served: Server, workers: Workers, watch: Any, when: str
) -> None:
    watch.allow("ERR_FAILED")
    held: list[Route] = []
    page.route("**/early.js", lambda route: route.abort() if when == "never" else held.append(route))
    page.goto(served.url + STATE, wait_until="commit")
    expect(page.locator(".headline")).to_contain_text("20.56", timeout=60_000)
    for route in held:
        with page.expect_event("load"):
            route.continue_()

    assert len(workers.ids()) == 1


def test_a_sandboxed_frame_keeps_its_example_and_says_why(page: Page, served: Server, tmp_path: Path) -> None:
    """It may keep nothing and start no worker; `Watch` fails the test for any error."""
    frame = f'<iframe sandbox="allow-scripts" width=400 height=2000 src="{served.url}{STATE}"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html><link rel=icon href=data:,>{frame}")
    with Server(tmp_path) as stranger:
        page.goto(stranger.url)
        inside = page.frame_locator("iframe")

        expect(inside.locator("[data-reason]")).to_have_text(
            "This page may start no worker, as in a sandboxed frame.", timeout=60_000
        )
        expect(inside.locator(".headline")).to_contain_text("97.2")
        expect(inside.locator("[data-offline]")).to_have_text("Works online only: this browser saves no pages")


# Python


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    with Host(site) as host:
        yield host


def test_a_policy_against_wasm_is_reported_and_the_pages_stay_readable(page: Page, host: Host, watch: Any) -> None:
    watch.allow("Content Security Policy")
    host.headers["/worker.js"] = ("Content-Security-Policy", "script-src 'self'")
    page.goto(host.url + STRIKE)
    expect(page.locator("[data-runtime]")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-runtime]")).to_contain_text("Python is not running")
    expect(page.locator("[data-reason]")).to_contain_text("This browser refused to compile Python")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator(".headline")).to_contain_text("97.2")
    page.get_by_role("link", name="quick reference").click()

    page.locator("[data-topic]:has(#RR-DMG-02) > details > summary").click()
    expect(page.locator("#RR-DMG-02")).to_be_visible()


def test_a_browser_without_wasm_is_reported(page: Page, site: Path, host: Host, watch: Any) -> None:
    watch.allow("WebAssembly is not defined")
    [worker] = site.glob("assets/app-*/scripts/worker/worker.js")
    script = f"delete globalThis.WebAssembly;\n{worker.read_text()}"
    page.route("**/worker.js", lambda route: route.fulfill(content_type="text/javascript", body=script))
    page.add_init_script("delete window.SharedWorker")
    page.goto(host.url + STRIKE)

    expect(page.locator("[data-reason]")).to_have_text("This browser has WebAssembly switched off.", timeout=60_000)
    expect(page.locator(".headline")).to_contain_text("97.2")


# No script


def test_without_javascript_pages_answers_and_reference_read_well(browser: Browser, served: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served.url)
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_label("Search rules and calculators")).to_be_hidden()
    page.get_by_role("link", name="Ruins & Raiders").first.click()
    page.goto(served.url + STRIKE)
    expect(page.locator(".headline")).to_contain_text("97.2")
    expect(page.locator("form noscript p")).to_be_visible()
    for dead in ("Roll it", "Compare", "Share", "Back to the example", "Offense, more"):
        expect(page.get_by_role("button", name=dead)).to_be_hidden()
    closed = page.locator("main details:not([open]) > summary:visible")
    for _ in range(100):  # an opened fold may hold others
        if closed.count():
            closed.first.click()
    expect(closed).to_have_count(0)
    page.get_by_role("link", name="Rules", exact=True).click()
    page.locator("[data-topic]:has(#RR-DMG-02) > details > summary").click()
    expect(page.locator("#RR-DMG-02")).to_be_visible()
    page.goto(served.url + "help/")
    expect(page.get_by_role("button")).to_have_count(0)
    context.close()
