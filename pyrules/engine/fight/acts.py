"""Acts: what a fighter can do now, with the odds against each target, and what follows from a roll.

An act is a calculator with inputs from both sides' sheets and from the fight, or something without odds, such as
standing up. An act that the rules make impossible says why; the table may do it anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..answer import Answer
from ..calculator import Calculator
from ..dice import Faces
from ..errors import NOT_ALLOWED, InvalidInput, NeedsFace
from ..inputs import Option
from ..procedure import Roll
from ..sheet.bindings import Filled, Misfit, apply, bound_inputs
from ..sheet.sheet import Sheet
from ..sheet.sources import Bindings
from ..sheet.values import Matchup, Values, Weapon
from .events import LONGEST_NAME, LONGEST_TEXT, Event
from .fighters import Fighter, FightState
from .state import Held

if TYPE_CHECKING:
    from .fight_rules import FightRules

FOE, ALLY, SELF, ANYBODY = "foe", "ally", "self", "anybody"
"""Whom an act is for."""


class Ask(NamedTuple):
    """A choice that an act asks for before its roll, such as the defense of the target; the first is the default."""

    name: str
    label: str
    options: tuple[Option, ...]


class Proposed(NamedTuple):
    """A change that follows from an act, and the sentence that offers it. A number in the change may be altered."""

    change: Event
    text: str


@dataclass(frozen=True, kw_only=True)
class Here:
    """Somebody who acts now: the fight, the actor, the target or empty, the weapon or None, and the chosen options."""

    rules: FightRules
    state: FightState
    who: str
    to: str = ""
    weapon_at: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)

    @property
    def actor(self) -> Fighter:
        """The fighter who acts."""
        return self.state[self.who]

    @property
    def target(self) -> Fighter:
        """The fighter that the act is for."""
        return self.state[self.to]

    @cached_property
    def me(self) -> Values:
        """The actor's values now, with what the fight knows of the actor and the target."""
        return self.rules.values(self.state, self.who, self.to, self.table)

    @cached_property
    def they(self) -> Values | None:
        """The target's values now; None without a target."""
        return self.rules.values(self.state, self.to, self.who, self.table) if self.to else None

    @cached_property
    def weapon(self) -> Weapon | None:
        """The weapon of the act; None without one."""
        weapons = self.me.weapons()
        return weapons[self.weapon_at] if self.weapon_at is not None and self.weapon_at < len(weapons) else None

    @cached_property
    def matchup(self) -> Matchup:
        """Both sides of the act. A target without a weapon of its own choice uses its first."""
        theirs = next(iter(self.they.weapons()), None) if self.they else None
        return self.me.matchup(self.weapon, self.they, theirs)

    def holds(self, *conditions: str) -> bool:
        """Whether the actor has one of these conditions, or holds one of these facts toward anybody."""
        return self.me.has_condition(*conditions) or self.state.holds(self.who, *conditions)

    def fact(self, fact: str, back: bool = False) -> Held | None:
        """The fact that the actor holds toward the target, or with `back` the target toward the actor."""
        return self.state.find(self.to, fact, self.who) if back else self.state.find(self.who, fact, self.to)

    def option(self, ask: Ask) -> str:
        """The chosen option of what an act asks for, or the first."""
        chosen = self.options.get(ask.name)
        return next((one.id for one in ask.options if one.id == chosen), ask.options[0].id)


def _always(here: Here) -> bool:
    return True


def _no_reason(here: Here) -> str:
    return ""


def _nothing(here: Here) -> Mapping[str, Any]:
    return {}


def _matchup(here: Here) -> Matchup:
    return here.matchup


def _no_asks(here: Here) -> tuple[Ask, ...]:
    return ()


def _no_changes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    return ()


def _none_later(here: Here, roll: Roll) -> tuple[Ask, ...]:
    return ()


def _no_names(here: Here) -> Mapping[str, str]:
    return {}


def _usual_outcome(here: Here) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class FightAct:
    """Something that a fighter can do in a fight.

    - `calculator` is the slug of the calculator with its odds; an act without one has no odds. `roll` is the id of the
      option to roll, or empty for the first; None rolls nothing.
    - `at` is whom it is for: `FOE`, `ALLY`, `SELF` or `ANYBODY`.
    - `cost` is what it takes of the budget, or gives that for the act here. `any_time` acts need no turn.
    - `per_weapon` offers it for each weapon.
    - `offered` says whether it is offered at all; `why_not` gives a sentence that says why it is impossible now. `bars`
      are the words of those effects of conditions that make it impossible.
    - `bindings` come on top of the calculator's bindings; `inputs` are JSON values by path that the fight knows.
      `sides` says whose sheets the bindings read: by default the actor's, and the target's as the target. `known` says
      whether the fight knows enough for odds.
    - `outcome` gives the class of an end state in place of the calculator's, where a choice makes another one of it.
    - `has_dice`: its steps have dice, so a player can type them.
    - `figures` are the outputs that its line shows instead of the headline, or give them for the act here.
    - `ranked` is the output by which it is compared with other acts in the list of targets; an act without one is not
      shown there unless a player pins it.
    - `names` are what words of the calculator are called here, in the steps of a roll and in the labels of figures: a
      fighter for "Attacker 1", the effect that was chosen for words that mean either.
    - `asks` are the choices before the roll, `later` those after it, which change nothing of the roll. `follows` gives
      what follows from the roll and the choices; without a roll, from the act.
    - `rule` is the id of the rule that a player looks up.
    """

    id: str
    label: str
    rule: str
    calculator: str = ""
    roll: str | None = ""
    at: str = FOE
    cost: Mapping[str, int] | Callable[[Here], Mapping[str, int]] = field(default_factory=dict)
    any_time: bool = False
    per_weapon: bool = False
    offered: Callable[[Here], bool] = _always
    why_not: Callable[[Here], str] = _no_reason
    bars: tuple[str, ...] = ()
    bindings: Bindings = field(default_factory=dict)
    inputs: Callable[[Here], Mapping[str, Any]] = _nothing
    sides: Callable[[Here], Matchup] = _matchup
    known: Callable[[Here], bool] = _always
    outcome: Callable[[Here], Callable[[Any], str] | None] = _usual_outcome
    has_dice: bool = True
    figures: tuple[str, ...] | Callable[[Here], tuple[str, ...]] = ()
    ranked: str = ""
    names: Callable[[Here], Mapping[str, str]] = _no_names
    asks: Callable[[Here], tuple[Ask, ...]] = _no_asks
    later: Callable[[Here, Roll], tuple[Ask, ...]] = _none_later
    follows: Callable[[Here, Roll | None], Iterable[Proposed]] = _no_changes

    @property
    def is_rolled(self) -> bool:
        """Whether dice are rolled for the act."""
        return bool(self.calculator) and self.roll is not None

    def shown(self, here: Here) -> tuple[str, ...]:
        """The outputs that its line shows; empty for the headline."""
        return self.figures(here) if callable(self.figures) else self.figures

    def costs(self, here: Here) -> Mapping[str, int]:
        """What the act takes of the actor's budget."""
        return self.cost(here) if callable(self.cost) else self.cost


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
    """Why an act is impossible now: a condition, the game's own reason, or the turn and its budget; or empty."""
    return here.me.barred(*act.bars) or act.why_not(here) or _not_now(act, here) or _too_dear(act, here)


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


def inputs_of(act: FightAct, here: Here) -> tuple[Calculator[Any], Any, Sequence[Misfit], str]:
    """The calculator of an act, its inputs or None, the values that do not fit, and why there are no inputs."""
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
            raise NeedsFace(needs.sides, with_names(needs.label, names)) from None
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
