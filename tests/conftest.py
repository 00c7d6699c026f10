"""For every test: the built site; and a second try for what drives a browser, told at the end."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests import drawing, extent
from web.builder import environment

HERE = Path(__file__).parent
BUILT_BY_CALLER = "TABLESIDE_SITE_IS_BUILT"
DRIVE_A_BROWSER = ("browser", "engines")


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site. `build.py test` has just built it; when pytest runs alone it is brought up to date here."""
    if not os.environ.get(BUILT_BY_CALLER):
        subprocess.run([sys.executable, str(environment.ROOT / "build.py"), "build", "--if-changed"], check=True)
    return environment.ROOT / "site"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Prepare hypothesis before its own plugin reads the options."""
    drawing.prepare(config)


def pytest_report_header(config: pytest.Config) -> str:
    """The seed of this run."""
    return drawing.seed_line(config)


@cache
def _drives_a_browser(path: Path) -> bool:
    return any(path.is_relative_to(HERE / folder) for folder in DRIVE_A_BROWSER)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not for a run of this extent, and give browser tests a second try.

    Whether a browser is late depends on what else the machine does; whether anything else fails does not.
    """
    left_out = []
    for item in items:
        drives_a_browser = _drives_a_browser(item.path)
        if drives_a_browser:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if extent.left_out({mark.name for mark in item.iter_markers()}, drives_a_browser=drives_a_browser):
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The seed of a failed run; every test that was tried twice, and its first error, so that none goes unseen."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(drawing.seed_line(config))
    tried_again = terminalreporter.stats.get("rerun", [])
    if not tried_again:
        return
    terminalreporter.section("tried twice")
    for report in tried_again:
        said = [line[1:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
        terminalreporter.write_line(f"{report.nodeid} ({report.when}): {said[0] if said else 'nothing told'}")
