"""A request about one calculator, read once: the calculator, its inputs, its table rules and their problems."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import isfinite
from typing import Any

import pyrules
from pyrules.engine.answer import Answer
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput, UnknownName
from pyrules.engine.inputs import abbreviate

from . import table_rules
from .render.answer import AnswerView

LONGEST_VALUE = 60
LINK_VERSION = "1"

Response = dict[str, Any]

_KEPT_ANSWERS = 2
"""The last one, whose folds are asked for one by one, and the pinned one that it is compared with."""

_kept: list[tuple[Calculator[Any], Any, AnswerView]] = []
"""The latest answers, the latest last."""


class Question:
    """`inputs` is None where the request's inputs are not in order; `problems` says why, as JSON."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        """Raises `UnknownName` for a calculator that does not exist, `InvalidInput` for malformed table rules."""
        self.request = request
        self.calculator = pyrules.calculator(_calculator_id(request))
        self.table = table_rules.asked(self.calculator, request)
        self.inputs, self.problems = self._read(request)

    def other(self, pairs: Any) -> tuple[Any, list[Response]]:
        """Other inputs of the same calculator under the same table rules, and their problems."""
        return self._read({"pairs": pairs})

    @cached_property
    def answer(self) -> Answer:
        """The calculator's answer to these inputs."""
        return self.view.answer

    @cached_property
    def view(self) -> AnswerView:
        """The answer as it is drawn."""
        return _view_of(self.calculator, self.inputs)

    def answer_to(self, inputs: Any) -> Answer:
        """The answer of the same calculator to other inputs."""
        return _view_of(self.calculator, inputs).answer

    def _read(self, request: Mapping[str, Any]) -> tuple[Any, list[Response]]:
        if "inputs" in request:
            try:
                return self.calculator.parse(request["inputs"], self.table.values), []
            except InvalidInput as refused:
                return None, [problem(refused)]
        pairs: Any = request.get("pairs")
        if not table_rules.are_pairs(pairs):
            text = "A request needs `inputs`, or `pairs` as a list of [key, text]."
            return None, [{"field": "", "code": "bad_request", "value": None, "text": text}]
        version = dict(pairs).get("v", LINK_VERSION)
        if version != LINK_VERSION:
            text = f"This link was made by a newer Tableside (format {abbreviate(version)}); this one reads format 1."
            return None, [{"field": "v", "code": "bad_option", "value": _plain(version), "text": text}]
        inputs, problems = self.calculator.from_text(pairs, self.table.values)
        return inputs, [problem(one) for one in problems]


def _view_of(calculator: Calculator[Any], inputs: Any) -> AnswerView:
    found = next((one for one in _kept if one[0] is calculator and one[1] == inputs), None)
    if found:
        _kept.remove(found)
    else:
        found = calculator, inputs, AnswerView(calculator, inputs, calculator.answer(inputs))
    _kept[:] = [*_kept[1 - _KEPT_ANSWERS :], found]
    return found[2]


def problem(refused: InvalidInput) -> Response:
    """A refusal as JSON."""
    return {
        "field": refused.field,
        "code": refused.code,
        "value": _plain(refused.value),
        "text": refused.text,
    }


def _plain(value: Any) -> Any:
    """A refused value as JSON: itself if it is short and plain, else in words."""
    held = pyrules.wire(value)
    if held is None or isinstance(held, bool):
        return held
    if isinstance(held, int) and abs(held) < 10**LONGEST_VALUE:
        return held
    if isinstance(held, float) and isfinite(held):
        return held
    return held if isinstance(held, str) and len(held) <= LONGEST_VALUE else abbreviate(value)


def _calculator_id(request: Mapping[str, Any]) -> str:
    name = request.get("calculator")
    if not isinstance(name, str):
        raise UnknownName("A request needs the name of a calculator.")
    return name
