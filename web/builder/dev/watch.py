"""Watches the sources while `serve` runs, and rebuilds the site after each change.

watchfiles (the watcher of uvicorn) reports changes without polling, and leaves out what editors write beside.
"""

import subprocess
import sys
from pathlib import Path

from watchfiles import watch

from web.builder.dev.environment import ROOT

SOURCES = (ROOT / "pyrules", ROOT / "web")
STILL_MS = 50
"""A rebuild begins when nothing has changed for this time."""


def rebuild_on_change(base: str) -> None:
    """Rebuild after each change, until Ctrl-C. What a failed rebuild has missed is part of the next one."""
    missed: set[str] = set()
    for changes in watch(*SOURCES, step=STILL_MS):
        missed |= {path for _, path in changes}
        print(f"changed: {', '.join(sorted(Path(path).relative_to(ROOT).as_posix() for path in missed))}", flush=True)
        command = [sys.executable, "-m", "web.builder.dev.rebuild", base, *sorted(missed)]
        if subprocess.run(command, cwd=ROOT, check=False).returncode == 0:
            missed.clear()
