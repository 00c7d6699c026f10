"""How much a run of the tests covers.

`build.py test --quick` leaves out most of what drives a browser, `build.py test --long` adds what is large: every
engine, every page and game in the browser, thousands of hostile cases. The run between the two is the usual one, which
takes a part of such cases, another one with each seed (rotation.py).

A test says where it belongs by a mark: `quick` for a browser test that the quick run keeps, `usual` for any other test
that the quick run leaves out, `long` for one that only the long run has. A number that grows with the run is
`by_extent(quick, usual, long)`.
"""

import os
from typing import TypeVar

VARIABLE = "TABLESIDE_TEST_EXTENT"
QUICK, USUAL, LONG = "quick", "usual", "long"
EXTENT = os.environ.get(VARIABLE, USUAL)
assert EXTENT in (QUICK, USUAL, LONG), f"{VARIABLE} must be quick, usual or long; got {EXTENT}."

Value = TypeVar("Value")


def by_extent(quick: Value, usual: Value, long: Value) -> Value:
    """The value for this run."""
    return {QUICK: quick, USUAL: usual, LONG: long}[EXTENT]


def left_out(marks: set[str], *, drives_a_browser: bool) -> bool:
    """Whether this run leaves out a test with these marks."""
    if LONG in marks:
        return EXTENT != LONG
    if EXTENT == QUICK:
        return USUAL in marks or (drives_a_browser and QUICK not in marks)
    return False
