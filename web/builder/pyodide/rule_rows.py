"""Which rules the worker shows in full: few of them, for the reference is made of pages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

Rows = list[dict[str, Any]]


def rows_of_game(folder: str, sources: Mapping[str, Path], shown: Mapping[str, Iterable[str]]) -> tuple[Rows, Rows]:
    """The rows of rules that answers of a game show, in book order, and the further rows that characters may need.

    `folder` is the game's folder, `sources` has its sources by their path in the packs, and `shown` has the ids of the
    rules under the figures of each calculator. A character may need the rules that a module of sheets or a row of a
    table names; web/worker/render/sheet.py shows those that the character's weapons and conditions call for.
    """
    table = sources.get(f"{folder}tables/rules.toml")
    rows: Rows = tomllib.loads(table.read_text(encoding="utf-8")).get("rule", []) if table else []
    of_answers = {rule_id for ids in shown.values() for rule_id in ids}
    others = {row["id"] for row in rows} - of_answers
    of_sheets = {
        rule_id
        for name, path in sources.items()
        for rule_id in _named_for_sheets(name.removeprefix(folder), path, others)
    }
    return [row for row in rows if row["id"] in of_answers], [row for row in rows if row["id"] in of_sheets]


def names(source: str, text: str) -> bool:
    """Whether a text stands in quotes in a source."""
    return f'"{text}"' in source or f"'{text}'" in source


def _named_for_sheets(name: str, path: Path, rule_ids: Iterable[str]) -> Iterator[str]:
    """Those of the ids that a module of sheets or a row of a table names, by its path in the game's folder."""
    if name.startswith("sheet/") and name.endswith(".py"):
        source = path.read_text(encoding="utf-8")
        yield from (rule_id for rule_id in rule_ids if names(source, rule_id))
    elif name.startswith("tables/") and name.endswith(".toml"):
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("row", ()):
            yield from (value for value in row.values() if isinstance(value, str) and value in rule_ids)
