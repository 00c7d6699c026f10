"""Inputs that hold a text: free text, and dice in a grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..dice_text import ONE_KIND, Grammar
from ..errors import BAD_DICE, BAD_TYPE, OUT_OF_RANGE
from .base import Input, ReadContext


@dataclass(frozen=True, kw_only=True, slots=True)
class Text(Input):
    """A text of 1 to `longest` characters that is not blank, such as a name. In a link, blank text means null."""

    longest: int

    def allowed(self) -> str:
        return f"a text of 1 to {self.longest} characters"

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if not isinstance(raw, str):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        fits = len(raw) <= self.longest and raw.strip()
        return raw if fits else context.refuse(OUT_OF_RANGE, raw, self.allowed())


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceText(Input):
    """Dice in the notation of players, in one of the grammars of `dice_text`: `1d8`, `2d6+1`, `0`."""

    grammar: Grammar = ONE_KIND

    def allowed(self) -> str:
        return self.grammar.allowed

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if not isinstance(raw, str):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        return self.grammar.parse(raw) or context.refuse(BAD_DICE, raw, self.allowed())

    def to_json(self, value: Any) -> Any:
        return str(value)
