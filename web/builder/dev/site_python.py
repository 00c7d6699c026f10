"""Runs scripts in the built site's own Python, in Node: for tests and measurements of the shipped files."""

from __future__ import annotations

import atexit
import json
import subprocess
from functools import cache
from pathlib import Path

from .. import BuildError
from .environment import node

RUNNER = Path(__file__).with_suffix(".mjs")


class SitePythonError(BuildError):
    """A script has failed in the site's Python; the message holds the traceback."""


def run(site: Path, script: Path, text: str = "", *, fresh: bool = False) -> str:
    """Call the `main` of a Python script with this text and return its result.

    All scripts of a process share one Python, so a script must not change imported modules. With `fresh` the script
    gets a new Python, which takes a second longer.
    """
    runner = _runner(site)
    assert runner.stdin and runner.stdout
    request = {"script": str(script.resolve()), "text": text, "fresh": fresh}
    try:
        runner.stdin.write(json.dumps(request) + "\n")
        runner.stdin.flush()
        line = runner.stdout.readline()
    except BrokenPipeError:
        line = ""
    if not line:
        _runner.cache_clear()
        raise SitePythonError(f"Node has ended while it ran {script.name}, with exit code {runner.wait()}.")
    reply = json.loads(line)
    if "error" in reply:
        raise SitePythonError(f"{script.name} failed:\n{reply['error']}")
    return str(reply["value"])


@cache
def _runner(site: Path) -> subprocess.Popen[str]:
    """A Node process for this site; it ends with this process."""
    [python], [core] = site.glob("assets/python-*"), site.glob("assets/core-*/core.pack")
    command = [node(), str(RUNNER), str(python), str(core)]
    runner = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    atexit.register(runner.kill)
    return runner
