"""An update brings what has changed: not the pages that only name the new scripts' folder, nor what they all load."""

import gzip
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import rotation
from web.builder.dev.serve import Response
from web.builder.site import assets, pages, search_index

from ..built import runtime_of
from . import hosts
from .conftest import saves_the_site
from .hosts import Host, copied

pytestmark = saves_the_site

UPDATE_LIMIT = 200_000


@pytest.fixture(scope="module")
def changed(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as the builder makes it after a change of the engine: another core.pack, and so another wheel."""
    folder = copied(site, tmp_path_factory.mktemp("changed") / "site")
    [wheel] = folder.glob("wheels/*")
    hosts.replace(wheel, wheel.read_bytes() + b"changed")
    [core], [before] = folder.glob("assets/core-*"), folder.glob("assets/app-*")
    # Other bytes with the same content.
    pack = core / "core.pack"
    hosts.replace(pack, gzip.compress(gzip.decompress(pack.read_bytes())))
    core = core.rename(core.with_name("core-0badc0de"))
    shutil.rmtree(before)
    for written in ("sw.js", "start-check.js"):
        (folder / written).unlink()
    runtime = replace(runtime_of(site), core_pack=f"assets/{core.name}/core.pack")
    after = assets.write_app(folder, pages.WEB, runtime, {"index.json": search_index.as_json().encode()})
    for page in (*folder.rglob("*.html"), folder / "manifest.webmanifest"):
        hosts.replace(page, page.read_bytes().replace(before.name.encode(), Path(after).name.encode()))
    check_drawn(folder, after)
    assets.write_service_worker(folder, left_out={pages.NOT_FOUND, ".nojekyll"})
    return folder


def check_drawn(folder: Path, app: str) -> None:
    """The builder draws just these pages: of all in a long run, otherwise of a tenth."""
    drawing = pages.Drawing(pages.environment(), app)
    for page in rotation.part(list(pages.pages())):
        written = (folder / page.address / "index.html").read_text(encoding="utf-8")
        assert written == drawing.html(page, pages._root(page.address)), page.address


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
        assert [path.rpartition("/")[2] for path in sorted(brought)] == ["paths.js", "core.pack", "sw.js"]
        assert sum(brought.values()) <= UPDATE_LIMIT, brought

        page.get_by_role("button", name="Update now").click()
        expect(page.locator("[data-update]")).to_be_hidden()
    page.goto(f"{host.url}raiders/strike/#offense=7&defense=10&brawn=6&weapon=15&protection=4")
    expect(page.locator(".headline")).to_contain_text("20.56", timeout=60_000)
