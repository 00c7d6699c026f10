"""A turn: the cost of each kind of action, and what a planned round leaves.

From "The Action Economy", "List of Common Combat Options" and the "Quick Reference Table" of the combat chapter. A
round allows one Main Action and one Move Action.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.fight.replay import Entry, end_of, refuse, up_to_refusal
from ....engine.fight.rules import ME, Fight, brings, ends
from ....engine.fight.state import Combatant, Held, State
from ....engine.inputs import Option, choice, many, record, toggle
from ....engine.procedure import Modifier, Procedure, Step
from ..tables import FACTS

QUICK = FACTS.table("actions")
OTHERS = FACTS.table("other_actions")
ACTIONS = {row["id"]: row for row in (*QUICK.rows, *OTHERS.rows)}

MAIN, MOVE = "main", "move"
INSTANT = "instant"
HOLD, JOIN, STRIKE = "hold_action", "swarm_attack", "swarm_strike"

TYPES = (
    Option(MAIN, "Main", "WWN-ACT-01"),
    Option(MOVE, "Move", "WWN-ACT-03"),
    Option("main_and_move", "Main and Move", "WWN-CHARGE-01"),
    Option("on_turn", "On-Turn", "WWN-ACT-07"),
    Option(INSTANT, "Instant", "WWN-ACT-10"),
)

OFF_TURN, NO_MAIN, NO_MOVE = "off_turn", "no_main", "no_move"
PRONE, HELD, NOT_JOINED = "prone", "held", "not_joined"
REASONS = (
    Option(OFF_TURN, "only on your own turn", "WWN-ACT-09"),
    Option(NO_MAIN, "the Main Action is spent", "WWN-ACT-02"),
    Option(NO_MOVE, "the Move Action is spent", "WWN-ACT-04"),
    Option(PRONE, "nobody charges from the ground", "WWN-CHARGE-02"),
    Option(HELD, "in a grapple you stay where you are and strike unarmed", "WWN-GRAP-04"),
    Option(NOT_JOINED, "only someone who has joined the swarm strikes for it", "WWN-SWARM-03"),
)

POSSIBLE, IMPOSSIBLE = "possible", "impossible"
VERDICTS = (Option(POSSIBLE, "Possible"), Option(IMPOSSIBLE, "Not possible"))


# A planned round.


@dataclass(frozen=True, kw_only=True)
class Planned:
    """One action of the round, as planned."""

    action: str = choice(
        "Action",
        (*QUICK.options(), *OTHERS.options()),
        help="What to do. Whatever is not listed costs what its kind of action costs.",
        rule="WWN-ACT-01",
    )
    own_turn: bool = toggle(
        "On my own turn",
        True,
        help="On another's turn only Instants are possible, and what a Hold has kept for later.",
        rule="WWN-ACT-10",
    )


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The start of the round, and its planned actions."""

    sequence: tuple[Planned, ...] = many(
        "Actions",
        record("Action", Planned, help="One action of the round.", rule="WWN-ACT-01"),
        0,
        20,
        help="Your actions in this round, in order.",
        rule="WWN-ACT-01",
    )
    prone: bool = toggle("Prone at first", help="You lie on the ground as the round starts.", rule="WWN-PRONE-02")
    held: bool = toggle(
        "In a grapple at first",
        help="You hold somebody or are held. A try to break out counts as made; look up its odds beside.",
        rule="WWN-GRAP-04",
    )


@dataclass(frozen=True, kw_only=True)
class Left(Combatant):
    """What is left of a round: Main and Move Actions."""

    main: int = FACTS.number("main_actions_per_round")
    move: int = FACTS.number("move_actions_per_round")


Turn = State[Left]


def fresh(a: Plan) -> Turn:
    """The actions of a round, and its start."""
    states = (state for state, holds in ((PRONE, a.prone), (HELD, a.held)) if holds)
    return State(combatants=(Left(id=ME),), held=tuple(Held(ME, state) for state in states))


STATES = {"go_prone": brings(PRONE), "stand_up": ends(PRONE), "escape_grapple": ends(HELD)}
"""Actions with which a state begins or ends."""


def _act(turn: Turn, who: str, planned: Planned) -> Turn:
    """The rest of the round after an action."""
    left, action, row = turn[who], planned.action, ACTIONS[planned.action]
    refuse(OFF_TURN, when=not planned.own_turn and row["type"] != INSTANT and HOLD not in left.did)
    barred = next((state for state in row["barred_while"] if turn.holds(who, state)), "")
    refuse(barred, when=barred)
    refuse(NOT_JOINED, when=action == STRIKE and JOIN not in left.did)
    main, move = row["costs"].count(MAIN), row["costs"].count(MOVE)
    if row["costs"] == [MOVE] and left.main and not left.move:  # WWN-ACT-06: the Main Action can replace a Move Action
        main, move = 1, 0
    refuse(NO_MAIN, when=main > left.main)
    refuse(NO_MOVE, when=move > left.move)
    turn = turn.change(who, main=left.main - main, move=left.move - move, did=(*left.did, action))
    return STATES[action](turn, who, planned) if action in STATES else turn


FIGHT: Fight[Turn, Planned] = Fight(handlers=dict.fromkeys(ACTIONS, _act), kind=attrgetter("action"))


def history(a: Plan) -> tuple[Entry[Turn, Planned], ...]:
    """The planned actions in order, up to the first impossible one."""
    return up_to_refusal(FIGHT.replay(fresh(a), a.sequence))


def explanation(a: Plan) -> Procedure[Any]:
    """The actions of a round, and the cost of each planned action, up to the first impossible one."""
    return notes(
        note("A fresh round", "WWN-ACT-02", (FACTS.modifier("main_actions_per_round"),), gives="main_left"),
        note("A fresh round", "WWN-ACT-04", (FACTS.modifier("move_actions_per_round"),), gives="move_left"),
        *(step for one in history(a) for step in _explanation(one)),
    )


def _explanation(one: Entry[Turn, Planned]) -> list[Step[Any]]:
    """The cost of an action: one step for each kind, so that each kind has its own sum."""
    row, before, now = ACTIONS[one.event.action], one.before[ME], one.after[ME]
    if one.refused:
        because = next(option for option in REASONS if option.id == one.reason)
        return [note(f"{row['label']}: not possible, {because.label}", because.rule, gives="failed_step")]
    instead = row["costs"] == [MOVE] and now.main < before.main
    label = f"{row['label']}, with the Main Action" if instead else row["label"]
    taken = (
        ("Main Action", before.main - now.main, "WWN-ACT-02", "main_left"),
        ("Move Action", before.move - now.move, "WWN-ACT-04", "move_left"),
    )
    rule = "WWN-ACT-06" if instead else row["rule"]
    spent = [note(label, rule, (Modifier(kind, -count, of),), gives=left) for kind, count, of, left in taken if count]
    return spent or [note(f"{label}: uses up nothing", rule)]


def _economy(a: Plan) -> dict[str, Any]:
    left, reason = end_of(fresh(a), entries := history(a))[ME], entries[-1].reason if entries else None
    return {
        "verdict": IMPOSSIBLE if reason else POSSIBLE,
        "legal": reason is None,
        "reason": reason,
        "main_left": left.main,
        "move_left": left.move,
        "failed_step": len(entries) - 1 if reason else None,
        "steps": [
            {
                "action": one.event.action,
                "refused": one.reason,
                "main_left": one.after[ME].main,
                "move_left": one.after[ME].move,
            }
            for one in entries
        ],
    }


ANY_ACTION = tuple(Option(row["id"], row["label"], row["rule"]) for row in ACTIONS.values())

ACTION_ECONOMY = Calculator(
    id="wwn.action_economy",
    title="My turn",
    summary="Check a planned round, and see what is left of it.",
    inputs=Plan,
    events="sequence",
    outputs=(
        out.word("verdict", "in one round", VERDICTS, rule="WWN-ACT-01", headline=True),
        out.figure("main_left", "Main Actions left", one="Main Action left", rule="WWN-ACT-02", headline=True),
        out.figure("move_left", "Move Actions left", one="Move Action left", rule="WWN-ACT-04", headline=True),
        out.flag("legal", "Possible", rule="WWN-ACT-01"),
        out.word("reason", "Why not", REASONS, rule="WWN-ACT-01"),
        out.figure("failed_step", "The action that fails, counted from 0", rule="WWN-ACT-01"),
        out.rows(
            "steps",
            "Action by action",
            (
                out.word("action", "Action", ANY_ACTION),
                out.figure("main_left", "Main left"),
                out.figure("move_left", "Move left"),
                out.word("refused", "Not possible", REASONS),
            ),
            rule="WWN-ACT-01",
            counts="Step",
        ),
    ),
    compute=_economy,
    explain=explanation,
    also=(
        *(f"WWN-ACT-{number:02}" for number in range(1, 11)),
        "WWN-ACT-13",
        *(row["detail"] for row in QUICK.rows),
        *(row["rule"] for row in QUICK.rows),
        *(row["rule"] for row in OTHERS.rows if not row["rule"].startswith("WWN-ACT")),
        "WWN-TD-02",
        "WWN-GRAP-05",
        "WWN-CHARGE-02",
    ),
    start={
        "sequence": [
            {"action": "draw_readied"},
            {"action": "run"},
            {"action": "melee_attack"},
        ]
    },
)
