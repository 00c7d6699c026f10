"""The round tracker: what is left of a round, what it has prepared, and who is down.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple, Defense. A round may start with what the one before
has left: a hold with its mox, an aim, wounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator, SheetChange
from ...engine.errors import InvalidInput, not_allowed
from ...engine.inputs import choice, input_fields, many, number, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, settle
from .attack_inputs import BOTH_ACTIONS, fortune_buys, haymaker_rule, wound_limit
from .fortune import Fortune, ledger
from .tables import FACTS
from .turn import EVENTS, Turn, row_of, walk

START, WOUNDS = "As the round starts", "Wounds and Fortune"
MOST_MOX = 99


def _folded(name: str, label: str, help: str = "", **default: Any) -> Any:
    """An input of the Fortune ledger as it stands here, in a fold of its own."""
    slot = next(slot for slot in input_fields(Fortune) if slot.name == name)
    kind = replace(slot.input, label=label, help=help or slot.input.help, group=WOUNDS)
    return field(default=default.get("default", slot.default), metadata={"input": kind})


@dataclass(frozen=True, kw_only=True)
class RoundTracker:
    """How the round starts, and what is done in it."""

    events: tuple[str, ...] = many(
        "Actions",
        choice("Action", EVENTS, help="One thing you do, or that happens.", rule="RR-ACT-01"),
        0,
        50,
        help="What you do and what happens, in order; Next round goes on from there.",
        rule="RR-ACT-01",
    )
    prone: bool = toggle("Prone", help="You start the round on the ground.", rule="RR-PRONE-02", group=START)
    grappled: bool = toggle("Grappled", help="Somebody holds you as the round starts.", rule="RR-ESC-01", group=START)
    holding: bool = toggle("Holding", help="You hold somebody as the round starts.", rule="RR-GRAB-02", group=START)
    mox: int | None = number(
        "Mox of your grab",
        0,
        MOST_MOX,
        None,
        help="How well you took hold; every squeeze and slam uses it.",
        rule="RR-GRAB-02",
        group=START,
        nullable=True,
    )
    aimed: bool = toggle("Aimed", help="You aimed and have not attacked since.", rule="RR-AIM-01", group=START)
    wound_up: bool = toggle(
        "Haymaker waiting",
        help="It waits for your next melee attack, at a table where it takes one action.",
        rule="RR-HAY-01",
        group=START,
    )
    wounds_before: int = _folded("wounds_before", "Your wounds", "Wounds you have as the round starts.")
    fortune: int = _folded("fortune", "Your Fortune", "Points of Fortune as the round starts.")
    policy: str = _folded("policy", "Spending")
    hits: tuple[int, ...] = _folded("hits", "Blows at you", "Wounds of each blow, after Protection.", default=())
    wound_limit: int = wound_limit(group=WOUNDS)
    fortune_buys: int = fortune_buys()
    haymaker_rule: str = haymaker_rule()


def _at_first(a: RoundTracker) -> Turn:
    """The turn as the round starts, with what the one before has left (RR-AIM-01, RR-HAY-01, RR-GRAB-02)."""
    return Turn(
        haymaker_rule=a.haymaker_rule,
        prone=a.prone,
        grappled=a.grappled,
        aim=row_of("aim")["hit_bonus"] if a.aimed else 0,
        haymaker=row_of("haymaker")["damage_bonus"] if a.wound_up else 0,
        holding=a.holding,
        mox=a.mox,
    )


def _walk(a: RoundTracker) -> tuple[Turn, list[dict[str, Any]], InvalidInput | None]:
    return walk(a.events, _at_first(a))


def _check(a: RoundTracker) -> None:
    if a.mox is not None and not a.holding:
        raise not_allowed("mox", a.mox, "You hold nobody: there is no mox of a grab.")
    if a.wound_up and a.haymaker_rule == BOTH_ACTIONS:
        raise not_allowed("wound_up", True, "A haymaker of both actions is over when its round is.")
    if a.events and a.wounds_before >= a.wound_limit:
        raise not_allowed("events.0", a.events[0], f"Down with {_wounds(a)}: nothing can be done.")
    _, _, refused = _walk(a)
    if refused:
        raise refused


def _wounds(a: RoundTracker) -> str:
    return counted(a.wounds_before, "wound")


def _kept(a: RoundTracker) -> dict[str, Any]:
    """What the blows of the round have done (RR-FORT-01, RR-WOUND-01)."""
    return ledger(Fortune(**{one.name: getattr(a, one.name) for one in fields(Fortune)}))


def _track(a: RoundTracker) -> dict[str, Any]:
    turn, log, _ = _walk(a)
    kept = _kept(a)
    return {
        "down": kept["down"] or None,
        "left": f"{counted(turn.actions_left, 'action')} left",
        "round_number": turn.round,
        "mox": turn.mox,
        "grappled": turn.grappled,
        "wounds": kept["wounds"],
        "fortune_left": kept["fortune"],
        "log": log,
        "round": [_read_row(done) for done in log],
        "actions_left": turn.actions_left,
        "defense_bonus": turn.defense,
        "unused_aim": turn.aim,
        "unused_haymaker": turn.haymaker,
        "prone": turn.prone,
        "holding": turn.holding,
    }


STRIKES = frozenset({"strike"})
GRABS = frozenset({"grab", "grab_object"})
STANCE = frozenset({"fall_prone", "stand"})
HOLD = frozenset({"grab", "slam", "let_go", "lost_hold"})
HELD = frozenset({"grabbed", "freed"})


def _read_row(done: dict[str, Any]) -> dict[str, Any]:
    """A row of the log as a player reads it: bonuses only where something is rolled that they could add to."""
    event = done["event"]
    return {
        "event": event,
        "hit_bonus": done["hit_bonus"] if event in STRIKES | GRABS else None,
        "damage_bonus": done["damage_bonus"] if event in STRIKES else None,
        "defense_bonus": row_of(event)["defense_bonus"] or None,
        "actions_left": done["actions_left"],
    }


def _explanation(a: RoundTracker) -> Procedure[None]:
    """What the actions cost and what they leave, each matter for itself."""
    turn, log, _ = _walk(a)
    this_round = _this_round(a)
    costs = tuple(Modifier(_label(event), -row_of(event)["cost"], "RR-ACT-01") for event in this_round)
    defending = (row for row in map(row_of, this_round) if row["defense_bonus"])
    guarding = tuple(Modifier(row["label"], row["defense_bonus"], row["rule"]) for row in defending)
    steps: tuple[Step[None], ...] = (
        settle(
            f"Actions left in round {turn.round}",
            _as_it_is,
            rule="RR-ACT-01",
            modifiers=(FACTS.modifier("actions_per_round"), *costs),
        ),
        settle(
            "To Dodge and Parry until the round ends" if guarding else "No action spent defending",
            _as_it_is,
            rule="RR-DEFEND-01",
            modifiers=guarding,
        ),
        _prepared("aim", turn.aim, [row for row in log if row["hit_bonus"]]),
        _prepared("haymaker", turn.haymaker, [row for row in log if row["damage_bonus"]]),
        settle(_in_order(a, "Prone" if a.prone else "On your feet", STANCE), _as_it_is, rule="RR-PRONE-02"),
        settle(_in_order(a, "Holding somebody" if a.holding else "Holding nobody", HOLD), _as_it_is, rule="RR-GRAB-01"),
        settle(_in_order(a, "Held" if a.grappled else "Held by nobody", HELD), _as_it_is, rule="RR-ESC-01"),
        settle("The mox of the grab lasts as long as the hold", _as_it_is, rule="RR-GRAB-02"),
        *_blows(a),
    )
    return Procedure(None, steps, lambda s: "")


def _this_round(a: RoundTracker) -> tuple[str, ...]:
    """What has been done since the last round began."""
    began = max((index for index, event in enumerate(a.events, 1) if event == "next_round"), default=0)
    return a.events[began:]


def _blows(a: RoundTracker) -> tuple[Step[None], ...]:
    """The wounds, what Fortune cancels of them, and when they put somebody down."""
    kept = _kept(a)
    landed = tuple(Modifier(f"Blow {n}", row["hit"], "RR-FORT-01") for n, row in enumerate(kept["log"], 1))
    canceled = a.wounds_before + sum(row["hit"] for row in kept["log"]) - kept["wounds"]
    return (
        settle(
            "Wounds" if landed or a.wounds_before else "No wounds",
            _as_it_is,
            rule="RR-FORT-01",
            modifiers=(
                *if_any("Wounds before", a.wounds_before, "RR-WOUND-01"),
                *landed,
                *if_any("Fortune", -canceled, "RR-FORT-01"),
            ),
        ),
        settle(f"Down at {counted(a.wound_limit, 'wound')} in all", _as_it_is, rule="RR-WOUND-01"),
    )


def _label(event: str) -> str:
    return str(row_of(event)["label"])


def _prepared(event: str, waiting: int, used: list[dict[str, Any]]) -> Step[None]:
    """A bonus that waits for a strike, the one it went into, or that there was none (RR-AIM-01, RR-HAY-01)."""
    row = row_of(event)
    if waiting:
        label = f"{row['label']}, not used yet"
    elif used:
        label = f"{row['label']}, used by: {_label(used[-1]['event'])}"
    else:
        label = f"No {row['label'].lower()} is waiting"
    return settle(label, _as_it_is, rule=row["rule"], modifiers=if_any(row["label"], waiting, row["rule"]))


def _in_order(a: RoundTracker, start: str, events: frozenset[str]) -> str:
    """How the round starts, and those of its actions that change it: "Prone, then Stand up"."""
    return ", then ".join((start, *(_label(event) for event in a.events if event in events)))


def _as_it_is(s: None) -> None:
    return s


def _sheet_change(a: RoundTracker, values: Mapping[str, Any]) -> SheetChange:
    """The wounds and the Fortune after the blows of the round."""
    left = {"wounds": values["wounds"], "fortune": values["fortune_left"]} if a.hits else {}
    return SheetChange(left=left, at_me=True, resets={"hits": ()})


ROUND_TRACKER = Calculator(
    id="raiders.round_tracker",
    title="Round tracker",
    summary="Keep track of the actions of your round and of the bonuses they prepare.",
    inputs=RoundTracker,
    events="events",
    outputs=(
        out.flag("down", "", rule="RR-WOUND-01", yes="Down", headline=True),
        out.word("left", "this round", rule="RR-ACT-01", headline=True),
        out.figure("defense_bonus", "to Dodge and Parry", rule="RR-DEFEND-01", headline=True, signed=True),
        out.rows(
            "round",
            "Your round",
            (
                out.word("event", "Action", EVENTS),
                out.figure("hit_bonus", "To hit", signed=True),
                out.figure("damage_bonus", "Damage", signed=True),
                out.figure("defense_bonus", "Defense", signed=True),
                out.figure("actions_left", "Actions left"),
            ),
            rule="RR-ACT-01",
        ),
        out.api_only(
            out.rows(
                "log",
                "Your round, for scripts",
                (
                    out.word("event", "Action", EVENTS),
                    out.figure("hit_bonus", "To hit", signed=True),
                    out.figure("damage_bonus", "Damage", signed=True),
                    out.figure("actions_left", "Actions left"),
                ),
            )
        ),
        out.figure("unused_aim", "Aim not used yet", rule="RR-AIM-01", signed=True),
        out.figure("unused_haymaker", "Haymaker not used yet", rule="RR-HAY-01", signed=True),
        out.flag("prone", "Prone", rule="RR-PRONE-02"),
        out.flag("holding", "Holding somebody", rule="RR-GRAB-01"),
        out.figure("mox", "Mox of your grab", rule="RR-GRAB-02"),
        out.flag("grappled", "Held by somebody", rule="RR-ESC-01"),
        out.figure("wounds", "Your wounds", rule="RR-FORT-01"),
        out.figure("fortune_left", "Fortune left", rule="RR-FORT-01"),
        out.figure("round_number", "Round", rule="RR-ACT-01"),
        out.api_only(out.figure("actions_left", "Actions left", rule="RR-ACT-01")),
    ),
    compute=_track,
    sheet_change=_sheet_change,
    check=_check,
    also=("RR-SLAM-03",),
    start={"events": []},
    explain=_explanation,
)
