"""Replaces inspect in the worker: only what dataclasses and jinja2 use at the start.

That module describes what is running, and on import brings ast, dis, tokenize and more along.
"""

from collections.abc import Awaitable
from typing import Any


def get_annotations(described: Any) -> dict[str, Any]:
    """The annotations in a class's own body."""
    return dict(described.__dict__.get("__annotations__", {}))  # noqa: RUF063


def signature(described: Any) -> str:
    """The signature for the docstring of a dataclass, which none of ours needs."""
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
