"""The front of a printed sheet: one page with all entries of a character and room to write.

paper.js makes it fit: it may cut elements marked `data-row` and `data-notes`, and says so on the page.
"""

from __future__ import annotations

from typing import Any

import pyrules
from pyrules.engine.inputs import InputField, ListInput, Number, RecordInput, Text, Toggle, input_fields
from pyrules.engine.sheet.sheet import CONDITIONS, FOE, OVERRIDES, OWN_CONDITIONS, WEAPONS
from pyrules.engine.sheet.values import Values

from .. import input_text
from . import sheet, views

Model = dict[str, Any]

LONG = 200
"""A text input that allows more letters than this gets its own paragraph."""

MOST_IN_CELL = 34
"""The number of letters of a label and its value that fit a cell."""

MOST_FIGURES = 5
MOST_LINES = 20
FULL_ENOUGH = 0.6
"""Limits of the table of weapons. With more kinds of figures, more lines, or a smaller share of filled cells, each
weapon is one line of text instead."""


def drawn(view: sheet.SheetView) -> str:
    """The front of a printed sheet, with the odds of its weapons against the target."""
    me = view.me
    entered = [
        (slot, getattr(view.held, slot.name))
        for slot in input_fields(type(view.held))
        if not _has_own_place(me, slot) and _applies(view.held, slot)
    ]
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
        against=_target_text(view),
        columns=_columns(view.weapons),
        weapons=_weapons(view),
        others=view.others,
        blocked_reason=view.blocked_reason,
        conditions=_conditions(view),
        notes=[
            {"label": slot.input.label, "group": slot.input.group, "text": value or ""}
            for slot, value in entered
            if _is_long(slot)
        ],
    )


def _has_own_place(me: Values, slot: InputField) -> bool:
    """Whether an input is drawn elsewhere, not in the list of entries."""
    most = [pool.most for pool in me.sheet.pools]
    return slot.name in (
        "name",
        WEAPONS,
        CONDITIONS,
        OWN_CONDITIONS,
        FOE,
        OVERRIDES,
        *(pool.name for pool in me.sheet.pools),
        *most,
    )


def _applies(held: Any, slot: InputField) -> bool:
    """Whether the form shows an input that belongs to certain choices."""
    choices = slot.input.only_for.items()
    return not choices or any(getattr(held, name) in texts for name, texts in choices)


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
    """The entries by group in the game's order: short values as cells of a grid, long ones as lines."""
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


def _target_text(view: sheet.SheetView) -> str:
    """The target of the odds: a character's name, else the first number and those that differ from the default."""
    target = view.target
    if isinstance(target, Values):
        return str(target["name"])
    numbers = [(slot, target[slot.name]) for slot in input_fields(view.me.sheet.target)]
    named = [(slot, value) for at, (slot, value) in enumerate(numbers) if not at or value != slot.default]
    return ", ".join(input_text.setting(slot.input, value) for slot, value in named)


def _columns(weapons: list[Model]) -> list[str]:
    """The labels of all figures of weapons, as columns; none when a table does not suit."""
    acts = [act for weapon in weapons for act in weapon["acts"]]
    figures = [one["label"] for act in acts for one in act["figures"]]
    labels = list(dict.fromkeys(figures))
    sparse = len(figures) < FULL_ENOUGH * len(labels) * len(acts)
    long = len(acts) > max(MOST_LINES, len(weapons))
    return [] if sparse or long or len(labels) > MOST_FIGURES else labels


def _weapons(view: sheet.SheetView) -> list[Model]:
    """Each weapon with its description and its acts."""
    several = len({act["label"] for weapon in view.weapons for act in weapon["acts"]}) > 1
    weapons = []
    for weapon, held in zip(view.weapons, getattr(view.held, WEAPONS), strict=True):
        acts = [
            {
                "label": act["label"] if several else "",
                "note": " ".join(filter(None, (_own_reason(view, act), act["why"]))),
                "figures": {one["label"]: one["text"] for one in act["figures"]},
            }
            for act in weapon["acts"]
        ]
        notes = {str(act["note"]) for act in acts}
        about = [sheet.weapon_text(held)]
        if len(notes) == 1:  # a note that all acts share is printed once
            about += notes
            acts = [{**act, "note": ""} for act in acts]
        weapons.append({"name": weapon["name"], "about": " · ".join(filter(None, about)), "acts": acts})
    return weapons


def _own_reason(view: sheet.SheetView, act: Model) -> str:
    """Why an act is impossible, unless the paper says it once for most acts."""
    return "" if act["blocked_reason"] == view.blocked_reason else str(act["blocked_reason"])


def _conditions(view: sheet.SheetView) -> list[Model]:
    """All conditions of the game, to tick on paper, and the character's own; those that hold with their effects."""
    effects = {one["id"]: one["effects"] for one in view.conditions}
    of_game = [(option.id, option.label) for option in view.me.sheet.conditions.options]
    own = [(one["id"], one["label"]) for one in view.conditions if one["id"] not in dict(of_game)]
    return [
        {"label": label, "holds": one in effects, "effects": effects.get(one, [])} for one, label in (*of_game, *own)
    ]
