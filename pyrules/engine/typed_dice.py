"""How many dice of a roll a player has still to type, as far as that is certain."""

from __future__ import annotations

from typing import NamedTuple

from .errors import NeedsFace


class Among(NamedTuple):
    """Dice that are thrown among others of one roll, so that a `NeedsFace` says how many there are.

    `before` dice have fallen, at least `after` follow, and with `more` others may.
    """

    before: int = 0
    after: int = 0
    more: bool = False

    def __enter__(self) -> None:
        """Dice are thrown."""

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Adds the other dice to a `NeedsFace`."""
        if isinstance(error, NeedsFace):
            error.before += self.before
            error.after += self.after
            error.more |= self.more
