"""Applies bindings: sets inputs of a calculator from the values of a sheet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

from ..calculator import Calculator
from ..errors import InvalidInput
from ..inputs import REQUIRED, Input, ListInput, Pairs, ReadContext, RecordInput, input_fields
from .paths import LinkPairs, at_or_under, expand_path, input_at, path_prefixes
from .sources import CLEAR, Bindings, Source, sources_of
from .values import Matchup, Value


class Filled(NamedTuple):
    """One input that a sheet has set: its path, its kind, its value, and the label of the value on the sheet."""

    path: str
    input: Input
    value: Any
    source: str


class Misfit(NamedTuple):
    """A value of a sheet that its input refuses: the path of the input, the refused value, and a sentence."""

    path: str
    value: Any
    text: str


def apply(
    calculator: Calculator[Any], bindings: Bindings, matchup: Matchup, pairs: Pairs = ()
) -> tuple[list[Filled], list[Misfit]]:
    """The inputs that a matchup sets, and the values that do not fit their inputs.

    `pairs` are the current form, which determines how many elements its lists have.
    """
    done: list[Filled] = []
    misfits: list[Misfit] = []
    for path, source in bindings.items():
        filled, misfit = filled_by(calculator, path, source, matchup, pairs)
        done += filled
        misfits += [misfit] if misfit else []
    return done + _replaced(calculator, done), misfits


def filled_by(
    calculator: Calculator[Any], path: str, source: Source, matchup: Matchup, pairs: Pairs = ()
) -> tuple[list[Filled], Misfit | None]:
    """The inputs that one binding sets, and its value if that does not fit."""
    kind = input_at(calculator.inputs, path)
    if source == CLEAR:
        cleared: Any = () if isinstance(kind, ListInput) else None
        return [Filled(one, kind, cleared, "") for one in expand_path(path, pairs)], None
    found = [value for one in sources_of(source) if (value := matchup.value(one)) and _accepts(value, kind)]
    if not found:
        return [], None
    context = ReadContext(path, kind.label, [])
    given, called = _combined(found), _labeling(found).input.label
    values = {one: kind.read(_chosen(given, kind, one, pairs), context) for one in expand_path(path, pairs)}
    if context.problems:
        text = f"{called} of the sheet does not fit here. {context.problems[0].text}"
        return [], Misfit(next(iter(values)), given, text)
    return [Filled(one, kind, value, called) for one, value in values.items()], None


def _replaced(calculator: Calculator[Any], done: Sequence[Filled]) -> list[Filled]:
    """The inputs that the set inputs replace, each cleared: a calculator refuses both at once."""
    paths = [one.path for one in done if one.value is not None]
    rivals = dict.fromkeys(other for path in paths for other in _instead_of(cast(Hashable, calculator.inputs), path))
    return [
        Filled(other, input_at(calculator.inputs, other), None, "")
        for other in rivals
        if not any(at_or_under(path, other) for path in paths)
    ]


@cache
def _instead_of(record: Any, path: str) -> tuple[str, ...]:
    """The paths of the inputs that the input at `path`, or a record around it, replaces."""
    parts = path.split(".")
    return tuple(
        "".join(f"{part}." for part in parts[: length - 1]) + name
        for length in range(1, len(parts) + 1)
        for name in input_at(record, ".".join(parts[:length])).instead_of
    )


def _accepts(value: Value, into: Input) -> bool:
    """Whether an input can take a value: null only where both allow null."""
    return value.held is not None or (value.input.nullable and into.nullable)


def _chosen(given: Any, kind: Input, path: str, pairs: Pairs) -> Any:
    """The option of a choice for which a sheet allows several: the current one if allowed, else the first."""
    if not isinstance(given, list) or isinstance(kind, ListInput):
        return given
    stands = next((text for key, text in pairs if key == path), None)
    return stands if stands in given else next(iter(given), None)


def merge_into_form(pairs: Pairs, done: Sequence[Filled], bindable_options: dict[str, set[str]]) -> LinkPairs:
    """The pairs of a form with the set inputs in them.

    `bindable_options` maps paths of chips to the options that a sheet knows; all other chips stay as they are.
    """
    filling = {one.path: one for one in done}
    here: dict[str, LinkPairs] = {path: [] for path in filling}
    kept: LinkPairs = []
    for key, text in pairs:
        path = next((path for path in path_prefixes(key) if path in filling), None)
        (kept if path is None else here[path]).append((key, text))
    for path, one in filling.items():
        given = one.input.pairs(path, one.value)
        if path in bindable_options:
            others = [(key, text) for key, text in here[path] if text and text not in bindable_options[path]]
            given = [*others, *((key, text) for key, text in given if text)] or given
        kept += given
    return kept


def drop_incomplete_records(calculator: Calculator[Any], done: Sequence[Filled], pairs: Pairs) -> list[Filled]:
    """Drops bound values whose form element is absent and whose other fields the sheet cannot supply."""
    lacking = set()
    for path in dict.fromkeys(path for one in done for path in path_prefixes(one.path)):
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
    return [one for one in done if lacking.isdisjoint(path_prefixes(one.path))]


def bindable_options(bindings: Bindings, matchup: Matchup, pairs: Pairs = ()) -> dict[str, set[str]]:
    """For the path of each set of chips: the options that a sheet may have set there."""
    known: dict[str, set[str]] = {}
    for path, source in bindings.items():
        for one in sources_of(source):
            value = matchup.value(one)
            if value and isinstance(value.input, ListInput) and value.input.unique:
                options: Any = value.input.element
                for each in expand_path(path, pairs):
                    known.setdefault(each, set()).update(option.id for option in options.options)
    return known


def from_start(calculator: Calculator[Any]) -> LinkPairs:
    """The required inputs of the calculator's start, each list at its least length."""
    return _required(calculator.start_inputs, "")


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


def _labeling(found: Sequence[Value]) -> Value:
    """The value that gives a sum its label: the first that is not 0 or empty."""
    return next((value for value in found if value.held), found[0])


def _combined(found: Sequence[Value]) -> Any:
    """The JSON of one or more values: numbers are added, sets of chips united."""
    given = [value.input.to_json(value.held) for value in found if value.held is not None]
    if len(given) < 2:
        return given[0] if given else None
    if all(isinstance(one, list) for one in given):
        return list(dict.fromkeys(item for one in given for item in one))
    return sum(given)


# Inputs without a form


def bound_inputs(
    calculator: Calculator[Any], done: Sequence[Filled], table: Mapping[str, Any], over: Mapping[str, Any] | None = None
) -> tuple[Any, list[InvalidInput]]:
    """The inputs of a calculator with the set inputs over defaults, and all problems; None if there are any.

    The calculator's start supplies required inputs. `table` maps names of table rules to their values; `over` maps
    paths to JSON values that count before all others.
    """
    raw = _required_json(calculator.start_inputs)
    for one in done:
        _put(raw, one.path.split("."), _json_of(one))
    for path, value in (over or {}).items():
        _put(raw, path.split("."), value)
    return calculator.from_json(raw, table)


def _json_of(one: Filled) -> Any:
    return None if one.value is None else one.input.to_json(one.value)


def record_json(calculator: Calculator[Any], bindings: Bindings, matchup: Matchup, path: str) -> dict[str, Any]:
    """The JSON of what a matchup sets in the record at `path`, such as one attack of a list.

    So a calculator can be given the records of several fighters, each from a matchup of its own.
    """
    done, _ = apply(calculator, bindings, matchup, ((path, ""),))
    raw: dict[str, Any] = {}
    for one in done:
        if one.path.startswith(f"{path}."):
            _put(raw, one.path.removeprefix(f"{path}.").split("."), _json_of(one))
    return raw


def _required_json(value: Any) -> dict[str, Any]:
    """The JSON of the required inputs of a record, each list at its least length."""
    raw: dict[str, Any] = {}
    for field in input_fields(type(value)):
        if field.default is REQUIRED:
            raw[field.name] = _least_json(field.input, getattr(value, field.name))
    return raw


def _least_json(kind: Input, held: Any) -> Any:
    if isinstance(kind, RecordInput):
        return _required_json(held)
    if isinstance(kind, ListInput):
        least = held[: kind.least]
        return [_required_json(one) for one in least] if isinstance(kind.element, RecordInput) else kind.to_json(least)
    return kind.to_json(held)


def _put(raw: Any, path: Sequence[str], value: Any) -> None:
    """Sets the value at a path; missing groups and list elements come into being empty."""
    for at, name in enumerate(path):
        last = at + 1 == len(path)
        if name.isdecimal():
            raw += [{} for _ in range(int(name) + 1 - len(raw))]
            key: Any = int(name)
        else:
            key = name
        if last:
            raw[key] = value
            return
        if key == name and raw.get(key) is None:
            raw[key] = [] if path[at + 1].isdecimal() else {}
        raw = raw[key]
