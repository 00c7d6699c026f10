"""Strikes, ambushes, haymakers, aiming, and actions spent defending.

Chapter "Swords, Slings, and Arrows": Strike, Stealth, Aim and Attack, Haymaker, Defense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import free, hold
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, total
from ....engine.sheet.sources import Bindings
from ..attack import Blow, aiming, to_damage
from ..attack_inputs import BOTH_ACTIONS
from ..sheet.bindings import me
from ..sheet.conditions import ACT, ACTION, HAYMAKER
from ..tables import FACTS
from ..turn import PER_ROUND, cost_of
from . import defenses
from .actions import action
from .bonuses import BONUS, bonus_inputs
from .defenses import ACTIONS
from .mounts import seat_due
from .tasks import task_ask, task_inputs
from .wounds import AIMING, EFFECT, WOUND, WOUND_UP, bought_off, fortune_spent, wounded

DEFENDING, FULL_DEFENSE, PRONE, DISARMED = "defending", "full_defense", "prone", "disarmed"
TRIP, DISARM = "trip", "disarm"
FIGURES = ("p_hit", "mean_wounds")
BARE_HANDS: Bindings = {"offense": me.warrior}
"""Without a weapon Warrior attacks, and the weapon's value stays 0 (RR-OFF-01, RR-STRIKE-01)."""


def all_out(here: Here) -> bool:
    """Whether a haymaker takes both actions of a round at this table (RR-HAY-01)."""
    return bool(here.table.get("haymaker_rule", BOTH_ACTIONS) == BOTH_ACTIONS)


def is_melee(here: Here) -> bool:
    """Whether the weapon, or bare hands without one, strikes in melee (RR-HAY-02)."""
    return here.weapon is None or bool(here.weapon["is_melee"])


def has_aimed(here: Here) -> bool:
    """Whether an aim is pending (RR-AIM-01)."""
    return bool(here.me["has_aimed"])


# Inputs


def strike_inputs(here: Here) -> Mapping[str, Any]:
    """The defense that is chosen, any bonus, and a haymaker that waits for this strike (RR-HAY-01)."""
    return {**defenses.inputs(here), **bonus_inputs(here), **({"haymaker": True} if is_waiting(here) else {})}


def is_waiting(here: Here) -> bool:
    """Whether a haymaker waits for this strike."""
    return not all_out(here) and is_melee(here) and here.holds(WOUND_UP)


def ambush_inputs(here: Here) -> Mapping[str, Any]:
    """The challenge for the range, and a haymaker that waits for this strike (RR-STEALTH-02)."""
    waiting = is_waiting(here) and not defenses.range_between(here)
    return {
        "range_cl": defenses.range_between(here),
        **bonus_inputs(here),
        **({"haymaker": True} if waiting else {}),
    }


def blocked_inputs(here: Here) -> Mapping[str, Any]:
    """An ambush that a friend of the target blocks, who knows of it (RR-ASSIST-01)."""
    return {**strike_inputs(here), "defense": defenses.parry_of_block(here)}


def haymaker_inputs(here: Here) -> Mapping[str, Any]:
    """A haymaker; an aim of an earlier round is a bonus to its roll, as it has cost no action of this one."""
    bonus = bonus_inputs(here, total(aiming(has_aimed(here))))
    return {**defenses.inputs(here), "haymaker": True, "aim": False, **bonus}


# What follows


def effect_ask(here: Here) -> Ask:
    """What the strike does to the target: wounds, or something less (RR-STRIKE-02)."""
    options = (Option(WOUND, "Wounds"), Option(TRIP, "Trip in place of wounds"), Option(DISARM, "Disarm instead"))
    return Ask(EFFECT, "What it does", options)


def figures(here: Here) -> tuple[str, ...]:
    """The chance to hit, and the wounds or the chance of the effect in their place (RR-STRIKE-03)."""
    return FIGURES if here.option(effect_ask(here)) == WOUND else ("p_hit", "p_effect_instead")


DONE = {TRIP: "tripped", DISARM: "disarmed"}
"""What becomes of the target of a strike that spares it."""


def effect_names(here: Here) -> Mapping[str, str]:
    """The chosen effect in place of the calculator's words for either of them."""
    done = DONE.get(here.option(effect_ask(here)), "")
    label = next(one.label for one in here.rules.calculator("strike").outputs if one.name == "p_effect_instead")
    return {label: done} if done else {}


def outcome(here: Here) -> Callable[[Blow], str] | None:
    """What a strike comes to that trips or disarms in place of wounds; None for one that wounds (RR-STRIKE-02, -03)."""
    done = DONE.get(here.option(effect_ask(here)))
    if done is None:
        return None

    def classed(blow: Blow) -> str:
        if blow.mox is None:
            return "Miss"
        if not blow.wounds:
            return "Hit without effect"
        prevented = bought_off(here, blow.wounds) is not None
        return "Hit, prevented by Fortune" if prevented else f"Hit: {done}"

    return classed


def strike_asks(here: Here) -> tuple[Ask, ...]:
    """The defense of the target, what the strike does, and the game master's bonus."""
    return (*defenses.asks(here), effect_ask(here), BONUS)


def used(here: Here) -> Iterable[Proposed]:
    """The aim that this attack uses (RR-AIM-01)."""
    if here.state.holds(here.who, AIMING):
        bonus = FACTS.number("aim_bonus")
        yield Proposed(free(here.who, AIMING), f"{here.actor.name}: the aim of +{bonus} is used")


def lands(act_id: str) -> Callable[[Here, Roll | None], Iterable[Proposed]]:
    """What follows from an attack: what it uses, the wounds or the effect, and the seat of a rider."""

    def follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
        yield from used(here)
        if is_waiting(here):
            yield Proposed(free(here.who, WOUND_UP), f"{here.actor.name}: the haymaker is used")
        yield from defenses.blocked(here) if act_id == "ambush_blocked" else defenses.met(here)
        yield from defenses.aware(here)
        assert roll is not None  # an attack is rolled
        blow: Blow = roll.end
        if blow.mox is None:
            return
        yield from _harm(here, blow.wounds)
        _, swing, _, _ = inputs_of(here.rules.act(act_id), here)
        yield from seat_due(here, blow.mox + total(to_damage(swing)))

    return follows


def _harm(here: Here, wounds: int) -> Iterable[Proposed]:
    """The wounds, or the effect in place of all of them, which Fortune prevents as well (RR-STRIKE-02, -03)."""
    effect = here.option(effect_ask(here))
    if effect == WOUND or not wounds:
        yield from wounded(here, wounds)
        return
    points = bought_off(here, wounds)
    yield (disarmed(here) if effect == DISARM else _tripped(here)) if points is None else fortune_spent(here, points)


def _tripped(here: Here) -> Proposed:
    return Proposed(hold(Held(here.to, PRONE)), f"{here.target.name}: prone, in place of wounds")


def disarmed(here: Here, at: int = 0) -> Proposed:
    """The target without one of its weapons (RR-STRIKE-02, RR-GRAB-05)."""
    weapons = here.they.weapons() if here.they else ()
    lost = weapons[at]["name"] if at < len(weapons) else ""
    text = f"{here.target.name}: {lost or 'what was in hand'} is lost"
    return Proposed(hold(Held(here.to, DISARMED, note=lost)), text)


# Reasons


def no_strike(here: Here) -> str:
    """Why a strike is impossible: the weapon is lost, or does not reach that far (RR-STRIKE-02, RR-RANGE-01)."""
    name = here.weapon["name"] if here.weapon else ""
    lost = any(held.id == DISARMED and held.note == name for held in here.state.of(here.who))
    return f"{here.actor.name} has lost this: {name}." if name and lost else out_of_reach(here)


def out_of_reach(here: Here) -> str:
    """Why an attack in melee is impossible: there is a range between the two (RR-RANGE-01)."""
    if here.to and is_melee(here) and defenses.range_between(here):
        return f"{here.target.name} is at a distance: an attack in melee does not reach that far."
    return ""


def no_haymaker(here: Here) -> str:
    """Why a haymaker is impossible: the range, or an action of this round that is spent (RR-HAY-01, RR-HAY-02)."""
    if far := out_of_reach(here):
        return far
    if here.state.begun and here.actor.budget.get(ACTIONS, 0) < PER_ROUND:
        return "A haymaker takes both actions of the round, and one is used."
    return here.me.barred(HAYMAKER) or no_strike(here)


def no_aim(here: Here) -> str:
    """Why a second aim is of no use (RR-AIM-01)."""
    return f"{here.actor.name} has aimed already, and a second aim adds nothing." if has_aimed(here) else ""


# Aim, haymaker and defense


def aims(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """An aim, until the next strike or grab (RR-AIM-01)."""
    text = f"{here.actor.name}: +{FACTS.number('aim_bonus')} on the next strike or grab"
    yield Proposed(hold(Held(here.who, AIMING)), text)


def winds_up(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A haymaker that waits for the next melee strike, at tables where it takes one action (RR-HAY-01)."""
    text = f"{here.actor.name}: +{FACTS.number('haymaker_damage')} damage on the next melee strike"
    yield Proposed(hold(Held(here.who, WOUND_UP)), text)


def defends(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """An action spent defending, or the second one, until the round ends (RR-DEFEND-01)."""
    twice = here.state.holds(here.who, DEFENDING)
    bonus = FACTS.number("full_defend_bonus" if twice else "defend_bonus")
    until = Held(here.who, FULL_DEFENSE if twice else DEFENDING, ends=(round_end(max(1, here.state.round)),))
    if twice:
        yield Proposed(free(here.who, DEFENDING), f"{here.actor.name}: both actions go into defense")
    yield Proposed(hold(until), f"{here.actor.name}: +{bonus} to Dodge and Parry until the round ends")


def resists(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """An action spent resisting (RR-ACT-02)."""
    defiance = here.me["defiance"] + FACTS.number("resist_bonus")
    until = Held(here.who, "resisting", ends=(round_end(max(1, here.state.round)),))
    yield Proposed(hold(until), f"{here.actor.name}: Defiance {defiance} until the round ends")


def _strike(act_id: str, label: str, **more: Any) -> FightAct:
    """A strike with a weapon or with bare hands."""
    given: dict[str, Any] = {
        "rule": "RR-STRIKE-01",
        "calculator": "strike",
        "cost": {ACTIONS: cost_of("strike")},
        "bars": (ACT, ACTION),
        "why_not": no_strike,
        "inputs": strike_inputs,
        "figures": figures,
        "outcome": outcome,
        "names": effect_names,
        "ranked": "mean_wounds",
        "asks": strike_asks,
        "follows": lands(act_id),
    }
    return FightAct(id=act_id, label=label, **{**given, **more})


def _haymaker(act_id: str, label: str, **more: Any) -> FightAct:
    """A haymaker of both actions, with a melee weapon or with bare hands."""
    return _strike(
        act_id,
        label,
        rule="RR-HAY-01",
        offered=lambda here: all_out(here) and is_melee(here),
        cost={ACTIONS: PER_ROUND},
        why_not=no_haymaker,
        inputs=haymaker_inputs,
        ranked="",
        **more,
    )


ATTACKS = (
    _strike("strike", "Strike", per_weapon=True, offered=lambda here: not defenses.is_ambushed(here)),
    _strike(
        "ambush",
        "Ambush",
        rule="RR-STEALTH-02",
        calculator="ambush",
        per_weapon=True,
        offered=defenses.is_ambushed,
        inputs=ambush_inputs,
        asks=lambda here: (effect_ask(here), BONUS),
    ),
    _strike(
        "ambush_blocked",
        "Ambush that a friend blocks",
        rule="RR-ASSIST-01",
        per_weapon=True,
        offered=lambda here: defenses.is_ambushed(here) and bool(defenses.block_asks(here)),
        inputs=blocked_inputs,
        asks=lambda here: (*defenses.block_asks(here), effect_ask(here), BONUS),
        ranked="",
    ),
    _haymaker("haymaker", "Haymaker", per_weapon=True),
    _strike("strike_unarmed", "Strike with bare hands", bindings=BARE_HANDS),
    _haymaker("haymaker_unarmed", "Haymaker with bare hands", bindings=BARE_HANDS),
)

STANCES = (
    action("aim", why_not=no_aim, follows=aims),
    action(
        "haymaker",
        id="wind_up",
        label="Haymaker with the next strike",
        offered=lambda here: not all_out(here),
        why_not=lambda here: f"{here.actor.name} is ready for one already." if here.holds(WOUND_UP) else "",
        follows=winds_up,
    ),
    action("defend", follows=defends),
    action("resist", follows=resists),
    action(
        "look",
        calculator="roll",
        bindings={"trait": me.perception, "target": me.moderate},
        inputs=lambda here: {**task_inputs(here), "bonus": FACTS.number("look_bonus")},
        asks=lambda here: (task_ask(here),),
    ),
)
