"""Errors inside C code and the Python exceptions that they become, by name."""

import json
import re
import sys


def deep(depth):
    return deep(depth + 1) + 1


MISTAKES = {
    "recursion": lambda: deep(0),
    "memory": lambda: [0] * (1 << 29),
    "memory of a text": lambda: "x" * (1 << 31),
    "division": lambda: 10**5000 // (10**400 - 10**400),
    "overflow": lambda: 1 << (1 << 62),
    "float": lambda: float(10**400),
    "long text": lambda: int("9" * 5000),
    "pattern": lambda: re.compile("("),
    "shape": lambda: memoryview(b"ab").cast("I"),
    "attribute": lambda: sys.no_such,
}


def main(_):
    return json.dumps({name: [error_of(mistake), error_of(mistake)] for name, mistake in MISTAKES.items()})


def error_of(mistake):
    try:
        mistake()
    except BaseException as error:
        return type(error).__name__
    return None
