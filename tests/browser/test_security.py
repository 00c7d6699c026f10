"""The Content-Security-Policy of the pages: no inline code, no other site, and nothing of ours refused.

Every page as it arrives is asked for its policy in test_pages.py.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from web.builder.dev.serve import Server

from .conftest import Watch, until
from .visits import OPEN_ALL, REPORTS, policy_faults


@pytest.fixture
def guarded(page: Page) -> Page:
    """A page that keeps what its policy refuses."""
    page.add_init_script(REPORTS)
    return page


@pytest.mark.parametrize("address", ["raiders/strike/", "wwn/attack/"])
def test_no_tool_breaks_the_policy(guarded: Page, served: Server, address: str) -> None:
    guarded.goto(served.url + address)
    guarded.evaluate(OPEN_ALL)
    guarded.click("[data-roll]")
    expect(guarded.locator(".rolled")).to_be_visible(timeout=60_000)
    guarded.click("[data-tool=compare]")
    guarded.get_by_role("button", name="Pin this").click()
    expect(guarded.locator("[data-compared] *").first).to_be_visible(timeout=60_000)
    guarded.click("[data-tool=sweep]")
    expect(guarded.locator("[data-sweep-picture] svg")).to_be_visible(timeout=60_000)
    guarded.click("[data-tool=share]")
    expect(guarded.locator("[data-qr] svg")).to_be_visible(timeout=60_000)
    guarded.click("[data-own]")
    guarded.fill("[data-face]", "3")
    guarded.press("[data-face]", "Enter")
    guarded.evaluate(OPEN_ALL)
    guarded.emulate_media(media="print")
    guarded.pdf()

    assert not policy_faults(guarded)


# What somebody would try who has found a way to run a script, and the directive that forbids it.
ATTEMPTS = {
    "require-trusted-types-for": "document.body.innerHTML = '<img src=x>'",
    "trusted-types": "trustedTypes.createPolicy('mine', { createHTML: (html) => html })",
    "script-src-elem": "import('data:text/javascript,1').catch(() => {})",
    "style-src-elem": "document.head.append(made('style', { textContent: 'p { color: red }' }))",
    "style-src-attr": "document.body.setAttribute('style', 'color: red')",
    "connect-src": "fetch('https://elsewhere.example/').catch(() => {})",
    "img-src": "made('img', { src: 'https://elsewhere.example/x.png' })",
    "frame-src": "document.body.append(made('iframe', { src: 'https://elsewhere.example/' }))",
    "base-uri": "document.head.append(made('base', { href: '/elsewhere/' }))",
    "form-action": "document.querySelector('form').submit()",
}


def test_the_policy_holds_against_what_it_is_for(guarded: Page, served: Server, watch: Watch) -> None:
    for refusal in ("Content Security Policy", "Trusted", "elsewhere.example"):
        watch.allow(refusal)
    guarded.goto(f"{served.url}raiders/strike/")
    made = "const made = (name, given) => Object.assign(document.createElement(name), given);"
    for directive, attempt in ATTEMPTS.items():
        guarded.evaluate(f"() => {{ window.reports = []; {made} try {{ {attempt} }} catch {{ /* refused */ }} }}")
        until(guarded, "(what) => window.reports.some((report) => report.startsWith(what))", directive)
        assert guarded.url == f"{served.url}raiders/strike/", directive


def test_a_worker_without_the_policy_is_refused(guarded: Page, served: Server, watch: Watch) -> None:
    watch.allow("Trusted")
    guarded.goto(f"{served.url}raiders/strike/")
    refused = guarded.evaluate(
        """() => {
          const entry = document.querySelector("script[type=module]:not([async])").src;
          try { new Worker(new URL("../worker/worker.js", entry)); return ""; } catch (error) { return error.message; }
        }"""
    )

    assert "TrustedScriptURL" in refused


def test_a_form_without_scripts_goes_nowhere(browser: Browser, served: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    address = f"{served.url}raiders/strike/"
    page.goto(address)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.is_navigation_request() else None)
    page.fill("#f-offense", "9")
    page.press("#f-offense", "Enter")
    page.wait_for_load_state("networkidle")

    assert page.url == address
    assert not sent
    context.close()
