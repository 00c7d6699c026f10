"""The rules of the hit point tracker: the change of each event, and the state after it.

"Life and Death" and the headings on recovery.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from ....engine.fight.replay import refuse
from ....engine.fight.rules import ME, Fight
from ....engine.fight.state import Combatant, Held, State
from ..tables import FACTS
from .death_line import death_line, nonlethal_line
from .first_aid import first_aid_brings, first_aid_dc
from .hit_point_events import Event, Tracked, healing_by
from .magic_points import magic_points_lost
from .optional_recovery import save_dcs
from .recovery import hour_heals, night_heals, rest_restores

STATES = FACTS.table("life_states").options()
ACTIVE, FAINTED, UNCONSCIOUS, DYING, DEAD = (option.id for option in STATES)  # in the order of the table
ZERO = FACTS.number("unconscious_at")

FREED = frozenset(row["label"].lower() for row in FACTS.table("conditions").rows if row["ends_when_dying"] is True)
"""The mental conditions that end when dying begins (ruling, OBSS-LIFE-14)."""


@dataclass(frozen=True, kw_only=True)
class Standing(Combatant):
    """A character's state.

    `below` holds from a fall below 0 until the character is above 0 again; `failed` counts the optional saves failed
    meanwhile. `given` are the inputs of the tracker, with Constitution and the table rules.
    """

    hp: int
    max_hp: int
    mp: int
    nonlethal: int = 0
    fatigue: int = 0
    drops: int = 0
    below: bool = False
    failed: int = 0
    dead: bool = False


Life = State[Standing]


def status(s: Standing) -> str:
    """The status that follows from the hit points (OBSS-LIFE-02, OBSS-LIFE-06, OBSS-LIFE-20)."""
    if s.dead:
        return DEAD
    if s.hp < ZERO:
        return DYING
    if s.hp == ZERO:
        return UNCONSCIOUS
    return FAINTED if s.hp - s.nonlethal <= FACTS.number("faint_at") else ACTIVE


def at_first(a: Tracked, nonlethal: int = 0) -> Life:
    """The starting state; starting below 0 counts as a fall."""
    unhurt = Standing(id=ME, given=a, hp=a.max_hp, max_hp=a.max_hp, mp=a.mp)
    return settled(State(combatants=(unhurt,)), ME, hp=a.hp, nonlethal=nonlethal)


def settled(life: Life, who: str, **changes: Any) -> Life:
    """The state with a change and its consequences: death, dying, or the cost of returning from below 0."""
    before, s = life[who], life[who].change(**changes)
    if s.hp <= death_line(s.given.con) or s.hp - s.nonlethal <= nonlethal_line(s.given.con):
        return life.put(s.change(dead=True))
    if s.hp < ZERO <= before.hp:
        s = s.change(drops=s.drops + 1, below=True)
        life = life.without(*(held for held in life.of(who) if held.note.lower() in FREED))
    if s.hp > ZERO:
        return life.put(_back_up(s))
    return life.put(s.change(dead=s.given.fight_for_life and not saves_left(s)))


def _back_up(s: Standing) -> Standing:
    """The state above 0, with the cost of a return from below 0 (OBSS-LIFE-16, OBSS-LIFE-17)."""
    if not s.below:
        return s.change(failed=0)
    tired = s.fatigue + FACTS.number("return_fatigue")
    return s.change(mp=s.mp - magic_points_lost(s.mp), fatigue=tired, below=False, failed=0)


def saves_left(s: Standing) -> list[int]:
    """The DCs of the optional saves left at 0 or below (OBSS-OPTR-03, OBSS-OPTR-05)."""
    return save_dcs(s.drops - s.below, s.given.rule)[s.failed :]


# The changes of each kind of event.

Change = dict[str, Any]


def _damage(s: Standing, event: Event) -> Change:
    return {"hp": s.hp - (event.n or 0)}


def _nonlethal(s: Standing, event: Event) -> Change:
    return {"nonlethal": s.nonlethal + (event.n or 0)}


def _bleed(s: Standing, event: Event) -> Change:
    bleeds = s.hp < ZERO and not s.given.fight_for_life  # the optional rule replaces it (ruling, OBSS-OPTR-01)
    return {"hp": s.hp - FACTS.number("bleed_hp") * bleeds}


def _magic_heal(s: Standing, event: Event) -> Change:
    healed = FACTS.number("magic_wakes_hp") if s.hp < ZERO else s.hp + (event.n or 0)
    return {"hp": min(s.max_hp, healed)}


def _first_aid(s: Standing, event: Event) -> Change:
    refuse(f"First Aid of this kind is for somebody at {ZERO} or below.", when=s.hp > ZERO, field="type")
    helps = (event.total or 0) >= first_aid_dc(s.hp, s.drops)
    return {"hp": min(s.max_hp, first_aid_brings(s.hp))} if helps else {}


def _hour_save(s: Standing, event: Event) -> Change:
    refuse(f"The save after an hour is for somebody at exactly {ZERO}.", when=s.hp != ZERO, field="type")
    refuse("The optional saves replace the save after an hour.", when=s.given.fight_for_life, field="type")
    made = (event.total or 0) >= FACTS.number("hour_save_dc")
    return {"hp": min(s.max_hp, FACTS.number("hour_save_hp")) if made else FACTS.number("hour_save_failed_hp")}


def _life_save(s: Standing, event: Event) -> Change:
    """The optional save: success wakes the character with fatigue, failure makes the next save harder (OBSS-OPTR-04).

    From below 0, the return brings the fatigue.
    """
    optional = "The save for one's life is an optional rule, which this table does not use."
    refuse(optional, when=not s.given.fight_for_life, field="type")
    refuse(f"The save for one's life is for somebody at {ZERO} or below.", when=s.hp > ZERO, field="type")
    left = saves_left(s)
    if not left or (event.total or 0) < left[0]:
        return {"failed": s.failed + 1}
    tired = 0 if s.below else FACTS.number("optional_save_fatigue")
    return {"hp": min(s.max_hp, FACTS.number("optional_save_hp")), "fatigue": s.fatigue + tired}


def _max_hp_damage(s: Standing, event: Event) -> Change:
    n = event.n or 0
    return {"max_hp": max(0, s.max_hp - n), "hp": s.hp - n}


def _max_hp_rest(s: Standing, event: Event) -> Change:
    return {"max_hp": min(s.given.max_hp, s.max_hp + rest_restores(s.given.con, event.roll or 0))}


def _nonlethal_hour(s: Standing, event: Event) -> Change:
    return {"nonlethal": max(0, s.nonlethal - hour_heals(s.given.con))}


def _night(s: Standing, event: Event) -> Change:
    """A night's rest; it does not heal at 0 or below (ruling, OBSS-REC-02).

    The night ends the count of falls unless a table rule keeps it (OBSS-LIFE-10).
    """
    if s.hp <= ZERO:
        return {}
    healed = night_heals(s.given.con, getattr(event, healing_by(event, s.given.natural_recovery)))
    return {"hp": min(s.max_hp, s.hp + healed), "drops": 0 if s.given.night_ends_falls else s.drops}


CHANGES: dict[str, Callable[[Standing, Event], Change]] = {
    "damage": _damage,
    "nonlethal": _nonlethal,
    "bleed": _bleed,
    "magic_heal": _magic_heal,
    "first_aid": _first_aid,
    "hour_save": _hour_save,
    "life_save": _life_save,
    "max_hp_damage": _max_hp_damage,
    "max_hp_rest": _max_hp_rest,
    "nonlethal_hour": _nonlethal_hour,
    "night": _night,
}


def _happens(life: Life, who: str, event: Event) -> Life:
    """The state after an event; nothing changes for a dead character (OBSS-LIFE-22)."""
    if life[who].dead:
        return life
    if event.type == "condition":
        named = Held(who, "condition", note=event.name or "")
        return life if named in life.held else settled(life.hold(named), who)
    return settled(life, who, **CHANGES[event.type](life[who], event))


LIFE: Fight[Life, Event] = Fight(
    handlers=dict.fromkeys((*CHANGES, "condition"), _happens),
    kind=attrgetter("type"),
    tracks=("hp", "nonlethal", "mp", "fatigue"),
)
