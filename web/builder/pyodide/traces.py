"""Joins the traces of shares of the games (packing/trace.py) to one of all games, which plan.py and packing/ use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import pyrules
from pyrules.engine import outputs
from web.worker.requests import kinds as requests

from .node_step import RuntimeBuildError

SHARES = (pyrules.GAME_IDS[::2], pyrules.GAME_IDS[1::2])
"""The games that each process traces.

Their number does not depend on the machine: what is compiled when may depend on what the same process has traced.
"""
_BY_GAME = ("calculators", "imports", "tables", "table_rules", "follow_ups", "shown_rules")


def file(work: Path, games: Sequence[str]) -> Path:
    """Where a process writes the trace of its games."""
    return work / f"trace-of-{games[0]}.json"


def joined(traces: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The trace of all games; raises `RuntimeBuildError` if a kind of requests or outputs is in none of them."""
    _refuse_missing("request", requests.KINDS, [trace["requests"] for trace in traces])
    _refuse_missing("output", outputs.KINDS, [trace["outputs"] for trace in traces])
    answers, tools, sheets, fights = (
        _all(trace["modules"][phase] for trace in traces) for phase in ("answers", "tools", "sheets", "fights")
    )
    found = {
        "early": sorted(_all(trace["early"] for trace in traces)),
        "library": sorted(_all(trace["library"] for trace in traces)),
        "tool_modules": sorted(tools - answers),
        "sheet_modules": sorted(sheets - answers - tools),
        "fight_modules": sorted(fights - answers - tools - sheets),
        "noted": _noted([trace["noted"] for trace in traces]),
    }
    return found | {name: reduce(or_, (trace[name] for trace in traces)) for name in _BY_GAME}


def _all(lists: Iterable[Collection[str]]) -> set[str]:
    return set().union(*lists)


def _noted(several: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The notes about each module. Where shares have noted the same, they have noted it alike."""
    modules = sorted(_all(several))
    of_module = {module: [noted[module] for noted in several if module in noted] for module in modules}
    return {
        module: {name: reduce(or_, (noted[name] for noted in found)) for name in ("texts", "patterns")}
        for module, found in of_module.items()
    }


def _refuse_missing(what: str, kinds: Collection[str], exercised: Iterable[Collection[str]]) -> None:
    if missing := set(kinds) - _all(exercised):
        raise RuntimeBuildError(f"The trace exercises no {what} of these kinds: {', '.join(sorted(missing))}.")
