"""Only what drives a browser is tried twice, and the end of the run tells of it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from web.builder import environment

LATE_ONCE = """
from pathlib import Path

def test_late_once():
    tried = Path(__file__).with_suffix(".tried")
    before = tried.exists()
    tried.touch()
    assert before, "the browser was late"
"""


def test_what_drives_a_browser_is_tried_twice_and_named(tmp_path: Path) -> None:
    shutil.copy(environment.ROOT / "tests" / "conftest.py", tmp_path)
    for folder in ("browser", "engines", "web"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "test_it.py").write_text(LATE_ONCE)
    command = [sys.executable, "-m", "pytest", "--import-mode=importlib", "-p", "no:cacheprovider", "-n", "1", "."]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(environment.ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout.partition(" tried twice ")[2]

    assert "1 failed, 2 passed, 2 rerun" in done.stdout, done.stdout + done.stderr
    for folder in ("browser", "engines"):
        assert f"{folder}/test_it.py::test_late_once (call): AssertionError: the browser was late" in told
    assert "web/test_it.py::test_late_once (call)" not in told
