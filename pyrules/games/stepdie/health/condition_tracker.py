"""The condition tracker: Health, conditions, and what is left to do with them.

"Conditions index".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes, together
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step
from ..rolls.rolls import lowered
from ..tables import FACTS
from ..turns.movement import Speed, zones
from .condition_inputs import EVENTS, State, Tracked, walk
from .incapacitated import needed

CONDITIONS = FACTS.table("conditions")
TRACKED = tuple(row for row in CONDITIONS.rows if row["id"] in State._fields)
WORDS = tuple(Option(row["id"], row["label"], row["rule"]) for row in TRACKED)

# What the conditions leave.


def held(x: State) -> list[dict[str, Any]]:
    """The conditions that hold."""
    return [row for row in TRACKED if getattr(x, row["id"])]


def can_act(x: State) -> bool:
    """Whether a turn is left to use."""
    return all(row["acts"] for row in held(x))


def combat_modifiers(x: State) -> tuple[Modifier, ...]:
    """What is added to combat actions and defenses."""
    return tuple(Modifier(row["label"], row["attack"], row["rule"]) for row in held(x) if row["attack"])


def lowering(x: State, column: str) -> tuple[Modifier, ...]:
    """What lowers the Agility die, in steps."""
    return tuple(Modifier(row["label"], -row[column], row["rule"]) for row in held(x) if row[column])


def die(a: Tracked, x: State, column: str) -> int:
    """The Agility die that is left."""
    return lowered(a.agility_die, -sum(one.value for one in lowering(x, column)))


def speed(a: Tracked, x: State) -> int:
    """The zones of a move."""
    state = {name: getattr(x, name) for name in ("chilled", "leg_maimed", "grounded", "stunned")}
    return zones(Speed(agility_die=a.agility_die, **state))


def strength_needed(a: Tracked, x: State) -> int | None:
    """What Strength must come to as the next turn ends; None if nothing is rolled."""
    if not x.incapacitated or x.unconscious:
        return None
    return needed(x.incap_turns + 1, count_current=a.count_current_turn)


def _check(a: Tracked) -> None:
    walk(a)


def _explanation(a: Tracked) -> Procedure[Any]:
    """Where each figure comes from."""
    return notes(*_reasons(a, walk(a)[-1]))


def _reasons(a: Tracked, x: State) -> Iterator[Step[Any]]:
    losses = sum(event.n or 0 for event in a.events if event.do == "damage")
    gains = sum(event.n or 0 for event in a.events if event.do == "heal")
    fire = a.health - losses + gains - x.health
    points = (("At first", a.health), ("Damage", -losses), ("Healed", gains), ("Fire", -fire))
    yield note("Health", "S2-HEALTH-01", tuple(Modifier(label, n, "S2-HEALTH-01") for label, n in points if n))
    if x.grappled:
        yield note(f"Failed tries to escape: {x.failures} of {a.failures_to_ko}", "S2-TACKLE-05")
    said = together(row["label"].lower() for row in held(x)) if held(x) else "none"
    yield note(f"Conditions: {said}", "S2-INCAP-01")
    yield note("On combat actions and defenses", "S2-STAND-01", combat_modifiers(x))
    yield note(f"d{a.agility_die}, steps down to attack", "S2-MAIM-03", lowering(x, "attack_steps"))
    yield note(f"d{a.agility_die}, steps down to dodge", "S2-MAIM-02", lowering(x, "dodge_steps"))
    yield note("Half the die, less what the conditions take", "S2-SPEED-01")
    if x.free_stand:
        yield note("Health is back above 0: to stand up is free now", "S2-INCAP-05")
    target = strength_needed(a, x)
    if target is not None:
        yield note(f"Strength {target} or more as the next turn ends", "S2-INCAP-03")


def _values(a: Tracked) -> dict[str, Any]:
    states = walk(a)
    x = states[-1]
    return {
        "health": x.health,
        "can_act": can_act(x),
        "combat_mod": sum(one.value for one in combat_modifiers(x)),
        "conditions": [row["id"] for row in held(x)],
        "attack_die": die(a, x, "attack_steps"),
        "dodge_die": die(a, x, "dodge_steps"),
        "attack_die_said": f"d{die(a, x, 'attack_steps')}",
        "dodge_die_said": f"d{die(a, x, 'dodge_steps')}",
        "speed": speed(a, x),
        "strength_needed": strength_needed(a, x),
        "free_stand": x.free_stand,
        "turn_lost": x.turn_lost,
        "failures": x.failures if x.grappled else None,
        "incap_turns": x.incap_turns,
        "log": [
            {
                "event": event.do,
                "health": now.health,
                "conditions": ", ".join(row["label"] for row in held(now)) or "\u2013",
            }
            for event, now in zip(a.events, states[1:], strict=True)
        ],
        **{row["id"]: getattr(x, row["id"]) for row in TRACKED},
    }


TRACK = Calculator(
    id="stepdie.track",
    title="Condition tracker",
    summary="Damage, fire, cold, stuns and broken limbs, event by event: how you stand, and what you can still do.",
    inputs=Tracked,
    events="events",
    outputs=(
        out.figure("health", "Health", rule="S2-HEALTH-01", headline=True),
        out.flag("can_act", "now", rule="S2-INCAP-01", yes="You can act", no="You cannot act", headline=True),
        out.figure("combat_mod", "on actions and defenses", rule="S2-STAND-01", signed=True, headline=True),
        out.listing("conditions", "Conditions", WORDS, rule="S2-INCAP-01"),
        out.word("attack_die_said", "Agility die to attack", rule="S2-MAIM-03"),
        out.word("dodge_die_said", "Agility die to dodge", rule="S2-MAIM-02"),
        out.figure("speed", "Speed", rule="S2-SPEED-01", unit="zones"),
        out.figure("strength_needed", "Strength needed as the next turn ends", rule="S2-INCAP-03"),
        out.flag("free_stand", "Standing up", rule="S2-INCAP-05", yes="is free", no="takes the action"),
        out.rows(
            "log",
            "Event by event",
            (
                out.word("event", "Event", EVENTS.options()),
                out.figure("health", "Health"),
                out.word("conditions", "Conditions"),
            ),
            rule="S2-HEALTH-01",
        ),
        api_only(out.figure("attack_die", "Sides of the die to attack", rule="S2-MAIM-03")),
        api_only(out.figure("dodge_die", "Sides of the die to dodge", rule="S2-MAIM-02")),
        api_only(out.figure("turn_lost", "Turns lost to a stun", rule="S2-STUN-02")),
        out.figure("failures", "Failed escapes", rule="S2-TACKLE-05"),
        api_only(out.figure("incap_turns", "Turns ended incapacitated", rule="S2-INCAP-03")),
        *(api_only(out.flag(row["id"], row["label"], rule=row["rule"])) for row in TRACKED),
    ),
    compute=_values,
    check=_check,
    also=("S2-INCAP-02", "S2-GROUND-02", "S2-GROUND-03", "S2-MSHOT-02", "S2-MSHOT-03", "S2-LADDER-01"),
    start={
        "health": 4,
        "agility_die": 8,
        "events": [],
    },
    explain=_explanation,
)
