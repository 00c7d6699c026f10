"""The acts of a fight as panels and lines draw them: figures, the odds against each target, and rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from pyrules.engine.fight.acts import FightAct, Here
from pyrules.engine.fight.odds import Odds, Rolled, odds, why_not, with_names
from pyrules.engine.formatting import percent
from pyrules.engine.procedure import RolledStep

from .. import links
from . import views
from .dice import drawn

if TYPE_CHECKING:
    from ..requests.fight_request import Asked


_WEAPONS_SHOWN = 2
"""The most weapons whose acts a panel shows without a further tap."""

Worth = tuple[Fraction, Fraction, Fraction]
"""The chance to put the target down if it is not small, the output by which an act is compared, and that chance."""

_WORTHLESS: Worth = (Fraction(0),) * 3

_SMALL = Fraction(1, 10)
"""Below it, a chance to put the target down makes no act the best one."""

_TERMS = ("Shock",)
"""Terms of the games that have a capital letter everywhere."""

DROPS = "down"
"""What the chance that an act puts its target down is called."""


class ActLine(NamedTuple):
    """An act in a panel: its label, cost and figures, why it is impossible or empty, its request, and its calculator.

    `pin` is how a page pins it, `pin_at` its place among the pins or None. `weapon` is the name of its weapon. `worth`
    compares it with other acts, all without chosen options: an act stays in its place while a player chooses.
    """

    id: str
    key: str
    label: str
    cost: str
    figures: list[tuple[str, str]]
    why_not: str
    note: str
    request: Any
    has_roll: bool
    asks: tuple[Any, ...]
    link: str
    rule: str
    pin: Any
    pin_at: int | None
    weapon: str
    worth: Worth

    @property
    def pinned(self) -> bool:
        """Whether a player has pinned it."""
        return self.pin_at is not None


def pins(view: Mapping[str, Any]) -> list[Any]:
    """The acts that a player has pinned, as the page says it."""
    given = view.get("pinned")
    return given if isinstance(given, list) else []


def act_line(view: Mapping[str, Any], act: FightAct, here: Here) -> ActLine:
    """An act with its figures, as a panel draws it."""
    request: dict[str, Any] = {"act": act.id, "who": here.who}
    if here.to:
        request["to"] = here.to
    if here.weapon_at is not None:
        request["weapon"] = here.weapon_at
    key = act.id if here.weapon_at is None else f"{act.id}.{here.weapon_at}"
    plain, options = here, _options(view, key)
    here = replace(here, options=options) if options else here
    found = odds(act, here) if act.calculator else None
    impossible = why_not(act, here)
    pin = {"act": act.id, "weapon": here.weapon_at}
    pinned = pins(view)
    return ActLine(
        act.id,
        key,
        here.rules.act_label(act, here),
        cost_text(act, here),
        act_figures(act, here, found) if found else [],
        impossible,
        found.why if found and found.why != impossible else "",
        request,
        act.is_rolled and act.has_dice,
        tuple((ask.name, ask.label, ask.options, here.option(ask)) for ask in act.asks(here)),
        link(found) if found else "",
        act.rule,
        pin,
        pinned.index(pin) if pin in pinned else None,
        str(here.weapon["name"]) if act.per_weapon and here.weapon else "",
        _worth((act, plain, odds(act, plain) if here.options else found)) if found else _WORTHLESS,
    )


def cost_text(act: FightAct, here: Here) -> str:
    """What an act takes of the turn: "2 Actions"; empty if it takes nothing."""
    costs = act.costs(here).items()
    return ", ".join(here.rules.cost_text(here.state, here.who, name, cost) for name, cost in costs if cost > 0)


def by_weapons(lines: list[ActLine]) -> tuple[list[ActLine], list[ActLine]]:
    """The acts with the best weapons and without any, and those with further weapons; a pinned act is always shown."""
    best: dict[str, Worth] = {}
    for line in lines:
        if line.weapon:
            best[line.weapon] = max(line.worth, best.get(line.weapon, line.worth))
    shown = sorted(best, key=lambda weapon: best[weapon], reverse=True)[:_WEAPONS_SHOWN]
    further = [line for line in lines if line.weapon and line.weapon not in shown and not line.pinned]
    return [line for line in lines if line not in further], further


def _options(view: Mapping[str, Any], key: str) -> dict[str, str]:
    """What the page has chosen for an act of the open panel."""
    given = view.get("options")
    chosen = given.get(key) if isinstance(given, dict) else None
    return {name: one for name, one in chosen.items() if isinstance(one, str)} if isinstance(chosen, dict) else {}


def act_figures(act: FightAct, here: Here, found: Odds) -> list[tuple[str, str]]:
    """The figures of an act: those that it names or the headline of its calculator, and the chance to put down."""
    if found.answer is None:
        return []
    outputs = {output.name: output for output in found.calculator.outputs}
    if shown := act.shown(here):
        named = [(outputs[name], found.answer.values[name]) for name in shown]
        texts = [(views.value_text(output, value), output.label) for output, value in named if value is not None]
    else:
        texts = [(views.figure_text(one), one["label"]) for one in views.figures(found.calculator, found.answer)]
    names = act.names(here)
    texts = [(text, _after_figure(label, names)) for text, label in texts]
    return texts + ([(percent_text(found.drops), DROPS)] if found.drops is not None else [])


def _after_figure(label: str, names: Mapping[str, str]) -> str:
    """A label behind its figure, with the names of fighters: it goes on with a small letter, a name keeps its own."""
    is_name = label.startswith((*names, *_TERMS))
    return with_names(label if is_name else label[:1].lower() + label[1:], names)


def percent_text(p: Fraction) -> str:
    """A chance with its sign."""
    return f"{percent(p)}\u00a0%"


def link(found: Odds) -> str:
    """The address of an act's calculator, filled as here, from the fight's page; empty if it refuses a value."""
    if found.inputs is None:
        return ""
    return f"../{found.calculator.slug}/#{urlencode(links.spelled(found.calculator, found.inputs), quote_via=quote)}"


def lines_odds(at: Asked, targets: list[Any] | None = None) -> dict[str, str]:
    """The odds of the fighter who acts against each target, or these: of a pinned act, or else of the best one."""
    pinned = pins(at.view)
    acts = [one.get("act") for one in pinned if isinstance(one, dict)]
    found = {}
    for fighter in at.state.combatants:
        is_asked = targets is None or fighter.id in targets
        if not is_asked or fighter.id == at.who or at.rules.is_down(at.state, fighter.id):
            continue
        offered = [
            (act, here, odds(act, here))
            for act, here in at.rules.offered(at.here(at.who, fighter.id))
            if act.calculator and (act.ranked or act.id in acts) and not why_not(act, here)
        ]
        by_pin = {(act.id, here.weapon_at): (act, here, found_odds) for act, here, found_odds in offered}
        chosen = [by_pin[key] for one in pinned if (key := _pin_key(one)) in by_pin]
        ranked = chosen or sorted((one for one in offered if one[2].answer), key=_worth, reverse=True)
        if ranked:
            found[fighter.id] = _short(*ranked[0])
    return found


def _pin_key(pin: Any) -> Any:
    """A pin as the act and its weapon; None for what is no pin."""
    if not isinstance(pin, dict):
        return None
    act, weapon = pin.get("act"), pin.get("weapon")
    return (act, weapon) if isinstance(act, str) and (weapon is None or isinstance(weapon, int)) else None


def _worth(one: tuple[FightAct, Here, Odds]) -> Worth:
    act, _, found = one
    values = found.answer.values if found.answer else {}
    mean, drops = values.get(act.ranked), found.drops or Fraction(0)
    compared = Fraction(mean) if isinstance(mean, (int, Fraction)) else Fraction(0)
    return (drops if drops >= _SMALL else Fraction(0), compared, drops)


def _short(act: FightAct, here: Here, found: Odds) -> str:
    figures = act_figures(act, here, found)
    text, label = figures[0] if figures else ("", "")
    first = text if text.endswith("%") else f"{text} {label}"
    dropped = f" · {DROPS} {percent_text(found.drops)}" if found.drops else ""
    return f"{first}{dropped}"


def title(act: FightAct, here: Here) -> str:
    """Who does what to whom, as a roll says it first."""
    return f"{here.actor.name}: {here.rules.act_label(act, here)}{f' → {here.target.name}' if here.to else ''}"


def _known(step: RolledStep) -> str:
    """What a step without a sum was rolled with: "Skill +65, Modifiers −10"."""
    held = [] if step.sum_text or not step.faces else [one for one in step.modifiers if one.value]
    return ", ".join(f"{one.label} {views.figure(one.value, signed=True)}" for one in held)


def rolled(act: FightAct, here: Here, done: Rolled) -> str:
    """The steps of a rolled act, and a line for each change that follows."""
    steps = [
        {"step": step, "sum": step.sum_text, "known": _known(step), "dice": [drawn(face) for face in step.faces]}
        for step in (done.roll.steps if done.roll else ())
    ]
    lines = [
        {
            "text": one.text,
            "number": one.change.get("by") if one.change.do == "track" and "by" in one.change.fields else None,
        }
        for one in done.proposed
    ]
    chance = percent_text(done.roll.chance) if done.roll else ""
    return views.template("fight/rolled.html").render(
        title=title(act, here),
        roll=done.roll,
        odds=chance,
        steps=steps,
        lines=lines,
        asks=[(ask.name, ask.label, ask.options, here.option(ask)) for ask in done.asks],
        reason=done.event.get("anyway"),
    )
