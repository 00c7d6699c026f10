"""The ready-made characters of the step-die game in various states, and the inputs that they bind."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pyrules
from pyrules.engine.sheet.bindings import apply, bindable_options, from_start, merge_into_form
from pyrules.engine.sheet.sheet import Act
from pyrules.engine.sheet.values import Matchup, Opponent, Values

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


def matchup(me: Values, target: Side | None, weapon: int = 0) -> Matchup:
    theirs = target.weapons()[0] if isinstance(target, Values) and target.weapons() else None
    return Matchup(me, me.weapons()[weapon] if me.weapons() else None, target, theirs)


def inputs(slug: str, at: Matchup, start: Any = None, more: Any = None) -> Any:
    """A calculator's inputs as a matchup fills them, over a form or over what must be given."""
    calculator = pyrules.calculator(f"stepdie.{slug}")
    bindings = {**SHEET.bindings[slug], **(more or {})}
    form = from_start(calculator) if start is None else start
    done, _ = apply(calculator, bindings, at, form)
    read, problems = calculator.from_text(merge_into_form(form, done, bindable_options(bindings, at)))
    assert read is not None, problems
    return read


def answer(slug: str, me: Values, target: Side | None, weapon: int = 0, more: Any = None) -> dict[str, Any]:
    """The answer of a calculator for a matchup."""
    calculator = pyrules.calculator(f"stepdie.{slug}")
    return dict(calculator.answer(inputs(slug, matchup(me, target, weapon), more=more)).values)


def hits(me: Values, target: Side, weapon: int = 0) -> Fraction:
    p: Fraction = answer("attack", me, target, weapon)["p_hit"]
    return p
