"""Fixtures for the other engines: a server of its own for each visit, so that nobody has been to its address before."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from web.builder.dev import browsers as engines
from web.builder.dev.serve import Response, Server

# Before anything imports it: a failed check should say what it found.
pytest.register_assert_rewrite("tests.other_browsers.checks")

Found = TypeVar("Found")


def needs(name: str, found: Found | None, packages: tuple[str, ...]) -> Found:
    """The engine, or a skipped test; a failed one where all engines are wanted."""
    if found is None:
        missing = f"{name} is not installed (on Debian: apt-get install {' '.join(packages)})"
        if engines.wanted():
            pytest.fail(f"{missing}, and {engines.WANTED}=1 asks for it", pytrace=False)
        pytest.skip(missing)
    return found


@pytest.fixture
def served(site: Path) -> Iterator[Server]:
    """Fails the test at its end if a page asked for something that the site has not."""
    told: list[Response] = []
    with Server(site, told=told.append) as server:
        yield server
    missed = [f"{response.status} {response.path}" for response in told if response.status >= 400]
    assert not missed, "\n".join(missed)
