"""The events of a turn in order: what each allows, uses and changes.

One turn a round. Wait keeps the turn open; Block, Riposte and Trip use it out of turn.
"""

from __future__ import annotations

from typing import Any

from ....engine.errors import InvalidInput
from ..holds.hold import STRATEGIES
from ..tables import FACTS
from .turn_events import LABELS, OTHERS, Event, TurnTracked
from .turn_state import EFFECTS, Change, State, at_first, has_shield, refuse, without

IN_A_HOLD = tuple(option.id for option in STRATEGIES)
FREE_AT_TIMES = ("mount", "stand")


def cost(name: str) -> str:
    """The cost of an action: "turn", "turn_or_free", "free", "pass" or "turn_reaction"."""
    row = next((row for row in OTHERS.rows if row["id"] == name), None)
    return row["cost"] if row else "turn"


def _act(x: State, event: Event) -> State:
    refuse(event, "Say which action it is.", when=event.name is None, field="name")
    assert event.name is not None  # refused
    if cost(event.name) == "pass":
        return _wait(x, event)
    _refuse_unable(x, event)
    if cost(event.name) == "free":
        return x
    if event.free:
        refuse(event, f"{LABELS[event.name]} is never free.", when=event.name not in FREE_AT_TIMES, field="free")
        return EFFECTS[event.name](x, event) if event.name in EFFECTS else x
    _refuse_used(x, event)
    if x.holding:
        only = "With a hold to keep you may only strike unarmed or take an item: let go first."
        refuse(event, only, when=event.name not in IN_A_HOLD, field="name")
    refuse(event, "You hold nobody.", when=event.name in IN_A_HOLD and not x.holding, field="name")
    return _used(EFFECTS[event.name](x, event) if event.name in EFFECTS else x, event.name)


def _used(x: State, name: str | None) -> State:
    """The turn as used; only the prepared action keeps the bonus of Prepare (S2-PREP-01)."""
    bonus = FACTS.number("prepare_bonus") if name is not None and x.prepared == name else 0
    return x._replace(acted=True, waiting=False, roll_bonus=bonus)


def _refuse_unable(x: State, event: Event) -> None:
    """Refuses what a condition excludes; some leave only an escape (S2-STUN-01, S2-INCAP-03, S2-TACKLE-04)."""
    refuse(event, "Nothing can be done while unconscious.", when=x.unconscious)
    refuse(event, "You are stunned: this turn is lost.", when=x.stunned)
    refuse(event, "You are held: only a try to escape is left.", when=x.grappled)


def _refuse_used(x: State, event: Event) -> None:
    refuse(event, "Your turn of this round is already used.", when=x.acted)


# Other events.


def _round(x: State, event: Event) -> State:
    return x._replace(
        round=x.round + 1,
        acted=False,
        waiting=False,
        blocking=False,
        defence_bonus=FACTS.number("defend_bonus") if x.defend_next_round else 0,
        roll_bonus=0,
        speed_bonus=0,
        dodge_steps_left=FACTS.number("dodge_move_zones"),
        prepared=x.prepared_for_next_round,
        prepared_for_next_round=None,
        defend_next_round=False,
    )


def _wait(x: State, event: Event) -> State:
    _refuse_unable(x, event)
    _refuse_used(x, event)
    return x._replace(waiting=True)


def _reaction(x: State, event: Event) -> None:
    _refuse_unable(x, event)
    _refuse_used(x, event)
    refuse(event, "Your turn belongs to the hold: let go first.", when=x.holding)


def _block(x: State, event: Event) -> State:
    _reaction(x, event)
    refuse(event, "Blocking takes a shield in hand.", when=not has_shield(x))
    return _used(x, None)._replace(blocking=True)


def _riposte(x: State, event: Event) -> State:
    _reaction(x, event)
    return _used(x, event.name)


def _trip(x: State, event: Event) -> State:
    _reaction(x, event)
    return _used(x, "trip")


def _enemy_turn(x: State, event: Event) -> State:
    return x._replace(dodge_steps_left=FACTS.number("dodge_move_zones"))


def _dodged(x: State, event: Event) -> State:
    text = "You have moved already in this enemy's turn; a dodge moves you one zone."
    refuse(event, text, when=not x.dodge_steps_left)
    return x._replace(dodge_steps_left=x.dodge_steps_left - 1)


def _disarmed(x: State, event: Event) -> State:
    refuse(event, "Only an item in your hand can be lost: say which.", when=event.item not in x.equipped, field="item")
    assert event.item is not None  # refused
    far = event.fling_ft > 0
    refuse(event, "Only the item you parried with flies.", when=far and not event.parried, field="fling_ft")
    left = x._replace(equipped=without(x.equipped, event.item))
    return left._replace(flung=(*x.flung, event.item)) if far else left._replace(at_feet=(*x.at_feet, event.item))


def _grappling(x: State, event: Event) -> State:
    return x._replace(holding=True)


def _release(x: State, event: Event) -> State:
    refuse(event, "You hold nobody.", when=not x.holding)
    return x._replace(holding=False)


# Events that others cause.


def _sets(**flags: Any) -> Change:
    return lambda x, event: x._replace(**flags)


def _grappled(x: State, event: Event) -> State:
    return x._replace(grappled=True, grounded=True, holding=False, failures=0)


def _lost_turn(x: State, event: Event) -> State:
    refuse(event, "You are not stunned: no turn is lost.", when=not x.stunned)
    _refuse_used(x, event)
    return _used(x, None)._replace(stunned=False)


def _escape_failed(x: State, event: Event) -> State:
    """A failed escape; only failures in a row count, since a success ends the hold (S2-TACKLE-05)."""
    _try_to_escape(x, event)
    failures = x.failures + 1
    return _used(x, None)._replace(failures=failures, unconscious=failures >= x.failures_to_ko)


def _escaped(x: State, event: Event) -> State:
    _try_to_escape(x, event)
    return _used(x, None)._replace(grappled=False, failures=0)


def _try_to_escape(x: State, event: Event) -> None:
    refuse(event, "Nobody holds you.", when=not x.grappled)
    refuse(event, "Nothing can be done while unconscious.", when=x.unconscious)
    refuse(event, "You are stunned: this turn is lost.", when=x.stunned)
    _refuse_used(x, event)


def _let_go(x: State, event: Event) -> State:
    refuse(event, "Nobody holds you.", when=not x.grappled)
    return x._replace(grappled=False, failures=0)


def _helped_up(x: State, event: Event) -> State:
    refuse(event, "You are standing already.", when=not x.grounded)
    refuse(event, "Help alone gets nobody up who is incapacitated, unconscious or held.", when=_kept_down(x))
    return x._replace(grounded=False)


def _kept_down(x: State) -> bool:
    return x.incapacitated or x.unconscious or x.grappled


HAPPENS: dict[str, Change] = {
    "round": _round,
    "wait": _wait,
    "action": _act,
    "block": _block,
    "riposte": _riposte,
    "trip": _trip,
    "enemy_turn": _enemy_turn,
    "dodged": _dodged,
    "disarmed": _disarmed,
    "grappling": _grappling,
    "release": _release,
    "grounded": _sets(grounded=True),
    "helped_up": _helped_up,
    "burning": _sets(smoldering=True),
    "stunned": _sets(stunned=True),
    "lost_turn": _lost_turn,
    "grappled": _grappled,
    "escape_failed": _escape_failed,
    "escaped": _escaped,
    "let_go": _let_go,
    "knocked_out": _sets(unconscious=True, grounded=True),
    "woken": _sets(unconscious=False),
}
"""The change of each event, by the ids of the table of events."""


def after(x: State, event: Event) -> State:
    """The state after an event; raises `InvalidInput` with a field of the event."""
    if event.do == "action" and event.name == "trip":
        return _trip(x, event)
    return HAPPENS[event.do](x, event)


def walk(a: TurnTracked) -> list[State]:
    """The state at the start and after each event; raises `InvalidInput` for the first that breaks a rule."""
    states = [at_first(a)]
    for index, event in enumerate(a.events):
        try:
            states.append(after(states[-1], event))
        except InvalidInput as refused:
            at = f"events.{index}.{refused.field}"
            raise InvalidInput(at, refused.code, refused.value, refused.text) from None
    return states
