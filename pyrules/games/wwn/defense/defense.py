"""Staying out of harm: Total Defense, and getting away from foes in melee.

Sections "Total Defense", "Run" and "Fighting Withdrawal" of the combat options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.dice import Dist
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import Option, number, toggle
from ....engine.procedure import Procedure, counted
from ..attack.attack import ATTACK_RULES
from ..attack.blow import Blow
from ..attack.blow_explanation import down_at, steps_of_all
from ..attack.strike import Attack
from ..attack.volley import HIT_POINTS, attacks_input, average, downs, refuse_impossible_among, shield_switch, volley
from ..tables import FACTS


def your_hit_points() -> Any:
    """The input for what you have left."""
    return number("Your hit points", *HIT_POINTS, help="What you have left.", rule="WWN-DMG-04")


@dataclass(frozen=True, kw_only=True)
class TotalDefense:
    """The attacks that come at someone who defends, and what they can stand."""

    incoming: tuple[Attack, ...] = attacks_input(
        "Attacks on you",
        "Attack",
        1,
        8,
        "Every attack you expect before your next turn, at your usual AC.",
        rule="WWN-TD-04",
    )
    hp: int = your_hit_points()
    shield: bool = shield_switch("You hold one, which")
    main_available: bool = toggle(
        "Main Action unspent", True, help="Total Defense uses it up.", rule="WWN-TD-02", group="Free to defend"
    )


def _check_total_defense(a: TotalDefense) -> None:
    refuse_impossible_among(a.incoming, "incoming")
    if not a.main_available:
        raise not_allowed("main_available", False, "Total Defense uses up a Main Action, and yours is spent.")


def defended(one: Attack) -> Attack:
    """An attack on somebody in Total Defense: higher AC, no Shock (WWN-TD-03, WWN-TD-04)."""
    return replace(one, target_ac=one.target_ac + FACTS.number("total_defense_ac_bonus"), shock_immune=True)


def told_total_defense(a: TotalDefense) -> Procedure[Blow]:
    """The attacks as they come, and what Total Defense changes in them."""
    bonus = (FACTS.modifier("total_defense_ac_bonus"),)
    steps = (
        *steps_of_all(a.incoming, shield=a.shield),
        down_at(a.hp, "WWN-DMG-04"),
        note("In Total Defense: your AC is higher", "WWN-TD-04", bonus),
        note("In Total Defense: no Shock on a miss", "WWN-TD-03"),
    )
    return Procedure(Blow(), steps, str)


def _side(damage: Dist[int], hp: int) -> dict[str, Any]:
    return {
        "damage": out.text_keys(damage.probabilities()),
        "mean": average(damage),
        "p_down": downs(damage, hp),
    }


def _total_defense(a: TotalDefense) -> dict[str, Any]:
    normal = _side(volley(a.incoming, shield=a.shield), a.hp)
    defending = _side(volley([defended(one) for one in a.incoming], shield=a.shield), a.hp)
    return {
        "normal": normal,
        "total_defense": defending,
        "mean_prevented": normal["mean"] - defending["mean"],
        "p_down_normal": normal["p_down"],
        "p_down_defending": defending["p_down"],
        "ac_bonus": FACTS.number("total_defense_ac_bonus"),
        "damage_normal": normal["damage"],
        "damage_defending": defending["damage"],
    }


SIDE = (
    out.figure("mean", "Damage on average"),
    out.percent("p_down", "Down"),
    out.distribution("damage", "Damage", unit="damage"),
)

TOTAL_DEFENSE = Calculator(
    id="wwn.total_defense",
    title="Total Defense",
    summary="How much harm it saves to give up your Main Action for a higher AC and no Shock.",
    inputs=TotalDefense,
    outputs=(
        out.figure("mean_prevented", "damage prevented", rule="WWN-TD-03", unit="on average", headline=True),
        out.percent("p_down_defending", "down in Total Defense", rule="WWN-TD-03", headline=True),
        out.percent("p_down_normal", "down otherwise", rule="WWN-DMG-04", headline=True),
        out.figure("ac_bonus", "Bonus to AC", rule="WWN-TD-04", signed=True),
        out.distribution("damage_normal", "Damage as you are", rule="WWN-DMG-04", unit="damage"),
        out.distribution("damage_defending", "Damage in Total Defense", rule="WWN-TD-03", unit="damage"),
        out.record("normal", "As you are", SIDE, rule="WWN-DMG-04"),
        out.record("total_defense", "In Total Defense", SIDE, rule="WWN-TD-03"),
    ),
    compute=_total_defense,
    explain=told_total_defense,
    check=_check_total_defense,
    also=("WWN-TD-01", *ATTACK_RULES),
    start={
        "incoming": [
            {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 13, "class_bonus": 2},
            {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 13, "class_bonus": 2},
        ],
        "hp": 8,
    },
)


@dataclass(frozen=True, kw_only=True)
class Disengage:
    """The foes that someone wants to leave without being struck."""

    foes: tuple[Attack, ...] = attacks_input(
        "Foes in melee with you",
        "Foe's attack",
        0,
        8,
        "Each makes one attack as you run off.",
        rule="WWN-RUN-06",
    )
    hp: int = your_hit_points()
    fighting_withdrawal: bool = toggle(
        "Fighting Withdrawal first", help="Costs your Main Action; nobody gets a free attack.", rule="WWN-FW-02"
    )
    shield: bool = shield_switch("You hold one, which")


def _check_disengage(a: Disengage) -> None:
    refuse_impossible_among(a.foes, "foes")
    for index, foe in enumerate(a.foes):
        if foe.weapon.kind != "melee":
            text = "Only foes in melee with you attack as you run off."
            raise not_allowed(f"foes.{index}.weapon.kind", foe.weapon.kind, text)


def told_disengage(a: Disengage) -> Procedure[Blow]:
    """What getting away takes, and the free attacks of those who are left standing."""
    if a.fighting_withdrawal:
        spent = "Fighting Withdrawal, then a run: Main and Move Action"
        free = "No free attack after a Fighting Withdrawal"
    else:
        spent = "Run: Move Action"
        foes = f"{counted(len(a.foes), 'foe')} in melee with you, one free attack each"
        free = foes if a.foes else "No foe in melee with you"
    steps = (
        note(spent, "WWN-RUN-01"),
        note(free, "WWN-RUN-06"),
        *steps_of_all(_striking(a), shield=a.shield),
        down_at(a.hp, "WWN-DMG-04"),
    )
    return Procedure(Blow(), steps, str)


def _striking(a: Disengage) -> tuple[Attack, ...]:
    """The foes who have a free attack (WWN-RUN-06, WWN-FW-03)."""
    return () if a.fighting_withdrawal else a.foes


def _disengage(a: Disengage) -> dict[str, Any]:
    striking = _striking(a)
    damage = volley(striking, shield=a.shield)
    return {
        "free_attacks": len(striking),
        "actions_spent": ["main", "move"] if a.fighting_withdrawal else ["move"],
        **_side(damage, a.hp),
    }


SPENT = (Option("main", "Main Action", "WWN-FW-01"), Option("move", "Move Action", "WWN-RUN-01"))

DISENGAGE = Calculator(
    id="wwn.disengage",
    title="Get away",
    summary="Run now and take a blow from every foe beside you, or spend the Main Action to leave unhurt.",
    inputs=Disengage,
    outputs=(
        out.percent("p_down", "down", rule="WWN-DMG-04", headline=True),
        out.figure("mean", "damage", rule="WWN-SHOCK-01", unit="on average", headline=True),
        out.figure("free_attacks", "free attacks", one="free attack", rule="WWN-RUN-06", headline=True),
        out.listing("actions_spent", "Actions spent", SPENT, rule="WWN-RUN-01"),
        out.distribution("damage", "Damage", rule="WWN-SHOCK-01", unit="damage"),
    ),
    compute=_disengage,
    explain=told_disengage,
    check=_check_disengage,
    also=("WWN-FW-01", "WWN-FW-03", *ATTACK_RULES),
    start={
        "foes": [
            {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 13, "class_bonus": 1},
            {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 13, "class_bonus": 1},
        ],
        "hp": 7,
    },
)
