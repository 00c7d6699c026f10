"""Procedures: chains of steps that give exact odds, or a single roll.

A step is a *throw* (a die, and how its outcome changes the state) or a *settlement* (no dice). The state is a small
immutable `NamedTuple`. Equal states merge after each step, which keeps exact odds fast.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from .dice import Die, Dist, Face, Faces, always
from .errors import NeedsFace
from .formatting import MINUS, figure

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A named bonus or penalty with the id of its rule."""

    label: str
    value: int
    rule: str


def total(modifiers: tuple[Modifier, ...]) -> int:
    """The sum of the modifiers."""
    return sum(m.value for m in modifiers)


def if_any(label: str, value: int, rule: str) -> tuple[Modifier, ...]:
    """A modifier, unless its value is 0."""
    return (Modifier(label, value, rule),) if value else ()


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 wound", "3 wounds"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


Tell = Callable[[Any, Any], str]
"""Explains a rolled step: given the outcome and the state after it, it returns one short sentence."""

Remark = Callable[[int, Any], str]
"""What the faces alone decide, whatever is added: given their sum and the state before, in a few words or empty."""


def _its_value(face: Face) -> int:
    return face.value


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One named part of a rule; see `throw` and `settle`.

    `starts_new_explanation`: this step begins a second comparison; its explanation does not include the steps before
    it.
    `cites` are further rule ids that the step explains without adding modifiers.
    `gives` is the name of an output: the modifiers of all steps that give it add up to its value.
    `remark` says what the faces alone decide.
    """

    label: str
    rule: str
    die: Callable[[S], Die[Any]]
    change: Callable[[S, Any], S]
    when: Callable[[S], bool]
    modifiers: tuple[Modifier, ...]
    tell: Tell | None
    adds: tuple[Modifier, ...] | None = None
    starts_new_explanation: bool = False
    counts: Callable[[Face], int] = _its_value
    cites: tuple[str, ...] = ()
    gives: str = ""
    remark: Remark | None = None

    @property
    def has_dice(self) -> bool:
        """Whether the step is a throw."""
        return self.die is not _no_dice

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules that the step names."""
        return (self.rule, *(modifier.rule for modifier in self.modifiers), *self.cites)


def _every_time(state: object) -> bool:
    return True


def throw(
    label: str,
    die: Die[Any] | Callable[[S], Die[Any]],
    change: Callable[[S, Any], S],
    *,
    rule: str,
    when: Callable[[S], bool] = _every_time,
    modifiers: tuple[Modifier, ...] = (),
    adds: tuple[Modifier, ...] | None = None,
    counts: Callable[[Face], int] = _its_value,
    tell: Tell | None = None,
    remark: Remark | None = None,
    cites: tuple[str, ...] = (),
) -> Step[S]:
    """A step with dice: `die` (or the die for a state), and `change`, which applies the outcome to the state.

    - `rule` is the id of the rule that the step implements.
    - The step is skipped in states for which `when` is false.
    - `modifiers` are shown with their rules; the die must already include them.
    - `adds` are the modifiers that a roll adds to the faces in its sum: "6 + 4 + 7 = 17".
    - `counts` gives the value of a face in that sum, if it differs from the face.
    - `tell` gives the sentence that a roll shows for the step, `remark` what the faces alone decide, such as a face
      that always fails.
    - `cites` are further rules that the step shows in effect.
    """
    fixed: Callable[[S], Die[Any]] = (lambda state: die) if isinstance(die, Die) else die
    return Step(label, rule, fixed, change, when, modifiers, tell, adds, counts=counts, cites=cites, remark=remark)


def _unchanged(state: S) -> S:
    return state


def settle(
    label: str,
    change: Callable[[S], S] = _unchanged,
    *,
    rule: str,
    when: Callable[[S], bool] = _every_time,
    modifiers: tuple[Modifier, ...] = (),
    tell: Tell | None = None,
    cites: tuple[str, ...] = (),
    gives: str = "",
) -> Step[S]:
    """A step without dice; without a `change` it only says what holds."""
    return Step(label, rule, _no_dice, lambda state, _: change(state), when, modifiers, tell, cites=cites, gives=gives)


def part(step: Step[T], read: Callable[[S], T], write: Callable[[S, T], S]) -> Step[S]:
    """A step on a part of a larger state: `read` extracts the part, `write` stores the changed part."""
    inner: Step[Any] = step  # `replace` keeps the type of the state
    tell, remark = step.tell, step.remark
    return replace(
        inner,
        die=(lambda state: step.die(read(state))) if step.has_dice else _no_dice,
        change=lambda state, outcome: write(state, step.change(read(state), outcome)),
        when=lambda state: step.when(read(state)),
        tell=(lambda outcome, state: tell(outcome, read(state))) if tell else None,
        remark=(lambda faces, state: remark(faces, read(state))) if remark else None,
    )


_NO_DICE: Die[None] = always(None)


def _no_dice(state: object) -> Die[None]:
    return _NO_DICE


@dataclass(frozen=True, slots=True)
class RolledStep:
    """One step of a roll, as it happened. Its text ends with the `remark`, if there is one."""

    label: str
    rule: str
    faces: tuple[Face, ...]
    modifiers: tuple[Modifier, ...]
    text: str
    adds: tuple[Modifier, ...] | None = None
    counts: Callable[[Face], int] = _its_value
    remark: str = ""

    @property
    def counted(self) -> tuple[int, ...]:
        """The value of each face in the sum."""
        return tuple(map(self.counts, self.faces))

    @property
    def total(self) -> int | None:
        """The sum of the counted faces and the added modifiers; None if the faces are not summed."""
        if self.adds is None or not self.faces:
            return None
        return sum(self.counted) + total(self.adds)

    @property
    def sum_text(self) -> str:
        """The sum of the faces and the added modifiers, "6 + 4 + 7 = 17"; empty where there is nothing to add."""
        parts = [*self.counted, *(m.value for m in self.adds or () if m.value)]
        if self.total is None or len(parts) < 2:
            return ""
        added = "".join(f" {'+' if part >= 0 else MINUS} {abs(part)}" for part in parts[1:])
        return f"{parts[0]}{added} = {figure(self.total)}"


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of a procedure: its steps, the class of its outcome, the chance of that class, and the end state."""

    steps: tuple[RolledStep, ...]
    outcome: str
    chance: Fraction
    end: Any = None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the faces of steps alone have decided."""
        return tuple(step.remark for step in self.steps if step.remark)


@dataclass(frozen=True, slots=True)
class Procedure(Generic[S]):
    """A chain of steps from a start state; `outcome` gives the class of an end state.

    `ends` is an optional formula for the distribution of end states. It may merge end states of equal outcome.
    """

    start: S
    steps: tuple[Step[S], ...]
    outcome: Callable[[S], str]
    ends: Callable[[], Dist[S]] | None = None

    def explained(self, *after: Step[S], before: tuple[Step[S], ...] = ()) -> Procedure[S]:
        """The explanation of an answer: the steps of the procedure between further notes."""
        return replace(self, steps=(*before, *self.steps, *after))

    def odds(self) -> Dist[S]:
        """The exact distribution of end states."""
        if self.ends is not None:
            return self.ends()
        dist: Dist[S] = Dist({self.start: 1})
        for step in self.steps:
            dist = _push(dist, step)
        return dist

    def reached(self) -> list[tuple[Step[S], Fraction]]:
        """Each step with the chance that it applies."""
        dist: Dist[S] = Dist({self.start: 1})
        chances = []
        for step in self.steps:
            chances.append((step, dist.p(step.when)))
            dist = _push(dist, step)
        return chances

    def roll(self, face: Faces) -> Roll:
        """One roll with `face` as the source of faces.

        Raises `NeedsFace` with the label of the step when a source of typed faces runs out.
        """
        state, explanation = self.start, []
        for step in self.steps:
            if not step.when(state):
                continue
            try:
                outcome, faces = step.die(state).throw(face)
            except NeedsFace as needs:
                needs.label = step.label
                raise
            remark = step.remark(sum(face.value for face in faces), state) if step.remark else ""
            state = step.change(state, outcome)
            text = ": ".join(filter(None, (step.tell(outcome, state) if step.tell else "", remark)))
            explanation.append(_rolled(step, faces, text, remark))
        landed = self.outcome(state)
        return Roll(tuple(explanation), landed, self.odds().p(lambda end: self.outcome(end) == landed), state)


def _rolled(step: Step[Any], faces: tuple[Face, ...], text: str, remark: str) -> RolledStep:
    return RolledStep(step.label, step.rule, faces, step.modifiers, text, step.adds, step.counts, remark)


def _push(dist: Dist[S], step: Step[S]) -> Dist[S]:
    return dist.chain(lambda state: _after(step, state))


def _after(step: Step[S], state: S) -> Dist[S]:
    """The states that `step` leads to from `state`."""
    if not step.when(state):
        return Dist({state: 1})
    return step.die(state).read(lambda outcome: step.change(state, outcome))
