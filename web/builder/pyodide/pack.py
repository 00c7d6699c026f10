"""Runs inside Pyodide (see pack.mjs): compiles the Python that the site's worker needs.

A task has a name and what it is about:
    compile
           compiles these sources of /work/core, beside each, for the other tasks
    trace  sends every kind of request about some games to the code in /work/core (pyrules, web)
           -> /work/trace-of-<first game>.json
    pack   writes the named packs -> /work/<pack>.made for each
           std: the traced modules of the library and of packages; others: the sources that /work/packs.json names

A pack is compiled by the Python that runs it. That makes the start quick: the stock library is source, and each start
would compile it. Each start would also compile the texts that dataclasses write, and each pattern; the trace notes
them, and a pack holds them compiled. A pack depends only on its sources and on the notes about them, whatever the same
Python has compiled before. A trace is the first task of its Python besides compiling.

packing/ does the work; loader/packs.py describes the format of a pack, and reads it.
"""

import sys

import packs


def prepare():
    """Import what every task needs, before there is one."""
    packs.settle()
    from packing import notes  # noqa: F401 - it notes what Python has compiled so far
    from packing.places import CORE

    sys.path.insert(0, CORE)


def carry_out(task, *names):
    """Carry out a task."""
    if task == "compile":
        from packing.compiled import compile_source

        for name in names:
            compile_source(name)
    elif task == "trace":
        from packing.trace import trace

        trace(*names)
    else:
        from packing import write

        for name in names:
            write.library() if name == "std" else write.ours(name)
