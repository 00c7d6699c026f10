"""The form of a calculator for a chosen character: values of the sheet and of the player over defaults.

The calculator's start supplies only inputs without a default, and inputs that a rule requires. `Resting` reports each
input that holds a value of the start, and each bound input at its default.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from ..calculator import Calculator
from ..errors import UNKNOWN_FIELD
from ..inputs import REFUSED, REQUIRED, Input, ListInput, Pairs, ReadContext, RecordInput, input_fields
from .bindings import Filled, Misfit, apply, bindable_options, drop_incomplete_records, from_start, merge_into_form
from .paths import LinkPairs, at_or_under, expand_path, input_at, path_prefixes, source_at
from .sources import MATCHUP, TARGET_SIDE, Bindings, sources_of
from .values import Matchup

_MOST_REPAIRS = 4
"""How many refused inputs the calculator's start supplies, one after the other."""

_OF_TARGET = (f"{TARGET_SIDE}.", f"{MATCHUP}.")

Texts = dict[str, list[str]]


class Resting(NamedTuple):
    """An input that neither a sheet nor the player supplies.

    `is_example`: the input holds the value of the calculator's start; otherwise it is at its default. `theirs`: a
    target can supply the input. `within` is the label of the group or list element around it, if any.
    """

    path: str
    input: Input
    value: Any
    is_example: bool
    theirs: bool
    within: str


class Merged(NamedTuple):
    """The pairs of a form, the inputs that a sheet set, and the values that do not fit their inputs."""

    pairs: LinkPairs
    filled: list[Filled]
    misfits: list[Misfit]


def merged(
    calculator: Calculator[Any], bindings: Bindings, matchup: Matchup, form: Pairs = (), own: Collection[str] = ()
) -> Merged:
    """The form of a calculator that a matchup sets, over defaults.

    `form` is the current form; `own` are its keys that the player typed. They stay unless a sheet supplies them. A list
    or an optional group with such a key stays whole. Table rules that no sheet supplies stay too.
    """
    example = _example(calculator)
    under = _overlaid(calculator, from_start(calculator), form, _fixed_parts(calculator, bindings, form, own, example))
    for _ in range(_MOST_REPAIRS):
        done, misfits = apply(calculator, bindings, matchup, under)
        done = drop_incomplete_records(calculator, done, under)
        pairs = without_empty_groups(merge_into_form(under, done, bindable_options(bindings, matchup, under)))
        repaired = _repaired(under, example, _refused(calculator, pairs), {*own, *(one.path for one in done)})
        if repaired == under:
            break
        under = repaired
    return Merged(pairs, done, misfits)


def resting(
    calculator: Calculator[Any], bindings: Bindings, done: Iterable[Filled], form: Pairs, own: Collection[str] = ()
) -> list[Resting]:
    """The inputs of a form at the value of the calculator's start, and unsupplied bound inputs at their default."""
    supplied = {one.path for one in done}
    example, held = _example(calculator), _texts(form)
    bound = [path for pattern in bindings for path in expand_path(pattern, form)]
    found = []
    for path in dict.fromkeys([*held, *bound]):
        kind = _known(calculator, path)
        if kind is None or kind.table or path in own or not supplied.isdisjoint(path_prefixes(path)):
            continue
        default = _default_texts(calculator, path)
        texts = held.get(path, default)
        if texts is None or (isinstance(kind, RecordInput) or kind.nested()):
            continue
        is_example = texts == example.get(path) and texts != default
        source = source_at(bindings, path)
        of_target = source is not None and any(one.startswith(_OF_TARGET) for one in sources_of(source))
        if is_example or (source is not None and texts == default):
            value = kind.read(kind.parse_text([("", text) for text in texts]), ReadContext(path, kind.label, []))
            if value is not REFUSED:
                found.append(Resting(path, kind, value, is_example, of_target, _within(calculator, path)))
    return found


def _example(calculator: Calculator[Any]) -> Texts:
    return _texts(calculator.spelled_out(calculator.start_inputs))


def _texts(pairs: Pairs) -> Texts:
    texts: Texts = {}
    for key, text in pairs:
        texts.setdefault(key, []).append(text)
    return texts


def _known(calculator: Calculator[Any], path: str) -> Input | None:
    try:
        return input_at(calculator.inputs, path)
    except KeyError:
        return None


def _default_texts(calculator: Calculator[Any], path: str) -> list[str] | None:
    """The texts of an input at its default; None if the input is required, or an element of a list."""
    head, _, name = path.rpartition(".")
    within = input_at(calculator.inputs, head) if head else None
    if isinstance(within, ListInput):
        within = within.element if not name.isdecimal() else None
    record = calculator.inputs if not head else within.of if isinstance(within, RecordInput) else None
    default = (
        next((field.default for field in input_fields(record) if field.name == name), REQUIRED) if record else REQUIRED
    )
    return None if default is REQUIRED else [text for _, text in input_at(calculator.inputs, path).pairs(path, default)]


def _within(calculator: Calculator[Any], path: str) -> str:
    """The label of the group or list element around an input; empty if there is none."""
    head = path.rpartition(".")[0]
    if not head:
        return ""
    last = head.rpartition(".")[2]
    return input_at(calculator.inputs, head).label + (f" {int(last) + 1}" if last.isdecimal() else "")


def _fixed_parts(
    calculator: Calculator[Any], bindings: Bindings, form: Pairs, own: Collection[str], example: Texts
) -> set[str]:
    """The parts of a form that stay as they are: whole parts that the player typed, and table rules."""
    parts = {_whole(calculator, key) for key in own if _known(calculator, key) is not None}
    for key, texts in _texts(form).items():
        kind = _known(calculator, key)
        of_table = kind is not None and kind.table and source_at(bindings, key) is None
        if of_table and texts != example.get(key) and _whole(calculator, key) == key:
            parts.add(key)
    return parts


def _whole(calculator: Calculator[Any], path: str) -> str:
    """The outermost list or optional group around an input, or the input itself."""
    for part in path_prefixes(path):
        kind = input_at(calculator.inputs, part)
        if isinstance(kind, ListInput) or (isinstance(kind, RecordInput) and kind.nullable):
            return part
    return path


def _overlaid(calculator: Calculator[Any], base: LinkPairs, form: Pairs, parts: Collection[str]) -> LinkPairs:
    """The base with `parts` replaced by those of the form."""

    def stays(key: str) -> bool:
        return any(at_or_under(key, part) for part in parts)

    return [pair for pair in base if not stays(pair[0])] + [pair for pair in form if stays(pair[0])]


def without_empty_groups(pairs: LinkPairs) -> LinkPairs:
    """Drops the empty text of a group that has parts: it means a group with only defaults."""
    groups = {path for key, _ in pairs for path in path_prefixes(key) if path != key}
    return [pair for pair in pairs if pair[1] or pair[0] not in groups]


def _repaired(under: LinkPairs, example: Texts, field: str, supplied: Collection[str]) -> LinkPairs:
    """The pairs with the refused field replaced by that of the calculator's start, except for supplied inputs.

    For a list with supplied elements, the start adds the missing elements.
    """
    from_example = [(key, text) for key, texts in example.items() for text in texts if at_or_under(key, field)]
    if not any(at_or_under(path, field) or at_or_under(field, path) for path in supplied):
        return [*(pair for pair in under if not at_or_under(pair[0], field)), *from_example]
    there = {_element(key, field) for key in (*supplied, *(key for key, _ in under)) if at_or_under(key, field)}
    added = [pair for pair in from_example if _element(pair[0], field).isdecimal()]
    return under + [pair for pair in added if _element(pair[0], field) not in there]


def _element(key: str, path: str) -> str:
    """The part of the list or group at `path` that a key belongs to."""
    return key.removeprefix(path).removeprefix(".").partition(".")[0]


def _refused(calculator: Calculator[Any], pairs: Pairs) -> str:
    """The field of the first problem that prevents an answer; empty if there is none."""
    inputs, problems = calculator.from_text(pairs)
    return "" if inputs is not None else next(one.field for one in problems if one.code != UNKNOWN_FIELD)
