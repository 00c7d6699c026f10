"""What a character can do, each with its odds."""

from __future__ import annotations

from ....engine.sheet.sheet import Act
from ....engine.sheet.values import Values, Weapon
from ..rolls.results import NONE
from .bindings import DISTANCE
from .conditions import HELD, WEAPON_SET, cannot_act, cannot_cast, cannot_dodge, cannot_parry, cannot_strike
from .fields import CLOSE, RANGED, UNARMED
from .values import CASTING

HIT = ("p_hit", "mean", "p_drop", "p_attacker_fumble")


def _is_close(w: Weapon) -> bool:
    return bool(w["skill"] == CLOSE)


def _is_shot(w: Weapon) -> bool:
    return bool(w["skill"] == RANGED and not w["thrown"])


def _is_throw(w: Weapon) -> bool:
    return bool(w["skill"] == RANGED and w["thrown"])


def _is_bare(w: Weapon) -> bool:
    return bool(w["skill"] == UNARMED)


def _may_be_great(w: Weapon) -> bool:
    return _is_close(w) and w["great"] != "other"


def _is_set(w: Weapon) -> bool:
    return _is_close(w) and bool(w["shafted"]) and WEAPON_SET in w.owner["conditions"]


def _has_shield(v: Values) -> bool:
    return bool(v["shield"] != NONE)


def _is_held(v: Values) -> bool:
    return HELD in v["conditions"]


def _knows_magic(v: Values) -> bool:
    return any(v[one] is not None for one in CASTING)


ACTS = (
    Act("close_attack", "Attack", HIT, of_weapon=True, when=_is_close, barred=cannot_strike),
    Act("great_attack", "Great Attack", HIT, of_weapon=True, when=_may_be_great, barred=cannot_strike),
    Act(
        "set_weapon",
        "Meet a charge",
        ("p_set_hit", "set_mean"),
        of_weapon=True,
        when=_is_set,
        barred=cannot_strike,
    ),
    Act("ranged_attack", "Shoot", HIT, of_weapon=True, when=_is_shot, barred=cannot_strike, fills=DISTANCE),
    Act("ranged_attack", "Throw", HIT, of_weapon=True, when=_is_throw, barred=cannot_strike, fills=DISTANCE),
    Act(
        "unarmed",
        "Strike",
        ("p_hit", "target_mean", "p_target_drop", "p_attacker_fumble"),
        of_weapon=True,
        when=_is_bare,
        barred=cannot_strike,
        fills={"intent": "striking"},
    ),
    Act("unarmed", "Grab hold", ("p_held",), barred=cannot_act, fills={"intent": "holding"}),
    Act("opposed_test", "Break free", ("p_a",), when=_is_held, barred=cannot_act),
    Act(
        "disarming_attack",
        "Disarm",
        ("p_disarmed",),
        barred=cannot_act,
        fills={"attack.base": "scene.sure_skill", "attack.mods": "scene.sure_mods"},
    ),
    Act("shield_bash", "Shield bash", HIT, when=_has_shield, barred=cannot_act),
    Act(
        "skill_test",
        "Parry",
        ("p_success",),
        barred=cannot_parry,
        fills={"skill.base": "close_combat_skill", "skill.mods": "defence_mods"},
    ),
    Act(
        "skill_test",
        "Dodge",
        ("p_success",),
        barred=cannot_dodge,
        fills={"skill.base": "dodge_skill", "skill.mods": "defence_mods"},
    ),
    Act("slip_away", "Slip away", ("p_escape",), barred=cannot_act),
    Act("intimidation", "Intimidate", ("p_success_within", "modifier"), barred=cannot_act),
    Act("fast_talk", "Fast Talk", ("p_success", "p_exposed"), barred=cannot_act, fills={"max_tries": "one_try"}),
    Act(
        "skill_test",
        "Cast a spell",
        ("p_success",),
        when=_knows_magic,
        barred=cannot_cast,
        fills={"skill.base": "casting"},
    ),
    Act("skill_test", "Resilience", ("p_success",), fills={"skill.base": "resilience_skill"}),
    Act("skill_test", "Persistence", ("p_success",), fills={"skill.base": "persistence_skill"}),
    Act("skill_test", "Perception", ("p_success",), fills={"skill.base": "perception_skill"}),
    Act("skill_test", "Athletics", ("p_success",), barred=cannot_act, fills={"skill.base": "athletics_skill"}),
    Act("skill_test", "Healing", ("p_success",), barred=cannot_act, fills={"skill.base": "healing_skill"}),
)
