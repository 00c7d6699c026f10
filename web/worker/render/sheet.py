"""Character sheets: what follows from one, what it can do with which odds, and which rules it needs.

Conditions named in `without` are left out of account and stay on the sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import input_fields
from pyrules.engine.sheet.bindings import apply, bound_inputs
from pyrules.engine.sheet.condition_changes import changed, condition_dependent, target_condition_dependent
from pyrules.engine.sheet.merging import merged
from pyrules.engine.sheet.sheet import OWN_CONDITIONS, WEAPONS, Act, Sheet
from pyrules.engine.sheet.sources import MATCHUP, Bindings, sources_of
from pyrules.engine.sheet.values import Matchup, Opponent, Values, is_own

from .. import input_text, links, misfits, table_rules
from ..requests.sheet_request import Response, left_out, pairs_of, scene_of, sheet_of, table_of, target_of
from . import views

# A sheet and its odds


class Look(NamedTuple):
    """A sheet as it was asked about, and what it can do against whom, each act as the templates show it.

    `blocked_reason` is the reason why most acts are impossible; empty if no reason holds for most of them.
    """

    me: Values
    held: Any
    target: Values | Opponent
    weapons: list[Response]
    others: list[Response]
    blocked_reason: str
    conditions: list[Response]
    theirs: list[Response]


def look(request: Mapping[str, Any]) -> tuple[Look | None, list[InvalidInput]]:
    """The sheet that is asked about, None where it or its target cannot be read, and all problems."""
    sheet = sheet_of(request)
    held, problems = sheet.from_text(pairs_of(request, "pairs"))
    table = table_of(sheet, request)
    target, wrong = target_of(sheet, request.get("target"), table)
    if held is None or target is None:
        return None, [*problems, *wrong]
    without = left_out(sheet, request.get("without", []))
    me = Values(sheet, held, without, table)
    drawn = _Drawn(sheet, held, without, target, request)
    weapons = [drawn.weapon(index) for index in range(len(me.weapons()))]
    others = drawn.others()
    shared = _shared_reason([*(act for weapon in weapons for act in weapon["acts"]), *others])
    return Look(me, held, target, weapons, others, shared, drawn.conditions(), drawn.theirs()), [*problems, *wrong]


def _shared_reason(acts: list[Response]) -> str:
    """The reason why most of these acts are impossible; empty if no reason holds for most of them."""
    counts = Counter(str(act["blocked_reason"]) for act in acts)
    return next((reason for reason, count in counts.items() if 2 * count > len(acts)), "")


def derived(me: Values) -> dict[str, Response]:
    """Each derived value: as it stands, as it is computed, and whether it was set by hand."""
    return {
        one.name: {
            "text": input_text.plain(one.input, me[one.name]),
            "computed": input_text.plain(one.input, me.computed(one.name)),
            "own": me.is_overridden(one.name),
        }
        for one in me.sheet.derived
        if one.visible
    }


def summaries(held: Any) -> dict[str, str]:
    """For each part of a sheet that folds, by its group or the path of its weapon, what stands in it."""
    told: dict[str, list[str]] = {}
    for slot in input_fields(type(held)):
        if slot.input.group:
            told.setdefault(slot.input.group, []).append(input_text.setting(slot.input, getattr(held, slot.name)))
    lines = {group: " · ".join(settings) for group, settings in told.items()}
    for kind in (WEAPONS, OWN_CONDITIONS):
        lines |= {f"{kind}.{index}": armed(one) for index, one in enumerate(getattr(held, kind, ()))}
    return lines


def armed(row: Any) -> str:
    """What is special about a weapon or another row, without its name."""
    held = [(slot, getattr(row, slot.name)) for slot in input_fields(type(row)) if slot.name != "name"]
    return " · ".join(
        input_text.setting(slot.input, value) for slot, value in held if value not in (slot.default, None)
    )


class _Drawn:
    """What a character can do, each act as the template shows it."""

    def __init__(
        self, sheet: Sheet, held: Any, without: Sequence[str], target: Values | Opponent, request: Mapping[str, Any]
    ) -> None:
        self._sheet = sheet
        self._without = without
        self._target = target
        self._request = request
        table = table_of(sheet, request)
        self._everything = Values(sheet, held, (), table)
        self._me = Values(sheet, held, without, table)
        self._weapons = self._me.weapons()
        self._less = {one: self._me.without_condition(one) for one in self._me.holding}
        self._theirs = (
            {one: target.without_condition(one) for one in target.holding} if isinstance(target, Values) else {}
        )
        self._changed = {one: dict.fromkeys(_moved(less, self._me)) for one, less in self._less.items()}
        self._swayed: dict[str, dict[str, None]] = {one: {} for one in self._theirs}
        self._answered: dict[tuple[str, Any], list[dict[str, Any]]] = {}
        self._scenes: dict[tuple[str, str, int | None], Matchup] = {}
        self._weaponed: dict[int, Bindings] = {}
        self._of_both: dict[int, Bindings] = {}
        self._alike: dict[Any, list[Response]] = {}

    def weapon(self, index: int) -> Response:
        """A weapon and what can be done with it; weapons that differ in name alone have the same acts."""
        weapon = self._weapons[index]
        unnamed = replace(weapon.held, name="")
        if unnamed not in self._alike:
            acts = [act for act in self._sheet.acts if act.per_weapon and act.when(weapon)]
            self._alike[unnamed] = [self._act(act, index) for act in acts]
        return {"name": weapon["name"], "acts": self._alike[unnamed]}

    def others(self) -> list[Response]:
        """What is done without a weapon."""
        acts = [act for act in self._sheet.acts if not act.per_weapon and act.when(self._me)]
        return [self._act(act, None) for act in acts]

    def conditions(self) -> list[Response]:
        """The conditions that hold, and what each has changed in what was drawn."""
        return [
            {
                "id": one,
                "label": self._everything.condition_label(one),
                "counts": one in self._changed,
                "effects": list(self._changed.get(one, ())),
            }
            for one in self._everything.holding
        ]

    def theirs(self) -> list[Response]:
        """The conditions of the target's sheet, and what each has changed in what was drawn."""
        target = self._target
        if not isinstance(target, Values):
            return []
        return [
            {"label": target.condition_label(one), "effects": list(effects)} for one, effects in self._swayed.items()
        ]

    def _act(self, act: Act, index: int | None) -> Response:
        calculator = pyrules.calculator(f"{self._sheet.game_id}.{act.calculator}")
        bindings = {**self._sheet.bindings[act.calculator], **act.bindings}
        matchup = self._scene(index)
        done, refused = apply(calculator, bindings, matchup)
        moving, first = self._moving(act, bindings)
        for condition in self._seen(self._less, first=first):
            before = self._scene(index, less=condition)
            self._changed[condition].update(dict.fromkeys(changed(calculator, moving, before, matchup)))
        swaying, first = self._swaying(act, bindings)
        for condition in self._seen(self._theirs, first=first):
            before = self._scene(index, theirs=condition)
            self._swayed[condition].update(dict.fromkeys(changed(calculator, swaying, before, matchup)))
        blocked_reason = act.why_blocked(self._me if index is None else self._weapons[index])
        table = table_rules.asked(calculator, self._request).values
        inputs, problems = bound_inputs(calculator, done, table)
        pairs: links.Pairs = []
        if inputs is None:
            pairs, _, refused = merged(calculator, bindings, matchup)
            inputs, problems = calculator.from_text(pairs, table)
        notes = [misfits.instead(calculator, inputs, one) or one.text for one in refused]
        shown: Response = {
            "label": act.label,
            "calculator": calculator.slug,
            "blocked_reason": blocked_reason,
            "figures": [],
        }
        if inputs is None:
            why = " ".join([*notes, *(problem.text for problem in problems[:1])])
            return shown | {"link": pairs, "why": why}
        return shown | {
            "link": links.spelled(calculator, inputs, table),
            "why": " ".join(notes),
            "figures": [] if blocked_reason else self._figures(calculator, act, inputs),
        }

    def _seen(self, less: Mapping[str, Values], *, first: bool) -> list[str]:
        """The conditions that can change an act; after its first weapon, those that can change other weapons' odds."""
        known = self._sheet.conditions
        changes = known.changes_odds if first else known.changes_attacks
        return [one for one in less if is_own(one) or changes(one)]

    def _moving(self, act: Act, bindings: Bindings) -> tuple[Bindings, bool]:
        """The bindings that a condition can change, and whether the act is drawn with its first weapon.

        With a further weapon, these are the bindings that depend on the weapon.
        """
        if id(act) in self._weaponed:
            return self._weaponed[id(act)], False
        moving = condition_dependent(self._sheet, bindings)
        self._weaponed[id(act)] = {
            path: source for path, source in moving.items() if any("." in one for one in sources_of(source))
        }
        return moving, True

    def _swaying(self, act: Act, bindings: Bindings) -> tuple[Bindings, bool]:
        """The same for a condition of the target: with a further weapon, the bindings that depend on both sides."""
        if id(act) in self._of_both:
            return self._of_both[id(act)], False
        swaying = target_condition_dependent(self._sheet, bindings) if self._theirs else {}
        self._of_both[id(act)] = {
            path: source
            for path, source in swaying.items()
            if any(MATCHUP in one.split(".") for one in sources_of(source))
        }
        return swaying, True

    def _scene(self, index: int | None, less: str = "", theirs: str = "") -> Matchup:
        """The scene with a weapon, less one condition of mine or theirs; all acts with that weapon look at the same."""
        key = (less, theirs, index)
        if key not in self._scenes:
            me, target = self._less.get(less, self._me), self._theirs.get(theirs, self._target)
            self._scenes[key] = scene_of(me, index, target)
        return self._scenes[key]

    def _figures(self, calculator: Calculator[Any], act: Act, inputs: Any) -> list[Response]:
        """The outputs that an act shows; weapons that are alike are answered once."""
        key = (f"{calculator.id} {act.outputs}", inputs)
        if key not in self._answered:
            answer = calculator.answer(inputs)
            if act.outputs:
                self._answered[key] = [
                    {"label": output.label, "text": views.value_text(output, answer.values[output.name])}
                    for name in act.outputs
                    for output in calculator.outputs
                    if output.name == name and answer.values[name] is not None
                ]
            else:
                self._answered[key] = [
                    {"label": one["label"], "text": views.figure_text(one)} for one in views.figures(calculator, answer)
                ]
        return self._answered[key]


def _moved(before: Values, after: Values) -> list[str]:
    """What a condition does to derived values: "Armor Class now −2"."""
    numbers = [(one.input.label, before[one.name], after[one.name]) for one in after.sheet.derived if one.visible]
    return [
        _moved_by(label, was, now)
        for label, was, now in numbers
        if isinstance(was, int) and isinstance(now, int) and was != now
    ]


def _moved_by(label: str, was: int, now: int) -> str:
    """How a value has changed: "Armor Class now −2", or for a yes or no "Immune to Shock"."""
    if isinstance(now, bool):
        return label if now else f"not {label}"
    return f"{label} {views.figure(now - was, signed=True)}"
