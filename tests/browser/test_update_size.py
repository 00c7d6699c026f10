"""An update brings what has changed: not the pages that only name the new scripts' folder, nor what they all load."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.builder.dev.serve import Response
from web.builder.site import pages

from ..built import runtime_of
from .conftest import saves_the_site
from .hosts import Host

pytestmark = saves_the_site

UPDATE_LIMIT = 200_000


@pytest.fixture(scope="module")
def changed(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as the builder makes it after a change of the engine: another core.zip, and so another wheel."""
    folder = tmp_path_factory.mktemp("changed")
    for kept in (*site.glob("assets/python-*"), *site.glob("assets/game-*")):
        shutil.copytree(kept, folder / "site" / "assets" / kept.name)
    [core], [wheel] = site.glob("assets/core-*/*"), site.glob("wheels/*")
    later = {core: folder / "site" / "assets" / "core-0badc0de" / core.name, wheel: folder / wheel.name}
    for now, then in later.items():
        then.parent.mkdir(exist_ok=True)
        then.write_bytes(now.read_bytes() + b"changed")
    runtime = replace(runtime_of(site), core_zip="assets/core-0badc0de/core.zip")
    pages.build(folder / "site", runtime, later[wheel], "/")
    return folder / "site"


def test_an_update_of_our_own_code_is_small(page: Page, site: Path, changed: Path) -> None:
    sent: list[Response] = []
    with Host(site) as host:
        host._http.on_response = sent.append
        page.goto(host.url)
        expect(page.locator("[data-offline]")).to_have_text("Ready offline", timeout=60_000)
        host.publish(changed)
        sent.clear()
        page.reload()
        expect(page.locator("[data-update]")).to_contain_text("A new version of Tableside is ready.", timeout=60_000)

        brought = {response.path: response.size for response in sent if response.status == 200}
        assert [path.rpartition("/")[2] for path in sorted(brought)] == ["paths.js", "core.zip", "sw.js"]
        assert sum(brought.values()) <= UPDATE_LIMIT, brought

        page.get_by_role("button", name="Update now").click()
        expect(page.locator("[data-update]")).to_be_hidden()
    page.goto(f"{host.url}raiders/strike/#offense=7&defense=10&brawn=6&weapon=15&protection=4")
    expect(page.locator(".headline")).to_contain_text("20.56", timeout=60_000)
