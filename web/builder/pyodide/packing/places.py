"""What is read and written where, inside Pyodide."""

import functools
import json
import os
import sys

CORE = "/work/core"
LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"


def part_of(name):
    """In which pack a source goes: runtime.py has said so."""
    return parts().get(name)


@functools.cache
def parts():
    return json.loads(read("/work/parts.json"))


def files_below(folder):
    for parent, _, names in os.walk(folder):
        if not parent.endswith("__pycache__"):
            yield from (f"{parent}/{name}" for name in names)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def sources():
    """Each of our files, by its path in the packs, with where it lies."""
    for path in sorted(files_below(CORE)):
        yield path.removeprefix(CORE + "/"), path
