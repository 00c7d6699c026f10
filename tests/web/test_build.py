"""The build refuses a faulty site, and renders the same answer as the worker."""

import dataclasses
import html
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest

import pyrules
from pyrules.engine.errors import TableError
from pyrules.games import FIGHTS
from web.builder import BuildError
from web.builder.dev import environment
from web.builder.dev.bench import weight
from web.builder.site import assets, checks, pages, scripts, search_index
from web.worker import endpoint

from ..answers import as_built
from ..built import runtime_of
from ..other_browsers.checks import parts

GAME = "raiders"
POLICY = (
    "default-src 'none'; script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types tableside tableside-early"
)
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
GOOD = f"<!doctype html>{META}<title>x</title><main id=main><a href='#main'>x</a></main>"


def written(folder: Path, body: str) -> Path:
    (folder / "index.html").write_text(body)
    return folder


def test_a_good_page_passes(tmp_path: Path) -> None:
    checks.check(written(tmp_path, GOOD))


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        (META, "", "no Content-Security-Policy"),
        (META, f"<link rel=icon href=''>{META}", "no Content-Security-Policy stands before"),
        ("default-src 'none'; ", "", "lacks default-src 'none'"),
        ("object-src 'none'; ", "", "lacks object-src 'none'"),
        ("base-uri 'none'", "base-uri 'self'", "lacks base-uri 'none'"),
        ("form-action 'none'", "form-action 'self'", "lacks form-action 'none'"),
        ("script-src 'self'", "script-src 'self' 'unsafe-inline'", "allows 'unsafe-inline' as script-src"),
        ("script-src 'self'", "script-src 'self' 'unsafe-eval'", "allows 'unsafe-eval' as script-src"),
        ("script-src 'self'", "script-src https:; script-src 'self'", "allows https: as script-src"),
        ("script-src 'self'", "img-src data:", "allows data: as img-src"),
        ("require-trusted-types-for 'script'; ", "", "lacks require-trusted-types-for 'script'"),
        ("trusted-types tableside tableside-early", "trusted-types *", "lacks trusted-types tableside"),
        ("script-src 'self'", "script-src 'self'; frame-src 'self'", "the policy allows frames"),
    ],
)
def test_a_lax_policy_is_named(tmp_path: Path, right: str, wrong: str, fault: str) -> None:
    assert right in GOOD
    (tmp_path / "index.html").write_text(GOOD.replace(right, wrong))

    with pytest.raises(checks.SiteError, match=re.escape(fault)):
        checks.check(tmp_path)


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
        ("<a href='../secret.txt'>x</a>", "leads out of the site"),
        ("<a href='/etc/passwd'>x</a>", "leads out of the site"),
        ("<img srcset='gone.png'>", "gone.png leads nowhere"),
        ("<object data='gone.svg'></object>", "gone.svg leads nowhere"),
        ("<a href='javascript:x()'>x</a>", "leads to no page"),
        ("<a href='http://[x'>x</a>", "is no address"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, body: str, fault: str) -> None:
    with pytest.raises(checks.SiteError, match=re.escape(fault)):
        checks.check(written(tmp_path, GOOD + body))


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ("<link rel=canonical href='https://example.org/other/'>", "canonical is https://example.org/other/, not"),
        ("<meta property='og:url' content='https://example.org/x/'>", "og:url is https://example.org/x/, not"),
        ("<meta property='og:image' content='https://example.org/cards/x.png'>", "there is no picture"),
        ("<meta property='og:image' content='https://elsewhere.example/index.html'>", "there is no picture"),
    ],
)
def test_a_page_that_gives_itself_a_wrong_address_is_named(tmp_path: Path, head: str, fault: str) -> None:
    with pytest.raises(checks.SiteError, match=re.escape(fault)):
        checks.check(written(tmp_path, GOOD + head), url="https://example.org/")


@pytest.fixture
def one_game(site: Path, tmp_path: Path) -> Path:
    """The built site without the pages of all games but one: links to them are faults beside the one that is tested."""
    others = shutil.ignore_patterns(*(game_id for game_id in pyrules.GAME_IDS if game_id != GAME))
    return Path(shutil.copytree(site, tmp_path / "one-game", ignore=others, copy_function=os.link))


def test_the_built_site_breaks_when_one_of_its_pages_is_missing(one_game: Path) -> None:
    shutil.rmtree(one_game / GAME / "rules")

    with pytest.raises(checks.SiteError, match="rules/#RR-"):
        checks.check(one_game)


@pytest.fixture
def rebuild(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Builds the pages from a copy of web/ that a test may damage first."""
    web = tmp_path / "web"
    for folder in ("templates", "styles", "scripts", "icons"):
        shutil.copytree(pages.WEB / folder, web / folder)
    monkeypatch.setattr(pages, "WEB", web)
    [wheel] = site.glob("wheels/*.whl")
    runtime = runtime_of(site)

    def few() -> Iterator[pages.Page]:
        """Links to the pages left out are faults beside the one that is tested."""
        return (page for page in pages.pages() if page.address in ("", "help/", "about/", f"{GAME}/rules/"))

    def build() -> None:
        (tmp_path / "site").mkdir()
        pages.build(tmp_path / "site", runtime, wheel, pages.draw(few), "/")

    return web, build


def test_an_undefined_template_variable_fails_the_build(rebuild: Any) -> None:
    web, build = rebuild
    (web / "templates" / "pages" / "help.html").write_text("{{ nobody.knows }}")

    with pytest.raises(jinja2.UndefinedError):
        build()


def test_a_link_to_a_rule_that_does_not_exist_fails_the_build(rebuild: Any) -> None:
    web, build = rebuild
    help_page = web / "templates" / "pages" / "help.html"
    help_page.write_text(help_page.read_text().replace("<h1>Help</h1>", '<a href="../raiders/rules/#RR-NO-01">x</a>'))

    with pytest.raises(checks.SiteError, match="RR-NO-01 names no part"):
        build()


def test_a_missing_icon_fails_the_build(rebuild: Any) -> None:
    web, build = rebuild
    (web / "icons" / "icon-512.png").unlink()

    with pytest.raises(checks.SiteError, match=r"icon-512\.png is missing"):
        build()


@pytest.mark.parametrize("name", ["404.html", ".nojekyll"])
def test_a_site_without_what_its_host_needs_is_refused(one_game: Path, name: str) -> None:
    (one_game / name).unlink()

    with pytest.raises(checks.SiteError, match=re.escape(f"{name} is missing")):
        checks.check(one_game)


def test_a_calculator_that_cites_a_rule_that_does_not_exist_fails_the_build() -> None:
    game = pyrules.game("raiders")
    strange = dataclasses.replace(game.calculators[0], also=("RR-NO-01",))

    with pytest.raises(TableError, match="RR-NO-01"):
        pages.calculator_page(game, game.moments[0], strange)


def test_a_rule_that_nothing_uses_fails_the_build() -> None:
    game = pyrules.game("raiders")
    idle = dataclasses.replace(game, moments=game.moments[1:])

    with pytest.raises(checks.SiteError, match="RR-STEALTH-01 is used by nothing"):
        checks.check_rules([idle])


def fold_html(request: dict[str, Any], fold: str) -> str:
    """What the worker answers when a fold of the answer to `request` is opened."""
    kind, output, *row = fold.split(" ")
    place = {"index": int(row[0]), "column": row[1]} if row else {}
    reply = json.loads(endpoint.handle(json.dumps({**request, "kind": kind, "output": output, **place})))
    assert reply["ok"] and reply["html"], fold
    return pages.without_indent(reply["html"])


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_the_page_holds_the_answer_that_the_worker_gives(site: Path, game_id: str, subtests: pytest.Subtests) -> None:
    for calculator in pyrules.game(game_id).calculators:
        with subtests.test(calculator=calculator.id):
            page = (site / game_id / calculator.slug / "index.html").read_text(encoding="utf-8")
            request = {"kind": "answer", "calculator": calculator.id, "inputs": dict(calculator.start)}
            reply = json.loads(endpoint.handle(json.dumps(request)))
            shown = as_built(reply["html"])

            answer = page.partition('<div id="answer"')[2].partition('<div class="acts"')[0]
            assert parts(f"<div{answer}")[1:] == parts(shown)
            folds = list(dict.fromkeys(re.findall(r'data-fold="([^"]*)"', shown)))
            assert all(f'data-fold="{fold}"' in page and fold_html(request, fold) in page for fold in folds)
            [start] = re.findall(r'<form[^>]* data-start="([^"]*)"', page)
            assert json.loads(html.unescape(start)) == reply["link"]


def test_every_page_is_light_but_the_longest_reference(site: Path) -> None:
    """OBSS's reference has 476 rules and 45 tables, which make 57 kB without anything that it links."""
    heavy = {
        page.parent.relative_to(site).as_posix()
        for page in site.rglob("index.html")
        if weight.gzipped(page) + sum(map(weight.gzipped, weight.linked(page))) > weight.LIMIT_KB * 1024
    }
    assert heavy == {"obss/rules"}


@pytest.mark.parametrize("game_id", FIGHTS)
def test_a_page_that_tracks_one_part_of_a_fight_leads_to_the_page_of_fights(site: Path, game_id: str) -> None:
    def leads_to_fights(slug: str) -> bool:
        return ">Run it as a fight</a>" in (site / game_id / slug / "index.html").read_text(encoding="utf-8")

    calculators = pyrules.game(game_id).calculators
    kept = {calculator.slug for calculator in calculators if calculator.is_kept}
    assert kept
    assert {calculator.slug for calculator in calculators if leads_to_fights(calculator.slug)} == kept


def test_no_two_pages_have_one_address() -> None:
    addresses = [page.address for page in pages.pages()]

    assert len(addresses) == len(set(addresses))


def test_every_page_is_listed_for_offline_use_with_its_hash(site: Path) -> None:
    [listed] = re.findall(r"const FILES = (\{.*?\});", (site / "sw.js").read_text(), re.DOTALL)
    files = json.loads(listed)

    for page in pages.pages():
        name = f"{page.address}index.html"
        assert files[name] == assets.short_hash(site / name)
    assert any(name.endswith("pyodide.asm.wasm") for name in files)
    assert "404.html" not in files


def test_the_search_index_leads_to_pages_that_exist(site: Path) -> None:
    for entry in search_index.search_index():
        page, _, part = entry["url"].partition("#")
        html_there = (site / page / "index.html").read_text()
        assert not part or "=" in part or f'id="{part}"' in html_there


def test_a_listed_module_that_no_page_loads_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "TOGETHER", {"base": ("shared/renamed.js",)})
    with pytest.raises(BuildError, match=r'No page loads shared/renamed\.js, which "together" has in the file base'):
        scripts.bundle(scripts.sources(), tmp_path / "scripts")


@pytest.mark.parametrize("name", scripts.PACKAGES)
def test_a_module_of_others_is_shipped_with_its_license_and_credited(site: Path, name: str) -> None:
    [license_line, owner, *_] = (scripts.PACKAGES[name].parents[1] / "LICENSE").read_text(encoding="utf-8").splitlines()
    package = name.removesuffix(".js")

    texts = [script.read_text(encoding="utf-8") for script in site.glob("assets/app-*/scripts/**/*.js")]

    assert any(license_line in text and owner in text for text in texts)
    assert f"| {package}, " in (environment.ROOT / "NOTICE.md").read_text(encoding="utf-8")
    assert package in (site / "about" / "index.html").read_text(encoding="utf-8")


def test_what_a_script_imports_when_it_is_used_is_not_requested_with_the_page() -> None:
    requested = scripts.with_imports(scripts.graph(), "pages/calculator.js")
    later = ("calculator/sweep.js", "calculator/roll-log-view.js", "storage/characters.js")

    assert scripts.WRITTEN in requested and len(requested) > 3
    assert not {*later} & {*requested} and {*later} <= scripts.shipped().keys()
