"""The process of the next rebuild of `serve`: what takes long to start has started before the change comes.

    python -m web.builder.dev.next_rebuild <base>

A line of standard input brings the changed sources as JSON. Our own sources are imported then, as they are now. Before
that, Pyodide starts in a packer (packers.py), and other people's packages are imported. After a change of the builder,
watch.py starts a new process.
"""

import json
import sys

import deflate  # noqa: F401
import jinja2  # noqa: F401
import segno  # noqa: F401
from lxml import etree  # noqa: F401

from web.builder import BuildError
from web.builder.pyodide import stock
from web.builder.pyodide.packers import Packers


def main(base: str) -> int:
    """Start what takes long, wait for the changed sources, and rebuild the site."""
    try:
        with Packers(stock.cache_folder()) as packers:
            packers.start(1)
            line = sys.stdin.readline()
            if not line:
                return 0
            from web.builder.dev import rebuild

            return rebuild.main(base, json.loads(line), packers)
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
