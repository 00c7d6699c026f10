"""Stands in for jinja2's own `nodes` in the worker's pack: what of it a finished template needs.

Our templates arrive compiled; what reads and compiles them (nodes, lexer, parser, compiler) is a tenth of the library.
"""

from collections.abc import Mapping
from typing import Any


class EvalContext:
    """Whether what is rendered is escaped, as far as that is known while it is rendered."""

    def __init__(self, environment: Any, template_name: str | None = None) -> None:
        escaped = environment.autoescape
        self.environment = environment
        self.autoescape = escaped(template_name) if callable(escaped) else escaped
        self.volatile = False

    def save(self) -> Mapping[str, Any]:
        return dict(vars(self))

    def revert(self, old: Mapping[str, Any]) -> None:
        vars(self).clear()
        vars(self).update(old)


class Template:
    """What jinja2's functions name as a type; nobody here makes one."""
