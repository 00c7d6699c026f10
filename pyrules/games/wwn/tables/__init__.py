"""The fact tables of Worlds Without Number, loaded once for all topics."""

from __future__ import annotations

from ....engine.tables import Tables

FACTS = Tables("pyrules.games.wwn")
