"""The Referee's round tracker: whether each action is allowed, its modifier, and who has still to act.

"Combat Rounds". `tracker.py` has the rules.
"""

from __future__ import annotations

from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.fight.replay import Entry
from ....engine.fight.rules import Tracker
from ....engine.inputs import Option
from ....engine.procedure import Procedure, Step, total
from ..tables import FACTS
from .round_inputs import (
    EVERY_ACTION,
    EVERY_EVENT,
    NONE,
    SHIELDS,
    Event,
    TrackedRound,
    refuse_wrong_names,
)
from .round_modifiers import modifiers
from .tracker import FIGHT, REFUSALS, Is, Round, Standing, at_first, cover, may_act

Done = Entry[Round, Event]
TRACKER = Tracker(FIGHT, at_first)


def waiting(fight: Round) -> list[str]:
    """The combatants who still have an action."""
    return [c.id for c in fight.combatants if may_act(fight, c.id)]


WORDS = {option.id: option for option in EVERY_EVENT}


def explanation(a: TrackedRound) -> Procedure[Any]:
    """The time, every event, and who has still to act."""
    done, fight = TRACKER.play(a)
    seconds = FACTS.number("round_seconds")
    return notes(
        note(f"Round {fight.round}, {seconds} seconds each", "OQ-PHY-02"),
        *map(_explanation, done),
        note(f"Still to act: {', '.join(waiting(fight)) or 'nobody'}", "OQ-RND-06"),
    )


def _explanation(one: Done) -> Step[Any]:
    words = WORDS[one.event.do]
    label = f"{one.event.who or 'All'}: {words.label}"
    if one.reason:
        because = REFUSALS[one.reason]
        return note(f"{label}: not allowed, {because.label}", because.rule, also=("OQ-RND-05",))
    return note(label, words.rule, modifiers(one.before, one.event) or (), also=("OQ-RND-05",))


def _state(fight: Round, s: Standing) -> dict[str, Any]:
    return {
        **{name: getattr(s, name) for name in ("acted", "bonus_used", "defences", "moved", "ready")},
        "aim": fight.number(s.id, Is.AIMING),
        **{one: fight.holds(s.id, one) for one in (Is.WEAPON_SET, Is.PRONE, Is.SURRENDERED)},
    }


def _waits(fight: Round, s: Standing) -> dict[str, Any]:
    aim = fight.find(s.id, Is.AIMING)
    delayed, at = fight.holds(s.id, Is.DELAYED), aim.to or None if aim else None
    return {"delayed": delayed, "aim_at": at, "cover": cover(fight, s.id)}


def _result(one: Done) -> dict[str, Any]:
    added = None if one.refused else modifiers(one.before, one.event)
    return {"ok": not one.refused, "reason": one.reason, "modifier": None if added is None else total(added)}


def _values(a: TrackedRound) -> dict[str, Any]:
    done, fight = TRACKER.play(a)
    state = {s.id: _state(fight, s) for s in fight.combatants}
    return {
        "waiting": waiting(fight),
        "seconds_elapsed": fight.round * FACTS.number("round_seconds"),
        "log": [{"who": one.event.who, "do": one.event.do, **_result(one)} for one in done],
        "standing": [{"name": s.id, **state[s.id], **_waits(fight, s)} for s in fight.combatants],
        "results": [_result(one) for one in done],
        "state": state,
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
        *("OQ-CCM-02", "OQ-CCM-04", "OQ-DEF-17", "OQ-MOV-03", "OQ-MOV-09", "OQ-MOV-10", "OQ-OTH-02", "OQ-OTH-06"),
        *("OQ-OTH-07", "OQ-PHY-03", "OQ-RND-01", "OQ-RNG-08", "OQ-RNM-10", "OQ-RNM-11", "OQ-SHD-09"),
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
