"""The kinds of requests that the worker answers: the one list of them.

The module of this package with the name of a kind answers it with `respond`. A new kind is a line here, a file beside
it, and a request in `web/builder/pyodide/packing/exercise.py`: from it the build learns which modules the kind needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

Response = dict[str, Any]

INPUTS, SHEET, OTHER = "inputs", "sheet", "other"
"""What a request is about.

- INPUTS: one calculator and its inputs. `respond` takes a `Question` and returns a response.
- SHEET: characters. Their modules are in packs of their own. `respond` takes the request; it returns a response and a
  list of `InvalidInput`.
- OTHER: anything else. `respond` is as for SHEET.
"""

KINDS: Mapping[str, str] = {
    "answer": INPUTS,
    "as_table": INPUTS,
    "check": SHEET,
    "compare": INPUTS,
    "explain": INPUTS,
    "fairness": OTHER,
    "fill": SHEET,
    "harm": SHEET,
    "house": OTHER,
    "migrate": SHEET,
    "qr": OTHER,
    "roll": INPUTS,
    "row": INPUTS,
    "share": INPUTS,
    "sheet": SHEET,
    "sheet_paper": SHEET,
    "sheet_rules": SHEET,
    "sweep": INPUTS,
    "systems": OTHER,
}


def responder(kind: str) -> Callable[[Any], Any]:
    """The `respond` of a kind. The first request of a kind imports its module, so that other kinds need not wait."""
    respond: Callable[[Any], Any] = import_module(f"{__package__}.{kind}").respond
    return respond
