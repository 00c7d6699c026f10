"""Replaces Pyodide's own `_package_loader` in the worker.

That module unpacks wheels, and on import brings zipfile, tempfile, shutil and every compression along. The worker loads
no packages; what Pyodide asks of this module as it starts is where they would be, and whether some are there already.
"""

from site import getsitepackages


class Place:
    """A path object for Pyodide; JavaScript would convert a plain text."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path


SITE_PACKAGES = Place(getsitepackages()[0])
DSO_DIR = Place("/usr/lib")


def init_loaded_packages() -> None:
    """No packages are loaded."""
