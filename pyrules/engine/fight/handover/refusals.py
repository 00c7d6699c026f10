"""The errors of links to fights: what nobody has written, and what fits no link."""

from __future__ import annotations

from ...errors import OUT_OF_RANGE, InvalidInput

FIELD = "link"


def damaged() -> InvalidInput:
    """The error for letters that nobody has written, or that take too long to read."""
    return InvalidInput(FIELD, OUT_OF_RANGE, None, "This link is damaged or was cut off: what it holds cannot be read.")


def too_much() -> InvalidInput:
    """The error for values that no event has."""
    return InvalidInput(
        "events", OUT_OF_RANGE, None, "This fight holds values that fit no link: hand it over as a file."
    )
