"""Acts: what a fighter can do now, with the odds against each target, and what follows from a roll.

An act is a calculator with inputs from both sides' sheets and from the fight, or something without odds, such as
standing up. An act that the rules make impossible says why; the table may do it anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from ..answer import Answer
from ..errors import NOT_ALLOWED, InvalidInput, UnknownName
from ..inputs import Option, abbreviate
from ..procedure import Roll
from ..sheet.sources import Bindings
from ..sheet.values import Matchup, Values, Weapon
from .events import Event
from .fighter_rules import FighterRules
from .fighters import Fighter, FightState
from .state import Held

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

    rules: ActRules
    state: FightState
    who: str
    to: str = ""
    weapon_at: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def asked(self) -> dict[str, tuple[FightAct, Any]]:
        """The inputs of acts here that are worked out already, by the id of the act."""
        return {}

    @property
    def actor(self) -> Fighter:
        """The fighter who acts."""
        return self.state[self.who]

    @property
    def target(self) -> Fighter:
        """The fighter that the act is for."""
        return self.state[self.to]

    @property
    def is_up(self) -> bool:
        """Whether the actor is still in the fight."""
        return not self.rules.is_down(self.state, self.who)

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


def _no_drop(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    return None


@dataclass(frozen=True, kw_only=True)
class ActRules(FighterRules):
    """What the fighters of one game do.

    - `acts` are what fighters do, in the order of the page. `plans` compare ways to spend what is left of a turn
      (module `plans`).
    - `drops` gives the chance that an act puts its target down.
    """

    acts: tuple[FightAct, ...]
    plans: tuple[FightAct, ...] = ()
    drops: Callable[[Here, FightAct, Answer], Fraction | None] = _no_drop

    def act(self, act_id: object) -> FightAct:
        """The act with this id; raises `UnknownName`."""
        for act in self.acts:
            if act.id == act_id:
                return act
        known = ", ".join(act.id for act in self.acts)
        raise UnknownName(f"There is no act {abbreviate(act_id)!r}; there are: {known}.")

    def act_label(self, act: FightAct, here: Here) -> str:
        """The label of an act, with its weapon."""
        return f"{act.label}: {here.weapon['name'] or 'weapon'}" if act.per_weapon and here.weapon else act.label

    def offered(self, here: Here) -> list[tuple[FightAct, Here]]:
        """The acts that are offered against the target of `here`, or without one: each with its weapon."""
        return self._offered(self.acts, here)

    def planned(self, here: Here) -> list[tuple[FightAct, Here]]:
        """The plans that are offered against the target of `here`: each with its weapon."""
        return self._offered(self.plans, here)

    def _offered(self, acts: Iterable[FightAct], here: Here) -> list[tuple[FightAct, Here]]:
        unarmed, armed = (replace(here, weapon_at=None),), self._armed(here)
        return [
            (act, one)
            for act in acts
            if _is_for(act, here)
            for one in (armed if act.per_weapon else unarmed)
            if act.offered(one)
        ]

    def checked(self, act: FightAct, here: Here) -> Here:
        """The situation in which an act is offered, with a weapon only if it needs one.

        Raises `InvalidInput` if the act is not offered to the actor against the target.
        """
        one = here if act.per_weapon else replace(here, weapon_at=None)
        armed = one.weapon is not None or not act.per_weapon
        if not (_is_for(act, one) and armed and act.offered(one)):
            text = f"{here.actor.name} has no use for this now: {act.label}."
            raise InvalidInput("act", NOT_ALLOWED, act.id, text)
        return one

    def _armed(self, here: Here) -> tuple[Here, ...]:
        return tuple(replace(here, weapon_at=index) for index, _ in enumerate(here.me.weapons()))


def _is_for(act: FightAct, here: Here) -> bool:
    if act.at == SELF:
        return not here.to
    if not here.to or here.to == here.who:
        return False
    return act.at == ANYBODY or (act.at == ALLY) == (here.actor.side == here.target.side)
