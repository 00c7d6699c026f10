"""The rules of the hit point tracker: the change of each event, and the state after it.

"Life and Death" and the headings on recovery.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..tables import FACTS
from .death_line import death_line, nonlethal_line
from .first_aid import first_aid_brings, first_aid_dc
from .hit_point_events import (
    BLEED,
    CONDITION,
    DAMAGE,
    FIRST_AID,
    HOUR_SAVE,
    LIFE_SAVE,
    MAGIC_HEAL,
    MAX_HP_DAMAGE,
    MAX_HP_REST,
    NIGHT,
    NONLETHAL,
    NONLETHAL_HOUR,
    Event,
    Tracked,
    healing_by,
)
from .magic_points import magic_points_lost
from .optional_recovery import save_dcs
from .recovery import hour_heals, night_heals, rest_restores

STATES = FACTS.table("life_states").options()
ACTIVE, FAINTED, UNCONSCIOUS, DYING, DEAD = (option.id for option in STATES)  # in the order of the table
ZERO = FACTS.number("unconscious_at")

FREED = frozenset(row["label"].lower() for row in FACTS.table("conditions").rows if row["ends_when_dying"] is True)
"""The mental conditions that end when dying begins (ruling, OBSS-LIFE-14)."""


class Standing(NamedTuple):
    """A character's state.

    `below` holds from a fall below 0 until the character is above 0 again; `failed` counts the optional saves failed
    meanwhile.
    """

    hp: int
    max_hp: int
    mp: int
    nonlethal: int = 0
    fatigue: int = 0
    drops: int = 0
    conditions: tuple[str, ...] = ()
    below: bool = False
    failed: int = 0
    dead: bool = False


def status(s: Standing) -> str:
    """The status that follows from the hit points (OBSS-LIFE-02, OBSS-LIFE-06, OBSS-LIFE-20)."""
    if s.dead:
        return DEAD
    if s.hp < ZERO:
        return DYING
    if s.hp == ZERO:
        return UNCONSCIOUS
    return FAINTED if s.hp - s.nonlethal <= FACTS.number("faint_at") else ACTIVE


def at_first(a: Tracked) -> Standing:
    """The starting state; starting below 0 counts as a fall."""
    unhurt = Standing(a.max_hp, a.max_hp, a.mp)
    return settled(a, unhurt, unhurt._replace(hp=a.hp))


def settled(a: Tracked, before: Standing, s: Standing) -> Standing:
    """The state with the consequences of a change: death, dying, or the cost of returning from below 0."""
    if s.hp <= death_line(a.con) or s.hp - s.nonlethal <= nonlethal_line(a.con):
        return s._replace(dead=True)
    if s.hp < ZERO <= before.hp:
        kept = tuple(one for one in s.conditions if one.lower() not in FREED)
        s = s._replace(drops=s.drops + 1, conditions=kept, below=True)
    if s.hp > ZERO:
        return _back_up(s)
    return s._replace(dead=a.fight_for_life and not saves_left(a, s))


def _back_up(s: Standing) -> Standing:
    """The state above 0, with the cost of a return from below 0 (OBSS-LIFE-16, OBSS-LIFE-17)."""
    if not s.below:
        return s._replace(failed=0)
    tired = s.fatigue + FACTS.number("return_fatigue")
    return s._replace(mp=s.mp - magic_points_lost(s.mp), fatigue=tired, below=False, failed=0)


def saves_left(a: Tracked, s: Standing) -> list[int]:
    """The DCs of the optional saves left at 0 or below (OBSS-OPTR-03, OBSS-OPTR-05)."""
    return save_dcs(s.drops - s.below, a.rule)[s.failed :]


# The changes of each kind of event.


def _damage(a: Tracked, s: Standing, event: Event) -> Standing:
    return s._replace(hp=s.hp - (event.n or 0))


def _nonlethal(a: Tracked, s: Standing, event: Event) -> Standing:
    return s._replace(nonlethal=s.nonlethal + (event.n or 0))


def _bleed(a: Tracked, s: Standing, event: Event) -> Standing:
    bleeds = s.hp < ZERO and not a.fight_for_life  # the optional rule replaces it (ruling, OBSS-OPTR-01)
    return s._replace(hp=s.hp - FACTS.number("bleed_hp")) if bleeds else s


def _magic_heal(a: Tracked, s: Standing, event: Event) -> Standing:
    healed = FACTS.number("magic_wakes_hp") if s.hp < ZERO else s.hp + (event.n or 0)
    return s._replace(hp=min(s.max_hp, healed))


def _first_aid(a: Tracked, s: Standing, event: Event) -> Standing:
    if (event.total or 0) < first_aid_dc(s.hp, s.drops):
        return s
    return s._replace(hp=min(s.max_hp, first_aid_brings(s.hp)))


def _hour_save(a: Tracked, s: Standing, event: Event) -> Standing:
    made = (event.total or 0) >= FACTS.number("hour_save_dc")
    return s._replace(hp=min(s.max_hp, FACTS.number("hour_save_hp")) if made else FACTS.number("hour_save_failed_hp"))


def _life_save(a: Tracked, s: Standing, event: Event) -> Standing:
    """The optional save: success wakes the character with fatigue, failure makes the next save harder (OBSS-OPTR-04).

    From below 0, the return brings the fatigue.
    """
    left = saves_left(a, s)
    if not left or (event.total or 0) < left[0]:
        return s._replace(failed=s.failed + 1)
    tired = s.fatigue if s.below else s.fatigue + FACTS.number("optional_save_fatigue")
    return s._replace(hp=min(s.max_hp, FACTS.number("optional_save_hp")), fatigue=tired)


def _max_hp_damage(a: Tracked, s: Standing, event: Event) -> Standing:
    n = event.n or 0
    return s._replace(max_hp=max(0, s.max_hp - n), hp=s.hp - n)


def _max_hp_rest(a: Tracked, s: Standing, event: Event) -> Standing:
    return s._replace(max_hp=min(a.max_hp, s.max_hp + rest_restores(a.con, event.roll or 0)))


def _nonlethal_hour(a: Tracked, s: Standing, event: Event) -> Standing:
    return s._replace(nonlethal=max(0, s.nonlethal - hour_heals(a.con)))


def _night(a: Tracked, s: Standing, event: Event) -> Standing:
    """A night's rest; it does not heal at 0 or below (ruling, OBSS-REC-02).

    The night ends the count of falls unless a table rule keeps it (OBSS-LIFE-10).
    """
    if s.hp <= ZERO:
        return s
    healed = night_heals(a.con, getattr(event, healing_by(event, a.natural_recovery)))
    return s._replace(hp=min(s.max_hp, s.hp + healed), drops=0 if a.night_ends_falls else s.drops)


def _condition(a: Tracked, s: Standing, event: Event) -> Standing:
    name = event.name or ""
    return s if name in s.conditions else s._replace(conditions=(*s.conditions, name))


CHANGES: dict[str, Callable[[Tracked, Standing, Event], Standing]] = {
    DAMAGE: _damage,
    NONLETHAL: _nonlethal,
    BLEED: _bleed,
    MAGIC_HEAL: _magic_heal,
    FIRST_AID: _first_aid,
    HOUR_SAVE: _hour_save,
    LIFE_SAVE: _life_save,
    MAX_HP_DAMAGE: _max_hp_damage,
    MAX_HP_REST: _max_hp_rest,
    NONLETHAL_HOUR: _nonlethal_hour,
    NIGHT: _night,
    CONDITION: _condition,
}


def refusal(a: Tracked, s: Standing, event: Event) -> str | None:
    """Why an event is not possible in this state; None if it is."""
    if s.dead:
        return None  # events change nothing for a dead character (OBSS-LIFE-22)
    if event.type == FIRST_AID and s.hp > ZERO:
        return f"First Aid of this kind is for somebody at {ZERO} or below."
    if event.type == HOUR_SAVE and s.hp != ZERO:
        return f"The save after an hour is for somebody at exactly {ZERO}."
    if event.type == HOUR_SAVE and a.fight_for_life:
        return "The optional saves replace the save after an hour."
    if event.type == LIFE_SAVE:
        return _no_life_save(a, s)
    return None


def _no_life_save(a: Tracked, s: Standing) -> str | None:
    if not a.fight_for_life:
        return "The save for one's life is an optional rule, which this table does not use."
    return None if s.hp <= ZERO else f"The save for one's life is for somebody at {ZERO} or below."


class Happened(NamedTuple):
    """An event, the state before it, and the state after it."""

    event: Event
    before: Standing
    after: Standing


def history(a: Tracked) -> Iterator[Happened]:
    """Every event in order; the caller has refused impossible ones."""
    s = at_first(a)
    for event in a.events:
        after = s if s.dead else settled(a, s, CHANGES[event.type](a, s, event))
        yield Happened(event, s, after)
        s = after


def at_last(a: Tracked) -> Standing:
    """The state after all events."""
    s = at_first(a)
    for one in history(a):
        s = one.after
    return s
