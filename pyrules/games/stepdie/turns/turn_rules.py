"""The events of a turn in order: what each allows, uses and changes.

One turn a round. Wait keeps the turn open; Block, Riposte and Trip use it out of turn.
"""

from __future__ import annotations

from ....engine.fight.durations import Moment, expire, round_end
from ....engine.fight.replay import refuse
from ....engine.fight.rules import ME, Fight, Handler, Tracker, brings, ends
from ....engine.fight.state import Held, State
from ..holds.hold import STRATEGIES
from ..tables import FACTS
from .fighter import ASLEEP, Fighter, Is, Turns, counts_in, escape_failed, freed, grappled, kept_down, knocked_out
from .turn_actions import CHANGES, has_shield, refuse_lacking, without
from .turn_events import LABELS, OTHERS, Event, TurnTracked

IN_A_HOLD = tuple(option.id for option in STRATEGIES)
FREE_AT_TIMES = ("mount", "stand")
LYING = {Is.GROUNDED, Is.GRAPPLED, Is.INCAPACITATED, Is.UNCONSCIOUS}
"""The conditions in which a fighter lies on the ground."""

LOST = "You are stunned: this turn is lost."


def at_first(a: TurnTracked) -> Turns:
    """The starting state."""
    x = Fighter(id=ME, given=a, equipped=a.equipped, inventory=a.inventory, loaded=a.loaded, projectiles=a.projectiles)
    lying = {Is.GROUNDED} if LYING & set(a.conditions) else set()
    return State(combatants=(x,), round=0, held=tuple(Held(ME, one) for one in sorted({*a.conditions, *lying})))


def cost(name: str) -> str:
    """The cost of an action: "turn", "turn_or_free", "free", "pass" or "turn_reaction"."""
    row = OTHERS.find("id", name)
    return row["cost"] if row else "turn"


def _act(fight: Turns, who: str, event: Event) -> Turns:
    refuse("Say which action it is.", when=event.name is None, field="name")
    name = event.name or ""
    if name == "trip":
        return _reaction(fight, who, event)
    if cost(name) == "pass":
        return _wait(fight, who, event)
    _refuse_unable(fight, who)
    if cost(name) == "free":
        return fight
    refuse(f"{LABELS[name]} is never free.", when=event.free and name not in FREE_AT_TIMES, field="free")
    if not event.free:
        _refuse_used(fight, who)
        held, strategy = fight.holds(who, Is.HOLDING), name in IN_A_HOLD
        only = "With a hold to keep you may only strike unarmed or take an item: let go first."
        refuse(only, when=held and not strategy, field="name")
        refuse("You hold nobody.", when=strategy and not held, field="name")
    refuse_lacking(fight, who, event)
    if change := CHANGES.get(name):
        fight = change(fight, who, event)
    return fight if event.free else _used(fight, who, name)


def _used(fight: Turns, who: str, by: str) -> Turns:
    """The turn as used by an action or an event."""
    return fight.free(who, Is.WAITING).change(who, did=(by,))


def _refuse_unable(fight: Turns, who: str) -> None:
    """Refuses what a condition excludes; some leave only an escape (S2-STUN-01, S2-INCAP-03, S2-TACKLE-04)."""
    refuse(ASLEEP, when=fight.holds(who, Is.UNCONSCIOUS), field="do")
    refuse(LOST, when=fight.holds(who, Is.STUNNED), field="do")
    refuse("You are held: only a try to escape is left.", when=fight.holds(who, Is.GRAPPLED), field="do")


def _refuse_used(fight: Turns, who: str) -> None:
    refuse("Your turn of this round is already used.", when=fight[who].did, field="do")


# Other events.


def _round(fight: Turns, who: str, event: Event) -> Turns:
    return FIGHT.next_round(fight)


def _comes_to_count(fight: Turns, moment: Moment) -> Turns:
    """What was made ready in a round counts in the next one (S2-PREP-01, S2-DEFEND-01)."""
    coming = dict(counts_in(fight, moment.round + 1))
    return fight.without(*coming).hold(*coming.values())


def _wait(fight: Turns, who: str, event: Event) -> Turns:
    _refuse_unable(fight, who)
    _refuse_used(fight, who)
    return fight.hold(Held(who, Is.WAITING, ends=(round_end(fight.round),)))


def _reaction(fight: Turns, who: str, event: Event) -> Turns:
    """Riposte and Trip, which use the turn out of turn."""
    _refuse_unable(fight, who)
    _refuse_used(fight, who)
    refuse("Your turn belongs to the hold: let go first.", when=fight.holds(who, Is.HOLDING), field="do")
    named = event.name if event.do in ("action", "riposte") else None
    return _used(fight, who, named or event.do)


def _block(fight: Turns, who: str, event: Event) -> Turns:
    fight = _reaction(fight, who, event)
    refuse("Blocking takes a shield in hand.", when=not has_shield(fight[who]), field="do")
    return fight.hold(Held(who, Is.BLOCKING, ends=(round_end(fight.round),)))


def _enemy_turn(fight: Turns, who: str, event: Event) -> Turns:
    return fight.change(who, **_dodge_steps(fight, who))


def _dodge_steps(fight: Turns, who: str) -> dict[str, int]:
    return {"dodge_steps_left": FACTS.number("dodge_move_zones")}


def _dodged(fight: Turns, who: str, event: Event) -> Turns:
    left = fight[who].dodge_steps_left
    text = "You have moved already in this enemy's turn; a dodge moves you one zone."
    refuse(text, when=not left, field="do")
    return fight.change(who, dodge_steps_left=left - 1)


def _disarmed(fight: Turns, who: str, event: Event) -> Turns:
    x, item = fight[who], event.item or ""
    refuse("Only an item in your hand can be lost: say which.", when=item not in x.equipped, field="item")
    far = event.fling_ft > 0
    refuse("Only the item you parried with flies.", when=far and not event.parried, field="fling_ft")
    where = "flung" if far else "at_feet"
    return fight.change(who, equipped=without(x.equipped, item), **{where: (*getattr(x, where), item)})


def _release(fight: Turns, who: str, event: Event) -> Turns:
    refuse("You hold nobody.", when=not fight.holds(who, Is.HOLDING), field="do")
    return fight.free(who, Is.HOLDING)


def _lost_turn(fight: Turns, who: str, event: Event) -> Turns:
    refuse("You are not stunned: no turn is lost.", when=not fight.holds(who, Is.STUNNED), field="do")
    _refuse_used(fight, who)
    return _used(fight.free(who, Is.STUNNED), who, event.do)


def _escaping(result: Handler[Turns, Event]) -> Handler[Turns, Event]:
    """A try to escape, which uses the turn."""

    def tried(fight: Turns, who: str, event: Event) -> Turns:
        after = result(fight, who, event)
        refuse(ASLEEP, when=fight.holds(who, Is.UNCONSCIOUS), field="do")
        refuse(LOST, when=fight.holds(who, Is.STUNNED), field="do")
        _refuse_used(fight, who)
        return _used(after, who, event.do)

    return tried


def _helped_up(fight: Turns, who: str, event: Event) -> Turns:
    refuse("You are standing already.", when=not fight.holds(who, Is.GROUNDED), field="do")
    down = "Help alone gets nobody up who is incapacitated, unconscious or held."
    refuse(down, when=kept_down(fight, who), field="do")
    return fight.free(who, Is.GROUNDED)


FIGHT: Fight[Turns, Event] = Fight(
    handlers={
        "round": _round,
        "wait": _wait,
        "action": _act,
        "block": _block,
        "riposte": _reaction,
        "trip": _reaction,
        "enemy_turn": _enemy_turn,
        "dodged": _dodged,
        "disarmed": _disarmed,
        "grappling": brings(Is.HOLDING),
        "release": _release,
        "grounded": brings(Is.GROUNDED),
        "helped_up": _helped_up,
        "burning": brings(Is.SMOLDERING),
        "stunned": brings(Is.STUNNED),
        "lost_turn": _lost_turn,
        "grappled": grappled,
        "escape_failed": _escaping(escape_failed),
        "escaped": _escaping(freed),
        "let_go": freed,
        "knocked_out": knocked_out,
        "woken": ends(Is.UNCONSCIOUS),
    },
    budget=_dodge_steps,
    round_end=(expire, _comes_to_count),
)
"""The handlers of the events, by the ids of the table of events."""

TRACKER = Tracker(FIGHT, at_first)
