"""What the worker calls: one function, request JSON in, response JSON out.

A request is `{"kind": "answer" | "roll" | "sheet" | ...}`, a kind of `requests/kinds.py`. Inputs come as `pairs` (form
or link text, whose problems are all reported at once) or as `inputs` (JSON, read strictly). `house` are table
rules, which replace defaults that the inputs leave out. A response is `{"ok", ...}` and never an exception: everything
that comes from a page, a link or a stranger's script is untrusted.
"""

from __future__ import annotations

import json
from typing import Any

from pyrules.engine.errors import InvalidInput, UnknownName

from . import table_rules
from .question import Question, Response, problem
from .requests.kinds import FIGHT, GAME_INPUTS, INPUTS, KINDS, responder

LONGEST_REQUEST, LONGEST_FIGHT = 64 * 1024, 1024 * 1024
"""In bytes of UTF-8. A fight brings all its events."""
DEEPEST_REQUEST = 2 + 8
"""Groups and lists inside each other: the request and its inputs, and 8 within them."""


def handle(request_json: str) -> str:
    """Answer one request; the response is always JSON with `ok` and `problems`."""
    try:
        return json.dumps(_respond(request_json), ensure_ascii=False)
    except Exception:  # a fault of ours: the page gets a sentence, the console the trace, and the worker goes on
        import traceback

        traceback.print_exc()
        return json.dumps(_refused("internal", "Something went wrong in the rules; this is our fault, not yours."))


def _respond(request_json: str) -> Response:
    size = len(request_json) if len(request_json) > LONGEST_FIGHT else len(request_json.encode(errors="replace"))
    if size > LONGEST_FIGHT:
        return _refused("too_long", "This request is longer than 1 MB.")
    try:
        request = json.loads(request_json)
    except (ValueError, RecursionError):
        return _refused("bad_request", "This request is not JSON.")
    if _depth(request) > DEEPEST_REQUEST:
        return _refused("bad_request", f"This request is nested deeper than {DEEPEST_REQUEST} levels.")
    kind = request.get("kind") if isinstance(request, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        return _refused("bad_request", f"A request's kind must be one of {', '.join(KINDS)}.")
    if size > LONGEST_REQUEST and KINDS[kind] != FIGHT:
        return _refused("too_long", "This request is longer than 64 KB.")
    try:
        about_inputs = KINDS[kind] in (INPUTS, GAME_INPUTS)
        return _answer_about_inputs(kind, request) if about_inputs else _answer_other(kind, request)
    except UnknownName as unknown:
        return _refused("unknown_name", str(unknown))
    except InvalidInput as refused:
        return {"ok": False, "problems": [problem(refused)]}


def _answer_about_inputs(kind: str, request: Response) -> Response:
    question = Question(request)
    if question.inputs is None:
        left_aside = table_rules.refused(question.calculator, question.table)
        return {"ok": False, "problems": question.problems, "house": left_aside}
    return {"problems": question.problems, **responder(kind)(question)}


def _answer_other(kind: str, request: Response) -> Response:
    reply, problems = responder(kind)(request)
    return {**reply, "problems": [problem(one) for one in problems]}


def _depth(value: Any) -> int:
    """How many groups and lists are inside each other."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, (dict, list))]:
        depth += 1
        level = [inner for one in level for inner in (one.values() if isinstance(one, dict) else one)]
    return depth


def _refused(code: str, text: str) -> Response:
    return {"ok": False, "problems": [{"field": "", "code": code, "value": None, "text": text}]}
