"""Facts about a built site, read from its files."""

import json
import re
from pathlib import Path

from web.builder.pyodide.runtime import Runtime


def topics_of(site: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    """By game and calculator: the topics whose packs a page of the site fetches besides the game's own."""
    [paths] = site.glob("assets/app-*/scripts/paths.js")
    found = re.search(r"^export const TOPICS = (.*);$", paths.read_text(), re.MULTILINE)
    assert found
    return {
        game: {slug: tuple(topics.split()) for topics, slugs in groups.items() for slug in slugs.split()}
        for game, groups in json.loads(found[1]).items()
    }


def runtime_of(site: Path) -> Runtime:
    """The Python of a built site, as the builder gave it to the pages."""
    [python], [core] = site.glob("assets/python-*"), site.glob("assets/core-*/core.pack")
    packs = {path.stem: path.relative_to(site).as_posix() for path in site.glob("assets/game-*/*.pack")}
    return Runtime(python.relative_to(site).as_posix(), core.relative_to(site).as_posix(), packs, topics_of(site))
