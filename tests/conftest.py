"""Fixtures for every test: the built site."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from web.builder import environment

BUILT_BY_CALLER = "TABLESIDE_SITE_IS_BUILT"


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site. `build.py test` has just built it; when pytest runs alone it is brought up to date here."""
    if not os.environ.get(BUILT_BY_CALLER):
        subprocess.run([sys.executable, str(environment.ROOT / "build.py"), "build"], check=True)
    return environment.ROOT / "site"
