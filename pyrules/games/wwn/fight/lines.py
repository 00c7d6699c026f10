"""The proposed lines of acts: changes with a short sentence that names the fighter and the number."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event, free, hold, track
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import counted
from ..tables import FACTS
from ..wounds.wounds import CONDITIONS, INCAPACITATED, MORTAL, Harm, at_zero
from .facts import MELEE, others
from .gear import can_spare

HIT_POINTS = "hit_points"
NONLETHAL = "nonlethal"
HARM = Ask("harm", "Harm", (Option("lethal", "Lethal"), Option(NONLETHAL, "Non-lethal")))


def harm_asked(here: Here) -> tuple[Ask, ...]:
    """Whether the attack spares its target, with a weapon that can (WWN-DMG-06, WWN-DMG-07)."""
    return (HARM,) if here.weapon and can_spare(here.weapon) else ()


def note(text: str) -> Proposed:
    """A line that changes nothing and stands in the log."""
    return Proposed(Event("note", "", {"text": text}), text)


def begins(held: Held, text: str) -> Proposed:
    """A condition or a fact begins."""
    return Proposed(hold(held), text)


def ends(held: Held, text: str) -> Proposed:
    """A condition or a fact ends."""
    return Proposed(free(held.who, held.id, held.to), text)


# At 0 hit points


def fallen_as(rules: FighterRules, state: FightState, who: str, *, nonlethal: bool) -> str:
    """The condition of a fighter without hit points (WWN-DMG-03, WWN-DMG-04, WWN-DMG-05, WWN-EXT-FRAIL)."""
    values = rules.values(state, who)
    frail = values.has_condition("frail")
    return at_zero(Harm(hp=0, damage=0, nonlethal=nonlethal, target_kind=values["who"], frail=frail)).status


def fallen(state: FightState, who: str, condition: str, rounds_ago: int = 0) -> Held:
    """The condition of somebody who falls now or some rounds ago, with its end.

    The Mortally Wounded die as the last of their rounds ends; the round of the fall is the first (WWN-EXT-MORTAL). The
    incapacitated wake after their minutes (WWN-DMG-05).
    """
    now = max(1, state.round - rounds_ago)
    last = {
        MORTAL: now + FACTS.number("mortal_wound_rounds") - 1,
        INCAPACITATED: now + FACTS.number("incapacitated_minutes") * 60 // FACTS.number("round_seconds"),
    }
    return Held(who, condition, ends=(round_end(last[condition]),) if condition in last else ())


def hurt(here: Here, who: str, damage: int) -> Iterable[Proposed]:
    """The damage of a fighter; at 0 hit points the line says what becomes of them (WWN-DMG-01)."""
    if not damage:
        return
    fighter, state = here.state[who], here.state
    left = max(0, fighter.tracks[HIT_POINTS] - damage)
    text = f"{fighter.name}: {damage} damage, {counted(left, 'hit point')} left"
    if not left and not here.rules.is_down(state, who):
        nonlethal = here.options.get(HARM.name) == NONLETHAL
        text += f", {CONDITIONS.row(fallen_as(here.rules, state, who, nonlethal=nonlethal))['label']}"
    yield Proposed(track(who, HIT_POINTS, -damage), text)


# Melee


def meets(here: Here) -> Iterable[Proposed]:
    """The actor and the target come to be in melee."""
    if here.to not in others(here.state, here.who, MELEE) and not here.rules.is_down(here.state, here.to):
        yield begins(Held(here.who, MELEE, here.to), f"{here.actor.name} and {here.target.name} are in melee")


def falls_prone(state: FightState, who: str) -> Iterable[Proposed]:
    """A fighter lies on the ground."""
    if not state.holds(who, "prone"):
        yield begins(Held(who, "prone"), f"{state[who].name}: prone")
