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


def read(path):
    """The bytes of a file."""
    with open(path, "rb") as file:
        return file.read()
