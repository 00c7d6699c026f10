"""Large sets of cases of which the usual run takes a tenth, another tenth with each seed.

The seed is drawn once for each run and stands in the head of pytest's output. The environment variable repeats it.
"""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

from tests.extent import EXTENT, LONG

VARIABLE = "TABLESIDE_TEST_SEED"
PARTS = 10

Case = TypeVar("Case")


def choose_seed() -> None:
    """Draw the run's seed, unless the caller has set one; processes started later inherit it."""
    os.environ.setdefault(VARIABLE, str(random.SystemRandom().randrange(1000)))


def part(cases: Sequence[Case]) -> Sequence[Case]:
    """All cases in the long run, otherwise each tenth, beginning where the seed says."""
    return cases if EXTENT == LONG else cases[int(os.environ[VARIABLE]) % PARTS :: PARTS]


def told() -> str:
    """How to repeat this run's choice, for the head of pytest's output."""
    return f"rotating cases: repeat this choice with {VARIABLE}={os.environ[VARIABLE]}"
