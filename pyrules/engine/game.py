"""A game: its calculators, tables and table rules, in reading order."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from functools import cached_property
from typing import Any

from .calculator import Calculator
from .errors import UnknownName
from .inputs import InputField, abbreviate
from .tables import Table, Tables


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in play, and the calculators for it, as tabs in this order."""

    id: str
    title: str
    question: str
    calculators: tuple[Calculator[Any], ...]


@dataclass(frozen=True, slots=True)
class Credit:
    """The owner of a game and the terms of its license; `url` is empty if no address is known."""

    text: str
    license: str
    url: str


@dataclass(frozen=True, slots=True)
class TableRule:
    """A rule that a table decides once for all rolls: its input, and the calculators that use it."""

    field: InputField
    calculators: tuple[Calculator[Any], ...]


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game.

    `short` is its name in a chat. `most_used` are the calculators that its home page puts first. `table_names` are the
    fact tables that its reference shows, in order.
    """

    id: str
    name: str
    short: str
    dice: str
    tagline: str
    credit: Credit
    most_used: tuple[Calculator[Any], ...]
    moments: tuple[Moment, ...]
    facts: Tables
    table_names: tuple[str, ...]

    @cached_property
    def calculators(self) -> tuple[Calculator[Any], ...]:
        """Every calculator, in reading order."""
        return tuple(calculator for moment in self.moments for calculator in moment.calculators)

    @cached_property
    def _by_id(self) -> dict[str, Calculator[Any]]:
        return {calculator.id: calculator for calculator in self.calculators}

    def calculator(self, calculator_id: str) -> Calculator[Any]:
        """The calculator with this id; raises `UnknownName`."""
        try:
            return self._by_id[calculator_id]
        except KeyError:
            known = ", ".join(self._by_id)
            raise UnknownName(f"There is no calculator {abbreviate(calculator_id)!r}; there are: {known}.") from None

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The fact tables of the reference."""
        return tuple(self.facts.table(name) for name in self.table_names)

    @cached_property
    def table_rules(self) -> dict[str, TableRule]:
        """The table rules of all calculators by name, in reading order."""
        touched: dict[str, list[Calculator[Any]]] = {}
        for calculator in self.calculators:
            for name in calculator.table_rules:
                touched.setdefault(name, []).append(calculator)
        return {name: TableRule(those[0].table_rules[name], tuple(those)) for name, those in touched.items()}

    @cached_property
    def table_rule_inputs(self) -> type:
        """The table rules as a record class of inputs."""
        declared = [
            (name, object, field(default=rule.field.default, metadata={"input": rule.field.input}))
            for name, rule in self.table_rules.items()
        ]
        return make_dataclass("TableRuleInputs", declared, frozen=True, kw_only=True)

    @cached_property
    def uses(self) -> dict[str, tuple[Calculator[Any], ...]]:
        """For each rule id, the calculators that implement it."""
        return {rule_id: tuple(c for c in self.calculators if rule_id in c.cited) for rule_id in self.facts.rules}
