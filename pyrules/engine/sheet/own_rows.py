"""Own rows: the weapons, armor and conditions that a player adds to a game.

They are held as one record with a list for each kind. Each row is a record like those of the sheet, so it is declared,
read and linked the same way. Whatever uses a row copies its values: a row can change or go and no character changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, make_dataclass
from typing import Any, NamedTuple

from ..errors import NOT_ALLOWED, UNKNOWN_FIELD, InvalidInput
from ..inputs import (
    REFUSED,
    InputField,
    ListInput,
    Pairs,
    ReadContext,
    abbreviate,
    input_fields,
    parse_record_text,
)
from .paths import LinkPairs

MOST_ROWS = 30
"""The largest number of rows of one kind."""
NAME = "name"
"""The input that every row has; no two rows of one kind have the same."""


class ReadRows(NamedTuple):
    """The rows that can be used, by kind and by their index in what was read, and what is wrong with the others."""

    rows: Mapping[str, Mapping[int, Any]]
    problems: list[InvalidInput]


def declared(kinds: Mapping[str, Any]) -> type:
    """The class of inputs of a game's own rows: for each kind a list, whose element is the record given here."""
    lists = [(kind, Any, _list(kind, element)) for kind, element in kinds.items()]
    return make_dataclass("OwnRows", lists, frozen=True, kw_only=True)


def _list(kind: str, element: Any) -> Any:
    help = f"At most {MOST_ROWS}; no two have the same name."
    rows = ListInput(label=f"Your {kind}", element=element, least=0, most=MOST_ROWS, help=help, rule=element.rule)
    return field(default=(), metadata={"input": rows})


def read(record: type, pairs: Pairs) -> ReadRows:
    """The own rows of a record class from link pairs. Each is read by itself, so a wrong one leaves the others."""
    raw = parse_record_text(record, pairs)
    lists = {field.name: field for field in input_fields(record)}
    problems: list[InvalidInput] = []
    for name in raw.keys() - lists.keys():
        text = f"There are no own rows {abbreviate(name)} here; there are: {', '.join(lists)}."
        problems.append(InvalidInput(name, UNKNOWN_FIELD, raw[name], text))
    rows = {name: _rows(field, raw.get(name, []), problems) for name, field in lists.items()}
    return ReadRows(rows, problems)


def _rows(field: InputField, given: Any, problems: list[InvalidInput]) -> dict[int, Any]:
    kind = field.input
    assert isinstance(kind, ListInput)
    if not isinstance(given, list) or len(given) > kind.most:
        kind.read(given, ReadContext(field.name, kind.label, problems))
    rows: dict[int, Any] = {}
    names: set[str] = set()
    for index, one in enumerate(given[: kind.most] if isinstance(given, list) else ()):
        here = ReadContext(f"{field.name}.{index}", f"{kind.element.label} {index + 1}", problems)
        row = kind.element.read(one, here)
        if row is REFUSED:
            continue
        name = getattr(row, NAME)
        if name.casefold() in names:
            here.inside(NAME, "Name").refuse(NOT_ALLOWED, name, "unlike the names before it")
            continue
        names.add(name.casefold())
        rows[index] = row
    return rows


def to_pairs(rows: Mapping[str, Mapping[int, Any]]) -> LinkPairs:
    """The link pairs of own rows, with every input: a row keeps its values when a default changes."""
    return [
        pair
        for kind, held in rows.items()
        for index, row in enumerate(held.values())
        for field in input_fields(type(row))
        for pair in field.input.pairs(f"{kind}.{index}.{field.name}", getattr(row, field.name))
    ]
