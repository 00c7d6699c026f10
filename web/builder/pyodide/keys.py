"""Names for what is made of files: the same files have the same key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path


def key(*parts: Mapping[str, Path], notes: object = None) -> str:
    """The key of what is made of these files, by their names, and of `notes`, which JSON can hold."""
    return digest([*(one for part in parts for one in keyed(part)), json.dumps(notes, sort_keys=True).encode()])[:16]


def keyed(files: Mapping[str, Path]) -> Iterable[bytes]:
    """The name and the content of each file."""
    for name, path in sorted(files.items()):
        yield name.encode()
        yield path.read_bytes()


def digest(parts: Iterable[bytes]) -> str:
    """The digest of these parts in this order."""
    found = hashlib.sha256()
    for part in parts:
        found.update(hashlib.sha256(part).digest())
    return found.hexdigest()
