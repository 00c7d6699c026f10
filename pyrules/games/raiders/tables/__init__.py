"""The tables of Ruins & Raiders, loaded once and shared by its topics."""

from __future__ import annotations

from ....engine.procedure import Modifier
from ....engine.tables import Tables

FACTS = Tables("pyrules.games.raiders")


def base(name: str) -> Modifier:
    """The fixed number of a formula, as the part that traits are added to."""
    fact = FACTS.fact(name)
    return Modifier("Base", fact.value, fact.rule)
