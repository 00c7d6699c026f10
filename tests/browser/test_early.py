"""Python starts before the page's own scripts have loaded, and only once."""

import pytest
from playwright.sync_api import Page, Route

from web.builder.dev.serve import Server

from .conftest import own_context, until
from .test_failures import STATE

STARTS = """
window.starts = [];
window.SharedWorker = class extends SharedWorker {
    constructor(address, options) {
        super(address, options);
        window.starts.push({ name: options.name, read: document.querySelector("main") !== null });
    }
};
"""
CHARACTERS = "raiders/sheet/"

pytestmark = own_context


def sees_an_answer(page: Page) -> None:
    until(page, "document.querySelector('#answer')?.dataset.state === ''")


@pytest.mark.parametrize(("address", "entry"), [(STATE, "pages/calculator.js"), (CHARACTERS, "pages/sheet.js")])
def test_python_starts_without_the_pages_own_scripts(page: Page, served: Server, address: str, entry: str) -> None:
    held: list[Route] = []
    page.add_init_script(STARTS)
    page.route(f"**/{entry}", lambda route: held.append(route))
    page.goto(served.url + address, wait_until="commit")
    until(page, "starts.length")
    assert page.evaluate("starts[0].name").startswith("py-") and page.evaluate("startedEarly.name === starts[0].name")
    [route] = held
    route.continue_()
    if address == STATE:
        sees_an_answer(page)
        assert page.evaluate("[starts.length, startedEarly]") == [1, None], "the page took that worker"


def test_a_first_visitor_sees_the_page_before_python_starts(page: Page, served: Server) -> None:
    page.add_init_script(STARTS)
    page.goto(served.url + STATE)
    until(page, "starts.length")

    assert page.evaluate("starts[0].read"), "not before there is something to read"


def test_on_a_slow_line_the_largest_file_is_fetched_before_python_starts(page: Page, served: Server) -> None:
    """The worker takes it from the browser's cache, so that it comes over the line once."""
    page.add_init_script(f"""{STARTS}
        const entries = performance.getEntriesByType.bind(performance);
        performance.getEntriesByType = (type) =>
            type === "navigation" ? [{{ requestStart: 0, responseStart: 200 }}] : entries(type);
    """)
    sent: list[str] = []
    with Server(served.site, base=served.base, on_response=lambda response: sent.append(response.path)) as host:
        page.goto(host.url + STATE)
        sees_an_answer(page)
        ahead = page.evaluate("document.querySelector('link[rel=prefetch]').href")

    [fetched] = [path for path in sent if path.endswith("/pyodide.asm.wasm")]
    assert ahead.endswith(fetched)


def test_on_a_quick_line_nothing_is_fetched_ahead(page: Page, served: Server) -> None:
    page.goto(served.url + STATE)
    sees_an_answer(page)

    assert page.evaluate("document.querySelector('link[rel=prefetch]')") is None


def test_where_no_early_worker_can_be_had_the_page_still_answers(page: Page, served: Server) -> None:
    page.add_init_script(
        "{ const Usual = SharedWorker; let times = 0;"
        "window.SharedWorker = class { constructor(...given) {"
        "if (!times++) throw new DOMException('no', 'SecurityError'); return new Usual(...given); } } }"
    )
    page.goto(served.url + STATE)

    sees_an_answer(page)
