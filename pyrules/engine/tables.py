"""Fact tables: rulebook facts in TOML files beside a game's code, checked when they are loaded.

`rules.toml` holds all rules, `numbers.toml` all single numbers, and every other file one table of the rulebook. A text
refers to a number as `{name}`, so each number is written once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from string import Formatter
from typing import Any

from .errors import TableError
from .inputs import Option
from .procedure import Modifier


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its text in our own words, and its source."""

    id: str
    title: str
    text: str
    topic: str
    source: str
    origin: str
    ruling: str = ""
    reference: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One number of the rulebook."""

    value: int
    rule: str
    label: str
    unit: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the rulebook: rows in book order, each with its id and its rule.

    `signed` are the columns of bonuses and penalties: they show a plus, and no cell is empty.
    """

    id: str
    title: str
    topic: str
    rule: str
    columns: dict[str, str]
    rows: tuple[dict[str, Any], ...]
    signed: frozenset[str] = frozenset()

    def row(self, row_id: str) -> dict[str, Any]:
        """The row with this id; raises `TableError` if there is none."""
        for row in self.rows:
            if row["id"] == row_id:
                return row
        raise TableError(f"Table {self.id} has no row {row_id!r}.")

    def find(self, column: str, value: object) -> dict[str, Any] | None:
        """The first row with `value` in `column`; None if there is none."""
        return next((row for row in self.rows if row[column] == value), None)

    def options(self) -> tuple[Option, ...]:
        """The rows as options of a choice."""
        return tuple(Option(row["id"], row["label"], row["rule"], group=row.get("group", "")) for row in self.rows)


class Tables:
    """The fact tables of one game, given its package name; each is read on first use."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._tables: dict[str, Table] = {}

    def _load(self, name: str) -> dict[str, Any]:
        loader: Any = import_module(self._package).__loader__
        # In the site's worker, a pack holds parsed tables.
        packed = hasattr(loader, "table")
        data = loader.table(f"{self._package}.tables.{name}") if packed else self._read(name)
        if data is None:
            raise TableError(f"{self._package} has no table {name!r}.")
        return data

    def _read(self, name: str) -> dict[str, Any] | None:
        import pkgutil
        import tomllib

        try:
            data = pkgutil.get_data(self._package, f"tables/{name}.toml")
        except FileNotFoundError:
            return None
        return tomllib.loads(data.decode()) if data else None

    @cached_property
    def numbers(self) -> dict[str, Fact]:
        """Every single number, by name."""
        return {name: Fact(**entry) for name, entry in self._load("numbers").items()}

    def number(self, name: str) -> int:
        """The number with this name; raises `TableError`."""
        return self.fact(name).value

    def fact(self, name: str) -> Fact:
        """The number with its label, unit and rule; raises `TableError`."""
        try:
            return self.numbers[name]
        except KeyError:
            raise TableError(f"{self._package} has no number {name!r}.") from None

    def modifier(self, name: str, times: int = 1) -> Modifier:
        """A number as a modifier of a step, multiplied by `times`, which may be negative."""
        fact = self.fact(name)
        return Modifier(fact.label, fact.value * times, fact.rule)

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """All rules by id, in book order, with their numbers inserted."""
        return {rule_id: self.rule(rule_id) for rule_id in self._entries}

    @cached_property
    def _entries(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for entry in self._load("rules")["rule"]:
            if entry["id"] in found:
                raise TableError(f"Rule {entry['id']} must appear once in rules.toml; it appears twice.")
            found[entry["id"]] = entry
        return found

    def rule(self, rule_id: str) -> Rule:
        """The rule with this id; raises `TableError`."""
        if rule_id not in self._entries:
            # In the site's worker, rules that only a sheet needs may have been loaded since.
            del self._entries
        try:
            entry = self._entries[rule_id]
        except KeyError:
            raise TableError(f"{self._package} has no rule {rule_id!r}.") from None
        return Rule(**{**entry, "text": self.fill(entry["text"]), "ruling": self.fill(entry.get("ruling", ""))})

    def fill(self, text: str) -> str:
        """`text` with each `{name}` replaced by the number of that name."""
        parts = (
            literal + (str(self.number(name)) if name is not None else "")
            for literal, name, _, _ in Formatter().parse(text)
        )
        return "".join(parts)

    def table(self, name: str) -> Table:
        """One table; raises `TableError` for duplicate ids or unknown columns.

        A text in a column listed under `numbers` is the name of a number. A row may omit the columns listed under
        `optional`, which are then empty texts. Columns listed under `signed` are bonuses and penalties.
        """
        if name not in self._tables:
            data = self._load(name)
            head = data["table"]
            by_name = frozenset(head.get("numbers", ()))
            optional = dict.fromkeys(head.get("optional", ()), "")
            rows = tuple(
                optional | {key: self._value(value) if key in by_name else value for key, value in row.items()}
                for row in data["row"]
            )
            if len({row["id"] for row in rows}) < len(rows):
                raise TableError(f"Table {name} of {self._package} has the same id twice.")
            columns, signed = dict(head["columns"]), frozenset(head.get("signed", ()))
            if strange := signed - columns.keys():
                raise TableError(f"Table {name} of {self._package} has no column {', '.join(sorted(strange))} to sign.")
            self._tables[name] = Table(name, head["title"], head["topic"], head["rule"], columns, rows, signed)
        return self._tables[name]

    def _value(self, value: Any) -> Any:
        return self.number(value) if isinstance(value, str) else value
