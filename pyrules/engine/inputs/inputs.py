"""The kinds of input that hold a single value, and how untrusted JSON and text are read into them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from typing import Any, ClassVar, NamedTuple

from ..dice_text import ONE_KIND, Grammar
from ..errors import BAD_DICE, BAD_OPTION, BAD_TYPE, OUT_OF_RANGE, InvalidInput, not_allowed

Pairs = Sequence[tuple[str, str]]
"""Key and text, in the order of a link: `[("offense", "7"), ("me.brawn", "6")]`."""

REFUSED: Any = object()
"""What reading gives for a value that was refused; the reason stands in the problems."""

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class ReadContext:
    """Where in the inputs we are reading, and the problems found so far.

    `table` holds what this table plays by: it stands in for table rules that are not given, by name.
    """

    path: str
    label: str
    problems: list[InvalidInput]
    table: Mapping[str, Any] = field(default_factory=dict)

    def inside(self, name: str, label: str) -> ReadContext:
        """One level down."""
        here = f"{self.path}.{name}" if self.path else name
        return ReadContext(here, f"{self.label}, {label}" if self.label else label, self.problems, self.table)

    def refuse(self, code: str, value: object, allowed: str) -> Any:
        """Note what is wrong here, in one sentence."""
        text = f"{self.label} must be {allowed}; got {abbreviate(value)}."
        self.problems.append(InvalidInput(self.path, code, value, text))
        return REFUSED


def abbreviate(value: object) -> str:
    """A given value as it may stand in a sentence: short, and never raw structure."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "a group of values"
    if isinstance(value, (list, tuple)):
        return f"{len(value)} of them" if value else "none"
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return "a very long number"
    text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


class Option(NamedTuple):
    """One thing to choose: its id in links and JSON, the word players use, and the rule it comes from.

    Neighbors of one `group` stand together under its name in a form. `only_for` is for the chips of a list: the path of
    an input that stands before the list, and the texts of that input for which a form shows the chip. A chip that is
    chosen always shows.
    """

    id: str
    label: str
    rule: str = ""
    note: str = ""
    group: str = ""
    only_for: tuple[str, tuple[str, ...]] | None = None


class Preset(NamedTuple):
    """A ready-made filling, such as a row of a table, as link pairs relative to what it fills."""

    label: str
    pairs: tuple[tuple[str, str], ...]


Presets = Callable[[], tuple[Preset, ...]]


TABLE_RULES_GROUP = "House rules"
"""The fold for table rules that a book has an answer to."""


class DefaultSource(NamedTuple):
    """Whose value a table rule has until a table sets its own: what that is called, and what its input says of it."""

    name: str
    mark: str


BOOK = DefaultSource("the book", "set it for your table")
"""The book says so."""

RULING = DefaultSource("our reading", "set it for your table")
"""The book leaves it open, and a ruling of ours decides."""

OURS = DefaultSource("our default", "our default, set your table\u2019s value")
"""The value stands in a book that we do not have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Input:
    """What every input has. `group` names the fold it stands in; no group means always open.

    `presets` are ready-made fillings: of a record they fill what is in it, of anything else the inputs beside it, as
    far as they are there. `effect` is what it does to the odds, for the chip of a modifier ("+3"); `empty` is the
    word for null; `instead_of` names the inputs that this one takes the place of, so that a form need not hold both.
    `table` says that it belongs to the table, not to the roll, and whose its default is: it is set once for a game, and
    every input of that name and kind is the same rule. `table_name` is the name of that rule where an input has
    another one of its own, such as the wound limit of either side. `only_for` names inputs of the same record that
    stand before this one, each with texts: a form shows and sends this one only while one of them says one of these.
    """

    label: str
    help: str
    rule: str = ""
    group: str = ""
    nullable: bool = False
    effect: str = ""
    empty: str = "none"
    instead_of: tuple[str, ...] = ()
    presets: Presets | None = None
    table: DefaultSource | None = None
    table_name: str = ""
    only_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def allowed(self) -> str:
        """What is allowed, as the end of the sentence "X must be ..."."""
        raise NotImplementedError

    def read(self, raw: Any, context: ReadContext) -> Any:
        """The value that JSON `raw` stands for, or REFUSED with the reason noted in `context`."""
        if raw is None and self.nullable:
            return None
        return self._read(raw, context)

    def _read(self, raw: Any, context: ReadContext) -> Any:
        raise NotImplementedError

    def parse_scalar(self, text: str) -> Any:
        """The JSON that one piece of link text stands for; text that fits nothing stays text."""
        return text

    def parse_text(self, items: Pairs) -> Any:
        """The JSON that the link items of this input stand for; their keys are relative to it."""
        text = items[-1][1]
        return None if self.nullable and not text.strip() else self.parse_scalar(text)

    def nested(self) -> bool:
        """Whether keys of this input go on after a dot."""
        return False

    def to_json(self, value: Any) -> Any:
        """The JSON for a value."""
        return value

    def to_text(self, value: Any) -> str:
        """The link text for a value that is a single piece of text."""
        return str(self.to_json(value))

    def pairs(self, name: str, value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        """The link items for a value; table rules that are `spelled` are among them, whatever their value."""
        return [(name, "" if value is None else self.to_text(value))]


_DECIMALS = 12
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")  # far more than any range, far less than int() refuses
_AMOUNT = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,12})?|\.[0-9]{1,12}|[0-9]{1,30}/[0-9]{1,30})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Number(Input):
    """A whole number from `low` to `high`; `signed` shows a plus before a positive one.

    `words` may stand in its place, such as "any" for a threshold that everything meets.
    """

    low: int
    high: int
    unit: str = ""
    signed: bool = False
    words: tuple[str, ...] = ()

    def allowed(self) -> str:
        return " or ".join((f"a whole number from {self.low} to {self.high}", *self.words))

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if isinstance(raw, str) and raw in self.words:
            return raw
        if isinstance(raw, bool) or not isinstance(raw, int):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        if not self.low <= raw <= self.high:
            return context.refuse(OUT_OF_RANGE, raw, self.allowed())
        return raw

    def parse_scalar(self, text: str) -> Any:
        text = text.strip().replace("\u2212", "-")
        if text.lower() in self.words:
            return text.lower()
        return int(text) if _WHOLE.fullmatch(text) else text


def _exact(raw: Any) -> Fraction | None:
    """The exact amount that JSON stands for: a number, or a text such as "80.5" or "31/2"; None otherwise."""
    if isinstance(raw, bool) or not isinstance(raw, (int, float, str)):
        return None
    if isinstance(raw, int):
        return Fraction(raw)
    if isinstance(raw, float):
        return Fraction(repr(raw)) if isfinite(raw) else None  # as it is written, not as it is stored
    text = raw.strip()
    if not _AMOUNT.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Amount(Input):
    """An exact amount, such as a mass: above `above` and at most `high`; "80.5" and "31/2" are fine.

    With `inclusive`, `above` itself is allowed too.
    """

    above: int
    high: int
    inclusive: bool = False
    unit: str = ""

    def allowed(self) -> str:
        return f"a number {'from' if self.inclusive else 'above'} {self.above}, up to {self.high}"

    def _read(self, raw: Any, context: ReadContext) -> Any:
        value = _exact(raw)
        if value is None:
            return context.refuse(BAD_TYPE, raw, self.allowed())
        if not (self.above < value <= self.high or (self.inclusive and value == self.above)):
            return context.refuse(OUT_OF_RANGE, raw, self.allowed())
        if isinstance(raw, float) and (value * 10**_DECIMALS).denominator != 1:
            return context.refuse(BAD_TYPE, raw, f"{self.allowed()}, with at most {_DECIMALS} decimals")  # as in text
        return value

    def parse_scalar(self, text: str) -> Any:
        return text.strip().replace("\u2212", "-")

    def to_json(self, value: Any) -> Any:
        return int(value) if value.denominator == 1 else str(value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice(Input):
    """One of some options.

    `barred` are options that the game has, but not here: each with the sentence that refuses it. `no_such` is the code
    for what is no option at all.
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
    """One of a few whole numbers, each with the word players have for it; the ids of the options are the numbers."""

    options: tuple[Option, ...]
    no_number: ClassVar[str] = BAD_TYPE
    no_such: ClassVar[str] = BAD_OPTION

    def allowed(self) -> str:
        return "one of " + ", ".join(o.id for o in self.options)

    def named(self, value: int) -> str:
        """The word for one of the numbers."""
        return next(option.label for option in self.options if option.id == str(value))

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if isinstance(raw, bool) or not isinstance(raw, int):
            return context.refuse(self.no_number, raw, self.allowed())
        return raw if any(raw == int(o.id) for o in self.options) else context.refuse(self.no_such, raw, self.allowed())

    def parse_scalar(self, text: str) -> Any:
        text = text.strip()
        meant = next((option.id for option in self.options if option.label.lower() == text.lower()), text)
        return int(meant) if _WHOLE.fullmatch(meant) else text


@dataclass(frozen=True, kw_only=True, slots=True)
class Sides(Pick):
    """One die of a ladder, held as the number of its sides; text may say "8" or "d8"."""

    no_number: ClassVar[str] = BAD_DICE
    no_such: ClassVar[str] = BAD_DICE

    def allowed(self) -> str:
        return "one of " + ", ".join(o.label for o in self.options)


_YES, _NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Toggle(Input):
    """Yes or no."""

    options: ClassVar[tuple[Option, ...]] = (Option("yes", "yes"), Option("no", "no"))
    """What a form offers where null is a third answer."""

    def allowed(self) -> str:
        return "yes or no"

    def _read(self, raw: Any, context: ReadContext) -> Any:
        return raw if isinstance(raw, bool) else context.refuse(BAD_TYPE, raw, self.allowed())

    def parse_scalar(self, text: str) -> Any:
        word = text.strip().lower()
        return True if word in _YES else False if word in _NO else text

    def to_text(self, value: Any) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True, kw_only=True, slots=True)
class Text(Input):
    """A short text such as a name, `longest` characters at most and not blank: a link gives a blank for null."""

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
    """Dice as players write them, in one of the grammars: `1d8`, `2d6+1`, `0`."""

    grammar: Grammar = ONE_KIND

    def allowed(self) -> str:
        return self.grammar.allowed

    def _read(self, raw: Any, context: ReadContext) -> Any:
        if not isinstance(raw, str):
            return context.refuse(BAD_TYPE, raw, self.allowed())
        return self.grammar.parse(raw) or context.refuse(BAD_DICE, raw, self.allowed())

    def to_json(self, value: Any) -> Any:
        return str(value)
