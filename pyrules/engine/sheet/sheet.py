"""The sheet of a game: its inputs, derived values, acts, and bindings to calculators.

A game declares one `Sheet`. Its `character` is a class of inputs, so a sheet is read, linked and drawn like a form. The
game's rules compute derived values; a player may override each and note a reason. A source names the value for an input
of a calculator: `armor_class` of the sheet, `weapon.damage` of the weapon in hand, `target.armor_class` of the target,
or `matchup.circumstances`, which depends on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, make_dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import BAD_TYPE, UNKNOWN_FIELD, InvalidInput, UnknownName, not_allowed
from ..inputs import (
    Input,
    ListInput,
    Pairs,
    ReadContext,
    RecordInput,
    abbreviate,
    input_fields,
    parse_record_text,
    read_record,
    record,
    record_pairs,
    text,
    toggle,
)
from .conditions import Conditions
from .derived import Derived
from .own_rows import declared as declared_rows
from .sources import TARGET_SIDE, WEAPON_SIDE, Bindings

WEAPONS, CONDITIONS, OVERRIDES, REASON = "weapons", "conditions", "overrides", "_reason"
"""Names of inputs that every sheet has, and the ending of an override's reason. A game cannot reuse them."""

ARMOR = "armor"
"""The own rows besides weapons and conditions."""
OWN_CONDITIONS = "own_conditions"
"""The input for conditions of a player's own, in games that have one."""

FOE = "foe"
"""The input that says whether a sheet is that of a foe. Lists keep foes apart, and several copies may join a fight."""

COMPUTED = "computed"

LONGEST_REASON = 120

Migration = Callable[[list[tuple[str, str]]], list[tuple[str, str]]]
"""Turns the pairs of one schema into those of the next."""


def spelled_out(**defaults: int) -> Migration:
    """A migration for inputs with a new default: older pairs without these inputs get the old default."""

    def migrate(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
        given = {key for key, _ in pairs}
        return [*pairs, *((name, str(value)) for name, value in defaults.items() if name not in given)]

    return migrate


@dataclass(frozen=True, slots=True)
class Pool:
    """A number that is spent and regained in play: the name of its input, and the name of its maximum.

    A null in a nullable input means full: the pool follows its maximum until a player changes it.
    """

    name: str
    most: str = ""


class Harm(NamedTuple):
    """The pool that damage changes: each point takes 1 from the pool, or adds 1 if `adds`.

    `spends` names the pool of points that cancel damage, if the game has one.
    """

    pool: str
    adds: bool = False
    spends: str = ""


def _always(of: Any) -> bool:
    return True


def _nothing(of: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Act:
    """Something a character can do, with its odds: a calculator with inputs from the sheet.

    - `outputs` are the outputs on its button, besides the headline.
    - `per_weapon` offers the act for each weapon for which `when` holds; other acts are offered once.
    - `blocked_reason` gives a sentence that says why the act is impossible now; empty if it is possible.
    - `bindings` come on top of the calculator's bindings.
    - `bars` are the words of those effects of conditions that make the act impossible.

    `when` and `blocked_reason` get the values of the sheet, or the weapon of the act.
    """

    calculator: str
    label: str
    outputs: tuple[str, ...] = ()
    per_weapon: bool = False
    when: Callable[[Any], bool] = _always
    blocked_reason: Callable[[Any], str] = _nothing
    bindings: Bindings = field(default_factory=dict)
    bars: tuple[str, ...] = ()

    def why_blocked(self, of: Any) -> str:
        """Why the act is impossible now, given the values of the sheet or the weapon of the act; empty if it is not."""
        barred: str = getattr(of, "owner", of).barred(*self.bars)
        return barred or self.blocked_reason(of)


class Roles(NamedTuple):
    """The parts of both sides in a calculator: what the character does, and the label of the other side."""

    me: str
    target: str


@dataclass(frozen=True, slots=True)
class Example:
    """A ready-made character as JSON inputs; omitted inputs are at their default."""

    id: str
    about: str
    data: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The sheet of one game's characters.

    - `character` is the class of inputs, all with defaults, with `name`, `weapons` and `conditions`.
    - `target` is the class of inputs for an opponent without a sheet; they are named after values of the sheet.
    - `conditions` are the game's conditions, with their effects.
    - `derived`, `per_weapon` and `per_matchup` are computed from the sheet, from one weapon, and from both sides.
    - `bindings` are the bindings by slug of the calculator; `not_bound` says why a calculator has none.
    - `roles` gives the parts of both sides by slug, for calculators in which the character does not act on a target.
    - `new_foe` are the texts of inputs with which the sheet of a foe starts.
    - `display_only` names the values that no binding uses.
    - `required_rules` gives the ids of the rules that a character needs at hand.
    - `summary` describes the character in a few words.
    - `status` says in one sentence why a character can do nothing, such as a character without hit points.
    - `harm` is the pool that rolled damage changes.
    - `own_armor` is the class of inputs of a player's own armor; own weapons are like those of the sheet.
    - `migrations` are those of characters, `own_migrations` those of a player's own rows.
    """

    game_id: str
    character: type
    target: type
    conditions: Conditions
    derived: tuple[Derived, ...]
    per_weapon: tuple[Derived, ...] = ()
    per_matchup: tuple[Derived, ...] = ()
    pools: tuple[Pool, ...]
    acts: tuple[Act, ...]
    bindings: Mapping[str, Bindings]
    not_bound: Mapping[str, str]
    roles: Mapping[str, Roles] = field(default_factory=dict)
    new_foe: Mapping[str, str] = field(default_factory=dict)
    display_only: tuple[str, ...]
    required_rules: Callable[[Any], Iterable[str]]
    summary: Callable[[Any], str]
    status: Callable[[Any], str] = _nothing
    harm: Harm | None = None
    examples: tuple[Example, ...]
    migrations: tuple[Migration, ...] = ()
    own_armor: type | None = None
    own_migrations: tuple[Migration, ...] = ()

    @property
    def schema(self) -> int:
        """The number of the current schema; each migration leads to the next."""
        return 1 + len(self.migrations)

    @property
    def own_schema(self) -> int:
        """The number of the current schema of a player's own rows."""
        return 1 + len(self.own_migrations)

    @cached_property
    def record(self) -> type:
        """The inputs of a whole sheet: the character, whether it is a foe, and its overrides."""
        overridable: list[Any] = []
        for one in self.derived:
            if one.visible:
                kind = replace(one.input, nullable=True, empty=COMPUTED, group="", table=None)
                overridable.append((one.name, Any, field(default=None, metadata={"input": kind})))
                help = "Why it is not what the rules make of it."
                why = text(f"Why another {one.input.label}", LONGEST_REASON, None, help=help, nullable=True)
                overridable.append((f"{one.name}{REASON}", Any, why))
        overrides: Any = make_dataclass("Overrides", overridable, frozen=True, kw_only=True)
        kept = record("Set by hand", overrides, overrides(), help="What this character has otherwise than computed.")
        foe = toggle("This is a foe", help="Your lists keep foes apart, and any number of copies may join a fight.")
        added = [(FOE, bool, foe), (OVERRIDES, Any, kept)]
        return make_dataclass("Whole", added, bases=(self.character,), frozen=True, kw_only=True)

    @cached_property
    def derived_by_name(self) -> dict[str, Derived]:
        """The derived values of a sheet by their names."""
        return {one.name: one for one in self.derived}

    @cached_property
    def per_weapon_by_name(self) -> dict[str, Derived]:
        """The derived values of a weapon by their names."""
        return {one.name: one for one in self.per_weapon}

    @cached_property
    def weapon(self) -> type:
        """The inputs of one weapon."""
        return self._weapon.of

    @cached_property
    def _weapon(self) -> RecordInput:
        kind = self._input(WEAPONS)
        assert isinstance(kind, ListInput) and isinstance(kind.element, RecordInput)
        return kind.element

    @cached_property
    def own_rows(self) -> type:
        """The inputs of the rows that a player adds to this game."""
        kinds = {WEAPONS: self._weapon}
        if self.own_armor:
            kinds[ARMOR] = RecordInput(label="Armor", of=self.own_armor, help="It is offered with the game's own.")
        if self.own_condition:
            help = "It is offered with the game's own."
            kinds[CONDITIONS] = RecordInput(label="Condition", of=self.own_condition, help=help)
        return declared_rows(kinds)

    @cached_property
    def own_condition(self) -> type | None:
        """The inputs of a condition of a player's own: what it adds to which numbers. None if the game has none."""
        kind = next((field.input for field in input_fields(self.character) if field.name == OWN_CONDITIONS), None)
        return kind.element.of if isinstance(kind, ListInput) and isinstance(kind.element, RecordInput) else None

    @cached_property
    def maximum(self) -> dict[str, str]:
        """The name of the maximum for each pool that has one."""
        return {pool.name: pool.most for pool in self.pools if pool.most}

    @cached_property
    def condition_free(self) -> frozenset[str]:
        """The sources that no condition of this sheet can change: its inputs, and all values of the target."""
        held = (CONDITIONS, OWN_CONDITIONS)
        own = [field.name for field in input_fields(self.character) if field.name not in held]
        weapon = [field.name for field in input_fields(self.weapon)]
        theirs = [*own, *held, *(one.name for one in self.derived)]
        of_theirs = [*weapon, *(one.name for one in self.per_weapon)]
        return frozenset(
            [
                *own,
                *(f"{WEAPON_SIDE}.{name}" for name in weapon),
                *(f"{TARGET_SIDE}.{name}" for name in theirs),
                *(f"{TARGET_SIDE}.{WEAPON_SIDE}.{name}" for name in of_theirs),
            ]
        )

    def _input(self, name: str) -> Input:
        return next(field.input for field in input_fields(self.character) if field.name == name)

    # Reading

    def parse(self, raw: Any) -> Any:
        """A sheet from JSON; raises the first `InvalidInput`."""
        held, problems = self._read(raw)
        if problems:
            raise problems[0]
        return held

    def from_text(self, pairs: Pairs) -> tuple[Any, list[InvalidInput]]:
        """A sheet from form or link text, and all problems.

        The sheet is None if there is any problem other than an unknown name.
        """
        held, problems = self._read(parse_record_text(self.record, pairs))
        return held, problems

    def _read(self, raw: Any) -> tuple[Any, list[InvalidInput]]:
        if not isinstance(raw, dict):
            return None, [InvalidInput("", BAD_TYPE, raw, "A sheet must be a group of named values.")]
        context = ReadContext("", "", [])
        held = read_record(self.record, raw, context)
        refused = any(problem.code != UNKNOWN_FIELD for problem in context.problems)
        return (None if refused else held), context.problems

    def to_pairs(self, held: Any) -> list[tuple[str, str]]:
        """The link pairs of a sheet, without inputs at their default."""
        return record_pairs(held)

    def migrated(self, schema: int, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The pairs of an older schema in the current one; raises `InvalidInput` for a newer schema."""
        return _migrated("This character was", self.migrations, schema, pairs)

    def migrated_own(self, schema: int, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The same for the pairs of a player's own rows."""
        return _migrated("These rows were", self.own_migrations, schema, pairs)

    def example(self, example_id: str) -> Example:
        """The ready-made character with this id; raises `UnknownName`."""
        for one in self.examples:
            if one.id == example_id:
                return one
        known = ", ".join(one.id for one in self.examples)
        raise UnknownName(f"There is no ready-made character {abbreviate(example_id)!r}; there are: {known}.")


def _migrated(
    what: str, migrations: tuple[Migration, ...], schema: int, pairs: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    newest = 1 + len(migrations)
    if not 1 <= schema <= newest:
        text = f"{what} made by a newer Tableside (form {abbreviate(schema)}); this one reads up to form {newest}."
        raise not_allowed("schema", schema, text)
    for step in migrations[schema - 1 :]:
        pairs = step(pairs)
    return pairs
