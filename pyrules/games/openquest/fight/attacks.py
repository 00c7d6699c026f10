"""Close attacks: plain, Great, All-Out, Athletic, with the shield, and with the off hand.

Sections "Close Combat Actions", "Two-Weapon Use" and "Shield Use".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..rolls.results import NONE
from ..sheet.conditions import ACT
from ..sheet.fields import CLOSE
from ..tables import FACTS
from . import reactions
from .acting import action
from .facts import (
    BEHIND,
    BODILESS,
    BY_ATTACK,
    COVERS,
    HIGHER,
    OFF_HAND,
    apart,
    has_lost,
    has_off_hand,
    shield_of,
    this_round,
)
from .lines import begins, gets_through, hurt
from .mounts import attack_bonus, capped
from .order import bonus_place

FIGURES = ("p_hit", "mean", "p_attacker_fumble")
ATTACK_AND_STOP, BONUS_TOO = "no", "yes"


# Weapons and distance


def is_close(here: Here) -> bool:
    """Whether the weapon strikes up close by Close Combat."""
    return here.weapon is not None and here.weapon["skill"] == CLOSE


def is_great(here: Here) -> bool:
    """Whether the weapon allows a Great Attack (OQ-CC-13)."""
    return is_close(here) and here.weapon is not None and here.weapon["great"] != "other"


def no_blow(here: Here) -> str:
    """Why a close attack is impossible: the weapon is gone, the foe is too far away, or one of the two has no body."""
    if why := no_weapon(here) or no_body(here):
        return why
    held = apart(here)
    return f"{here.target.name} is {held.number} meters away: close in or charge." if held else ""


def no_weapon(here: Here) -> str:
    """Why the weapon cannot be used: it lies on the ground."""
    return f"{here.actor.name} has lost this: {here.weapon['name']}." if here.weapon and has_lost(here) else ""


def no_body(here: Here) -> str:
    """Why no weapon reaches the target, or the actor bears none: one of the two has no body (EXT-22)."""
    if here.state.holds(here.to, BODILESS):
        return f"{here.target.name} has no body: only spirit combat and magic reach it."
    if here.state.holds(here.who, BODILESS):
        return f"{here.actor.name} has no body: it fights in spirit combat and by magic."
    return ""


# Inputs


def situation(here: Here) -> int:
    """What the places of both add to a close attack: from behind, higher ground and cover.

    A prone target is no easier from behind (OQ-CCM-02, OQ-CCM-03, OQ-COV-01).
    """
    row = FACTS.table("close_modifiers").row
    higher = row("higher_or_riding")["attack"] if here.fact(HIGHER) else 0
    is_prone = here.they is not None and here.they["is_prone"]
    behind = row("foe_prone_or_behind")["attack"] if here.fact(BEHIND) and not is_prone else 0
    cover = [FACTS.table("cover").row(one)["attack"] for one in COVERS if here.fact(one, back=True)]
    return int(higher + behind + min(cover, default=0) + attack_bonus(here))


def blow_mods(here: Here, name: str, own: int, more: int = 0) -> dict[str, int]:
    """The modifiers of the attack roll; none if the sheet says it all."""
    changed = situation(here) + more
    mods = {"attack.mods": own + int(here.matchup[f"matchup.{name}"]) + changed} if changed else {}
    return {**mods, **capped(here, "close_skill")}


def bonus_of_weapon(here: Here) -> int:
    """What the weapon itself adds to a close attack."""
    return int(here.weapon["close_bonus"] or 0) if here.weapon else 0


def blow_inputs(here: Here) -> Mapping[str, Any]:
    """A plain attack: the places of both, and the reaction."""
    return {**blow_mods(here, "blow_mods", bonus_of_weapon(here)), **reactions.inputs(here)}


def option_inputs(here: Here) -> Mapping[str, Any]:
    """An attack of another kind: the places of both, and the reaction."""
    return {**blow_mods(here, "sure_blow_mods", bonus_of_weapon(here)), **reactions.inputs(here)}


def two_inputs(here: Here) -> Mapping[str, Any]:
    """Two attacks in one action, and the reactions to both."""
    return {**blow_mods(here, "sure_blow_mods", bonus_of_weapon(here)), **reactions.round_inputs(here)}


def bash_inputs(here: Here) -> Mapping[str, Any]:
    """A blow with the shield, as the action or as the bonus attack (OQ-TWO-03)."""
    return {**blow_mods(here, "sure_mods", 0, _bonus(here)), **reactions.inputs(here)}


def _bonus(here: Here) -> int:
    return FACTS.number("bonus_attack_penalty") if has_bonus(here) else 0


# What follows


def lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The reaction that was rolled, the damage, and the fumbles."""
    assert roll is not None  # an attack is rolled
    end = roll.end
    yield from reactions.defended(here, end.reaction, end.reactions)
    yield from hurt(here, here.to, end.damage)
    if end.hits:
        yield from gets_through(here.state, here.to)
    yield from reactions.fumbled(here, end)
    yield from reactions.strikes_back(here, roll)


def plain_lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A plain attack, and the place of the bonus attack that follows it (OQ-TWO-04)."""
    yield from lands(here, roll)
    if off_hand_ask(here) and here.option(off_hand_ask(here)[0]) == BONUS_TOO:
        held = this_round(here.state, here.who, OFF_HAND, note=BY_ATTACK)
        yield begins(held, f"{here.actor.name}: the off hand attacks too in this round")
        yield from bonus_place(here)


def off_hand_ask(here: Here) -> tuple[Ask, ...]:
    """Whether the off hand attacks too, if it is free (OQ-TWO-01, OQ-TWO-05)."""
    free = has_off_hand(here.state, here.me, here.who) and not here.state.holds(here.who, OFF_HAND)
    if not (free and here.weapon and here.weapon["one_handed"]):
        return ()
    options = (
        Option(ATTACK_AND_STOP, "Off hand may parry once more"),
        Option(BONUS_TOO, "Off hand attacks too, at half the place", "OQ-TWO-04"),
    )
    return (Ask("off_hand", "Off hand", options),)


def plain_asks(here: Here) -> tuple[Ask, ...]:
    """The reaction, and the off hand."""
    return (*reactions.asks(here), *off_hand_ask(here))


# Bonus attack


def has_bonus(here: Here) -> bool:
    """Whether the bonus attack of this round is still to come."""
    attacks = any(held.id == OFF_HAND and held.note == BY_ATTACK for held in here.state.of(here.who))
    return attacks and not {"bonus_attack", "bonus_bash"} & {*here.actor.did}


def bonus_inputs(here: Here) -> Mapping[str, Any]:
    """The second weapon at its penalty (OQ-TWO-03)."""
    return {**blow_mods(here, "blow_mods", bonus_of_weapon(here), _bonus(here)), **reactions.inputs(here)}


def has_shield(here: Here) -> bool:
    """Whether the actor has a shield in hand."""
    return shield_of(here.state, here.me, here.who) != NONE


def may_whirl(here: Here) -> bool:
    """Whether the shield is small enough for a Whirling Dervish (OQ-SHD-08)."""
    sizes = FACTS.table("actions").row("whirling_dervish")["shields"]
    one_handed = here.weapon is not None and bool(here.weapon["one_handed"])
    return one_handed and shield_of(here.state, here.me, here.who) in sizes


# The acts


def blow(act_id: str, **more: Any) -> FightAct:
    """A close attack with a weapon that is a row of the table of actions."""
    given: dict[str, Any] = {
        "calculator": act_id,
        "per_weapon": True,
        "offered": is_close,
        "why_not": no_blow,
        "inputs": option_inputs,
        "figures": FIGURES,
        "asks": reactions.asks,
        "follows": lands,
    }
    return action(act_id, **{**given, **more})


def close_and(offered: Callable[[Here], bool]) -> Callable[[Here], bool]:
    """Offered for a close weapon where something else holds too."""
    return lambda here: is_close(here) and offered(here)


CLOSE_ATTACKS = (
    blow("close_attack", inputs=blow_inputs, asks=plain_asks, follows=plain_lands, ranked="mean"),
    FightAct(
        id="bonus_attack",
        label="Bonus attack",
        rule="OQ-TWO-03",
        calculator="close_attack",
        per_weapon=True,
        bars=(ACT,),
        offered=close_and(has_bonus),
        why_not=no_blow,
        inputs=bonus_inputs,
        figures=FIGURES,
        ranked="mean",
        asks=reactions.asks,
        follows=lands,
    ),
    FightAct(
        id="bonus_bash",
        label="Bonus attack: shield",
        rule="OQ-TWO-06",
        calculator="shield_bash",
        bars=(ACT,),
        offered=lambda here: has_bonus(here) and has_shield(here),
        why_not=no_blow,
        inputs=bash_inputs,
        figures=FIGURES,
        ranked="mean",
        asks=reactions.asks,
        follows=lands,
    ),
    blow("great_attack", offered=is_great),
    blow("all_out_attack", inputs=two_inputs),
    blow("athletic_attack"),
    blow("whirling_dervish", calculator="close_attack", inputs=blow_inputs, offered=close_and(may_whirl)),
    action(
        "shield_bash",
        label="Shield bash",
        calculator="shield_bash",
        offered=has_shield,
        why_not=no_blow,
        inputs=bash_inputs,
        figures=FIGURES,
        asks=reactions.asks,
        follows=lands,
    ),
)
