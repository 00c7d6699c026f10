"""Replaces jinja2's own `lexer` in the worker: our templates are compiled by the build (see nodes.py)."""

from typing import Any

_lexer_cache: dict[Any, Any] = {}


class Lexer:
    """A name that jinja2 imports; the worker makes no instance."""


class TokenStream:
    """A name that jinja2 imports; the worker makes no instance."""


def get_lexer(environment: Any) -> Lexer:
    raise NotImplementedError("The worker's templates are compiled.")
