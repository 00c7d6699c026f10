"""Stands in for Pyodide's own `_package_loader` in the worker's pack.

That module unpacks wheels, and on import brings zipfile, tempfile, shutil and every compression along. The worker loads
no packages; what Pyodide asks of this module as it starts is where they would be, and whether some are there already.
"""

from pathlib import Path
from site import getsitepackages

SITE_PACKAGES = Path(getsitepackages()[0])
DSO_DIR = Path("/usr/lib")


def init_loaded_packages() -> None:
    """None are there."""
