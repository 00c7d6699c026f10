"""The round tracker: the remaining actions, prepared bonuses, and who is down.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers, Grapple, Defense. A round may start with results of the previous
one: a hold with its mox, an aim, wounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator, SheetChange
from ...engine.errors import not_allowed
from ...engine.explain import note, notes
from ...engine.fight.durations import newly_ended
from ...engine.fight.replay import Entry
from ...engine.fight.rules import ME, Tracker
from ...engine.fight.state import USES
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any
from .attack_explanation import going_down
from .attack_inputs import BOTH_ACTIONS
from .fortune import Fortune, fortune_left, ledger
from .tables import FACTS
from .tracker_inputs import RoundTracker, at_first
from .turn import AIM, DEFEND, EVENTS, FIGHT, GRAPPLED, HAYMAKER, HOLDING, PRONE, Turn, row_of

Happened = Entry[Turn, str]
TRACKER = Tracker(FIGHT, at_first)


def _check(a: RoundTracker) -> None:
    if a.mox is not None and not a.holding:
        raise not_allowed("mox", a.mox, "You hold nobody: there is no mox of a grab.")
    if a.wound_up and a.haymaker_rule == BOTH_ACTIONS:
        raise not_allowed("wound_up", True, "A haymaker of both actions is over when its round is.")
    if a.events and a.wounds_before >= a.wound_limit:
        down = counted(a.wounds_before, "wound")
        raise not_allowed("events.0", a.events[0], f"Down with {down}: nothing can be done.")
    TRACKER.check(a)


def _blow_results(a: RoundTracker) -> dict[str, Any]:
    """The results of the round's blows (RR-FORT-01, RR-WOUND-01)."""
    return ledger(_blows_of(a))


def _blows_of(a: RoundTracker) -> Fortune:
    return Fortune(**{one.name: getattr(a, one.name) for one in fields(Fortune)})


def _track(a: RoundTracker) -> dict[str, Any]:
    entries, turn = TRACKER.play(a)
    x, kept = turn[ME], _blow_results(a)
    rows = [_row(one) for one in entries]
    return {
        "down": kept["down"] or None,
        "left": f"{counted(x.actions_left, 'action')} left",
        "round_number": turn.round,
        "mox": x.mox,
        "grappled": turn.holds(ME, GRAPPLED),
        "wounds": kept["wounds"],
        "fortune_left": kept["fortune"],
        "log": [{name: row[name] or 0 for name in row if name != "defense_bonus"} for row in rows],
        "round": rows,
        "actions_left": x.actions_left,
        "defense_bonus": turn.number(ME, DEFEND),
        "unused_aim": turn.number(ME, AIM),
        "unused_haymaker": turn.number(ME, HAYMAKER),
        "prone": turn.holds(ME, PRONE),
        "holding": turn.holds(ME, HOLDING),
    }


USE_AIM = frozenset({"strike", "grab", "grab_object"})
STANCE = frozenset({"fall_prone", "stand"})
HOLD = frozenset({"grab", "slam", "let_go", "lost_hold"})
HELD = frozenset({"grabbed", "freed"})


def _row(one: Happened) -> dict[str, Any]:
    """An event as a player reads it, with bonuses only for events with a roll."""
    event = one.event
    return {
        "event": event,
        "hit_bonus": one.before.number(ME, AIM) if event in USE_AIM else None,
        "damage_bonus": one.before.number(ME, HAYMAKER) if event == "strike" else None,
        "defense_bonus": row_of(event)["defense_bonus"] or None,
        "actions_left": one.after[ME].actions_left,
    }


def _explanation(a: RoundTracker) -> Procedure[None]:
    """The cost of the actions and their results, topic by topic."""
    entries, turn = TRACKER.play(a)
    this_round = _this_round(a)
    costs = tuple(Modifier(_label(event), -row_of(event)["cost"], "RR-ACT-01") for event in this_round)
    defending = (row for row in map(row_of, this_round) if row["defense_bonus"])
    guarding = tuple(Modifier(row["label"], row["defense_bonus"], row["rule"]) for row in defending)
    return notes(
        note(f"Round {turn.round}", "RR-ACT-01", gives="round_number"),
        note(f"Actions left in round {turn.round}", "RR-ACT-01", (FACTS.modifier("actions_per_round"), *costs)),
        note(
            "To Dodge and Parry until the round ends" if guarding else "No action spent defending",
            "RR-DEFEND-01",
            guarding,
        ),
        *(_prepared(bonus, turn.number(ME, bonus), entries) for bonus in (AIM, HAYMAKER)),
        note(_in_order(a, "Prone" if a.prone else "On your feet", STANCE), "RR-PRONE-02"),
        note(_in_order(a, "Holding somebody" if a.holding else "Holding nobody", HOLD), "RR-GRAB-01"),
        note(_in_order(a, "Held" if a.grappled else "Held by nobody", HELD), "RR-ESC-01"),
        note("The mox of the grab lasts as long as the hold", "RR-GRAB-02"),
        *_blows(a),
    )


def _this_round(a: RoundTracker) -> tuple[str, ...]:
    """The events since the start of the current round."""
    began = max((index for index, event in enumerate(a.events, 1) if event == "next_round"), default=0)
    return a.events[began:]


def _blows(a: RoundTracker) -> tuple[Step[None], ...]:
    """The wounds, the wounds that Fortune cancels, and the wound limit."""
    kept = _blow_results(a)
    landed = tuple(Modifier(f"Blow {n}", row["hit"], "RR-FORT-01") for n, row in enumerate(kept["log"], 1))
    canceled = a.wounds_before + sum(row["hit"] for row in kept["log"]) - kept["wounds"]
    return (
        note(
            "Wounds" if landed or a.wounds_before else "No wounds",
            rule="RR-FORT-01",
            modifiers=(
                *if_any("Wounds before", a.wounds_before, "RR-WOUND-01"),
                *landed,
                *if_any("Fortune", -canceled, "RR-FORT-01"),
            ),
            gives="wounds",
        ),
        fortune_left(_blows_of(a), kept, "fortune_left"),
        going_down(a.wound_limit),
    )


def _label(event: str) -> str:
    return str(row_of(event)["label"])


def _prepared(bonus: str, waiting: int, entries: tuple[Happened, ...]) -> Step[None]:
    """A bonus that waits for a strike, the strike that used it, or its absence (RR-AIM-01, RR-HAY-01)."""
    row, used = row_of(bonus), [one.event for one in entries if USES in _ends_of(one, bonus)]
    if waiting:
        label = f"{row['label']}, not used yet"
    elif used:
        label = f"{row['label']}, used by: {_label(used[-1])}"
    else:
        label = f"No {row['label'].lower()} is waiting"
    return note(label, rule=row["rule"], modifiers=if_any(row["label"], waiting, row["rule"]))


def _ends_of(one: Happened, bonus: str) -> list[str]:
    """How a bonus has ended with an event."""
    return [ending.at for ending in newly_ended(one.before, one.after) if ending.held.id == bonus]


def _in_order(a: RoundTracker, start: str, events: frozenset[str]) -> str:
    """The start of the round and the events that change it: "Prone, then Stand up"."""
    return ", then ".join((start, *(_label(event) for event in a.events if event in events)))


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
