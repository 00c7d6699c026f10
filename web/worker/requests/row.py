"""The picture of one row of a table, with its numbers: what a fold of an answer opens to."""

from __future__ import annotations

from typing import Any

from ..question import Question


def respond(question: Question) -> dict[str, Any]:
    """`output` names the table, `index` counts its rows from 0, `column` names the row's distribution or is left out.

    Raises `InvalidInput` where there is no such picture.
    """
    asked = question.request
    return {"ok": True, "html": question.view.row(asked.get("output"), asked.get("index"), asked.get("column"))}
