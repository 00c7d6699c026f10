"""How hypothesis draws: the same with every clock and after any earlier run, from a seed that each run prints.

The seed changes with every run, so that many short runs cover what one long run does. A run is repeated with the
option `--hypothesis-seed` and the seed that it has printed.
"""

import random

import pytest
from hypothesis import HealthCheck, settings

from tests.extent import by_extent

_OPTION = "hypothesis_seed"
_LARGEST_SEED = 2**32 - 1


def prepare(config: pytest.Config) -> None:
    """Choose this run's seed unless the command line gives one, and load our profile.

    Must run before hypothesis reads its options. Workers of xdist get the seed from the process that starts them.
    """
    settings.register_profile(
        "tableside",
        max_examples=by_extent(10, 30, 100),
        database=None,  # no examples of earlier runs
        deadline=None,  # no clock
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )
    settings.load_profile("tableside")
    if config.getoption(_OPTION) is None:
        setattr(config.option, _OPTION, str(random.SystemRandom().randint(0, _LARGEST_SEED)))


def seed_line(config: pytest.Config) -> str:
    """How to draw the same once more."""
    return f"drawn inputs: repeat them with --hypothesis-seed={config.getoption(_OPTION)}"


def examples(quick: int, usual: int, long: int) -> settings:
    """The number of drawn examples in a run of each extent."""
    return settings(max_examples=by_extent(quick, usual, long))
