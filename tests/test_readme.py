"""The README's examples do what it says."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"^\$ python3 (-m pyrules .*)$", README, re.MULTILINE)


def test_the_python_examples_hold() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert tried
    assert not failed


@pytest.mark.parametrize("command", COMMANDS)
def test_the_shell_examples_run(command: str) -> None:
    done = subprocess.run([sys.executable, *shlex.split(command)], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_every_game_stands_in_the_notice() -> None:
    import pyrules

    notice = (ROOT / "NOTICE.md").read_text()
    assert all(game.name in notice for game in pyrules.GAMES)
