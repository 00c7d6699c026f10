"""pyrules.js on a page of another site."""

import os
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import pyrules
from web.builder.dev.serve import Server

from .conftest import own_context

START = """async ({script, options}) => {
    const { createRules } = await import(script);
    window.rules = createRules(options);
}"""
BLOW = {"offense": 7, "defense": 10, "brawn": 6, "weapon": 15, "protection": 5}


def start(page: Page, served: Server, site: Path, *, shared: bool = True) -> None:
    """Import the binding into the page and start its worker."""
    (script,) = site.glob("assets/app-*/scripts/pyrules.js")
    address = served.url + script.relative_to(site).as_posix()
    page.evaluate(START, {"script": address, "options": {"shared": shared}})


def test_answers_problems_and_rolls_come_as_plain_values(page: Page, served: Server, site: Path) -> None:
    page.goto(served.url)
    start(page, served, site)

    answer = page.evaluate("blow => rules.answer('raiders.strike', blow)", BLOW)
    problem = page.evaluate("rules.answer('raiders.strike', [['offense', 'seven']])")
    roll = page.evaluate("blow => rules.roll('raiders.strike', blow, { faces: [4, 3] })", BLOW)
    games = page.evaluate("rules.systems()")

    assert answer["values"]["p_hit"] == str(pyrules.answer("raiders.strike", BLOW).values["p_hit"])
    assert {found["field"] for found in problem["problems"]} >= {"offense", "defense"}
    assert roll["ok"]
    assert any("raiders.strike" in game["calculators"] for game in games["values"])


def test_a_page_of_another_origin_gets_answers_too(page: Page, served: Server, site: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><link rel=icon href=data:,><title>A stranger</title>")
    with Server(tmp_path) as stranger:
        page.goto(stranger.url)
        start(page, served, site)

        assert page.evaluate("rules.systems()")["ok"]


@own_context
def test_a_missing_pack_is_reported_in_a_sentence(page: Page, site: Path, watch: Any, tmp_path: Path) -> None:
    watch.allow("404")
    broken = tmp_path / "site"
    shutil.copytree(site, broken, copy_function=os.link)
    (core,) = broken.glob("assets/core-*/core.pack")
    core.unlink()
    with Server(broken) as served:
        page.goto(served.url)
        start(page, served, broken, shared=False)

        message = page.evaluate("rules.ready.catch((error) => error.message)")

    assert message == "core.pack could not be fetched: the server said 404."
