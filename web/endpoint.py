"""What the worker calls: one function, request JSON in, response JSON out.

A request is `{"kind": "answer" | "roll" | "systems", ...}`. Inputs come as `pairs` (form or link text, all
problems are told at once) or as `inputs` (JSON, read strictly). A response is `{"ok", ...}` and never an
exception: everything that comes from a page, a link or a stranger's script is untrusted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput, NeedsFace, UnknownName

from . import views

LONGEST_REQUEST = 64 * 1024
LINK_VERSION = "1"

Response = dict[str, Any]


def handle(request_json: str) -> str:
    """Answer one request; the response is always JSON with `ok` and `problems`."""
    return json.dumps(_respond(request_json), ensure_ascii=False)


def _respond(request_json: str) -> Response:
    if len(request_json) > LONGEST_REQUEST:
        return _refused("too_long", "This request is longer than 64 KB.")
    try:
        request = json.loads(request_json)
    except (ValueError, RecursionError):
        return _refused("bad_request", "This request is not JSON.")
    kind = request.get("kind") if isinstance(request, dict) else None
    work = _KINDS.get(kind) if isinstance(kind, str) else None
    if work is None:
        return _refused("bad_request", f"A request's kind must be one of {', '.join(_KINDS)}.")
    try:
        return work(request)
    except UnknownName as unknown:
        return _refused("unknown_name", str(unknown))
    except NeedsFace as needs:
        return {**_refused("needs_face", str(needs)), "needs": {"sides": needs.sides, "label": needs.label}}


def _answer(request: Response) -> Response:
    calculator = pyrules.calculator(_name(request, "calculator"))
    inputs, problems = _inputs(calculator, request)
    if inputs is None:
        return {"ok": False, "problems": problems}
    answer = calculator.answer(inputs)
    return {
        "ok": True,
        "values": pyrules.wire(answer.values),
        "rules": answer.rules,
        "html": views.answer_html(calculator, inputs, answer),
        "line": views.line(calculator, answer),
        "groups": views.group_summaries(calculator, inputs),
        "link": link_pairs(calculator, inputs),
        "problems": problems,
    }


def _roll(request: Response) -> Response:
    calculator = pyrules.calculator(_name(request, "calculator"))
    inputs, problems = _inputs(calculator, request)
    if inputs is None:
        return {"ok": False, "problems": problems}
    option = request.get("option")
    throw = calculator.throw(option if isinstance(option, str) else None)
    roll = throw.procedure(inputs).roll(_faces(request.get("faces")))
    return {
        "ok": True,
        "values": views.roll_values(roll),
        "html": views.roll_html(calculator, throw, roll),
        "problems": problems,
    }


def _systems(request: Response) -> Response:
    listed = [
        {"id": system.id, "name": system.name, "calculators": [c.id for c in system.calculators]}
        for system in pyrules.SYSTEMS
    ]
    return {"ok": True, "values": listed, "problems": []}


_KINDS: dict[str, Callable[[Response], Response]] = {"answer": _answer, "roll": _roll, "systems": _systems}


def link_pairs(calculator: Calculator[Any], inputs: Any) -> list[tuple[str, str]]:
    """The link of these inputs. An empty link means `start`, so a state of defaults names one of them."""
    pairs = calculator.to_pairs(inputs)
    if pairs or inputs == calculator.parse(dict(calculator.start)):
        return pairs
    return calculator.spelled_out(inputs)[:1]


def _inputs(calculator: Calculator[Any], request: Response) -> tuple[Any, list[Response]]:
    """The inputs of a request, or None and why."""
    if "inputs" in request:
        try:
            return calculator.parse(request["inputs"]), []
        except InvalidInput as refused:
            return None, [_problem(refused)]
    pairs: Any = request.get("pairs")
    if not _are_pairs(pairs):
        text = "A request needs `inputs`, or `pairs` as a list of [key, text]."
        return None, [{"field": "", "code": "bad_request", "value": None, "text": text}]
    version = dict(pairs).get("v", LINK_VERSION)
    if version != LINK_VERSION:
        text = f"This link was made by a newer Tableside (format {views.shown(version)}); this one reads format 1."
        return None, [{"field": "v", "code": "bad_option", "value": version, "text": text}]
    inputs, problems = calculator.from_text([(key, text) for key, text in pairs if key != "v"])
    return inputs, [_problem(problem) for problem in problems]


def _are_pairs(pairs: Any) -> bool:
    return isinstance(pairs, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair) for pair in pairs
    )


def _problem(refused: InvalidInput) -> Response:
    return {
        "field": refused.field,
        "code": refused.code,
        "value": views.shown(refused.value),
        "text": refused.text,
    }


def _refused(code: str, text: str) -> Response:
    return {"ok": False, "problems": [{"field": "", "code": code, "value": None, "text": text}]}


def _name(request: Response, key: str) -> str:
    name = request.get(key)
    if not isinstance(name, str):
        raise UnknownName(f"A request needs the name of a {key}.")
    return name


def _faces(typed: Any) -> Callable[[int], int]:
    """Faces that a player typed, or honest random ones."""
    if typed is None:
        import secrets  # only a roll needs it, and it is slow to import

        return lambda sides: 1 + secrets.randbelow(sides)
    faces: Iterator[Any] = iter(typed if isinstance(typed, list) else [])

    def face(sides: int) -> int:
        value = next(faces, None)
        if value is None:
            raise NeedsFace(sides)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
            raise UnknownName(f"A d{sides} shows a whole number from 1 to {sides}; got {views.shown(value)}.")
        return value

    return face
