"""A character of a game: what is entered, what follows from it, and which calculator inputs it fills.

A game declares one `Sheet`. Its `character` is a class of inputs like any calculator's, so a sheet is read, linked and
drawn as a form is. Derived values are computed by the game's own rules and may be set by hand, each with a reason.
Calculator inputs are filled by name: a source is the name of a value of the sheet, `weapon.damage` of the weapon in
hand, `target.armor_class` of whom it goes against, `matchup.circumstances` of what only both sides together tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, make_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BAD_TYPE, UNKNOWN_FIELD, InvalidInput, UnknownName, not_allowed
from ..inputs import (
    Choice,
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
)

if TYPE_CHECKING:
    from .values import Values

WEAPONS, CONDITIONS, OVERRIDES, REASON = "weapons", "conditions", "overrides", "_reason"
"""The list of weapons and the chips of conditions, which each character has; and what a game cannot call its own."""

TARGET_SIDE, WEAPON_SIDE, MATCHUP = "target", "weapon", "matchup"
"""What a source may begin with."""

COMPUTED = "computed"
LONGEST_REASON = 120

Source = str | tuple[str, ...]
"""Where an input's value comes from: one value of the sheet, or several that are added up or united.

A list of options for a single choice says which ones a sheet allows there, the first of them its own choice.
"""

CLEAR = ""
"""The source of an input that is left empty, because another one that is filled takes its place."""

NOT_APPLICABLE: Any = object()
"""What a value of the scene is where that scene does not say, as without a target; None is a value like any other."""

Bindings = Mapping[str, Source]
"""What fills a calculator's inputs: source by path of the input, such as `attacker.weapon.damage`.

A `*` in a path stands for every element that a list has, `incoming.*.target_ac`.
"""

Migration = Callable[[list[tuple[str, str]]], list[tuple[str, str]]]
"""From the pairs of one schema to those of the next."""


def spelled_out(**defaults: int) -> Migration:
    """A migration for inputs that get another default: where older pairs leave them out, they keep the old one."""

    def migrate(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
        given = {key for key, _ in pairs}
        return [*pairs, *((name, str(value)) for name, value in defaults.items() if name not in given)]

    return migrate


@dataclass(frozen=True, slots=True)
class Derived:
    """A value that follows from others. `work` gets the values of the sheet, or of the weapon it belongs to.

    One that is not `shown` is only there for calculators, such as what a condition means for an attack; it cannot be
    set by hand. None is an answer where the input may be null, and else means that there is nothing to say.
    """

    name: str
    input: Input
    compute: Callable[[Any], Any]
    visible: bool = True


def derived(name: str, declared: Any, compute: Callable[[Any], Any], *, visible: bool = True) -> Derived:
    """A derived value with its label, range, help and rule, declared like an input."""
    return Derived(name, declared.metadata["input"], compute, visible)


@dataclass(frozen=True, slots=True)
class Pool:
    """A number that is spent and regained in play: the input of that name, and the value that it is at most.

    Where the input is nullable, null means full: the pool then follows its maximum until a player changes it.
    """

    name: str
    most: str = ""


class Harm(NamedTuple):
    """Where damage goes: each point takes one off the pool of that name, or adds one where it `adds`.

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
    """Something this character can do, with its odds: a calculator filled from the sheet.

    `outputs` are those that its button shows, the headline without. `of_weapon` has one for each weapon for which
    `when` holds; the others stand once. `fills` are over and above what fills the calculator anyway. `barred` says in a
    sentence why it cannot be done now, and nothing while it can. Both get the values, or the weapon it is done with.
    """

    calculator: str
    label: str
    outputs: tuple[str, ...] = ()
    per_weapon: bool = False
    when: Callable[[Any], bool] = _always
    blocked_reason: Callable[[Any], str] = _nothing
    bindings: Bindings = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Example:
    """A ready-made character of our own hand, as JSON inputs; what it leaves out stands at its default."""

    id: str
    about: str
    data: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The characters of one game.

    `character` is the class of inputs, all with defaults, with a `name`, a list of `weapons` and chips of `conditions`.
    `target` are the numbers of an opponent that is no sheet: inputs named after values of the sheet. Values of the
    weapon are computed from the weapon, those of the scene from both sides. `fills` stands by the calculator's slug,
    `unfilled` says why a calculator gets nothing from a sheet, `told` names the values that are for the reader alone.
    `needs` gives the rules that a character needs at hand, `line` says in a few words who it is. `status` says in a
    sentence what holds of a character without hit points, or with all wounds, `harm` is where rolled damage goes.
    """

    game_id: str
    character: type
    target: type
    derived: tuple[Derived, ...]
    per_weapon: tuple[Derived, ...] = ()
    of_scene: tuple[Derived, ...] = ()
    pools: tuple[Pool, ...]
    acts: tuple[Act, ...]
    bindings: Mapping[str, Bindings]
    unfilled: Mapping[str, str]
    display_only: tuple[str, ...]
    required_rules: Callable[[Values], Iterable[str]]
    summary: Callable[[Values], str]
    status: Callable[[Values], str] = _nothing
    harm: Harm | None = None
    examples: tuple[Example, ...]
    migrations: tuple[Migration, ...] = ()

    @property
    def schema(self) -> int:
        """The number of today's form; each migration leads to the next."""
        return 1 + len(self.migrations)

    @cached_property
    def record(self) -> type:
        """The inputs of a whole sheet: the character, and what is set by hand."""
        by_hand: list[Any] = []
        for one in self.derived:
            if one.visible:
                kind = replace(one.input, nullable=True, empty=COMPUTED, group="", table=None)
                by_hand.append((one.name, Any, field(default=None, metadata={"input": kind})))
                help = "Why it is not what the rules make of it."
                why = text(f"Why another {one.input.label}", LONGEST_REASON, None, help=help, nullable=True)
                by_hand.append((f"{one.name}{REASON}", Any, why))
        overrides: Any = make_dataclass("Overrides", by_hand, frozen=True, kw_only=True)
        kept = record("Set by hand", overrides, overrides(), help="What this character has otherwise than computed.")
        return make_dataclass("Whole", [(OVERRIDES, Any, kept)], bases=(self.character,), frozen=True, kw_only=True)

    @cached_property
    def weapon(self) -> type:
        """The inputs of one weapon."""
        kind = self._input(WEAPONS)
        assert isinstance(kind, ListInput) and isinstance(kind.element, RecordInput)
        return kind.element.of

    @cached_property
    def conditions(self) -> tuple[Any, ...]:
        """The conditions this game has, as things to choose."""
        kind = self._input(CONDITIONS)
        assert isinstance(kind, ListInput) and isinstance(kind.element, Choice)
        return kind.element.options

    @cached_property
    def maximum(self) -> dict[str, str]:
        """For each pool that has one, the value that it is at most."""
        return {pool.name: pool.most for pool in self.pools if pool.most}

    @cached_property
    def condition_free(self) -> frozenset[str]:
        """The sources that no condition of this sheet can change: what is entered, and all that is another's."""
        own = [slot.name for slot in input_fields(self.character) if slot.name != CONDITIONS]
        weapon = [slot.name for slot in input_fields(self.weapon)]
        theirs = [*own, CONDITIONS, *(one.name for one in self.derived)]
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
        return next(slot.input for slot in input_fields(self.character) if slot.name == name)

    # Reading

    def parse(self, raw: Any) -> Any:
        """A sheet from JSON; raises the first `InvalidInput`."""
        held, problems = self._read(raw)
        if problems:
            raise problems[0]
        return held

    def from_text(self, pairs: Pairs) -> tuple[Any, list[InvalidInput]]:
        """A sheet from form or link text, and every problem at once; None where there is any but an unknown name."""
        held, problems = self._read(parse_record_text(self.record, pairs))
        return held, problems

    def _read(self, raw: Any) -> tuple[Any, list[InvalidInput]]:
        if not isinstance(raw, dict):
            return None, [InvalidInput("", BAD_TYPE, raw, "A sheet must be a group of named values.")]
        at = ReadContext("", "", [])
        held = read_record(self.record, raw, at)
        display_only = any(problem.code != UNKNOWN_FIELD for problem in at.problems)
        return (None if display_only else held), at.problems

    def to_pairs(self, held: Any) -> list[tuple[str, str]]:
        """The pairs of a sheet; what stands at its default is left out."""
        return record_pairs(held)

    def migrated(self, schema: int, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The pairs of an older schema as today's; raises `InvalidInput` for a newer one, which is left alone."""
        if not 1 <= schema <= self.schema:
            text = (
                f"This character was made by a newer Tableside (form {abbreviate(schema)}); this one reads up to form "
                f"{self.schema}. It is left as it is."
            )
            raise not_allowed("schema", schema, text)
        for step in self.migrations[schema - 1 :]:
            pairs = step(pairs)
        return pairs

    def example(self, example_id: str) -> Example:
        """The ready-made character with this id; raises `UnknownName`."""
        for one in self.examples:
            if one.id == example_id:
                return one
        known = ", ".join(one.id for one in self.examples)
        raise UnknownName(f"There is no ready-made character {abbreviate(example_id)!r}; there are: {known}.")


def under(path: str, bindings: Bindings) -> dict[str, Source]:
    """The same fills for the inputs of a record at `path`."""
    return {f"{path}.{key}": source for key, source in bindings.items()}


def theirs(bindings: Bindings) -> dict[str, Source]:
    """The same fills with the sides swapped: the target's values fill them, and mine where the target's did."""

    def swap(source: str) -> str:
        if source == CLEAR:
            return CLEAR
        side, dot, rest = source.partition(".")
        return rest if dot and side == TARGET_SIDE else f"{TARGET_SIDE}.{source}"

    return {
        key: tuple(swap(one) for one in source) if isinstance(source, tuple) else swap(source)
        for key, source in bindings.items()
    }
