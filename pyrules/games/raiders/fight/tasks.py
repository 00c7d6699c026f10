"""Tasks: how hard one is, in the game's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here
from ....engine.inputs import Option
from ..tables import FACTS

USUAL = "moderate"


def task_ask(here: Here) -> Ask:
    """How hard a task is; a moderate one is the default (RR-REF-03)."""
    rows = sorted(FACTS.table("challenges").rows, key=lambda row: bool(row["id"] != USUAL))
    options = (Option(row["id"], f"{row['word']} {row['challenge']}", row["rule"]) for row in rows)
    return Ask("task", "The task is", tuple(options))


def task_inputs(here: Here) -> Mapping[str, Any]:
    """The challenge of the chosen task."""
    return {"target": FACTS.table("challenges").row(here.option(task_ask(here)))["challenge"]}
