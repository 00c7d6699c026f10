"""Records of inputs: what a class of inputs declares, and reading it from JSON and from the text of links.

Lists and records are inputs that hold others, so they stand here too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeVar, cast

from ..errors import BAD_OPTION, BAD_TYPE, MISSING_FIELD, OUT_OF_RANGE, UNKNOWN_FIELD, InvalidInput
from .inputs import REFUSED, Choice, Input, Pairs, ReadContext, abbreviate

REQUIRED: Any = dataclasses.MISSING
"""The default of an input that must be given."""

AFTER = "after"
"""The key under which a declaration names the input it stands behind."""

RESERVED = frozenset({"v", "vs"})
"""Names that links need for themselves: the format's version, and the other side of a comparison."""


class InputField(NamedTuple):
    """One declared input of a record: its name, its kind, and its default (REQUIRED if there is none)."""

    name: str
    input: Input
    default: Any

    @property
    def table_rule(self) -> str:
        """The name of the table rule that this input asks for; empty if it asks for none."""
        return (self.input.table_name or self.name) if self.input.table else ""


def input_fields(record: type) -> tuple[InputField, ...]:
    """The declared inputs of a record class, in order; `TypeError` for a name that links need for themselves."""
    return _slots(cast(Hashable, record))


@cache
def _slots(record: Any) -> tuple[InputField, ...]:
    ordered: list[InputField] = []
    for field in dataclasses.fields(record):
        if field.name in RESERVED:
            raise TypeError(f"{record.__name__}: no input can be called {field.name!r}, which links use themselves")
        kind = field.metadata["input"]
        if kind.table and (field.default is REQUIRED or isinstance(kind, (ListInput, RecordInput))):
            raise TypeError(f"{record.__name__}: the table rule {field.name!r} must be a single value with a default")
        names = [slot.name for slot in ordered]
        if not kind.only_for.keys() <= set(names):
            raise TypeError(f"{record.__name__}: {field.name!r} is only for inputs that do not stand before it")
        for head in _heads_of_chips(kind):
            if head not in names:
                raise TypeError(f"{record.__name__}: an option of {field.name!r} is only for {head!r}, not before it")
        place = names.index(field.metadata[AFTER]) + 1 if AFTER in field.metadata else len(ordered)
        ordered.insert(place, InputField(field.name, kind, field.default))
    return tuple(ordered)


def _heads_of_chips(kind: Input) -> Iterator[str]:
    """The inputs that decide which chips of a list a form shows."""
    options = kind.element.options if isinstance(kind, ListInput) and isinstance(kind.element, Choice) else ()
    return (option.only_for[0].partition(".")[0] for option in options if option.only_for)


def read_record(record: type, raw: dict[str, Any], at: ReadContext) -> Any:
    """A record from JSON: unknown names first, then each input in declared order."""
    declared = input_fields(record)
    names = {slot.name for slot in declared}
    for name in raw:
        if name not in names:
            here = at.inside(str(name), str(name))
            called = abbreviate(name) if str(name).strip() else "without a name"
            text = f"There is no input {called} here; there are: {', '.join(s.name for s in declared)}."
            at.problems.append(InvalidInput(here.path, UNKNOWN_FIELD, raw[name], text))
    values: dict[str, Any] = {}
    for slot in declared:
        here = at.inside(slot.name, slot.input.label)
        if slot.name in raw:
            values[slot.name] = slot.input.read(raw[slot.name], here)
        elif slot.default is REQUIRED:
            text = f"{here.label} is missing: it must be {slot.input.allowed()}."
            at.problems.append(InvalidInput(here.path, MISSING_FIELD, None, text))
            values[slot.name] = REFUSED
        elif at.table:
            values[slot.name] = _played(slot, slot.default, at.table)
    return REFUSED if any(value is REFUSED for value in values.values()) else record(**values)


def parse_record_text(record: type, pairs: Pairs) -> dict[str, Any]:
    """The JSON that link pairs stand for; keys that fit no input are kept as they are, to be refused."""
    return parse_inputs_text({slot.name: slot.input for slot in input_fields(record)}, pairs)


def parse_inputs_text(inputs: Mapping[str, Input], pairs: Pairs) -> dict[str, Any]:
    """As `parse_record_text`, for inputs by name."""
    raw: dict[str, Any] = {}
    fitting: list[tuple[str, str]] = []
    for key, text in pairs:
        head, dot, _ = key.partition(".")
        if head in inputs and (inputs[head].nested() or not dot):
            fitting.append((key, text))
        else:
            raw[key] = text
    for name, items in _by_head(fitting).items():
        raw[name] = inputs[name].parse_text(items)
    return raw


def record_to_json(value: Any) -> dict[str, Any]:
    """The JSON for a record, every input spelled out."""
    return {
        slot.name: None if (held := getattr(value, slot.name)) is None else slot.input.plain(held)
        for slot in input_fields(type(value))
    }


def record_pairs(value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
    """The link pairs for a record: defaults are left out, required inputs and table rules that are `spelled` never."""
    held = [(slot, getattr(value, slot.name)) for slot in input_fields(type(value))]
    return [
        pair
        for slot, one in held
        if one != slot.default or any(rule.table_rule in spelled for _, rule, _ in _table_held(slot, one, ""))
        for pair in slot.input.pairs(slot.name, one, spelled)
    ]


R = TypeVar("R")


def changed(record: R, by: Any) -> R:
    """A record with all that `by`, a record of what is different (see `differing`), does not leave open."""
    held = {slot.name: getattr(by, slot.name) for slot in input_fields(type(by))}
    return dataclasses.replace(record, **{name: one for name, one in held.items() if one is not None})  # type: ignore[type-var]


# Table rules


def table_slots(record: type) -> Iterator[InputField]:
    """The table rules among the inputs of a record class, at any depth."""
    for slot in input_fields(record):
        kind = slot.input.element if isinstance(slot.input, ListInput) else slot.input
        if slot.input.table:
            yield slot
        elif isinstance(kind, RecordInput):
            yield from table_slots(kind.of)


def table_held(inputs: Any, prefix: str = "") -> Iterator[tuple[str, InputField, Any]]:
    """What these inputs hold for table rules, at any depth: link key, rule and value."""
    for slot in input_fields(type(inputs)):
        yield from _table_held(slot, getattr(inputs, slot.name), prefix)


def _table_held(slot: InputField, value: Any, prefix: str) -> Iterator[tuple[str, InputField, Any]]:
    key = f"{prefix}{slot.name}"
    if slot.input.table:
        yield key, slot, value
    elif isinstance(slot.input, RecordInput) and value is not None:
        yield from table_held(value, f"{key}.")
    elif isinstance(slot.input, ListInput) and isinstance(slot.input.element, RecordInput):
        for index, one in enumerate(value or ()):
            yield from table_held(one, f"{key}.{index}.")


def _played(slot: InputField, value: Any, table: Mapping[str, Any]) -> Any:
    """A default as this table plays it."""
    if slot.input.table:
        return table.get(slot.table_rule, value)
    if isinstance(slot.input, RecordInput) and value is not None:
        return _played_record(value, table)
    if isinstance(slot.input, ListInput) and isinstance(slot.input.element, RecordInput):
        return value and tuple(_played_record(one, table) for one in value)
    return value


def _played_record(value: Any, table: Mapping[str, Any]) -> Any:
    held = {slot.name: _played(slot, getattr(value, slot.name), table) for slot in input_fields(type(value))}
    return dataclasses.replace(value, **held)


# Lists and records as inputs


def _text_of_its_own(items: Pairs) -> str:
    """The text given to something that only has parts; empty if there is none."""
    return next((text for key, text in items if not key and text), "")


def _by_head(pairs: Iterable[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """Group pairs by the first part of their key; what remains are keys relative to it."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for key, text in pairs:
        head, _, rest = key.partition(".")
        groups.setdefault(head, []).append((rest, text))
    return groups


@dataclass(frozen=True, kw_only=True, slots=True)
class ListInput(Input):
    """A list of `least` to `most` of the same input; `unique` for a set of chips.

    `wrong_length` is the code for a list of the wrong length, `out_of_range` in most games.
    """

    element: Input
    least: int
    most: int
    unique: bool = False
    wrong_length: str = OUT_OF_RANGE

    def allowed(self) -> str:
        each = ", all different" if self.unique else ""
        return f"a list of {self.least} to {self.most}{each}, each {self.element.allowed()}"

    def _read(self, raw: Any, at: ReadContext) -> Any:
        if not isinstance(raw, (list, tuple)):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        if not self.least <= len(raw) <= self.most:
            code = self.wrong_length if len(raw) < self.least else OUT_OF_RANGE
            return at.refuse(code, raw, f"a list of {self.least} to {self.most}")
        values = [
            self.element.read(one, at.inside(str(index), f"{self.element.label} {index + 1}"))
            for index, one in enumerate(raw)
        ]
        if any(value is REFUSED for value in values):
            return REFUSED
        if self.unique and len(set(values)) < len(values):
            return at.refuse(BAD_OPTION, raw, "a list without the same thing twice")
        return tuple(values)

    def nested(self) -> bool:
        return isinstance(self.element, ListInput) or self.element.nested()

    def parse_text(self, items: Pairs) -> Any:
        if len(items) == 1 and items[0] == ("", ""):
            return None if self.nullable and self.least else []
        if not self.nested():
            return [self.element.parse_scalar(text) for _, text in items]
        if alone := _text_of_its_own(items):
            return alone  # a text where only elements can stand
        groups = _by_head((key, text) for key, text in items if key)
        expected = [str(index) for index in range(len(groups))]
        if sorted(groups, key=lambda head: (len(head), head)) != expected:
            return dict(items)  # gaps or words for indices: no list, and refused as such
        return [self.element.parse_text(groups[index]) for index in expected]

    def plain(self, value: Any) -> Any:
        return [self.element.plain(one) for one in value]

    def pairs(self, name: str, value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        if not value:
            return [(name, "")]
        if not self.nested():
            return [(name, self.element.to_text(one)) for one in value]
        return [pair for index, one in enumerate(value) for pair in self.element.pairs(f"{name}.{index}", one, spelled)]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordInput(Input):
    """Inputs of their own, as the frozen dataclass `of`."""

    of: type

    def allowed(self) -> str:
        return "a group of values (" + ", ".join(slot.name for slot in input_fields(self.of)) + ")"

    def _read(self, raw: Any, at: ReadContext) -> Any:
        if not isinstance(raw, dict):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        return read_record(self.of, raw, at)

    def nested(self) -> bool:
        return True

    def parse_text(self, items: Pairs) -> Any:
        if alone := _text_of_its_own(items):
            return alone
        inner = [(key, text) for key, text in items if key]
        return parse_record_text(self.of, inner) if inner or not self.nullable else None

    def plain(self, value: Any) -> Any:
        return record_to_json(value)

    def pairs(self, name: str, value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        if value is None:
            return [(name, "")]
        inner = record_pairs(value, spelled)
        if not inner and self.nullable:  # an empty text would mean null
            first = input_fields(self.of)[0]
            inner = first.input.pairs(first.name, getattr(value, first.name))
        return [(f"{name}.{key}", text) for key, text in inner] or [(name, "")]
