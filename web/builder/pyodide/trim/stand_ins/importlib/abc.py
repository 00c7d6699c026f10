"""Replaces importlib.abc in the worker: the base classes of Pyodide's finder of JavaScript modules.

That module knows of every kind of loader, and on import brings importlib.resources, pathlib and tempfile along.
"""

from typing import Any


class MetaPathFinder:
    def invalidate_caches(self) -> None:
        """Nothing is cached."""


class Loader:
    def create_module(self, spec: Any) -> Any:
        """Leave the creation of the module to Python."""
