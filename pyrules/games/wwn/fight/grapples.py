"""Shoves and grapples: taking hold, breaking free, dragging and throwing, and the damage of a hold.

Section "Shoving and Grappling". Several may hold one; the one held breaks free of all of them or of none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.state import DONE, Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.bindings import record_json
from ....engine.sheet.values import Matchup
from ..sheet.conditions import ACT, GRAPPLE, MAIN_ACTION
from ..tables import FACTS
from .facts import HOLD_DAMAGE, HOLDS, MELEE, NEW_HOLD, toward
from .lines import HARM, HIT_POINTS, begins, ends, falls_prone, hurt, meets, note
from .moves import MAIN, action, contest_names
from .screens import attack_made, why_screened

SIZE = Ask("size", "Size of the other", FACTS.table("sizes").options())
SHOVED = Ask("result", "Pushes", (Option("prone", "To the ground"), Option("back", "Back")))
MOVED = Ask("result", "Moves", (Option("drag", "Drag along"), Option("throw", "Throw down")))
MOST_HIT_POINTS = 100
"""As many as the calculator of a hold takes."""


# Shoves


def shoved(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Back or down (WWN-SHOVE-03)."""
    yield from attack_made(here)
    if roll is None or roll.outcome != "Back or down":
        yield from meets(here)
    elif here.option(SHOVED) == "prone":
        yield from falls_prone(here.state, here.to)
        yield from meets(here)
    else:
        yield note(f"{here.target.name} is pushed {FACTS.number('shove_push_ft')} feet back")
        for held in here.state.held:
            if held.id == MELEE and {held.who, held.to} == {here.who, here.to}:
                yield ends(held, f"{here.actor.name} and {here.target.name} are no longer in melee")


# Holds


def holders(here: Here, who: str = "") -> list[str]:
    """Those who hold a fighter, by default the actor."""
    return [held.who for held in toward(here.state, HOLDS, who or here.who)]


def can_try(here: Here) -> bool:
    """Whether the target has a Main Action left in this round to break free with (WWN-GRAP-03)."""
    state, rules, target = here.state, here.rules, here.target
    waits = target.turn != DONE and not state.holds(here.to, *rules.fight.passed_over)
    return bool(target.budget.get(MAIN)) and (waits or state.holds(here.to, *rules.out_of_turn))


def takes_hold(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A hold begins.

    Its first round ends without damage if the target has no try left in it to break free, unless a table rule says
    otherwise (WWN-GRAP-02, WWN-GRAP-11).
    """
    yield from attack_made(here)
    yield from meets(here)
    if roll is None or roll.outcome != "Held":
        return
    yield begins(Held(here.who, HOLDS, here.to), f"{here.actor.name} holds {here.target.name}")
    if not here.table.get("damage_first") and not can_try(here):
        fresh = Held(here.who, NEW_HOLD, here.to, ends=(round_end(here.state.round),))
        yield begins(fresh, f"{here.target.name}: no damage from the hold in round {here.state.round}")


def against_holders(here: Here, slug: str) -> list[dict[str, Any]]:
    """The checks of all who hold the actor, as JSON for a calculator."""
    calculator, bindings = here.rules.calculator(slug), here.rules.sheet.bindings[slug]
    return [record_json(calculator, bindings, held_by(here, one), "grapplers.0") for one in holders(here)]


def held_by(here: Here, holder: str) -> Matchup:
    """The actor against one who holds them."""
    me = here.rules.values(here.state, here.who, holder, here.table)
    return Matchup(me, None, here.rules.values(here.state, holder, here.who, here.table), None)


def against_first(here: Here) -> Matchup:
    """The actor against the first who holds them."""
    return held_by(here, holders(here)[0])


def hold_names(here: Here, who_hold: list[str], held: str) -> Mapping[str, str]:
    """The names of those who hold and of the one held, for the words of the calculators of a hold."""
    found = [here.state[one].name for one in who_hold]
    several = {f"Grappler {place}": name for place, name in reversed([*enumerate(found, 1)])}
    grapplers = several if len(found) > 1 else {"Grappler": found[0], "the grappler": found[0]}
    return {**grapplers, **dict.fromkeys(("The one held", "the one held"), here.state[held].name)}


def names_of_holders(here: Here) -> Mapping[str, str]:
    """The names of the actor, who is held, and of all who hold on."""
    return hold_names(here, holders(here), here.who)


def lets_go(here: Here, held: Held) -> Proposed:
    """A hold ends."""
    state = here.state
    return ends(held, f"{state[held.who].name} no longer holds {state[held.to].name}")


def breaks_free(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Free of all who hold on (WWN-GRAP-10)."""
    if roll and roll.outcome == "Free":
        for held in toward(here.state, HOLDS, here.who):
            yield lets_go(here, held)


def dragged(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Carried along, or thrown and prone; a lost contest frees the one held (WWN-GRAP-07, WWN-GRAP-08)."""
    held = here.fact(HOLDS)
    if roll is None or held is None:
        return
    name = here.target.name
    if roll.outcome != "Moved":
        yield lets_go(here, held)
    elif here.option(MOVED) == "drag":
        yield note(f"{here.actor.name} and {name} move {FACTS.number('grapple_carry_ft')} feet")
    else:
        yield note(f"{name} is thrown {FACTS.number('grapple_throw_ft')} feet")
        yield from falls_prone(here.state, here.to)
        yield lets_go(here, held)


def mauled(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of everyone who holds the actor, as a round ends (WWN-GRAP-11)."""
    yield from hurt(here, here.who, roll.end.damage if roll else 0)
    if held := here.state.find(here.who, HOLD_DAMAGE):
        yield ends(held, f"{here.actor.name}: the damage of the hold is done")


def mauled_inputs(here: Here) -> Mapping[str, Any]:
    """All who hold the actor, and the hit points left."""
    left = max(1, min(MOST_HIT_POINTS, here.actor.tracks[HIT_POINTS]))
    return {"grapplers": against_holders(here, "grapple_race"), "hp": left}


GRAPPLES = (
    action(
        "shove",
        at="foe",
        calculator="shove",
        names=contest_names,
        bars=(ACT, MAIN_ACTION),
        why_not=why_screened,
        asks=lambda here: (SHOVED, SIZE),
        inputs=lambda here: {"size": here.option(SIZE)},
        figures=("p_success", "p_hit"),
        follows=shoved,
    ),
    action(
        "grapple",
        at="foe",
        calculator="grapple_start",
        names=contest_names,
        bars=(ACT, MAIN_ACTION, GRAPPLE),
        why_not=why_screened,
        asks=lambda here: (SIZE,),
        inputs=lambda here: {"size": here.option(SIZE)},
        figures=("p_success", "p_hit"),
        follows=takes_hold,
    ),
    action(
        "move_grappled",
        at="foe",
        label="Drag or throw",
        calculator="grapple_move",
        names=lambda here: hold_names(here, [here.who], here.to),
        bars=(ACT, MAIN_ACTION),
        offered=lambda here: bool(here.fact(HOLDS)),
        asks=lambda here: (MOVED, SIZE),
        inputs=lambda here: {"size": here.option(SIZE)},
        figures=("p_moved", "p_freed"),
        follows=dragged,
    ),
    FightAct(
        id="let_go",
        label="Let go",
        rule="WWN-GRAP-09",
        any_time=True,
        offered=lambda here: here.is_up and bool(here.fact(HOLDS)),
        follows=lambda here, roll: [lets_go(here, held)] if (held := here.fact(HOLDS)) else [],
    ),
)

HELD = (
    action(
        "escape_grapple",
        label="Break free",
        calculator="grapple_escape",
        names=names_of_holders,
        bars=(ACT, MAIN_ACTION),
        offered=lambda here: bool(holders(here)),
        sides=against_first,
        inputs=lambda here: {"grapplers": against_holders(here, "grapple_escape")},
        figures=("p_escape",),
        follows=breaks_free,
    ),
    FightAct(
        id="hold_damage",
        label="Damage of the hold",
        rule="WWN-GRAP-11",
        at=SELF,
        calculator="grapple_race",
        names=names_of_holders,
        any_time=True,
        offered=lambda here: here.is_up and bool(holders(here)),
        sides=against_first,
        inputs=mauled_inputs,
        figures=("mean_damage",),
        asks=lambda here: (HARM,),
        follows=mauled,
    ),
)
