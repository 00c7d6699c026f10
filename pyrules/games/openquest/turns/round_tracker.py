"""The Referee's checker for a round: is this allowed, at which modifier, and who has still to act?

"Combat Rounds". The rules themselves are in `tracker`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step, total
from ..tables import FACTS
from .round_inputs import (
    EVERY_ACTION,
    EVERY_EVENT,
    NONE,
    OFFHANDS,
    SHIELDS,
    SURPRISES,
    Event,
    TrackedRound,
    refuse_wrong_names,
)
from .tracker import REFUSALS, Standing, after, at_first, may_act, modifiers, refusal


class Done(NamedTuple):
    """An event as it came out: why not, or what was added."""

    event: Event
    refused: str | None
    added: tuple[Modifier, ...] | None


def course(a: TrackedRound) -> tuple[list[Done], dict[str, Standing]]:
    """Every event as it came out, and how everybody stands after them; what is refused changes nothing."""
    tracked = {c.name: c for c in a.combatants}
    standing = {c.name: at_first(c) for c in a.combatants}
    done = []
    for event in a.events:
        c, s = tracked[event.who], standing[event.who]
        why = refusal(c, s, event)
        target = standing.get(event.target) if event.target else None
        done.append(Done(event, why, None if why else modifiers(c, s, event, target)))
        if why is None:
            standing[event.who] = after(c, s, event)
    return done, standing


WORDS = {option.id: option for option in EVERY_EVENT}


def explanation(a: TrackedRound) -> Procedure[Any]:
    """The time, every event, and who is still to act."""
    done, standing = course(a)
    waiting = [c.name for c in a.combatants if may_act(c, standing[c.name])]
    seconds = FACTS.number("round_seconds")
    return notes(
        note(f"Round {a.round}, {seconds} seconds each", "OQ-PHY-02"),
        *(_explanation(one) for one in done),
        note(f"Still to act: {', '.join(waiting) or 'nobody'}", "OQ-RND-06"),
    )


def _explanation(one: Done) -> Step[Any]:
    label = f"{one.event.who}: {WORDS[one.event.do].label}"
    if one.refused:
        because = REFUSALS[one.refused]
        return note(f"{label}: not allowed, {because.label}", because.rule, also=("OQ-RND-05",))
    return note(label, WORDS[one.event.do].rule, one.added or (), also=("OQ-RND-05",))


def _state(s: Standing) -> dict[str, Any]:
    return {
        "acted": s.acted,
        "bonus_used": s.bonus_used,
        "defences": s.defences,
        "moved": s.moved,
        "aim": s.aim,
        "weapon_set": s.weapon_set,
        "prone": s.prone,
        "ready": s.ready,
        "surrendered": s.surrendered,
    }


def _result(one: Done) -> dict[str, Any]:
    modifier = None if one.added is None else total(one.added)
    return {"ok": one.refused is None, "reason": one.refused, "modifier": modifier}


def _values(a: TrackedRound) -> dict[str, Any]:
    done, standing = course(a)
    return {
        "waiting": [c.name for c in a.combatants if may_act(c, standing[c.name])],
        "seconds_elapsed": a.round * FACTS.number("round_seconds"),
        "log": [{"who": one.event.who, "do": one.event.do, **_result(one)} for one in done],
        "standing": [
            {"name": name, **_state(s), "delayed": s.delayed, "aim_at": s.aim_at, "cover": s.cover}
            for name, s in standing.items()
        ],
        "results": [_result(one) for one in done],
        "state": {name: _state(s) for name, s in standing.items()},
    }


RESULT = (
    out.flag("ok", "Allowed"),
    out.word("reason", "Why not", tuple(REFUSALS.values())),
    out.figure("modifier", "Skill", unit="%", signed=True),
)
STATE = (
    out.word("acted", "Action", EVERY_ACTION),
    out.flag("bonus_used", "Bonus attack used"),
    out.figure("defences", "Defenses"),
    out.figure("moved", "Moved", unit="meters"),
    out.figure("aim", "Aim", unit="rounds"),
    out.flag("weapon_set", "Weapon set"),
    out.flag("prone", "Prone"),
    out.flag("ready", "Weapon ready"),
    out.flag("surrendered", "Surrendered"),
)
COVERS = (Option(NONE, "no", "OQ-SHD-06"), *SHIELDS.options())
WAITING = (out.flag("delayed", "Waits"), out.word("aim_at", "Aims at"), out.word("cover", "Shield set", COVERS))

ROUND_TRACKER = Calculator(
    id="openquest.round_tracker",
    title="Round tracker",
    summary="Check a round as it happens: what is allowed, at which modifier, and who is still to act.",
    inputs=TrackedRound,
    events="events",
    outputs=(
        out.listing("waiting", "still to act", rule="OQ-RND-06", headline=True),
        out.figure("seconds_elapsed", "seconds into the fight", rule="OQ-PHY-02", headline=True),
        out.rows(
            "log",
            "What happens",
            (out.word("who", "Who"), out.word("do", "Does", EVERY_EVENT), *RESULT),
            rule="OQ-RND-05",
        ),
        out.rows("standing", "How everybody stands", (out.word("name", "Who"), *STATE, *WAITING), rule="OQ-RND-05"),
        api_only(out.rows("results", "Results", RESULT)),
        api_only(out.named("state", "State", out.record("one", "One", STATE))),
    ),
    compute=_values,
    check=refuse_wrong_names,
    explain=explanation,
    also=(
        "OQ-RND-01",
        "OQ-PHY-03",
        "OQ-DEF-17",
        "OQ-RNG-08",
        "OQ-MOV-03",
        "OQ-OTH-06",
        "OQ-OTH-07",
        "OQ-CCM-02",
        "OQ-CCM-04",
        "OQ-RNM-10",
        "OQ-RNM-11",
        "OQ-OTH-02",
        "OQ-SHD-09",
        "OQ-MOV-09",
        "OQ-MOV-10",
        *(option.rule for option in (*SURPRISES, *OFFHANDS, *EVERY_EVENT, *REFUSALS.values())),
    ),
    start={
        "round": 3,
        "combatants": [
            {"name": "Ada", "shield": "medium", "offhand_use": "bonus"},
            {"name": "Bor", "aim": 1},
            {"name": "Raider", "two_weapons": True, "offhand_use": "parry"},
        ],
        "events": [
            {"who": "Ada", "do": "close_attack"},
            {"who": "Raider", "do": "parry"},
            {"who": "Ada", "do": "bonus_attack"},
            {"who": "Raider", "do": "parry"},
            {"who": "Raider", "do": "great_attack"},
            {"who": "Bor", "do": "ranged_attack"},
        ],
    },
)
