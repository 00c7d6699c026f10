"""For every test: the built site; and a second try for what drives a browser, told at the end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import extent
from web.builder import environment

HERE = Path(__file__).parent
BUILT_BY_CALLER = "TABLESIDE_SITE_IS_BUILT"
DRIVE_A_BROWSER = ("browser", "engines")


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site. `build.py test` has just built it; when pytest runs alone it is brought up to date here."""
    if not os.environ.get(BUILT_BY_CALLER):
        subprocess.run([sys.executable, str(environment.ROOT / "build.py"), "build"], check=True)
    return environment.ROOT / "site"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not for a run of this extent, and give browser tests a second try.

    Whether a browser is late depends on what else the machine does; whether anything else fails does not.
    """
    left_out = []
    for item in items:
        drives_a_browser = any(item.path.is_relative_to(HERE / folder) for folder in DRIVE_A_BROWSER)
        if drives_a_browser:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if extent.left_out({mark.name for mark in item.iter_markers()}, drives_a_browser=drives_a_browser):
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Every test that was tried twice, and what it said the first time: none of them goes unseen."""
    tried_again = terminalreporter.stats.get("rerun", [])
    if not tried_again:
        return
    terminalreporter.section("tried twice")
    for report in tried_again:
        said = [line[1:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
        terminalreporter.write_line(f"{report.nodeid} ({report.when}): {said[0] if said else 'nothing told'}")
