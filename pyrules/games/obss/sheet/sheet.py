"""The character sheet: its fields, derived values, acts and bindings."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.sheet.sheet import Act, Harm, Pool, Sheet, spelled_out
from ....engine.sheet.sources import Bindings
from ....engine.sheet.values import Values, Weapon
from ..checks.checks import CHECK
from ..maneuvers.maneuver import DISARM, FEINT, GRAPPLE, MANEUVERS, MOVE_THROUGH, PUSH, TRIP
from .bindings import BINDINGS, NOT_BOUND, match, me, weapon
from .conditions import CHARGE, CONDITIONS, FORTITUDE, IDLE, REFLEX, REFLEX_OUT_COLD, cannot_strike
from .examples import EXAMPLES
from .fields import MANEUVER_SKILLS, NONE, OwnArmor, SheetCharacter, SheetTarget
from .status import status
from .values import DERIVED
from .weapon import MELEE, SHOT, THROWN, slings
from .weapon_values import OF_MATCHUP, OF_WEAPON

THROW: dict[str, str] = {"modifier": weapon.throw}
SHOWN = ("p_hit", "expected_damage")
DC = CHECK.start["dc"]
"""The DC of a check by default."""


def _maneuver(kind: str, rolls: str = me.body_now, dice: str = me.athletics_dice, against: str = "") -> Act:
    bindings = {"kind": me[f"kind_{kind}"], "attacker_mod": rolls, "dice": dice}
    label: str = MANEUVERS.row(kind)["label"]
    besides = {"defender_mod": against} if against else {}
    return Act("maneuver", label, ("p_works",), bindings={**bindings, **besides}, bars=IDLE)


def _check(label: str, rolls: str, dice: str, bars: tuple[str, ...] = ()) -> Act:
    """A check of a skill or a save at the usual DC."""
    bindings: Bindings = {"modifier": rolls, "dice": dice}
    return Act("check", f"{label}, DC {DC}", ("p_success",), bars=bars, bindings=bindings)


def _thrown_too(w: Weapon) -> bool:
    return w["kind"] == MELEE and w["range_m"] is not None


def needs(v: Values) -> Iterator[str]:
    """The rules of this character's weapons, conditions and actions."""
    yield from ("OBSS-AR-01", "OBSS-HIT-01", "OBSS-HIT-07", "OBSS-HIT-08", "OBSS-HIT-14", "OBSS-TRI-01", "OBSS-TRI-03")
    yield from ("OBSS-EXPL-01", "OBSS-ACT-01", "OBSS-MULT-05", "OBSS-MOD-17", "OBSS-MOD-18")
    weapons = v.weapons()
    if any(w["kind"] != MELEE or _thrown_too(w) for w in weapons):
        yield from ("OBSS-AR-02", "OBSS-THR-07", "OBSS-THR-08", "OBSS-THR-09", "OBSS-RIM-01", "OBSS-THREAT-01")
        yield "OBSS-AIM-02"
    if any(w["kind"] == MELEE for w in weapons):
        yield from ("OBSS-CHG-05", "OBSS-CHG-06", "OBSS-PREC-01")
    for trait, rule in (
        ("versatile", "OBSS-VERS-01"),
        ("parry", "OBSS-PREP-02"),
        ("long", "OBSS-LONG-02"),
        ("set", "OBSS-SET-01"),
        ("light", "OBSS-TWF-02"),
        ("unfamiliar", "OBSS-PROF-01"),
    ):
        if any(w[trait] for w in weapons):
            yield rule
    if v["armor"] != NONE or v["shield"] != NONE:
        yield "EXT-28"
    yield from (CONDITIONS.row(one)["rule"] for one in v.in_force)
    yield from ("EXT-13", "OBSS-LIFE-02", "OBSS-LIFE-06", "OBSS-LIFE-09", "OBSS-LIFE-18", "EXT-32")


def line(v: Values) -> str:
    """The summary of the character in a few words."""
    who = f"{v['ancestry']}, level" if v["ancestry"] else "Level"
    return f"{who} {v['level']} · WP {v['wp']} · Defense {v['defense_now']}"


SHEET = Sheet(
    game_id="obss",
    character=SheetCharacter,
    target=SheetTarget,
    conditions=CONDITIONS,
    derived=DERIVED,
    per_weapon=OF_WEAPON,
    per_matchup=OF_MATCHUP,
    pools=(
        Pool("hit_points", "hit_points_max"),
        Pool("nonlethal"),
        Pool("falls"),
        Pool("fatigue"),
        Pool("magic_points", "magic_points_max"),
        Pool("fate_points", "fate_points_max"),
        Pool("banked"),
    ),
    acts=(
        Act("strike", "Attack", SHOWN, True, lambda w: w["kind"] == MELEE, cannot_strike, bars=IDLE),
        Act("strike", "Throw", SHOWN, True, lambda w: w["kind"] == THROWN, cannot_strike, bars=IDLE),
        Act("strike", "Shoot", SHOWN, True, lambda w: w["kind"] == SHOT, cannot_strike, bars=IDLE),
        Act("strike", "Throw", SHOWN, True, _thrown_too, cannot_strike, THROW, IDLE),
        Act("damage", "Damage of a hit", ("mean",), True, blocked_reason=cannot_strike, bars=IDLE),
        Act(
            "charge",
            "Charge",
            ("p_first", "defense"),
            True,
            lambda w: w["kind"] == MELEE,
            cannot_strike,
            bars=(*IDLE, CHARGE),
        ),
        _maneuver(DISARM, me.disarm_now, me.save_dice, match.target_against_disarm),
        _maneuver(FEINT, me.feint_now, me.deceive_dice, match.target_against_feint),
        _maneuver(PUSH),
        _maneuver(GRAPPLE),
        _maneuver(TRIP),
        _maneuver(MOVE_THROUGH, me.passing_now, me.acrobatics_dice, match.target_against_passing),
        Act(
            "stand_up",
            "Spring up",
            ("p_stands_free",),
            when=lambda v: bool(v["is_prone"]),
            bars=IDLE,
        ),
        Act("surprise", "Sneak up", ("p_surprised",), bars=IDLE),
        _check("Awareness", me.awareness_now, me.awareness_dice, IDLE),
        _check("Fortitude", me.fortitude, me.save_dice, (FORTITUDE,)),
        _check("Reflex", me.reflex, me.save_dice, (REFLEX, REFLEX_OUT_COLD)),
        _check("Will", me.will, me.save_dice),
    ),
    bindings=BINDINGS,
    not_bound=NOT_BOUND,
    display_only=("cha", "worn_name", "notes", "dead_at", "nonlethal_dead_at", "weapon.slung"),
    required_rules=needs,
    summary=line,
    status=status,
    harm=Harm("hit_points"),
    examples=EXAMPLES,
    migrations=(spelled_out(hit_points=8, magic_points=0, fate_points=3), slings),
    own_migrations=(slings,),
    own_armor=OwnArmor,
    new_foe=dict.fromkeys(MANEUVER_SKILLS, ""),
)
