"""Dual Attack in a fight: two melee actions against one target, one with each hand.

"Dual Attack".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.values import Weapon
from ..exchange.blow import Struck, struck_change
from ..exchange.strike import ACTIONS, DISARM, MELEE, PLAIN
from ..rolls.rolls import HIGHER
from ..sheet.conditions import ANY_ACTION
from ..sheet.fields import SHIELD, UNARMED
from ..sheet.weapons import in_other_hand
from ..tables import FACTS
from . import defenses
from .attacks import disarm_asks, disarmed, is_armed
from .lines import TURN, changed, falls, hurt, note
from .prepared import is_prepared

MADE = tuple(one for one in MELEE if not ACTIONS[one].ranged)
"""The actions of a Dual Attack: a thrown weapon is rolled with another skill."""


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
    actions = tuple(
        Ask(name, label, tuple(Option(one, ACTIONS[one].label) for one in weapon["actions"] if one in MADE))
        for name, label, weapon in zip(("main", "other"), labels, pair, strict=True)
    )
    disarms = any(here.option(one) == DISARM for one in actions)
    return (
        *defenses.ask(here, one_answer=False),
        *actions,
        Ask("hand", "Order", hands),
        *(disarm_asks(here) if disarms else ()),
    )


def _order(here: Here) -> tuple[str, str, str]:
    """The first action, the second one, and the hand that begins."""
    asks = {one.name: one for one in _asks(here)}
    main, other, hand = (here.option(asks[name]) for name in ("main", "other", "hand"))
    is_main_first = hand == FACTS.table("hands").rows[0]["id"]
    return (main, other, hand) if is_main_first else (other, main, hand)


def inputs(here: Here) -> Mapping[str, Any]:
    """Which hand does what, and which one begins; a maimed limb counts at once (S2-MAIM-02, S2-MAIM-03)."""
    first, second, hand = _order(here)
    return {
        **defenses.inputs(here, one_answer=False),
        "first": first,
        "second": second,
        "first_hand": hand,
        "maims_at_once": True,
        "attacker.prepared": is_prepared(here, "dual"),
    }


def lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """One attack met, the damage of both, and what each hit brings besides (S2-DUAL-05, S2-BASH-02)."""
    assert roll is not None  # a Dual Attack is rolled
    end, (first, second, _) = roll.end, _order(here)
    yield from defenses.answered(here)
    yield from hurt(here, here.to, end.lethal)
    for action in dict.fromkeys(end.hits_of(first, second)):
        yield from changed(here, here.to, struck_change(action, Struck(hits=1)))
        if action == DISARM:
            yield from disarmed(here)
    limb = ACTIONS[first].maims
    if limb and end.first_hit:
        yield note(f"{here.target.name}: the second attack meets the maimed {limb}")
    if end.damage > end.lethal:
        yield note(f"{here.target.name}: {end.damage - end.lethal} non-lethal damage, kept apart")
    if end.result == HIGHER:
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
    asks=_asks,
    follows=lands,
)
