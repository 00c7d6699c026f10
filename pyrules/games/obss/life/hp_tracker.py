"""The hit point tracker: the events of a character, and the state after each.

"Life and Death". `hit_points.py` has the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.fight.replay import Entry
from ....engine.fight.rules import ME, Tracker
from ....engine.formatting import figure
from ....engine.procedure import Modifier, Procedure, Step, counted
from ..tables import FACTS
from .death_line import (
    NONLETHAL_SOURCES,
    death_line,
    line_modifiers,
    nonlethal_line,
    nonlethal_modifiers,
    nonlethal_source,
)
from .first_aid import first_aid_dc
from .hit_point_events import EVENTS, Event, Tracked, refuse_misfits
from .hit_points import (
    DEAD,
    DYING,
    LIFE,
    STATES,
    ZERO,
    Life,
    Standing,
    at_first,
    saves_left,
    status,
)

LABELS = {option.id: option.label for option in STATES}
STATE_ROWS = FACTS.table("life_states")


Happened = Entry[Life, Event]
TRACKER = Tracker(LIFE, at_first)


def _check(a: Tracked) -> None:
    refuse_misfits(a)
    TRACKER.check(a)


def called(event: Event) -> str:
    """An event in a few words: "Damage 10", "A condition: Charmed"."""
    label = str(EVENTS.row(event.type)["label"])
    if event.name is not None:
        return f"{label}: {event.name}"
    said = next((held for held in (event.n, event.total, event.roll) if held is not None), None)
    return label if said is None else f"{label} {figure(said)}"


def stands(s: Standing) -> str:
    """The state in words: "−6, dying"."""
    return f"{figure(s.hp)}, {LABELS[status(s)].lower()}"


# Explanation.


def explanation(a: Tracked) -> Procedure[Any]:
    """Every event with its consequence, and both death lines."""
    happened, end = TRACKER.play(a)
    state = STATE_ROWS.row(status(end[ME]))
    return notes(
        note("Dead at", "OBSS-LIFE-18", line_modifiers(a.con), gives="death_line"),
        note("Dead when non-lethal damage leaves", "OBSS-LIFE-21", nonlethal_modifiers(a.con), gives="nonlethal_line"),
        note(f"At first: {stands(at_first(a)[ME])}", "OBSS-LIFE-13"),
        *(step for one in happened for step in _explanation(one)),
        note(f"{state['label']}: {state['when']}", state["rule"], also=("OBSS-LIFE-02", "OBSS-LIFE-13")),
        *_dying(end[ME]),
    )


def _explanation(one: Happened) -> Iterator[Step[Any]]:
    event, before, after = one.event, one.before[ME], one.after[ME]
    if before.dead:
        yield note(f"{called(event)}: nothing changes", "OBSS-LIFE-22", also=("OBSS-LIFE-13",))
        return
    yield note(
        f"{called(event)}{_against(before, event)}: {stands(after)}",
        _rule(before, event),
        also=("OBSS-LIFE-13", "OBSS-REC-04", "OBSS-REC-05", "OBSS-NONL-02"),
    )
    if after.dead:
        yield _death(after)
    if after.given.fight_for_life and event.type == "bleed" and before.hp < ZERO:
        yield note("The optional saves replace the loss of a hit point", "OBSS-OPTR-01")
    if after.drops > before.drops:
        yield note(f"Below 0: {counted(after.drops, 'time')}", "OBSS-LIFE-10", also=("OBSS-LIFE-06",))
    if ended := [held.note for held in one.before.held if held not in one.after.held]:
        yield note(f"The mind is free: {', '.join(ended)}", "OBSS-LIFE-14")
    if event.type == "life_save" and after.hp > ZERO and not before.below:
        levels = counted(FACTS.number("optional_save_fatigue"), "level")
        yield note(f"Fatigued by it: {levels} more", "OBSS-OPTR-04")
    if before.below and not after.below:
        yield note(f"Back above 0: {counted(before.mp - after.mp, 'magic point')} lost", "OBSS-LIFE-16")
        levels = counted(FACTS.number("return_fatigue"), "level")
        yield note(f"Fatigued by it: {levels} more", "OBSS-LIFE-17", also=(FACTS.fact("return_fatigue").rule,))


def _death(s: Standing) -> Step[Any]:
    """The reason for the death."""
    if s.hp <= death_line(s.given.con):
        return note("Down to the death line", "OBSS-LIFE-18", also=("OBSS-LIFE-15",))
    if s.hp - s.nonlethal <= nonlethal_line(s.given.con):
        return note("Down to the death line", "OBSS-LIFE-21", also=("OBSS-LIFE-15",))
    return note(f"No save is left after {counted(s.failed, 'failure')}", "OBSS-OPTR-03", also=("OBSS-OPTR-05",))


def _against(s: Standing, event: Event) -> str:
    if event.type == "life_save":
        return f" against DC {saves_left(s)[0]}"
    if event.type == "first_aid":
        return f" against DC {first_aid_dc(s.hp, s.drops)}"
    return f" against DC {FACTS.number('hour_save_dc')}" if event.type == "hour_save" else ""


def _rule(s: Standing, event: Event) -> str:
    """The rule of an event; at exactly 0, care has its own rule."""
    at_zero = {"first_aid": "OBSS-LIFE-04", "magic_heal": "OBSS-LIFE-03"}
    if s.hp == ZERO and event.type in at_zero:
        return at_zero[event.type]
    return str(EVENTS.row(event.type)["rule"])


def _dying(s: Standing) -> Iterator[Step[Any]]:
    if next_save(s) is not None:
        left = len(saves_left(s))
        saves = (
            Modifier("Saves in all", left + s.failed, "OBSS-OPTR-03"),
            Modifier("Failed", -s.failed, "OBSS-OPTR-02"),
        )
        yield note(
            "Rounds to death, a save each", "OBSS-OPTR-03", saves, also=("OBSS-LIFE-07",), gives="rounds_to_death"
        )
        yield note(f"The next save: Fortitude at DC {next_save(s)}", "OBSS-OPTR-02", also=("OBSS-OPTR-05",))
    if status(s) != DYING:
        return
    if not s.given.fight_for_life:
        line = Modifier("Death line", -death_line(s.given.con), "OBSS-LIFE-18")
        down = (Modifier("Hit points", s.hp, "OBSS-LIFE-06"), line)
        yield note("Rounds to death, a hit point each", "OBSS-LIFE-07", down, gives="rounds_to_death")
    yield note(f"First Aid: DC {first_aid_dc(s.hp, s.drops)}", "OBSS-LIFE-09", also=("OBSS-LIFE-11",))


# Outputs.


def next_save(s: Standing) -> int | None:
    """The DC of the next optional save; None without one."""
    down = s.hp <= ZERO and status(s) != DEAD
    return saves_left(s)[0] if s.given.fight_for_life and down else None


def rounds_to_death(s: Standing) -> int | None:
    """The rounds until death by bleeding or by failed optional saves; None if the character is not dying."""
    if next_save(s) is not None:
        return len(saves_left(s))
    return s.hp - death_line(s.given.con) if status(s) == DYING else None


def _state(s: Standing) -> dict[str, Any]:
    return {"status": status(s), **{name: getattr(s, name) for name in LIFE.tracks}}


def _values(a: Tracked) -> dict[str, Any]:
    happened, end = TRACKER.play(a)
    s = end[ME]
    return {
        **_state(s),
        "max_hp": s.max_hp,
        "drops": s.drops,
        "conditions": [held.note for held in end.held],
        "death_line": death_line(a.con),
        "nonlethal_line": nonlethal_line(a.con),
        "nonlethal_by": nonlethal_source(a.con),
        "rounds_to_death": rounds_to_death(s),
        "life_save_dc": next_save(s),
        "first_aid_dc": first_aid_dc(s.hp, s.drops) if status(s) == DYING else None,
        "log": [{"event": called(one.event), **_state(one.after[ME])} for one in happened],
    }


HP_TRACKER = Calculator(
    id="obss.hp_tracker",
    title="Hit point tracker",
    summary="Everything that happens to a character, blow by blow and rest by rest, and where it leaves them.",
    inputs=Tracked,
    events="events",
    outputs=(
        out.word("status", "", STATES, rule="OBSS-LIFE-02", headline=True),
        out.figure("hp", "hit points", one="hit point", rule="OBSS-LIFE-13", headline=True),
        out.figure("rounds_to_death", "rounds to death", one="round to death", rule="OBSS-LIFE-07", headline=True),
        out.figure("first_aid_dc", "First Aid DC", rule="OBSS-LIFE-09"),
        out.figure("life_save_dc", "Next save for one's life: Fortitude DC", rule="OBSS-OPTR-02"),
        out.figure("max_hp", "Maximum", rule="OBSS-REC-05", unit="hit points"),
        out.figure("nonlethal", "Non-lethal damage", rule="OBSS-NONL-02", unit="points"),
        out.figure("mp", "Magic points", rule="OBSS-LIFE-16"),
        out.figure("fatigue", "Fatigued by it", rule="OBSS-LIFE-17", unit="levels"),
        out.figure("drops", "Falls below 0", rule="OBSS-LIFE-10"),
        out.listing("conditions", "Conditions", rule="OBSS-LIFE-14"),
        out.figure("death_line", "Dead at", rule="OBSS-LIFE-18", unit="hit points"),
        out.figure("nonlethal_line", "Non-lethal damage kills at", rule="OBSS-LIFE-21", unit="hit points"),
        out.word("nonlethal_by", "That number is from", NONLETHAL_SOURCES, rule="OBSS-LIFE-21"),
        out.rows(
            "log",
            "What happens",
            (
                out.word("event", "Event"),
                out.figure("hp", "Hit points"),
                out.word("status", "State", STATES),
                out.figure("nonlethal", "Non-lethal"),
                out.figure("mp", "Magic points"),
                out.figure("fatigue", "Fatigue"),
            ),
            rule="OBSS-LIFE-13",
        ),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(
        *(f"OBSS-LIFE-{row:02}" for row in (3, 4, 15, 19, 20, 22)),
        *("OBSS-NONL-01", "OBSS-OPTR-04", "OBSS-OPTR-05"),
    ),
    start={
        "hp": 4,
        "max_hp": 20,
        "con": 2,
        "mp": 30,
        "events": [
            {"type": "condition", "name": "Charmed"},
            {"type": "damage", "n": 6},
            {"type": "bleed"},
            {"type": "magic_heal", "n": 3},
            {"type": "damage", "n": 4},
            {"type": "first_aid", "total": 16},
        ],
    },
)
