"""The checkers find nothing: ruff, mypy, and TypeScript over the scripts' JSDoc."""

import shutil
import subprocess
import sys

import pytest

from web.builder import environment

TSC = environment.WEB / "node_modules" / "typescript" / "bin" / "tsc"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param([sys.executable, "-m", "ruff", "check", "."], id="ruff"),
        pytest.param([sys.executable, "-m", "ruff", "format", "--check", "."], id="format"),
        pytest.param([sys.executable, "-m", "mypy"], id="mypy"),
        pytest.param([environment.node(), str(TSC), "--project", str(environment.WEB)], id="tsc"),
    ],
)
def test_the_checker_is_content(command: list[str]) -> None:
    assert shutil.which(command[0])

    done = subprocess.run(command, cwd=environment.ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
