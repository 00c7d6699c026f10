"""Stands in for inspect in the worker's pack: the little of it that dataclasses and jinja2 use at a start.

That module describes what is running, and on import brings ast, dis, tokenize and more along.
"""

from collections.abc import Awaitable
from typing import Any


def get_annotations(described: Any) -> dict[str, Any]:
    """What a class says of its own attributes."""
    return dict(described.__dict__.get("__annotations__", {}))  # noqa: RUF063


def signature(described: Any) -> str:
    """How a dataclass would describe itself, if it did not do so in words."""
    return "(...)"


def unwrap(function: Any) -> Any:
    """The function inside."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function


def isawaitable(value: Any) -> bool:
    return isinstance(value, Awaitable)


def iscoroutinefunction(function: Any) -> bool:
    return False


def getattr_static(described: Any, name: str) -> Any:
    raise NotImplementedError("The worker's templates have no use for the filter `attr`.")
