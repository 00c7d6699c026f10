"""Replaces jinja2's own `nodes` in the worker: only what a compiled template needs.

Our templates arrive compiled; what reads and compiles them (nodes, lexer, parser, compiler) is a tenth of the library.
"""

from collections.abc import Mapping
from typing import Any


class EvalContext:
    """Whether output is escaped, as far as that is known at render time."""

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
    """A type in jinja2's annotations; the worker makes no instance."""
