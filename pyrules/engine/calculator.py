"""Calculators: typed inputs and a rule, giving an answer. The unit that has a page, a link, a test."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from .answer import Answer, Output
from .citations import rules_of_inputs, rules_of_outputs, rules_of_procedures
from .dice import Faces
from .errors import BAD_TYPE, UNKNOWN_FIELD, DeclarationError, InvalidInput, UnknownName
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
    table_slots,
)
from .procedure import Procedure, Roll, Step

I = TypeVar("I")  # noqa: E741 - the inputs' class

NOTHING: Mapping[str, Any] = {}
MOST_HEADLINES = 3


@dataclass(frozen=True, slots=True)
class SheetChange:
    """What a roll or an answer changes on a sheet: on the target's, or `at_me` on the one that fills the page.

    `damage` is what is taken in all, armor counted, and `spent` the points that were spent on canceling damage. `left`
    gives pools of the sheet by name, `conditions` which conditions hold afterwards. `resets` gives the inputs of the
    page that the change has used up, with the values they get then.
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

    `damage` reads from an end state what a target takes in all, armor counted. `change` gives from inputs and end state
    all that the roll changes on a sheet, where that is more than the damage. Without either it changes none.
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
        """What a roll with this end state changes on a sheet."""
        if self.change:
            return self.change(inputs, end)
        return SheetChange(self.damage(end)) if self.damage else None


@dataclass(frozen=True, slots=True)
class FollowUp(Generic[I]):
    """The next step after a roll: another calculator of the game, by its slug, and the label of the link to it.

    `values` gives the JSON inputs that inputs and roll decide there; None means that nothing follows. Inputs that both
    calculators declare alike are carried over, and the rest is as in the other calculator's start.
    """

    calculator: str
    label: str
    values: Callable[[I, Roll], Mapping[str, Any] | None]


def _nothing_more(inputs: object) -> None:
    """No input depends on another."""


@dataclass(frozen=True, kw_only=True)
class Calculator(Generic[I]):
    """One calculator of one game.

    `inputs` is a frozen keyword-only dataclass declared with `engine.fields`; `work` gives a value for
    every output; `check` raises `InvalidInput` for what only several inputs together can tell; `start`
    is the complete JSON of the page's first state; `throws` is what can be rolled, if anything; `explain` the steps
    of a calculator that rolls nothing. A tracker names its list of what happens in `events`. `keeps_state` is for a
    calculator without such a list whose inputs are worth keeping on the device, such as a list of combatants.
    `also` are the ids of rules that the calculator implements and that its inputs, its outputs and the steps of its
    start do not name. `follow_up` is the next step after a roll. `sheet_change` gives from inputs and outputs what the
    answer changes on a sheet.
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
        """Raises `DeclarationError` for what is plain without reading inputs or working out an answer."""
        if not self.title or not self.summary.endswith("."):
            raise DeclarationError(f"{self.id} needs a title and a summary that ends with a period.")
        headlines = sum(output.headline for output in self.outputs)
        if not 1 <= headlines <= MOST_HEADLINES:
            raise DeclarationError(f"{self.id} must mark 1 to {MOST_HEADLINES} outputs as headline; got {headlines}.")
        if self.events and self.keeps_state:
            raise DeclarationError(f"{self.id} has events and is kept; it must not declare `keeps_state` too.")

    def steps(self, inputs: I) -> list[tuple[Step[Any], Fraction]]:
        """How the answer comes about: each step that applies, with the chance that it does.

        They are those of `explain`, where there is nothing to roll, or of the first thing that can be rolled.
        """
        explanation = self.explain or (self.rolls[0].procedure if self.rolls else None)
        return [(step, reached) for step, reached in explanation(inputs).reached() if reached] if explanation else []

    @property
    def harms(self) -> bool:
        """Whether a roll can damage somebody, or the answer changes a sheet."""
        return self.sheet_change is not None or any(throw.harms for throw in self.rolls)

    def answer_change(self, inputs: I, values: Mapping[str, Any]) -> SheetChange | None:
        """What an answer with these outputs changes on a sheet."""
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
            *rules_of_procedures(procedures, self.parse(dict(self.start))),
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
        at = ReadContext("", "", [], table)
        if not isinstance(raw, dict):
            raise InvalidInput("", BAD_TYPE, raw, "The inputs must be a group of named values.")
        inputs = read_record(self.inputs, raw, at)
        if at.problems:
            raise at.problems[0]
        self.check(inputs)
        return inputs  # type: ignore[no-any-return]

    def from_text(self, pairs: Pairs, table: Mapping[str, Any] = NOTHING) -> tuple[I | None, list[InvalidInput]]:
        """The inputs from link, form or shell text, and every problem at once.

        An unknown name is only a notice: it stands among the problems and the inputs are given all the same.
        What links say for themselves (`v`, `vs.offense`) is no input and passed over. What they do not say of table
        rules is as in `table`, checked values by name.
        """
        at = ReadContext("", "", [], table)
        own = [(key, text) for key, text in pairs if key.partition(".")[0] not in RESERVED]
        inputs = read_record(self.inputs, parse_record_text(self.inputs, own), at)
        if any(problem.code != UNKNOWN_FIELD for problem in at.problems):
            return None, at.problems
        try:
            self.check(inputs)
        except InvalidInput as refused:
            return None, [*at.problems, refused]
        return inputs, at.problems

    @cached_property
    def table_rules(self) -> dict[str, InputField]:
        """What of its inputs belongs to the table, by name: the first declaration of each."""
        found: dict[str, InputField] = {}
        for slot in table_slots(self.inputs):
            found.setdefault(slot.table_rule, slot)
        return found

    def to_pairs(self, inputs: I, spelled: Collection[str] = ()) -> list[tuple[str, str]]:
        """The link pairs of inputs: defaults are left out, required inputs and table rules that are `spelled` never."""
        return record_pairs(inputs, spelled)

    def spelled_out(self, inputs: I) -> list[tuple[str, str]]:
        """The link pairs of inputs with nothing left out."""
        held = [(slot, getattr(inputs, slot.name)) for slot in input_fields(self.inputs)]
        return [pair for slot, value in held for pair in slot.input.pairs(slot.name, value)]

    def answer(self, inputs: I) -> Answer:
        """The answer for checked inputs."""
        return Answer(self.id, self.compute(inputs))

    def throw(self, option: str | None) -> RollOption[I]:
        """What `option` rolls; the first without one. Raises `UnknownName` where there is no such thing to roll."""
        for throw in self.rolls:
            if option is None or throw.option == option:
                return throw
        if not self.rolls:
            raise UnknownName(f"{self.id} has nothing to roll.")
        known = ", ".join(throw.option for throw in self.rolls)
        raise UnknownName(f"{self.id} cannot roll {abbreviate(option)!r}; it can roll: {known}.")

    def roll(self, inputs: I, faces: Faces, option: str | None = None) -> Roll:
        """One rolled example for checked inputs.

        Raises `UnknownName` where there is nothing to roll, `InvalidInput` where these inputs rule the option out,
        and passes on the `NeedsFace` of faces that run out.
        """
        return self.throw(option).procedure(inputs).roll(faces)
