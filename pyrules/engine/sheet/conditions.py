"""Conditions and their effects: a row of a game's table of conditions says all that the condition does.

An effect is one of three kinds, each with its rule:

- `on` changes a roll or a value: by an `option`, a row of the table of modifiers, or by a `number` of `numbers.toml`.
  `when` limits the effect to some kinds of attack.
- `bars` makes an act impossible.
- `sets` sets a flag, a yes or no that calculators ask for.

A row may say with `lost_when` how it ends in a fight: as its holder is out of the fight (`down`), as the other one of a
fact is (`other_down`), or as its holder can no longer act (`unable`).

A number stands once: in the row of the modifier, or in `numbers.toml`. The game declares the words that effects use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import TableError
from ..inputs import Option
from ..procedure import Modifier, total
from ..tables import Table, Tables
from .derived import Derived, hidden_toggle

ATTACK, INCOMING = "attack", "incoming"
"""What conditions change in every game: the bearer's own attacks, and attacks against the bearer."""

ACT = "act"
"""What conditions bar in every game: to act at all."""

DOWN, OTHER_DOWN, UNABLE = "down", "other_down", "unable"
LOST_WHEN = (DOWN, OTHER_DOWN, UNABLE)
"""How a row may say that it ends: its holder is out of the fight, the other one is, or its holder cannot act."""


class Change(NamedTuple):
    """Something that effects can change: its label, and the table whose rows are its options, if it has options."""

    label: str
    table: str = ""


class Bar(NamedTuple):
    """An act that effects can bar: why it is impossible, and the words for it in the reference.

    The label of the condition replaces `{condition}` in `reason`. The reference leaves out a bar without a `line`.
    """

    reason: str
    line: str = ""


class Effect(NamedTuple):
    """One effect of a condition. Exactly one of `on`, `bars` and `sets` is given."""

    condition: str
    rule: str
    on: str = ""
    option: str = ""
    number: str = ""
    when: tuple[str, ...] = ()
    bars: str = ""
    sets: str = ""

    def counts(self, on: str, when: str) -> bool:
        """Whether this changes `on` for an attack of the kind `when`; an empty kind is any kind."""
        return self.on == on and (not when or not self.when or when in self.when)


def _none(values: Any) -> tuple[str, ...]:
    return ()


class Conditions:
    """The conditions of one game, with what each does.

    - `changes` are the things that effects can change.
    - `kinds` are the kinds of attack for `when`.
    - `bars` are the acts that effects can bar.
    - `flags` gives the label of each flag that effects can set.
    - `implied` are the conditions that follow from other values, such as 0 hit points, the gravest first.
    - `tables` are the fact tables with the rows; of two rows with one id, that of the earlier table counts.

    Raises `TableError` for an effect with other words than these.
    """

    def __init__(
        self,
        facts: Tables,
        *,
        changes: Mapping[str, Change],
        kinds: Collection[str] = (),
        bars: Mapping[str, Bar],
        flags: Mapping[str, str],
        implied: Callable[[Any], Iterable[str]] = _none,
        tables: tuple[str, ...] = ("conditions",),
    ) -> None:
        self._facts = facts
        self.changes = changes
        self.bars = bars
        self._flags = flags
        self.implied = implied
        self._tables = tuple(facts.table(name) for name in tables)
        self._rows = {row["id"]: row for table in reversed(self._tables) for row in table.rows}
        self._effects = {
            row["id"]: tuple(_effect(row, given) for given in row.get("effects", ())) for row in self._rows.values()
        }
        self._lost_when = {row["id"]: _lost_when(row) for row in self._rows.values()}
        for effect in self.all_effects():
            self._check(effect, kinds)

    def _check(self, effect: Effect, kinds: Collection[str]) -> None:
        for name, known in self.words().items():
            word = getattr(effect, name)
            if word and word not in known:
                raise _refused(effect, name, word, known)
        if (bool(effect.on), bool(effect.bars), bool(effect.sets)).count(True) != 1:
            raise TableError(f"An effect of {effect.condition!r} must have one of on, bars and sets.")
        if (bool(effect.number), bool(effect.option)).count(True) != bool(effect.on):
            text = "must have one of number and option with on, and none of them with bars or sets"
            raise TableError(f"An effect of {effect.condition!r} {text}.")
        for kind in effect.when:
            if kind not in kinds:
                raise _refused(effect, "when", kind, kinds)
        if effect.on and not effect.option:
            self._facts.number(effect.number)
        options = [row["id"] for row in self.options_of(effect).rows] if effect.option else [""]
        if effect.option not in options:
            raise _refused(effect, "option", effect.option, options)

    def options_of(self, effect: Effect) -> Table:
        """The table of the options of what an effect changes."""
        return self._facts.table(self.changes[effect.on].table)

    # Asking

    def knows(self, condition: str) -> bool:
        """Whether there is a condition with this id."""
        return condition in self._rows

    def row(self, condition: str) -> dict[str, Any]:
        """The row of a condition; raises `TableError` if there is none."""
        if condition not in self._rows:
            raise TableError(f"There is no condition {condition!r}.")
        return self._rows[condition]

    def label(self, condition: str) -> str:
        """The label of a condition."""
        label: str = self.row(condition)["label"]
        return label

    def counted(self, condition: str, number: int) -> str:
        """The label of a condition that counts something, with its number unless that is 1.

        The column `numbered` has the words for it, and `none` those for 0; without them the number follows the label.
        """
        row = self.row(condition)
        if number == 0 and "none" in row:
            return str(row["none"])
        numbered: str = row.get("numbered") or f"{row['label']} {{number}}"
        return row["label"] if number == 1 else numbered.format(number=number)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The conditions that a player can choose: the rows of the first table."""
        return self._tables[0].options()

    def all_effects(self) -> Iterator[Effect]:
        """Every effect of every condition, in the order of the tables."""
        return (effect for effects in self._effects.values() for effect in effects)

    def effects_of(self, condition: str) -> tuple[Effect, ...]:
        """The effects of one condition, in the order of its row."""
        return self._effects[condition]

    def lost_when(self, condition: str) -> tuple[str, ...]:
        """How a condition or fact ends with a fall (`LOST_WHEN`); empty for one that nothing says of, or is unknown."""
        return self._lost_when.get(condition, ())

    def effects(self, held: Iterable[str], on: str, when: str = "") -> tuple[Effect, ...]:
        """The effects of `held` conditions on a roll or value, for an attack of the kind `when`."""
        return tuple(effect for one in held for effect in self._effects[one] if effect.counts(on, when))

    def changes_odds(self, condition: str) -> bool:
        """Whether a condition has any effect."""
        return bool(self._effects[condition])

    def changes_attacks(self, condition: str) -> bool:
        """Whether what a condition changes can differ from weapon to weapon."""
        of_both = (ATTACK, INCOMING, "")
        return any(effect.on in of_both for effect in self._effects[condition])

    def modifier(self, effect: Effect) -> Modifier:
        """The number of an effect as a modifier."""
        return self._facts.modifier(effect.number)

    def modifiers(self, held: Iterable[str], on: str, when: str = "") -> tuple[Modifier, ...]:
        """The numbers that `held` conditions add to a roll or a value, for an attack of the kind `when`."""
        return tuple(self.modifier(effect) for effect in self.effects(held, on, when) if effect.number)

    def total(self, held: Iterable[str], on: str, when: str = "") -> int:
        """The sum of those numbers."""
        return total(self.modifiers(held, on, when))

    def flags(self, held: Iterable[str]) -> frozenset[str]:
        """The flags that `held` conditions set."""
        return frozenset(effect.sets for one in held for effect in self._effects[one] if effect.sets)

    def barred(self, held: Collection[str], *acts: str) -> str:
        """Why the first barred act of `acts` is impossible, in a sentence; empty if none is barred."""
        for act in acts:
            for one in held:
                if (one, act) in self._barring:
                    return self.bars[act].reason.format(condition=self.label(one).lower())
        return ""

    @cached_property
    def _barring(self) -> frozenset[tuple[str, str]]:
        return frozenset((effect.condition, effect.bars) for effect in self.all_effects() if effect.bars)

    def words(self) -> dict[str, set[str]]:
        """The words that effects may use, by key of an effect."""
        return {"on": {*self.changes}, "bars": {*self.bars}, "sets": {*self._flags}}

    def setting(self, flags: Iterable[str]) -> tuple[str, ...]:
        """For each of `flags` that a condition sets: the first such condition."""
        return tuple(self._setters[flag] for flag in flags if flag in self._setters)

    @cached_property
    def _setters(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for effect in self.all_effects():
            if effect.sets:
                found.setdefault(effect.sets, effect.condition)
        return found

    # Showing

    def toggles(self) -> tuple[Derived, ...]:
        """A derived value for each flag, for calculators only."""
        return tuple(self._toggle(flag) for flag in self._flags)

    def _toggle(self, flag: str) -> Derived:
        rule = next(effect.rule for effect in self.all_effects() if effect.sets == flag)
        help = "From the conditions."
        return hidden_toggle(flag, self._flags[flag], rule, lambda values: flag in values.flags, help=help)


def _effect(row: Mapping[str, Any], given: Mapping[str, Any]) -> Effect:
    when = given.get("when", ())
    known = {*Effect._fields} - {"condition"}
    if unknown := given.keys() - known:
        named, allowed = ", ".join(map(repr, sorted(unknown))), ", ".join(sorted(known))
        raise TableError(f"An effect of {row['id']!r} has the key {named}; an effect knows: {allowed}.")
    kinds = (when,) if isinstance(when, str) else tuple(when)
    return Effect(row["id"], **{"rule": row["rule"], **given, "when": kinds})


def _lost_when(row: Mapping[str, Any]) -> tuple[str, ...]:
    given = row.get("lost_when", ()) or ()
    if not isinstance(given, list | tuple) or any(one not in LOST_WHEN for one in given):
        raise TableError(f"The row {row['id']!r} has lost_when = {given!r}; known are: {', '.join(LOST_WHEN)}.")
    return tuple(given)


def _refused(effect: Effect, name: str, word: str, known: Iterable[str]) -> TableError:
    allowed = ", ".join(sorted(known))
    return TableError(f"An effect of {effect.condition!r} has {name} = {word!r}; the game knows: {allowed}.")
