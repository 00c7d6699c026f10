"""The form of a calculator against another target: the inputs that depend on the target change, all others stay."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from ..calculator import Calculator
from ..inputs import ListInput, Number, Pairs, ReadContext
from .bindings import Filled, Misfit, apply, bindable_options, drop_incomplete_records, merge_into_form
from .merging import without_empty_groups
from .paths import LinkPairs, at_or_under, path_prefixes, source_at
from .sources import CLEAR, MATCHUP, TARGET_SIDE, Bindings, is_theirs, sources_of
from .values import Matchup

_OF_TARGET = (f"{TARGET_SIDE}.", f"{MATCHUP}.")


class Retargeted(NamedTuple):
    """The pairs of a form against another target, and the target's values that do not fit their inputs."""

    pairs: LinkPairs
    misfits: list[Misfit]


def target_bindings(bindings: Bindings) -> Bindings:
    """The bindings of the inputs that a target can change: values of the target, and values of both sides."""
    return {
        path: source
        for path, source in bindings.items()
        if any(one.startswith(_OF_TARGET) for one in sources_of(source))
    }


def takes_targets(bindings: Bindings) -> bool:
    """Whether an input is a value of the target alone, so that targets can be told apart."""
    return any(is_theirs(source) for source in bindings.values())


def retargeted(
    calculator: Calculator[Any], bindings: Bindings, form: Pairs, before: Matchup, now: Matchup, *, knows_me: bool
) -> Retargeted:
    """The form with the target of `now` in place of that of `before`.

    A value of the target replaces that of the form; one that only the former target has goes. A value of both sides
    changes only as far as the two targets make it differ: chips come and go one by one. `knows_me`: `me` of both
    matchups is the character whose values the form has. Without it a number changes by the difference, and a value that
    only a matchup with a target has stays.
    """
    bound = target_bindings(bindings)
    done, misfits = apply(calculator, bound, now, form)
    was = {one.path: one.value for one in apply(calculator, bound, before, form)[0]}
    inputs, _ = calculator.from_text(form)
    changes: list[Filled] = []
    for one in done:
        is_new = one.path not in was or _held(inputs, one.path.rpartition(".")[0]) is None
        if is_theirs(source_at(bound, one.path) or CLEAR) or (is_new and knows_me):
            changes.append(one)
        elif not is_new and one.value != was[one.path]:
            changed, misfit = _changed(one, was[one.path], _held(inputs, one.path), knows_me=knows_me)
            changes += [changed] if changed else []
            misfits += [misfit] if misfit else []
    changes = drop_incomplete_records(calculator, changes, form)
    theirs = {path: source for path, source in bound.items() if is_theirs(source)}
    known = {one.path for one in done}
    lost = [path for path in was if path not in known and is_theirs(source_at(bound, path) or CLEAR)]
    kept = [pair for pair in form if not any(at_or_under(pair[0], path) for path in lost)]
    pairs = merge_into_form(kept, changes, bindable_options(theirs, now, kept))
    return Retargeted(without_empty_groups(pairs), misfits)


def _changed(one: Filled, was: Any, held: Any, *, knows_me: bool) -> tuple[Filled | None, Misfit | None]:
    """The value of both sides that the form gets, or why it does not fit."""
    value = one.value
    if isinstance(one.input, ListInput) and not one.input.nested() and held is not None:
        value = _exchanged(held, was or (), one.value or (), unique=one.input.unique)
    elif isinstance(one.input, Number) and not knows_me and _are_numbers(held, was, value):
        value = held + value - was
    context = ReadContext(one.path, one.input.label, [])
    read = one.input.read(one.input.to_json(value), context) if value is not None else None
    if context.problems:
        return None, Misfit(one.path, value, context.problems[0].text)
    return one._replace(value=read), None


def _exchanged(held: tuple[Any, ...], was: tuple[Any, ...], now: tuple[Any, ...], *, unique: bool) -> tuple[Any, ...]:
    """What the form holds, without what only the former target brings, and with what only the new one brings."""
    gone, new = Counter(was) - Counter(now), Counter(now) - Counter(was)
    stays = []
    for one in held:
        if gone[one] > 0:
            gone[one] -= 1
        else:
            stays.append(one)
    return tuple(dict.fromkeys((*stays, *new))) if unique else (*stays, *new.elements())


def _are_numbers(*values: Any) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) for one in values)


def _held(inputs: Any, path: str) -> Any:
    """The value of the form at a path; None if the form is not in order, or has no such element."""
    held = inputs
    for name in path.split(".") if path else ():
        if held is None:
            return None
        held = dict(enumerate(held)).get(int(name)) if name.isdecimal() else getattr(held, name)
    return held


def target_keys(bindings: Bindings, pairs: Pairs) -> list[str]:
    """The keys of a form that a target can change, in the order of the form."""
    bound = target_bindings(bindings)
    return [key for key in dict.fromkeys(key for key, _ in pairs) if _is_bound(bound, key)]


def _is_bound(bound: Bindings, key: str) -> bool:
    return any(source_at(bound, path) is not None for path in path_prefixes(key))


def same_of_target(here: Bindings, there: Bindings) -> dict[str, str]:
    """The inputs of one calculator that hold the same value of the target as an input of another: its path by theirs.

    Lists of elements are left out, because their elements need not be the same.
    """
    paths = {source: path for path, source in reversed([*there.items()]) if "*" not in path and is_theirs(source)}
    return {path: paths[source] for path, source in here.items() if "*" not in path and source in paths}
