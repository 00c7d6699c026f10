"""Disarming attacks: what is in the target's hands, and what lies on the ground.

Sections "Disarming Attack" and "Natural Weapon Attack".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.lost import one_more
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..close.attack_options import ITEMS
from ..rolls.results import HITS, NONE
from ..sheet.bindings import SHIELD_SKILL
from ..sheet.fields import UNARMED
from . import reactions
from .acting import action
from .attacks import blow_mods, no_blow
from .facts import DISARMED, SHIELD, in_hand, shield_of
from .lines import begins, gets_through


def item_ask(here: Here) -> Ask:
    """What is knocked away; anything for a target whose sheet has no weapons (OQ-CC-12)."""
    return Ask("item", "Knocks away", tuple(_items(here)) or (Option("weapon", "What is in hand"),))


def _items(here: Here) -> Iterator[Option]:
    """The weapons and the shield in the target's hands; what nature gave it stays (OQ-CC-14)."""
    held = in_hand(here.state, here.they, here.to) if here.they else []
    for index, one in enumerate(here.they.weapons() if here.they else ()):
        if one["skill"] != UNARMED and not one["natural"] and one in held:
            yield Option(f"weapon.{index}", one["name"] or "Weapon")
    if here.they is not None and shield_of(here.state, here.they, here.to) != NONE:
        yield Option("shield", SHIELD)


def no_disarming(here: Here) -> str:
    """Why nothing is knocked away: no blow reaches, or the hands of the target are empty (OQ-CC-12)."""
    if why := no_blow(here):
        return why
    is_known = here.they is not None and here.they.weapons()
    return f"{here.target.name} holds nothing that can be knocked away." if is_known and not any(_items(here)) else ""


def disarm_inputs(here: Here) -> Mapping[str, Any]:
    """The item, the places of both and the reaction."""
    item = next(one.id for one in ITEMS if here.option(item_ask(here)).startswith(one.id))
    return {"item": item, **blow_mods(here, "sure_mods", 0), **reactions.one_inputs(here)}


def disarms(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The item on the ground."""
    assert roll is not None  # an attack is rolled
    end = roll.end
    yield from reactions.defended(here, end.reaction, end.reactions)
    yield from reactions.fumbled(here, end)
    if end.code in HITS:
        item = next(one for one in item_ask(here).options if one.id == here.option(item_ask(here)))
        held = one_more(here.state, here.to, DISARMED, str(item.label))
        yield begins(held, f"{here.target.name}: {item.label} lies on the ground")
        yield from gets_through(here.state, here.to)


DISARMING = (
    action(
        "disarming_attack",
        calculator="disarming_attack",
        bindings=SHIELD_SKILL,
        why_not=no_disarming,
        inputs=disarm_inputs,
        figures=("p_disarmed", "p_attacker_fumble"),
        asks=lambda here: (*reactions.one_ask(here), item_ask(here)),
        follows=disarms,
    ),
)
