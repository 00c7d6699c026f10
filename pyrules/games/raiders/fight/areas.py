"""Attacks on a place in a fight: the roll at the place, and each one in the area.

Chapter "Swords, Slings, and Arrows": Area attacks. The chapter has no damage for them: the weapon's value is proposed,
and every number can be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import turn_end
from ....engine.fight.events import hold
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted, total
from ..area import DAMAGE
from ..attack import aiming
from ..sheet.bindings import me, target
from ..sheet.conditions import ACT, ACTION
from ..tables import FACTS
from ..turn import cost_of
from . import defenses
from .defenses import ACTIONS, is_down
from .mounts import seat_due
from .strikes import has_aimed, is_melee, no_strike, used
from .wounds import wounded

AREA_HIT = "area_hit"
COVERED = (4, 1, 2, 3, 6, 9, 12, 16, 25)
TO_LEAVE = (1, 2, 3, 4, 5)


def _spaces(name: str, label: str, numbers: tuple[int, ...], rule: str) -> Ask:
    return Ask(name, label, tuple(Option(str(one), counted(one, "space"), rule) for one in numbers))


def area_asks(here: Here) -> tuple[Ask, ...]:
    """The size of the area, and how far the target is from its edge unless it is down (RR-AREA-03, RR-AREA-04)."""
    return (covered_ask(), *(() if is_down(here) else (leave_ask(here),)))


def covered_ask() -> Ask:
    """The size of the area, in which others than the target may be caught too (RR-AREA-03)."""
    return _spaces("covered", "It covers", COVERED, "RR-AREA-03")


def leave_ask(here: Here) -> Ask:
    """How far the target must move to get out (RR-AREA-04)."""
    return _spaces("leave", "To get out", TO_LEAVE, "RR-AREA-04")


def damage_of(here: Here) -> int:
    """The damage of the attack: the weapon's value, as the chapter has none (RR-AREA-06)."""
    return min(DAMAGE[1], here.weapon["all_damage"] if here.weapon else 0)


def area_inputs(here: Here) -> Mapping[str, Any]:
    """The range, the area and its damage; an aim counts as it does for any attack (RR-AREA-02, RR-AIM-01).

    One who is down leaps no more than one without time for it, in an area of one space (RR-AREA-03).
    """
    offense = here.weapon["offense"] if here.weapon else here.me["warrior"]
    return {
        "offense": offense + total(aiming(has_aimed(here))),
        "range_cl": defenses.range_between(here),
        "spaces_covered": FACTS.number("area_no_dodge_spaces") if is_down(here) else int(here.option(covered_ask())),
        "spaces_to_leave": int(here.option(leave_ask(here))),
        "damage": damage_of(here),
    }


def hits_area(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """What the attack uses, the target if it is caught, and an area in which others may be caught (RR-AREA-03)."""
    yield from used(here)
    assert roll is not None  # an area attack is rolled
    if not roll.end.hit:
        return
    if roll.end.caught:
        yield from wounded(here, roll.end.wounds)
        yield from seat_due(here, damage_of(here))
    if int(here.option(covered_ask())) > FACTS.number("area_no_dodge_spaces"):
        until = (turn_end(here.who, max(1, here.state.round)),)
        text = f"{here.actor.name}: others in the area may be caught, damage {damage_of(here)}"
        yield Proposed(hold(Held(here.who, AREA_HIT, ends=until, number=damage_of(here))), text)


def leap_inputs(here: Here) -> Mapping[str, Any]:
    """The challenge of the leap out of the area (RR-AREA-04)."""
    return {"target": FACTS.number("dodge_area_per_space") * int(here.option(leave_ask(here)))}


def leaps(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The wounds of one more who does not leap clear (RR-AREA-03, RR-AREA-06)."""
    if roll is not None and roll.end.mox is None:
        yield from is_caught(here)


def is_caught(here: Here, roll: Roll | None = None) -> Iterable[Proposed]:
    """The wounds of one more in the area (RR-AREA-06)."""
    assert here.they is not None  # the act has a target
    damage = here.state.number(here.who, AREA_HIT)
    yield from wounded(here, max(0, damage - here.they["protection"]))
    yield from seat_due(here, damage)


AREAS = (
    FightAct(
        id="area",
        label="Attack the place",
        rule="RR-AREA-02",
        calculator="area",
        at=ANYBODY,
        per_weapon=True,
        cost={ACTIONS: cost_of("strike")},
        bars=(ACT, ACTION),
        offered=lambda here: not is_melee(here),
        why_not=no_strike,
        inputs=area_inputs,
        figures=("p_caught", "mean_wounds"),
        names=lambda here: {"Athlete": f"{here.target.name}, Athlete"},
        asks=area_asks,
        follows=hits_area,
    ),
    FightAct(
        id="area_too",
        label="Is in the area too: leaps clear",
        rule="RR-AREA-03",
        calculator="roll",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: here.state.holds(here.who, AREA_HIT) and not is_down(here),
        bindings={"trait": target.athlete, "target": me.moderate},
        inputs=leap_inputs,
        names=lambda here: {"Trait roll": f"{here.target.name}, Athlete"},
        figures=("p_success",),
        asks=lambda here: (leave_ask(here),),
        follows=leaps,
    ),
    FightAct(
        id="area_down",
        label="Also in the area, and down",
        rule="RR-AREA-03",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: here.state.holds(here.who, AREA_HIT) and is_down(here),
        follows=is_caught,
    ),
)
