"""The acts of a character, each with its odds."""

from __future__ import annotations

from ....engine.sheet.sheet import Act
from ....engine.sheet.values import Values, Weapon
from ..rolls.results import NONE
from .bindings import DISTANCE, match, me
from .conditions import ACT, CAST, DODGES, PARRIES
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
    return _is_close(w) and bool(w["shafted"]) and w.owner["has_set_weapon"]


def _has_shield(v: Values) -> bool:
    return bool(v["shield"] != NONE)


def _is_held(v: Values) -> bool:
    return bool(v["is_held"])


def _knows_magic(v: Values) -> bool:
    return any(v[one] is not None for one in CASTING)


ACTS = (
    Act("close_attack", "Attack", HIT, per_weapon=True, when=_is_close, bars=(ACT,)),
    Act("great_attack", "Great Attack", HIT, per_weapon=True, when=_may_be_great, bars=(ACT,)),
    Act(
        "set_weapon",
        "Meet a charge",
        ("p_set_hit", "set_mean"),
        per_weapon=True,
        when=_is_set,
        bars=(ACT,),
    ),
    Act("ranged_attack", "Shoot", HIT, per_weapon=True, when=_is_shot, bars=(ACT,), bindings=DISTANCE),
    Act("ranged_attack", "Throw", HIT, per_weapon=True, when=_is_throw, bars=(ACT,), bindings=DISTANCE),
    Act(
        "unarmed",
        "Strike",
        ("p_hit", "target_mean", "p_target_drop", "p_attacker_fumble"),
        per_weapon=True,
        when=_is_bare,
        bars=(ACT,),
        bindings={"intent": me.striking},
    ),
    Act("unarmed", "Grab hold", ("p_held",), bars=(ACT,), bindings={"intent": me.holding}),
    Act("opposed_test", "Break free", ("p_a",), when=_is_held, bars=(ACT,)),
    Act(
        "disarming_attack",
        "Disarm",
        ("p_disarmed",),
        bars=(ACT,),
        bindings={"attack.base": match.sure_skill, "attack.mods": match.sure_mods},
    ),
    Act("shield_bash", "Shield bash", HIT, when=_has_shield, bars=(ACT,)),
    Act(
        "skill_test",
        "Parry",
        ("p_success",),
        bars=(PARRIES,),
        bindings={"skill.base": me.close_combat_skill, "skill.mods": me.defence_mods},
    ),
    Act(
        "skill_test",
        "Dodge",
        ("p_success",),
        bars=(DODGES,),
        bindings={"skill.base": me.dodge_skill, "skill.mods": me.defence_mods},
    ),
    Act("slip_away", "Slip away", ("p_escape",), bars=(ACT,)),
    Act("intimidation", "Intimidate", ("p_success_within", "modifier"), bars=(ACT,)),
    Act(
        "fast_talk",
        "Fast Talk",
        ("p_success", "p_exposed"),
        bars=(ACT,),
        bindings={"max_tries": me.one_try},
    ),
    Act(
        "skill_test",
        "Cast a spell",
        ("p_success",),
        when=_knows_magic,
        bars=(ACT, CAST),
        bindings={"skill.base": me.casting},
    ),
    Act("skill_test", "Resilience", ("p_success",), bindings={"skill.base": me.resilience_skill}),
    Act("skill_test", "Persistence", ("p_success",), bindings={"skill.base": me.persistence_skill}),
    Act("skill_test", "Perception", ("p_success",), bindings={"skill.base": me.perception_skill}),
    Act("skill_test", "Athletics", ("p_success",), bars=(ACT,), bindings={"skill.base": me.athletics_skill}),
    Act("skill_test", "Healing", ("p_success",), bars=(ACT,), bindings={"skill.base": me.healing_skill}),
)
