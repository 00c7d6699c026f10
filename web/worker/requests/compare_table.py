"""The numbers of a picture of both sides: what a fold of a comparison opens to."""

from __future__ import annotations

from typing import Any

from pyrules.engine.errors import BAD_OPTION, InvalidInput
from pyrules.engine.inputs import abbreviate

from ..question import Question
from ..render import comparison, views
from ..render.drawing import Titles
from .compare import titles_of


def respond(question: Question) -> dict[str, Any]:
    """`output` names the compared output, `index` counts its pictures from 0; `vs` are the pairs of the pinned
    side, and `titles` those of both.

    Raises `InvalidInput` where there is no such picture.
    """
    pinned, problems = question.other(question.request.get("vs"))
    if pinned is None:
        return {"ok": False, "problems": problems}
    name, index = question.request.get("output"), question.request.get("index")
    sides = question.answer.values, question.answer_to(pinned).values
    for found in comparison.pictures(question.calculator, *sides).drawn:
        if found.output.name == name and found.index == index:
            return {"ok": True, "html": _drawn(found, titles_of(question.request))}
    text = f"{question.calculator.title} has no picture {abbreviate(index)} of {abbreviate(name)} on both sides."
    raise InvalidInput("output", BAD_OPTION, name, text)


def _drawn(found: comparison.Compared, titles: Titles) -> str:
    return views.template("compare_table.html").render(
        output=found.output, title=found.picture.title, tables=found.picture.tables(), titles=titles
    )
