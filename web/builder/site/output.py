"""Replaces the old site by the new one only when the build has finished.

`site/` is always the old site or the new one. A build that is killed between the two renames leaves the old site in the
cache. The next build first restores the old site from there.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from web.builder import BuildError
from web.builder.dev.environment import CACHE

MARKER = ".gitkeep"
_PREFIX = "site-"


@contextmanager
def replacing(site: Path) -> Iterator[Path]:
    """An empty folder to build into. It replaces the site when the block ends without an error."""
    # In the cache, not in /tmp, because a rename must not cross file systems.
    place = CACHE / f"{_PREFIX}{os.getpid()}"
    fresh, old = place / "new", place / "old"
    try:
        _clear_leftovers(site)
        fresh.mkdir(parents=True)
    except OSError as error:
        raise BuildError(f"The build cannot write beside {site} ({error.strerror}: {error.filename}).") from error
    try:
        yield fresh
        (fresh / MARKER).touch()
        _swap(site, fresh, old)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _swap(site: Path, fresh: Path, old: Path) -> None:
    """Two renames; if the second fails or is interrupted, the first is undone."""
    try:
        if site.exists():
            site.rename(old)
        fresh.rename(site)
    except BaseException as error:
        if old.exists() and not site.exists():
            old.rename(site)
        if isinstance(error, OSError):
            raise BuildError(f"The built site could not take the place of {site} ({error.strerror}).") from error
        raise


def _clear_leftovers(site: Path) -> None:
    """Clean up after killed builds: restore the old site and remove the rest. A running build is not touched."""
    for place in CACHE.glob(f"{_PREFIX}*"):
        if _is_running(place.name.removeprefix(_PREFIX)):
            continue
        if (place / "old").exists() and not site.exists():
            (place / "old").rename(site)
        shutil.rmtree(place, ignore_errors=True)


def _is_running(pid: str) -> bool:
    """Whether another process has this id. A folder with the id of this process is left from an older process."""
    if not pid.isdecimal() or int(pid) == os.getpid():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # a process of another user
    return True
