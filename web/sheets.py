"""Character sheets as requests: what follows from one, what it can do with which odds, and what it fills elsewhere.

A sheet comes as the pairs of its form, a target as those of another sheet or of the few numbers of an opponent without
one. Conditions named in `without` are left out of account and stay on the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_TYPE, InvalidInput
from pyrules.engine.fields import At, Many, Pairs, read_record, slots, untext_record
from pyrules.engine.filling import (
    Filled,
    changed,
    filled,
    from_start,
    into,
    is_theirs,
    source_at,
    universe,
    without_halves,
)
from pyrules.engine.sheet import CONDITIONS, EMPTIED, WEAPONS, Act, Fills, Sheet, Source
from pyrules.engine.sheet_values import Opponent, Scene, Values, Weapon

from . import house, links, said, views

Response = dict[str, Any]
Told = tuple[Response, list[InvalidInput]]


def sheet_of(request: Mapping[str, Any]) -> Sheet:
    """The sheet of the game that a request is about; raises `UnknownName`."""
    name = request.get("system")
    return pyrules.sheet(name if isinstance(name, str) else "")


# A sheet and its odds


class Look(NamedTuple):
    """A sheet as it was asked about, and what it can do against whom, each act as the templates show it."""

    me: Values
    held: Any
    target: Values | Opponent
    weapons: list[Response]
    others: list[Response]
    conditions: list[Response]


def look(request: Mapping[str, Any]) -> tuple[Look | None, list[InvalidInput]]:
    """The sheet that is asked about, None where it or its target cannot be read, and all problems."""
    sheet = sheet_of(request)
    held, problems = sheet.from_text(_pairs(request, "pairs"))
    target, wrong = _target(sheet, request.get("target"))
    if held is None or target is None:
        return None, [*problems, *wrong]
    without = _without(sheet, request.get("without", []))
    me = Values(sheet, held, without)
    drawn = _Drawn(sheet, held, without, target, request)
    weapons = [drawn.weapon(index) for index in range(len(me.weapons()))]
    others = drawn.others()
    return Look(me, held, target, weapons, others, drawn.conditions()), [*problems, *wrong]


def respond(request: Mapping[str, Any]) -> Told:
    """What follows from a sheet, and what it can do with which odds."""
    seen, problems = look(request)
    if seen is None:
        return {"ok": False}, problems
    me = seen.me
    return {
        "ok": True,
        "name": me["name"],
        "line": me.sheet.line(me),
        "derived": derived(me),
        "pools": {pool.name: me[pool.most] for pool in me.sheet.pools if pool.most},
        "groups": summaries(seen.held),
        "html": views.template("sheet.html").render(
            weapons=seen.weapons, others=seen.others, conditions=seen.conditions
        ),
    }, problems


def derived(me: Values) -> dict[str, Response]:
    """Each derived value: as it stands, as it is computed, and whether it was set by hand."""
    return {
        one.name: {
            "text": said.plain(one.input, me[one.name]),
            "computed": said.plain(one.input, me.computed(one.name)),
            "own": me.own(one.name),
        }
        for one in me.sheet.derived
        if one.shown
    }


def summaries(held: Any) -> dict[str, str]:
    """For each part of a sheet that folds, by its group or the path of its weapon, what stands in it."""
    told: dict[str, list[str]] = {}
    for slot in slots(type(held)):
        if slot.input.group:
            told.setdefault(slot.input.group, []).append(said.setting(slot.input, getattr(held, slot.name)))
    lines = {group: " · ".join(settings) for group, settings in told.items()}
    return lines | {f"{WEAPONS}.{index}": armed(one) for index, one in enumerate(getattr(held, WEAPONS))}


def armed(weapon: Any) -> str:
    """What is special about a weapon, without its name."""
    held = [(slot, getattr(weapon, slot.name)) for slot in slots(type(weapon)) if slot.name != "name"]
    return " · ".join(said.setting(slot.input, value) for slot, value in held if value not in (slot.default, None))


class _Drawn:
    """What a character can do, each act as the template shows it."""

    def __init__(
        self, sheet: Sheet, held: Any, without: Sequence[str], target: Values | Opponent, request: Mapping[str, Any]
    ) -> None:
        self._sheet = sheet
        self._without = without
        self._target = target
        self._request = request
        self._everything = Values(sheet, held)
        self._me = Values(sheet, held, without)
        self._weapons = self._me.weapons()
        self._less = {
            one: Values(sheet, held, (*without, one)) for one in self._everything[CONDITIONS] if one not in without
        }
        self._changed = {one: dict.fromkeys(_moved(less, self._me)) for one, less in self._less.items()}
        self._answered: dict[tuple[str, Any], list[dict[str, Any]]] = {}

    def weapon(self, index: int) -> Response:
        """A weapon and what can be done with it."""
        weapon = self._weapons[index]
        acts = [act for act in self._sheet.acts if act.of_weapon and act.when(weapon)]
        return {"name": weapon["name"], "acts": [self._act(act, index) for act in acts]}

    def others(self) -> list[Response]:
        """What is done without a weapon."""
        acts = [act for act in self._sheet.acts if not act.of_weapon and act.when(self._me)]
        return [self._act(act, None) for act in acts]

    def conditions(self) -> list[Response]:
        """The conditions that hold, and what each has changed in what was drawn."""
        labels = {option.id: option.label for option in self._sheet.conditions}
        return [
            {
                "id": one,
                "label": labels[one],
                "counts": one in self._changed,
                "effects": list(self._changed.get(one, ())),
            }
            for one in self._everything[CONDITIONS]
        ]

    def _act(self, act: Act, index: int | None) -> Response:
        calculator = pyrules.calculator(f"{self._sheet.system_id}.{act.calculator}")
        fills = {**self._sheet.fills[act.calculator], **act.fills}
        scene = _scene(self._me, index, self._target)
        done, notes = filled(calculator, fills, scene)
        for condition, without in self._less.items():
            before = _scene(without, index, self._target)
            self._changed[condition].update(dict.fromkeys(changed(calculator, fills, before, scene)))
        barred = act.barred(self._me if index is None else self._weapons[index])
        table = house.asked(calculator, self._request).values
        pairs = into(from_start(calculator), done, universe(fills, scene))
        inputs, problems = calculator.from_text(pairs, table)
        shown: Response = {"label": act.label, "calculator": calculator.slug, "barred": barred, "figures": []}
        if inputs is None:
            why = " ".join([*notes, *(problem.text for problem in problems[:1])])
            return shown | {"link": pairs, "why": why}
        return shown | {
            "link": links.spelled(calculator, inputs, table),
            "why": " ".join(notes),
            "figures": self._figures(calculator, act, inputs),
        }

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
                    {"label": one["label"], "text": f"{one['number']}{' %' if one['percent'] else ''}"}
                    for one in views.figures(calculator, answer)
                ]
        return self._answered[key]


def _moved(before: Values, after: Values) -> list[str]:
    """What a condition does to derived values: "Armor Class now −2"."""
    numbers = [(one.input.label, before[one.name], after[one.name]) for one in after.sheet.derived if one.shown]
    return [
        f"{label} {views.figure(now - was, signed=True)}"
        for label, was, now in numbers
        if isinstance(was, int) and isinstance(now, int) and was != now
    ]


# Filling a calculator


def fill(request: Mapping[str, Any]) -> Told:
    """A calculator's form with all that a sheet knows of it filled in, and what each condition has done to it."""
    name = request.get("calculator")
    calculator = pyrules.calculator(name if isinstance(name, str) else "")
    sheet = pyrules.sheet(calculator.system_id)
    held, problems = sheet.from_text(_pairs(request, "sheet"))
    given = request.get("target")
    target, wrong = _target(sheet, given) if given else (None, [])
    form = [(key, text) for key, text in _pairs(request, "pairs")]
    if held is None or (given and target is None):
        texts = [f"This sheet cannot be used: {one.text}" for one in (*problems, *wrong)]
        return {"ok": False, "pairs": form, "notes": texts}, []
    without = _without(sheet, request.get("without", []))
    everything, me = Values(sheet, held), Values(sheet, held, without)
    index = _index(request.get("weapon", 0), len(me.weapons()))
    fills = sheet.fills.get(calculator.slug, {})
    scene = _scene(me, index, target)
    done, notes = filled(calculator, fills, scene, form)
    done = without_halves(calculator, done, form)
    known = universe(fills, scene, form)
    labels = {option.id: option.label for option in sheet.conditions}
    conditions = []
    for one in everything[CONDITIONS]:
        others = [other for other in without if other != one]
        withall, less = Values(sheet, held, others), Values(sheet, held, (*others, one))
        effects = changed(calculator, fills, _scene(less, index, target), _scene(withall, index, target), form)
        conditions.append({"id": one, "label": labels[one], "counts": one not in without, "effects": effects})
    return {
        "ok": True,
        "pairs": into(form, done, known),
        "filled": [
            {
                "key": one.path,
                "label": one.source,
                "text": said.plain(one.input, one.value),
                "theirs": is_theirs(source),
                "options": sorted(known.get(one.path, ())),
                "allowed": _allowed(scene, one, source),
            }
            for one in done
            for source in (source_at(fills, one.path) or EMPTIED,)
        ],
        "conditions": conditions,
        "weapons": [weapon["name"] for weapon in me.weapons()] if asks_weapon(fills) else [],
        "notes": notes,
    }, problems


def asks_weapon(fills: Fills) -> bool:
    """Whether it matters which weapon is in hand."""
    return any(one.startswith(("weapon.", "scene.")) for source in fills.values() for one in _several(source))


def takes_target(fills: Fills) -> bool:
    """Whether it matters whom it goes against."""
    return any(one.startswith(("target.", "scene.")) for source in fills.values() for one in _several(source))


def _allowed(scene: Scene, one: Filled, source: Source) -> list[str]:
    """Of a single choice for which a sheet allows several options: which ones these are."""
    value = scene.value(source) if isinstance(source, str) and source else None
    several = value is not None and isinstance(value.input, Many) and not isinstance(one.input, Many)
    return list(value.held) if value and several else []


def _several(source: Source) -> tuple[str, ...]:
    return source if isinstance(source, tuple) else (source,)


# The rules that a character needs


def rules(request: Mapping[str, Any]) -> Told:
    """The rules that a character needs at hand, for the back of the printed sheet."""
    sheet = sheet_of(request)
    held, problems = sheet.from_text(_pairs(request, "pairs"))
    if held is None:
        return {"ok": False}, problems
    facts = pyrules.facts(sheet.system_id)
    needed = [facts.rule(rule_id) for rule_id in dict.fromkeys(sheet.needs(Values(sheet, held)))]
    return {"ok": True, "html": views.template("sheet_rules.html").render(topics=_by_topic(needed))}, problems


def _by_topic(needed: Sequence[Any]) -> list[tuple[str, list[Any]]]:
    topics: dict[str, list[Any]] = {}
    for rule in needed:
        topics.setdefault(rule.topic, []).append(rule)
    return list(topics.items())


# Older sheets


def migrate(request: Mapping[str, Any]) -> Told:
    """A sheet of an older schema as one of today's."""
    sheet = sheet_of(request)
    schema = request.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool):
        raise InvalidInput("schema", BAD_TYPE, schema, "A sheet's schema must be a whole number.")
    pairs = sheet.migrated(schema, [(key, text) for key, text in _pairs(request, "data")])
    return {"ok": True, "schema": sheet.schema, "data": pairs}, []


# Reading requests


def _pairs(request: Mapping[str, Any], name: str) -> Pairs:
    pairs = request.get(name)
    if not house.are_pairs(pairs):
        raise InvalidInput(name, BAD_TYPE, None, f"A request needs `{name}` as a list of [key, text].")
    return [(key, text) for key, text in pairs or []]


def _target(sheet: Sheet, given: Any) -> tuple[Values | Opponent | None, list[InvalidInput]]:
    """Whom it goes against: another sheet, the numbers that were given, or those that an opponent has by default."""
    if given is None:
        return Opponent(sheet.target()), []
    if not isinstance(given, dict):
        raise InvalidInput("target", BAD_TYPE, given, "A target must hold `pairs`, or the pairs of a `sheet`.")
    if "sheet" in given:
        held, problems = sheet.from_text(_pairs(given, "sheet"))
        target = None if held is None else Values(sheet, held)
        return target, [] if target else [_of_the_target(one) for one in problems]
    at = At("", "", [])
    raw = untext_record(sheet.target, _pairs(given, "pairs"))
    numbers = read_record(sheet.target, raw, at)
    if at.problems:
        return None, [_of_the_target(one) for one in at.problems]
    return Opponent(numbers), []


def _of_the_target(problem: InvalidInput) -> InvalidInput:
    return InvalidInput(f"target.{problem.field}".rstrip("."), problem.code, problem.value, problem.text)


def _without(sheet: Sheet, given: Any) -> list[str]:
    known = {option.id for option in sheet.conditions}
    return [one for one in given if isinstance(one, str) and one in known] if isinstance(given, list) else []


def _index(given: Any, weapons: int) -> int | None:
    """Which weapon is in hand; the first where there is no such one."""
    if not weapons:
        return None
    return given if isinstance(given, int) and 0 <= given < weapons else 0


def _scene(me: Values, index: int | None, target: Values | Opponent | None) -> Scene:
    theirs: Weapon | None = next(iter(target.weapons()), None) if isinstance(target, Values) else None
    return Scene(me, None if index is None else me.weapons()[index], target, theirs)
