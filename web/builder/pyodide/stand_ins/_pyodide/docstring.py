"""Stands in for Pyodide's own `docstring` in the worker's pack: who would read them here?"""

from typing import Any


def get_cmeth_docstring(func: Any) -> str:
    """None, in the form in which a built-in function has one."""
    return f"{func.__name__}()\n--\n\n"
