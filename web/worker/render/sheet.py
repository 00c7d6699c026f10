"""Character sheets: derived values, acts with their odds, and the effects of conditions.

The conditions in `without` are ignored here and stay on the sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

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
from ..requests.sheet_request import Response, left_out, matchup_of, pairs_of, sheet_of, table_of, target_of
from . import views

# A sheet and its odds


class SheetView(NamedTuple):
    """A requested sheet, its target, and its acts as the templates draw them.

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


def view(request: Mapping[str, Any]) -> tuple[SheetView | None, list[InvalidInput]]:
    """The sheet of a request, or None if the sheet or its target is invalid; and all problems."""
    sheet = sheet_of(request)
    held, problems = sheet.from_text(pairs_of(request, "pairs"))
    table = table_of(sheet, request)
    target, wrong = target_of(sheet, request.get("target"), table)
    if held is None or target is None:
        return None, [*problems, *wrong]
    without = left_out(sheet, request.get("without", []))
    me = Values(sheet, held, without, table)
    acts = _Acts(sheet, held, without, target, request)
    weapons = [acts.weapon(index) for index in range(len(me.weapons()))]
    others = acts.others()
    shared = _shared_reason([*(act for weapon in weapons for act in weapon["acts"]), *others])
    conditions, target_conditions = acts.conditions(), acts.target_conditions()
    return SheetView(me, held, target, weapons, others, shared, conditions, target_conditions), [*problems, *wrong]


def _shared_reason(acts: list[Response]) -> str:
    """The reason why most of these acts are impossible; empty if no reason holds for most of them."""
    counts = Counter(str(act["blocked_reason"]) for act in acts)
    return next((reason for reason, count in counts.items() if 2 * count > len(acts)), "")


def derived(me: Values) -> dict[str, Response]:
    """Each derived value: the value in use, the computed value, and whether it is overridden."""
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
    """The summary of each fold of a sheet, by its group or the path of its weapon."""
    settings: dict[str, list[str]] = {}
    for slot in input_fields(type(held)):
        if slot.input.group:
            settings.setdefault(slot.input.group, []).append(input_text.setting(slot.input, getattr(held, slot.name)))
    lines = {group: " · ".join(texts) for group, texts in settings.items()}
    for kind in (WEAPONS, OWN_CONDITIONS):
        lines |= {f"{kind}.{index}": weapon_text(one) for index, one in enumerate(getattr(held, kind, ()))}
    return lines


def weapon_text(row: Any) -> str:
    """The values of a weapon or another row that differ from the defaults, without its name."""
    held = [(slot, getattr(row, slot.name)) for slot in input_fields(type(row)) if slot.name != "name"]
    return " · ".join(
        input_text.setting(slot.input, value) for slot, value in held if value not in (slot.default, None)
    )


class _Acts:
    """The acts of a character and the effects of conditions on them, as the template draws them."""

    def __init__(
        self, sheet: Sheet, held: Any, without: Sequence[str], target: Values | Opponent, request: Mapping[str, Any]
    ) -> None:
        self._sheet = sheet
        self._without = without
        self._target = target
        self._request = request
        table = table_of(sheet, request)
        self._all_conditions = Values(sheet, held, (), table)
        self._me = Values(sheet, held, without, table)
        self._weapons = self._me.weapons()
        self._without_one = {one: self._me.without_condition(one) for one in self._me.holding}
        self._target_without_one = (
            {one: target.without_condition(one) for one in target.holding} if isinstance(target, Values) else {}
        )
        self._changed = {one: dict.fromkeys(_changes(before, self._me)) for one, before in self._without_one.items()}
        self._target_changed: dict[str, dict[str, None]] = {one: {} for one in self._target_without_one}
        self._answered: dict[tuple[str, Any], list[dict[str, Any]]] = {}
        self._matchups: dict[tuple[str, str, int | None], Matchup] = {}
        self._weapon_bindings: dict[int, Bindings] = {}
        self._matchup_bindings: dict[int, Bindings] = {}
        self._acts_of_weapon: dict[Any, list[Response]] = {}

    def weapon(self, index: int) -> Response:
        """A weapon and its acts; weapons that differ in name alone have the same acts."""
        weapon = self._weapons[index]
        unnamed = replace(weapon.held, name="")
        if unnamed not in self._acts_of_weapon:
            acts = [act for act in self._sheet.acts if act.per_weapon and act.when(weapon)]
            self._acts_of_weapon[unnamed] = [self._act(act, index) for act in acts]
        return {"name": weapon["name"], "acts": self._acts_of_weapon[unnamed]}

    def others(self) -> list[Response]:
        """The acts without a weapon."""
        acts = [act for act in self._sheet.acts if not act.per_weapon and act.when(self._me)]
        return [self._act(act, None) for act in acts]

    def conditions(self) -> list[Response]:
        """The conditions of the character, each with its effects on the drawn values and acts."""
        return [
            {
                "id": one,
                "label": self._all_conditions.condition_label(one),
                "counts": one in self._changed,
                "effects": list(self._changed.get(one, ())),
            }
            for one in self._all_conditions.holding
        ]

    def target_conditions(self) -> list[Response]:
        """The conditions of the target's sheet, each with its effects on the drawn acts."""
        target = self._target
        if not isinstance(target, Values):
            return []
        return [
            {"label": target.condition_label(one), "effects": list(effects)}
            for one, effects in self._target_changed.items()
        ]

    def _act(self, act: Act, index: int | None) -> Response:
        calculator = pyrules.calculator(f"{self._sheet.game_id}.{act.calculator}")
        bindings = {**self._sheet.bindings[act.calculator], **act.bindings}
        matchup = self._matchup(index)
        done, refused = apply(calculator, bindings, matchup)
        own_bindings, first = self._condition_bindings(act, bindings)
        for condition in self._relevant(self._without_one, first=first):
            before = self._matchup(index, without=condition)
            self._changed[condition].update(dict.fromkeys(changed(calculator, own_bindings, before, matchup)))
        target_bindings, first = self._target_condition_bindings(act, bindings)
        for condition in self._relevant(self._target_without_one, first=first):
            before = self._matchup(index, target_without=condition)
            self._target_changed[condition].update(dict.fromkeys(changed(calculator, target_bindings, before, matchup)))
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
            return shown | {"address": _address(calculator, pairs), "why": why}
        return shown | {
            "address": _address(calculator, links.spelled(calculator, inputs, table)),
            "why": " ".join(notes),
            "figures": [] if blocked_reason else self._figures(calculator, act, inputs),
        }

    def _relevant(self, conditions: Iterable[str], *, first: bool) -> list[str]:
        """The conditions that can change an act; after its first weapon, those that can change other weapons' odds."""
        known = self._sheet.conditions
        changes = known.changes_odds if first else known.changes_attacks
        return [one for one in conditions if is_own(one) or changes(one)]

    def _condition_bindings(self, act: Act, bindings: Bindings) -> tuple[Bindings, bool]:
        """The bindings that a condition can change, and whether the act is drawn with its first weapon.

        After the first weapon these are only the bindings that read the weapon.
        """
        if id(act) in self._weapon_bindings:
            return self._weapon_bindings[id(act)], False
        dependent = condition_dependent(self._sheet, bindings)
        self._weapon_bindings[id(act)] = {
            path: source for path, source in dependent.items() if any("." in one for one in sources_of(source))
        }
        return dependent, True

    def _target_condition_bindings(self, act: Act, bindings: Bindings) -> tuple[Bindings, bool]:
        """The same for a condition of the target. After the first weapon only bindings that read both sides."""
        if id(act) in self._matchup_bindings:
            return self._matchup_bindings[id(act)], False
        dependent = target_condition_dependent(self._sheet, bindings) if self._target_without_one else {}
        self._matchup_bindings[id(act)] = {
            path: source
            for path, source in dependent.items()
            if any(MATCHUP in one.split(".") for one in sources_of(source))
        }
        return dependent, True

    def _matchup(self, index: int | None, without: str = "", target_without: str = "") -> Matchup:
        """The matchup with a weapon and without one condition of either side, cached for all acts with the weapon."""
        key = (without, target_without, index)
        if key not in self._matchups:
            me = self._without_one.get(without, self._me)
            target = self._target_without_one.get(target_without, self._target)
            self._matchups[key] = matchup_of(me, index, target)
        return self._matchups[key]

    def _figures(self, calculator: Calculator[Any], act: Act, inputs: Any) -> list[Response]:
        """The outputs that an act shows, computed once for equal inputs."""
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


def _address(calculator: Calculator[Any], pairs: links.Pairs) -> str:
    """The address of a filled calculator, without characters that HTML escapes; encoded once for equal weapons."""
    return f"../{calculator.slug}/#{urlencode(pairs, quote_via=quote, safe='/')}"


def _changes(before: Values, after: Values) -> list[str]:
    """The changes of derived values by a condition: "Armor Class now −2"."""
    numbers = [(one.input.label, before[one.name], after[one.name]) for one in after.sheet.derived if one.visible]
    return [
        _change_text(label, was, now)
        for label, was, now in numbers
        if isinstance(was, int) and isinstance(now, int) and was != now
    ]


def _change_text(label: str, was: int, now: int) -> str:
    """The change of a value: "Armor Class now −2", or for a flag "Immune to Shock"."""
    if isinstance(now, bool):
        return label if now else f"not {label}"
    return f"{label} {views.figure(now - was, signed=True)}"
