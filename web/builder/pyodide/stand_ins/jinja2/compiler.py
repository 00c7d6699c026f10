"""Stands in for jinja2's own `compiler` in the worker's pack: our templates arrive compiled (see nodes.py)."""

from typing import Any


class CodeGenerator:
    """What jinja2 imports by this name; nobody here makes one."""


def generate(*_: Any) -> str:
    raise NotImplementedError("The worker's templates are compiled.")
