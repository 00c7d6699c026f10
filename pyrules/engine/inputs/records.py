"""Records and lists of inputs: their declaration, and reading them from JSON and from link text."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeVar, cast

from ..errors import BAD_OPTION, BAD_TYPE, MISSING_FIELD, OUT_OF_RANGE, UNKNOWN_FIELD, InvalidInput
from ..procedure import counted
from .base import REFUSED, Input, Pairs, ReadContext, abbreviate
from .choices import Choice

REQUIRED: Any = dataclasses.MISSING
"""The default of a required input."""

AFTER = "after"
"""The metadata key under which `after` stores the name of the preceding input."""

RESERVED = frozenset({"v", "vs", "title", "targets"})
"""Names that links use themselves: the version of the format, the other side of a comparison, and targets."""


class InputField(NamedTuple):
    """One declared input of a record: its name, its kind, and its default (`REQUIRED` if there is none)."""

    name: str
    input: Input
    default: Any

    @property
    def table_rule(self) -> str:
        """The name of the table rule that this input sets; empty if it sets none."""
        return (self.input.table_name or self.name) if self.input.table else ""


def input_fields(record: type) -> tuple[InputField, ...]:
    """The declared inputs of a record class, in order.

    Raises `TypeError` for a reserved name, and for a table rule that is no single value with a default. It also raises
    `TypeError` for an `only_for` that names a later input, for an alias that is the name of something else, and for an
    alias of a table rule.
    """
    return _declared_fields(cast(Hashable, record))


@cache
def _declared_fields(record: Any) -> tuple[InputField, ...]:
    ordered: list[InputField] = []
    for field in dataclasses.fields(record):
        if field.name in RESERVED:
            raise TypeError(f"{record.__name__}: the name {field.name!r} is reserved for links; no input may have it")
        kind = field.metadata["input"]
        if kind.table and (field.default is REQUIRED or isinstance(kind, (ListInput, RecordInput))):
            raise TypeError(f"{record.__name__}: the table rule {field.name!r} must be a single value with a default")
        names = [field.name for field in ordered]
        if not kind.only_for.keys() <= set(names):
            raise TypeError(f"{record.__name__}: {field.name!r} must be only for earlier inputs")
        for head in _heads_of_chips(kind):
            if head not in names:
                raise TypeError(
                    f"{record.__name__}: an option of {field.name!r} must be only for earlier inputs, got {head!r}"
                )
        if kind.table and kind.aliases:
            raise TypeError(f"{record.__name__}: devices keep {field.name!r} by its name; a table rule has no alias")
        place = names.index(field.metadata[AFTER]) + 1 if AFTER in field.metadata else len(ordered)
        ordered.insert(place, InputField(field.name, kind, field.default))
    _refuse_taken_aliases(record, ordered)
    return tuple(ordered)


def _refuse_taken_aliases(record: Any, fields: Iterable[InputField]) -> None:
    taken = {*RESERVED, *(field.name for field in fields)}
    for field in fields:
        for alias in field.input.aliases:
            if alias in taken:
                raise TypeError(f"{record.__name__}: the alias {alias!r} of {field.name!r} is taken")
            taken.add(alias)


def former_paths(record: type) -> dict[str, str]:
    """The paths of former names, such as `attacks.*.old`, each with the present last part; outer names are present."""
    found: dict[str, str] = {}
    for field in input_fields(record):
        found |= dict.fromkeys(field.input.aliases, field.name)
        path, kind = field.name, field.input
        while isinstance(kind, ListInput):
            path, kind = f"{path}.*", kind.element
        if isinstance(kind, RecordInput):
            found |= {f"{path}.{old}": name for old, name in former_paths(kind.of).items()}
    return found


def _heads_of_chips(kind: Input) -> Iterator[str]:
    """The names of the inputs that decide which chips of a list a form shows."""
    options = kind.element.options if isinstance(kind, ListInput) and isinstance(kind.element, Choice) else ()
    return (option.only_for[0].partition(".")[0] for option in options if option.only_for)


MOST_NAMED = 6
"""A refusal names at most these inputs, so that it can be read on a phone."""


def _nearest(name: str, names: Sequence[str]) -> str:
    """The names that share most pairs of letters with an unknown one, and how many others there are."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    pairs = _letter_pairs(name)
    near = sorted(names, key=lambda one: -len(pairs & _letter_pairs(one)))[:MOST_NAMED]
    return f"{', '.join(near)} and {counted(len(names) - MOST_NAMED, 'other')}"


def _letter_pairs(name: str) -> set[str]:
    return {name[at : at + 2] for at in range(len(name) - 1)}


def read_record(record: type, raw: dict[str, Any], context: ReadContext) -> Any:
    """A record of class `record` from JSON, or `REFUSED` with all problems recorded in `context`.

    Unknown names are reported first, then each input is read in declared order.
    """
    declared = input_fields(record)
    names = {field.name for field in declared}
    for name in raw:
        if name not in names:
            here = context.inside(str(name), str(name))
            called = abbreviate(name) if str(name).strip() else "without a name"
            text = f"There is no input {called} here; there are: {_nearest(str(name), [s.name for s in declared])}."
            context.problems.append(InvalidInput(here.path, UNKNOWN_FIELD, raw[name], text))
    values: dict[str, Any] = {}
    for field in declared:
        here = context.inside(field.name, field.input.label)
        if field.name in raw:
            values[field.name] = field.input.read(raw[field.name], here)
        elif field.default is REQUIRED:
            text = f"{here.label} is missing: it must be {field.input.allowed()}."
            context.problems.append(InvalidInput(here.path, MISSING_FIELD, None, text))
            values[field.name] = REFUSED
        elif context.table:
            values[field.name] = _with_table_rules(field, field.default, context.table)
    return REFUSED if any(value is REFUSED for value in values.values()) else record(**values)


def parse_record_text(record: type, pairs: Pairs) -> dict[str, Any]:
    """The JSON of link pairs. Keys that match no input stay as they are and are refused later."""
    return parse_inputs_text({field.name: field.input for field in input_fields(record)}, pairs)


def parse_inputs_text(inputs: Mapping[str, Input], pairs: Pairs) -> dict[str, Any]:
    """The JSON of link pairs, as `parse_record_text`, for inputs by name."""
    raw: dict[str, Any] = {}
    fitting: list[tuple[str, str]] = []
    for key, text in _with_present_names(inputs, pairs):
        head, dot, _ = key.partition(".")
        if head in inputs and (inputs[head].nested() or not dot):
            fitting.append((key, text))
        else:
            raw[key] = text
    for name, items in _by_head(fitting).items():
        raw[name] = inputs[name].parse_text(items)
    return raw


def _with_present_names(inputs: Mapping[str, Input], pairs: Pairs) -> Pairs:
    """The pairs with the present name of an input for its alias, unless the pairs give that name too."""
    aliases = {alias: name for name, one in inputs.items() for alias in one.aliases}
    if not aliases:
        return pairs
    heads = [key.partition(".") for key, _ in pairs]
    given = {head for head, _, _ in heads}
    named = (head if aliases.get(head, head) in given else aliases[head] for head, _, _ in heads)
    return [(name + dot + rest, text) for name, (_, dot, rest), (_, text) in zip(named, heads, pairs, strict=True)]


def record_to_json(value: Any) -> dict[str, Any]:
    """The JSON of a record, with every input."""
    return {
        field.name: None if (held := getattr(value, field.name)) is None else field.input.to_json(held)
        for field in input_fields(type(value))
    }


def record_pairs(value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
    """The link pairs of a record without the inputs at their default.

    Required inputs and table rules named in `spelled` are always included.
    """
    held = [(field, getattr(value, field.name)) for field in input_fields(type(value))]
    return [
        pair
        for field, one in held
        if one != field.default or any(rule.table_rule in spelled for _, rule, _ in _table_held(field, one, ""))
        for pair in field.input.pairs(field.name, one, spelled)
    ]


R = TypeVar("R")


def changed(record: R, by: Any) -> R:
    """A copy of `record` with every value of `by` that is not null; see `differing`."""
    held = {field.name: getattr(by, field.name) for field in input_fields(type(by))}
    return dataclasses.replace(record, **{name: one for name, one in held.items() if one is not None})  # type: ignore[type-var]


# Table rules


def table_rule_fields(record: type) -> Iterator[InputField]:
    """The table rules among the inputs of a record class, at any depth."""
    for field in input_fields(record):
        kind = field.input.element if isinstance(field.input, ListInput) else field.input
        if field.input.table:
            yield field
        elif isinstance(kind, RecordInput):
            yield from table_rule_fields(kind.of)


def table_rule_values(inputs: Any, prefix: str = "") -> Iterator[tuple[str, InputField, Any]]:
    """The values of table rules in these inputs, at any depth: link key, field and value."""
    for field in input_fields(type(inputs)):
        yield from _table_held(field, getattr(inputs, field.name), prefix)


def _table_held(field: InputField, value: Any, prefix: str) -> Iterator[tuple[str, InputField, Any]]:
    key = f"{prefix}{field.name}"
    if field.input.table:
        yield key, field, value
    elif isinstance(field.input, RecordInput) and value is not None:
        yield from table_rule_values(value, f"{key}.")
    elif isinstance(field.input, ListInput) and isinstance(field.input.element, RecordInput):
        for index, one in enumerate(value or ()):
            yield from table_rule_values(one, f"{key}.{index}.")


def _with_table_rules(field: InputField, value: Any, table: Mapping[str, Any]) -> Any:
    """A default with the values that this table plays by."""
    if field.input.table:
        return table.get(field.table_rule, value)
    if isinstance(field.input, RecordInput) and value is not None:
        return _record_with_table_rules(value, table)
    if isinstance(field.input, ListInput) and isinstance(field.input.element, RecordInput):
        return value and tuple(_record_with_table_rules(one, table) for one in value)
    return value


def _record_with_table_rules(value: Any, table: Mapping[str, Any]) -> Any:
    held = {
        field.name: _with_table_rules(field, getattr(value, field.name), table) for field in input_fields(type(value))
    }
    return dataclasses.replace(value, **held)


# Lists and records as inputs


def _text_of_group(items: Pairs) -> str:
    """The text given for a group itself, which can only have parts; empty if there is none."""
    return next((text for key, text in items if not key and text), "")


def _by_head(pairs: Iterable[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """Pairs grouped by the first part of their key; the remaining keys are relative to that part."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for key, text in pairs:
        head, _, rest = key.partition(".")
        groups.setdefault(head, []).append((rest, text))
    return groups


@dataclass(frozen=True, kw_only=True, slots=True)
class ListInput(Input):
    """A list of `least` to `most` inputs of the kind `element`; `unique` lists are sets of chips.

    `wrong_length` is the error code for a list that is too short.
    """

    element: Input
    least: int
    most: int
    unique: bool = False
    wrong_length: str = OUT_OF_RANGE

    def allowed(self) -> str:
        each = ", all different" if self.unique else ""
        return f"a list of {self.least} to {self.most}{each}, each {self.element.allowed()}"

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if not isinstance(raw, (list, tuple)):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        if not self.least <= len(raw) <= self.most:
            code = self.wrong_length if len(raw) < self.least else OUT_OF_RANGE
            return context.refuse(code, raw, f"a list of {self.least} to {self.most}")
        values = [
            self.element.read(one, context.inside(str(index), f"{self.element.label} {index + 1}"))
            for index, one in enumerate(raw)
        ]
        if any(value is REFUSED for value in values):
            return REFUSED
        if self.unique and len(set(values)) < len(values):
            return context.refuse(BAD_OPTION, raw, "a list without the same thing twice")
        return tuple(values)

    def nested(self) -> bool:
        return isinstance(self.element, ListInput) or self.element.nested()

    def parse_text(self, items: Pairs) -> Any:
        if len(items) == 1 and items[0] == ("", ""):
            return None if self.nullable and self.least else []
        if not self.nested():
            return [self.element.parse_scalar(text) for _, text in items]
        if alone := _text_of_group(items):
            return alone  # a text where only elements are allowed, which is refused later
        groups = _by_head((key, text) for key, text in items if key)
        expected = [str(index) for index in range(len(groups))]
        if sorted(groups, key=lambda head: (len(head), head)) != expected:
            return dict(items)  # the indices have gaps or are words, which is refused later
        return [self.element.parse_text(groups[index]) for index in expected]

    def to_json(self, value: Any) -> Any:
        return [self.element.to_json(one) for one in value]

    def pairs(self, name: str, value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        if not value:
            return [(name, "")]
        if not self.nested():
            return [(name, self.element.to_text(one)) for one in value]
        return [pair for index, one in enumerate(value) for pair in self.element.pairs(f"{name}.{index}", one, spelled)]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordInput(Input):
    """A group of inputs, declared by the frozen dataclass `of`."""

    of: type

    def allowed(self) -> str:
        return "a group of values (" + ", ".join(field.input.label for field in input_fields(self.of)) + ")"

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if not isinstance(raw, dict):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        return read_record(self.of, raw, context)

    def nested(self) -> bool:
        return True

    def parse_text(self, items: Pairs) -> Any:
        if alone := _text_of_group(items):
            return alone
        inner = [(key, text) for key, text in items if key]
        return parse_record_text(self.of, inner) if inner or not self.nullable else None

    def to_json(self, value: Any) -> Any:
        return record_to_json(value)

    def pairs(self, name: str, value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        if value is None:
            return [(name, "")]
        inner = record_pairs(value, spelled)
        if not inner and self.nullable:  # an empty text would mean null
            first = input_fields(self.of)[0]
            inner = first.input.pairs(first.name, getattr(value, first.name))
        return [(f"{name}.{key}", text) for key, text in inner] or [(name, "")]
