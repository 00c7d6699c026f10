"""What every input has, and how untrusted JSON and link text are read into values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import InvalidInput

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
        return yes_no(value)
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


def yes_no(value: bool) -> str:
    """The link text of a yes or a no."""
    return "yes" if value else "no"
