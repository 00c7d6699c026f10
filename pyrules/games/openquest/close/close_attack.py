"""One close attack against one optional reaction, with weapons or with claws and teeth.

"Close Combat Attack" and "Natural Weapons".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine.calculator import Calculator, RollOption
from ....engine.dice import always
from ....engine.errors import not_allowed
from ....engine.inputs import after, toggle
from ....engine.procedure import Procedure
from ..exchange.attack_inputs import EXAMPLE, TARGET, Attack, plain_strike
from ..exchange.exchange import Exchange, Strike, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES, exchange_outputs, exchange_values
from ..rolls.defense import refuse_missing_skill
from ..rolls.results import NONE
from ..skills.skill import CRITICAL


@dataclass(frozen=True, kw_only=True)
class CloseAttack(Attack):
    """A close attack, perhaps on somebody helpless."""

    helpless: bool = after(
        "parry",
        toggle(
            "Helpless",
            help="Somebody who cannot move is hit critically, without a roll.",
            rule="OQ-CCM-01",
            group=TARGET,
        ),
    )


def close_strike(a: CloseAttack) -> Strike:
    """The attack; on a helpless target a critical for certain."""
    plain = plain_strike(a)
    return replace(plain, die=always(CRITICAL), label="Attack on a helpless target") if a.helpless else plain


def close_attack(a: CloseAttack) -> Procedure[Exchange]:
    """The attack, step by step."""
    return exchange(close_strike(a))


def _check(a: CloseAttack) -> None:
    refuse_missing_skill(a)
    if a.helpless and a.defence != NONE:
        raise not_allowed("defence", a.defence, "A helpless target cannot react: its defense must be none.")


def _values(a: CloseAttack) -> dict[str, Any]:
    return exchange_values(close_strike(a).modified, close_attack(a).odds(), a.target_hp)


CLOSE_ATTACK = Calculator(
    id="openquest.close_attack",
    title="Close attack",
    summary="One attack against one reaction: does it get through, how much damage, does it drop the target.",
    inputs=CloseAttack,
    outputs=exchange_outputs(),
    compute=_values,
    check=_check,
    also=(
        "OQ-CC-01",
        "OQ-CC-04",
        "OQ-CC-07",
        "OQ-CC-14",
        "OQ-ACT-06",
        "OQ-DEF-03",
        "OQ-DEF-08",
        "OQ-DEF-11",
        "OQ-DEF-13",
        "OQ-DEF-16",
        "OQ-SHD-02",
        *EXCHANGE_RULES,
    ),
    start=EXAMPLE,
    rolls=(RollOption("attack", "Roll it", close_attack, lambda end: end.damage),),
)
