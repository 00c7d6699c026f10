"""The turn tracker: the actions that are open now, and the bonus prepared for the next round.

Turns and rounds, with every action that uses a turn or is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.fight.rules import ME
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step, if_any
from ..exchange.strike import PLAIN
from ..tables import FACTS
from .fighter import Is, Turns
from .turn_actions import bonus
from .turn_events import EVERY_ACTION, LABELS, OTHERS, STATES, TURNS, Event, TurnTracked
from .turn_rules import FIGHT, TRACKER

REACTIONS = ("block", "riposte")
WHEN_HELD_OR_STUNNED = {"escape": "escape_failed", "lose_turn": "lost_turn"}
"""The actions left to a held or stunned character, and the event that checks each."""

CHOICES = (
    *EVERY_ACTION,
    *(option for option in TURNS.options() if option.id in REACTIONS),
    Option("escape", "Try to escape", "S2-TACKLE-04"),
    Option("lose_turn", "Lose this turn", "S2-STUN-01"),
)
TURN_STATES = (
    Option("open", "Yours to use", "S2-TURN-01"),
    Option("waiting", "Waiting", "S2-WAIT-01"),
    Option("used", "Used", "S2-TURN-01"),
)
NOTHING = "\u2013"


# Open actions.


def _trial(fight: Turns, name: str) -> Event:
    """The simplest event of an action, for a trial."""
    if name in REACTIONS:
        return Event(do=name)
    if name in WHEN_HELD_OR_STUNNED:
        return Event(do=WHEN_HELD_OR_STUNNED[name])
    x = fight[ME]
    item = x.equipped[0] if x.equipped and name == "throw" else None
    held = x.equipped or x.inventory[:1] or x.at_feet[:1]
    return Event(do="action", name=name, item=item, what=PLAIN, items=held if name == "equip" else ())


def why_not(fight: Turns, name: str) -> str:
    """Why an action is closed now; empty if it is open."""
    return FIGHT.play(fight, _trial(fight, name)).reason or ""


def _now(fight: Turns, name: str) -> dict[str, Any]:
    """Whether an action is open, with its cost or the reason against it."""
    reason = why_not(fight, name)
    return {"action": name, "open": not reason, "terms": reason or _costs(name)}


def _costs(name: str) -> str:
    row = OTHERS.find("id", name)
    if row:
        return str(row["cost_label"])
    if name in WHEN_HELD_OR_STUNNED:
        return "your turn"
    return "your turn, as a reaction" if name in REACTIONS else "your action"


def turn_of(fight: Turns) -> str:
    """Whether the turn of this round is open, waiting or used."""
    return "used" if fight[ME].did else "waiting" if fight.holds(ME, Is.WAITING) else "open"


# The answer.


def _explanation(a: TurnTracked) -> Procedure[Any]:
    """The rule of each figure."""
    return notes(*_notes(TRACKER.play(a)[1]))


def _notes(fight: Turns) -> Iterator[Step[Any]]:
    x = fight[ME]
    said = {"open": "not used yet", "waiting": "waited with, so still open", "used": "used"}[turn_of(fight)]
    one = FACTS.modifier("actions_per_turn")
    spent = if_any("Used", -1 if x.did else 0, "S2-TURN-01")
    yield note(f"Your turn of round {fight.round}: {said}", "S2-TURN-01", (one, *spent))
    defend = bonus(fight, ME, Is.DEFENDING)
    yield note("On defenses this round", "S2-DEFEND-01", if_any("Defend", defend, "S2-DEFEND-01"))
    prepared = bonus(fight, ME, Is.PREPARED) if counts_now(fight) else 0
    yield note("On the rolls of the prepared action", "S2-PREP-01", if_any("Prepared", prepared, "S2-PREP-01"))
    yield note("Loaded", "S2-RELOAD-01", (Modifier("Loaded", x.loaded, "S2-RELOAD-01"),), gives="loaded")
    yield note("Left besides what is loaded", "S2-RELOAD-01", gives="projectiles")
    yield note("Moves after a dodge in this enemy's turn", "S2-DODGE-07")
    yield note("On your Speed this turn", "S2-RUN-01", if_any("Run", bonus(fight, ME, Is.RUNNING), "S2-RUN-01"))
    yield note("In hand: what was equipped, without what was lost", "S2-EQUIP-01")
    yield note("Holding somebody" if fight.holds(ME, Is.HOLDING) else "Holding nobody", "S2-TACKLE-07")
    yield note("Conditions: what has happened and not ended", "S2-GROUND-01")
    if fight.holds(ME, Is.GRAPPLED):
        yield note(f"Failed tries to escape: {x.failures} of {x.given.failures_to_ko}", "S2-TACKLE-05")


def _values(a: TurnTracked) -> dict[str, Any]:
    entries, fight = TRACKER.play(a)
    x = fight[ME]
    return {
        "turn": turn_of(fight),
        "prepared_now": f"{LABELS[_prepared(fight)]} +{bonus(fight, ME, Is.PREPARED)}" if counts_now(fight) else None,
        "conditions": [option.id for option in STATES if fight.holds(ME, option.id)],
        "failures": x.failures if fight.holds(ME, Is.GRAPPLED) else None,
        "roll_bonus": bonus(fight, ME, Is.PREPARED) if _prepared(fight) in x.did else 0,
        "defence_bonus": bonus(fight, ME, Is.DEFENDING),
        "hands": _listed(x.equipped),
        "carried": _listed(x.inventory),
        "lying": _listed((*x.at_feet, *(f"{one} (flung away)" for one in x.flung))),
        "next_round": _next_round(fight),
        "now": sorted((_now(fight, option.id) for option in CHOICES), key=lambda row: not row["open"]),
        "log": [
            {"event": _event_text(one.event), "turn": turn_of(one.after), "hands": _listed(one.after[ME].equipped)}
            for one in entries
        ],
        "acted": bool(x.did),
        "waiting": fight.holds(ME, Is.WAITING),
        "blocking": fight.holds(ME, Is.BLOCKING),
        "equipped": list(x.equipped),
        "inventory": list(x.inventory),
        "on_ground": [*x.at_feet, *x.flung],
        "loaded": x.loaded,
        "projectiles": x.projectiles,
        "dodge_steps_left": x.dodge_steps_left,
        "holding": fight.holds(ME, Is.HOLDING),
        "speed_bonus": bonus(fight, ME, Is.RUNNING),
        "prepared_for_next_round": _prepared(fight, Is.PREPARED_NEXT) or None,
        "defend_next_round": fight.holds(ME, Is.DEFEND_NEXT),
    }


def _listed(items: tuple[str, ...]) -> str:
    return ", ".join(items) or NOTHING


def _prepared(fight: Turns, condition: str = Is.PREPARED) -> str:
    """The prepared action; empty without one."""
    held = fight.find(ME, condition)
    return held.note if held else ""


def counts_now(fight: Turns) -> bool:
    """Whether the prepared bonus counts in this round: the action is open or has been used (S2-PREP-01)."""
    did = fight[ME].did
    return bool(_prepared(fight)) and (not did or _prepared(fight) in did)


def _next_round(fight: Turns) -> str:
    waits = [LABELS["defend"]] if fight.holds(ME, Is.DEFEND_NEXT) else []
    if ready := _prepared(fight, Is.PREPARED_NEXT):
        waits.append(f"{LABELS[ready]}, prepared")
    return _listed(tuple(waits))


def _event_text(event: Event) -> str:
    if event.do == "action" and event.name:
        return LABELS[event.name]
    return str(TURNS.row(event.do)["label"])


TURN = Calculator(
    id="stepdie.turn",
    title="My turn",
    summary="Round after round: what you may do now and what it costs, what is loaded, in hand and made ready.",
    inputs=TurnTracked,
    events="events",
    outputs=(
        out.word("turn", "this turn", TURN_STATES, rule="S2-TURN-01", headline=True),
        out.word("prepared_now", "prepared, counts now", rule="S2-PREP-01", headline=True),
        out.figure("defence_bonus", "on defenses", rule="S2-DEFEND-01", signed=True, headline=True),
        out.listing("conditions", "Conditions", STATES, rule="S2-GROUND-01"),
        out.figure("failures", "Failed escapes", rule="S2-TACKLE-05"),
        out.word("next_round", "Ready for the next round", rule="S2-PREP-01"),
        out.word("hands", "In hand", rule="S2-EQUIP-01"),
        out.word("carried", "Inventory", rule="S2-INTERACT-02"),
        out.word("lying", "On the ground", rule="S2-DISARM-02"),
        out.figure("loaded", "Loaded", rule="S2-RELOAD-01"),
        out.figure("projectiles", "Projectiles left", rule="S2-RELOAD-01"),
        out.figure("dodge_steps_left", "Moves after a dodge left", rule="S2-DODGE-07", unit="zones"),
        out.figure("speed_bonus", "On Speed", rule="S2-RUN-01", signed=True),
        out.flag("blocking", "Blocking", rule="S2-BLOCK-01"),
        out.flag("holding", "Holding somebody", rule="S2-TACKLE-07"),
        out.rows(
            "now",
            "What you may do now",
            (
                out.word("action", "Action", CHOICES),
                out.flag("open", "Now", yes="yes", no=NOTHING),
                out.word("terms", "What it costs, or why not"),
            ),
            rule="S2-TURN-01",
        ),
        out.rows(
            "log",
            "What happened",
            (out.word("event", "Event"), out.word("turn", "Your turn", TURN_STATES), out.word("hands", "In hand")),
            rule="S2-TURN-01",
        ),
        api_only(out.figure("roll_bonus", "On the prepared action, once done", rule="S2-PREP-01", signed=True)),
        api_only(out.flag("acted", "Turn used", rule="S2-TURN-01")),
        api_only(out.flag("waiting", "Waiting", rule="S2-WAIT-01")),
        api_only(out.listing("equipped", "In hand", rule="S2-EQUIP-01")),
        api_only(out.listing("inventory", "Inventory", rule="S2-INTERACT-02")),
        api_only(out.listing("on_ground", "On the ground", rule="S2-DISARM-02")),
        api_only(out.word("prepared_for_next_round", "Prepared", EVERY_ACTION, rule="S2-PREP-01")),
        api_only(out.flag("defend_next_round", "Defend counts next round", rule="S2-DEFEND-01")),
    ),
    compute=_values,
    check=TRACKER.check,
    also=("S2-BASH-03", "S2-DOUBLE-04", "S2-DOUBLE-05", "S2-RAPID-02", "S2-THROW-03"),
    start={
        "equipped": ["long bow", "shield"],
        "inventory": ["sword", "potion"],
        "projectiles": 6,
        "loaded": 1,
        "events": [
            {"do": "round"},
        ],
    },
    explain=_explanation,
)
