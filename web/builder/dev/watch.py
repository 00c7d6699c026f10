"""Watches the sources while `serve` runs, and rebuilds the site after each change.

watchfiles (the watcher of uvicorn) reports changes without polling, and leaves out what editors write beside.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from watchfiles import watch

from web.builder.dev.environment import ROOT

SOURCES = (ROOT / "pyrules", ROOT / "web")
BUILDER = ROOT / "web" / "builder"
STILL_MS = 50
"""A rebuild begins when nothing has changed for this time."""


def rebuild_on_change(base: str) -> None:
    """Rebuild after each change, until Ctrl-C. What a failed rebuild has missed is part of the next one."""
    missed: set[str] = set()
    waiting = started(base)
    try:
        for changes in watch(*SOURCES, step=STILL_MS):
            missed |= {path for _, path in changes}
            shown = sorted(Path(path).relative_to(ROOT).as_posix() for path in missed)
            print(f"changed: {', '.join(shown)}", flush=True)
            if any(Path(path).is_relative_to(BUILDER) for path in missed):
                waiting.kill()
                waiting.wait()
                waiting = started(base)
            waiting.communicate(json.dumps(sorted(missed)) + "\n")
            if waiting.returncode == 0:
                missed.clear()
            waiting = started(base)
    finally:
        waiting.kill()
        waiting.wait()


def started(base: str, stdout: int | None = None) -> subprocess.Popen[str]:
    """The process of a rebuild, which waits for the changed sources and says when the site is there."""
    command = [sys.executable, "-m", "web.builder.dev.next_rebuild", base]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=stdout, text=True)
