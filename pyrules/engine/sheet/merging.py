"""A calculator's form for a chosen character: what a sheet supplies and what a player typed, over defaults.

The page's example supplies only what has no default: required inputs, and what a rule asks for besides. Each value
that still comes from the example is reported as `Resting`, and so is each bound input that stands at its default.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from ..calculator import Calculator
from ..errors import UNKNOWN_FIELD
from ..inputs import REFUSED, REQUIRED, Input, ListInput, Pairs, ReadContext, RecordInput, input_fields
from .bindings import Filled, apply, bindable_options, drop_incomplete_records, from_start, merge_into_form
from .paths import LinkPairs, at_or_under, everywhere, input_at, on_the_way, source_at
from .sources import MATCHUP, TARGET_SIDE, Bindings, sources_of
from .values import Matchup

_MOST_REPAIRS = 4
"""How many refused inputs the example supplies, one after the other."""

_OF_TARGET = (f"{TARGET_SIDE}.", f"{MATCHUP}.")

Texts = dict[str, list[str]]


class Resting(NamedTuple):
    """An input that neither a sheet nor the player supplies.

    `is_example`: it holds the example's value; otherwise it stands at its default. `theirs`: a target could supply it.
    `within` is the label of the group or the list element that holds it, if any.
    """

    path: str
    input: Input
    value: Any
    is_example: bool
    theirs: bool
    within: str


class Merged(NamedTuple):
    """A form's pairs, what a sheet fills in them, and a sentence for each value of the sheet that does not fit."""

    pairs: LinkPairs
    filled: list[Filled]
    notes: list[str]


def merged(
    calculator: Calculator[Any], bindings: Bindings, matchup: Matchup, form: Pairs = (), own: Collection[str] = ()
) -> Merged:
    """The form of a calculator that a scene fills, over defaults.

    `form` is the form as it stands; `own` are the keys in it that the player typed. They stay unless a sheet supplies
    them; a list or an optional group that holds such a key stays whole. Table rules that no sheet supplies stay, too.
    """
    example = _example(calculator)
    under = _laid_over(calculator, from_start(calculator), form, _own(calculator, bindings, form, own, example))
    for _ in range(_MOST_REPAIRS):
        done, notes = apply(calculator, bindings, matchup, under)
        done = drop_incomplete_records(calculator, done, under)
        pairs = _without_empty_groups(merge_into_form(under, done, bindable_options(bindings, matchup, under)))
        repaired = _repaired(under, example, _refused(calculator, pairs), {*own, *(one.path for one in done)})
        if repaired == under:
            break
        under = repaired
    return Merged(pairs, done, notes)


def resting(
    calculator: Calculator[Any], bindings: Bindings, done: Iterable[Filled], form: Pairs, own: Collection[str] = ()
) -> list[Resting]:
    """The inputs of a form that hold the example's value, and those that a sheet could supply and nobody does."""
    supplied = {one.path for one in done}
    example, held = _example(calculator), _texts(form)
    bound = [path for pattern in bindings for path in everywhere(pattern, form)]
    found = []
    for path in dict.fromkeys([*held, *bound]):
        kind = _known(calculator, path)
        if kind is None or kind.table or path in own or not supplied.isdisjoint(on_the_way(path)):
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
    return _texts(calculator.spelled_out(calculator.parse(dict(calculator.start))))


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
    """The texts of an input at its default; None if it is required, or an element of a list."""
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
    """The label of the group or the list element that holds an input."""
    head = path.rpartition(".")[0]
    if not head:
        return ""
    last = head.rpartition(".")[2]
    return input_at(calculator.inputs, head).label + (f" {int(last) + 1}" if last.isdecimal() else "")


def _own(
    calculator: Calculator[Any], bindings: Bindings, form: Pairs, own: Collection[str], example: Texts
) -> set[str]:
    """The parts of a form that stay as they are: what the player typed, whole, and table rules."""
    parts = {_whole(calculator, key) for key in own if _known(calculator, key) is not None}
    for key, texts in _texts(form).items():
        kind = _known(calculator, key)
        of_table = kind is not None and kind.table and source_at(bindings, key) is None
        if of_table and texts != example.get(key) and _whole(calculator, key) == key:
            parts.add(key)
    return parts


def _whole(calculator: Calculator[Any], path: str) -> str:
    """The outermost list or optional group on the way to an input, or the input itself."""
    for part in on_the_way(path):
        kind = input_at(calculator.inputs, part)
        if isinstance(kind, ListInput) or (isinstance(kind, RecordInput) and kind.nullable):
            return part
    return path


def _laid_over(calculator: Calculator[Any], base: LinkPairs, form: Pairs, parts: Collection[str]) -> LinkPairs:
    """The base with these parts as the form has them."""

    def stays(key: str) -> bool:
        return any(at_or_under(key, part) for part in parts)

    return [pair for pair in base if not stays(pair[0])] + [pair for pair in form if stays(pair[0])]


def _without_empty_groups(pairs: LinkPairs) -> LinkPairs:
    """An empty text says that a group has only defaults; a group with a part has not."""
    groups = {path for key, _ in pairs for path in on_the_way(key) if path != key}
    return [pair for pair in pairs if pair[1] or pair[0] not in groups]


def _repaired(under: LinkPairs, example: Texts, field: str, supplied: Collection[str]) -> LinkPairs:
    """These pairs with the refused field as the example has it, apart from what is supplied.

    Of a list that holds something supplied, the example adds the elements that are missing.
    """
    from_example = [(key, text) for key, texts in example.items() for text in texts if at_or_under(key, field)]
    if not any(at_or_under(path, field) or at_or_under(field, path) for path in supplied):
        return [*(pair for pair in under if not at_or_under(pair[0], field)), *from_example]
    there = {_element(key, field) for key in (*supplied, *(key for key, _ in under)) if at_or_under(key, field)}
    added = [pair for pair in from_example if _element(pair[0], field).isdecimal()]
    return under + [pair for pair in added if _element(pair[0], field) not in there]


def _element(key: str, path: str) -> str:
    """Which part of the list or group at a path a key belongs to."""
    return key.removeprefix(path).removeprefix(".").partition(".")[0]


def _refused(calculator: Calculator[Any], pairs: Pairs) -> str:
    """The field of the first problem that keeps a form from being answered; nothing if there is none."""
    inputs, problems = calculator.from_text(pairs)
    return "" if inputs is not None else next(one.field for one in problems if one.code != UNKNOWN_FIELD)
