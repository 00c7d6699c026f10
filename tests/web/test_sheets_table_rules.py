"""Sheet requests use the table rules in derived values."""

import json
import re
from typing import Any

import pytest

import pyrules
from web.worker import endpoint


def asked(game: str, **request: Any) -> Any:
    return json.loads(endpoint.handle(json.dumps({"kind": "sheet", "system": game, **request})))


def person(game: str, **changed: str) -> list[list[str]]:
    """The first ready-made character, with something else set."""
    sheet = pyrules.sheet(game)
    pairs = sheet.to_pairs(sheet.parse(dict(sheet.examples[0].data)))
    return [[key, text] for key, text in pairs if key not in changed] + [[key, text] for key, text in changed.items()]


def figures(reply: Any, act: str) -> list[str]:
    """What the first button of that act shows."""
    button = re.search(rf'data-act="{act}".*?</a>', reply["html"], re.S)
    assert button
    return re.findall(r'class="n">([^<]*)', button.group())


@pytest.mark.parametrize(("level", "same"), [("1", True), ("3", False)])
def test_fatigue_takes_what_the_table_has_set(level: str, same: bool) -> None:
    tired = person("obss", fatigue=level)
    standard, house = (asked("obss", pairs=tired, house=rules) for rules in ([], [["fatigue", "1-2-4-6"]]))
    assert (figures(standard, "strike") == figures(house, "strike")) is same


def test_a_mass_bonus_is_the_tables_own() -> None:
    """115 to 100 is no quarter of a doubling more, but the nearest third."""
    sides = {"pairs": person("raiders", mass="115"), "target": {"sheet": person("raiders", mass="100")}}
    standard, house = (asked("raiders", **sides, house=rules) for rules in ([], [["method", "nearest_third"]]))
    assert figures(standard, "grapple") != figures(house, "grapple")
    assert "grappler_mass_bonus=1" in house["html"]


def test_true_is_no_weapon() -> None:
    request = {"kind": "fill", "calculator": "wwn.attack", "sheet": person("wwn"), "pairs": []}
    first, odd = (json.loads(endpoint.handle(json.dumps({**request, "weapon": which}))) for which in (0, True))
    assert len(first["weapons"]) > 1 and first == odd
