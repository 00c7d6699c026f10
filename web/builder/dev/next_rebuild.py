"""The process of the next rebuild of `serve`: what takes long to start has started before the change comes.

    python -m web.builder.dev.next_rebuild <base>

A line of standard input brings the changed sources as JSON. Before that, Pyodide starts in a packer (packers.py), our
sources are imported, and tables are parsed. What the change may have made stale is imported again. After a change of
the builder, watch.py starts a new process.
"""

import functools
import json
import sys
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

from web.builder import BuildError
from web.builder.dev.environment import ROOT
from web.builder.pyodide import stock
from web.builder.pyodide.packers import Packers


def main(base: str) -> int:
    """Start what takes long, wait for the changed sources, and rebuild the site."""
    try:
        with Packers(stock.cache_folder()) as packers:
            packers.start(1)
            needed = {*sys.modules}
            prepare()
            line = sys.stdin.readline()
            if not line:
                return 0
            changed = json.loads(line)
            for name in [*stale(sys.modules.keys() - needed, changed)]:
                forget(name)
            from web.builder.dev import rebuild

            return rebuild.main(base, changed, packers)
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def prepare() -> None:
    """Import all that a rebuild imports, and parse the tables of all games."""
    # By its text: a table that has not changed is not parsed again, for whatever module.
    tomllib.loads = functools.cache(tomllib.loads)
    try:
        from web.builder.dev import rebuild

        rebuild.warm_up()
    except Exception:
        # A source is being edited. The rebuild says what is wrong if it still is.
        return


def forget(name: str) -> None:
    """Have a module imported again, also where its package has it as an attribute."""
    del sys.modules[name]
    package, _, attribute = name.rpartition(".")
    if package in sys.modules:
        vars(sys.modules[package]).pop(attribute, None)


def stale(modules: Collection[str], changed: Collection[str]) -> Iterator[str]:
    """Those of these modules that a change of these sources may concern.

    A game is imported by nothing of the engine and of other games, and nothing in `pyrules` imports `web`.
    """
    games = "pyrules/games/"
    inside = [Path(path).relative_to(ROOT).as_posix() for path in changed]
    of_rules = [name for name in inside if name.startswith("pyrules/")]
    only_games = all(name.startswith(games) and name.count("/") > games.count("/") for name in of_rules)
    packages = {".".join(name.split("/")[:3]) for name in of_rules}
    for module in modules:
        match module.split("."):
            case ["pyrules", "engine", *_]:
                concerned = not only_games
            case ["pyrules", "games", _, *_]:
                concerned = not only_games or ".".join(module.split(".")[:3]) in packages
            case ["pyrules" | "web", *_]:
                concerned = True
            case _:
                concerned = False
        if concerned:
            yield module


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
