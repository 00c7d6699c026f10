"""Inputs that hold one of a few options: a choice by id, a number, a die, or yes and no."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..errors import BAD_DICE, BAD_OPTION, BAD_TYPE, not_allowed
from .base import REFUSED, Input, Option, ReadContext, yes_no
from .numbers import WHOLE_NUMBER


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice(Input):
    """One of `options`, by its id.

    `barred` maps options of the game that are not available here to the sentence that refuses each. `no_such` is the
    error code for an unknown id.
    """

    options: tuple[Option, ...]
    barred: tuple[tuple[str, str], ...] = ()
    no_such: str = BAD_OPTION

    def allowed(self) -> str:
        return "one of " + ", ".join(o.id for o in self.options)

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if not isinstance(raw, str):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        for option, sentence in self.barred:
            if raw == option:
                context.problems.append(not_allowed(context.path, raw, sentence))
                return REFUSED
        return raw if any(raw == o.id for o in self.options) else context.refuse(self.no_such, raw, self.allowed())

    def parse_scalar(self, text: str) -> Any:
        return text.strip()


@dataclass(frozen=True, kw_only=True, slots=True)
class Pick(Input):
    """One of a few whole numbers, each with a label. The ids of `options` are the numbers."""

    options: tuple[Option, ...]
    no_number: ClassVar[str] = BAD_TYPE
    no_such: ClassVar[str] = BAD_OPTION

    def allowed(self) -> str:
        return "one of " + ", ".join(o.id for o in self.options)

    def named(self, value: int) -> str:
        """The label of one of the numbers."""
        return next(option.label for option in self.options if option.id == str(value))

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if isinstance(raw, bool) or not isinstance(raw, int):
            return context.refuse(self.no_number, raw, self.allowed())
        return raw if any(raw == int(o.id) for o in self.options) else context.refuse(self.no_such, raw, self.allowed())

    def parse_scalar(self, text: str) -> Any:
        text = text.strip()
        meant = next((option.id for option in self.options if option.label.lower() == text.lower()), text)
        return int(meant) if WHOLE_NUMBER.fullmatch(meant) else text


@dataclass(frozen=True, kw_only=True, slots=True)
class Sides(Pick):
    """One die of a ladder, held as the number of its sides. Text may be "8" or "d8"."""

    no_number: ClassVar[str] = BAD_DICE
    no_such: ClassVar[str] = BAD_DICE

    def allowed(self) -> str:
        return "one of " + ", ".join(o.label for o in self.options)


_YES, _NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Toggle(Input):
    """Yes or no."""

    options: ClassVar[tuple[Option, ...]] = (Option("yes", "yes"), Option("no", "no"))
    """The options of a form where null is a third answer."""

    def allowed(self) -> str:
        return "yes or no"

    def _read(self, raw: Any, context: ReadContext) -> Any:
        return raw if isinstance(raw, bool) else context.refuse(BAD_TYPE, raw, self.allowed())

    def parse_scalar(self, text: str) -> Any:
        word = text.strip().lower()
        return True if word in _YES else False if word in _NO else text

    def to_text(self, value: Any) -> str:
        return yes_no(value)
