"""One rule, two uses: a chain of steps that can be asked for odds or walked once.

A step is a *throw* (a die, and how its outcome changes the state) or a *settlement* (no dice). The
state is a small immutable `NamedTuple`; equal states merge after each step, which is what keeps exact
odds fast.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from .dice import Die, Dist, Face, Faces, always
from .errors import NeedsFace

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A named bonus or penalty with the rule it stands in."""

    label: str
    value: int
    rule: str


def total(modifiers: tuple[Modifier, ...]) -> int:
    """The sum of the modifiers."""
    return sum(m.value for m in modifiers)


def if_any(label: str, value: int, rule: str) -> tuple[Modifier, ...]:
    """A modifier that is shown only where it is not 0."""
    return (Modifier(label, value, rule),) if value else ()


def counted(number: int, noun: str) -> str:
    """A number of things, as a step tells it: "1 wound", "3 wounds"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


Tell = Callable[[Any, Any], str]
"""How a step is told: given the outcome thrown and the state after it, one short sentence."""


def _its_value(face: Face) -> int:
    return face.value


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One named part of a rule. See `throw` and `settle`.

    Where `anew` is set, what is told from here on does not rest on the steps before: a second comparison begins.
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
) -> Step[S]:
    """A step with dice: `die` (or the die for a state), and how its outcome changes the state.

    The step is skipped in states where `when` does not hold. `modifiers` are shown with their rules;
    the die must already take them into account. Where the sum of the faces is what counts, `adds` are
    those of the modifiers that are added to it, so that a roll can tell it: "6 + 4 + 7 = 17". `counts` is what a face
    counts in that sum where it is not its value.
    """
    fixed: Callable[[S], Die[Any]] = (lambda state: die) if isinstance(die, Die) else die
    return Step(label, rule, fixed, change, when, modifiers, tell, adds, counts=counts)


def settle(
    label: str,
    change: Callable[[S], S],
    *,
    rule: str,
    when: Callable[[S], bool] = _every_time,
    modifiers: tuple[Modifier, ...] = (),
    tell: Tell | None = None,
) -> Step[S]:
    """A step without dice."""
    return Step(label, rule, lambda state: _NO_DICE, lambda state, _: change(state), when, modifiers, tell)


def part(step: Step[T], read: Callable[[S], T], write: Callable[[S, T], S]) -> Step[S]:
    """A step on a part of a larger state: `read` takes the part out, `write` puts the changed one back."""
    inner: Step[Any] = step  # `replace` knows of one kind of state only
    tell = step.tell
    return replace(
        inner,
        die=lambda state: step.die(read(state)),
        change=lambda state, outcome: write(state, step.change(read(state), outcome)),
        when=lambda state: step.when(read(state)),
        tell=(lambda outcome, state: tell(outcome, read(state))) if tell else None,
    )


_NO_DICE: Die[None] = always(None)


@dataclass(frozen=True, slots=True)
class RolledStep:
    """What happened in one step of a roll."""

    label: str
    rule: str
    faces: tuple[Face, ...]
    modifiers: tuple[Modifier, ...]
    text: str
    adds: tuple[Modifier, ...] | None = None
    counts: Callable[[Face], int] = _its_value

    @property
    def counted(self) -> tuple[int, ...]:
        """What each face counts in the sum."""
        return tuple(map(self.counts, self.faces))

    @property
    def total(self) -> int | None:
        """What the faces, each for what it counts, and what is added to them come to; None where they are not a sum."""
        if self.adds is None or not self.faces:
            return None
        return sum(self.counted) + total(self.adds)


@dataclass(frozen=True, slots=True)
class Roll:
    """One walk through a procedure: its steps, the class it landed in, how likely that was, and its end state."""

    steps: tuple[RolledStep, ...]
    outcome: str
    chance: Fraction
    end: Any = None


@dataclass(frozen=True, slots=True)
class Procedure(Generic[S]):
    """A chain of steps from a start state; `outcome` names the class of an end state.

    `ends` is a faster way to the end states, as far as `outcome` tells them apart, where a formula gives it.
    """

    start: S
    steps: tuple[Step[S], ...]
    outcome: Callable[[S], str]
    ends: Callable[[], Dist[S]] | None = None

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
        """Walk it once with `face` as the source of faces.

        Raises `NeedsFace`, with the step's label, when a source of typed faces has run out.
        """
        state, explanation = self.start, []
        for step in self.steps:
            if not step.when(state):
                continue
            try:
                outcome, faces = step.die(state).throw(face)
            except NeedsFace as needs:
                raise NeedsFace(needs.sides, step.label) from None
            state = step.change(state, outcome)
            text = step.tell(outcome, state) if step.tell else ""
            explanation.append(RolledStep(step.label, step.rule, faces, step.modifiers, text, step.adds, step.counts))
        landed = self.outcome(state)
        return Roll(tuple(explanation), landed, self.odds().p(lambda end: self.outcome(end) == landed), state)


def _push(dist: Dist[S], step: Step[S]) -> Dist[S]:
    return dist.chain(lambda state: _after(step, state))


def _after(step: Step[S], state: S) -> Dist[S]:
    """The states that `step` leads to from `state`."""
    if not step.when(state):
        return Dist({state: 1})
    return step.die(state).read(lambda outcome: step.change(state, outcome))
