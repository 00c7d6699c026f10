"""No request stays open forever: a request that is lost, stuck or delayed is noticed and repeated."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import pyrules
from web.builder.dev.serve import Server

from .conftest import own_context, until
from .hosts import alter, copied
from .test_failures import STRIKE, Workers

pytestmark = own_context

FIRST = "if (!/-again-/.test(globalThis.name) && message.request)"
BEFORE, AFTER = "19.58", "20.56"
"""The mean wounds of the example, and with one more on its weapon."""


@pytest.fixture
def altered(site: Path, tmp_path: Path) -> Path:
    """A copy of the site whose scripts a test may change."""
    return copied(site, tmp_path / "site")


def change(page: Page) -> None:
    page.get_by_label("Weapon, more").click()


def wait_for_second_worker(page: Page, workers: Workers) -> None:
    """Advances the page's clock until a second worker runs; until then nothing may have answered the change."""
    end = time.monotonic() + 60
    while True:
        headline = page.inner_text(".headline")
        if len(workers.ids()) > 1:
            return
        assert BEFORE in headline
        assert time.monotonic() < end, "no second worker in 60 s"
        page.clock.run_for(1_000)
        page.wait_for_timeout(100)


@pytest.mark.parametrize("where", ["lost on its way", "stuck in the middle"])
def test_a_question_that_an_idle_worker_never_answers_goes_to_another(page: Page, altered: Path, where: str) -> None:
    """The first worker keeps its lock: by that alone it would be at work for ever."""
    receives = "async function receive(listener, message) {"
    answers = "async function answer(listener, message, packs) {"
    begins = receives if "way" in where else answers
    stuck = "return void lock.begin();" if "way" in where else "await new Promise(() => {});"
    alter(altered, ("worker/worker.js", begins, f"{begins}\n{FIRST} {stuck}"))
    page.clock.install()
    with Server(altered) as served:
        page.goto(served.url + STRIKE)
        change(page)
        wait_for_second_worker(page, Workers(page.context.browser, served.url))  # type: ignore[arg-type]

        expect(page.locator(".headline")).to_contain_text(AFTER, timeout=60_000)
        until(page, "document.querySelector('#answer').dataset.state === ''")
        expect(page.locator("[data-slow]")).to_be_hidden()
        expect(page.locator("[data-runtime]")).to_be_hidden()


STEP = "engine.runExample(game)"
TELL_STEPS = f"(new BroadcastChannel('steps').postMessage(isWorking()), {STEP})"
HEAR_STEPS = """
    window.steps = [];
    const heard = new BroadcastChannel("steps");
    heard.onmessage = ({ data }) => window.steps.push(data);
"""


def test_python_warms_up_at_rest_and_answers_meanwhile(page: Page, altered: Path) -> None:
    """All examples in the end, and in the one worker that answers, too. Node tests when a request ends the rest."""
    alter(
        altered,
        ("shared/timeouts.js", "WARMUP_REST_MS = 3_000", "WARMUP_REST_MS = 20"),
        ("shared/timeouts.js", "SLOW_EXAMPLE_MS = 250", "SLOW_EXAMPLE_MS = 60_000"),
        ("worker/warmup.js", STEP, TELL_STEPS),
    )
    page.add_init_script(HEAR_STEPS)
    with Server(altered) as served:
        page.goto(f"{served.url}{STRIKE}")
        change(page)
        expect(page.locator(".headline")).to_contain_text(AFTER, timeout=60_000)
        until(page, "window.steps.length > 0")
        change(page)
        expect(page.locator(".headline")).not_to_contain_text(AFTER, timeout=60_000)
        for done in range(1, len(pyrules.game("raiders").calculators) + 1):
            until(page, "(done) => window.steps.length > done", done)

        assert set(page.evaluate("window.steps")) == {False}
        assert len(Workers(page.context.browser, served.url).ids()) == 1  # type: ignore[arg-type]
