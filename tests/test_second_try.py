"""Only browser tests are retried; the end of the run lists retries, and too many fail the run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MOST_SECOND_TRIES
from web.builder.dev import environment

LATE_ONCE = """
from pathlib import Path

def test_late_once():
    tried = Path(__file__).with_suffix(".tried")
    before = tried.exists()
    tried.touch()
    assert before, "the browser was late"
"""
ALWAYS_LATE = """
def test_always_late():
    assert False, "the browser never came"
"""
WITH_A_BROWSER = "from tests.browser.conftest import browser_type_launch_args\n"
SEES_A_PAGE = """
import pytest
from tests import recording

@pytest.fixture
def recorded(request, context):
    recording.record_steps()
    context.add_init_script(recording.RECORD_WORKER)
    recorded = request.node.stash[recording.KEY] = recording.Recording()
    recorded.watch(context)
    yield
    recorded.stop()

def test_sees_a_page(page, recorded):
    page.goto("data:text/html,<h1>Hello</h1><script>console.log('loaded')</script>")
    page.click("h1")
    page.evaluate("new MessageChannel().port1.postMessage({ request: 'roll' })")
    assert False, "nothing rolled"
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in this folder with the conftest of all tests."""
    shutil.copy(environment.ROOT / "tests" / "conftest.py", folder)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--import-mode=importlib", "-p", "no:cacheprovider", *options, "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(environment.ROOT), "TABLESIDE_TEST_EXTENT": "usual"},
        capture_output=True,
        text=True,
        check=False,
    )


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def end_of(done: subprocess.CompletedProcess[str]) -> str:
    """What the run says of second tries."""
    return done.stdout.partition(" tried twice ")[2]


@pytest.mark.usual
def test_what_drives_a_browser_is_tried_twice_and_listed_with_both_outcomes(tmp_path: Path) -> None:
    files = {f"{folder}/test_it.py": LATE_ONCE for folder in ("browser", "other_browsers", "web")}
    write(tmp_path, {**files, "browser/test_never.py": ALWAYS_LATE})

    done = run(tmp_path, "-n", "1")

    assert "2 failed, 2 passed, 3 rerun" in done.stdout, done.stdout + done.stderr
    for folder in ("browser", "other_browsers"):
        late = f"{folder}/test_it.py::test_late_once (call): AssertionError: the browser was late"
        assert f"{late} -- second try passed" in end_of(done)
    never = "browser/test_never.py::test_always_late (call): AssertionError: the browser never came"
    assert f"{never} -- second try failed" in end_of(done)


@pytest.mark.usual
@pytest.mark.parametrize(
    ("late", "processes"), [(MOST_SECOND_TRIES, "0"), (MOST_SECOND_TRIES + 1, "0"), (MOST_SECOND_TRIES + 1, "2")]
)
def test_a_run_fails_when_too_many_tests_needed_a_second_try(tmp_path: Path, late: int, processes: str) -> None:
    write(tmp_path, {f"browser/test_{number}.py": LATE_ONCE for number in range(late)})

    done = run(tmp_path, "-n", processes)

    assert f"{late} passed, {late} rerun" in done.stdout, done.stdout + done.stderr
    too_many = late > MOST_SECOND_TRIES
    assert done.returncode == (1 if too_many else 0)
    sentence = f"The run fails: {late} tests needed a second try; at most {MOST_SECOND_TRIES} may."
    assert (sentence in end_of(done)) == too_many


@pytest.mark.usual
def test_a_failed_browser_test_says_what_it_saw_and_a_later_run_forgets_it(tmp_path: Path) -> None:
    write(tmp_path, {"conftest.py": "", "browser/conftest.py": WITH_A_BROWSER, "browser/test_it.py": SEES_A_PAGE})

    done = run(tmp_path)

    folders = sorted((tmp_path / ".failed").iterdir())
    assert [folder.name for folder in folders] == [
        "test_it-py-test_sees_a_page-chromium",
        "test_it-py-test_sees_a_page-chromium-try-2",
    ], done.stdout + done.stderr
    for folder in folders:
        assert (folder / "page-1.png").read_bytes().startswith(b"\x89PNG")
        report = (folder / "report.txt").read_text()
        for part in ("page-1.png: data:text/html,<h1>Hello", "click 'h1'", "log: loaded", 'to the worker: {"request":'):
            assert part in report
        assert "nothing rolled" in (folder / "error.txt").read_text()
    assert "On data:text/html,<h1>Hello</h1><script>console.log('loaded')</script>, after the step " in done.stdout
    assert f"; see {folders[-1]}" in done.stdout

    (tmp_path / "browser" / "test_it.py").write_text("def test_nothing(): pass\n")
    run(tmp_path)
    assert not (tmp_path / ".failed").exists()
