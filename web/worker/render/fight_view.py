"""What players may see of a fight, as pairs of key and text, and the same as a message.

Hidden fighters are taken out of the state before anything is worked out for players, with all facts about them. No id,
no note, no number of a foe, no bookkeeping of the rules and no entry of the log goes in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import Fighter, FightState
from pyrules.engine.fight.state import DONE, Held
from pyrules.engine.formatting import figure
from pyrules.engine.inputs import OWN
from pyrules.engine.sheet.sheet import OWN_CONDITIONS

from .fight_conditions import few
from .fight_words import lasts

SCHEMA = 1
"""The form of the pairs."""
UNHURT, HURT, BADLY_HURT, DOWN = "unhurt", "hurt", "badly hurt", "down"


class Line(NamedTuple):
    """One fighter as players see it."""

    name: str
    side: str
    is_now: bool
    wounds: str
    number: str
    conditions: tuple[str, ...]


class View(NamedTuple):
    """A fight as players see it: the round, the names of those who act, and the fighters in order."""

    round: int
    acting: tuple[str, ...]
    lines: tuple[Line, ...]


def view(rules: FightRules, state: FightState, numbers: bool) -> View:
    """The fight without what is hidden; `numbers` shows those of the first side, the party."""
    seen = _seen(state)
    acting = _acting(rules, seen)
    lines = (_line(rules, seen, fighter, fighter.id in acting, numbers) for place in seen.order for fighter in place)
    return View(seen.round, tuple(seen[who].name for who in acting), tuple(lines))


def _seen(state: FightState) -> FightState:
    """The state without hidden fighters, and without what they hold, cause or end."""
    hidden = {fighter.id for fighter in state.combatants if fighter.hidden}
    held = tuple(
        one._replace(
            source="" if one.source in hidden else one.source,
            ends=tuple(end for end in one.ends if end.whose not in hidden),
            note="",
        )
        for one in state.held
        if not hidden & {one.who, one.to}
    )
    there = tuple(fighter for fighter in state.combatants if not fighter.hidden)
    return replace(state, combatants=there, held=held, ended=())


def _acting(rules: FightRules, seen: FightState) -> tuple[str, ...]:
    """Those whose turn it is as far as players can know.

    While a hidden fighter acts, the next ones seem to act already; at the end of a round, the last ones still.
    """
    if not seen.begun:
        return ()
    skipped = seen.holders(*rules.fight.passed_over)
    done = [[one.id for one in place if one.turn == DONE and one.id not in skipped] for place in seen.order]
    return rules.fight.acting(seen) or tuple(next(filter(None, reversed(done)), ()))


def _line(rules: FightRules, state: FightState, fighter: Fighter, is_now: bool, numbers: bool) -> Line:
    party = rules.sides[0].id
    side = next((one.label for one in rules.sides if one.id == fighter.side), fighter.side)
    left, most = _track(rules, state, fighter)
    number = f"{figure(left)} of {most}" if numbers and fighter.side == party and most is not None else ""
    wounds = _wounds(rules, state, fighter)
    conditions = tuple(dict.fromkeys(one for one in _conditions(rules, state, fighter) if one.lower() != wounds))
    return Line(fighter.name, side, is_now, wounds, number, conditions)


def _track(rules: FightRules, state: FightState, fighter: Fighter) -> tuple[int, int | None]:
    """The value and the maximum of the track that decides the fight of a fighter."""
    track = rules.track_of(state, fighter.id)
    most = rules.sheet.maximum.get(track, "")
    return fighter.tracks[track], rules.values(state, fighter.id)[most] if most else None


def _wounds(rules: FightRules, state: FightState, fighter: Fighter) -> str:
    """How badly a fighter is hurt, in a word."""
    if rules.is_down(state, fighter.id):
        return DOWN
    value, most = _track(rules, state, fighter)
    harm = rules.sheet.harm
    lost = value if harm and harm.adds and harm.pool == rules.track_of(state, fighter.id) else (most or 0) - value
    if lost <= 0:
        return UNHURT
    return HURT if most and 2 * lost < most else BADLY_HURT


def _conditions(rules: FightRules, state: FightState, fighter: Fighter) -> Iterator[str]:
    """Conditions, and facts with the names of the others; equal facts toward several are one."""
    told: dict[str, list[str]] = {}
    for held in state.held:
        fact = rules.fact(held.id) if held.to else None
        if fact is None:
            if held.who == fighter.id and not held.to and held.id not in rules.bookkeeping:
                told.setdefault(f"{_label(rules, fighter, held)}{lasts(rules, state, held)}", [])
        elif fact.by_hand and (held.who == fighter.id or (fact.both_ways and held.to == fighter.id)):
            other = held.to if held.who == fighter.id else held.who
            number = f" {held.number}" if fact.counts else ""
            told.setdefault(f"{rules.sheet.conditions.label(held.id)}{number}", []).append(state[other].name)
        elif held.to == fighter.id:
            for one in fact.gives_other:
                told.setdefault(rules.sheet.conditions.label(one), []).append(state[held.who].name)
    for label, names in told.items():
        yield f"{label}: {few(names)}" if names else label


def _label(rules: FightRules, fighter: Fighter, held: Held) -> str:
    own = getattr(fighter.given.held, OWN_CONDITIONS, ())
    if held.id.startswith(f"{OWN}."):
        return next((one.name for index, one in enumerate(own) if held.id == f"{OWN}.{index}"), "a condition")
    return rules.sheet.conditions.label(held.id)


def pairs(seen: View) -> list[list[str]]:
    """The view as keys and texts."""
    found = [["round", str(seen.round)], *(["acting", name] for name in seen.acting)]
    for index, line in enumerate(seen.lines):
        key = f"fighters.{index}."
        found += [[f"{key}name", line.name], [f"{key}side", line.side], [f"{key}wounds", line.wounds]]
        found += [[f"{key}now", "yes"]] if line.is_now else []
        found += [[f"{key}number", line.number]] if line.number else []
        found += [[f"{key}condition", one] for one in line.conditions]
    return found


def message(seen: View) -> str:
    """The view in words, for a chat."""
    now = f", {' and '.join(seen.acting)} to act" if seen.acting else ""
    lines = [f"Round {seen.round}{now}" if seen.round else "Before the fight"]
    for line in seen.lines:
        wounds = f"{line.wounds} ({line.number})" if line.number else line.wounds
        lines.append(f"{'▶' if line.is_now else '•'} {line.name}: {'; '.join([wounds, *line.conditions])}")
    return "\n".join(lines)
