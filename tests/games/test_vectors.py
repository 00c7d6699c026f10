"""Every golden case, value by value, as the note on reading the vectors says."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pyrules
from pyrules.engine.formatting import twelve_decimals

VECTORS = Path(__file__).parents[1] / "vectors"
CASES: dict[str, list[dict[str, Any]]] = {}
for _path in sorted(VECTORS.glob("*.json")):
    for _case in json.loads(_path.read_text(encoding="utf-8"))["cases"]:
        CASES.setdefault(_case["calculator"], []).append(_case)


def equal(expected: Any, value: Any) -> bool:
    """Whether a value is the expected one. Numbers are exact, or compared after rounding to 12 decimals."""
    if isinstance(expected, dict):
        return (
            isinstance(value, dict)
            and expected.keys() == value.keys()
            and all(equal(one, value[key]) for key, one in expected.items())
        )
    if isinstance(expected, list):
        return isinstance(value, list) and len(expected) == len(value) and all(map(equal, expected, value))
    if isinstance(expected, bool) or expected is None:
        return value is expected
    if isinstance(expected, int):
        return type(value) is int and value == expected
    if isinstance(value, Fraction):
        return twelve_decimals(value) == expected if "." in expected else value == Fraction(expected)
    return isinstance(value, str) and value == expected


@pytest.mark.parametrize("calculator", CASES)
def test_cases(calculator: str, subtests: pytest.Subtests) -> None:
    for case in CASES[calculator]:
        with subtests.test(case["id"]):
            check(case)


def check(case: dict[str, Any]) -> None:
    """The answer is the expected one, or the inputs are refused as expected."""
    expected = case["expected"]
    if "error" in expected:
        with pytest.raises(pyrules.InvalidInput) as refused:
            pyrules.answer(case["calculator"], case["inputs"])
        assert expected["error"] in ("any", refused.value.code)
        assert refused.value.text.endswith(".")
        return
    values = pyrules.answer(case["calculator"], case["inputs"]).values
    assert values.keys() == {output.name for output in pyrules.calculator(case["calculator"]).outputs}
    for name, one in expected.items():
        assert equal(one, values[name]), f"{name}: expected {one}, got {pyrules.wire(values[name])}"
