"""What the headline of a filled calculator says first: why a side cannot act, and values that replace a sheet's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyrules.engine.calculator import Calculator
from pyrules.engine.sheet.bindings import Misfit
from pyrules.engine.sheet.paths import source_at
from pyrules.engine.sheet.sources import CLEAR, Bindings, is_theirs
from pyrules.engine.sheet.values import Matchup, Values

from .. import misfits

Response = dict[str, Any]


def lines(
    calculator: Calculator[Any],
    bindings: Bindings,
    matchup: Matchup,
    refused: Iterable[Misfit],
    inputs: Any,
    *,
    takes_target: bool,
) -> list[Response]:
    """The lines, each with whose value it is about and, for a value that does not fit, the key of its input."""
    said = [_line(standing(calculator, matchup))]
    if takes_target and isinstance(matchup.target, Values):
        said.append(_line(matchup.target.sheet.status(matchup.target), theirs=True))
    for one in refused:
        theirs = is_theirs(source_at(bindings, one.path) or CLEAR)
        said.append(_line(misfits.instead(calculator, inputs, one), theirs=theirs, key=one.path))
    return [one for one in said if one["text"]]


def standing(calculator: Calculator[Any], matchup: Matchup) -> str:
    """The status of the character, or why it cannot do what the calculator is about; empty if nothing prevents it."""
    me, weapon = matchup.me, matchup.weapon
    acts = [act for act in me.sheet.acts if act.calculator == calculator.slug and (weapon or not act.per_weapon)]
    of_act = [(act, weapon if act.per_weapon else me) for act in acts]
    reasons = [act.why_blocked(of) for act, of in of_act if act.when(of)]
    return me.sheet.status(me) or (reasons[0] if reasons and all(reasons) else "")


def _line(text: str, *, theirs: bool = False, key: str = "") -> Response:
    return {"text": text, "theirs": theirs, "key": key}
