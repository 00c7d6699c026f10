"""The Console runs scripts apart from the site: examples, isolation, Stop, links, drafts, and use without a network."""

import base64
import re
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from web.builder.dev.serve import Server

from .conftest import Watch, saves_one_game, until
from .hosts import Host
from .test_offline import saved
from .visits import REPORTS, policy_faults

START_MS = 120_000

# What a script might try from its worker. Each prints what came of it.
ATTEMPTS = r"""
import js
from pyodide.code import run_js

tried = {
    "storage": "typeof localStorage === 'undefined' ? Promise.reject(1) : localStorage.setItem('x', '1')",
    "database": "new Promise((done, no) => { const r = indexedDB.open('x'); r.onsuccess = done; r.onerror = no; })",
    "caches": "caches.keys()",
    "files": "navigator.storage.getDirectory()",
    "cookies": "self.cookieStore ? cookieStore.getAll() : Promise.reject(1)",
    "site": "fetch('SITE')",
    "elsewhere": "fetch('https://elsewhere.example/')",
    "old request": "(() => { const r = new XMLHttpRequest(); r.open('GET', 'SITE', false); r.send(); })()",
    "script": "importScripts('SITEstart-check.js')",
    "module": "import('SITEstart-check.js')",
    "socket": "new Promise((done, no) => Object.assign(new WebSocket('wss://elsewhere.example/'), {"
    " onopen: done, onerror: no, onclose: no }))",
    "worker": "new Promise((done, no) => { Object.assign(new Worker('SITEstart-check.js'), { onerror: no });"
    " setTimeout(done, 3000); })",
    "page": "parent.document",
    "service worker": "navigator.serviceWorker.getRegistration()",
}
for name, code in tried.items():
    try:
        await run_js(f"(async () => {code})()")
        print(name, "OPEN")
    except Exception as refused:
        print(name, "refused")
print("origin", js.self.origin)
"""
ENDLESS = "print('begun')\nwhile True: pass"
FLOOD = 'import js\nwhile True: js.postMessage(\'{"kind":"text","content":"\' + \'y\' * 500 + \'"}\')'


def link_of(script: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(script.encode()) + packer.flush()
    return "#script=1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def open_console(page: Page, server: Server, fragment: str = "") -> None:
    page.goto(f"{server.url}console/{fragment}")
    expect(page.locator("[data-run]")).to_be_enabled()


def run(page: Page, script: str) -> None:
    page.fill("[data-script]", script)
    page.click("[data-run]")
    ended(page)


def ended(page: Page) -> None:
    expect(page.locator("[data-stop]")).to_be_hidden(timeout=START_MS)


def output(page: Page) -> str:
    return page.locator("[data-output]").inner_text().rstrip("\n")


@pytest.mark.quick
def test_the_scripts_of_one_visit_run_in_one_python(page: Page, served: Server, watch: Watch) -> None:
    """The start of Python takes seconds."""
    page.add_init_script(REPORTS)
    open_console(page, served)

    an_example_is_drawn_and_its_text_stands_below(page)
    assert not policy_faults(page)
    watch.check()
    python = page.locator("[data-sandbox] iframe").element_handle()
    a_fault_is_shown_with_the_lines_of_the_script(page)
    what_a_script_sends_by_itself_is_drawn_as_text_or_refused(page)
    floods_of_text_are_cut_off(page)
    watch.check()
    for part in ("Content Security Policy", "violates", "elsewhere.example", "start-check.js", "Failed to load"):
        watch.allow(part)
    a_script_reaches_nothing_outside(page, served)
    assert python.evaluate("(frame) => frame.isConnected"), "none of these ends Python"


def an_example_is_drawn_and_its_text_stands_below(page: Page) -> None:
    page.select_option("[data-example]", "wwn/best_weapon")
    expect(page.locator("[data-script]")).to_have_value(re.compile("Best weapon"))

    page.click("[data-run]")
    ended(page)

    expect(page.locator("[data-status]")).to_have_text("Done")
    expect(page.locator(".output svg[role=img]")).to_be_visible(timeout=60_000)
    expect(page.locator(".output")).to_contain_text("AC 20: Long sword")
    expect(page.locator(".output table caption")).to_have_text("Damage on average")


def test_without_its_files_the_reason_is_in_view_and_named_beside_the_button(
    page: Page, served: Server, watch: Watch
) -> None:
    watch.allow("python-worker.js")
    page.set_viewport_size({"width": 740, "height": 360})
    page.route("**/python-worker.js", lambda route: route.abort())
    open_console(page, served)

    run(page, "1")

    expect(page.locator("[data-status]")).to_have_text("Not done: the reason stands below.")
    expect(page.locator(".output .problem")).to_be_in_viewport()


def a_fault_is_shown_with_the_lines_of_the_script(page: Page) -> None:
    run(page, "print('first')\nanswer('wwn.attack', {'target_ac': 99})")

    expect(page.locator("[data-output] .problem")).to_contain_text('File "script", line 2')
    assert output(page).startswith("first")


def what_a_script_sends_by_itself_is_drawn_as_text_or_refused(page: Page) -> None:
    evil = '<img src=x onerror="document.title = 1">'
    parts = [
        {"type": "table", "label": evil, "columns": [evil], "rows": [[evil]]},
        {"type": "html", "html": evil},
        {"type": "text", "text": evil},
        None,
    ]
    run(
        page,
        f"import js, json\nparts = {parts!r}\njs.postMessage(json.dumps({{'kind': 'shown', 'content': parts}}))\n"
        "for junk in ('[', '{}', '[]', '7', 'null'): js.postMessage(junk)\njs.postMessage(js.Array.new())",
    )

    expect(page.locator("[data-output] caption")).to_have_text(evil, timeout=60_000)
    expect(page.locator("[data-output] .problem")).to_have_count(2)
    assert page.locator("[data-output] img").count() == 0
    expect(page).to_have_title("Console · Tableside")


def floods_of_text_are_cut_off(page: Page) -> None:
    run(page, "while True: print('x' * 5_000)")
    assert "it prints more than 200,000 characters" in output(page)
    assert len(output(page)) < 250_000

    run(page, 'import js\njs.postMessage(\'{"kind":"text","content":"\' + \'y\' * 7_000_000 + \'"}\')')
    assert "longer than this page shows" in output(page)
    assert len(output(page)) < 500_000


def a_script_reaches_nothing_outside(page: Page, served: Server) -> None:
    run(page, ATTEMPTS.replace("SITE", served.url))

    lines = output(page).splitlines()
    assert [line for line in lines if line.endswith("OPEN")] == []
    assert sum(line.endswith("refused") for line in lines) == 14
    assert lines[-1] == "origin null"


@pytest.mark.own_context
def test_after_each_end_of_python_the_next_script_runs(page: Page, served: Server, watch: Watch) -> None:
    """A lost connection before it starts, then Stop. A flood of messages ends it as Stop does. The draft stays."""
    watch.allow("Failed to load resource")
    open_console(page, served)
    page.fill("[data-script]", ENDLESS)
    page.route("**/assets/console-*/**", lambda route: route.abort())
    page.click("[data-run]")
    ended(page)
    assert "there is no connection" in output(page)
    expect(page.locator("[data-script]")).to_have_value(ENDLESS)

    page.unroute("**/assets/console-*/**")
    page.focus("[data-script]")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-output]")).to_contain_text("begun", timeout=START_MS)
    page.click("[data-stop]")
    expect(page.locator("[data-status]")).to_have_text("Stopped")
    assert page.locator("[data-sandbox] iframe").count() == 0

    run(page, FLOOD)
    assert "it sends more than a page can show" in output(page)
    assert len(output(page)) < 3_000_000
    assert page.locator("[data-sandbox] iframe").count() == 0
    expect(page.locator("[data-run]")).to_be_enabled()


def test_a_linked_script_waits_for_the_reader_and_leaves_the_draft_alone(page: Page, served: Server) -> None:
    open_console(page, served)
    page.fill("[data-script]", "print('mine')")
    until(page, "Object.keys(localStorage).some((key) => key.endsWith('.console'))")

    open_console(page, served, link_of("print('theirs')"))
    page.reload()

    expect(page.locator("[data-script]")).to_have_value("print('theirs')")
    expect(page.locator("[data-notice-words]")).to_contain_text("runs only when you tap Run")
    assert output(page) == ""
    assert page.locator("[data-sandbox] iframe").count() == 0

    theirs = page.evaluate("location.hash")
    page.fill("[data-script]", "print('changed')")
    until(page, "(theirs) => location.hash.startsWith('#script=1.') && location.hash !== theirs", theirs)
    page.click("[data-back]")
    expect(page.locator("[data-script]")).to_have_value("print('mine')")
    assert "#" not in page.url
    page.go_back()
    expect(page.locator("[data-script]")).to_have_value("print('changed')")

    page.fill("[data-script]", "print('changed again')")
    page.select_option("[data-example]", "raiders/best_two_of_three")
    expect(page.locator("[data-script]")).to_have_value(re.compile("best"))
    page.go_back()
    expect(page.locator("[data-script]")).to_have_value("print('changed again')")


def test_a_linked_script_becomes_the_draft_and_back(page: Page, served: Server) -> None:
    open_console(page, served)
    page.fill("[data-script]", "print('mine')")
    until(page, "Object.keys(localStorage).some((key) => key.endsWith('.console'))")
    open_console(page, served, link_of("print('theirs')"))
    page.click("[data-adopt]")
    page.reload()
    expect(page.locator("[data-script]")).to_have_value("print('theirs')")

    open_console(page, served, link_of("print('other')"))
    page.click("[data-adopt]")
    page.click("[data-undo]")
    expect(page.locator("[data-script]")).to_have_value("print('theirs')")


@pytest.mark.parametrize(
    "fragment",
    ["#script=1.%3Cscript%3E", "#script=1.AAAA", "#script=9.AAAA", "#script=1." + "A" * 70_000, link_of("x" * 300_000)],
)
def test_a_hostile_link_is_refused_in_a_sentence(page: Page, served: Server, fragment: str) -> None:
    open_console(page, served, fragment)

    expect(page.locator("[data-problem]")).to_contain_text("This link")
    assert page.locator("[data-script]").input_value().startswith("# ")


def test_a_copied_link_opens_the_same_script(page: Page, served: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_console(page, served)
    page.fill("[data-script]", "print('é ✓')\n")
    page.click(".console-share summary")
    page.click("[data-copy-link]")
    expect(page.locator("[data-shared]")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")

    page.goto(link)

    expect(page.locator("[data-script]")).to_have_value("print('é ✓')\n")


def test_a_long_script_is_given_away_as_a_file_that_opens_again(page: Page, served: Server, tmp_path: Path) -> None:
    script = "\n".join(f"x{at * 7919 % 1_000_003} = {at * 104_729 % 999_983}" for at in range(400))
    open_console(page, served)
    page.fill("[data-script]", script)
    page.click(".console-share summary")
    page.click("[data-copy-link]")
    expect(page.locator("[data-shared]")).to_contain_text("save the script as a file")
    with page.expect_download() as download:
        page.click("[data-save]")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    page.fill("[data-script]", "")

    page.set_input_files("[data-open]", path)

    expect(page.locator("[data-script]")).to_have_value(script)
    assert output(page) == ""


def test_without_scripts_the_examples_can_be_read(browser: Browser, served: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served.url + "console/")

    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("[data-run]")).to_be_hidden()
    page.click(".console-example summary >> nth=0")
    expect(page.locator(".console-example pre").first).to_be_visible()
    context.close()


class TestOffline:
    pytestmark = saves_one_game

    def test_the_files_of_the_first_run_outlast_an_update_and_the_server(
        self, page: Page, one_game: Path, second: Path
    ) -> None:
        """They are not part of the first visit; Reset removes them."""
        with Host(one_game) as host:
            open_console(page, host)
            saved(page)
            assert not [path for path in host.asked if "assets/console-" in path or "wheels/" in path]
            run(page, "print(1)")
            assert output(page).strip() == "1"
            host.publish(second)
            page.reload()
            expect(page.locator("[data-first]")).to_contain_text("saved on this device")
            page.click("[data-update-now]")
            expect(page.locator(".foot")).to_contain_text("Second edition")
            saved(page)
            assert not [path for path in host.asked if "assets/console-" in path or "wheels/" in path]
        run(page, "show(d(2))")
        expect(page.locator("[data-output] svg")).to_be_visible(timeout=60_000)
        page.goto(page.url.partition("console/")[0] + "help/")
        page.click("[data-app-files-ask]")
        page.click("[data-app-files-go]")
        expect(page.locator("[data-app-files-result]")).to_contain_text("have been removed")
        assert page.evaluate("caches.keys().then((names) => names.length)") == 0
