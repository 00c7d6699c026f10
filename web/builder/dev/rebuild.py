"""Rebuilds a site for `serve` after some sources have changed; next_rebuild.py imports this module after the change.

Pages of other games are taken from the site. The trace of the last build is kept as long as no changed module imports
anything else. The site gets no page bundle, which only speeds up the first visit. It is checked when it is served.
"""

from __future__ import annotations

import ast
import io
import os
import re
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import pyrules
from web.builder import BuildError
from web.builder.dev.environment import CACHE, ROOT
from web.builder.pyodide import plan, runtime, staging, stock
from web.builder.pyodide.packers import Packers
from web.builder.site import checks, output, pages, scripts, search_index

SITE = ROOT / "site"
PACKING = "web/builder/pyodide/"
"""The tools that trace and pack."""
_APP = re.compile(r"assets/app-[0-9a-f]{8}")


def warm_up() -> None:
    """Import every game with its sheet and its fights, and parse its tables."""
    for game_id in pyrules.GAME_IDS:
        pyrules.game(game_id)
        pyrules.sheet(game_id)
        pyrules.fight_rules(game_id)
    for table in (ROOT / "pyrules").rglob("*.toml"):
        tomllib.loads(table.read_text(encoding="utf-8"))


def rebuild(base: str, changed: Sequence[Path], packers: Packers) -> None:
    """Rebuild the site; these sources have changed."""
    began = time.perf_counter()
    names = [path.relative_to(ROOT).as_posix() for path in changed]
    [wheel] = (CACHE / "wheel").glob("*.whl")
    with output.replacing(SITE) as site, redrawing(SITE, names) as drawn:
        packed = runtime.build(packers, site, keeps_trace=keeps_trace(names))
        pages.write(site, packed, wheel, drawn(), base)
        pages.write_service_worker(site, bundled=False)
    scripts.record_graph()
    print(f"site/ rebuilt in {time.perf_counter() - began:.1f} s", file=sys.__stdout__, flush=True)
    checks.check(SITE, base)


@contextmanager
def redrawing(site: Path, names: Sequence[str]) -> Iterator[Callable[[], pages.Drawn]]:
    """Draws in other processes; the function waits for every page.

    A page is taken from the site if none of these sources is of its game or of every page.
    """
    drawn_from = [name for name in names if not only_linked(name)]
    changed = {plan.game_of(name) for name in drawn_from}
    untouched = set() if None in changed else {*pyrules.GAME_IDS} - changed
    every = [page.address for page in pages.pages()]
    kept = [one for one in every if not drawn_from or one.partition("/")[0] in untouched]
    others = sorted({*every} - {*kept})
    scripts.shipped()  # from here on it is cached: several processes that make it at once would disturb each other
    processes = os.cpu_count() or 1
    with ProcessPoolExecutor(processes) as beside:
        drawing = [beside.submit(_pages, others[first::processes]) for first in range(processes)]
        index = beside.submit(search_index.as_json)

        def drawn() -> pages.Drawn:
            held = {one: _APP.sub(pages.ANY_APP, (site / one / "index.html").read_text("utf-8")) for one in kept}
            for share in drawing:
                held |= share.result()
            return pages.Drawn(held, {}, index.result())

        yield drawn


def _pages(addresses: Sequence[str]) -> dict[str, str]:
    """The pages at these addresses, drawn."""
    drawing = pages.Drawing(pages.environment(), pages.ANY_APP)
    return {page.address: drawing.html(page) for page in pages.pages() if page.address in addresses}


def only_linked(name: str) -> bool:
    """Whether pages do not depend on what is in a source: a style sheet, or a script if none imports anything else."""
    if name.startswith("web/scripts/"):
        return scripts.graph_of_site() == scripts.graph()
    return name.startswith("web/styles/")


def keeps_trace(names: Sequence[str]) -> bool:
    """Whether each of these sources was there at the last build and imports the same as then, and no tool has changed.

    An editor may have written a file beside a source and removed it.
    """
    if any(name.startswith(PACKING) for name in names):
        return False
    staged = staging.folder(stock.cache_folder())
    packed = [name for name in names if name.startswith(("pyrules/", "web/worker/"))]
    pairs = [(staged / name, ROOT / name) for name in packed]
    pairs = [(old, new) for old, new in pairs if old.is_file() or new.is_file()]
    return all(old.is_file() and new.is_file() and _imports(old) == _imports(new) for old, new in pairs)


def _imports(path: Path) -> list[str]:
    if path.suffix != ".py":
        return []
    tree = ast.parse(path.read_bytes())
    return [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]


def main(base: str, changed: Sequence[str], packers: Packers) -> int:
    """Rebuild and print the time, or what is wrong with the sources or the site."""
    try:
        with redirect_stdout(io.StringIO()):
            rebuild(base, list(map(Path, changed)), packers)
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0
