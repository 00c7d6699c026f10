"""The seed of a run, and sets of cases of which a shorter run takes a tenth, another tenth with each seed.

The seed is drawn once for each run and stands in the head of pytest's output. The environment variable repeats it.
"""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

from tests.extent import EXTENT, LONG, QUICK

VARIABLE = "TABLESIDE_TEST_SEED"
PARTS = 10

Case = TypeVar("Case")


def choose_seed() -> None:
    """Draw the run's seed, unless the caller has set one; processes started later inherit it."""
    os.environ.setdefault(VARIABLE, str(random.SystemRandom().randrange(1_000_000)))


def seed() -> int:
    """The seed of this run."""
    return int(os.environ[VARIABLE])


def part(cases: Sequence[Case]) -> Sequence[Case]:
    """All cases in the long run, otherwise each tenth, beginning where the seed says."""
    return cases if EXTENT == LONG else cases[seed() % PARTS :: PARTS]


def rotated(cases: Sequence[Case]) -> Sequence[Case]:
    """All cases in their order, beginning with another one with each seed."""
    first = seed() % len(cases)
    return [*cases[first:], *cases[:first]]


def one_unless_long(cases: Sequence[Case]) -> Sequence[Case]:
    """All cases in the long run, otherwise one of them, another one with each seed."""
    return cases if EXTENT == LONG else [cases[seed() % len(cases)]]


def part_if_quick(cases: Sequence[Case]) -> Sequence[Case]:
    """A tenth of the cases in the quick run, otherwise all."""
    return cases[seed() % PARTS :: PARTS] if EXTENT == QUICK else cases


def seed_line() -> str:
    """How to draw the same cases again."""
    return f"drawn cases: repeat them with {VARIABLE}={seed()}"
