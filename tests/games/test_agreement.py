"""A noun after the number 1 is in the singular."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import ListInput, Number, RecordInput, input_fields

from ..web.worker import asked

GAMES = ("wwn", "raiders", "stepdie")
NOUNS = (
    r"(?:actions|attacks|attempts|blows|escapes|feet|hit points|hits|levels|points|rounds|shots|strikes|tries|turns"
    r"|wounds|zones)"
)
ONE_OF_MANY = re.compile(rf"(?<![\w.,/+−-])1 (?:failed |further )?{NOUNS}\b")

Path = tuple[str | int, ...]


def numbers(record: type, raw: Any, before: Path = ()) -> Iterator[Path]:
    """The place of each number among the inputs, the first element of each list included."""
    for field in input_fields(record):
        kind, here = field.input, (*before, field.name)
        if isinstance(kind, Number):
            yield here
        elif isinstance(kind, RecordInput) and raw.get(field.name):
            yield from numbers(kind.of, raw[field.name], here)
        elif isinstance(kind, ListInput) and isinstance(kind.element, RecordInput) and raw.get(field.name):
            yield from numbers(kind.element.of, raw[field.name][0], (*here, 0))


def with_one(raw: Any, path: Path) -> Any:
    """The same inputs with 1 at this place."""
    changed = at = json.loads(json.dumps(raw))
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = 1
    return changed


def all_ones(calculator: Calculator[Any]) -> Any:
    """The example of a page with as many numbers set to 1 as go together."""
    raw: Any = dict(calculator.start)
    for path in numbers(calculator.inputs, raw):
        changed = with_one(raw, path)
        try:
            calculator.parse(changed)
        except InvalidInput:
            continue
        raw = changed
    return raw


def texts(calculator: Calculator[Any], raw: Any) -> Iterator[str]:
    """What the page says of these inputs: the answer, its headline, and a roll of each kind."""
    options = [("answer", {}), *(("roll", {"option": throw.option}) for throw in calculator.rolls)]
    for kind, more in options:
        reply = asked(kind, calculator.id, raw, **more)
        yield " ".join(re.sub(r"<[^>]+>", " · ", reply.get("html", "")).split())
        yield reply.get("line", "")
        yield from (problem["text"] for problem in reply["problems"] or ())


@pytest.mark.parametrize(
    "calculator", [one for game_id in GAMES for one in pyrules.game(game_id).calculators], ids=lambda one: one.id
)
def test_one_thing_is_named_in_the_singular(calculator: Calculator[Any]) -> None:
    text = " | ".join(texts(calculator, all_ones(calculator)))
    assert text
    assert not ONE_OF_MANY.findall(text)


@pytest.mark.parametrize(
    ("calculator", "inputs", "headline"),
    [
        ("wwn.downed", {"hp": 3, "damage": 2, "target_kind": "pc"}, "1 hit point left"),
        ("wwn.downed", {"hp": 4, "damage": 2, "target_kind": "pc"}, "2 hit points left"),
        ("raiders.fortune", {"hits": [1]}, "1 wound,"),
        ("stepdie.speed", {"base_speed": 1}, "1 zone this turn"),
    ],
)
def test_a_headline_agrees_with_its_number(calculator: str, inputs: dict[str, Any], headline: str) -> None:
    assert headline in asked("answer", calculator, inputs)["line"]
