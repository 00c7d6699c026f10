"""Stands in for jinja2's own `lexer` in the worker's pack: our templates arrive compiled (see nodes.py)."""

from typing import Any

_lexer_cache: dict[Any, Any] = {}


class Lexer:
    """What jinja2 imports by this name; nobody here makes one."""


class TokenStream:
    """As above."""


def get_lexer(environment: Any) -> Lexer:
    raise NotImplementedError("The worker's templates are compiled.")
