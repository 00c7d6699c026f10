"""The attacker's part of an attack: the action, its total, and its damage before and after armor.

"Melee combat actions" and "Ranged combat actions", which share one table of actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine.errors import not_allowed
from ....engine.explain import no_lower
from ....engine.inputs import choice
from ....engine.procedure import Modifier, if_any, total
from ..rolls.conditions import ATTACK_DIE, steps_down
from ..rolls.rolls import Modifiers, Total, dice_of
from ..tables import FACTS
from .fighters import Attacker

PLAIN, DISARM, THROW, BASH, SHOOT, DOUBLE_SHOT = "attack", "disarm", "throw", "shield_bash", "shoot", "double_shot"


class Action(NamedTuple):
    """One row of the table of actions."""

    id: str
    label: str
    melee: bool
    modifier: int
    reach_bonus: int
    weapon_damage: bool
    damage_bonus: int
    hits: int
    lethal: bool
    dr: str
    dr_rule: str
    damage_rule: str
    kinds: list[str]
    bladed: bool
    ranged: bool
    does: str
    rule: str
    damage_cap: Any
    must_dodge_heft: Any
    maims: str
    needs: str
    compared: Any


ACTIONS: Mapping[str, Action] = {row["id"]: Action(**row) for row in FACTS.table("actions").rows}
MELEE = tuple(action.id for action in ACTIONS.values() if action.melee)
ONE_HIT_ACTIONS = tuple(name for name, action in ACTIONS.items() if action.hits == 1)
DOUBLE_SHOT_APART = {DOUBLE_SHOT: "A Double Shot may have two targets: it has a calculator of its own."}

STRIKE_RULES = ("S2-ATTACK-03", "S2-TIE-01", "S2-BASH-03", "S2-RAPID-02")
"""The rules that the inputs and steps of any attacker cite, whatever the action."""


def action_input(
    label: str = "Action",
    *,
    among: Iterable[str] = tuple(ACTIONS),
    barred: Mapping[str, str] = DOUBLE_SHOT_APART,
    default: str = PLAIN,
    help: str = "How the attack is made.",
    **common: Any,
) -> Any:
    """The input for one action; an action in `barred` is refused with its sentence."""
    options = [option for option in FACTS.table("actions").options() if option.id in among and option.id not in barred]
    rule = common.pop("rule", "S2-ATTACK-01")
    return choice(label, options, default, barred=barred, help=help, rule=rule, **common)


def action_rules(among: Iterable[str] = tuple(ACTIONS)) -> tuple[str, ...]:
    """The rules of the given actions and of their damage."""
    found = (ACTIONS[name] for name in among)
    return tuple(rule for one in found for rule in (one.rule, one.damage_rule, one.dr_rule))


def unfit(a: Attacker, action: Action) -> tuple[str, object, str] | None:
    """Why the weapon cannot make the action: the field, its value and a sentence; None if it can."""
    if a.kind not in action.kinds:
        kinds = FACTS.table("weapon_kinds")
        fit = " or ".join(kinds.row(kind)["label"].lower() for kind in action.kinds)
        return (
            "kind",
            a.kind,
            f"{action.label} needs another weapon ({fit}); this is: {kinds.row(a.kind)['label'].lower()}.",
        )
    if action.bladed and not a.bladed:
        return "bladed", a.bladed, f"{action.label} needs a bladed weapon."
    return None


def refuse_unfit(a: Attacker, action_id: str, at: str = "attacker") -> None:
    """Refuses an action that the weapon cannot make; `at` is the attacker's path in the inputs."""
    if found := unfit(a, ACTIONS[action_id]):
        field, value, text = found
        raise not_allowed(f"{at}.{field}", value, text)


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack: the action, its total, the parts of its damage, and whether only a dodge helps."""

    action: Action
    total: Total
    points: Modifiers
    must_dodge: bool

    @property
    def damage(self) -> int:
        """The points of one hit before any reduction."""
        return sum(one.value for one in self.points)


def strike(a: Attacker, action_id: str, *more: Modifier, halved: bool = False) -> Strike:
    """An attack with an action; `halved` halves its total."""
    action = ACTIONS[action_id]
    total = Total(attack_dice(a), attack_modifiers(a, action), a.explode, halved, a.half_rounds).plus(*more)
    return Strike(action, total, damage_points(a, action), must_be_dodged(action, a.heft_die))


def must_be_dodged(action: Action, heft_die: int) -> bool:
    """Whether only a dodge helps against the action with a weapon of this Heft (S2-POWER-03)."""
    return bool(action.must_dodge_heft != "" and heft_die >= action.must_dodge_heft)


def attack_dice(a: Attacker) -> tuple[int, ...]:
    """The Agility die, lowered by each state that hampers the arm, and the skill's die if there is one."""
    held = (name for name in ("chilled", "arm_maimed") if getattr(a, name))
    return dice_of(a.agility_die, a.skill_die, steps_down(held, ATTACK_DIE))


def attack_modifiers(a: Attacker, action: Action) -> Modifiers:
    """The modifiers of the attack roll."""
    return (
        Modifier("Skill", a.skill, "S2-ATTACK-02"),
        *action_modifier(a, action),
        *([FACTS.modifier("grounded_penalty")] if a.grounded else []),
        *([FACTS.modifier("prepare_bonus")] if a.prepared else []),
        *aim_modifier(a.aim),
        *if_any("Other modifiers", a.extra_mod, "S2-ROLL-01"),
    )


def action_modifier(a: Attacker, action: Action) -> Modifiers:
    """The penalty of the action; a throwing weapon has none when thrown (S2-THROW-02)."""
    if action.id == THROW:
        return () if a.thrown_tag else (FACTS.modifier("throw_penalty"),)
    return if_any(action.label, action.modifier, action.rule)


def aim_modifier(aim: int) -> Modifiers:
    """The penalty for aiming beyond the range."""
    row = FACTS.table("aims").find("percent", aim)
    assert row is not None  # the input allows only these aims
    return if_any(row["label"], row["modifier"], row["rule"])


# Damage.


def damage_points(a: Attacker, action: Action) -> Modifiers:
    """The parts of one hit's damage before any reduction."""
    weapon = (Modifier("Weapon", a.damage, "S2-ATTACK-04"),) if action.weapon_damage else ()
    points = (*weapon, *if_any(action.label, action.damage_bonus, action.damage_rule))
    over = 0 if action.damage_cap == "" else max(0, total(points) - action.damage_cap)
    return (*points, *if_any(f"{action.label}, at most {action.damage_cap}", -over, action.damage_rule))


class Armor(NamedTuple):
    """Armor, helmet, and the least damage that passes them."""

    armor: int = 0
    helmet: int = 0
    least: int = 0

    def reduction(self, action: Action) -> tuple[Modifier, ...]:
        """The part of the armor that reduces the damage of an action; an action may avoid the armor."""
        worn = {"armor": ("Armor", self.armor), "helmet": ("Helmet", self.helmet)}
        label, points = worn.get(action.dr, ("", 0))
        return if_any(label, -points, action.dr_rule)

    def through(self, action: Action, points: int) -> int:
        """What is left of the damage of one hit; an attack that does none does none (S2-ARMOR-01)."""
        return max(self.least, points + total(self.reduction(action))) if points else 0

    def parts(self, action: Action, points: Modifiers) -> Modifiers:
        """The parts of what is left of one hit's damage."""
        return no_lower(self.least, (*points, *self.reduction(action)), "S2-ARMOR-01") if total(points) else points
