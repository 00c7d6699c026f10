"""The character sheet: its fields, derived values, acts and bindings."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.sheet.sheet import Act, Harm, Pool, Sheet, spelled_out
from ....engine.sheet.values import Values, Weapon
from ..turns.turn_events import TWO
from .bindings import BINDINGS, NOT_BOUND, match, me, weapon
from .conditions import ANY_ACTION, CONDITIONS, DEFEND, ESCAPE, HELP, MOVE
from .examples import EXAMPLES
from .fields import SHIELD, UNARMED, OwnArmor, SheetCharacter, SheetTarget
from .status import status
from .values import BLOCK, DERIVED
from .weapons import OF_MATCHUP, OF_WEAPON, in_other_hand

BOW = "bow"

# Blocked acts.


def is_blocking(v: Values) -> str:
    """Why the character has no action: the stance Block (S2-BLOCK-01)."""
    return "This turn went into blocking." if v["stance"] == BLOCK else ""


def cannot_use(w: Weapon) -> str:
    """Why a weapon cannot be used: it is not equipped (S2-EQUIP-01)."""
    return is_blocking(w.owner) or ("" if w["in_hand"] or w["kind"] == UNARMED else "Not in hand: equip it first.")


def cannot_shoot(w: Weapon) -> str:
    """Why the weapon cannot shoot: a shot takes one projectile, and two allow only a Double Shot (S2-DOUBLE-05)."""
    loads = {0: "Not loaded: reload first.", TWO: "Loaded with two: only a Double Shot."}
    return cannot_use(w) or loads.get(w["loaded"], "")


def cannot_double(w: Weapon) -> str:
    """Why a Double Shot is not possible: it takes two loaded projectiles (S2-DOUBLE-01)."""
    return cannot_use(w) or ("" if w["loaded"] == TWO else "Not loaded with two.")


# Required rules and summary.


def needs(v: Values) -> Iterator[str]:
    """The rules of the character's weapons, conditions and actions."""
    yield from ("S2-ROLL-01", "S2-ATTACK-02", "S2-ATTACK-03", "S2-ATTACK-04", "S2-ARMOR-01", "S2-HEALTH-01")
    yield from ("S2-DODGE-01", "S2-DODGE-06", "S2-PARRY-01", "S2-DEFEND-01")
    kinds = {w["kind"] for w in v.weapons()}
    if any(not w["shoots"] for w in v.weapons()):
        yield from ("S2-LUNGE-01", "S2-POWER-01", "S2-POWER-02", "S2-DISARM-01", "S2-MAIM-01", "S2-CRIT-01")
        yield from ("S2-DUAL-01", "S2-DUAL-03")
    if any(w["bladed"] for w in v.weapons()):
        yield "S2-AVOID-01"
    if SHIELD in kinds:
        yield from ("S2-PARRY-02", "S2-BLOCK-01", "S2-BLOCK-02", "S2-BASH-01", "S2-BASH-02")
    if any(w["thrown_tag"] for w in v.weapons()):
        yield from ("S2-THROW-01", "S2-THROW-04")
    if any(w["shoots"] for w in v.weapons()):
        yield from ("S2-RELOAD-01", "S2-SHOOT-01", "S2-SHOOT-02", "S2-AIM-01", "S2-CSHOT-01")
    if BOW in kinds:
        yield from ("S2-RAPID-01", "S2-DOUBLE-01", "S2-DOUBLE-02")
    if v["mounted"] or v["riding"]:
        yield from ("S2-DODGE-03", "S2-MOUNT-02", "S2-MOUNT-03")
    yield from (CONDITIONS.row(one)["rule"] for one in v["conditions"])
    if v["is_incapacitated"]:
        yield from ("S2-INCAP-01", "S2-INCAP-02", "S2-INCAP-03", "S2-INCAP-05")
    yield from ("S2-TRIP-02", "S2-TACKLE-02", "S2-TACKLE-04")


def line(v: Values) -> str:
    """The summary of the character in a few words."""
    dice = f"Agility d{v['agility_die']} · Strength d{v['strength_die']}"
    return f"{dice} · Health {v['health']} of {v['health_max']}"


SHEET = Sheet(
    game_id="stepdie",
    character=SheetCharacter,
    target=SheetTarget,
    conditions=CONDITIONS,
    derived=DERIVED,
    per_weapon=OF_WEAPON,
    per_matchup=OF_MATCHUP,
    pools=(Pool("health", "health_max"), Pool("projectiles")),
    acts=(
        Act(
            "attack",
            "Attack",
            per_weapon=True,
            when=lambda w: not w["shoots"],
            bars=ANY_ACTION,
            blocked_reason=cannot_use,
        ),
        Act(
            "shield_bash",
            "Shield Bash",
            ("p_grounded", "p_hit"),
            per_weapon=True,
            when=lambda w: w["kind"] == SHIELD,
            bars=ANY_ACTION,
            blocked_reason=cannot_use,
        ),
        Act(
            "dual",
            "Dual Attack",
            ("p_any_hit", "expected_damage", "p_drop"),
            per_weapon=True,
            when=lambda w: in_other_hand(w) is not None,
            bars=ANY_ACTION,
            blocked_reason=cannot_use,
        ),
        Act(
            "attack",
            "Throw",
            per_weapon=True,
            when=lambda w: w["thrown_tag"] and w["throwable"],
            bars=ANY_ACTION,
            blocked_reason=cannot_use,
            bindings={
                "action": weapon.throw,
                "attacker.skill": me.thrown,
                "attacker.skill_die": me.thrown_die,
                "defender.parry": match.target_parry_of_throw,
                "defender.parry_is_shield": match.target_parry_of_throw_shield,
            },
        ),
        Act(
            "attack",
            "Shoot",
            per_weapon=True,
            when=lambda w: w["shoots"],
            bars=ANY_ACTION,
            blocked_reason=cannot_shoot,
        ),
        Act(
            "double_shot",
            "Double Shot",
            ("p_both", "expected_damage", "p_drop_first"),
            per_weapon=True,
            when=lambda w: w["kind"] == BOW,
            bars=ANY_ACTION,
            blocked_reason=cannot_double,
        ),
        Act("defence", "Defend yourself", ("best", "best_p_avoid"), bars=(DEFEND,)),
        Act("trip", "Trip", ("p_grounded",), bars=ANY_ACTION, blocked_reason=is_blocking),
        Act("tackle", "Tackle", ("p_tackle", "p_knocked_out"), bars=ANY_ACTION, blocked_reason=is_blocking),
        Act(
            "opposed",
            "Break free",
            ("p_a_higher",),
            when=lambda v: bool(v["is_grappled"]),
            bars=(ESCAPE,),
        ),
        Act("speed", "Move", ("zones", "feet"), bars=(MOVE,)),
        Act(
            "speed",
            "Run",
            ("zones", "feet"),
            bars=(*ANY_ACTION, MOVE),
            blocked_reason=is_blocking,
            bindings={"run": me.runs},
        ),
        Act("help", "Help up", ("p_up",), bars=(*ANY_ACTION, HELP), blocked_reason=is_blocking),
        Act(
            "mount",
            "Mount for free",
            ("p_done", "p_grounded"),
            when=lambda v: bool(v["riding"] or v["riding_die"]),
            bars=ANY_ACTION,
            blocked_reason=is_blocking,
        ),
        Act("incapacitated", "Stay awake", when=lambda v: v["is_incapacitated"], bars=(DEFEND,)),
        Act("smoldering", "Keep burning", when=lambda v: v["is_smoldering"] and v["health"] > 0),
    ),
    bindings=BINDINGS,
    not_bound=NOT_BOUND,
    display_only=("speed_now", "worn_name", "notes"),
    required_rules=needs,
    summary=line,
    status=status,
    harm=Harm("health"),
    examples=EXAMPLES,
    migrations=(spelled_out(health=5),),
    own_armor=OwnArmor,
)
