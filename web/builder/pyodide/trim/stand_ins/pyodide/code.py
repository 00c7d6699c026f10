"""Replaces Pyodide's own `code` in the worker, which calls functions and runs no source text.

That module explains signatures, and on import brings inspect along.
"""

from _pyodide._base import eval_code

__all__ = ["eval_code"]
