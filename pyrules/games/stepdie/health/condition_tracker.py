"""The condition tracker: Health, conditions, and the actions they leave.

"Conditions index".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes, together
from ....engine.fight.rules import ME
from ....engine.procedure import Modifier, Procedure, Step
from ..rolls.conditions import (
    AGILITY,
    ATTACK,
    ATTACK_DIE,
    CONDITIONS,
    DODGE_DIE,
    can_act,
    modifiers,
    steps_down,
)
from ..rolls.rolls import lowered
from ..turns.fighter import Is, Turns
from ..turns.movement import Speed, zones
from .condition_inputs import EVENTS, TRACKER, Tracked
from .incapacitated import needed

TRACKED = tuple(option for option in CONDITIONS.options() if option.id in set(Is))

# What the conditions change.


def held(fight: Turns) -> tuple[str, ...]:
    """The conditions that hold."""
    return tuple(option.id for option in TRACKED if fight.holds(ME, option.id))


def label(condition: str) -> str:
    """The label of a condition."""
    text: str = CONDITIONS.row(condition)["label"]
    return text


def combat_modifiers(fight: Turns) -> tuple[Modifier, ...]:
    """The modifiers of combat actions and defenses."""
    return modifiers(held(fight), ATTACK)


def lowering(fight: Turns, use: str) -> tuple[Modifier, ...]:
    """The steps that lower the Agility die."""
    return (*modifiers(held(fight), AGILITY), *modifiers(held(fight), use))


def die(fight: Turns, use: str) -> int:
    """The Agility die after those steps."""
    return lowered(fight[ME].given.agility_die, steps_down(held(fight), use))


def speed(fight: Turns) -> int:
    """The zones of one move."""
    state = {name: fight.holds(ME, name) for name in (Is.CHILLED, Is.LEG_MAIMED, Is.GROUNDED, Is.STUNNED)}
    return zones(Speed(agility_die=fight[ME].given.agility_die, **state))


def strength_needed(fight: Turns) -> int | None:
    """The Strength total required at the end of the next turn; None without a roll."""
    if not fight.holds(ME, Is.INCAPACITATED) or fight.holds(ME, Is.UNCONSCIOUS):
        return None
    return needed(fight[ME].incap_turns + 1, count_current=fight[ME].given.count_current_turn)


def _explanation(a: Tracked) -> Procedure[Any]:
    """The rule of each figure."""
    return notes(*_notes(a, TRACKER.play(a)[1]))


def _notes(a: Tracked, fight: Turns) -> Iterator[Step[Any]]:
    x = fight[ME]
    losses = sum(event.n or 0 for event in a.events if event.do == "damage")
    gains = sum(event.n or 0 for event in a.events if event.do == "heal")
    fire = a.health - losses + gains - x.health
    points = (("At first", a.health), ("Damage", -losses), ("Healed", gains), ("Fire", -fire))
    yield note("Health", "S2-HEALTH-01", tuple(Modifier(label, n, "S2-HEALTH-01") for label, n in points if n))
    if fight.holds(ME, Is.GRAPPLED):
        yield note(f"Failed tries to escape: {x.failures} of {a.failures_to_ko}", "S2-TACKLE-05")
    labels = together(label(one).lower() for one in held(fight)) if held(fight) else "none"
    yield note(f"Conditions: {labels}", "S2-INCAP-01")
    yield note("On combat actions and defenses", "S2-STAND-01", combat_modifiers(fight))
    yield note(f"d{a.agility_die}, steps down to attack", "S2-MAIM-03", lowering(fight, ATTACK_DIE))
    yield note(f"d{a.agility_die}, steps down to dodge", "S2-MAIM-02", lowering(fight, DODGE_DIE))
    yield note("Half the die, less what the conditions take", "S2-SPEED-01")
    if x.free_stand:
        yield note("Health is back above 0: to stand up is free now", "S2-INCAP-05")
    target = strength_needed(fight)
    if target is not None:
        yield note(f"Strength {target} or more as the next turn ends", "S2-INCAP-03")


def _values(a: Tracked) -> dict[str, Any]:
    entries, fight = TRACKER.play(a)
    x = fight[ME]
    dice = {"attack": die(fight, ATTACK_DIE), "dodge": die(fight, DODGE_DIE)}
    return {
        "health": x.health,
        "can_act": can_act(held(fight)),
        "combat_mod": sum(one.value for one in combat_modifiers(fight)),
        "conditions": list(held(fight)),
        **{f"{name}_die": sides for name, sides in dice.items()},
        **{f"{name}_die_said": f"d{sides}" for name, sides in dice.items()},
        "speed": speed(fight),
        "strength_needed": strength_needed(fight),
        "free_stand": x.free_stand,
        "turn_lost": x.turn_lost,
        "failures": x.failures if fight.holds(ME, Is.GRAPPLED) else None,
        "incap_turns": x.incap_turns,
        "log": [
            {
                "event": one.event.do,
                "health": one.after[ME].health,
                "conditions": ", ".join(map(label, held(one.after))) or "\u2013",
            }
            for one in entries
        ],
        **{option.id: fight.holds(ME, option.id) for option in TRACKED},
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
        out.listing("conditions", "Conditions", TRACKED, rule="S2-INCAP-01"),
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
        *(api_only(out.flag(option.id, option.label, rule=option.rule)) for option in TRACKED),
    ),
    compute=_values,
    check=TRACKER.check,
    also=("S2-INCAP-02", "S2-GROUND-02", "S2-GROUND-03", "S2-MSHOT-02", "S2-MSHOT-03", "S2-LADDER-01"),
    start={
        "health": 4,
        "agility_die": 8,
        "events": [],
    },
    explain=_explanation,
)
