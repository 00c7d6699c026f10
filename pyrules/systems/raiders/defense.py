"""Defense: Dodge, Parry and the values beside them, defending, and blocking for a friend.

Chapter "Swords, Slings, and Arrows": Defense. The formulas of Dodge, Parry, Defiance and Movement are
from the quick reference page of the game's site.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import not_allowed
from ...engine.fields import Option, after, number, toggle
from .attack import PROTECTION, SWING_RULES, Swing, attack_values, defense, offense, refuse_aimed_haymaker
from .facts import FACTS
from .rolls import CHALLENGE, EXTREMES_RULES, TRAIT, chance, extremes_switch
from .strike import Strike, strike
from .turn import cost_of

ACTIONS = FACTS.number("actions_per_round")


def own_trait(label: str, help: str, rule: str, group: str = "") -> Any:
    """The input for a trait of the character whose values are wanted."""
    return number(label, *TRAIT, 0, help=help, rule=rule, group=group, signed=True)


@dataclass(frozen=True, kw_only=True)
class Derived:
    """The traits and gear that combat values come from (RR-DEF-01)."""

    athlete: int = own_trait("Athlete", "Adds to Dodge and to Movement.", "RR-DEF-01")
    warrior: int = own_trait("Warrior", "Adds to Parry.", "RR-DEF-01")
    fortitude: int = own_trait("Fortitude", "Adds to Protection.", "RR-DMG-04")
    armor: int = number("Armor", *PROTECTION, 0, help="The armor's Protection.", rule="RR-DMG-04")
    weapon_defense: int = number(
        "Weapon defense",
        *TRAIT,
        0,
        help="What the weapon or shield adds to Parry, with any bonus or penalty for an odd parry.",
        rule="RR-DEF-04",
        group="Gear",
        signed=True,
    )
    armor_penalty: int = number(
        "Armor penalty",
        *PROTECTION,
        0,
        help="What the armor takes off Dodge and Movement.",
        rule="RR-DEF-01",
        group="Gear",
    )
    encumbrance: int = number(
        "Encumbrance", *PROTECTION, 0, help="What the load takes off Movement.", rule="RR-ANIMAL-02", group="Gear"
    )
    intellect: int = own_trait("Intellect", "The higher of this and Intuition adds to Defiance.", "RR-DEF-01", "Mind")
    intuition: int = own_trait("Intuition", "The higher of this and Intellect adds to Defiance.", "RR-DEF-01", "Mind")
    defend_actions: int = number(
        "Actions defending",
        0,
        ACTIONS,
        0,
        help="Actions of this round that go into defending.",
        rule="RR-DEFEND-01",
        group="Situation",
    )
    dodge_possible: bool = toggle(
        "Room to dodge",
        True,
        help="Off where there is no room to get clear, or in a hail of arrows.",
        rule="RR-DEF-03",
        group="Situation",
    )
    parry_possible: bool = toggle(
        "Can be parried", True, help="Off against what cannot be parried.", rule="RR-DEF-04", group="Situation"
    )
    horse: bool = toggle("A horse", help="Horses move faster than people.", rule="RR-ANIMAL-02", group="Situation")


def defending(actions: int) -> int:
    """What actions spent defending add to Dodge and Parry (RR-DEFEND-01)."""
    return actions * FACTS.number("defend_bonus")


DEFENSES = (Option("dodge", "Dodge", "RR-DEF-01"), Option("parry", "Parry", "RR-DEF-01"))


def _derived(a: Derived) -> dict[str, Any]:
    dodge = FACTS.number("dodge_base") + a.athlete - a.armor_penalty + defending(a.defend_actions)
    parry = FACTS.number("parry_base") + a.warrior + a.weapon_defense + defending(a.defend_actions)
    possible = [
        *([(dodge, "dodge")] if a.dodge_possible else []),
        *([(parry, "parry")] if a.parry_possible else []),
    ]
    best, kind = max(possible, key=lambda value: value[0], default=(None, None))  # the first on a tie
    pace = max(0, a.athlete + FACTS.number("movement_base") - a.encumbrance - a.armor_penalty)
    return {
        "dodge": dodge,
        "parry": parry,
        "defense": best,
        "defense_kind": kind,
        "defiance": FACTS.number("defiance_base") + max(a.intellect, a.intuition),
        "protection": a.fortitude + a.armor,
        "movement": pace * FACTS.number("horse_movement_factor") if a.horse else pace,
    }


DERIVED = Calculator(
    id="raiders.derived",
    title="My values",
    summary="Dodge, Parry, Protection, Defiance and Movement from traits and gear.",
    inputs=Derived,
    outputs=(
        out.figure("defense", "Defense", headline=True),
        out.figure("protection", "Protection", headline=True),
        out.figure("movement", "Movement", headline=True),
        out.word("defense_kind", "Use", DEFENSES),
        out.figure("dodge", "Dodge"),
        out.figure("parry", "Parry"),
        out.figure("defiance", "Defiance"),
    ),
    work=_derived,
    rules=(
        "RR-DMG-03",
        "RR-DMG-04",
        "RR-DEF-01",
        "RR-DEF-02",
        "RR-DEF-03",
        "RR-DEF-04",
        "RR-DEF-05",
        "RR-DEFEND-01",
        "RR-ANIMAL-02",
    ),
    start={"athlete": 5, "warrior": 7, "fortitude": 2, "armor": 3, "weapon_defense": 1, "armor_penalty": 2},
)


@dataclass(frozen=True, kw_only=True)
class Defend(Swing):
    """Attacks of one kind that come at somebody who may defend (RR-DEFEND-01)."""

    defense: int = after("offense", defense())
    attacks: int = after(
        "defense",
        number("Attacks", 1, 20, 1, help="Attacks like this one that come at you in the round.", rule="RR-DEFEND-01"),
    )


def _met_at(a: Defend, actions: int) -> dict[str, Any]:
    """The round when this many actions go into defending."""
    swing = {field.name: getattr(a, field.name) for field in fields(Swing)}
    blow = Strike(**swing, defense=a.defense + defending(actions))
    values = attack_values(blow, strike(blow).odds())
    return {
        "actions": actions,
        "defense": blow.defense,
        "p_hit": values["p_hit"],
        "p_untouched": (1 - values["p_hit"]) ** a.attacks,
        "mean_wounds": values["mean_wounds"] * a.attacks,
    }


def _defend(a: Defend) -> dict[str, Any]:
    met = [_met_at(a, actions) for actions in range(ACTIONS + 1)]
    return {
        "rows": met,
        "p_untouched_open": met[0]["p_untouched"],
        "p_untouched_one": met[1]["p_untouched"],
        "p_untouched_full": met[-1]["p_untouched"],
    }


DEFEND = Calculator(
    id="raiders.defend",
    title="Defend",
    summary="What it is worth to spend one action or the whole round on defending.",
    inputs=Defend,
    outputs=(
        out.percent("p_untouched_open", "untouched, not defending", headline=True),
        out.percent("p_untouched_one", "untouched, one action", headline=True),
        out.percent("p_untouched_full", "untouched, whole round", headline=True),
        out.rows(
            "rows",
            "By actions spent",
            (
                out.figure("actions", "Actions"),
                out.figure("defense", "Defense"),
                out.percent("p_hit", "Each attack hits"),
                out.percent("p_untouched", "Untouched"),
                out.figure("mean_wounds", "Wounds, on average"),
            ),
        ),
    ),
    work=_defend,
    check=refuse_aimed_haymaker,
    rules=("RR-DEFEND-01", "RR-DMG-03", *SWING_RULES),
    start={
        "offense": 6,
        "defense": 13,
        "attacks": 3,
        "brawn": 3,
        "weapon": 3,
        "protection": 5,
    },
)


@dataclass(frozen=True, kw_only=True)
class AssistBlock:
    """An attack on a friend, and the one who may block it (RR-ASSIST-01)."""

    offense: int = offense()
    friend_defense: int = number(
        "Friend's Defense", *CHALLENGE, help="The Defense of the one who is attacked.", rule="RR-ASSIST-01"
    )
    blocker_parry: int = number("Your Parry", *CHALLENGE, help="The Parry of the one who blocks.", rule="RR-ASSIST-01")
    blocks_used: int = number(
        "Actions used",
        0,
        ACTIONS,
        0,
        help="Actions that the blocker has spent this round, on blocks or anything else.",
        rule="RR-ACT-01",
        group="Situation",
    )
    close_enough: bool = toggle(
        "Close enough",
        True,
        help="The friend is no more than a few steps away.",
        rule="RR-ASSIST-01",
        group="Situation",
    )
    extremes: bool = extremes_switch()


def _actions_left(a: AssistBlock) -> int:
    """The blocker's actions after this block; below 0 if there is none left for it."""
    return ACTIONS - a.blocks_used - cost_of("assist_block")


def _may_block(a: AssistBlock) -> None:
    if _actions_left(a) < 0:
        raise not_allowed("blocks_used", a.blocks_used, "No action is left for a block this round.")
    if not a.close_enough:
        raise not_allowed("close_enough", False, "Your friend is too far away to block for.")


def _assist_block(a: AssistBlock) -> dict[str, Any]:
    used = max(a.friend_defense, a.blocker_parry)
    before = chance(a.offense, a.friend_defense, extremes=a.extremes)
    after = chance(a.offense, used, extremes=a.extremes)
    return {
        "p_hit_before": before,
        "p_hit_after": after,
        "defense_used": used,
        "actions_left": _actions_left(a),
    }


ASSIST_BLOCK = Calculator(
    id="raiders.assist_block",
    title="Block for a friend",
    summary="How much safer your Parry makes a friend close by.",
    inputs=AssistBlock,
    outputs=(
        out.percent("p_hit_before", "hit without you", headline=True),
        out.percent("p_hit_after", "hit with your block", headline=True),
        out.figure("defense_used", "Defense the attack meets"),
        out.figure("actions_left", "Actions left this round"),
    ),
    work=_assist_block,
    check=_may_block,
    rules=("RR-ASSIST-01", "RR-ACT-01", "RR-OFF-01", *EXTREMES_RULES),
    start={"offense": 6, "friend_defense": 10, "blocker_parry": 15},
)
