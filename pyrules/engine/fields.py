"""The vocabulary of inputs: what a calculator asks for, and how untrusted answers to it are read.

A calculator's inputs are a frozen, keyword-only dataclass whose fields are declared with `number`,
`amount`, `choice`, `toggle`, `text`, `dice`, `many` and `record`. The declaration says everything once:
label, help, range, default, rule. JSON is read strictly (`read`), link and form text is first turned into
the JSON it stands for (`untext`) and then read by the same code.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Any, NamedTuple, cast

from . import dice as engine_dice
from .errors import (
    BAD_DICE,
    BAD_OPTION,
    BAD_TYPE,
    MISSING_FIELD,
    OUT_OF_RANGE,
    UNKNOWN_FIELD,
    InvalidInput,
)

Pairs = Sequence[tuple[str, str]]
"""Key and text, in the order of a link: `[("offense", "7"), ("me.brawn", "6")]`."""

REQUIRED: Any = dataclasses.MISSING
REFUSED: Any = object()
"""What reading gives for a value that was refused; the reason stands in the problems."""

RESERVED = frozenset({"v", "vs"})
"""Names that links need for themselves: the format's version, and the other side of a comparison."""

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class At:
    """Where in the inputs we are reading, and the problems found so far."""

    path: str
    label: str
    problems: list[InvalidInput]

    def inside(self, name: str, label: str) -> At:
        """One level down."""
        here = f"{self.path}.{name}" if self.path else name
        return At(here, f"{self.label}, {label}" if self.label else label, self.problems)

    def refuse(self, code: str, value: object, allowed: str) -> Any:
        """Note what is wrong here, in one sentence."""
        text = f"{self.label} must be {allowed}; got {shown(value)}."
        self.problems.append(InvalidInput(self.path, code, value, text))
        return REFUSED


def shown(value: object) -> str:
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
    """One thing to choose: its id in links and JSON, the word players use, and the rule it comes from."""

    id: str
    label: str
    rule: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Input:
    """What every input has. `group` names the fold it stands in; no group means always open."""

    label: str
    help: str
    rule: str = ""
    group: str = ""
    nullable: bool = False

    def allowed(self) -> str:
        """What is allowed, as the end of the sentence "X must be ..."."""
        raise NotImplementedError

    def read(self, raw: Any, at: At) -> Any:
        """The value that JSON `raw` stands for, or REFUSED with the reason noted in `at`."""
        if raw is None and self.nullable:
            return None
        return self._read(raw, at)

    def _read(self, raw: Any, at: At) -> Any:
        raise NotImplementedError

    def scalar(self, text: str) -> Any:
        """The JSON that one piece of link text stands for; text that fits nothing stays text."""
        return text

    def untext(self, items: Pairs) -> Any:
        """The JSON that the link items of this input stand for; their keys are relative to it."""
        text = items[-1][1]
        return None if self.nullable and not text.strip() else self.scalar(text)

    def nested(self) -> bool:
        """Whether keys of this input go on after a dot."""
        return False

    def plain(self, value: Any) -> Any:
        """The JSON for a value."""
        return value

    def to_text(self, value: Any) -> str:
        """The link text for a value that is a single piece of text."""
        return str(self.plain(value))

    def pairs(self, name: str, value: Any) -> list[tuple[str, str]]:
        """The link items for a value."""
        return [(name, "" if value is None else self.to_text(value))]


_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
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

    def _read(self, raw: Any, at: At) -> Any:
        if isinstance(raw, str) and raw in self.words:
            return raw
        if isinstance(raw, bool) or not isinstance(raw, int):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        if not self.low <= raw <= self.high:
            return at.refuse(OUT_OF_RANGE, raw, self.allowed())
        return raw

    def scalar(self, text: str) -> Any:
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

    def _read(self, raw: Any, at: At) -> Any:
        value = _exact(raw)
        if value is None:
            return at.refuse(BAD_TYPE, raw, self.allowed())
        if self.above < value <= self.high or (self.inclusive and value == self.above):
            return value
        return at.refuse(OUT_OF_RANGE, raw, self.allowed())

    def scalar(self, text: str) -> Any:
        return text.strip().replace("\u2212", "-")

    def plain(self, value: Any) -> Any:
        return int(value) if value.denominator == 1 else str(value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice(Input):
    """One of some options."""

    options: tuple[Option, ...]

    def allowed(self) -> str:
        return "one of " + ", ".join(o.id for o in self.options)

    def _read(self, raw: Any, at: At) -> Any:
        if not isinstance(raw, str):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        return raw if any(raw == o.id for o in self.options) else at.refuse(BAD_OPTION, raw, self.allowed())

    def scalar(self, text: str) -> Any:
        return text.strip()


_YES, _NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Toggle(Input):
    """Yes or no."""

    def allowed(self) -> str:
        return "yes or no"

    def _read(self, raw: Any, at: At) -> Any:
        return raw if isinstance(raw, bool) else at.refuse(BAD_TYPE, raw, self.allowed())

    def scalar(self, text: str) -> Any:
        word = text.strip().lower()
        return True if word in _YES else False if word in _NO else text

    def to_text(self, value: Any) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True, kw_only=True, slots=True)
class Text(Input):
    """A short text such as a name, `longest` characters at most and not empty."""

    longest: int

    def allowed(self) -> str:
        return f"a text of 1 to {self.longest} characters"

    def _read(self, raw: Any, at: At) -> Any:
        if not isinstance(raw, str):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        return raw if 1 <= len(raw) <= self.longest else at.refuse(OUT_OF_RANGE, raw, self.allowed())


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceText(Input):
    """Dice as players write them: `1d8`, `2d6+1`, `0`."""

    def allowed(self) -> str:
        return "dice such as 1d8, 2d6+1 or 3"

    def _read(self, raw: Any, at: At) -> Any:
        if not isinstance(raw, str):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        return engine_dice.parse_dice(raw) or at.refuse(BAD_DICE, raw, self.allowed())

    def plain(self, value: Any) -> Any:
        return str(value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Many(Input):
    """A list of `least` to `most` of the same input; `unique` for a set of chips.

    `wrong_length` is the code for a list of the wrong length, `out_of_range` in most games.
    """

    element: Input
    least: int
    most: int
    unique: bool = False
    wrong_length: str = OUT_OF_RANGE

    def allowed(self) -> str:
        each = ", all different" if self.unique else ""
        return f"a list of {self.least} to {self.most}{each}, each {self.element.allowed()}"

    def _read(self, raw: Any, at: At) -> Any:
        if not isinstance(raw, (list, tuple)):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        if not self.least <= len(raw) <= self.most:
            code = self.wrong_length if len(raw) < self.least else OUT_OF_RANGE
            return at.refuse(code, raw, f"a list of {self.least} to {self.most}")
        values = [
            self.element.read(one, at.inside(str(index), f"{self.element.label} {index + 1}"))
            for index, one in enumerate(raw)
        ]
        if any(value is REFUSED for value in values):
            return REFUSED
        if self.unique and len(set(values)) < len(values):
            return at.refuse(BAD_OPTION, raw, "a list without the same thing twice")
        return tuple(values)

    def nested(self) -> bool:
        return self.element.nested()

    def untext(self, items: Pairs) -> Any:
        if len(items) == 1 and items[0] == ("", ""):
            return None if self.nullable and self.least else []
        if not self.nested():
            return [self.element.scalar(text) for _, text in items]
        if alone := _text_of_its_own(items):
            return alone  # a text where only elements can stand
        groups = _by_head((key, text) for key, text in items if key)
        expected = [str(index) for index in range(len(groups))]
        if sorted(groups, key=lambda head: (len(head), head)) != expected:
            return dict(items)  # gaps or words for indices: no list, and refused as such
        return [self.element.untext(groups[index]) for index in expected]

    def plain(self, value: Any) -> Any:
        return [self.element.plain(one) for one in value]

    def pairs(self, name: str, value: Any) -> list[tuple[str, str]]:
        if not value:
            return [(name, "")]
        if not self.nested():
            return [(name, self.element.to_text(one)) for one in value]
        return [pair for index, one in enumerate(value) for pair in self.element.pairs(f"{name}.{index}", one)]


class Preset(NamedTuple):
    """A ready-made filling of a record: a row of a table, as link pairs relative to the record."""

    label: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Record(Input):
    """Inputs of their own, as the frozen dataclass `of`; `presets` gives ready-made fillings."""

    of: type
    presets: Callable[[], tuple[Preset, ...]] | None = None

    def allowed(self) -> str:
        return "a group of values (" + ", ".join(slot.name for slot in slots(self.of)) + ")"

    def _read(self, raw: Any, at: At) -> Any:
        if not isinstance(raw, dict):
            return at.refuse(BAD_TYPE, raw, self.allowed())
        return read_record(self.of, raw, at)

    def nested(self) -> bool:
        return True

    def untext(self, items: Pairs) -> Any:
        if alone := _text_of_its_own(items):
            return alone
        inner = [(key, text) for key, text in items if key]
        return untext_record(self.of, inner) if inner or not self.nullable else None

    def plain(self, value: Any) -> Any:
        return plain_record(value)

    def pairs(self, name: str, value: Any) -> list[tuple[str, str]]:
        if value is None:
            return [(name, "")]
        inner = record_pairs(value)
        if not inner and self.nullable:  # an empty text would mean null
            first = slots(self.of)[0]
            inner = first.input.pairs(first.name, getattr(value, first.name))
        return [(f"{name}.{key}", text) for key, text in inner] or [(name, "")]


class Slot(NamedTuple):
    """One declared input of a record: its name, its kind, and its default (REQUIRED if there is none)."""

    name: str
    input: Input
    default: Any


def slots(record: type) -> tuple[Slot, ...]:
    """The declared inputs of a record class, in order."""
    return _slots(cast(Hashable, record))


@cache
def _slots(record: Any) -> tuple[Slot, ...]:
    return tuple(
        Slot(field.name, field.metadata["input"], field.default)
        for field in dataclasses.fields(record)
        if field.name not in RESERVED
    )


def read_record(record: type, raw: dict[str, Any], at: At) -> Any:
    """A record from JSON: unknown names first, then each input in declared order."""
    declared = slots(record)
    names = {slot.name for slot in declared}
    for name in raw:
        if name not in names:
            here = at.inside(str(name), str(name))
            called = shown(name) if str(name).strip() else "without a name"
            text = f"There is no input {called} here; there are: {', '.join(s.name for s in declared)}."
            at.problems.append(InvalidInput(here.path, UNKNOWN_FIELD, raw[name], text))
    values: dict[str, Any] = {}
    for slot in declared:
        here = at.inside(slot.name, slot.input.label)
        if slot.name in raw:
            values[slot.name] = slot.input.read(raw[slot.name], here)
        elif slot.default is REQUIRED:
            text = f"{here.label} is missing: it must be {slot.input.allowed()}."
            at.problems.append(InvalidInput(here.path, MISSING_FIELD, None, text))
            values[slot.name] = REFUSED
    return REFUSED if any(value is REFUSED for value in values.values()) else record(**values)


def untext_record(record: type, pairs: Pairs) -> dict[str, Any]:
    """The JSON that link pairs stand for; keys that fit no input are kept as they are, to be refused."""
    inputs = {slot.name: slot.input for slot in slots(record)}
    raw: dict[str, Any] = {}
    fitting: list[tuple[str, str]] = []
    for key, text in pairs:
        head, dot, _ = key.partition(".")
        if head in inputs and (inputs[head].nested() or not dot):
            fitting.append((key, text))
        else:
            raw[key] = text
    for name, items in _by_head(fitting).items():
        raw[name] = inputs[name].untext(items)
    return raw


def plain_record(value: Any) -> dict[str, Any]:
    """The JSON for a record, every input spelled out."""
    return {
        slot.name: None if (held := getattr(value, slot.name)) is None else slot.input.plain(held)
        for slot in slots(type(value))
    }


def record_pairs(value: Any) -> list[tuple[str, str]]:
    """The link pairs for a record: defaults are left out, required inputs never."""
    return [
        pair
        for slot in slots(type(value))
        if getattr(value, slot.name) != slot.default
        for pair in slot.input.pairs(slot.name, getattr(value, slot.name))
    ]


def _text_of_its_own(items: Pairs) -> str:
    """The text given to something that only has parts; empty if there is none."""
    return next((text for key, text in items if not key and text), "")


def _by_head(pairs: Iterable[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """Group pairs by the first part of their key; what remains are keys relative to it."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for key, text in pairs:
        head, _, rest = key.partition(".")
        groups.setdefault(head, []).append((rest, text))
    return groups


# The declarations. Each is a dataclass field with its default, so that a class of inputs reads as a form.


def _declare(kind: Input, default: Any) -> Any:
    return dataclasses.field(default=default, metadata={"input": kind})


def same(record: type, name: str) -> Any:
    """The input of that name in another record, declared once more."""
    slot = next(slot for slot in slots(record) if slot.name == name)
    return _declare(slot.input, slot.default)


def number(
    label: str,
    low: int,
    high: int,
    default: Any = REQUIRED,
    *,
    help: str,
    rule: str = "",
    group: str = "",
    unit: str = "",
    signed: bool = False,
    words: tuple[str, ...] = (),
    nullable: bool = False,
) -> Any:
    """A whole number from `low` to `high`, or one of `words`."""
    kind = Number(
        label=label,
        low=low,
        high=high,
        help=help,
        rule=rule,
        group=group,
        unit=unit,
        signed=signed,
        words=words,
        nullable=nullable,
    )
    return _declare(kind, default)


def amount(
    label: str,
    high: int,
    default: Any = REQUIRED,
    *,
    help: str,
    above: int = 0,
    inclusive: bool = False,
    rule: str = "",
    group: str = "",
    unit: str = "",
    nullable: bool = False,
) -> Any:
    """An exact amount above `above` (or from it, if `inclusive`), up to `high`; a default is exact too."""
    kind = Amount(
        label=label,
        above=above,
        high=high,
        inclusive=inclusive,
        help=help,
        rule=rule,
        group=group,
        unit=unit,
        nullable=nullable,
    )
    return _declare(kind, Fraction(default) if isinstance(default, int) else default)


def choice(
    label: str,
    options: Sequence[Option],
    default: Any = REQUIRED,
    *,
    help: str,
    rule: str = "",
    group: str = "",
    nullable: bool = False,
) -> Any:
    """One of `options`."""
    kind = Choice(label=label, options=tuple(options), help=help, rule=rule, group=group, nullable=nullable)
    return _declare(kind, default)


def toggle(label: str, default: bool = False, *, help: str, rule: str = "", group: str = "") -> Any:
    """Yes or no."""
    return _declare(Toggle(label=label, help=help, rule=rule, group=group), default)


def text(
    label: str,
    longest: int,
    default: Any = REQUIRED,
    *,
    help: str,
    rule: str = "",
    group: str = "",
    nullable: bool = False,
) -> Any:
    """A text of 1 to `longest` characters."""
    kind = Text(label=label, longest=longest, help=help, rule=rule, group=group, nullable=nullable)
    return _declare(kind, default)


def dice(
    label: str, default: Any = REQUIRED, *, help: str, rule: str = "", group: str = "", nullable: bool = False
) -> Any:
    """Dice text; a default is given as text."""
    held = engine_dice.parse_dice(default) if isinstance(default, str) else default
    return _declare(DiceText(label=label, help=help, rule=rule, group=group, nullable=nullable), held)


def many(
    label: str,
    element: Any,
    least: int,
    most: int,
    default: Any = REQUIRED,
    *,
    help: str,
    rule: str = "",
    group: str = "",
    unique: bool = False,
    wrong_length: str = OUT_OF_RANGE,
    nullable: bool = False,
) -> Any:
    """A list of `least` to `most` of `element`, which is a declaration like any other."""
    kind = Many(
        label=label,
        element=element.metadata["input"],
        least=least,
        most=most,
        help=help,
        rule=rule,
        group=group,
        unique=unique,
        wrong_length=wrong_length,
        nullable=nullable,
    )
    return _declare(kind, default)


def record(
    label: str,
    of: type,
    default: Any = REQUIRED,
    *,
    help: str,
    rule: str = "",
    group: str = "",
    presets: Callable[[], tuple[Preset, ...]] | None = None,
    nullable: bool = False,
) -> Any:
    """Inputs of their own, as the frozen dataclass `of`."""
    kind = Record(label=label, of=of, help=help, rule=rule, group=group, presets=presets, nullable=nullable)
    return _declare(kind, default)
