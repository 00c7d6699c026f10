"""Moving and handling gear: what takes a Move or Main Action or nothing, and has no roll.

Sections "The Action Economy", "Run", "Fighting Withdrawal", "Reload a Weapon", "Stand Up", "Go Prone", "Hold an Action"
and "Delay an Action". Kinds and costs of actions are rows of actions.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, SELF, FightAct, Here, Proposed
from ....engine.fight.durations import round_end, turn_end
from ....engine.fight.events import Event
from ....engine.fight.fighters import FightState
from ....engine.fight.state import COMING, Held
from ....engine.formatting import feet
from ....engine.procedure import Roll
from ....engine.sheet.bindings import record_json
from ....engine.sheet.values import Matchup, Weapon
from ..sheet.conditions import ACT, MOVE
from ..tables import FACTS
from .facts import FREE_ATTACK, HOLDING_ACTION, MELEE, WITHDRAWN, engaged_with
from .gear import reload_costs, unloaded
from .lines import begins, ends, falls_prone

MAIN, MOVES = "main", "move"


# Costs


def move_cost(here: Here) -> Mapping[str, int]:
    """A Move Action, or the Main Action in its place (WWN-ACT-06)."""
    budget = here.actor.budget
    return {MAIN: 1} if not budget.get(MOVES) and budget.get(MAIN) else {MOVES: 1}


def row_of(action: str) -> dict[str, Any]:
    """The row of an action in the tables of actions."""
    quick, rest = FACTS.table("actions"), FACTS.table("other_actions")
    return quick.row(action) if action in {row["id"] for row in quick.rows} else rest.row(action)


def cost_of(action: str) -> Any:
    """What an action of the tables takes of a turn."""
    costs = row_of(action)["costs"]
    return move_cost if costs == [MOVES] else dict.fromkeys(costs, 1)


def action(row_id: str, **more: Any) -> FightAct:
    """An act with the label, rule and cost of a row of the tables of actions."""
    row = row_of(row_id)
    kinds = {"any_time": row["type"] == "instant", "bars": (ACT,), "at": SELF, "cost": cost_of(row_id)}
    return FightAct(**{"id": row_id, "label": row["label"], "rule": row["rule"], **kinds, **more})


def contest_names(here: Here) -> Mapping[str, str]:
    """The names of both sides for the words of a contest between the actor and the target."""
    return {"Attacker": here.actor.name, "Defender": here.target.name}


# Leaving melee


def melee_weapon(weapons: Iterable[Weapon]) -> Weapon | None:
    """The first weapon for melee."""
    return next((one for one in weapons if one["kind"] == "melee"), None)


def attacks_of(here: Here, who: Iterable[str], slug: str, path: str) -> list[dict[str, Any]]:
    """The attacks of others on the actor, each with the first weapon for melee, as JSON for a calculator."""
    calculator, bindings = here.rules.calculator(slug), here.rules.sheet.bindings[slug]
    found = []
    for one in who:
        they = here.rules.values(here.state, one, here.who, here.table)
        me = here.rules.values(here.state, here.who, one, here.table)
        if weapon := melee_weapon(they.weapons()):
            found.append(record_json(calculator, bindings, Matchup(me, None, they, weapon), path))
    return found


def foes(here: Here) -> list[str]:
    """The foes in melee with the actor."""
    return engaged_with(here.rules, here.state, here.who)


def free_attacks(here: Here, besides: str = "") -> Iterable[Proposed]:
    """The actor leaves melee: each foe but one gets a free attack, unless the actor has withdrawn (WWN-RUN-06)."""
    for one in foes(here):
        if one == besides:
            continue
        name = here.state[one].name
        for held in here.state.held:
            if held.id == MELEE and {held.who, held.to} == {here.who, one}:
                yield ends(held, f"{here.actor.name} and {name} are no longer in melee")
        if not here.state.holds(here.who, WITHDRAWN) and melee_weapon(here.rules.values(here.state, one).weapons()):
            attack = Held(one, FREE_ATTACK, here.who, ends=(round_end(here.state.round),))
            yield begins(attack, f"{name}: a free attack on {here.actor.name}")


def rate(here: Here) -> str:
    """How far the actor gets: the whole rate, or half of it on all fours (WWN-RUN-05)."""
    rate = here.me["speed"]
    if here.me["is_prone"]:
        return f"crawls {feet(rate / FACTS.number('crawl_divisor'))}"
    return f"moves {feet(rate)}"


def moved(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A move, and the free attacks of those whom the actor leaves."""
    yield from free_attacks(here)
    text = f"{here.actor.name} {rate(here)}, half as far on hard ground"
    yield Proposed(Event("note", "", {"text": text}), text)


# Waiting


def free_place(state: FightState, who: str, to: str) -> list[int]:
    """A place right after another fighter, and after those who wait for the same one already."""
    base = [*state[to].place[:3]]
    taken = {fighter.place for fighter in state.combatants if fighter.id != who}
    number = 1
    while (*base, number) in taken:
        number += 1
    return [*base, number]


def why_no_delay(here: Here) -> str:
    """A Delay waits for somebody still to come (WWN-DELAY-03)."""
    if here.target.turn != COMING:
        return f"{here.target.name} has had the turn of this round: wait for somebody still to come."
    return ""


def delayed(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The rest of the turn comes right after another's (WWN-DELAY-02)."""
    place = {"place": free_place(here.state, here.who, here.to), "once": True}
    yield Proposed(Event("place", here.who, place), f"{here.actor.name} acts right after {here.target.name}")


def held_back(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The rest of the turn can be taken at any time of the round (WWN-HOLD-02)."""
    last = here.state.round
    text = f"{here.actor.name} holds the rest of the turn until round {last} ends"
    yield begins(Held(here.who, HOLDING_ACTION, ends=(round_end(last),)), text)


def why_no_hold(here: Here) -> str:
    """Holding takes the Move Action, and without a Main Action nothing is left to hold (WWN-HOLD-01, WWN-HOLD-02)."""
    budget = here.actor.budget
    if here.state.begun and not (budget.get(MAIN) and budget.get(MOVES)):
        return f"{here.actor.name} has nothing left to hold: it takes the Move Action and keeps the Main Action."
    return ""


# Posture and gear


def stands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Up from the ground (WWN-STAND-02)."""
    if held := here.state.find(here.who, "prone"):
        yield ends(held, f"{here.actor.name} stands up")


def withdraws(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The next move of this turn brings no free attacks (WWN-FW-03)."""
    held = Held(here.who, WITHDRAWN, ends=(turn_end(here.who, here.state.round),))
    yield begins(held, f"{here.actor.name}: leaves melee without free attacks this turn")


def reloaded(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The weapon can shoot again."""
    if held := unloaded(here):
        yield ends(held, f"{here.actor.name}: {held.note} is loaded")


def reload_cost(here: Here) -> Mapping[str, int]:
    """What reloading the weapon takes (WWN-RELOAD-01 to -03)."""
    costs = reload_costs(here)
    return move_cost(here) if costs == [MOVES] else dict.fromkeys(costs, 1)


def is_in_melee(here: Here) -> bool:
    """Whether a foe is in melee with the actor."""
    return bool(foes(here))


def is_prone(here: Here) -> bool:
    """Whether the actor lies on the ground."""
    return here.state.holds(here.who, "prone")


MOVEMENT = (
    action("stand_up", offered=is_prone, follows=stands),
    action(
        "run",
        label="Move",
        calculator="movement",
        roll=None,
        bars=(ACT, MOVE),
        offered=lambda here: not is_in_melee(here),
        follows=moved,
    ),
    action(
        "run",
        id="leave",
        label="Leave melee",
        rule="WWN-RUN-06",
        calculator="disengage",
        roll=None,
        bars=(ACT, MOVE),
        offered=is_in_melee,
        inputs=lambda here: {
            "foes": attacks_of(here, foes(here), "disengage", "foes.0"),
            "fighting_withdrawal": here.state.holds(here.who, WITHDRAWN),
        },
        follows=moved,
    ),
    action("fighting_withdrawal", bars=(ACT, MOVE), offered=is_in_melee, follows=withdraws),
    action(
        "go_prone",
        offered=lambda here: not is_prone(here),
        follows=lambda here, roll: falls_prone(here.state, here.who),
    ),
    action("hold_action", why_not=why_no_hold, follows=held_back),
    action("delay_action", at=ANYBODY, why_not=why_no_delay, follows=delayed),
)

GEAR = (
    FightAct(
        id="reload",
        label="Reload",
        rule="WWN-RELOAD-01",
        at=SELF,
        per_weapon=True,
        cost=reload_cost,
        bars=(ACT,),
        offered=lambda here: bool(unloaded(here)),
        follows=reloaded,
    ),
    action("draw_readied"),
    action("ready_or_stow"),
    action("pick_up_item"),
    action("drop_item"),
    action("use_skill"),
)
