"""Bare hands: strikes, holds and throws, breaking free, and the damage of a hold as a round ends.

Section "Unarmed Combat Actions". The fact `grips` says who holds whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, FightAct, Here, Proposed
from ....engine.fight.events import spend
from ....engine.fight.state import Held
from ....engine.procedure import Roll
from ....engine.sheet.values import Matchup
from ..close.unarmed import COUNTER as TURNED
from ..close.unarmed import HOLD, INTENTS, STRIKE, THROW, UNARMED
from ..rolls.results import HITS, NONE
from ..tables import FACTS
from . import reactions
from .acting import ACTION, action
from .attacks import no_blow, situation
from .facts import GRIP_DUE, GRIPS
from .lines import begins, ends, gets_through, hurt, note


def _inputs(intent: str) -> Callable[[Here], Mapping[str, Any]]:
    def inputs(here: Here) -> Mapping[str, Any]:
        picked = reactions.chosen(here, reactions.bare_ask(here))
        kind = UNARMED if picked == reactions.COUNTER else picked
        given: dict[str, Any] = {"intent": intent, "reaction": kind}
        if intent != STRIKE:
            given["damage"] = INTENTS.row(STRIKE)["dice"]
        if kind != NONE:
            given["reaction_skill.base"] = reactions.skill_of(here, kind)
            given["reaction_skill.mods"] = reactions.modifier_now(here, kind)
        if picked == reactions.COUNTER:
            given |= {"reaction_choice": TURNED, "counter_intent": intent, "target_action_used": False}
        if changed := situation(here):
            given["attack.mods"] = changed + int(here.matchup["matchup.bare_mods"])
        return given

    return inputs


# What follows


def _lands(intent: str) -> Callable[[Here, Roll | None], Iterable[Proposed]]:
    def follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
        assert roll is not None  # an unarmed attack is rolled
        end = roll.end
        yield from reactions.defended(
            here, "parry" if end.x.reaction == "unarmed_parry" else end.x.reaction, end.x.reactions
        )
        if end.x.code in HITS:
            yield from _done(here, here.who, here.to, intent, end.x.damage)
            yield from gets_through(here.state, here.to)
        if end.turned:
            text = f"{here.target.name}: the action is spent on turning the attack around"
            yield Proposed(spend(here.to, ACTION), text)
            yield from _done(here, here.to, here.who, intent, end.suffered)
        yield from reactions.fumbled(here, end.x)

    return follows


def _done(here: Here, who: str, to: str, intent: str, damage: int) -> Iterable[Proposed]:
    """What an unarmed attack does: damage, a hold, or a throw that ends one (OQ-UN-06 to OQ-UN-10)."""
    state = here.state
    yield from hurt(here, to, damage)
    if intent == HOLD:
        yield begins(Held(who, GRIPS, to), f"{state[who].name}: holds {state[to].name}")
    if intent == THROW:
        meters = FACTS.number("throw_distance_m")
        yield note(f"{state[to].name}: lands {meters} meters away")
        for held in state.held:
            if held.id == GRIPS and {held.who, held.to} == {who, to}:
                yield ends(held, f"{state[held.who].name}: no longer holds {state[held.to].name}")


# Out of a hold


def freed(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The actor is free of the one whose test is lost (OQ-UN-07)."""
    assert roll is not None  # the test is rolled
    held = here.fact(GRIPS, back=True)
    if held and roll.end.ended and roll.end.ended.won > 0:
        yield ends(held, f"{here.actor.name}: breaks free of {here.target.name}")


def lets_go(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A hold ends."""
    if held := here.fact(GRIPS):
        yield ends(held, f"{here.actor.name}: lets go of {here.target.name}")


# The end of a round


def hold_sides(here: Here) -> Matchup:
    """The holder and the one held, without weapons."""
    return Matchup(here.me, None, here.they, None)


def hold_inputs(here: Here) -> Mapping[str, Any]:
    """The dice of a hold, against which no armor helps (OQ-UN-08)."""
    return {"damage": INTENTS.row(HOLD)["dice"], "ap": 0}


def hurts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of the hold, which belongs to the round that has ended (OQ-UN-08)."""
    assert roll is not None  # the damage is rolled
    held = here.fact(GRIP_DUE)
    yield from hurt(here, here.to, damage_of(roll), here.state.round - held.number if held else 0)
    if held:
        yield ends(held, f"{here.actor.name}: the hold has hurt for round {held.number}")


def damage_of(roll: Roll) -> int:
    """The damage of a roll of damage alone."""
    return int(roll.end)


def spares(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """No damage of the hold in that round; the holder may leave it out (OQ-UN-08)."""
    if held := here.fact(GRIP_DUE):
        yield ends(held, f"{here.actor.name}: does no damage with the hold in round {held.number}")


def _unarmed(act_id: str, label: str, intent: str, **more: Any) -> FightAct:
    given = {
        "label": label,
        "rule": INTENTS.row(intent)["rule"],
        "calculator": "unarmed",
        "why_not": no_blow,
        "inputs": _inputs(intent),
        "asks": reactions.bare_ask,
        "follows": _lands(intent),
    }
    return action(act_id, **{**given, **more})


def _has_bare_hands(here: Here) -> bool:
    return here.weapon is not None and here.weapon["skill"] == UNARMED


BARE_HANDS = (
    _unarmed(
        "unarmed_strike",
        "Strike with bare hands",
        STRIKE,
        per_weapon=True,
        offered=_has_bare_hands,
        figures=("p_hit", "target_mean", "p_attacker_fumble"),
        ranked="target_mean",
    ),
    _unarmed("unarmed_hold", "Grab hold", HOLD, offered=lambda here: not here.fact(GRIPS), figures=("p_held",)),
    _unarmed("unarmed_throw", "Throw", THROW, figures=("p_hit", "target_mean")),
    action(
        "break_free",
        label="Break free",
        rule="OQ-UN-07",
        at=ANYBODY,
        calculator="opposed_test",
        offered=lambda here: here.fact(GRIPS, back=True) is not None,
        figures=("p_a",),
        follows=freed,
    ),
    FightAct(
        id="let_go",
        label="Let go",
        rule="OQ-UN-07",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: here.is_up and here.fact(GRIPS) is not None,
        follows=lets_go,
    ),
    FightAct(
        id="hold_damage",
        label="Hurt by the hold",
        rule="OQ-UN-08",
        at=ANYBODY,
        calculator="damage",
        any_time=True,
        offered=lambda here: here.is_up and here.fact(GRIP_DUE) is not None,
        sides=hold_sides,
        inputs=hold_inputs,
        figures=("mean",),
        follows=hurts,
    ),
    FightAct(
        id="hold_spare",
        label="Do no damage with the hold",
        rule="OQ-UN-08",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: here.is_up and here.fact(GRIP_DUE) is not None,
        follows=spares,
    ),
)
