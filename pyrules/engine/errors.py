"""All errors that the rules core raises, each with one sentence for a person."""

from __future__ import annotations

BAD_TYPE = "bad_type"
OUT_OF_RANGE = "out_of_range"
BAD_OPTION = "bad_option"
MISSING_FIELD = "missing_field"
UNKNOWN_FIELD = "unknown_field"
BAD_DICE = "bad_dice"
NOT_ALLOWED = "not_allowed"
BAD_FACE = "bad_face"


class RulesError(Exception):
    """The base class of all errors that `pyrules` raises on purpose."""


class InvalidInput(RulesError, ValueError):
    """An input that cannot be used.

    `field` is the dotted path of the input ("weapon.damage", "" for the whole). `code` is one of the constants above,
    `value` the given value, and `text` a sentence for a player.
    """

    def __init__(self, field: str, code: str, value: object, text: str) -> None:
        super().__init__(text)
        self.field = field
        self.code = code
        self.value = value
        self.text = text


class NeedsFace(RulesError):
    """The faces that a player typed have run out: `label` needs one more die of `sides` sides.

    `before` dice of this roll have fallen, and at least `after` follow this one; `more` says that others may follow.
    """

    def __init__(self, sides: int, label: str = "") -> None:
        super().__init__(sides, label)
        self.sides = sides
        self.label = label
        self.before, self.after, self.more = 0, 0, False

    def __str__(self) -> str:
        """The die as a sentence."""
        return f"One more d{self.sides} is due" + (f" for: {self.label}." if self.label else ".")


class UnknownName(RulesError, LookupError):
    """A game, calculator or option that does not exist."""


class TableError(RulesError):
    """An error in a fact table; the build and the tests find it."""


class DeclarationError(RulesError):
    """A wrong declaration of an input, output or calculator, raised when its module is imported."""


def not_allowed(field: str, value: object, text: str) -> InvalidInput:
    """The error for something that the game forbids in this situation."""
    return InvalidInput(field, NOT_ALLOWED, value, text)
