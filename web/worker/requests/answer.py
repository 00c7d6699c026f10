"""A calculator's answer: its values, and what of it is visible before a fold is opened."""

from __future__ import annotations

from typing import Any

import pyrules

from .. import links, table_rules
from ..question import Question
from ..render import views
from . import roll


def respond(question: Question) -> dict[str, Any]:
    """The answer with all that a page updates along with it: its link, its form's summaries, its roll options."""
    calculator, inputs, table, answer = question.calculator, question.inputs, question.table, question.answer
    return {
        "ok": True,
        "values": pyrules.wire(answer.values),
        "html": question.view.visible(),
        "line": views.line(calculator, answer),
        "change": links.sheet_change(calculator, calculator.answer_change(inputs, answer.values)),
        "groups": views.group_summaries(calculator, inputs, table_rules.own_keys(inputs, table)),
        "closed": roll.closed(calculator, inputs),
        "link": links.pairs(calculator, inputs, table.values),
        "shared": links.shared(calculator, inputs),
        "house": {**table_rules.refused(calculator, table), **table_rules.marks(inputs, table)},
    }
