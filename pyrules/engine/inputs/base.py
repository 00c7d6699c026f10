"""`Input`, the base class of all inputs, and `ReadContext`, in which untrusted values are read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import InvalidInput

Pairs = Sequence[tuple[str, str]]
"""Keys and texts in the order of a link: `[("offense", "7"), ("me.brawn", "6")]`."""

REFUSED: Any = object()
"""The result of reading a refused value; the context holds the problem."""

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class ReadContext:
    """The place that is being read, and the problems found so far.

    `path` is the dotted path of the input and `label` its label, both empty at the top. `table` maps names of table
    rules to the values that this table plays by; they replace the defaults of inputs that are not given.
    """

    path: str
    label: str
    problems: list[InvalidInput]
    table: Mapping[str, Any] = field(default_factory=dict)

    def inside(self, name: str, label: str) -> ReadContext:
        """The context of the input `name` one level down; it shares the list of problems."""
        here = f"{self.path}.{name}" if self.path else name
        return ReadContext(here, f"{self.label}, {label}" if self.label else label, self.problems, self.table)

    def refuse(self, code: str, value: object, allowed: str) -> Any:
        """Record one problem: `code` and a sentence that names the input, what is `allowed` and the `value`.

        Returns `REFUSED`.
        """
        text = f"{self.label} must be {allowed}; got {abbreviate(value)}."
        self.problems.append(InvalidInput(self.path, code, value, text))
        return REFUSED


def abbreviate(value: object) -> str:
    """A given value as a sentence shows it: at most 60 characters, and never a raw structure."""
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
    """One option of a choice: its id in links and JSON, its label, and the id of its rule.

    `note` is the effect that a chip shows, such as "+2". Neighboring options of one `group` appear together under its
    name. `only_for` is for the chips of a list: the path of an earlier input, and its texts for which a form shows the
    chip. A chosen chip always shows.
    """

    id: str
    label: str
    rule: str = ""
    note: str = ""
    group: str = ""
    only_for: tuple[str, tuple[str, ...]] | None = None


class Preset(NamedTuple):
    """Ready-made values, such as a row of a fact table: link pairs relative to the input that offers them."""

    label: str
    pairs: tuple[tuple[str, str], ...]


OWN = "own"
"""The option of a choice for what is in no table of the book: its numbers stand beside it."""


class OwnRows(NamedTuple):
    """The rows of a player's own that an input offers: those of one `kind`, a list of `Sheet.own_rows`.

    `copies` pairs each input to set with an input of the row; without it, all are copied under their names. `only_for`
    is an input of the row, and its texts for which the row is offered.
    """

    kind: str
    copies: tuple[tuple[str, str], ...] = ()
    only_for: tuple[str, tuple[str, ...]] | None = None


class Presets(NamedTuple):
    """The ready-made values that an input offers: `rows` of a fact table, and rows of a player's `own`."""

    rows: Callable[[], tuple[Preset, ...]] = tuple
    own: OwnRows | None = None

    def __call__(self) -> tuple[Preset, ...]:
        return self.rows()


TABLE_RULES_GROUP = "Table rules"
"""The group of table rules for which a book has an answer."""


class DefaultSource(NamedTuple):
    """Where the default of a table rule comes from: the `name` of the source, and the `mark` beside the input."""

    name: str
    mark: str


BOOK = DefaultSource("the book", "set it for your table")
"""The book states the default."""

RULING = DefaultSource("our reading", "set it for your table")
"""The book leaves the question open; a ruling of ours decides."""

OURS = DefaultSource("our default", "our default, set your table\u2019s value")
"""The default is ours, because the value is in a book that we do not have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Input:
    """The properties that every input has.

    - `label` and `help` name and explain the input; `rule` is the id of its rule.
    - `group` names the fold that holds the input; an input without a group is always visible.
    - `nullable` allows null; `empty` is the word for null.
    - `effect` is what the input adds to a roll, as the chip of a modifier shows it ("+3").
    - `instead_of` names the inputs that this input replaces; a form needs only one of them.
    - `presets` are ready-made values: for a record they set its inputs, otherwise the inputs beside this one.
    - `table` marks a table rule and says where its default comes from. It is set once for a game; every input of
      the same name and kind is the same rule.
    - `table_name` is the name of the table rule where the input has another name, such as a limit for each side.
    - `only_for` maps earlier inputs of the same record to texts. A form shows and sends this input only while one
      of them has one of these texts.
    - `aliases` are former names of the input: links and kept states may use them, JSON may not.
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
    aliases: tuple[str, ...] = ()

    def allowed(self) -> str:
        """The allowed values, as the end of the sentence "X must be ..."."""
        raise NotImplementedError

    def read(self, raw: Any, context: ReadContext) -> Any:
        """The value of JSON `raw`, or `REFUSED` with the problem recorded in `context`."""
        if raw is None and self.nullable:
            return None
        return self._read(raw, context)

    def _read(self, raw: Any, context: ReadContext) -> Any:
        raise NotImplementedError

    def parse_scalar(self, text: str) -> Any:
        """The JSON of one piece of link text; text of any other form is returned unchanged and refused later."""
        return text

    def parse_text(self, items: Pairs) -> Any:
        """The JSON of the link pairs of this input; their keys are relative to the input."""
        text = items[-1][1]
        return None if self.nullable and not text.strip() else self.parse_scalar(text)

    def nested(self) -> bool:
        """Whether keys of this input continue after a dot."""
        return False

    def to_json(self, value: Any) -> Any:
        """The JSON of a value."""
        return value

    def to_text(self, value: Any) -> str:
        """The link text of a value that needs a single piece of text."""
        return str(self.to_json(value))

    def pairs(self, name: str, value: Any, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        """The link pairs of a value. Table rules named in `spelled` are included even at their default."""
        return [(name, "" if value is None else self.to_text(value))]


def yes_no(value: bool) -> str:
    """The link text of a boolean: "yes" or "no"."""
    return "yes" if value else "no"
