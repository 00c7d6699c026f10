"""Calculators: typed inputs and rules that give an answer. Each calculator has a page, a link and tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from .answer import Answer, Output
from .citations import rules_of_inputs, rules_of_outputs, rules_of_procedures
from .dice import Faces
from .errors import BAD_TYPE, MISSING_FIELD, UNKNOWN_FIELD, DeclarationError, InvalidInput, UnknownName
from .inputs import (
    RESERVED,
    InputField,
    Pairs,
    ReadContext,
    abbreviate,
    input_fields,
    parse_record_text,
    read_record,
    record_pairs,
    table_rule_fields,
)
from .procedure import Procedure, Roll, Step

I = TypeVar("I")  # noqa: E741 - the inputs' class

NOTHING: Mapping[str, Any] = {}
MOST_HEADLINES = 3


@dataclass(frozen=True, slots=True)
class SheetChange:
    """The changes of a roll or an answer to a sheet: the target's, or with `at_me` the sheet in use.

    - `damage` is the total damage in points, after armor; `spent` are the points spent to cancel damage.
    - `left` gives new values of pools by name; `conditions` says which conditions hold afterwards.
    - `resets` gives new values for inputs of the page that the change has used up.
    """

    damage: int = 0
    spent: int = 0
    left: Mapping[str, int] = field(default_factory=dict)
    conditions: Mapping[str, bool] = field(default_factory=dict)
    at_me: bool = False
    resets: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RollOption(Generic[I]):
    """Something that a calculator can roll: the id and label of the option, and its procedure.

    `damage` gives the points of damage after armor from an end state. `change` gives all changes to a sheet from inputs
    and end state, where a roll changes more than damage. A roll without both changes no sheet.
    """

    option: str
    label: str
    procedure: Callable[[I], Procedure[Any]]
    damage: Callable[[Any], int] | None = None
    change: Callable[[I, Any], SheetChange] | None = None

    @property
    def harms(self) -> bool:
        """Whether this roll can change a sheet."""
        return bool(self.damage or self.change)

    def sheet_change(self, inputs: I, end: Any) -> SheetChange | None:
        """The changes to a sheet of a roll with this end state; None if there are none."""
        if self.change:
            return self.change(inputs, end)
        return SheetChange(self.damage(end)) if self.damage else None


@dataclass(frozen=True, slots=True)
class FollowUp(Generic[I]):
    """The next step after a roll: the slug of another calculator of the game, and the label of the link.

    `values` gives the JSON inputs that the inputs and the roll determine; None means that nothing follows. Inputs that
    both calculators declare alike are copied. All others come from the other calculator's start.
    """

    calculator: str
    label: str
    values: Callable[[I, Roll], Mapping[str, Any] | None]


def _nothing_more(inputs: object) -> None:
    """The check of a calculator whose inputs do not depend on each other."""


@dataclass(frozen=True, kw_only=True)
class Calculator(Generic[I]):
    """One calculator of one game.

    - `inputs` is a frozen keyword-only dataclass, declared with `engine.inputs`.
    - `check` raises `InvalidInput` for combinations of inputs that are not allowed.
    - `compute` gives a value for every output.
    - `start` is the complete JSON of the page's first inputs.
    - `rolls` are the options to roll, if any; `explain` gives the steps of a calculator without rolls.
    - `also` are the ids of rules that it implements and that inputs, outputs and steps of the start do not name.
    - `follow_up` is the next step after a roll.
    - `sheet_change` gives the changes to a sheet from inputs and outputs.
    - `events` names the list of events of a tracker.
    - `keeps_state` keeps the inputs of a calculator without events on the device, such as a list of combatants.
    """

    id: str
    title: str
    summary: str
    inputs: type[I]
    outputs: tuple[Output, ...]
    compute: Callable[[I], dict[str, Any]]
    start: Mapping[str, Any]
    check: Callable[[I], None] = _nothing_more
    rolls: tuple[RollOption[I], ...] = field(default=())
    explain: Callable[[I], Procedure[Any]] | None = None
    follow_up: FollowUp[I] | None = None
    also: tuple[str, ...] = ()
    sheet_change: Callable[[I, Mapping[str, Any]], SheetChange] | None = None
    events: str = ""
    keeps_state: bool = False

    def __post_init__(self) -> None:
        """Raises `DeclarationError` for errors that need neither inputs nor an answer."""
        if not self.title or not self.summary.endswith("."):
            raise DeclarationError(f"{self.id} needs a title and a summary that ends with a period.")
        headlines = sum(output.headline for output in self.outputs)
        if not 1 <= headlines <= MOST_HEADLINES:
            raise DeclarationError(f"{self.id} must mark 1 to {MOST_HEADLINES} outputs as headline; got {headlines}.")
        if self.events and self.keeps_state:
            raise DeclarationError(f"{self.id} has events and is kept; it must not declare `keeps_state` too.")

    def steps(self, inputs: I) -> list[tuple[Step[Any], Fraction]]:
        """The steps that explain the answer: each step that can apply, with its chance.

        They come from `explain`, or else from the first option to roll.
        """
        explanation = self.explain or (self.rolls[0].procedure if self.rolls else None)
        return [(step, reached) for step, reached in explanation(inputs).reached() if reached] if explanation else []

    @property
    def harms(self) -> bool:
        """Whether a roll or the answer can change a sheet."""
        return self.sheet_change is not None or any(rolled.harms for rolled in self.rolls)

    def answer_change(self, inputs: I, values: Mapping[str, Any]) -> SheetChange | None:
        """The changes of an answer with these outputs to a sheet; None if there are none."""
        return self.sheet_change(inputs, values) if self.sheet_change else None

    @cached_property
    def cited(self) -> tuple[str, ...]:
        """The ids of the rules that the calculator implements, each once."""
        procedures = [option.procedure for option in self.rolls]
        if self.explain:
            procedures.append(self.explain)
        found = (
            *rules_of_inputs(self.inputs),
            *rules_of_outputs(self.outputs),
            *rules_of_procedures(procedures, self.start_inputs),
            *self.also,
        )
        return tuple(dict.fromkeys(rule for rule in found if rule))

    @property
    def is_kept(self) -> bool:
        """Whether its page keeps its inputs on the device."""
        return bool(self.events) or self.keeps_state

    @cached_property
    def game_id(self) -> str:
        """The id of the game this belongs to."""
        return self.id.partition(".")[0]

    @cached_property
    def slug(self) -> str:
        """The last part of its address."""
        return self.id.partition(".")[2]

    def parse(self, raw: Any, table: Mapping[str, Any] = NOTHING) -> I:
        """The inputs from JSON; raises the first `InvalidInput`. Table rules that are not given are as in `table`.

        Ready-made inputs are refused like anything else that is no JSON object: nobody has checked them.
        """
        context = ReadContext("", "", [], table)
        if not isinstance(raw, dict):
            raise InvalidInput("", BAD_TYPE, raw, "The inputs must be a group of named values.")
        inputs = read_record(self.inputs, raw, context)
        if context.problems:
            raise context.problems[0]
        self.check(inputs)
        return inputs  # type: ignore[no-any-return]

    def from_text(self, pairs: Pairs, table: Mapping[str, Any] = NOTHING) -> tuple[I | None, list[InvalidInput]]:
        """The inputs from link, form or shell text, and all problems: refused values before missing ones.

        An unknown name is a problem, but the inputs are still returned. Pairs with reserved names (`v`, `vs.offense`)
        are ignored. `table` maps names of table rules to checked values for inputs that the text omits.
        """
        own = [(key, text) for key, text in pairs if key.partition(".")[0] not in RESERVED]
        return self.from_json(parse_record_text(self.inputs, own), table)

    def from_json(self, raw: dict[str, Any], table: Mapping[str, Any] = NOTHING) -> tuple[I | None, list[InvalidInput]]:
        """The inputs from a JSON object, and all problems, as `from_text`."""
        context = ReadContext("", "", [], table)
        inputs = read_record(self.inputs, raw, context)
        if any(problem.code != UNKNOWN_FIELD for problem in context.problems):
            return None, sorted(context.problems, key=lambda problem: problem.code == MISSING_FIELD)
        try:
            self.check(inputs)
        except InvalidInput as refused:
            return None, [*context.problems, refused]
        return inputs, context.problems

    @cached_property
    def start_inputs(self) -> I:
        """The inputs of the page's first state."""
        return self.parse(dict(self.start))

    @cached_property
    def table_rules(self) -> dict[str, InputField]:
        """The table rules among the inputs, by name: the first declaration of each."""
        found: dict[str, InputField] = {}
        for declared in table_rule_fields(self.inputs):
            found.setdefault(declared.table_rule, declared)
        return found

    def to_pairs(self, inputs: I, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        """The link pairs of inputs, without inputs at their default.

        Required inputs and table rules named in `spelled` are always included.
        """
        return record_pairs(inputs, spelled)

    def spelled_out(self, inputs: I) -> list[tuple[str, str]]:
        """The link pairs of all inputs, including those at their default."""
        held = [(one, getattr(inputs, one.name)) for one in input_fields(self.inputs)]
        return [pair for one, value in held for pair in one.input.pairs(one.name, value)]

    def answer(self, inputs: I) -> Answer:
        """The answer for checked inputs."""
        return Answer(self.id, self.compute(inputs))

    def roll_option(self, option: str | None) -> RollOption[I]:
        """The option to roll with the id `option`, or the first; raises `UnknownName`."""
        for rolled in self.rolls:
            if option is None or rolled.option == option:
                return rolled
        if not self.rolls:
            raise UnknownName(f"{self.id} has nothing to roll.")
        known = ", ".join(rolled.option for rolled in self.rolls)
        raise UnknownName(f"{self.id} cannot roll {abbreviate(option)!r}; it can roll: {known}.")

    def roll(self, inputs: I, faces: Faces, option: str | None = None) -> Roll:
        """One rolled example for checked inputs; `faces` is the source of faces.

        Raises `UnknownName` for an unknown option, `InvalidInput` if these inputs exclude the option, and the
        `NeedsFace` of a source without further faces.
        """
        return self.roll_option(option).procedure(inputs).roll(faces)
