"""What has been worked out of a fight as it stands, kept until another state of a fight is asked about."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from ..sheet.values import Values
from .fighters import FightState


class KnownValues:
    """The values of fighters in the state that was asked about last. A state never changes, so they stay true."""

    def __init__(self) -> None:
        self._state: FightState | None = None
        self._found: dict[Hashable, tuple[Mapping[str, Any], Values]] = {}

    def of(self, state: FightState, key: Hashable, table: Mapping[str, Any], work_out: Callable[[], Values]) -> Values:
        """The values with this key in a state by these table rules: known, or worked out now."""
        if state is not self._state:
            self._state, self._found = state, {}
        found = self._found
        known = found.get(key)
        if known is None or known[0] != table:
            known = found[key] = (dict(table), work_out())
        return known[1]
