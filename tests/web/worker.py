"""Helpers that send requests to the worker's endpoint."""

from __future__ import annotations

import json
from typing import Any

from web.worker import endpoint


def _refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON: a page could not read this reply")


def asked(kind: str, calculator_id: str, inputs: Any, **more: Any) -> dict[str, Any]:
    """The reply to a request; strict JSON, with a sentence for each problem and no error of ours."""
    request = json.dumps({"kind": kind, "calculator": calculator_id, "inputs": inputs, **more})
    reply: dict[str, Any] = json.loads(endpoint.handle(request), parse_constant=_refuse_constant)
    assert reply["ok"] or reply["problems"]
    for problem in reply["problems"]:
        assert problem["code"] != "internal", problem
        assert problem["text"].endswith("."), problem
    return reply
