"""While `serve` runs, a change rebuilds the pages of its game, and a reload shows it."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import pytest

from web.builder.dev import next_rebuild, rebuild, serve, watch
from web.builder.pyodide import stock
from web.builder.site import pages, scripts, search_index

RULES = "pyrules/games/wwn/tables/rules.toml"


@pytest.fixture
def kept_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site of three pages, and a builder that draws `new` on each."""
    addresses = ("", "wwn/attack/", "obss/attack/")
    nothing: dict[str, str] = {}
    listed = [pages.Page(address, "any", partial(dict, nothing)) for address in addresses]
    for address in addresses:
        (tmp_path / address).mkdir(parents=True, exist_ok=True)
        (tmp_path / address / "index.html").write_text('old <link href="assets/app-0123abcd/x.css">')

    monkeypatch.setattr(pages, "pages", lambda: iter(listed))
    monkeypatch.setattr(pages.Drawing, "html", lambda drawing, page: "new")
    monkeypatch.setattr(search_index, "as_json", lambda: "[]")
    # What a test has replaced is replaced in this process alone.
    monkeypatch.setattr(rebuild, "ProcessPoolExecutor", ThreadPoolExecutor)
    return tmp_path


def redrawn(site: Path, *names: str) -> dict[str, str]:
    """The pages after a change of these sources."""
    with rebuild.redrawing(site, names) as drawn:
        return drawn().pages


def test_a_change_in_a_game_draws_its_pages_and_those_of_no_game(kept_site: Path) -> None:
    drawn = redrawn(kept_site, RULES)

    kept = f'old <link href="{pages.ANY_APP}/x.css">'
    assert drawn == {"": "new", "wwn/attack/": "new", "obss/attack/": kept}


@pytest.mark.parametrize("name", ["pyrules/engine/dice.py", "web/templates/base.html"])
def test_a_change_outside_of_games_draws_every_page(kept_site: Path, name: str) -> None:
    assert set(redrawn(kept_site, RULES, name).values()) == {"new"}


@pytest.mark.parametrize("imports_change", [False, True])
def test_a_change_of_scripts_draws_pages_only_if_the_scripts_import_something_else(
    kept_site: Path, monkeypatch: pytest.MonkeyPatch, imports_change: bool
) -> None:
    before = {"a.js": ["b.js"]}
    monkeypatch.setattr(scripts, "graph_of_site", lambda: before)
    monkeypatch.setattr(scripts, "graph", lambda: {"a.js": []} if imports_change else before)
    drawn = redrawn(kept_site, "web/styles/game.css", "web/scripts/a.js")

    assert ("new" in drawn.values()) == imports_change
    assert len(drawn) == 3


def test_the_scripts_are_made_before_other_processes_draw(kept_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def several(processes: int) -> ThreadPoolExecutor:
        steps.append("processes")
        return ThreadPoolExecutor(processes)

    monkeypatch.setattr(scripts, "shipped", lambda: steps.append("scripts"))
    monkeypatch.setattr(rebuild, "ProcessPoolExecutor", several)
    redrawn(kept_site, "web/styles/game.css")

    assert steps == ["scripts", "processes"]


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The folder of present sources, and that of the sources of the last build."""
    now, before = tmp_path / "now", tmp_path / "cache" / "core"
    for folder in (now, before):
        (folder / "pyrules").mkdir(parents=True)
        (folder / "pyrules" / "dice.py").write_text("import math\n\nSIDES = 6\n")
        (folder / "pyrules" / "rules.toml").write_text("[[rule]]\n")
    monkeypatch.setattr(rebuild, "ROOT", now)
    monkeypatch.setattr(stock, "cache_folder", lambda: before.parent)
    return now, before


def test_the_trace_holds_while_nothing_else_is_imported(sources: tuple[Path, Path]) -> None:
    now, _ = sources
    (now / "pyrules" / "rules.toml").write_text("[[rule]]\nid = 'R-1'\n")
    (now / "pyrules" / "dice.py").write_text("import math\n\nSIDES = 20\n")

    assert rebuild.keeps_trace(["pyrules/rules.toml", "pyrules/dice.py", "pyrules/.written-by-an-editor", "web/x.css"])


@pytest.mark.parametrize("text", ["import math\nimport random\n\nSIDES = 6\n", None])
def test_a_new_import_or_a_lost_source_needs_another_trace(sources: tuple[Path, Path], text: str | None) -> None:
    now, _ = sources
    changed = now / "pyrules" / "dice.py"
    changed.write_text(text) if text else changed.unlink()

    assert not rebuild.keeps_trace(["pyrules/dice.py"])


class Waiting:
    """The process of a rebuild that notes what it is asked for; the first rebuild fails."""

    asked: ClassVar[list[list[str]]] = []
    number = 0
    last: Waiting

    def __init__(self, base: str) -> None:
        Waiting.number += 1
        Waiting.last = self
        self.killed = 0
        self.returncode: int | None = None

    def communicate(self, line: str) -> None:
        self.asked.append(json.loads(line))
        self.returncode = 1 if len(self.asked) == 1 else 0

    def kill(self) -> None:
        self.killed += 1

    def wait(self) -> None:
        """It has ended."""


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> type[Waiting]:
    monkeypatch.setattr(Waiting, "asked", [])
    monkeypatch.setattr(Waiting, "number", 0)
    monkeypatch.setattr(watch, "started", Waiting)
    return Waiting


def rebuild_after(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(watch, "watch", lambda *_, **__: [{(1, name)} for name in names])
    watch.rebuild_on_change("/")


def test_another_tool_needs_another_trace(sources: tuple[Path, Path]) -> None:
    assert not rebuild.keeps_trace(["pyrules/dice.py", "web/builder/pyodide/packing/notes.py"])
    assert rebuild.keeps_trace(["pyrules/dice.py", "web/builder/site/pages.py"])


def test_the_graph_of_the_site_is_the_recorded_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "GRAPH_OF_SITE", tmp_path / "graph.json")
    monkeypatch.setattr(scripts, "graph", lambda: {"a.js": ["b.js"]})
    assert scripts.graph_of_site() is None
    scripts.record_graph()
    monkeypatch.setattr(scripts, "graph", lambda: {"a.js": []})

    assert scripts.graph_of_site() == {"a.js": ["b.js"]}


def test_what_a_failed_rebuild_has_missed_is_part_of_the_next_one(
    monkeypatch: pytest.MonkeyPatch, waiting: type[Waiting]
) -> None:
    one, other = (str(watch.ROOT / "pyrules" / name) for name in ("one.toml", "other.toml"))
    rebuild_after(monkeypatch, one, other, other)

    assert waiting.asked == [[one], [one, other], [other]]
    assert waiting.last.killed and waiting.last.returncode is None, "nothing waits once the watching has ended"


def test_a_change_of_the_builder_is_rebuilt_by_a_process_that_starts_after_it(
    monkeypatch: pytest.MonkeyPatch, waiting: type[Waiting]
) -> None:
    rebuild_after(monkeypatch, str(watch.BUILDER / "site" / "pages.py"))
    after_builder = waiting.number
    waiting.number = 0
    rebuild_after(monkeypatch, str(watch.ROOT / "pyrules" / "one.toml"))

    assert after_builder == waiting.number + 1


@pytest.mark.parametrize("live", [True, False])
def test_only_a_live_server_tells_the_service_worker_to_ask_it_first(tmp_path: Path, live: bool) -> None:
    (tmp_path / "sw.js").write_bytes(b"const VERSION = 1;\n")
    with serve.Server(tmp_path, live=live) as server:
        connection = HTTPConnection(urlsplit(server.url).netloc)
        connection.request("GET", "/sw.js")
        body = connection.getresponse().read()

    assert body == b"const VERSION = 1;\n" + (serve.LIVE if live else b"")


def test_the_live_server_replaces_a_function_that_the_service_worker_calls() -> None:
    replaced = re.findall(r"^function (\w+)\(", serve.LIVE.decode(), re.MULTILINE)
    source = (scripts.WEB / scripts.SERVICE_WORKER).read_text(encoding="utf-8")

    assert replaced
    for name in replaced:
        assert f"event.respondWith({name}(" in source and f"\nfunction {name}(" in source


MODULES = ["pyrules", "pyrules.engine.dice", "pyrules.games", "pyrules.games.obss", "pyrules.games.wwn.attack", "web.x"]


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ("web/templates/base.html", ["pyrules.engine.dice", "pyrules.games.obss", "pyrules.games.wwn.attack"]),
        (RULES, ["pyrules.engine.dice", "pyrules.games.obss"]),
        ("pyrules/games/obss/__init__.py", ["pyrules.engine.dice", "pyrules.games.wwn.attack"]),
        ("pyrules/games/__init__.py", []),
        ("pyrules/engine/dice.py", []),
        ("pyrules/__init__.py", []),
    ],
)
def test_what_a_change_concerns_is_imported_again(changed: str, kept: list[str]) -> None:
    modules = ["json", *MODULES]

    assert {*modules} - {*next_rebuild.stale(modules, [str(watch.ROOT / changed)])} == {"json", *kept}


def test_several_changes_concern_what_each_of_them_does() -> None:
    changed = [str(watch.ROOT / name) for name in (RULES, "pyrules/games/obss/turns/turn.py")]

    assert {*MODULES} - {*next_rebuild.stale(MODULES, changed)} == {"pyrules.engine.dice"}


def test_a_module_of_a_package_that_stays_is_imported_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kept_package").mkdir()
    for name in ("__init__", "edited"):
        (tmp_path / "kept_package" / f"{name}.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    first = import_module("kept_package.edited")
    next_rebuild.forget("kept_package.edited")
    from kept_package import edited  # type: ignore[import-not-found]

    assert edited is not first
