"""Where a build writes: beside the old site, which gives way only to a finished new one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from web.builder.environment import CACHE

MARKER = ".gitkeep"


@contextmanager
def replacing(site: Path) -> Iterator[Path]:
    """An empty folder to build into; its content replaces the site's when the block ends without an error."""
    # In the cache and not in /tmp: a rename must not cross file systems.
    with TemporaryDirectory(prefix="site-", dir=CACHE) as place:
        fresh, old = Path(place, "new"), Path(place, "old")
        fresh.mkdir()
        old.mkdir()
        yield fresh
        site.mkdir(exist_ok=True)
        _move_content(site, old)
        try:
            _move_content(fresh, site)
        except OSError:
            _move_content(old, site)  # a file in the way or a full disk must not cost the old site
            raise


def _move_content(source: Path, target: Path) -> None:
    for entry in source.iterdir():
        if entry.name != MARKER:
            entry.rename(target / entry.name)
