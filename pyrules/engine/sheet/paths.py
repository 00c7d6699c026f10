"""Paths of inputs, such as `attacks.0.weapon.damage`, and the form keys that they match."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from itertools import zip_longest
from typing import Any, cast

from ..inputs import Input, ListInput, Pairs, RecordInput, input_fields
from .sources import Bindings, Source

LinkPairs = list[tuple[str, str]]

_LONGEST_INDEX = 3
"""The longest index, in digits: a form draws at most a hundred elements."""


def expand_path(path: str, pairs: Pairs) -> list[str]:
    """The paths that a path with `*` matches; an empty list gets its first element."""
    head, star, rest = path.partition(".*")
    if not star:
        return [path]
    indices = {key.removeprefix(f"{head}.").partition(".")[0] for key, _ in pairs if key.startswith(f"{head}.")}
    there = sorted(int(index) for index in indices if index.isdecimal() and len(index) < _LONGEST_INDEX) or [0]
    return [path for index in there for path in expand_path(f"{head}.{index}{rest}", pairs)]


def path_prefixes(key: str) -> Iterator[str]:
    """All prefixes of a form key that end at a dot, and last the key itself."""
    dot = key.find(".")
    while dot >= 0:
        yield key[:dot]
        dot = key.find(".", dot + 1)
    yield key


def source_at(bindings: Bindings, path: str) -> Source | None:
    """The source of the input at a path of a form. An index of a blank element, such as `__0__`, matches any index."""
    return next((source for pattern, source in bindings.items() if _matches(pattern, path)), None)


def _matches(pattern: str, path: str) -> bool:
    parts = zip_longest(pattern.split("."), path.split("."), fillvalue="")
    return all(
        one == other
        or (one == "*" and (other.isdecimal() or other.startswith("__")))
        or (one.isdecimal() and other.startswith("__"))
        for one, other in parts
    )


def input_at(record: type, path: str) -> Input:
    """The input at a path such as `attacks.0.weapon.damage`; raises `KeyError` if there is none."""
    return _input_at(cast(Hashable, record), path)


@cache
def _input_at(record: Any, path: str) -> Input:
    head, _, rest = path.partition(".")
    kind = {field.name: field.input for field in input_fields(record)}[head]
    while rest and isinstance(kind, ListInput):
        _, _, rest = rest.partition(".")  # the index of an element
        kind = kind.element
    if not rest:
        return kind
    if not isinstance(kind, RecordInput):
        raise KeyError(path)
    return input_at(kind.of, rest)


def at_or_under(key: str, path: str) -> bool:
    """Whether a key is the path or lies below it; False for an empty path."""
    return bool(path) and (key == path or key.startswith(f"{path}."))
