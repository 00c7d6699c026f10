"""The numbers of a picture: what a fold of an answer opens to."""

from __future__ import annotations

from typing import Any

from ..question import Question


def respond(question: Question) -> dict[str, Any]:
    """`output` names the picture's output; raises `InvalidInput` for an output without a picture."""
    return {"ok": True, "html": question.view.as_table(question.request.get("output"))}
