"""What the worker calls: one function, request JSON in, response JSON out.

A request is `{"kind": "answer" | "roll" | "sheet" | ...}`, one of `_KINDS`. Inputs come as `pairs` (form or link text,
all problems are told at once) or as `inputs` (JSON, read strictly); with them may come the table's own rules as
`house`, for what the inputs leave out. A response is `{"ok", ...}` and never an
exception: everything that comes from a page, a link or a stranger's script is untrusted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from math import isfinite
from typing import Any

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput, UnknownName

from . import links, table_rules
from .render import views
from .requests import rolls

LONGEST_REQUEST = 64 * 1024
"""In bytes of UTF-8."""
DEEPEST_REQUEST = 2 + 8
"""Groups and lists inside each other: the request and its inputs, and 8 within them."""
LONGEST_VALUE = 60
LINK_VERSION = "1"

Response = dict[str, Any]


def handle(request_json: str) -> str:
    """Answer one request; the response is always JSON with `ok` and `problems`."""
    try:
        return json.dumps(_respond(request_json), ensure_ascii=False)
    except Exception:  # a fault of ours: the page is told, the console has the rest, and the worker lives on
        import traceback

        traceback.print_exc()
        return json.dumps(_refused("internal", "Something went wrong in the rules; this is our fault, not yours."))


def _respond(request_json: str) -> Response:
    if len(request_json) > LONGEST_REQUEST or len(request_json.encode(errors="replace")) > LONGEST_REQUEST:
        return _refused("too_long", "This request is longer than 64 KB.")
    try:
        request = json.loads(request_json)
    except (ValueError, RecursionError):
        return _refused("bad_request", "This request is not JSON.")
    if _depth(request) > DEEPEST_REQUEST:
        return _refused("bad_request", f"This request is nested deeper than {DEEPEST_REQUEST} levels.")
    kind = request.get("kind") if isinstance(request, dict) else None
    work = _KINDS.get(kind) if isinstance(kind, str) else None
    if work is None:
        return _refused("bad_request", f"A request's kind must be one of {', '.join(_KINDS)}.")
    try:
        return work(request)
    except UnknownName as unknown:
        return _refused("unknown_name", str(unknown))
    except InvalidInput as refused:
        return {"ok": False, "problems": [_problem(refused)]}


def _answer(request: Response) -> Response:
    calculator = pyrules.calculator(_name(request, "calculator"))
    table = table_rules.asked(calculator, request)
    inputs, problems = _inputs(calculator, request)
    left_aside = table_rules.refused(calculator, table)
    if inputs is None:
        return {"ok": False, "problems": problems, "house": left_aside}
    answer = calculator.answer(inputs)
    return {
        "ok": True,
        "values": pyrules.wire(answer.values),
        "html": views.answer_html(calculator, inputs, answer),
        "line": views.line(calculator, answer),
        "change": links.sheet_change(calculator, calculator.answer_change(inputs, answer.values)),
        "groups": views.group_summaries(calculator, inputs, table_rules.own_keys(inputs, table)),
        "closed": rolls.closed(calculator, inputs),
        "link": links.pairs(calculator, inputs, table.values),
        "shared": links.shared(calculator, inputs),
        "house": {**left_aside, **table_rules.marks(inputs, table)},
        "problems": problems,
    }


def _games(request: Response) -> Response:
    listed = [
        {"id": game.id, "name": game.name, "calculators": [c.id for c in game.calculators]} for game in pyrules.GAMES
    ]
    return {"ok": True, "values": listed, "problems": []}


def _about_inputs(work: Callable[[Calculator[Any], Any, Response], Response]) -> Callable[[Response], Response]:
    """A request about one calculator and its inputs, told only once these are in order."""

    def respond(request: Response) -> Response:
        calculator = pyrules.calculator(_name(request, "calculator"))
        inputs, problems = _inputs(calculator, request)
        if inputs is None:
            return {"ok": False, "problems": problems}
        return {"problems": problems, **work(calculator, inputs, request)}

    return respond


def _later(module: str) -> Callable[..., Response]:
    """The `respond` of a module that the first answer does not need, and so should not wait for."""

    def respond(*asked: Any) -> Response:
        response: Response = import_module(f"{__package__}.{module}").respond(*asked)
        return response

    return respond


def _compare(calculator: Calculator[Any], inputs: Any, request: Response) -> Response:
    """The pinned side comes as `vs`; what is wrong there is told as of `vs.` and drawn for the tool alone."""
    from .requests import compare

    theirs = {"pairs": request.get("vs")} | ({"house": request["house"]} if "house" in request else {})
    pinned, problems = _inputs(calculator, theirs)
    told = [{**problem, "field": f"vs.{problem['field']}".rstrip(".")} for problem in problems]
    texts = [problem["text"] for problem in problems]
    if pinned is None:
        return {"ok": False, "html": compare.refused(texts), "problems": told}
    rules = table_rules.asked(calculator, request).values
    return {**compare.respond(calculator, inputs, pinned, texts, rules), "problems": told}


def _house(request: Response) -> Response:
    reply = table_rules.respond(request)
    return {**reply, "problems": [_problem(problem) for problem in reply["problems"]]}


def _qr(request: Response) -> Response:
    from .requests import share

    return share.drawn(request)


def _sheets(name: str, module: str = "render.sheet") -> Callable[[Response], Response]:
    """A request about character sheets, with the work of that name; few pages need them, so they come later."""

    def respond(request: Response) -> Response:
        reply, problems = getattr(import_module(f"{__package__}.{module}"), name)(request)
        return {**reply, "problems": [_problem(problem) for problem in problems]}

    return respond


_KINDS: dict[str, Callable[[Response], Response]] = {
    "answer": _answer,
    "check": _sheets("check"),
    "compare": _about_inputs(_compare),
    "fairness": _later("render.fairness"),
    "fill": _sheets("respond", "requests.sheet_bindings"),
    "harm": _sheets("respond", "requests.sheet_damage"),
    "house": _house,
    "migrate": _sheets("migrate"),
    "qr": _qr,
    "roll": _about_inputs(rolls.respond),
    "share": _about_inputs(_later("requests.share")),
    "sheet": _sheets("respond"),
    "sheet_paper": _sheets("respond", "render.paper"),
    "sheet_rules": _sheets("rules"),
    "sweep": _about_inputs(_later("requests.sweep")),
    "systems": _games,
}


def _inputs(calculator: Calculator[Any], request: Response) -> tuple[Any, list[Response]]:
    """The inputs of a request, or None and why."""
    table = table_rules.asked(calculator, request).values
    if "inputs" in request:
        try:
            return calculator.parse(request["inputs"], table), []
        except InvalidInput as refused:
            return None, [_problem(refused)]
    pairs: Any = request.get("pairs")
    if not table_rules.are_pairs(pairs):
        text = "A request needs `inputs`, or `pairs` as a list of [key, text]."
        return None, [{"field": "", "code": "bad_request", "value": None, "text": text}]
    version = dict(pairs).get("v", LINK_VERSION)
    if version != LINK_VERSION:
        text = f"This link was made by a newer Tableside (format {views.abbreviate(version)}); this one reads format 1."
        return None, [{"field": "v", "code": "bad_option", "value": _plain(version), "text": text}]
    inputs, problems = calculator.from_text(pairs, table)
    return inputs, [_problem(problem) for problem in problems]


def _problem(refused: InvalidInput) -> Response:
    return {
        "field": refused.field,
        "code": refused.code,
        "value": _plain(refused.value),
        "text": refused.text,
    }


def _plain(value: Any) -> Any:
    """A value that was refused, as JSON: itself if it is a short plain one, else in words."""
    held = pyrules.wire(value)
    if held is None or isinstance(held, bool):
        return held
    if isinstance(held, int) and abs(held) < 10**LONGEST_VALUE:
        return held
    if isinstance(held, float) and isfinite(held):
        return held
    return held if isinstance(held, str) and len(held) <= LONGEST_VALUE else views.abbreviate(value)


def _depth(value: Any) -> int:
    """How many groups and lists are inside each other."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, (dict, list))]:
        depth += 1
        level = [inner for one in level for inner in (one.values() if isinstance(one, dict) else one)]
    return depth


def _refused(code: str, text: str) -> Response:
    return {"ok": False, "problems": [{"field": "", "code": code, "value": None, "text": text}]}


def _name(request: Response, key: str) -> str:
    name = request.get(key)
    if not isinstance(name, str):
        raise UnknownName(f"A request needs the name of a {key}.")
    return name
