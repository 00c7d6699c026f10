"""Matchups of Grunda and Teodric, the ready-made characters of OBSS, and the inputs that they bind."""

from __future__ import annotations

from typing import Any

import pyrules
from pyrules.engine.procedure import total
from pyrules.engine.sheet.bindings import apply
from pyrules.engine.sheet.sheet import CONDITIONS
from pyrules.engine.sheet.values import Matchup, Opponent, Values
from pyrules.games.obss.attack.strike import aimed_of

from ...matchups import filled_answer, filled_inputs

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


def matchup(me: Values, weapon: int = MACE, target: Values | Opponent | None = None) -> Matchup:
    theirs = target.weapons()[0] if isinstance(target, Values) else None
    return Matchup(me, me.weapons()[weapon], target or foe(), theirs)


def act(label: str, of: Matchup) -> dict[str, Any]:
    """What a button of that label answers."""
    one = next(act for act in SHEET.acts if act.label == label)
    return filled_answer(f"obss.{one.calculator}", of, more=one.bindings)


def filling(slug: str, of: Matchup) -> dict[str, Any]:
    done, notes = apply(pyrules.calculator(f"obss.{slug}"), SHEET.bindings[slug], of)
    assert notes == []
    return {one.path: one.value for one in done}


def attacking(of: Matchup) -> tuple[int, int, int]:
    """What a strike adds to its dice, how many dice it has, and the Defense it is against, all that holds counted."""
    held = aimed_of(filled_inputs("obss.strike", of))
    return total(held.added), held.dice, held.against


def why_not(label: str, of: Any) -> str:
    return next(act for act in SHEET.acts if act.label == label).why_blocked(of)
