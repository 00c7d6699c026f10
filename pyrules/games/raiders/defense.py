"""Defense: spending actions on it, and blocking for a friend.

Chapter "Swords, Slings, and Arrows": Defense.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import not_allowed
from ...engine.formatting import percent
from ...engine.inputs import after, number, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, total
from .attack import SWING_RULES, Swing, attack_values, refuse_aimed_haymaker, to_damage, to_hit
from .attack_inputs import (
    aim_switch,
    brawn,
    damage_bonus,
    defense,
    haymaker_switch,
    hit_bonus,
    offense,
    protection,
    weapon,
)
from .rolls import CHALLENGE, EXTREMES_RULES, chance, extremes_switch, naturals
from .strike import Strike, strike
from .tables import FACTS
from .turn import cost_of

ACTIONS = FACTS.number("actions_per_round")


def defending(actions: int) -> tuple[Modifier, ...]:
    """What actions spent defending add to Dodge and Parry (RR-DEFEND-01)."""
    bonus = actions * FACTS.number("defend_bonus")
    return if_any(f"Defending with {counted(actions, 'action')}", bonus, "RR-DEFEND-01")


def _whose(declared: Any, label: str, help: str = "") -> Any:
    """The same input where two sides stand on one form, saying whose number it is."""
    kind = declared.metadata["input"]
    return field(default=declared.default, metadata={"input": replace(kind, label=label, help=help or kind.help)})


@dataclass(frozen=True, kw_only=True)
class Defend(Swing):
    """Attacks of one kind that come at somebody who may defend (RR-DEFEND-01)."""

    offense: int = _whose(offense(), "Attacker's Offense")
    brawn: int = _whose(brawn(), "Attacker's Brawn")
    weapon: int = _whose(weapon(), "Attacker's weapon")
    protection: int = _whose(protection(), "Your Protection", "Your Fortitude and armor together.")
    aim: bool = _whose(aim_switch(), "Attacker aims first", "The attacker spends an action aiming before each attack.")
    haymaker: bool = _whose(haymaker_switch(), "Attacker's haymaker")
    bonus_hit: int = _whose(hit_bonus("Anything else that adds to the roll.", "RR-OFF-01"), "Attacker's bonus to hit")
    bonus_damage: int = _whose(damage_bonus(), "Attacker's bonus to damage")
    defense: int = after("offense", _whose(defense(), "Your Defense", "Your Dodge or Parry, whichever is higher."))
    attacks: int = after(
        "defense",
        number("Attacks", 1, 20, 1, help="Attacks like this one that come at you in the round.", rule="RR-DEFEND-01"),
    )


def _defense_with(a: Defend, actions: int) -> tuple[Modifier, ...]:
    """The Defense that attacks meet when this many actions go into defending."""
    return (Modifier("Your Defense", a.defense, "RR-DMG-03"), *defending(actions))


def _met_at(a: Defend, actions: int) -> dict[str, Any]:
    """The round when this many actions go into defending."""
    swing = {field.name: getattr(a, field.name) for field in fields(Swing)}
    blow = Strike(**swing, defense=total(_defense_with(a, actions)))
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


def _told_defend(a: Defend) -> Procedure[None]:
    """The attacker's roll, the Defense it meets for each number of actions, and the wounds of a hit."""
    roll: Step[None] = settle("Attacker's roll", _as_it_is, rule="RR-OFF-01", modifiers=to_hit(a))
    met = tuple(step for actions in range(ACTIONS + 1) for step in _told_defense(a, actions))
    untouched: Step[None] = settle(
        f"Untouched: none of {a.attacks} attacks hits" if a.attacks > 1 else "Untouched: the attack misses",
        _as_it_is,
        rule="RR-DEFEND-01",
    )
    through = Modifier("Your Protection", -a.protection, "RR-DMG-04")
    wounds: Step[None] = settle(
        "Wounds of each hit, added to the mox", _as_it_is, rule="RR-DMG-02", modifiers=(*to_damage(a), through)
    )
    return Procedure(None, (roll, *met, untouched, wounds), lambda s: "")


def _told_defense(a: Defend, actions: int) -> tuple[Step[None], ...]:
    modifiers, hitting = _defense_with(a, actions), total(to_hit(a))
    met = total(modifiers)
    hits = percent(chance(hitting, met, extremes=a.extremes))
    spent = ("Not defending", "One action", "Whole round")[actions]
    label = f"{spent}: Defense {met}, each attack hits in {hits} %"
    line: Step[None] = settle(label, _as_it_is, rule="RR-DEFEND-01", modifiers=modifiers)
    return (*naturals(hitting, met, extremes=a.extremes), line)


def _as_it_is(s: None) -> None:
    return s


DEFEND = Calculator(
    id="raiders.defend",
    title="Defend",
    summary="What it is worth to spend one action or the whole round on defending.",
    inputs=Defend,
    outputs=(
        out.percent("p_untouched_open", "untouched, not defending", rule="RR-DEFEND-01", headline=True),
        out.percent("p_untouched_one", "untouched, one action", rule="RR-DEFEND-01", headline=True),
        out.percent("p_untouched_full", "untouched, whole round", rule="RR-DEFEND-01", headline=True),
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
            rule="RR-DMG-02",
        ),
    ),
    compute=_defend,
    check=refuse_aimed_haymaker,
    also=SWING_RULES,
    start={
        "offense": 6,
        "defense": 13,
        "attacks": 3,
        "brawn": 3,
        "weapon": 3,
        "protection": 5,
    },
    explain=_told_defend,
)


@dataclass(frozen=True, kw_only=True)
class AssistBlock:
    """An attack on a friend, and the one who may block it (RR-ASSIST-01)."""

    offense: int = _whose(offense(), "Attacker's Offense")
    friend_defense: int = number(
        "Friend's Defense", *CHALLENGE, help="The Defense of the one who is attacked.", rule="RR-ASSIST-01"
    )
    blocker_parry: int = number("Your Parry", *CHALLENGE, help="The Parry of the one who blocks.", rule="RR-ASSIST-01")
    blocks_used: int = number(
        "Your actions used",
        0,
        ACTIONS,
        0,
        help="Actions that you have spent this round, on blocks or anything else.",
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
    return total(_actions(a))


def _actions(a: AssistBlock) -> tuple[Modifier, ...]:
    return (
        FACTS.modifier("actions_per_round"),
        Modifier("Used before", -a.blocks_used, "RR-ACT-01"),
        Modifier("This block", -cost_of("assist_block"), "RR-ACT-01"),
    )


def _may_block(a: AssistBlock) -> None:
    if _actions_left(a) < 0:
        raise not_allowed("blocks_used", a.blocks_used, "No action is left for a block this round.")
    if not a.close_enough:
        raise not_allowed("close_enough", False, "Your friend is too far away to block for.")


def _met(a: AssistBlock) -> Modifier:
    """What the attack meets with the block: the better of Parry and the friend's Defense (RR-ASSIST-01)."""
    if a.blocker_parry > a.friend_defense:
        return Modifier("Your Parry", a.blocker_parry, "RR-ASSIST-01")
    return Modifier("Friend's Defense", a.friend_defense, "RR-ASSIST-01")


def _told_block(a: AssistBlock) -> Procedure[None]:
    """The attack without the block and with it, and the actions that are left."""
    met = _met(a)
    rolled = (Modifier("Attacker's Offense", a.offense, "RR-OFF-01"),)
    steps: tuple[Step[None], ...] = (
        *naturals(a.offense, a.friend_defense, extremes=a.extremes),
        settle(
            f"Attack against the friend's Defense {a.friend_defense}", _as_it_is, rule="RR-OFF-01", modifiers=rolled
        ),
        *naturals(a.offense, met.value, extremes=a.extremes),
        settle(
            f"The same attack with your block, the better of {a.friend_defense} and {a.blocker_parry}",
            _as_it_is,
            rule="RR-ASSIST-01",
            modifiers=(met,),
        ),
        settle("Actions left", _as_it_is, rule="RR-ACT-01", modifiers=_actions(a)),
    )
    return Procedure(None, steps, lambda s: "")


def _assist_block(a: AssistBlock) -> dict[str, Any]:
    used = _met(a).value
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
        out.percent("p_hit_before", "hit without you", rule="RR-OFF-01", headline=True),
        out.percent("p_hit_after", "hit with your block", rule="RR-ASSIST-01", headline=True),
        out.figure("defense_used", "Defense the attack meets", rule="RR-ASSIST-01"),
        out.figure("actions_left", "Actions left this round", rule="RR-ACT-01"),
    ),
    compute=_assist_block,
    check=_may_block,
    also=EXTREMES_RULES,
    start={"offense": 6, "friend_defense": 10, "blocker_parry": 15},
    explain=_told_block,
)
