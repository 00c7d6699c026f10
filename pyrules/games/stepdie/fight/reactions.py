"""Reactions in a fight, each of which takes a turn that is not used yet: Block, Riposte, Trip.

"Defensive options" and "Universal combat actions".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.events import spend
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.values import Matchup, Weapon
from ..defense.riposte import ANSWERED
from ..exchange.blow import struck_change
from ..exchange.strike import ACTIONS, BASH, DISARM, MELEE, THROW
from ..rolls.rolls import HIGHER
from ..sheet.conditions import ANY_ACTION
from ..sheet.fields import UNARMED
from ..tables import FACTS
from . import defenses
from .attacks import can_make, dropped
from .gear import FLUNG, name_of, names, put
from .lines import TURN, changed, falls, named
from .prepared import is_prepared, roll_bonus

THEIRS = tuple(one for one in ANSWERED if one not in (DISARM, BASH))
"""The attacks that a Riposte of the fight answers: those whose hit is settled by damage and a maimed limb."""


def is_their_turn(here: Here) -> bool:
    """Whether the target acts now, and the actor does not."""
    acting = here.rules.fight.acting(here.state) if here.state.begun else ()
    return here.to in acting and here.who not in acting


# Riposte


def _theirs(here: Here) -> list[tuple[str, Weapon]]:
    """The weapons that the target can attack with."""
    assert here.they is not None  # a Riposte answers somebody
    named = zip(names(here.target.given.held.weapons), here.they.weapons(), strict=True)
    return [(name, one) for name, one in named if (one["in_hand"] or one["kind"] == UNARMED) and not one["shoots"]]


def _against(here: Here) -> Ask:
    options = tuple(Option(str(index), name) for index, (name, _) in enumerate(_theirs(here)))
    return Ask("against", f"{here.target.name} attacks with", options or (Option("0", "bare hands"),))


def _ask_action(here: Here, name: str, label: str, weapon: Weapon | None, among: Iterable[str]) -> Ask:
    known = weapon["actions"] if weapon else (next(iter(among)),)
    return Ask(name, label, tuple(Option(one, ACTIONS[one].label) for one in known if one in among))


def _their_weapon(here: Here) -> Weapon | None:
    index, found = int(here.option(_against(here))), _theirs(here)
    return found[index][1] if index < len(found) else None


def _their_item(here: Here) -> str:
    """The name of the weapon that the target attacks with; empty for bare hands."""
    index, found = int(here.option(_against(here))), _theirs(here)
    return found[index][0] if index < len(found) and found[index][1]["kind"] != UNARMED else ""


def _ask_their_attack(here: Here) -> Ask:
    return _ask_action(here, "their", "Their attack", _their_weapon(here), THEIRS)


def _reach(weapon: Weapon | None, action: str) -> int:
    """The reach of an action in zones; bare hands have the default one."""
    own = weapon["reach"] if weapon else FACTS.number("default_reach")
    return int(own) + ACTIONS[action].reach_bonus


def _their_reach(here: Here) -> int:
    return _reach(_their_weapon(here), here.option(_ask_their_attack(here)))


def _ask_riposte(here: Here) -> Ask:
    """The action of the Riposte; those whose Reach is longer than that of the attack come first.

    A disarming one takes the weapon of the attack, so bare hands lose nothing (S2-RIPOSTE-03, ruling).
    """
    among = [one for one in MELEE if one != DISARM or _their_item(here)]
    asked, theirs = _ask_action(here, "riposte", "Riposte", here.weapon, among), _their_reach(here)
    return asked._replace(options=tuple(sorted(asked.options, key=lambda one: _reach(here.weapon, one.id) <= theirs)))


def too_short(here: Here) -> str:
    """Why no Riposte is possible: no action has the longer Reach (S2-RIPOSTE-01); or empty."""
    mine, theirs = max(_reach(here.weapon, one.id) for one in _ask_riposte(here).options), _their_reach(here)
    return "" if mine > theirs else f"The Reach of {name_of(here)} is not longer: {mine} against {theirs}."


def _asks(here: Here) -> tuple[Ask, ...]:
    return (_ask_riposte(here), _against(here), _ask_their_attack(here))


def _options(here: Here) -> dict[str, str]:
    return {one.name: here.option(one) for one in _asks(here)}


def riposte_inputs(here: Here) -> Mapping[str, Any]:
    """Both actions, with the attacks that each side has met before."""
    chosen = _options(here)
    return {
        "attack_action": chosen["their"],
        "riposte_action": chosen["riposte"],
        "riposter.prepared": is_prepared(here, chosen["riposte"]),
        "attacker_as_target.cap_count": defenses.met_before(here, here.to, here.who),
        "riposter_as_target.cap_count": defenses.met_before(here, here.who, here.to),
    }


def ripostes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The attacker's action, and what both blows bring (S2-RIPOSTE-02, S2-RIPOSTE-03)."""
    assert roll is not None  # a Riposte is rolled
    chosen, end = _options(here), roll.end
    yield Proposed(spend(here.to, TURN), f"{here.target.name}: the action goes into this attack")
    yield defenses.met(here, here.to, here.who)
    yield from changed(here, here.to, struck_change(chosen["riposte"], end.riposte))
    if end.riposte.hits and chosen["riposte"] == DISARM:
        yield from dropped(here, _their_item(here))
    if end.result == HIGHER:
        yield from falls(here, here.to)
    if chosen["riposte"] == THROW:
        yield from put(here, here.who, name_of(here), FLUNG, f"{name_of(here)} is thrown")
    if not end.stopped:
        yield defenses.met(here, here.who, here.to)
        yield from changed(here, here.who, struck_change(chosen["their"], end.attack))


def can_riposte(here: Here) -> bool:
    """Whether the target acts, and the weapon in hand is for melee (S2-RIPOSTE-01)."""
    weapon = here.weapon
    fit = weapon is not None and weapon["in_hand"] and not weapon["shoots"] and weapon["kind"] != UNARMED
    return is_their_turn(here) and fit and any(can_make(ACTIONS[one])(here) for one in MELEE)


def no_trip(here: Here) -> str:
    """Why nobody is tripped: on the ground already (S2-TRIP-01)."""
    return f"{here.target.name} is on the ground already." if here.they and here.they["is_grounded"] else ""


REACTIONS = (
    FightAct(
        id="riposte",
        label="Riposte",
        rule="S2-RIPOSTE-01",
        calculator="riposte",
        cost={TURN: 1},
        any_time=True,
        per_weapon=True,
        bars=ANY_ACTION,
        offered=can_riposte,
        why_not=too_short,
        sides=lambda here: Matchup(here.me, here.weapon, here.they, _their_weapon(here)),
        inputs=riposte_inputs,
        figures=("p_riposter_hit", "p_hit_without", "p_riposte_hit"),
        names=named(("Riposter", "the riposter"), ("Attacker",)),
        asks=_asks,
        follows=ripostes,
    ),
    FightAct(
        id="trip",
        label="Trip, as they move past",
        rule="S2-TRIP-01",
        calculator="trip",
        cost={TURN: 1},
        any_time=True,
        bars=ANY_ACTION,
        offered=is_their_turn,
        why_not=no_trip,
        inputs=roll_bonus("trip", "tripper"),
        figures=("p_grounded",),
        names=named(("Tripper",), ("Target", "the target")),
        follows=lambda here, roll: falls(here, here.to) if roll and roll.end.result == HIGHER else (),
    ),
    FightAct(
        id="block",
        label="Block for the rest of the round",
        rule="S2-BLOCK-01",
        at=SELF,
        cost={TURN: 1},
        any_time=True,
        bars=ANY_ACTION,
        offered=lambda here: here.state.begun and defenses.may_block(here, here.who),
        follows=lambda here, roll: defenses.blocks(here, here.who),
    ),
)
