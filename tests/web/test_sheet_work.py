"""How much work a sheet does: each act binds its values once, and like acts share their answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from web.worker import endpoint
from web.worker.render import sheet as render_sheet

MOST_BINDINGS, MOST_ANSWERS = 9, 7


def test_a_character_with_three_weapons_and_a_condition_binds_once_an_act(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()

    def counted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            calls[name] += 1
            return work(*arguments, **named)

        return call

    monkeypatch.setattr(render_sheet, "apply", counted("bindings", render_sheet.apply))
    monkeypatch.setattr(Calculator, "answer", counted("answers", Calculator.answer))
    sheet = pyrules.sheet("wwn")
    hessa = sheet.parse({**sheet.example("hessa").data, "conditions": ["prone"]})
    assert len(hessa.weapons) == 3

    request = {"kind": "sheet", "system": "wwn", "pairs": sheet.to_pairs(hessa), "target": {"pairs": []}}
    assert json.loads(endpoint.handle(json.dumps(request)))["ok"]

    assert calls["bindings"] <= MOST_BINDINGS
    assert calls["answers"] <= MOST_ANSWERS
