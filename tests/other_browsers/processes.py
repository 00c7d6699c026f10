"""The processes that a test has started, directly or through others."""

import os
from collections.abc import Iterator
from pathlib import Path


def descendants() -> Iterator[tuple[int, list[str]]]:
    """The id and the command of each process below this one."""
    parents = dict(_parents())
    for pid in parents:
        above = parents.get(pid)
        while above and above != os.getpid():
            above = parents.get(above)
        if above:
            yield pid, _command(pid)


def _parents() -> Iterator[tuple[int, int]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of the program is in parentheses and may hold anything; the state and the parent follow it.
            yield int(stat.parent.name), int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended meanwhile


def _command(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").rstrip("\0").split("\0")
    except OSError:
        return [""]
