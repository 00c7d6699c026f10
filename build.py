#!/usr/bin/env python3
"""Tableside's one command.

    python3 build.py serve [--port 8000] [--base /]     build the site, serve it, rebuild it after each change
    python3 build.py build [--base / | --url https://host/path/] [--if-changed]
                                                        build the site into site/; --plain ships stock Pyodide
    python3 build.py test [--quick | --long] [-- ...]   build, check, run the tests; what follows -- goes to pytest
    python3 build.py bench [--quick | --runs 7]         build, then measure

Any Python from 3.11 on starts it, with nothing installed: the environment is made on the first run and found again on
the next. The site is built beside the old one and takes its place only when every phase has succeeded.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("Tableside needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from web.builder import BuildError
from web.builder.dev import browsers, environment

ROOT = Path(__file__).resolve().parent
SITE = ROOT / "site"
GROUPS = {"serve": ["build"], "build": ["build"], "test": ["build", "test"], "bench": ["build", "test"]}


def main(arguments: list[str]) -> int:
    """Environment first, then what was asked for."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    asked = command_line().parse_args(arguments[:end])
    asked.pytest = arguments[end + 1 :]
    try:
        environment.prepare(Path(__file__).resolve(), arguments, GROUPS[asked.command])
        if "test" in GROUPS[asked.command]:
            environment.prepare_tests()
        if asked.command == "test":
            browsers.prepare(long_run=asked.extent == "long")
        return {"serve": serve, "build": only_build, "test": test, "bench": bench}[asked.command](asked)
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def build(base: str, url: str = "") -> None:
    """The whole site, phase by phase; Python is packed by other processes, while this one draws the pages.

    `url` is the site's public address, if known, whose path is `base`.
    """
    from web.builder.pyodide import runtime, stock, wheel
    from web.builder.pyodide.packers import Packers
    from web.builder.site import current, output, pages, scripts

    made_of = current.made_of(url or base)
    started = time.perf_counter()
    with output.replacing(SITE) as site, Packers(stock.cache_folder()) as packers, ThreadPoolExecutor() as beside:
        packing = beside.submit(runtime.build, packers, site)
        with phase("1 pages"):
            drawn = pages.draw(url=url)
        with phase("2 wheel"):
            built_wheel = wheel.build(environment.CACHE / "wheel")
        with phase("3 Python"):
            packed = packing.result()
        with phase("4 site"):
            pages.build(site, packed, built_wheel, drawn, base, url)
    scripts.record_graph()
    current.record(SITE, url or base, made_of)
    print(f"site/ built in {time.perf_counter() - started:.1f} s", flush=True)


def only_build(asked: argparse.Namespace) -> int:
    from web.builder.pyodide import stock
    from web.builder.site import current

    if asked.plain:
        stock.ask_for_plain()
    base = base_path(urlsplit(asked.url).path) if asked.url else asked.base
    if asked.if_changed and current.is_current(SITE, asked.url or base):
        print("site/ is current", flush=True)
    else:
        build(base, asked.url or "")
    return 0


def serve(asked: argparse.Namespace) -> int:
    """Serve until Ctrl-C, the way the public host would, but with each change of a source."""
    from web.builder.dev import watch
    from web.builder.dev.serve import Server

    server = Server(SITE, base=asked.base, port=asked.port, live=True)
    build(asked.base)
    with server:
        print(f"Tableside is at {server.url} (Ctrl-C stops it)", flush=True)
        watch.rebuild_on_change(asked.base)
    return 0


def test(asked: argparse.Namespace) -> int:
    from web.builder.dev import test_run

    return test_run.run(asked.extent, asked.pytest)


def bench(asked: argparse.Namespace) -> int:
    from web.builder.dev import bench as measurements

    environment.prepare_bench()
    build("/")
    measurements.main(asked.runs, quick=asked.quick)
    return 0


@contextmanager
def phase(name: str) -> Iterator[None]:
    """Time one phase; what it prints itself stands above its line."""
    started = time.perf_counter()
    yield
    print(f"{name:<12}{time.perf_counter() - started:6.1f} s", flush=True)


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description=__doc__.partition("\n")[0])
    base: dict[str, Any] = {"type": base_path, "default": "/", "help": "the path the site is served under"}
    commands = parser.add_subparsers(dest="command", required=True, metavar="serve | build | test | bench")
    served = commands.add_parser("serve", help="build the site, serve it, and rebuild it after each change")
    served.add_argument("--base", **base)
    served.add_argument("--port", type=port, default=8000, help="0 to 65535; 0 takes any that is free")
    built = commands.add_parser("build", help="build the site into site/")
    place = built.add_mutually_exclusive_group()
    place.add_argument("--base", **base)
    place.add_argument("--url", type=public_address, help="the site's public address, for search engines and chats")
    built.add_argument("--if-changed", action="store_true", help="not if site/ is current")
    built.add_argument("--plain", action="store_true", help="with Pyodide as it is (also TABLESIDE_PLAIN=1)")
    tested = commands.add_parser("test", help="build, check, run the tests; what follows -- goes to pytest")
    extent = tested.add_mutually_exclusive_group()
    for name, covers in (("quick", "few tests in a browser"), ("long", "all that is large, in every engine")):
        extent.add_argument(f"--{name}", dest="extent", action="store_const", const=name, default="usual", help=covers)
    measured = commands.add_parser("bench", help="build, then measure")
    much = measured.add_mutually_exclusive_group()
    much.add_argument("--runs", type=count, default=7, help="how often what a browser does is measured")
    much.add_argument("--quick", action="store_true", help="only the start and the interaction, from a sample")
    return parser


def count(text: str) -> int:
    """A number of times: once at least."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 up; got {text}")
    return int(text)


def port(text: str) -> int:
    """A port of this machine."""
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to 65535; got {text}")
    return int(text)


def base_path(text: str) -> str:
    """`tableside`, `/tableside` and `/tableside/` are the same place, as are `my app` and `my%20app`."""
    inner = unquote(text).strip("/")
    return f"/{inner}/" if inner else "/"


def public_address(text: str) -> str:
    """The address of a published site, with a slash at its end."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"must be an address like https://example.org/tableside/; got {text}")
    return f"{parts.scheme}://{parts.netloc}{quote(base_path(parts.path))}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
