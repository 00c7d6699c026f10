"""Fights of Worlds Without Number that several tests begin with."""

from __future__ import annotations

import pytest

from .fighting import HESSA, ILO, ORC, WOLF, Fighting


@pytest.fixture
def duel() -> Fighting:
    """Hessa, whose turn it is, and an orc."""
    return Fighting(HESSA, ORC)


@pytest.fixture
def four() -> Fighting:
    """Hessa and Ilo against two foes, one after another."""
    return Fighting(HESSA, ILO, ORC, WOLF)
