"""The compressed size of each page with everything that it loads when it opens, except Python."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .table import Row, Table

LIMIT_KB = 60

_LOADED = re.compile(r'<(?:link|script)[^>]+(?:href|src)="([^"]+)"')
_IMPORTED = re.compile(r'(?:\bfrom|\bimport)\s*"(\.\.?/[^"]+)"')
"""A static import. What `import()` names is loaded when it is used."""


def tables(site: Path) -> Iterator[Table]:
    """One table of all pages, the largest first."""
    weighed = []
    for page in site.rglob("index.html"):
        loaded = linked(page)
        address = page.parent.relative_to(site).as_posix()
        weighed.append((address, gzipped(page), sum(gzipped(path) for path in loaded), len(loaded)))
    weighed.sort(key=lambda row: -(row[1] + row[2]))
    yield Table(
        "Page weight, gzip KB",
        f"{LIMIT_KB} with everything it links, without the Python runtime",
        ("page", "itself", "linked", "all", "files"),
        [
            Row((name, _kb(own), _kb(rest), _kb(own + rest), count), missed=own + rest > LIMIT_KB * 1024)
            for name, own, rest, count in weighed
        ],
    )


def linked(page: Path) -> set[Path]:
    """The files that a page loads: styles, scripts with their imports, icons, and the manifest."""
    found: set[Path] = set()
    waiting = [(page.parent / target).resolve() for target in _LOADED.findall(page.read_text(encoding="utf-8"))]
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        if path.suffix == ".js":
            imports = _IMPORTED.findall(path.read_text(encoding="utf-8"))
            waiting += [(path.parent / module).resolve() for module in imports]
    return found


@cache
def gzipped(path: Path) -> int:
    """The compressed size of a file in bytes."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def _kb(count: int) -> str:
    return f"{count / 1024:.1f}"
