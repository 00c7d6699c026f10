"""Shooting in a fight: what is loaded, aims beyond the range, Double Shots, and loading again.

"Ranged combat actions".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.events import track
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ....engine.sheet.bindings import record_json
from ....engine.sheet.values import Matchup, Weapon
from ..exchange.strike import DOUBLE_SHOT
from ..sheet.conditions import ANY_ACTION
from ..sheet.sheet import BOW, cannot_double, cannot_shoot
from ..shooting.double_shot import blows
from ..tables import FACTS
from ..turns.turn_actions import RAPID_SHOT, after_rapid_shot
from ..turns.turn_events import TWO
from . import defenses
from .gear import load, name_of, names
from .lines import TURN, begins, ends, hurt
from .prepared import is_prepared

AIM, SAME, PROJECTILES = "aim", "same", "projectiles"


def shoots(here: Here) -> bool:
    """Whether the weapon of the act is in hand and shoots."""
    return here.weapon is not None and bool(here.weapon["shoots"] and here.weapon["in_hand"])


def no_shot(action: str) -> Callable[[Here], str]:
    """Why a shot is impossible: nothing is loaded, or two projectiles are (S2-DOUBLE-05).

    A Rapid Shot loads first if it has to (S2-RAPID-01).
    """

    def why_not(here: Here) -> str:
        assert here.weapon is not None  # a shot has a weapon
        if action == RAPID_SHOT and not here.weapon["loaded"]:
            return "" if here.actor.tracks[PROJECTILES] else "There is nothing left to shoot."
        return cannot_shoot(here.weapon)

    return why_not


def aim_of(here: Here) -> int:
    """The range that a pending aim adds, in percent (S2-AIM-01)."""
    return here.state.number(here.who, AIM)


def shot(here: Here, action: str) -> Iterable[Proposed]:
    """What a shot uses: the aim, what was loaded, and what a Rapid Shot loads again."""
    assert here.weapon is not None  # a shot has a weapon
    if aim := here.state.find(here.who, AIM):
        yield ends(aim, f"{here.actor.name}: the aim is used")
    name, stock = name_of(here), here.actor.tracks[PROJECTILES]
    loaded, left = after_rapid_shot(here.weapon["loaded"], stock) if action == RAPID_SHOT else (0, stock)
    if left != stock:
        yield _taken(here, stock - left)
    yield load(here, name, loaded, f"{name} is {'loaded again' if loaded else 'empty'}")


def _taken(here: Here, number: int) -> Proposed:
    left = here.actor.tracks[PROJECTILES] - number
    return Proposed(
        track(here.who, PROJECTILES, -number), f"{here.actor.name}: {counted(number, 'projectile')}, {left} left"
    )


# Reload and Aim


def to_load(here: Here) -> list[tuple[str, Weapon]]:
    """The weapons in hand that shoot."""
    named = zip(names(here.actor.given.held.weapons), here.me.weapons(), strict=True)
    return [(name, one) for name, one in named if one["shoots"] and one["in_hand"]]


def _count(here: Here) -> Ask:
    two = (Option("2", "Two, for a Double Shot"),) if any(one["kind"] == BOW for _, one in to_load(here)) else ()
    return Ask("count", "Load", (Option("1", "One projectile"), *two))


def _wanted(here: Here) -> list[tuple[str, int, int]]:
    """Each weapon that is loaded now: its name, what is in it then, and what that takes (S2-RELOAD-01)."""
    count = int(here.option(_count(here)))
    found = []
    for name, one in to_load(here):
        wanted = count if one["kind"] == BOW else min(1, count)
        if one["loaded"] < wanted:
            found.append((name, wanted, wanted - one["loaded"]))
    return found


def no_reload(here: Here) -> str:
    """Why a Reload is impossible: all is loaded, or too few projectiles are left."""
    wanted = _wanted(here) or _wanted_two(here)
    if not wanted:
        return "It is loaded already."
    few = here.actor.tracks[PROJECTILES] < min(needed for _, _, needed in wanted)
    return "There are not enough projectiles left." if few else ""


def _wanted_two(here: Here) -> list[tuple[str, int, int]]:
    return [
        (name, TWO, TWO - one["loaded"]) for name, one in to_load(here) if one["kind"] == BOW and one["loaded"] < TWO
    ]


def reloads(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """All weapons in hand are loaded, as far as the projectiles last (S2-RELOAD-01)."""
    left = here.actor.tracks[PROJECTILES]
    used = 0
    for name, wanted, needed in _wanted(here):
        if needed <= left - used:
            used += needed
            yield load(here, name, wanted, f"{name} is loaded{'' if wanted == 1 else f' with {wanted}'}")
    if used:
        yield _taken(here, used)


def _reach(here: Here) -> Ask:
    rows = [row for row in FACTS.table("aims").rows if row["percent"]]
    return Ask("reach", "To", tuple(Option(str(row["percent"]), row["label"], row["rule"]) for row in rows))


def aims(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The next shot reaches farther, at a penalty (S2-AIM-01)."""
    percent = int(here.option(_reach(here)))
    row = FACTS.table("aims").find("percent", percent)
    assert row is not None  # the options are these rows
    text = f"{here.actor.name}: {row['label'].lower()}, {figure(row['modifier'], signed=True)} on the next shot"
    yield begins(Held(here.who, AIM, number=percent), text)


# Double Shot


def _second(here: Here) -> Ask:
    others = [
        Option(one.id, f"{one.name}, beside {here.target.name}")
        for one in here.state.combatants
        if one.side == here.target.side and one.id not in (here.to, here.who)
        if not here.rules.is_down(here.state, one.id)
    ]
    return Ask("second", "The second projectile", (Option(SAME, f"At {here.target.name} too"), *others))


def double_inputs(here: Here) -> Mapping[str, Any]:
    """Both targets with the attacks that each has met, a prepared action, and an aim."""
    known: dict[str, Any] = {"attacker.prepared": is_prepared(here, DOUBLE_SHOT), "attacker.aim": aim_of(here)}
    second = here.option(_second(here))
    if second != SAME:
        calculator, bindings = here.rules.calculator(DOUBLE_SHOT), here.rules.sheet.bindings[DOUBLE_SHOT]
        they = here.rules.values(here.state, second, here.who, here.table)
        record = record_json(calculator, bindings, Matchup(here.me, here.weapon, they, None), "defender")
        record["cap_count"] = defenses.met_before(here, second, here.who)
        known["second_defender"] = record
    return {**known, **defenses.inputs(here, one_answer=False)}


def shoots_twice(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of each projectile, each against the armor of its target (S2-DOUBLE-03)."""
    assert roll is not None  # a Double Shot is rolled
    _, inputs, _, _ = inputs_of(here.rules.act(DOUBLE_SHOT), here)
    second = here.option(_second(here))
    first_blow, second_blow = blows(inputs)
    yield from defenses.answered(here)
    if second == SAME:
        yield from hurt(here, here.to, first_blow.lethal * roll.end.first + second_blow.lethal * roll.end.second)
    else:
        yield defenses.met(here, second, here.who)
        yield from hurt(here, here.to, first_blow.lethal * roll.end.first)
        yield from hurt(here, second, second_blow.lethal * roll.end.second)
    yield from shot(here, DOUBLE_SHOT)


DOUBLE = FightAct(
    id=DOUBLE_SHOT,
    label="Double Shot",
    rule="S2-DOUBLE-02",
    calculator=DOUBLE_SHOT,
    cost={TURN: 1},
    per_weapon=True,
    bars=ANY_ACTION,
    offered=lambda here: shoots(here) and here.weapon is not None and here.weapon["loaded"] == TWO,
    why_not=lambda here: cannot_double(here.weapon) if here.weapon else "",
    inputs=double_inputs,
    figures=("p_any", "expected_damage"),
    ranked="expected_damage",
    asks=lambda here: (*defenses.ask(here, ranged=True, one_answer=False), _second(here)),
    follows=shoots_twice,
)

LOADING = (
    FightAct(
        id="aim",
        label="Aim beyond the range",
        rule="S2-AIM-01",
        at=SELF,
        bars=ANY_ACTION,
        offered=lambda here: bool(to_load(here)) and not here.state.holds(here.who, AIM),
        asks=lambda here: (_reach(here),),
        follows=aims,
    ),
    FightAct(
        id="reload",
        label="Reload",
        rule="S2-RELOAD-01",
        at=SELF,
        cost={TURN: 1},
        bars=ANY_ACTION,
        offered=lambda here: bool(to_load(here)),
        why_not=no_reload,
        asks=lambda here: (_count(here),),
        follows=reloads,
    ),
)
