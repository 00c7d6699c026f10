"""Runs inside Pyodide (see pack.mjs): compiles the Python that the site's worker needs.

Three kinds of steps:
    trace   sends every kind of request to the code in /work/core (pyrules, web) -> /work/traced.json
    std     compiles the traced modules of the library and of packages -> /work/std.made
    others  a pack of /work/packs.json: compiles its sources -> /work/<step>.made

A pack is compiled by the Python that runs it. That makes the start quick: the stock library is source, and each start
would compile it. Each start would also compile the texts that dataclasses write, and each pattern; the trace notes
them, and a pack holds them compiled. A pack depends only on its sources and on the notes about them, whatever the same
Python has compiled before.

packing/ does the work; loader/packs.py describes the format of a pack, and reads it.
"""

import os
import sys

import packs
from packing.places import CORE


def main(steps):
    packs.settle()
    sys.path.insert(0, CORE)
    for step in steps:
        if step == "trace":
            from packing.trace import trace

            trace()
        else:
            from packing import write

            write.library() if step == "std" else write.ours(step)


main(os.environ["PACK_STEPS"].split())
