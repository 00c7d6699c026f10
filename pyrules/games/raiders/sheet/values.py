"""Values derived from a character's traits, gear and conditions, and the bonuses of a weapon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.inputs import choice, number, toggle
from ....engine.procedure import total
from ....engine.sheet.conditions import ATTACK
from ....engine.sheet.derived import derived, own_number
from ....engine.sheet.values import Values, Weapon
from ..attack_inputs import BONUS, BOTH_ACTIONS, PROTECTION, STRENGTH, WOUNDS
from ..defense import ACTIONS
from ..derived import DERIVED as COMBAT_VALUES
from ..derived import Derived as CombatValues
from ..fighters import OPTIONS
from ..lookup import lift_kg
from ..mass import masses
from ..rolls import CHALLENGE, TRAIT
from ..tables import FACTS
from ..turn import cost_of
from .conditions import CONDITIONS, DEFENSE, down_at
from .fields import MELEE, MISSILE, MOST_MOX

_FROM_SHEET = (
    *("athlete", "warrior", "fortitude", "armor", "weapon_defense", "armor_penalty", "encumbrance"),
    *("intellect", "intuition", "horse"),
)
FARTHEST, HEAVIEST_LIFT = 300, 10**9


def _core(name: str) -> Callable[[Values], Any]:
    """One value of the calculator of combat values, without actions spent defending."""

    def compute(v: Values) -> Any:
        return COMBAT_VALUES.compute(CombatValues(**{one: v[one] for one in _FROM_SHEET}))[name]

    return compute


def _with_own_conditions(name: str) -> Callable[[Values], int]:
    """Dodge or Parry with what a player's own conditions add to both."""
    return lambda v: int(_core(name)(v)) + total(v.own_modifiers(DEFENSE))


def weapon_defense(v: Values) -> int:
    """The bonus to Parry: the best of all weapons and shields, or 0 with bare hands (RR-DEF-01)."""
    return max((w["defense"] for w in v.weapons()), default=0)


def standing_defense(v: Values) -> int:
    """The better of Dodge and Parry; without room, only Parry (RR-DEF-02, RR-DEF-03)."""
    best: int = v["parry"] if v["is_cornered"] else max(v["dodge"], v["parry"])
    return best


def defense_now(v: Values) -> int:
    """Defense with the actions spent this round; in an ambush only the low challenge (RR-STEALTH-02)."""
    if v["is_ambushed"]:
        return FACTS.number("ambush_challenge")
    defense: int = v["defense"]
    return defense + guard(v)


def guard(v: Values) -> int:
    """The bonus of actions spent defending to Dodge and Parry (RR-DEFEND-01)."""
    return max((one.value for one in v.sheet.conditions.modifiers(v.in_force, DEFENSE)), default=0)


def defend_actions(v: Values) -> int:
    """The actions of this round that are spent defending (RR-DEFEND-01)."""
    if v["defends_fully"]:
        return ACTIONS
    return cost_of("defend") if v["defends_once"] else 0


def way(v: Values) -> str | None:
    """The way to spend the round that the conditions determine; None if they do not."""
    if v["defends_fully"]:
        return "defend_defend"
    return "strike_defend" if v["defends_once"] else None


def wounds_left(v: Values) -> int:
    """The number of further wounds that put this character down, at least 1 (RR-WOUND-01)."""
    left: int = v["down_at"] - v["wounds"]
    return max(1, left)


def all_out(v: Values) -> bool:
    """Whether a haymaker takes both actions of a round at this table (RR-HAY-01)."""
    return bool(v.table.get("haymaker_rule", BOTH_ACTIONS) == BOTH_ACTIONS)


def held_mox(v: Values) -> int | None:
    """The mox of the grab while it lasts (RR-GRAB-02)."""
    mox: int | None = v["grab_mox"] if v["is_holding"] else None
    return mox


def grab_warrior(v: Values) -> int | None:
    """The modifier of a grab that is still to be made, aim included (RR-GRAB-01, RR-AIM-01)."""
    return None if v["held_mox"] is not None else v["warrior"] + v["aim_bonus"]


def _first(v: Values, name: str, bare_handed: Any) -> Any:
    """A value of the first weapon, or of bare hands without one."""
    weapons = v.weapons()
    return weapons[0][name] if weapons else bare_handed


SHOWN = (
    derived(
        "weapon_defense",
        number("Weapon defense", *TRAIT, help="The best of weapons and shields.", rule="RR-DEF-01", signed=True),
        weapon_defense,
    ),
    derived(
        "dodge",
        number("Dodge", *CHALLENGE, help="From Athlete and armor.", rule="RR-DEF-01"),
        _with_own_conditions("dodge"),
    ),
    derived(
        "parry",
        number("Parry", *CHALLENGE, help="From Warrior and weapon.", rule="RR-DEF-01"),
        _with_own_conditions("parry"),
    ),
    derived(
        "defense",
        number("Defense", *CHALLENGE, help="The better of Dodge and Parry, as far as possible.", rule="RR-DEF-02"),
        standing_defense,
    ),
    derived(
        "defense_now",
        number("Defense now", *CHALLENGE, help="With what you do this round, or know of.", rule="RR-DEFEND-01"),
        defense_now,
    ),
    derived(
        "protection",
        number("Protection", *PROTECTION, help="Fortitude and armor together.", rule="RR-DMG-04"),
        _core("protection"),
    ),
    derived(
        "defiance",
        number("Defiance", *CHALLENGE, help="Against the supernatural.", rule="RR-DEF-01"),
        _core("defiance"),
    ),
    derived(
        "movement",
        number("Movement", 0, FARTHEST, help="On your own feet.", rule="RR-ANIMAL-02"),
        _core("movement"),
    ),
    derived(
        "lift",
        number("Lift", 0, HEAVIEST_LIFT, unit="kg", help="The most that your Brawn lifts.", rule="RR-REF-01"),
        lambda v: lift_kg(v["brawn"]),
    ),
)
"""The values that a sheet shows; a player may override them."""

HIDDEN = (
    own_number("attack", "To hit", "RR-OFF-01"),
    own_number("damage", "Damage", "RR-DMG-02"),
    derived(
        "defend_actions",
        number("Actions defending", 0, ACTIONS, help="Of this round.", rule="RR-DEFEND-01"),
        defend_actions,
        visible=False,
    ),
    derived(
        "parry_now",
        number("Parry now", *CHALLENGE, help="With what you spend on it this round.", rule="RR-ASSIST-01"),
        lambda v: v["parry"] + guard(v),
        visible=False,
    ),
    derived("way", choice("Round", OPTIONS, help="How it is spent.", rule="RR-ACT-01"), way, visible=False),
    derived(
        "wounds_left",
        number("Wounds still to take", 1, WOUNDS[1], help="Before going down.", rule="RR-WOUND-01"),
        wounds_left,
        visible=False,
    ),
    derived(
        "down_at",
        number("Wound limit", 1, WOUNDS[1], help="Your own, or your table's.", rule="RR-WOUND-01"),
        lambda v: down_at(v["wound_limit"], v.table),
        visible=False,
    ),
    *CONDITIONS.toggles(),
    derived(
        "may_dodge",
        toggle("Room to dodge", help="From the conditions.", rule="RR-DEF-03"),
        lambda v: not (v["is_cornered"] or v["is_ambushed"]),
        visible=False,
    ),
    derived(
        "all_out",
        toggle("Haymaker", help="The whole round in one blow.", rule="RR-HAY-01"),
        lambda v: True,
        visible=False,
    ),
    derived(
        "no_aim",
        toggle("Aim first", help="No action is left for it.", rule="RR-HAY-01"),
        lambda v: bool(v["has_aimed"]) and not all_out(v),
        visible=False,
    ),
    derived(
        "aim_bonus",
        number("Aiming", *BONUS, help="For a grab.", rule="RR-AIM-01", signed=True),
        lambda v: total(v.modifiers(ATTACK)),
        visible=False,
    ),
    derived(
        "held_mox",
        number("Mox of your grab", 0, MOST_MOX, help="While you hold somebody.", rule="RR-GRAB-02"),
        held_mox,
        visible=False,
    ),
    derived(
        "grab_warrior",
        number("Warrior for the grab", *TRAIT, help="If it is still to be made.", rule="RR-GRAB-01", signed=True),
        grab_warrior,
        visible=False,
    ),
    derived(
        "masses",
        masses("Mass", "Of a side of one."),
        lambda v: None if v["mass"] is None else (v["mass"],),
        visible=False,
    ),
    derived(
        "moderate",
        number("A moderate task", *CHALLENGE, help="The challenge of that word.", rule="RR-REF-03"),
        lambda v: FACTS.table("challenges").row("moderate")["challenge"],
        visible=False,
    ),
    derived(
        "offense",
        number("Offense", *TRAIT, help="With the first weapon.", rule="RR-OFF-01", signed=True),
        lambda v: _first(v, "offense", v["warrior"]),
        visible=False,
    ),
    derived(
        "weapon_damage",
        number("Weapon", *STRENGTH, help="The damage of the first weapon.", rule="RR-DMG-02"),
        lambda v: _first(v, "all_damage", 0),
        visible=False,
    ),
)
"""The values for calculators only."""

DERIVED = (*SHOWN, *HIDDEN)


def trait(w: Weapon) -> int:
    """The skill that attacks with this weapon (RR-OFF-01)."""
    skill: int = w.owner["archer" if w["kind"] == MISSILE else "warrior"]
    return skill


OF_WEAPON = (
    derived(
        "trait",
        number("Skill", *TRAIT, help="Warrior or Archer, as the weapon wants.", rule="RR-OFF-01", signed=True),
        trait,
    ),
    derived(
        "offense",
        number("Offense", *TRAIT, help="With this weapon, all told.", rule="RR-OFF-01", signed=True),
        lambda w: w["trait"] + w["hit_bonus"] + w.owner["own_attack"],
    ),
    derived(
        "all_damage",
        number("Weapon", *STRENGTH, help="Its damage, all told.", rule="RR-DMG-02"),
        lambda w: max(0, w["damage"] + w["damage_bonus"] + w.owner["own_damage"]),
    ),
    derived(
        "is_melee",
        toggle("Fights in melee", help="Only a melee attack can be a haymaker.", rule="RR-HAY-02"),
        lambda w: w["kind"] == MELEE,
    ),
)
