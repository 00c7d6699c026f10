"""The ready-made characters of the step-die game in various states, and the inputs that they bind."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pyrules
from pyrules.engine.sheet.sheet import Act
from pyrules.engine.sheet.values import Matchup, Opponent, Values

from ...matchups import filled_answer, filled_inputs, matchup

SHEET = pyrules.sheet("stepdie")
AXE, SHIELD, HATCHET, FISTS = range(4)
BOW, WHIP, KNIFE = range(3)
Side = Values | Opponent


def character(example: str, *conditions: str, **data: Any) -> Values:
    """A ready-made character in some other state."""
    return Values(SHEET, SHEET.parse({**SHEET.example(example).data, "conditions": list(conditions), **data}))


def wenna(*conditions: str, **data: Any) -> Values:
    """d8 and Fighting 4, an axe of 4 points and a shield; armor 1."""
    return character("wenna", *conditions, **data)


def lisbet(*conditions: str, **data: Any) -> Values:
    """d10 and Acrobatics 4, a bow and nothing to parry with; no armor and 4 Health."""
    return character("lisbet", *conditions, **data)


def act(label: str) -> Act:
    return next(one for one in SHEET.acts if one.label == label)


def inputs(slug: str, at: Matchup, start: Any = None, more: Any = None) -> Any:
    """A calculator's inputs as a matchup fills them, over a form or over what must be given."""
    return filled_inputs(f"stepdie.{slug}", at, start, more)


def answer(slug: str, me: Values, target: Side | None, weapon: int = 0, more: Any = None) -> dict[str, Any]:
    """The answer of a calculator for a matchup."""
    return filled_answer(f"stepdie.{slug}", matchup(me, target, weapon), more=more)


def hits(me: Values, target: Side, weapon: int = 0) -> Fraction:
    p: Fraction = answer("attack", me, target, weapon)["p_hit"]
    return p
