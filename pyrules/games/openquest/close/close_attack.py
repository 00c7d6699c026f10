"""One close attack against one optional reaction, with a weapon or natural weapons.

"Close Combat Attack" and "Natural Weapons".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import always
from ....engine.errors import not_allowed
from ....engine.inputs import after, toggle
from ....engine.procedure import Procedure
from ..exchange.attack_inputs import EXAMPLE, TARGET, Attack, plain_strike
from ..exchange.exchange import Exchange, Strike, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES, exchange_outputs, exchange_values, fumble_values
from ..rolls.defense import defense_of, refuse_missing_skill
from ..rolls.results import NONE
from ..skills.side_by_side import open_questions, readings, side_by_side
from ..skills.skill import CRITICAL


@dataclass(frozen=True, kw_only=True)
class CloseAttack(Attack):
    """A close attack; the target may be helpless."""

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
    """The attack; against a helpless target it is always a critical."""
    plain = plain_strike(a)
    return replace(plain, die=always(CRITICAL), label="Attack on a helpless target") if a.helpless else plain


def close_attack(a: CloseAttack) -> Procedure[Exchange]:
    """The attack, step by step."""
    return exchange(close_strike(a))


def _check(a: CloseAttack) -> None:
    refuse_missing_skill(a)
    if a.helpless and a.defence != NONE:
        raise not_allowed("defence", a.defence, "A helpless target cannot react: its defense must be none.")


def _figures(a: CloseAttack) -> dict[str, Any]:
    end = close_attack(a).odds()
    return {"p_hit": end.p(lambda x: x.hits > 0), **fumble_values(end)}


def _open_questions(a: CloseAttack) -> tuple[str, ...]:
    """The table rules on masters and on 00 that matter for the skills rolled."""
    rolled = () if a.helpless else (a.attack, *(reaction.skill for reaction in defense_of(a).reactions))
    return open_questions(*rolled)


def _values(a: CloseAttack) -> dict[str, Any]:
    return {
        **exchange_values(close_strike(a).modified, close_attack(a).odds(), a.target_hp),
        "readings": side_by_side(a, _figures, _open_questions(a)),
    }


CLOSE_ATTACK = Calculator(
    id="openquest.close_attack",
    title="Close attack",
    summary="One attack against one reaction: does it get through, how much damage, does it drop the target.",
    inputs=CloseAttack,
    outputs=(
        *exchange_outputs(),
        readings(
            (
                out.percent("p_hit", "Gets through"),
                out.percent("p_attacker_fumble", "Attacker fumbles"),
                out.percent("p_defender_fumble", "Defender fumbles"),
            ),
            rule="EXT-05",
        ),
    ),
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
