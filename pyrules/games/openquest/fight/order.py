"""The order of a round by the skill that each will use: places, waiting and cutting in.

"Combat Rounds", steps 2 and 3, with "Movement Combat Actions", "Cast Spell", "Delay" and "Two-Weapon Use". A fighter's
usual place is that of the first weapon, or of spirit combat without a body. `declaring` gives another one for a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.dice import Faces
from ....engine.fight.acts import ANYBODY, FOE, FightAct, Here, Proposed
from ....engine.fight.events import Event
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import Fighter, FightState
from ....engine.fight.orders import Order, OrderMode
from ....engine.fight.state import DONE
from ....engine.procedure import Roll, total
from ....engine.sheet.values import Values, Weapon
from ..sheet.conditions import ACT, ARMED, CLOSE, TALK
from ..sheet.fields import RANGED, UNARMED
from ..skills.skill import Skill
from ..turns import combat_order
from ..turns.order_inputs import ACTIONS, CLOSE_ATTACK, Combatant
from ..turns.order_inputs import Order as OrderInputs
from .acting import ACTION, action
from .facts import DECLARED, WAITS_FOR, declared_row, this_round
from .lines import begins, ends
from .mounts import weapon_skill

BY_SKILL = "by_skill"
BARE = "unarmed_attack"
SPIRIT: Mapping[str, Any] = {
    "id": "spirit_combat",
    "label": "Spirit combat",
    "order": "spirit",
    "reactions": "all",
    "rule": "OQ-SPI-02",
}
"""Spirit combat as an action; the chapter's table has no row for it."""
SWITCHES = ("tie_policy", "offhand_order", "charge_order", "action_order")


# Places


def _skill_of(v: Values, row: Mapping[str, Any], weapon: Weapon | None) -> Skill:
    """The skill of an action with the fighter's own modifiers, which place and roll share (OQ-RND-07)."""
    if row["order"] == SPIRIT["order"]:
        return Skill(base=v["spirit_skill"])
    if row["order"] == "influence":
        return Skill(base=v["influence_skill"], mods=_own(v, TALK))
    if row["id"] == BARE:
        return Skill(base=v["unarmed_skill"], mods=_own(v, CLOSE))
    if weapon is None:
        return Skill(base=weapon_skill(v, v["close_combat_skill"]), mods=_own(v, CLOSE, ARMED))
    changes = {RANGED: v["own_ranged"], UNARMED: _own(v, CLOSE)}
    mods = changes.get(weapon["skill"], _own(v, CLOSE, ARMED))
    skill = weapon["skill_value"]
    base = skill if weapon["skill"] == UNARMED else weapon_skill(v, skill)
    return Skill(base=base, mods=mods + weapon["bonus"])


def _own(v: Values, *rolls: str) -> int:
    return sum(total(v.modifiers(one)) for one in rolls)


def _weapon_for(v: Values, row: Mapping[str, Any]) -> Weapon | None:
    """The first weapon that the action is done with."""
    weapons = v.weapons()
    if row["id"] in ("ranged_attack", "aim"):
        return next((one for one in weapons if one["skill"] == RANGED), None)
    if row["id"] in ("ready_weapon", "skill_use"):
        return next(iter(weapons), None)
    return next((one for one in weapons if one["skill"] != RANGED), None)


def usual_action(v: Values) -> Mapping[str, Any]:
    """What a fighter does who declares nothing: an attack with the first weapon, or spirit combat without a body."""
    if v["is_bodiless"]:
        return SPIRIT
    first = next(iter(v.weapons()), None)
    return ACTIONS.row({RANGED: "ranged_attack", UNARMED: BARE}.get(first["skill"] if first else "", CLOSE_ATTACK))


def action_row(action_id: str) -> Mapping[str, Any]:
    """The row of an action that can be declared."""
    return SPIRIT if action_id == SPIRIT["id"] else ACTIONS.row(action_id)


def combatant(v: Values, who: str, row: Mapping[str, Any], *, bonus_attack: bool = False) -> Combatant:
    """A fighter with an action, as the calculator of the order takes it."""
    return Combatant(
        name=who,
        action=CLOSE_ATTACK if row is SPIRIT else row["id"],
        skill=_skill_of(v, row, _weapon_for(v, row)),
        athletics=Skill(base=v["athletics_skill"]),
        casting=Skill(base=v["casting"]),
        dex=v["dex"],
        bonus_attack=bonus_attack,
    )


def _order(one: Combatant, table: Mapping[str, Any]) -> OrderInputs:
    return OrderInputs(combatants=(one,), **{name: table[name] for name in SWITCHES if name in table})


def place(
    rules: FighterRules, state: FightState, who: str, table: Mapping[str, Any], action_id: str = ""
) -> tuple[int, ...]:
    """The place of an action, or of the usual one: the lowest acts first (OQ-RND-04, OQ-MOV-02, OQ-OTH-01)."""
    v = rules.values(state, who, table=table)
    one = combatant(v, who, action_row(action_id) if action_id else usual_action(v))
    order = _order(one, table)
    return combat_order.rank(order, combat_order.main_entry(order, one))


def bonus_place(here: Here) -> Iterable[Proposed]:
    """The place of the bonus attack, at half the skill, unless it follows at once (OQ-TWO-04)."""
    one = combatant(here.me, here.who, ACTIONS.row(CLOSE_ATTACK), bonus_attack=True)
    order = _order(one, here.table)
    entry = combat_order.bonus_entry(order, one)
    if entry.key != combat_order.main_entry(order, one).key:
        rank = combat_order.rank(order, entry)
        yield at(here.who, rank, f"{here.actor.name}: the bonus attack comes at {entry.key} %")


def at(who: str, rank: tuple[int, ...], text: str) -> Proposed:
    """Another place for this round."""
    return Proposed(Event("place", who, {"place": list(rank), "once": True}), text)


# The order of all


def by_skill(rules: FighterRules, state: FightState, faces: Faces, table: Mapping[str, Any]) -> Order:
    """All by the skill of their first weapon; nothing is rolled."""
    places = {one.id: place(rules, state, one.id, table) for one in state.combatants}
    in_order = sorted(state.combatants, key=lambda one: places[one.id])
    return Order(places, tuple(f"{one.name}: {-places[one.id][0]} %" for one in in_order))


def acts_at(state: FightState, fighter: Fighter) -> str:
    """The skill at which a fighter acts, unless the order is by hand (OQ-RND-04)."""
    skill = -fighter.place[0] if fighter.place else 0
    return f"at {skill} %" if skill > 0 and state.mode in ("", BY_SKILL) else ""


MODES = (OrderMode(BY_SKILL, "By the skill used", by_skill, "OQ-RND-04", has_dice=False),)


def usual_places(rules: FightRules, state: FightState, table: Mapping[str, Any]) -> Iterator[Event]:
    """The places that have changed as a round begins, unless the table brings its fighters in order by hand.

    Those who have declared an action before the fight have its place in round 1.
    """
    if state.mode not in ("", BY_SKILL):
        return
    for one in state.combatants:
        declared = declared_id(state, one.id)
        usual = place(rules, state, one.id, table)
        if usual != one.place:
            yield Event("place", one.id, {"place": list(usual)})
        if declared:
            rank = place(rules, state, one.id, table, declared)
            yield Event("place", one.id, {"place": list(rank), "once": True})


def declared_id(state: FightState, who: str) -> str:
    """The action that a fighter has declared, or empty."""
    held, row = state.find(who, DECLARED), declared_row(state, who)
    return row["id"] if row else str(SPIRIT["id"]) if held and held.note == SPIRIT["label"] else ""


# Waiting and cutting in


def waits(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The place right behind somebody; the action is still to be had (OQ-OTH-02)."""
    name, other = here.actor.name, here.target.name
    yield begins(this_round(here.state, here.who, WAITS_FOR, to=here.to), f"{name}: waits for {other}")
    yield at(here.who, behind(here.target.place), f"{name}: acts right after {other}")


def behind(rank: tuple[int, ...]) -> tuple[int, ...]:
    """The place right behind another one."""
    return (*rank, 1) if len(rank) < 4 else (*rank[:3], rank[3] + 1)


def before(rank: tuple[int, ...]) -> tuple[int, ...]:
    """The place right before another one."""
    return (*rank[:-1], rank[-1] - 1)


def no_wait(here: Here) -> str:
    """Why nobody waits for this one: it has acted in this round, or is out of the fight."""
    if here.rules.is_down(here.state, here.to):
        return f"{here.target.name} is out of the fight."
    over = here.state.begun and here.target.turn == DONE
    return f"{here.target.name} has acted in this round." if over else ""


def cut_inputs(here: Here) -> Mapping[str, Any]:
    """The skills that the actions of both use (OQ-OTH-03)."""

    def skill(v: Values, who: str) -> dict[str, int]:
        declared = declared_id(here.state, who)
        row = action_row(declared) if declared else usual_action(v)
        one = combatant(v, who, row)
        held = getattr(one, {"athletics": "athletics", "casting": "casting"}.get(row["order"], "skill"))
        return {"base": held.base, "mods": held.mods}

    assert here.they is not None  # somebody is cut in on
    return {"interrupter": skill(here.me, here.who), "actor": skill(here.they, here.to)}


def cuts_in(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The place before the other one, for the winner of the test (OQ-OTH-03)."""
    held = here.fact(WAITS_FOR)
    if held:
        yield ends(held, f"{here.actor.name}: waits no longer")
    if roll is not None and roll.end.won > 0:
        yield at(here.who, before(here.target.place), f"{here.actor.name}: acts before {here.target.name}")


def is_waiting(here: Here) -> bool:
    """Whether the actor waits for the target."""
    return bool(here.fact(WAITS_FOR))


WAITING = (
    action(
        "delay",
        label="Wait until after",
        at=ANYBODY,
        cost={},
        keeps=True,
        any_time=True,
        offered=lambda here: not is_waiting(here) and bool(here.actor.budget.get(ACTION)),
        why_not=no_wait,
        follows=waits,
    ),
    FightAct(
        id="cut_in",
        label="Cut in",
        rule="OQ-OTH-03",
        at=FOE,
        calculator="interrupt",
        any_time=True,
        bars=(ACT,),
        offered=is_waiting,
        why_not=no_wait,
        inputs=cut_inputs,
        figures=("p_interrupter_first",),
        follows=cuts_in,
    ),
)
