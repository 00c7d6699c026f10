"""Tools whose scripts come late, or do not come, when they are used."""

import pytest
from playwright.sync_api import Page, Route, expect

from web.builder.dev.serve import Server
from web.builder.site import scripts

from .conftest import Watch, own_context

pytestmark = own_context

WITH_OPTIONS = "openquest/ranged_attack/"
COMPARED = "wwn/attack/#target_ac=15&weapon.damage=1d8&vs.target_ac=13&vs.weapon.damage=1d8"


def hold(page: Page, name: str) -> list[Route]:
    """Requests for this script wait in the list."""
    held: list[Route] = []
    page.route(f"**/{name}", lambda route: held.append(route))
    return held


def release(page: Page, held: list[Route]) -> None:
    for route in held:
        route.continue_()


def test_a_tool_opens_at_once_and_fills_when_its_script_comes(page: Page, served: Server) -> None:
    held = hold(page, "sweep.js")
    page.goto(served.url + "wwn/attack/")

    page.click("[data-tool=sweep]")

    expect(page.locator("#tool-sweep h2")).to_be_focused()
    expect(page.locator("#tool-sweep [data-loading]")).to_contain_text("on its way")
    release(page, held)
    expect(page.locator("[data-sweep-picture] figure")).to_be_visible()
    expect(page.locator("[data-loading]")).to_have_count(0)


def test_a_tool_opens_in_view_on_a_phone_and_its_button_brings_it_back_before_it_closes_it(
    page: Page, served: Server
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(served.url + "wwn/attack/")
    heading, button = page.locator("#tool-targets h2"), page.locator("[data-tool=targets]")

    button.click()
    expect(page.locator("[data-targets-table] table")).to_be_visible()
    assert heading.bounding_box()["y"] < 320  # type: ignore[index]

    page.evaluate("scrollTo(0, 0)")
    button.click()
    expect(heading).to_be_in_viewport()

    button.click()
    expect(page.locator("#tool-targets")).to_be_hidden()


def test_a_tool_that_was_closed_before_its_script_came_stays_closed(page: Page, served: Server) -> None:
    held = hold(page, "compare.js")
    page.goto(served.url + "wwn/attack/")
    page.click("[data-tool=compare]")
    page.click("[data-tool=compare]")
    expect(page.locator("#tool-compare [data-loading]")).to_have_count(1)

    with page.expect_response("**/compare.js"):
        release(page, held)

    expect(page.locator("#tool-compare")).to_be_hidden()
    expect(page.locator("[data-tool=compare]")).to_have_attribute("aria-expanded", "false")


def test_a_button_in_a_tool_works_when_its_script_comes(page: Page, served: Server) -> None:
    held = hold(page, "compare.js")
    page.goto(served.url + "wwn/attack/")
    page.click("[data-tool=compare]")
    page.click("[data-pin]")

    release(page, held)

    expect(page.locator("[data-compared] table").first).to_be_visible()


@pytest.mark.parametrize("script", ["roll.js", "roll-log-view.js"])
def test_clicks_before_the_script_comes_roll_once(page: Page, served: Server, script: str) -> None:
    held = hold(page, script)
    page.goto(served.url + WITH_OPTIONS)
    page.click("[data-roll]")
    page.click("[data-roll]")

    release(page, held)

    expect(page.locator("#tool-roll [data-rolled]")).not_to_be_empty()
    expect(page.locator("[data-log-count]")).to_have_text("1")


def files_of(tool: str) -> list[str]:
    """The script of a tool, and what it imports that a calculator page has not loaded."""
    graph = scripts.graph()
    loaded = scripts.with_imports(graph, "pages/calculator.js")
    return [name for name in scripts.with_imports(graph, f"calculator/{tool}.js") if name not in loaded]


@pytest.mark.parametrize("place", [0, -1], ids=["script", "imported"])
def test_a_script_that_fails_is_named_and_tried_again(page: Page, served: Server, watch: Watch, place: int) -> None:
    watch.allow("ERR_FAILED")
    files = files_of("share")
    assert len(files) > 1
    script = files[place]
    page.route(f"**/{script}", lambda route: route.abort())
    page.goto(served.url + "wwn/attack/")
    page.click("[data-tool=share]")
    problem = page.locator("#tool-share [data-loading]")
    expect(problem).to_contain_text("could not be loaded")
    with page.expect_event("requestfailed"):
        problem.get_by_role("button", name="Try again").click()
    expect(problem).to_contain_text("could not be loaded")

    page.unroute(f"**/{script}")
    problem.get_by_role("button", name="Try again").click()

    expect(page.locator("[data-qr] svg")).to_be_visible()
    expect(problem).to_have_count(0)


def test_a_script_that_fails_again_offers_the_page_anew_with_its_numbers(
    page: Page, served: Server, watch: Watch
) -> None:
    """Firefox imports a script that failed once only on a page that was loaded again."""
    watch.allow("ERR_FAILED")
    page.route("**/share.js", lambda route: route.abort())
    page.goto(served.url + "wwn/attack/#target_ac=17&weapon.damage=1d8")
    page.click("[data-tool=share]")
    problem = page.locator("#tool-share [data-loading]")
    expect(problem.get_by_role("button")).to_have_text(["Try again"])
    problem.get_by_role("button").click()
    page.unroute("**/share.js")

    problem.get_by_role("button", name="Load the page again").click()
    page.click("[data-tool=share]")

    expect(page.locator("[data-qr] svg")).to_be_visible()
    expect(page.locator("#f-target_ac")).to_have_value("17")


def test_a_roll_whose_script_fails_says_so_and_is_made_later(page: Page, served: Server, watch: Watch) -> None:
    watch.allow("ERR_FAILED")
    page.route("**/roll.js", lambda route: route.abort())
    page.goto(served.url + "wwn/attack/")
    page.click("[data-roll]")
    expect(page.locator("#tool-roll")).to_contain_text("could not be loaded")

    page.unroute("**/roll.js")
    page.click("[data-roll]")

    expect(page.locator("#tool-roll [data-rolled]")).not_to_be_empty()
    expect(page.locator("[data-loading]")).to_have_count(0)


def test_a_link_to_a_comparison_says_when_its_script_fails(page: Page, served: Server, watch: Watch) -> None:
    watch.allow("ERR_FAILED")
    page.route("**/compare.js", lambda route: route.abort())
    page.goto(served.url + COMPARED)
    expect(page.locator("#tool-compare")).to_contain_text("could not be loaded")

    page.unroute("**/compare.js")
    page.click("#tool-compare >> text=Try again")

    expect(page.locator("[data-compared] table").first).to_be_visible()


def test_a_log_whose_script_fails_is_drawn_later(page: Page, served: Server, watch: Watch) -> None:
    watch.allow("ERR_FAILED")
    page.route("**/roll-log-view.js", lambda route: route.abort())
    page.goto(served.url + "wwn/")
    page.click(".log > summary")
    expect(page.locator(".log")).to_contain_text("could not be loaded")

    page.unroute("**/roll-log-view.js")
    page.click(".log >> text=Try again")

    expect(page.locator("[data-log-fairness]")).to_contain_text("No dice have been thrown")
    expect(page.locator("[data-loading]")).to_have_count(0)
