"""The words that effects of conditions may use in this game, and what conditions leave a character."""

from __future__ import annotations

from ....engine.inputs import Option, choice, number, same
from ....engine.procedure import total
from ....engine.sheet.conditions import INCOMING, Bar, Change, Conditions
from ....engine.sheet.derived import Derived, derived
from ....engine.sheet.values import Values
from ..rolls.close_modifiers import CloseSituation
from ..rolls.defense import BEST, DEFENSES, DODGE, PARRY
from ..rolls.ranged_situation import Situation
from ..rolls.results import NONE
from ..skills.skill import MODIFIER
from ..spirits.possession import KINDS as POSSESSIONS
from ..tables import FACTS
from ..turns.round_inputs import SURPRISES

ACT, PARRIES, DODGES, CAST = "act", "parry", "dodge", "cast"
"""The acts that a condition can make impossible."""

CLOSE, ARMED, DEFENSE, TALK = "close", "armed", "defense", "talk"
"""The rolls that conditions change: close attacks, those with a weapon, parry and dodge, and influence."""

MORTAL_WOUND = "mortal_wound"
SURPRISED, DEFENSELESS = "defend_only", "defenceless"
DOWN = ("dead", "unconscious", "stabilized")
"""The states after a mortal wound, the worst first."""

_STATES = FACTS.table("wound_states")
WOUNDS = tuple(
    Option(row["id"], f"{row['label']}: {row['does']}".rstrip("."), row["rule"])
    for row in _STATES.rows
    if row["id"] not in ("prisoner", "fortune")
)


def without_hit_points(v: Values) -> tuple[str, ...]:
    """The condition with 0 or fewer hit points: a mortal wound unless another state replaces it (OQ-DAM-05)."""
    mortal = v["hit_points"] <= 0 and not any(one in v["conditions"] for one in DOWN)
    return (MORTAL_WOUND,) if mortal else ()


NOT_NOW = "Not now: {condition}."

CONDITIONS = Conditions(
    FACTS,
    changes={
        CLOSE: Change("Close attacks"),
        ARMED: Change("Close Combat"),
        DEFENSE: Change("Parry and dodge"),
        TALK: Change("Influence"),
        INCOMING: Change("Attacks on you"),
    },
    kinds=(CLOSE,),
    bars={
        ACT: Bar(NOT_NOW, "No actions"),
        PARRIES: Bar(NOT_NOW, "No parry"),
        DODGES: Bar(NOT_NOW, "No dodge"),
        CAST: Bar(NOT_NOW, "No spells"),
    },
    flags={
        "is_prone": "Prone",
        "is_helpless": "Helpless",
        "is_held": "Held",
        "is_berserk": "Berserk",
        "is_surprised": "Surprised",
        "is_unstable": "On unstable ground",
        "is_underwater": "Underwater",
        "is_in_partial_darkness": "In partial darkness",
        "is_in_darkness": "In darkness",
        "is_blinded": "Blinded",
        "is_mounted": "Mounted",
        "is_aiming": "Aiming",
        "is_uncowed": "Immune to threats",
        "has_lost_round": "Confused",
        "has_given_up_defense": "Defense given up",
        "has_set_weapon": "Weapon set",
        "has_set_shield": "Shield set",
        "has_lost_credibility": "Credibility lost",
        "is_unarmored": "Armor strap broken",
        "is_bodiless": "No body",
        "possessed_covert": "Possessed, covertly",
        "possessed_dominant": "Possessed, dominated",
    },
    implied=without_hit_points,
    tables=("conditions", "facts"),
)


def wound(v: Values) -> str:
    """The wound that follows from hit points and conditions."""
    down = next((one for one in DOWN if v.has_condition(one)), None)
    if down is not None:
        return down
    if v.has_condition(MORTAL_WOUND):
        return "mortal"
    return "minor" if v["hit_points"] < v["hit_points_max"] else "ok"


def defence(v: Values) -> str:
    """The reactions left to a character (OQ-DEF-18, OQ-SUR-06)."""
    parries, dodges = not v.barred(PARRIES), not v.barred(DODGES)
    if parries and dodges:
        return BEST
    return PARRY if parries else DODGE if dodges else NONE


def _surprise(v: Values) -> str:
    return next((one for one in (DEFENSELESS, SURPRISED) if v.has_condition(one)), NONE)


def _darkness(v: Values) -> str:
    """The light up close, the darker of two (OQ-CCM-08, OQ-CCM-09)."""
    return "full" if v["is_in_darkness"] else "partial" if v["is_in_partial_darkness"] else NONE


def _visibility(v: Values) -> str:
    """What hides a target from shots (OQ-RNM-06, OQ-RNM-07)."""
    return {"full": "heavy", "partial": "light"}.get(_darkness(v), "clear")


def _possession(v: Values) -> str | None:
    return next((option.id for option in POSSESSIONS.options() if v[f"possessed_{option.id}"]), None)


def _modifier(name: str, label: str, rule: str, *rolls: str) -> Derived:
    """The sum of what conditions add to each of `rolls`."""
    declared = number(label, *MODIFIER, help="From the conditions.", rule=rule, unit="%", signed=True)
    return derived(name, declared, lambda v: sum(total(v.modifiers(one)) for one in rolls), visible=False)


OF_CONDITIONS = (
    derived(
        "defence",
        choice("Defense", DEFENSES, help="What the conditions leave of it.", rule="OQ-DEF-18"),
        defence,
        visible=False,
    ),
    derived(
        "surprise",
        choice("Surprised", SURPRISES, help="From the conditions.", rule="OQ-SUR-06"),
        _surprise,
        visible=False,
    ),
    derived("darkness", same(CloseSituation, "darkness"), _darkness, visible=False),
    derived("visibility", same(Situation, "visibility"), _visibility, visible=False),
    derived(
        "possession",
        choice("Possession", POSSESSIONS.options(), help="From the conditions.", rule="OQ-POS-01"),
        _possession,
        visible=False,
    ),
    derived(
        "aim_rounds",
        number("Rounds of aiming", 0, 1, help="From the conditions: one.", rule="OQ-RNG-02"),
        lambda v: int(v["is_aiming"]),
        visible=False,
    ),
    _modifier("close_mods", "Own state", "OQ-CCM-10", CLOSE, ARMED),
    _modifier("bare_mods", "Own state", "OQ-CCM-10", CLOSE),
    _modifier("defence_mods", "Own state", "OQ-CCM-10", DEFENSE),
    _modifier("talk_mods", "Own state", "OQ-FAST-13", TALK),
    _modifier("berserk_mods", "Berserk", "EXT-18", ARMED),
    *CONDITIONS.toggles(),
)
"""Derived values that only calculators use."""
