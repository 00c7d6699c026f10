"""The kinds of requests that the worker answers: the one list of them.

The module of this package with the name of a kind answers it with `respond`. The worker, the build's packs and scripts
and the tests read this table, so a new kind is a line here and a file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

INPUTS, GAME_INPUTS, SHEET, FIGHT, OTHER = "inputs", "game inputs", "sheet", "fight", "other"
"""What a request is about, and so which packs it needs and how it is answered.

INPUTS is one calculator and its inputs, and needs nothing else of the game; GAME_INPUTS needs the whole game besides.
For both, `respond` takes a `Question` and returns a response. SHEET is characters, whose modules are packs of their
own; FIGHT is fights, which need these and packs of their own; OTHER is the rest. For these `respond` takes the request
and returns a response and its problems.
"""

KINDS: Mapping[str, str] = {
    "answer": INPUTS,
    "as_table": INPUTS,
    "check": SHEET,
    "compare": INPUTS,
    "compare_table": INPUTS,
    "explain": INPUTS,
    "fairness": OTHER,
    "fight": FIGHT,
    "fight_back": FIGHT,
    "fight_correct": FIGHT,
    "fight_foe": FIGHT,
    "fight_join": FIGHT,
    "fight_line": FIGHT,
    "fight_link": FIGHT,
    "fight_log": FIGHT,
    "fight_odds": FIGHT,
    "fight_order": FIGHT,
    "fight_roll": FIGHT,
    "fight_view": FIGHT,
    "fill": SHEET,
    "harm": SHEET,
    "house": OTHER,
    "migrate": SHEET,
    "own": SHEET,
    "qr": OTHER,
    "roll": INPUTS,
    "row": INPUTS,
    "share": GAME_INPUTS,
    "sheet": SHEET,
    "sheet_paper": SHEET,
    "sheet_rules": SHEET,
    "show": OTHER,
    "sweep": INPUTS,
    "systems": OTHER,
    "targets": FIGHT,
}

TOOLS = frozenset({"compare", "compare_table", "fairness", "qr", "share", "show", "sweep", "targets"})
"""What the tools of a page ask for when they are opened; the modules that only these need are a pack of their own."""


def responder(kind: str) -> Callable[[Any], Any]:
    """The `respond` of a kind. Its module is imported with its first request, which no other has to wait for."""
    respond: Callable[[Any], Any] = import_module(f"{__package__}.{kind}").respond
    return respond
