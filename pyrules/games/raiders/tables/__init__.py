"""The fact tables of Ruins & Raiders, loaded once for all topics."""

from __future__ import annotations

from ....engine.procedure import Modifier
from ....engine.tables import Tables

FACTS = Tables("pyrules.games.raiders")


def base(name: str) -> Modifier:
    """The constant of a formula, as a modifier beside the traits."""
    fact = FACTS.fact(name)
    return Modifier("Base", fact.value, fact.rule)
