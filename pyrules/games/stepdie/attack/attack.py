"""One attack on one defender, with any of the actions.

"Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.procedure import Procedure, Step
from ..rolls.default_inputs import min_damage
from ..tables import FACTS
from .blow import (
    BLOW_RULES,
    Blow,
    Struck,
    blow,
    blow_procedure,
    blow_steps,
    explanation,
    refuse_impossible_blow,
    struck_change,
    values_of,
)
from .defense import DEFENSES, defence_input
from .fighters import Attacker, Defender, attacker_input, defender_input
from .strike import ACTIONS, action_input, action_rules, strike

EXAMPLE: dict[str, Any] = {
    "attacker": {"agility_die": 8, "skill": 3, "damage": 3, "bladed": True, "heft_die": 8},
    "defender": {"acrobatics": 1, "parry": 2, "armor_dr": 1, "health": 3},
}
"""What the pages about attacks show first: the same two, so that they can be held against each other."""


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
    """The attack and the defense it meets."""
    return blow(strike(a.attacker, a.action), a.defender, defence=a.defence, min_damage=a.min_damage)


def refuse(a: Attack) -> None:
    """Refuse what the rules rule out."""
    refuse_impossible_blow(a.attacker, a.action, a.defender, a.defence)


def drop_reason(b: Blow) -> Step[Any]:
    """What it takes to drop the target."""
    text = f"Down at {b.health} or more in all" if b.lethal or not b.damage else "Non-lethal damage drops nobody"
    return note(text, "S2-HEALTH-01")


def attack(a: Attack) -> Procedure[Struck]:
    """The attack, from the roll to the damage."""
    return blow_procedure(blow_of(a))


def _explanation(a: Attack) -> Procedure[Struck]:
    """The same, and what it takes to drop the target."""
    made = blow_of(a)
    return Procedure(Struck(), (*blow_steps(made), drop_reason(made)), explanation)


def _values(a: Attack) -> dict[str, Any]:
    made = blow_of(a)
    return {
        **values_of(made),
        "damage_dist": out.text_keys(made.damages().probabilities()),
        "also": made.strike.action.does,
    }


def blow_headlines() -> tuple[Output, ...]:
    """What a player asks first."""
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
