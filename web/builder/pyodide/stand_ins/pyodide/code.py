"""Stands in for Pyodide's own `code` in the worker's pack: the worker calls functions and runs no texts.

That module explains signatures, and on import brings inspect along.
"""

from _pyodide._base import eval_code

__all__ = ["eval_code"]
