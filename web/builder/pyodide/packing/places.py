"""What is read and written where, inside Pyodide."""

import functools
import json
import os
import sys

CORE = "/work/core"
LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"


@functools.cache
def traced():
    """The trace of all games."""
    return json.loads(read("/work/traced.json"))


@functools.cache
def contents():
    """By pack: its `sources` by their path and, where it has some, the rows of its `rules`."""
    return json.loads(read("/work/packs.json"))


@functools.cache
def has_module(name):
    """Whether this is a module of ours."""
    path = f"{CORE}/{name.replace('.', '/')}"
    return bool(name) and (os.path.exists(f"{path}.py") or os.path.exists(f"{path}/__init__.py"))


def files_below(folder):
    """Every file in a folder and the folders in it."""
    for parent, _, names in os.walk(folder):
        if not parent.endswith("__pycache__"):
            yield from (f"{parent}/{name}" for name in names)


def read(path):
    """The bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


def sources():
    """Each of our files: its path in the packs, and where the file is."""
    for path in sorted(files_below(CORE)):
        yield path.removeprefix(CORE + "/"), path
