"""The build refuses a site that is not in order, and renders the same answer as the worker."""

import html
import json
import re
import shutil
from pathlib import Path
from typing import Any

import jinja2
import pytest

import pyrules
from pyrules.engine.errors import TableError
from web import endpoint, views
from web.builder import checks, pages

CALCULATORS = [c for system in pyrules.SYSTEMS for c in system.calculators]
GOOD = "<!doctype html><title>x</title><main id=main><a href='#main'>x</a></main>"


def written(folder: Path, body: str) -> Path:
    (folder / "index.html").write_text(body)
    return folder


def test_a_good_page_passes(tmp_path: Path) -> None:
    checks.check(written(tmp_path, GOOD))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<a href='gone/'>x</a>", "gone/ leads nowhere"),
        ("<a href='#gone'>x</a>", "#gone names no part"),
        ("<script src='gone.js'></script>", "gone.js leads nowhere"),
        ("<img src='https://elsewhere.example/x.png'>", "from elsewhere"),
        ("<p id=a></p><p id=a></p>", "'a' stands twice"),
        ("<p style='color: red'>x</p>", "in the page itself"),
        ("<script>1</script>", "in the page itself"),
        ("<button onclick='x()'>x</button>", "in the page itself"),
        ("<label for=gone>x</label>", "#gone names no part"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, body: str, fault: str) -> None:
    with pytest.raises(checks.SiteError, match=re.escape(fault)):
        checks.check(written(tmp_path, GOOD + body))


def test_the_built_site_breaks_when_one_of_its_pages_is_missing(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    shutil.rmtree(copy / "raiders" / "rules")

    with pytest.raises(checks.SiteError, match="rules/#RR-"):
        checks.check(copy)


def test_a_rule_id_that_does_not_exist_fails_the_build() -> None:
    system = pyrules.system("raiders")

    with pytest.raises(TableError, match="RR-NONE-01"):
        system.facts.rule("RR-NONE-01")


def test_an_undefined_template_variable_fails_the_build() -> None:
    made = views.environment(jinja2.DictLoader({"x.html": "{{ nobody.knows }}"}))

    with pytest.raises(jinja2.UndefinedError):
        made.get_template("x.html").render()


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda c: c.id)
def test_the_page_holds_the_answer_that_the_worker_gives(site: Path, calculator: Any) -> None:
    page = (site / calculator.system_id / calculator.slug / "index.html").read_text()
    request = {"kind": "answer", "calculator": calculator.id, "inputs": dict(calculator.start)}
    reply = json.loads(endpoint.handle(json.dumps(request)))

    assert reply["html"] in page
    [start] = re.findall(r'data-start="([^"]*)"', page)
    assert json.loads(html.unescape(start)) == reply["link"]


def test_every_page_is_listed_for_offline_use_with_its_hash(site: Path) -> None:
    [listed] = re.findall(r"const FILES = (\{.*?\});", (site / "sw.js").read_text(), re.DOTALL)
    files = json.loads(listed)

    for page in pages.pages():
        assert files[f"{page.address}index.html"].startswith("sha256-")
    assert any(name.endswith("pyodide.asm.wasm") for name in files)
    assert "404.html" not in files


def test_the_search_index_leads_to_pages_that_exist(site: Path) -> None:
    for entry in pages.search_index():
        page, _, part = entry["url"].partition("#")
        html_there = (site / page / "index.html").read_text()
        assert not part or f'id="{part}"' in html_there
