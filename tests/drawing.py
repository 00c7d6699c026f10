"""How hypothesis draws: the same with every clock and after any earlier run, from a seed that each run prints.

The seed changes with every run, so that many short runs cover what one long run does (rotation.py).
"""

import pytest
from hypothesis import HealthCheck, settings

from tests import rotation
from tests.extent import by_extent

_OPTION = "hypothesis_seed"


def prepare(config: pytest.Config) -> None:
    """Load our profile, and give hypothesis the seed of the run unless the command line gives one.

    Must run before hypothesis reads its options.
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
        setattr(config.option, _OPTION, str(rotation.seed()))


def examples(quick: int, usual: int, long: int) -> settings:
    """The number of drawn examples in a run of each extent."""
    return settings(max_examples=by_extent(quick, usual, long))
