"""Replaces Pyodide's own `docstring` in the worker, where nothing reads docstrings."""

from typing import Any


def get_cmeth_docstring(func: Any) -> str:
    """An empty docstring, in the form of a built-in function's."""
    return f"{func.__name__}()\n--\n\n"
