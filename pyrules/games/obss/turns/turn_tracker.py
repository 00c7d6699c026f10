"""The turn tracker: whose turn it is, what everybody has left, and what lasts on them until when.

"Initiative", "Actions in a round", "Surprise" and "Mounted combat". How a fight stands is in `turn_state`, what happens
in it in `turn_events`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes, together
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any
from ..tables import FACTS
from .action_costs import action_rules, distracted
from .timed_effects import TIMED
from .turn_course import Done, course, lapsed_explanation
from .turn_events import EVENT_WORDS, EVERY_EVENT, REFUSALS, TURNS
from .turn_inputs import Tracked, refuse_impossible
from .turn_state import EFFECTS, Fight, Standing

STATES = (
    Option("acts", "acts now", "OBSS-INIT-03"),
    Option("to_act", "to act", "OBSS-INIT-07"),
    Option("waits", "delays", "OBSS-ACT-09"),
    Option("readied", "waits for a trigger", "OBSS-ACT-10"),
    Option("cuts_in", "acts on the trigger", "OBSS-ACT-10"),
    Option("surprised", "surprised", "OBSS-SURP-03"),
    Option("done", "done", "OBSS-INIT-03"),
)


# The answer.


def state_of(fight: Fight, s: Standing) -> str:
    """One word on how somebody stands."""
    if s.surprised:
        return "surprised"
    if s.sprung:
        return "cuts_in"
    if s.readied is not None:
        return "readied"
    if s.waiting:
        return "waits"
    return "done" if s.done else "acts" if s in fight.acting() else "to_act"


def explanation(a: Tracked) -> Procedure[Any]:
    """The round, every event, what everybody has left and what lasts on them."""
    done, fight = course(a)
    return notes(
        note(f"Round {fight.round}, {_seconds(fight)} seconds into the fight", "OBSS-TIME-01"),
        *(step for one in done for step in _explanation(one)),
        *(_left(s) for s in fight.everybody),
        *(_lasting(s) for s in fight.everybody if s.effects),
        note(f"It is the turn of {together(s.name for s in fight.acting())}", "OBSS-INIT-03"),
        *(
            note(f"{s.name} cuts in, as the trigger came", "OBSS-ACT-10", also=("OBSS-INIT-03",))
            for s in fight.cutting_in()
        ),
    )


def _explanation(one: Done) -> Iterator[Step[Any]]:
    label = f"{one.who}: {EVENT_WORDS[one.event.do].label}"
    if one.refused:
        because = REFUSALS[one.refused]
        yield note(f"{label}: no, {because.label}", because.rule, also=("OBSS-INIT-07",))
    else:
        yield note(label, EVENT_WORDS[one.event.do].rule, also=("OBSS-INIT-07",))
    if (row := one.effect()) and (lasts := one.lasts()):
        yield note(lasts, row["rule"], also=("OBSS-MAST-03",))
    for lapsed in one.lapsed:
        yield note(lapsed_explanation(lapsed), "OBSS-ACT-09", also=("OBSS-INIT-07",))


def _left(s: Standing) -> Step[Any]:
    left = s.left()
    held = (
        *if_any("Actions", left.action, "OBSS-ACT-01"),
        *if_any("Reactions", left.reaction, "OBSS-ACT-01"),
        *if_any("Immediate Actions", left.immediate, "OBSS-ACT-01"),
    )
    return note(f"{s.name} has left", "OBSS-ACT-01", held)


def _lasting(s: Standing) -> Step[Any]:
    defense = tuple(Modifier(held.label, held.defense, held.rule) for held in s.effects)
    return note(f"{s.name}: Defense", "OBSS-MAST-03", defense)


def _seconds(fight: Fight) -> int:
    return (fight.round - 1) * FACTS.number("round_seconds")


def _state(fight: Fight, s: Standing) -> dict[str, Any]:
    left = s.left()
    lasting = [held.label for held in s.effects]
    return {
        "initiative": s.place,
        "state": state_of(fight, s),
        "actions": left.action,
        "reactions": left.reaction,
        "immediates": left.immediate,
        "mount_actions": s.mount_left if s.mounted else None,
        "attack": sum(held.attack for held in s.effects),
        "dice": sum(held.dice for held in s.effects),
        "defense": sum(held.defense for held in s.effects),
        "distracted": distracted(s.did),
        "readied": s.readied or None,
        "lasting": ", ".join(lasting) or None,
    }


def _timers(fight: Fight) -> list[dict[str, Any]]:
    return [
        {
            "name": s.name,
            "effect": held.label,
            "until": held.until,
            "by": held.by or s.name,
            "rounds_left": held.rounds_left(fight.round),
            "attack": held.attack,
            "dice": held.dice,
            "defense": held.defense,
            "besides": held.besides or None,
        }
        for s in fight.everybody
        for held in s.effects
    ]


def _values(a: Tracked) -> dict[str, Any]:
    done, fight = course(a)
    ordered = [s for place in fight.order() for s in place]
    acting = fight.cutting_in() or fight.acting()
    left = max(s.left().action for s in acting)
    return {
        "acting": [s.name for s in acting],
        "round": fight.round,
        "actions_left": left,
        "left_told": f"{counted(left, 'Action')} left",
        "round_told": f"round {fight.round}",
        "standing": [{"name": s.name, **_state(fight, s)} for s in ordered],
        "timers": (timers := _timers(fight)),
        "effects": [{column.name: one[column.name] for column in EFFECT} for one in timers],
        "log": [
            {
                "round": one.round,
                "who": one.who,
                "do": one.event.do,
                "ok": one.refused is None,
                "reason": one.refused,
            }
            for one in done
        ],
        "just_lapsed": done[-1].delays_over() if done else None,
        "notices": [{"round": one.round, "notice": notice} for one in done if (notice := one.then())],
        "seconds": _seconds(fight),
        "order": [[s.name for s in place] for place in fight.order()],
        "state": {s.name: _state(fight, s) for s in fight.everybody},
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
        *(f"OBSS-INIT-{row:02}" for row in (3, 4, 5, 7)),
        *(f"OBSS-ACT-{row:02}" for row in (2, 5, 7, 9, 10, 11, 12, 13, 22, 23)),
        *action_rules(),
        *(row["rule"] for row in (*EFFECTS.rows, *TIMED.rows, *TURNS.rows)),
        *(option.rule for option in (*STATES, *UNTIL, *REFUSALS.values())),
        "OBSS-GEN-01",
        "OBSS-MAST-05",
        "OBSS-MNT-02",
        "OBSS-SURP-04",
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
