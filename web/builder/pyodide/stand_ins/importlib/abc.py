"""Stands in for importlib.abc in the worker's pack: what of it Pyodide's finder of JavaScript's modules derives from.

That module knows of every kind of loader, and on import brings importlib.resources, pathlib and tempfile along.
"""

from typing import Any


class MetaPathFinder:
    def invalidate_caches(self) -> None:
        """Nothing is kept."""


class Loader:
    def create_module(self, spec: Any) -> Any:
        """Python's own way is good."""
