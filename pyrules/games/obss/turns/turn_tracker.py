"""The turn tracker: whose turn it is, the Actions left, and the lasting effects.

"Initiative", "Actions in a round", "Surprise" and "Mounted combat". `turn_state.py` has the state of a fight,
`turn_events.py` its events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes, together
from ....engine.fight.durations import newly_ended, rounds_left
from ....engine.fight.replay import Entry
from ....engine.fight.rules import Tracker
from ....engine.fight.state import DONE
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any
from ..tables import FACTS
from .action_costs import distracted
from .turn_events import EVENT_WORDS, EVERY_EVENT, FIGHT, REFUSALS, Event, now
from .turn_inputs import Tracked, at_first, refuse_impossible
from .turn_state import TIMED, Is, Round, Standing, besides, changed, label_of, rule_of, until

STATES = (
    Option("acts", "acts now", "OBSS-INIT-03"),
    Option("to_act", "to act", "OBSS-INIT-07"),
    Option("waits", "delays", "OBSS-ACT-09"),
    Option("readied", "waits for a trigger", "OBSS-ACT-10"),
    Option("cuts_in", "acts on the trigger", "OBSS-ACT-10"),
    Option("surprised", "surprised", "OBSS-SURP-03"),
    Option("out", "out of the fight", "OBSS-INIT-03"),
    Option("done", "done", "OBSS-INIT-03"),
)


# What came of an event.

Done = Entry[Round, Event]
TRACKER = Tracker(FIGHT, at_first)


def who(one: Done) -> str:
    """The combatant of an event, or all whose turn it was."""
    return one.event.who or together(now(one.before) or ("Nobody",))


def effect(one: Done) -> dict[str, Any] | None:
    """The row of the event's lasting effect."""
    return None if one.refused else TIMED.find("id", one.event.effect)


def lapsed(one: Done) -> list[str]:
    """The Delays that ended with their round, as sentences (ruling, OBSS-ACT-09)."""
    over = (ending for ending in newly_ended(one.before, one.after) if ending.held.id == Is.DELAYS)
    return [
        f"{end.held.who}'s Delay ended with round {end.round}: {counted(end.held.number, 'Action')} lost."
        for end in over
    ]


def then(one: Done) -> str | None:
    """The further consequences of an event, as sentences."""
    row = effect(one)
    lasts = [f"{row['label']}, on {one.event.on or who(one)}."] if row else []
    return " ".join((*lasts, *lapsed(one))) or None


# Outputs.


def state_of(fight: Round, s: Standing) -> str:
    """The state of a combatant in one word."""
    held_back = (Is.OUT, Is.SURPRISED, Is.CUTS_IN, Is.READIED, Is.DELAYS)
    if held := next((one for one in held_back if fight.holds(s.id, one)), None):
        return str(held)
    return "done" if s.turn == DONE else "acts" if s.id in FIGHT.acting(fight) else "to_act"


def explanation(a: Tracked) -> Procedure[Any]:
    """The round, every event, the Actions left and the lasting effects."""
    done, fight = TRACKER.play(a)
    return notes(
        note(f"Round {fight.round}, {_seconds(fight)} seconds into the fight", "OBSS-TIME-01"),
        *(step for one in done for step in _explanation(one)),
        *(_left(s) for s in fight.combatants),
        *(_lasting(fight, s) for s in fight.combatants if fight.lasting(s.id)),
        note(f"It is the turn of {together(FIGHT.acting(fight) or ('nobody',))}", "OBSS-INIT-03"),
        *(
            note(f"{name} cuts in, as the trigger came", "OBSS-ACT-10", also=("OBSS-INIT-03",))
            for name in fight.holding(Is.CUTS_IN)
        ),
    )


def _explanation(one: Done) -> Iterator[Step[Any]]:
    label = f"{who(one)}: {EVENT_WORDS[one.event.do].label}"
    if one.reason:
        because = REFUSALS[one.reason]
        yield note(f"{label}: no, {because.label}", because.rule, also=("OBSS-INIT-07",))
    else:
        yield note(label, EVENT_WORDS[one.event.do].rule, also=("OBSS-INIT-07",))
    if row := effect(one):
        yield note(f"{row['label']}, on {one.event.on or who(one)}.", row["rule"], also=("OBSS-MAST-03",))
    for text in lapsed(one):
        yield note(text, "OBSS-ACT-09", also=("OBSS-INIT-07",))


def _left(s: Standing) -> Step[Any]:
    held = (
        *if_any("Actions", s.left.action, "OBSS-ACT-01"),
        *if_any("Reactions", s.left.reaction, "OBSS-ACT-01"),
        *if_any("Immediate Actions", s.left.immediate, "OBSS-ACT-01"),
    )
    return note(f"{s.id} has left", "OBSS-ACT-01", held)


def _lasting(fight: Round, s: Standing) -> Step[Any]:
    held = fight.lasting(s.id)
    defense = tuple(Modifier(label_of(one), changed(one, "defense"), rule_of(one)) for one in held)
    return note(f"{s.id}: Defense", "OBSS-MAST-03", defense)


def _seconds(fight: Round) -> int:
    return (fight.round - 1) * FACTS.number("round_seconds")


def _state(fight: Round, s: Standing) -> dict[str, Any]:
    readied = fight.find(s.id, Is.READIED)
    return {
        "initiative": s.initiative,
        "state": state_of(fight, s),
        "actions": s.left.action,
        "reactions": s.left.reaction,
        "immediates": s.left.immediate,
        "mount_actions": s.mount_left if s.given.mounted else None,
        **{column: fight.sum(s.id, column) for column in NUMBERS},
        "distracted": distracted(s.did),
        "readied": (readied.note or None) if readied else None,
        "lasting": ", ".join(map(label_of, fight.lasting(s.id))) or None,
    }


NUMBERS = ("attack", "dice", "defense")


def _timers(fight: Round) -> list[dict[str, Any]]:
    return [
        {
            "name": s.id,
            "effect": label_of(held),
            "until": until(held),
            "by": held.source or s.id,
            "rounds_left": rounds_left(fight, held),
            **{column: changed(held, column) for column in NUMBERS},
            "besides": besides(held),
        }
        for s in fight.combatants
        for held in fight.lasting(s.id)
    ]


def _values(a: Tracked) -> dict[str, Any]:
    done, fight = TRACKER.play(a)
    acting = now(fight)
    left = max((fight[name].left.action for name in acting), default=0)
    state = {s.id: _state(fight, s) for place in fight.order for s in place}
    return {
        "acting": list(acting),
        "round": fight.round,
        "actions_left": left,
        "left_told": f"{counted(left, 'Action')} left",
        "round_told": f"round {fight.round}",
        "standing": [{"name": name, **one} for name, one in state.items()],
        "timers": (timers := _timers(fight)),
        "effects": [{column.name: one[column.name] for column in EFFECT} for one in timers],
        "log": [
            {
                "round": one.before.round,
                "who": who(one),
                "do": one.event.do,
                "ok": not one.refused,
                "reason": one.reason,
            }
            for one in done
        ],
        "just_lapsed": " ".join(lapsed(done[-1])) or None if done else None,
        "notices": [{"round": one.before.round, "notice": notice} for one in done if (notice := then(one))],
        "seconds": _seconds(fight),
        "order": [[s.id for s in place] for place in fight.order],
        "state": {s.id: state[s.id] for s in fight.combatants},
    }


UNTIL = (
    Option("start", "the start of the next round", "OBSS-MAST-03"),
    Option("end", "the end of the next round", "OBSS-HELP-03"),
    Option("round", "the end of this round", "OBSS-SURP-04"),
    Option("rounds", "the rounds rolled are over", "OBSS-EYE-4"),
    Option("dawn", "the next dawn", "OBSS-WPNA-5"),
)
EFFECT = (
    out.word("name", "Who"),
    out.word("effect", "What"),
    out.word("until", "Until", UNTIL),
    out.figure("attack", "Attack", signed=True),
    out.figure("defense", "Defense", signed=True),
)
STATE = (
    out.figure("initiative", "Initiative"),
    out.word("state", "Now", STATES),
    out.figure("actions", "Actions"),
    out.figure("reactions", "Reactions"),
    out.figure("immediates", "Immediate"),
    out.figure("mount_actions", "Mount"),
    out.figure("attack", "Attack", signed=True),
    out.figure("dice", "Dice", signed=True),
    out.figure("defense", "Defense", signed=True),
    out.flag("distracted", "Distracted"),
    out.word("readied", "Waits for"),
    out.word("lasting", "Lasting"),
)

TURN_TRACKER = Calculator(
    id="obss.turn_tracker",
    title="Turn tracker",
    summary="Whose turn it is, what everybody has left, and what lasts until when.",
    inputs=Tracked,
    events="events",
    outputs=(
        out.listing("acting", "acts now", rule="OBSS-INIT-03", headline=True),
        out.word("left_told", "", rule="OBSS-ACT-01", headline=True),
        out.word("round_told", "", rule="OBSS-TIME-01", headline=True),
        out.word("just_lapsed", "Delay over", rule="OBSS-ACT-09"),
        out.rows("standing", "How everybody stands", (out.word("name", "Who"), *STATE), rule="OBSS-ACT-01"),
        out.rows(
            "timers",
            "What lasts",
            (
                *EFFECT[:3],
                out.word("by", "Of whom"),
                out.figure("rounds_left", "Rounds left"),
                *EFFECT[3:],
                out.figure("dice", "Dice", signed=True),
                out.word("besides", "Besides"),
            ),
            rule="OBSS-MAST-03",
        ),
        out.rows(
            "log",
            "What happened",
            (
                out.figure("round", "Round"),
                out.word("who", "Who"),
                out.word("do", "What", EVERY_EVENT),
                out.flag("ok", "Allowed"),
                out.word("reason", "Why not", tuple(REFUSALS.values())),
            ),
            rule="OBSS-INIT-07",
        ),
        out.rows(
            "notices",
            "What came of it",
            (out.figure("round", "Round"), out.word("notice", "What")),
            rule="OBSS-MAST-03",
        ),
        out.figure("seconds", "Into the fight", rule="OBSS-TIME-01", unit="seconds"),
        api_only(out.figure("actions_left", "Actions left", rule="OBSS-ACT-01")),
        api_only(out.figure("round", "Round", rule="OBSS-TIME-01")),
        api_only(out.rows("effects", "What lasts", EFFECT, rule="OBSS-MAST-03")),
        api_only(out.listing("order", "Order", rule="OBSS-INIT-03")),
        api_only(out.named("state", "State", out.record("one", "One", STATE), rule="OBSS-ACT-01")),
    ),
    compute=_values,
    check=refuse_impossible,
    explain=explanation,
    also=(
        *(f"OBSS-ACT-{row:02}" for row in (2, 4, 7, 11, 12, 13, 14, 17, 22, 23, 24)),
        *(f"OBSS-SURP-{row:02}" for row in (2, 3, 4)),
        *("OBSS-CHG-06", "OBSS-GEN-01", "OBSS-MAST-05", "OBSS-MNT-02", "OBSS-MNT-07", "OBSS-MOVE-04"),
    ),
    start={
        "combatants": [
            {"name": "Tups", "initiative": 14, "ability": 3, "parry": True},
            {"name": "Elia", "initiative": 24, "ability": 4},
            {"name": "Brigand", "initiative": 11, "ability": 1},
        ],
        "events": [
            {"do": "ready", "note": "the brigand moves"},
            {"do": "prepare_defense"},
            {"do": "two_attacks"},
            {"do": "next"},
            {"do": "dash"},
            {"do": "trigger", "who": "Elia"},
            {"do": "attack", "who": "Elia"},
        ],
    },
)
