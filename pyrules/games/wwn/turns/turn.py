"""A turn: the cost of each kind of action, and what a planned round leaves.

From "The Action Economy", "List of Common Combat Options" and the "Quick Reference Table" of the combat chapter. A
round allows one Main Action and one Move Action.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
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


class Left(NamedTuple):
    """The rest of a round: Main and Move Actions, and whether a Hold keeps them.

    `states` says which of prone and held are true now; `joined` is True after joining a swarm.
    """

    main: int
    move: int
    kept: bool = False
    states: frozenset[str] = frozenset()
    joined: bool = False


def fresh(a: Plan) -> Left:
    """The actions of a round, and its start."""
    states = frozenset(state for state, holds in ((PRONE, a.prone), (HELD, a.held)) if holds)
    return Left(FACTS.number("main_actions_per_round"), FACTS.number("move_actions_per_round"), states=states)


STARTS = {"go_prone": PRONE}
ENDS = {"stand_up": PRONE, "escape_grapple": HELD}
"""Actions after which a state begins or ends."""


def refusal(left: Left, planned: Planned) -> str | None:
    """The reason why this action is impossible now; None if it is possible."""
    row = ACTIONS[planned.action]
    if not planned.own_turn and row["type"] != INSTANT and not left.kept:
        return OFF_TURN
    barred = next((state for state in row["barred_while"] if state in left.states), None)
    if barred is not None:
        return str(barred)
    if planned.action == STRIKE and not left.joined:
        return NOT_JOINED
    costs = row["costs"]
    if costs == [MOVE]:
        return None if left.move or left.main else NO_MOVE
    if MAIN in costs and not left.main:
        return NO_MAIN
    return NO_MOVE if MOVE in costs and not left.move else None


def after(left: Left, planned: Planned) -> Left:
    """The rest of the round after a possible action."""
    costs = ACTIONS[planned.action]["costs"]
    main, move = costs.count(MAIN), costs.count(MOVE)
    if costs == [MOVE] and not left.move:  # WWN-ACT-06: the Main Action can replace a Move Action
        main, move = 1, 0
    starts, ends = STARTS.get(planned.action), ENDS.get(planned.action)
    return Left(
        left.main - main,
        left.move - move,
        left.kept or planned.action == HOLD,
        (left.states | ({starts} if starts else set())) - {ends},
        left.joined or planned.action == JOIN,
    )


def explanation(a: Plan) -> Procedure[Any]:
    """The actions of a round, and the cost of each planned action, up to the first impossible one."""
    left = fresh(a)
    steps = [
        note("A fresh round", "WWN-ACT-02", (FACTS.modifier("main_actions_per_round"),), gives="main_left"),
        note("A fresh round", "WWN-ACT-04", (FACTS.modifier("move_actions_per_round"),), gives="move_left"),
    ]
    for planned in a.sequence:
        label, why = ACTIONS[planned.action]["label"], refusal(left, planned)
        if why is not None:
            because = next(option for option in REASONS if option.id == why)
            steps.append(note(f"{label}: not possible, {because.label}", because.rule, gives="failed_step"))
            break
        steps += _spent(planned, left, after(left, planned))
        left = after(left, planned)
    return notes(*steps)


def _spent(planned: Planned, before: Left, now: Left) -> list[Step[Any]]:
    """The cost of an action: one step for each kind, so that each kind has its own sum."""
    row = ACTIONS[planned.action]
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
    left, reason, explanation = fresh(a), None, []
    for planned in a.sequence:
        reason = refusal(left, planned)
        if reason is None:
            left = after(left, planned)
        explanation.append(
            {"action": planned.action, "refused": reason, "main_left": left.main, "move_left": left.move}
        )
        if reason:
            break
    return {
        "verdict": IMPOSSIBLE if reason else POSSIBLE,
        "legal": reason is None,
        "reason": reason,
        "main_left": left.main,
        "move_left": left.move,
        "failed_step": len(explanation) - 1 if reason else None,
        "steps": explanation,
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
