"""The rules that a character needs at hand, for the back of the printed sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyrules
from pyrules.engine.sheet.values import Values

from ..render import views
from .sheet_request import Reply, pairs_of, sheet_of


def respond(request: Mapping[str, Any]) -> Reply:
    """Those rules, by topic."""
    sheet = sheet_of(request)
    held, problems = sheet.from_text(pairs_of(request, "pairs"))
    if held is None:
        return {"ok": False}, problems
    facts = pyrules.facts(sheet.game_id)
    needed = [facts.rule(rule_id) for rule_id in dict.fromkeys(sheet.required_rules(Values(sheet, held)))]
    return {"ok": True, "html": views.template("sheet_rules.html").render(topics=_by_topic(needed))}, problems


def _by_topic(needed: Sequence[Any]) -> list[tuple[str, list[Any]]]:
    topics: dict[str, list[Any]] = {}
    for rule in needed:
        topics.setdefault(rule.topic, []).append(rule)
    return list(topics.items())
