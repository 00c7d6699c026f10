"""The models that the form templates draw: one dictionary for each declared input.

Keys are link keys. In a list's blank element the index is a token (`__0__` at the first level), which the page's
script replaces.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pyrules.engine.calculator import Calculator
from pyrules.engine.game import Game
from pyrules.engine.inputs import (
    REQUIRED,
    Amount,
    Choice,
    DiceText,
    Input,
    InputField,
    ListInput,
    Number,
    Option,
    Pick,
    RecordInput,
    Sides,
    Text,
    Toggle,
    input_fields,
)
from pyrules.engine.sheet.sheet import CONDITIONS, OVERRIDES, OWN_CONDITIONS, REASON, Sheet
from pyrules.engine.sheet.sources import TARGET_SIDE

Model = dict[str, Any]

NUMBERS = "Its numbers"
"""The title of the fold for the inputs of a record that has presets."""

CHARACTER = "Character"
"""The title of a sheet's section for inputs without a group."""

_FEW_INPUTS = 4
"""A record of a form that is not the first is a fold if it has more inputs than these outside of its own folds."""

_KINDS: dict[type[Input], str] = {
    Number: "number",
    Amount: "amount",
    Choice: "choice",
    Pick: "choice",
    Sides: "choice",
    Toggle: "toggle",
    Text: "text",
    DiceText: "dice",
}


def form(calculator: Calculator[Any], inputs: Any) -> Model:
    """The open inputs and the folds of a calculator's form, filled with `inputs`.

    A new element of a list of events has its defaults; in other lists it copies the last element.
    """
    drawn = _record(type(inputs), inputs, "", 0)
    for model in (*drawn["open"], *(model for _, group in drawn["groups"] for model in group)):
        if calculator.events and model["key"] == calculator.events:
            model["starts_blank"] = True
    _open_the_first_record(drawn["open"], events=calculator.events)
    _make_fold_names_unique(drawn)
    return drawn


def _open_the_first_record(models: list[Model], *, events: str) -> None:
    """Decides which records of a form are open: the first, or of a calculator with events the last event."""
    is_first = not events
    for model in models:
        if model["kind"] == "list" and model["blank"]["kind"] == "record":
            model["opens"] = "last" if model["starts_blank"] else "first" if is_first else ""
            is_first = False
        elif model["kind"] == "record":
            model["folded"] = not is_first and not model["presets"] and _inputs_shown(model) > _FEW_INPUTS
            is_first = False


def _inputs_shown(model: Model) -> int:
    """How many inputs of a record are outside of its folds."""
    if model["kind"] == "list":
        return _inputs_shown(model["blank"])
    if model["kind"] != "record" or model["presets"]:
        return 1
    return sum(_inputs_shown(one) for one in model["open"])


def _make_fold_names_unique(drawn: Model) -> None:
    """Adds the names of its records to a fold name that the form, or an element of a list, has more than once.

    Folds outside of records keep their names. The number of an element tells its folds from those of other elements.
    """
    top = [*drawn["open"], *(model for _, group in drawn["groups"] for model in group)]
    folds = list(_folds_of_records(top, ""))
    names = Counter([name for name, _ in drawn["groups"]] + [_fold_name(*place) for _, *place in folds])
    for label, holder, at in folds:
        name = _fold_name(holder, at)
        if names[name] > 1:
            unique = f"{label}: {name}"
            holder[at] = unique if isinstance(holder, dict) else (unique, holder[at][1])
    for element in _elements(top):
        _make_fold_names_unique(element)


def _elements(models: list[Model]) -> Iterator[Model]:
    """The records in the lists of these models, also in lists inside records."""
    for model in models:
        if model["kind"] == "list" and model["blank"]["kind"] == "record":
            yield from (*model["elements"], model["blank"])
        elif model["kind"] == "record":
            yield from _elements([*model["open"], *(one for _, group in model["groups"] for one in group)])


def _folds_of_records(models: list[Model], outer: str) -> Iterator[tuple[str, Any, Any]]:
    """Each fold in these records: the labels of its records, and the container and index that hold the fold's name."""
    for model in models:
        if model["kind"] == "record":
            label = ", ".join(filter(None, (outer, model["input"].label)))
            if model["presets"]:
                yield label, model, "numbers"
            yield from ((label, model["groups"], at) for at in range(len(model["groups"])))
            inside = [*model["open"], *(one for _, group in model["groups"] for one in group)]
            yield from ((label, one, "more") for one in inside if one["kind"] == "chips")
            yield from _folds_of_records(inside, label)


def _fold_name(holder: Any, at: Any) -> str:
    name: str = holder[at] if isinstance(holder, dict) else holder[at][0]
    return name


def table_form(game: Game) -> dict[str, Model]:
    """The inputs of a game's table rules by name, with their default values."""
    declared = input_fields(game.table_rule_inputs)
    return {field.name: _input(field.input, field.name, field.default, field.default, 0) for field in declared}


def record_form(record: type, prefix: str) -> list[Model]:
    """The inputs of a record with its defaults. `prefix` begins their keys."""
    return [model for _, model in _models(record, None, prefix, 0)]


def own_form(sheet: Sheet) -> list[Model]:
    """The lists of a player's own rows, blank."""
    return record_form(sheet.own_rows, "")


def sheet_form(sheet: Sheet) -> Model:
    """The model of a blank sheet: the inputs at its top, and the others in sections in the game's order."""
    models = {model["key"]: (group, model) for group, model in _models(sheet.record, None, "", 0)}
    overrides = {model["key"]: model for model in models.pop(OVERRIDES)[1]["open"]}
    _, name = models.pop("name")
    _, conditions = models.pop(CONDITIONS)
    conditions["more"] = ""  # a condition is one tap away
    _, own_conditions = models.pop(OWN_CONDITIONS, ("", None))
    pools = [{"most": pool.most, "field": models.pop(pool.name)[1]} for pool in sheet.pools]
    sections: dict[str, list[Model]] = {}
    for group, model in models.values():
        title = group or (model["input"].label if model["kind"] in ("list", "record") else CHARACTER)
        sections.setdefault(title, []).append(model)
    return {
        "name": name,
        "conditions": conditions,
        "own_conditions": own_conditions,
        "pools": pools,
        "derived": [
            {
                "name": one.name,
                "input": one.input,
                "value": overrides[f"{OVERRIDES}.{one.name}"],
                "reason": overrides[f"{OVERRIDES}.{one.name}{REASON}"],
            }
            for one in sheet.derived
            if one.visible
        ],
        "sections": list(sections.items()),
        "target": [model for _, model in _models(sheet.target, None, f"{TARGET_SIDE}.", 0)],
    }


def _record(record: type, value: Any, prefix: str, depth: int) -> Model:
    groups: dict[str, list[Model]] = {}
    for group, model in _models(record, value, prefix, depth):
        groups.setdefault(group, []).append(model)
    return {"open": groups.pop("", []), "groups": list(groups.items())}


def _models(record: type, value: Any, prefix: str, depth: int) -> list[tuple[str, Model]]:
    """The model of each input of a record, with its group."""
    names = {field.name for field in input_fields(record)}
    models: list[tuple[str, Model]] = []
    for field in _in_form_order(record):
        model = _input(field.input, prefix + field.name, _held(field, value), field.default, depth)
        if not isinstance(field.input, RecordInput):
            model |= _presets(field.input, names) | {"filled": prefix, "rule_of_table": _rule(field)}
            model["required"] = field.default is REQUIRED and not isinstance(field.input, ListInput)
        before = [one for _, one in models]
        if isinstance(field.input, ListInput) and isinstance(field.input.element, Choice) and model["kind"] == "chips":
            model["chips"] = [_chip(option, prefix, before, model["chosen"]) for option in field.input.element.options]
        models.append((field.input.group, model | _only_for(field.input, prefix, before)))
    return models


def _chip(option: Option, prefix: str, before: list[Model], chosen: set[str]) -> Model:
    """An option as a chip. It depends on the input named by `only_for`; a chosen chip shows even if it is unfit."""
    if not option.only_for:
        return {"option": option, "only_for": "", "hidden": False, "unfit": False}
    path, texts = option.only_for
    fits = any(one["key"] == f"{prefix}{path}" and one["text"] in texts for one in with_text(before))
    return {
        "option": option,
        "only_for": json.dumps([[f"{prefix}{path}", texts]]),
        "hidden": not fits and option.id not in chosen,
        "unfit": not fits and option.id in chosen,
    }


def with_text(models: list[Model]) -> Iterator[Model]:
    """Models that have a text, also inside records."""
    for one in models:
        if "text" in one:
            yield one
        elif one["kind"] == "record":
            yield from with_text([*one["open"], *(inner for _, group in one["groups"] for inner in group)])


def _only_for(kind: Input, prefix: str, before: list[Model]) -> Model:
    """The choices that show an input, by the keys of their inputs, and whether the input is hidden now."""
    if not kind.only_for:
        return {"only_for": "", "hidden": False}
    choices = {f"{prefix}{name}": texts for name, texts in kind.only_for.items()}
    shown = any(one["text"] in choices.get(one["key"], ()) and not one["hidden"] for one in before if "text" in one)
    return {"only_for": json.dumps(list(choices.items())), "hidden": not shown}


def _in_form_order(record: type) -> list[InputField]:
    """The inputs in declared order, with the record's `form_first` inputs before the others."""
    first: tuple[str, ...] = getattr(record, "form_first", ())
    return sorted(input_fields(record), key=lambda field: field.name not in first)


def _rule(field: InputField) -> Model | None:
    """The table rule of an input: its name, and the source of its default."""
    return {"name": field.table_rule, "standard": field.input.table} if field.input.table else None


def _held(field: InputField, value: Any) -> Any:
    """The value of a field; in a blank element, its default."""
    return field.default if value is None else getattr(value, field.name)


def _input(kind: Input, key: str, value: Any, default: Any, depth: int, name: str = "") -> Model:
    base: Model = {"input": kind, "key": key, "name": name or key, "presets": [], "own_rows": "", "filled": ""}
    base["rule_of_table"] = None
    base |= {"only_for": "", "hidden": False}
    base["whose"] = False  # filled_inputs.py sets it for the inputs that a sheet can fill
    if isinstance(kind, ListInput):
        return base | _list(kind, key, _given(value) or (), _given(default) or (), depth)
    if isinstance(kind, RecordInput):
        given = _given(value)
        return (
            base
            | _record(kind.of, given, f"{key}.", depth)
            | _presets(kind, {field.name for field in input_fields(kind.of)})
            | {
                "kind": "record",
                "present": given is not None,
                "default": "yes" if kind.nullable and _given(default) is not None else "",
                "filled": f"{key}.",
                "numbers": NUMBERS,
                "folded": False,
            }
        )
    text = _first_text(kind) if value is REQUIRED else _text(kind, value)
    return base | {"kind": _kind(kind), "text": text, "default": _text(kind, default)}


def _kind(kind: Input) -> str:
    """The macro that draws an input. A toggle that may be null is drawn as a choice, because a box has two states."""
    return "choice" if isinstance(kind, Toggle) and kind.nullable else _KINDS[type(kind)]


def _list(kind: ListInput, key: str, value: Iterable[Any], default: Iterable[Any], depth: int) -> Model:
    if kind.unique and isinstance(kind.element, Choice):
        return {"kind": "chips", "more": kind.label, "chosen": set(value), "default": " ".join(default)}
    token = f"__{depth}__"
    # Scalars repeat the key of their list; the keys of records contain an index.
    name = "" if kind.nested() else key

    def element(index: object, held: Any) -> Model:
        drawn = _input(kind.element, f"{key}.{index}", held, REQUIRED, depth + 1, name)
        return (
            drawn | {"kind": "choice"} if isinstance(kind.element, Toggle) else drawn
        )  # a bare box would have no label

    pairs = kind.pairs("x", tuple(default)) if default else []
    relative = [[key.removeprefix("x").lstrip("."), text] for key, text in pairs]
    return {
        "kind": "list",
        "starts_blank": False,
        "opens": "first",
        "token": token,
        "elements": [element(index, held) for index, held in enumerate(value)],
        "blank": element(token, REQUIRED),
        "default": json.dumps(relative),
    }


def _given(value: Any) -> Any:
    return None if value is REQUIRED else value


def _text(kind: Input, value: Any) -> str:
    return "" if value is REQUIRED or value is None else kind.to_text(value)


def _first_text(kind: Input) -> str:
    """The text of a required input in a new list row: its smallest sensible value."""
    if isinstance(kind, Number):
        return str(max(kind.low, min(kind.high, 0)))
    if isinstance(kind, Amount):
        return str(kind.above + 1)
    if isinstance(kind, Toggle):
        return kind.to_text(False)
    return kind.options[0].id if isinstance(kind, (Choice, Pick)) else ""


def _presets(kind: Input, names: set[str]) -> Model:
    """The presets of an input, limited to inputs with these names; own/offer.js adds the player's own rows."""
    declared = kind.presets() if kind.presets else ()
    usable = [(one.label, [pair for pair in one.pairs if pair[0].partition(".")[0] in names]) for one in declared]
    presets = [{"label": label, "json": json.dumps(pairs, separators=(",", ":"))} for label, pairs in usable if pairs]
    return {"presets": presets, "own_rows": _own_rows(kind, names)}


def _own_rows(kind: Input, names: set[str]) -> str:
    """JSON that says which own rows an input offers and which of their values are copied; empty if it offers none."""
    own = kind.presets.own if kind.presets else None
    if own is None:
        return ""
    copies = [pair for pair in own.copies if pair[0] in names]
    return json.dumps({"kind": own.kind, "copies": copies, "only": own.only_for}) if copies or not own.copies else ""
