"""One attack on one defender, with any action.

"Melee combat actions" and "Ranged combat actions": S2-ATTACK-01 to S2-ATTACK-04, S2-HEALTH-01.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.procedure import Procedure, Step
from ..exchange.blow import (
    BLOW_RULES,
    Blow,
    Struck,
    blow,
    blow_procedure,
    down_at,
    refuse_impossible_blow,
    struck_change,
    values_of,
)
from ..exchange.defense import DEFENSES, defence_input
from ..exchange.fighters import Attacker, Defender, attacker_input, defender_input
from ..exchange.strike import ACTIONS, action_input, action_rules, strike
from ..rolls.default_inputs import min_damage
from ..tables import FACTS

EXAMPLE: dict[str, Any] = {
    "attacker": {"agility_die": 8, "skill": 3, "damage": 3, "bladed": True, "heft_die": 8},
    "defender": {"acrobatics": 1, "parry": 2, "armor_dr": 1, "health": 3},
}
"""The attacker and defender that every page about attacks starts with, so that players can compare the pages."""


@dataclass(frozen=True, kw_only=True)
class Attack:
    """One attack."""

    form_first: ClassVar[tuple[str, ...]] = ("action",)

    attacker: Attacker = attacker_input()
    defender: Defender = defender_input()
    action: str = action_input()
    defence: str = defence_input()
    min_damage: int = min_damage()


def blow_of(a: Attack) -> Blow:
    """The attack and the defense that it meets."""
    return blow(strike(a.attacker, a.action), a.defender, defence=a.defence, min_damage=a.min_damage)


def refuse(a: Attack) -> None:
    """Refuses attacks and defenses that the rules exclude."""
    refuse_impossible_blow(a.attacker, a.action, a.defender, a.defence)


def drop_note(b: Blow) -> Step[Any]:
    """A note that states how many points drop the target."""
    drops = b.lethal or not b.damage
    return down_at(b.health) if drops else note("Non-lethal damage drops nobody", "S2-HEALTH-01")


def attack(a: Attack) -> Procedure[Struck]:
    """The attack, from the attack roll to the damage."""
    return blow_procedure(blow_of(a))


def _explanation(a: Attack) -> Procedure[Struck]:
    """The steps of the attack, then the points that drop the target."""
    made = blow_of(a)
    return blow_procedure(made).explained(drop_note(made))


def _values(a: Attack) -> dict[str, Any]:
    made = blow_of(a)
    return {
        **values_of(made),
        "damage_dist": out.text_keys(made.damages().probabilities()),
        "also": made.strike.action.does,
    }


def blow_headlines() -> tuple[Output, ...]:
    """The headline outputs of an attack."""
    return (
        out.percent("p_hit", "hits", rule="S2-ATTACK-03", headline=True),
        out.figure("expected_damage", "damage", rule="S2-ATTACK-04", unit="on average", headline=True),
        out.percent("p_drop", "drops the target at once", rule="S2-HEALTH-01", headline=True),
    )


ATTACK = Calculator(
    id="stepdie.attack",
    title="Attack",
    summary="One action against one defender: the chance to hit, and the damage that gets through.",
    inputs=Attack,
    outputs=(
        *blow_headlines(),
        api_only(out.word("action", "Action", FACTS.table("actions").options())),
        out.word("defence", "Met by", DEFENSES, rule="S2-ATTACK-03"),
        out.figure("damage_on_hit", "Damage of a hit", rule="S2-ATTACK-04"),
        out.word("also", "What it does", rule="S2-ATTACK-01"),
        out.distribution("damage_dist", "Damage", rule="S2-ATTACK-04", unit="damage"),
    ),
    compute=_values,
    check=refuse,
    also=(*action_rules((name for name, action in ACTIONS.items() if action.hits == 1)), *BLOW_RULES),
    start=EXAMPLE | {"action": "power"},
    rolls=(RollOption("attack", "Roll it", attack, change=lambda a, x: struck_change(a.action, x)),),
    explain=_explanation,
)
