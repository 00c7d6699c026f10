"""How much work a sheet does: each act binds its values once, and like acts share their answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.sheet.values import Values
from pyrules.games.wwn.checks.character import DERIVE
from pyrules.games.wwn.sheet import values
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


def test_equal_weapons_share_the_addresses_of_their_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[Any] = []

    def counted(pairs: Any, **named: Any) -> str:
        encoded.append(pairs)
        return urlencode(pairs, **named)

    monkeypatch.setattr(render_sheet, "urlencode", counted)
    sheet = pyrules.sheet("wwn")
    data = sheet.example("hessa").data
    weapons = [{**data["weapons"][0], "name": f"Weapon {n}"} for n in range(30)]
    held = sheet.parse({**data, "weapons": weapons})
    reply = json.loads(endpoint.handle(json.dumps({"kind": "sheet", "system": "wwn", "pairs": sheet.to_pairs(held)})))

    assert reply["html"].count('href="../') > 30
    assert len(encoded) < 10


def test_the_combat_numbers_of_a_character_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = pyrules.sheet("wwn")
    hessa = sheet.parse(sheet.example("hessa").data)
    derived: list[Any] = []

    def counted(character: Any) -> Any:
        derived.append(character)
        return compute(character)

    compute = DERIVE.compute
    monkeypatch.setattr(values, "DERIVE", SimpleNamespace(compute=counted))
    mine = Values(sheet, hessa)

    assert {one.name: mine.computed(one.name) for one in sheet.derived}
    assert len(derived) == 1
