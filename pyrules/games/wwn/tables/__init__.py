"""The tables of Worlds Without Number, loaded once and shared by its topics."""

from __future__ import annotations

from ....engine.tables import Tables

FACTS = Tables("pyrules.games.wwn")
