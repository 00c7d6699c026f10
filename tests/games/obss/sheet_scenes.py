"""Grunda and Teodric, the ready-made characters of OBSS, and what their buttons and forms say."""

from __future__ import annotations

from typing import Any

import pyrules
from pyrules.engine.procedure import total
from pyrules.engine.sheet.bindings import filled, from_start, into, universe
from pyrules.engine.sheet.sheet import CONDITIONS
from pyrules.engine.sheet.values import Opponent, Scene, Values
from pyrules.games.obss.attack.strike import aimed_of

SHEET = pyrules.sheet("obss")
MACE, SPEAR, BOOTS = range(3)
BOW, RAPIER, DAGGER, KATANA = range(4)


def someone(example: str, *conditions: str, **changed: Any) -> Values:
    return Values(SHEET, SHEET.parse({**SHEET.example(example).data, CONDITIONS: list(conditions), **changed}))


def grunda(*conditions: str, **changed: Any) -> Values:
    return someone("grunda", *conditions, **changed)


def teodric(*conditions: str, **changed: Any) -> Values:
    return someone("teodric", *conditions, **changed)


def foe(**numbers: int) -> Opponent:
    return Opponent(SHEET.target(**numbers))


def scene(me: Values, weapon: int = MACE, target: Values | Opponent | None = None) -> Scene:
    theirs = target.weapons()[0] if isinstance(target, Values) else None
    return Scene(me, me.weapons()[weapon], target or foe(), theirs)


def act(label: str, of: Scene) -> dict[str, Any]:
    """What a button of that label answers."""
    one = next(act for act in SHEET.acts if act.label == label)
    calculator = pyrules.calculator(f"obss.{one.calculator}")
    fills = {**SHEET.fills[one.calculator], **one.fills}
    done, notes = filled(calculator, fills, of)
    assert notes == []
    inputs, problems = calculator.from_text(into(from_start(calculator), done, universe(fills, of)))
    assert inputs is not None, problems
    return dict(calculator.answer(inputs).values)


def filling(slug: str, of: Scene) -> dict[str, Any]:
    done, notes = filled(pyrules.calculator(f"obss.{slug}"), SHEET.fills[slug], of)
    assert notes == []
    return {one.path: one.value for one in done}


def attacking(of: Scene) -> tuple[int, int, int]:
    """What a strike adds to its dice, how many dice it has, and the Defense it is against, all that holds counted."""
    calculator = pyrules.calculator("obss.strike")
    fills = SHEET.fills["strike"]
    done, notes = filled(calculator, fills, of)
    assert notes == []
    inputs, problems = calculator.from_text(into(from_start(calculator), done, universe(fills, of)))
    assert inputs is not None, problems
    held = aimed_of(inputs)
    return total(held.added), held.dice, held.against


def why_not(label: str, of: Any) -> str:
    return next(act for act in SHEET.acts if act.label == label).barred(of)
