"""Dual Attack in a fight: two melee attacks on one target, one with each hand.

"Dual Attack". A Dual Attack of the fight is made of attacks that do damage or ground: of two different attacks, a roll
does not say which one a single hit was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.values import Weapon
from ..exchange.strike import ACTIONS, BASH, MELEE, PLAIN
from ..rolls.rolls import HIGHER
from ..sheet.conditions import ANY_ACTION
from ..sheet.fields import SHIELD, UNARMED
from ..sheet.weapons import in_other_hand
from ..tables import FACTS
from . import defenses
from .attacks import is_armed
from .lines import TURN, falls, hurt
from .prepared import is_prepared

HURTING = tuple(
    one
    for one in MELEE
    if one == BASH or (ACTIONS[one].weapon_damage and ACTIONS[one].damage_cap == "" and not ACTIONS[one].ranged)
)


def _pair(here: Here) -> tuple[Weapon, Weapon] | None:
    """The weapon of the act and that of the other hand."""
    weapon = here.weapon
    if weapon is None or not weapon["in_hand"] or (weapon["kind"] in (SHIELD, UNARMED) and is_armed(here)):
        return None
    other = in_other_hand(weapon)
    return (weapon, other) if other else None


def _asks(here: Here) -> tuple[Ask, ...]:
    pair = _pair(here)
    assert pair is not None  # the act is offered with two weapons only
    hands = tuple(Option(row["id"], f"{row['label']} first", row["rule"]) for row in FACTS.table("hands").rows)
    labels = ("Main hand", f"Other hand ({pair[1]['name'] or 'weapon'})")
    return (
        *defenses.ask(here, one_answer=False),
        *(
            Ask(name, label, tuple(Option(one, ACTIONS[one].label) for one in weapon["actions"] if one in HURTING))
            for name, label, weapon in zip(("main", "other"), labels, pair, strict=True)
        ),
        Ask("hand", "Order", hands),
    )


def inputs(here: Here) -> Mapping[str, Any]:
    """Which hand does what, and which one begins."""
    asks = {one.name: one for one in _asks(here)}
    main, other, hand = (here.option(asks[name]) for name in ("main", "other", "hand"))
    is_main_first = hand == FACTS.table("hands").rows[0]["id"]
    return {
        **defenses.inputs(here, one_answer=False),
        "first": main if is_main_first else other,
        "second": other if is_main_first else main,
        "first_hand": hand,
        "attacker.prepared": is_prepared(here, "dual"),
    }


def lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """One attack met, the damage of both, and a target that a bash has brought down (S2-DUAL-05, S2-BASH-02)."""
    assert roll is not None  # a Dual Attack is rolled
    yield from defenses.answered(here)
    yield from hurt(here, here.to, roll.end.lethal)
    if roll.end.result == HIGHER:
        yield from falls(here, here.to)


DUAL = FightAct(
    id="dual",
    label="Dual Attack",
    rule="S2-DUAL-01",
    calculator="dual",
    cost={TURN: 1},
    per_weapon=True,
    bars=ANY_ACTION,
    offered=lambda here: bool(here.weapon and PLAIN in here.weapon["actions"] and _pair(here)),
    inputs=inputs,
    figures=("p_any_hit", "expected_damage"),
    ranked="expected_damage",
    asks=_asks,
    follows=lands,
)
