"""The acts of a character, each with its odds."""

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
    Act("close_attack", "Attack", HIT, per_weapon=True, when=_is_close, blocked_reason=cannot_strike),
    Act("great_attack", "Great Attack", HIT, per_weapon=True, when=_may_be_great, blocked_reason=cannot_strike),
    Act(
        "set_weapon",
        "Meet a charge",
        ("p_set_hit", "set_mean"),
        per_weapon=True,
        when=_is_set,
        blocked_reason=cannot_strike,
    ),
    Act("ranged_attack", "Shoot", HIT, per_weapon=True, when=_is_shot, blocked_reason=cannot_strike, bindings=DISTANCE),
    Act(
        "ranged_attack", "Throw", HIT, per_weapon=True, when=_is_throw, blocked_reason=cannot_strike, bindings=DISTANCE
    ),
    Act(
        "unarmed",
        "Strike",
        ("p_hit", "target_mean", "p_target_drop", "p_attacker_fumble"),
        per_weapon=True,
        when=_is_bare,
        blocked_reason=cannot_strike,
        bindings={"intent": "striking"},
    ),
    Act("unarmed", "Grab hold", ("p_held",), blocked_reason=cannot_act, bindings={"intent": "holding"}),
    Act("opposed_test", "Break free", ("p_a",), when=_is_held, blocked_reason=cannot_act),
    Act(
        "disarming_attack",
        "Disarm",
        ("p_disarmed",),
        blocked_reason=cannot_act,
        bindings={"attack.base": "matchup.sure_skill", "attack.mods": "matchup.sure_mods"},
    ),
    Act("shield_bash", "Shield bash", HIT, when=_has_shield, blocked_reason=cannot_act),
    Act(
        "skill_test",
        "Parry",
        ("p_success",),
        blocked_reason=cannot_parry,
        bindings={"skill.base": "close_combat_skill", "skill.mods": "defence_mods"},
    ),
    Act(
        "skill_test",
        "Dodge",
        ("p_success",),
        blocked_reason=cannot_dodge,
        bindings={"skill.base": "dodge_skill", "skill.mods": "defence_mods"},
    ),
    Act("slip_away", "Slip away", ("p_escape",), blocked_reason=cannot_act),
    Act("intimidation", "Intimidate", ("p_success_within", "modifier"), blocked_reason=cannot_act),
    Act(
        "fast_talk",
        "Fast Talk",
        ("p_success", "p_exposed"),
        blocked_reason=cannot_act,
        bindings={"max_tries": "one_try"},
    ),
    Act(
        "skill_test",
        "Cast a spell",
        ("p_success",),
        when=_knows_magic,
        blocked_reason=cannot_cast,
        bindings={"skill.base": "casting"},
    ),
    Act("skill_test", "Resilience", ("p_success",), bindings={"skill.base": "resilience_skill"}),
    Act("skill_test", "Persistence", ("p_success",), bindings={"skill.base": "persistence_skill"}),
    Act("skill_test", "Perception", ("p_success",), bindings={"skill.base": "perception_skill"}),
    Act(
        "skill_test", "Athletics", ("p_success",), blocked_reason=cannot_act, bindings={"skill.base": "athletics_skill"}
    ),
    Act("skill_test", "Healing", ("p_success",), blocked_reason=cannot_act, bindings={"skill.base": "healing_skill"}),
)
