"""Shield bash: the shield as a weapon.

"Shields".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice_text import DiceSum, SignedDice, parse_sum
from ....engine.inputs import choice, same
from ....engine.procedure import Procedure
from ..exchange.attack_inputs import Attack
from ..exchange.exchange import Exchange, Strike, exchange, strike
from ..exchange.exchange_answer import EXCHANGE_RULES, exchange_outputs, exchange_values
from ..rolls.damage import Harm
from ..rolls.defense import defense_of, refuse_missing_skill
from ..rolls.results import readings
from ..skills.skill import Skill
from ..tables import FACTS

SHIELDS = FACTS.table("shields").options()


@dataclass(frozen=True, kw_only=True)
class ShieldBash:
    """A blow with a shield."""

    attack: Skill = same(Attack, "attack")
    shield: str = choice("Shield", SHIELDS, help="The bigger the shield, the harder it hits.", rule="OQ-SHD-03")
    damage_mod: SignedDice = same(Attack, "damage_mod")
    defence: str = same(Attack, "defence")
    dodge: Skill | None = same(Attack, "dodge")
    parry: Skill | None = same(Attack, "parry")
    target_ap: int = same(Attack, "target_ap")
    target_hp: int | None = same(Attack, "target_hp")
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")


def shield_dice(shield: str) -> DiceSum:
    """The damage of a shield, from the table."""
    dice = parse_sum(FACTS.table("shields").row(shield)["damage"])
    assert dice is not None
    return dice


def bash_strike(a: ShieldBash) -> Strike:
    """The attack."""
    harm = Harm(shield_dice(a.shield), a.damage_mod, a.target_ap)
    return strike(a.attack, harm, defense_of(a), readings(a))


def shield_bash(a: ShieldBash) -> Procedure[Exchange]:
    """A shield bash, step by step."""
    return exchange(bash_strike(a))


def _values(a: ShieldBash) -> dict[str, Any]:
    s = bash_strike(a)
    return {"damage_dice": str(s.harm.dice), **exchange_values(s.modified, exchange(s).odds(), a.target_hp)}


SHIELD_BASH = Calculator(
    id="openquest.shield_bash",
    title="Shield bash",
    summary="Strike with the shield itself.",
    inputs=ShieldBash,
    outputs=(*exchange_outputs(), out.word("damage_dice", "Damage of the shield", rule="OQ-SHD-03")),
    compute=_values,
    check=refuse_missing_skill,
    also=(*(option.rule for option in SHIELDS), *EXCHANGE_RULES),
    start={
        "attack": {"base": 60},
        "shield": "medium",
        "damage_mod": "+1d4",
        "defence": "dodge",
        "dodge": {"base": 40},
        "target_ap": 2,
        "target_hp": 12,
    },
    rolls=(RollOption("attack", "Roll it", shield_bash),),
)
