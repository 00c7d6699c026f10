"""A character on paper: the front of its sheet, one page with all that is on it and room to write.

The page that prints makes it fit: what is marked `data-row` and `data-notes` may be cut there, and says so.
"""

from __future__ import annotations

from typing import Any

import pyrules
from pyrules.engine.inputs import InputField, ListInput, Number, RecordInput, Text, Toggle, input_fields
from pyrules.engine.sheet.sheet import CONDITIONS, OVERRIDES, OWN_CONDITIONS, WEAPONS
from pyrules.engine.sheet.values import Values

from .. import input_text
from . import sheet, views

Model = dict[str, Any]

LONG = 200
"""A text that may be longer than this is a paragraph of its own."""

MOST_IN_CELL = 34
"""Letters of a label and its value that find room in a cell."""

MOST_FIGURES = 5
MOST_LINES = 20
FULL_ENOUGH = 0.6
"""Of a weapon's acts. Where there are more kinds of figures or more lines, or where fewer cells than these would hold
something, each weapon is one line with all of it."""


def drawn(seen: sheet.Look) -> str:
    """The front of a printed sheet, with its weapons' odds against the target."""
    me = seen.me
    entered = [(slot, getattr(seen.held, slot.name)) for slot in input_fields(type(seen.held)) if not _apart(me, slot)]
    return views.template("sheet_paper.html").render(
        game=pyrules.game(me.sheet.game_id).name,
        name=me["name"],
        line=me.sheet.summary(me),
        status=me.sheet.status(me),
        pools=[_pool(me, pool.name, pool.most) for pool in me.sheet.pools],
        derived=[
            {
                "label": one.input.label,
                "text": input_text.plain(one.input, me[one.name]),
                "own": me.is_overridden(one.name),
                "why": me.reason(one.name),
            }
            for one in me.sheet.derived
            if one.visible and me[one.name] is not None
        ],
        sections=_sections([(slot, value) for slot, value in entered if not _is_long(slot)]),
        against=_against(seen),
        columns=_columns(seen.weapons),
        weapons=_armed(seen),
        others=seen.others,
        blocked_reason=seen.blocked_reason,
        conditions=_conditions(seen),
        notes=[
            {"label": slot.input.label, "group": slot.input.group, "text": value or ""}
            for slot, value in entered
            if _is_long(slot)
        ],
    )


def _apart(me: Values, slot: InputField) -> bool:
    """Whether this stands in a place of its own, not in the list of what was entered."""
    most = [pool.most for pool in me.sheet.pools]
    return slot.name in (
        "name",
        WEAPONS,
        CONDITIONS,
        OWN_CONDITIONS,
        OVERRIDES,
        *(pool.name for pool in me.sheet.pools),
        *most,
    )


def _is_long(slot: InputField) -> bool:
    return isinstance(slot.input, Text) and slot.input.longest > LONG


def _pool(me: Values, name: str, most: str) -> Model:
    kind = me.value(name).input
    now = getattr(me.held, name)
    return {
        "label": kind.label,
        "now": kind.empty if now is None else input_text.plain(kind, now),
        "most": input_text.plain(me.value(most).input, me[most]) if most else "",
    }


def _sections(entered: list[tuple[InputField, Any]]) -> list[tuple[str, list[Model]]]:
    """What was entered, by group in the game's order; short values as cells of a grid, the others as lines."""
    sections: dict[str, list[Model]] = {}
    for slot, value in entered:
        kind = slot.input
        if value is None or value == () or (isinstance(kind, Toggle) and not value):
            continue
        text = input_text.measured(kind, value) if isinstance(kind, Number) else input_text.plain(kind, value)
        wide = isinstance(kind, (ListInput, RecordInput)) or len(text) + len(kind.label) > MOST_IN_CELL
        model = {"label": kind.label, "text": text, "wide": wide}
        sections.setdefault(kind.group, []).append(model)
    return list(sections.items())


def _against(seen: sheet.Look) -> str:
    """Whom the odds are against: a character by name, else the first number, and those that are not as usual."""
    target = seen.target
    if isinstance(target, Values):
        return str(target["name"])
    numbers = [(slot, target[slot.name]) for slot in input_fields(seen.me.sheet.target)]
    told = [(slot, value) for at, (slot, value) in enumerate(numbers) if not at or value != slot.default]
    return ", ".join(input_text.setting(slot.input, value) for slot, value in told)


def _columns(weapons: list[Model]) -> list[str]:
    """The figures of all that is done with weapons, each once; none where columns would not do."""
    acts = [act for weapon in weapons for act in weapon["acts"]]
    figures = [one["label"] for act in acts for one in act["figures"]]
    labels = list(dict.fromkeys(figures))
    sparse = len(figures) < FULL_ENOUGH * len(labels) * len(acts)
    long = len(acts) > max(MOST_LINES, len(weapons))
    return [] if sparse or long or len(labels) > MOST_FIGURES else labels


def _armed(seen: sheet.Look) -> list[Model]:
    """Each weapon with what is special about it and what can be done with it."""
    several = len({act["label"] for weapon in seen.weapons for act in weapon["acts"]}) > 1
    armed = []
    for weapon, held in zip(seen.weapons, getattr(seen.held, WEAPONS), strict=True):
        acts = [
            {
                "label": act["label"] if several else "",
                "told": " ".join(filter(None, (_own_reason(seen, act), act["why"]))),
                "figures": {one["label"]: one["text"] for one in act["figures"]},
            }
            for act in weapon["acts"]
        ]
        told = {str(act["told"]) for act in acts}
        about = [sheet.armed(held)]
        if len(told) == 1:  # what holds for all of them is said once
            about += told
            acts = [{**act, "told": ""} for act in acts]
        armed.append({"name": weapon["name"], "about": " · ".join(filter(None, about)), "acts": acts})
    return armed


def _own_reason(seen: sheet.Look, act: Model) -> str:
    """Why an act is impossible, unless the paper says it once for most acts."""
    return "" if act["blocked_reason"] == seen.blocked_reason else str(act["blocked_reason"])


def _conditions(seen: sheet.Look) -> list[Model]:
    """All that this game has, so that one can be ticked by hand; those that hold with what they do."""
    effects = {one["id"]: one["effects"] for one in seen.conditions}
    of_game = [(option.id, option.label) for option in seen.me.sheet.conditions.options]
    own = [(one["id"], one["label"]) for one in seen.conditions if one["id"] not in dict(of_game)]
    return [
        {"label": label, "holds": one in effects, "effects": effects.get(one, [])} for one, label in (*of_game, *own)
    ]
