"""Acts with their odds: why one is impossible now, what its calculator answers, and what a roll of it brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from ..answer import Answer
from ..calculator import Calculator
from ..dice import Faces
from ..errors import NOT_ALLOWED, InvalidInput, NeedsFace
from ..procedure import Roll
from ..sheet.bindings import Filled, Misfit, apply, bound_inputs
from ..sheet.sheet import Sheet
from ..sheet.values import Matchup
from .acts import Ask, FightAct, Here, Proposed
from .events import LONGEST_NAME, LONGEST_TEXT, Event


class Odds(NamedTuple):
    """The answer to an act: its calculator, inputs and answer, the chance that it puts the target down, and misfits.

    `inputs` and `answer` are None if the calculator refuses a value; `why` then says so. They are None without a reason
    if the fight does not know enough.
    """

    calculator: Calculator[Any]
    inputs: Any
    answer: Answer | None
    drops: Fraction | None
    misfits: tuple[Misfit, ...]
    why: str = ""


def why_not(act: FightAct, here: Here) -> str:
    """Why an act is impossible now: a condition, the game's own reason, the turn and its budget, or its calculator."""
    reason = here.me.barred(*act.bars) or act.why_not(here) or _not_now(act, here) or _too_dear(act, here)
    return reason or _refused(act, here)


def _not_now(act: FightAct, here: Here) -> str:
    state, rules = here.state, here.rules
    if act.any_time or not state.begun or here.who in rules.fight.acting(state):
        return ""
    return "" if state.holds(here.who, *rules.out_of_turn) else f"It is not the turn of {here.actor.name}."


def _too_dear(act: FightAct, here: Here) -> str:
    if not here.state.begun:
        return ""
    for name, cost in act.costs(here).items():
        if here.actor.budget.get(name, 0) < cost:
            return f"{here.actor.name} has no {here.rules.budget_label(name)} left."
    return ""


def _refused(act: FightAct, here: Here) -> str:
    """Why the calculator refuses the roll whatever the player chooses, such as a shot at a target beyond range."""
    return inputs_of(act, replace(here, options={}) if here.options else here)[3] if act.is_rolled else ""


Inputs = tuple[Calculator[Any], Any, Sequence[Misfit], str]
"""The calculator of an act, its inputs or None, the values that do not fit, and why there are no inputs."""


def inputs_of(act: FightAct, here: Here) -> Inputs:
    """The inputs of an act; whether it is possible, its odds and its roll work them out once for all."""
    known = here.asked.get(act.id)
    if known is None or known[0] is not act:
        known = here.asked[act.id] = act, _inputs_of(act, here)
    inputs: Inputs = known[1]
    return inputs


def _inputs_of(act: FightAct, here: Here) -> Inputs:
    calculator, sides = here.rules.calculator(act.calculator), act.sides(here)
    done, misfits = sides.memo(
        (calculator.id, tuple(act.bindings.items())), lambda: _bound(act, here.rules.sheet, calculator, sides)
    )
    rules = {name: value for name, value in here.table.items() if name in calculator.table_rules}
    inputs, problems = bound_inputs(calculator, done, rules, act.inputs(here))
    return calculator, inputs, misfits, problems[0].text if inputs is None and problems else ""


def _bound(
    act: FightAct, sheet: Sheet, calculator: Calculator[Any], sides: Matchup
) -> tuple[Sequence[Filled], Sequence[Misfit]]:
    """The inputs that both sides set, and the values that do not fit."""
    return apply(calculator, {**sheet.bindings.get(act.calculator, {}), **act.bindings}, sides)


def odds(act: FightAct, here: Here) -> Odds:
    """The exact odds of an act; equal inputs are computed once for all acts of one `FightRules`."""
    if not act.known(here):
        return Odds(here.rules.calculator(act.calculator), None, None, None, ())
    calculator, inputs, misfits, why = inputs_of(act, here)
    if inputs is None:
        return Odds(calculator, None, None, None, tuple(misfits), why)
    try:
        answer = here.rules.answer(calculator, inputs)
    except InvalidInput as refused:
        return Odds(calculator, inputs, None, None, tuple(misfits), refused.text)
    return Odds(calculator, inputs, answer, here.rules.drops(here, act, answer), tuple(misfits))


class Rolled(NamedTuple):
    """A rolled act: the roll or None, the option's label, the changes, the act as an event, and the choices left."""

    roll: Roll | None
    label: str
    proposed: tuple[Proposed, ...]
    event: Event
    asks: tuple[Ask, ...] = ()


def roll(act: FightAct, here: Here, faces: Faces) -> Rolled:
    """One roll of an act, and what follows from it.

    Raises `InvalidInput` if the calculator refuses the inputs, and the `NeedsFace` of a source without further faces.
    """
    rolled, label = None, ""
    if act.is_rolled:
        calculator, inputs, _, why = inputs_of(act, here)
        if inputs is None:
            raise InvalidInput("act", NOT_ALLOWED, act.id, why)
        option, names = calculator.roll_option(act.roll or None), act.names(here)
        try:
            procedure, outcome = option.procedure(inputs), act.outcome(here)
            procedure = replace(procedure, outcome=outcome) if outcome else procedure
            rolled, label = _named(procedure.roll(faces), names), option.label
        except NeedsFace as needs:
            needs.label = with_names(needs.label, names)
            raise
    proposed = (*_costs(act, here), *act.follows(here, rolled))
    asks = act.later(here, rolled) if rolled else ()
    return Rolled(rolled, label, proposed, _event(act, here, rolled, proposed), asks)


def _named(rolled: Roll, names: Mapping[str, str]) -> Roll:
    """A roll whose steps and outcome name fighters. A word in a fighter's name stays as it is."""
    steps = tuple(
        replace(step, label=with_names(step.label, names), text=with_names(step.text, names)) for step in rolled.steps
    )
    return replace(rolled, steps=steps, outcome=with_names(rolled.outcome, names))


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A text of a calculator in which the names of fighters replace words."""
    parts = []
    while hits := [(at, order, word) for order, word in enumerate(names) if (at := text.find(word)) >= 0]:
        at, _, word = min(hits)
        parts += [text[:at], names[word]]
        text = text[at + len(word) :]
    return "".join([*parts, text])


def _costs(act: FightAct, here: Here) -> Iterable[Proposed]:
    for name, cost in act.costs(here).items():
        change = Event("spend", here.who, {"name": name, "by": cost})
        yield Proposed(change, f"{here.actor.name}: {here.rules.spent_text(here.state, here.who, name, cost)}")


def _event(act: FightAct, here: Here, rolled: Roll | None, proposed: tuple[Proposed, ...]) -> Event:
    fields: dict[str, Any] = {"act": act.id, "label": here.rules.act_label(act, here)[:LONGEST_NAME]}
    if here.to:
        fields["to"] = here.to
    if here.weapon_at is not None:
        fields["weapon"] = here.weapon_at
    if here.options:
        fields["options"] = dict(here.options)
    if rolled:
        fields["faces"] = [face.value for step in rolled.steps for face in step.faces]
        fields["outcome"] = ": ".join((rolled.outcome, *rolled.remarks))[:LONGEST_TEXT]
    if reason := why_not(act, here):
        fields["anyway"] = reason
    return Event("act", here.who, fields, tuple(one.change for one in proposed))
