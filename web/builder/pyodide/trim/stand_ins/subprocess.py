"""Replaces the library's `subprocess` in the worker: a browser has no processes.

asyncio, which Pyodide needs, takes these three names from it.
"""

PIPE = -1
STDOUT = -2
DEVNULL = -3
