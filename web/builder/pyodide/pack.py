"""Runs inside Pyodide (see pack.mjs): compiles the Python that the site's worker will need, and no more.

Three steps, each in a Python of its own:
    trace   walks every entry point in /work/core (pyrules, web) -> /work/traced.json
    std     compiles the traced part of the library, other people's packages included -> /work/std.made
    others  core, or a part of a game, as /work/parts.json has it: compiles that of /work/core -> /work/<step>.made

Compiling here, with the very Python that will run the result, is what makes the boot quick: the stock library is
source, and each boot would compile it anew. So would it each text that a dataclass writes, and each pattern: the trace
notes them, and a pack brings them ready made. A fresh Python for each step, because marshal writes down which objects
happen to be shared: a pack must depend on its sources, and on what was noted of them, alone.

packing/ does the work; stand_ins/packs.py tells how a pack looks, and reads it.
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

        write.library() if step == "std" else write.part(step)


main(os.environ["PACK_STEP"])
