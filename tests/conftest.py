"""For every test: the built site, which run the test belongs to, and what the end of the run says.

A test that drives a browser gets a second try. The end of the run lists each of them with both outcomes, and the run
fails when too many needed one. A failed browser test leaves what it saw in `tests/.failed/` (recording.py).
"""

import gc
import os
import subprocess
import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest

from tests import drawing, extent, recording, rotation
from web.builder.dev import environment

HERE = Path(__file__).parent
BUILT_BY_CALLER = "TABLESIDE_SITE_IS_BUILT"
DRIVE_A_BROWSER = ("other_browsers", "browser")
LONGEST_FIRST = (*DRIVE_A_BROWSER, "builder")
"""The folders whose tests take longest; those of all others are short."""
FAILED = HERE / recording.FOLDER
MOST_SECOND_TRIES = 3


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site. `build.py test` has just built it; when pytest runs alone it is brought up to date here."""
    if not os.environ.get(BUILT_BY_CALLER):
        subprocess.run([sys.executable, str(environment.ROOT / "build.py"), "build", "--if-changed"], check=True)
    return environment.ROOT / "site"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed once, before the processes of pytest-xdist start; prepare hypothesis before its plugin does."""
    if not hasattr(config, "workerinput"):
        recording.empty(FAILED)
        rotation.choose_seed()
    drawing.prepare(config)
    # The caches of all games are a large heap: Python would look through it over and over for what it can give back.
    gc.set_threshold(200_000, 50, 100)


def pytest_report_header() -> str:
    """The seed of this run."""
    return rotation.seed_line()


@cache
def _drives_a_browser(path: Path) -> bool:
    return any(path.is_relative_to(HERE / folder) for folder in DRIVE_A_BROWSER)


@cache
def _place(path: Path) -> int:
    """The place of a file's tests in the run: nobody begins a long test while others have nothing left to do."""
    folders = (at for at, folder in enumerate(LONGEST_FIRST) if path.is_relative_to(HERE / folder))
    return next(folders, len(LONGEST_FIRST))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not for a run of this extent, give browser tests a second try, and put long tests first.

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
    items.sort(key=lambda item: _place(item.path))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed browser test says what the browser showed."""
    report = yield
    if report.failed:
        recording.add_to(report, item, FAILED)
    return report


# Second tries. With pytest-xdist all of this counts in the process that collects the reports.


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Too many late browsers are a fault of the tests or of the pages, not of the machine."""
    if len(_second_tries(session.config)) > MOST_SECOND_TRIES and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """List every test that was tried twice, with both outcomes; after a failure say how to repeat the drawn cases."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(rotation.seed_line())
    tried = _second_tries(config)
    if not tried:
        return
    terminalreporter.section("tried twice")
    for nodeid, report in tried.items():
        lines = [line[1:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
        first = lines[0] if lines else "no error text"
        second = _outcome(terminalreporter, nodeid)
        terminalreporter.write_line(f"{nodeid} ({report.when}): {first} -- second try {second}")
    if len(tried) > MOST_SECOND_TRIES:
        terminalreporter.write_line(
            f"The run fails: {len(tried)} tests needed a second try; at most {MOST_SECOND_TRIES} may.", red=True
        )


def _second_tries(config: pytest.Config) -> dict[str, pytest.TestReport]:
    """The first failed try of each test that was tried again."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("rerun", []) if reporter and not hasattr(config, "workerinput") else []
    return {report.nodeid: report for report in reversed(reports)}


def _outcome(reporter: pytest.TerminalReporter, nodeid: str) -> str:
    """What became of a test in the end."""
    for outcome in ("error", "failed", "passed", "skipped"):
        if any(report.nodeid == nodeid for report in reporter.stats.get(outcome, [])):
            return "failed" if outcome == "error" else outcome
    return "did not end"
