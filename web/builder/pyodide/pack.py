"""Runs inside Pyodide (see pack.mjs): compiles the Python that the site's worker needs.

Three kinds of steps, each in a fresh Python:
    trace   sends every kind of request to the code in /work/core (pyrules, web) -> /work/traced.json
    std     compiles the traced modules of the library and of packages -> /work/std.made
    others  a pack of /work/packs.json: compiles its sources -> /work/<step>.made

A pack is compiled by the Python that runs it. That makes the start quick: the stock library is source, and each start
would compile it. Each start would also compile the texts that dataclasses write, and each pattern; the trace notes
them, and a pack holds them compiled. Each step has a fresh Python because marshal records which objects are shared. So
a pack depends only on its sources and on the notes about them.

packing/ does the work; stand_ins/packs.py describes the format of a pack, and reads it.
"""

import os
import sys

from packing.places import CORE


def main(step):
    sys.path.insert(0, CORE)
    if step == "trace":
        from packing.trace import trace

        trace()
    else:
        from packing import write

        write.library() if step == "std" else write.ours(step)


main(os.environ["PACK_STEP"])
