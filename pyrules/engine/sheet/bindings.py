"""Filling a calculator's inputs from a sheet, and what each condition changes there."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

from ..calculator import Calculator
from ..inputs import REQUIRED, Input, ListInput, Pairs, ReadContext, RecordInput, input_fields
from .paths import LinkPairs, at_or_under, everywhere, input_at, on_the_way
from .sources import CLEAR, Bindings, sources_of
from .values import Matchup, Value


class Filled(NamedTuple):
    """One input that a sheet has filled: its path, its kind, the value it got, and what that is called on the sheet."""

    path: str
    input: Input
    value: Any
    source: str


def apply(
    calculator: Calculator[Any], bindings: Bindings, matchup: Matchup, pairs: Pairs = ()
) -> tuple[list[Filled], list[str]]:
    """What a scene fills of a calculator's inputs, and a sentence for each value that does not fit there.

    `pairs` are the form as it stands, which says how many elements its lists have.
    """
    done: list[Filled] = []
    notes: list[str] = []
    for path, source in bindings.items():
        kind = input_at(calculator.inputs, path)
        if source == CLEAR:
            done += (
                Filled(one, kind, () if isinstance(kind, ListInput) else None, "") for one in everywhere(path, pairs)
            )
            continue
        found = [value for one in sources_of(source) if (value := matchup.value(one)) and _says(value, kind)]
        if not found:
            continue
        context = ReadContext(path, kind.label, [])
        given, called = _together(found), _telling(found).input.label
        values = {one: kind.read(_chosen(given, kind, one, pairs), context) for one in everywhere(path, pairs)}
        if context.problems:
            notes.append(f"{called} of the sheet does not fit here. {context.problems[0].text}")
        else:
            done += (Filled(one, kind, value, called) for one, value in values.items())
    return done + _made_way(calculator, done), notes


def _made_way(calculator: Calculator[Any], done: Sequence[Filled]) -> list[Filled]:
    """The inputs that what is filled takes the place of, left empty: the calculator refuses both."""
    paths = [one.path for one in done if one.value is not None]
    rivals = dict.fromkeys(other for path in paths for other in _instead_of(cast(Hashable, calculator.inputs), path))
    return [
        Filled(other, input_at(calculator.inputs, other), None, "")
        for other in rivals
        if not any(at_or_under(path, other) for path in paths)
    ]


@cache
def _instead_of(record: Any, path: str) -> tuple[str, ...]:
    """The paths of the inputs that the one at a path, or a record around it, takes the place of."""
    parts = path.split(".")
    return tuple(
        "".join(f"{part}." for part in parts[: length - 1]) + name
        for length in range(1, len(parts) + 1)
        for name in input_at(record, ".".join(parts[:length])).instead_of
    )


def _says(value: Value, into: Input) -> bool:
    """Whether a value is one for an input: none is, where both may have none."""
    return value.held is not None or (value.input.nullable and into.nullable)


def _chosen(given: Any, kind: Input, path: str, pairs: Pairs) -> Any:
    """Where a sheet allows several options of one choice: what stands there if it is one of them, else the first."""
    if not isinstance(given, list) or isinstance(kind, ListInput):
        return given
    stands = next((text for key, text in pairs if key == path), None)
    return stands if stands in given else next(iter(given), None)


def merge_into_form(pairs: Pairs, done: Sequence[Filled], bindable_options: dict[str, set[str]]) -> LinkPairs:
    """Pairs of a form with what is filled in them.

    Of chips those stay that no sheet could have set: `universe` holds by path which ones a sheet knows of.
    """
    filling = {one.path: one for one in done}
    here: dict[str, LinkPairs] = {path: [] for path in filling}
    kept: LinkPairs = []
    for key, text in pairs:
        path = next((path for path in on_the_way(key) if path in filling), None)
        (kept if path is None else here[path]).append((key, text))
    for path, one in filling.items():
        given = one.input.pairs(path, one.value)
        if path in bindable_options:
            others = [(key, text) for key, text in here[path] if text and text not in bindable_options[path]]
            given = [*others, *((key, text) for key, text in given if text)] or given
        kept += given
    return kept


def drop_incomplete_records(calculator: Calculator[Any], done: Sequence[Filled], pairs: Pairs) -> list[Filled]:
    """What is filled, without such parts of the form as are not there and would lack what a sheet does not know."""
    lacking = set()
    for path in dict.fromkeys(path for one in done for path in on_the_way(one.path)):
        kind = input_at(calculator.inputs, path)
        if (
            not isinstance(kind, RecordInput)
            or not kind.nullable
            or any(key.startswith(f"{path}.") for key, _ in pairs)
        ):
            continue
        inside = [(key, text) for key, text in merge_into_form((), done, {}) if key.startswith(f"{path}.")]
        context = ReadContext(path, kind.label, [])
        if inside:
            kind.read(kind.parse_text([(key.removeprefix(f"{path}."), text) for key, text in inside]), context)
        if context.problems:
            lacking.add(path)
    return [one for one in done if lacking.isdisjoint(on_the_way(one.path))]


def bindable_options(bindings: Bindings, matchup: Matchup, pairs: Pairs = ()) -> dict[str, set[str]]:
    """By path of each set of chips: the options that a sheet may have set there."""
    known: dict[str, set[str]] = {}
    for path, source in bindings.items():
        for one in sources_of(source):
            value = matchup.value(one)
            if value and isinstance(value.input, ListInput) and value.input.unique:
                options: Any = value.input.element
                for each in everywhere(path, pairs):
                    known.setdefault(each, set()).update(option.id for option in options.options)
    return known


def from_start(calculator: Calculator[Any]) -> LinkPairs:
    """The example's required inputs, each list at its least length; every other input is left at its default."""
    return _required(calculator.parse(dict(calculator.start)), "")


def _required(value: Any, prefix: str) -> LinkPairs:
    pairs: LinkPairs = []
    for field in input_fields(type(value)):
        if field.default is not REQUIRED:
            continue
        held, path = getattr(value, field.name), f"{prefix}{field.name}"
        if isinstance(field.input, RecordInput):
            pairs += _required(held, f"{path}.") or [(path, "")]
        elif isinstance(field.input, ListInput) and isinstance(field.input.element, RecordInput):
            least = held[: field.input.least]
            for index, one in enumerate(least):
                pairs += _required(one, f"{path}.{index}.") or [(f"{path}.{index}", "")]
            pairs += [] if least else [(path, "")]
        elif isinstance(field.input, ListInput):
            pairs += field.input.pairs(path, held[: field.input.least])
        else:
            pairs += field.input.pairs(path, held)
    return pairs


def _telling(found: Sequence[Value]) -> Value:
    """Of values that are added up the first that adds anything: it is what the sum is called after."""
    return next((value for value in found if value.held), found[0])


def _together(found: Sequence[Value]) -> Any:
    """The JSON of one value, or of several: numbers are added up, sets of chips united."""
    given = [value.input.to_json(value.held) for value in found if value.held is not None]
    if len(given) < 2:
        return given[0] if given else None
    if all(isinstance(one, list) for one in given):
        return list(dict.fromkeys(item for one in given for item in one))
    return sum(given)
