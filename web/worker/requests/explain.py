"""Why an output is what it is: what a fold of an answer opens to."""

from __future__ import annotations

from typing import Any

from ..question import Question


def respond(question: Question) -> dict[str, Any]:
    """`output` names it; raises `InvalidInput` for a name that is no output."""
    return {"ok": True, "html": question.view.explain(question.request.get("output"))}
