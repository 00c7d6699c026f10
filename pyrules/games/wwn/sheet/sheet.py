"""The sheet of this game: inputs, derived values, acts and bindings."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.sheet.sheet import Act, Harm, Pool, Sheet, spelled_out
from ....engine.sheet.values import Values, Weapon
from ..checks.character import CLASSES, SAVES
from ..wounds.wounds import DEAD
from .bindings import BINDINGS, NOT_BOUND, ROLES, me
from .conditions import ACT, ARMED, CHARGE, CONDITIONS, GRAPPLE, MAIN_ACTION, MOVE, SHOT, TWO_HANDED_SHOT
from .examples import EXAMPLES
from .fields import NAMELESS, OwnArmor, SheetCharacter, SheetTarget
from .matchup import OF_MATCHUP
from .state import CHARGING, down
from .status import status
from .values import DERIVED, OF_WEAPON, PLAYER


def is_up(v: Values) -> bool:
    """Whether this character is not down; a character who is down has no acts."""
    return not down(v)


def is_grappling(v: Values) -> bool:
    """Whether this character holds a target."""
    return is_up(v) and v.has_condition("grappling")


def is_grappled(v: Values) -> bool:
    """Whether this character is held."""
    return is_up(v) and bool(v["is_held"])


def cannot_strike(w: Weapon) -> str:
    """Why a condition makes this weapon unusable (WWN-GRAP-04, WWN-GRAP-05, WWN-CHARGE-02, WWN-RANGED-03)."""
    charges = w.owner.has_condition(CHARGING)
    shoots = w["kind"] == "ranged"
    uses = {
        ARMED: w["skill"] != "punch",
        CHARGE: charges,
        MOVE: charges,
        SHOT: shoots,
        TWO_HANDED_SHOT: shoots and w["hands"] > 1,
    }
    return w.owner.barred(*(use for use, holds in uses.items() if holds))


def required_rules(v: Values) -> Iterator[str]:
    """The ids of the rules for this character's weapons, conditions and acts."""
    yield from ("WWN-HIT-01", "WWN-HIT-02", "WWN-HIT-03", "WWN-DMG-01")
    if any(w["shock"] is not None for w in v.weapons()):
        yield from ("WWN-SHOCK-01", "WWN-SHOCK-02", "WWN-SHOCK-03")
    if any(w["kind"] != "melee" for w in v.weapons()):
        yield from ("WWN-RANGED-03", "WWN-RANGED-04", "WWN-EXT-RANGE")
    if v["has_shield"]:
        yield from ("WWN-EXT-SHIELD", "WWN-SHATTER-02")
    yield from (CONDITIONS.row(one)["rule"] for one in v["conditions"])
    yield from ("WWN-GRAP-02", "WWN-SHOVE-02", "WWN-EXT-SAVE", "WWN-DMG-03", "WWN-EXT-MORTAL")


def summary(v: Values) -> str:
    """The character in a few words: class and level, or the Morale of a foe."""
    if v["who"] != PLAYER and v.is_overridden("attack_bonus"):
        morale = "" if v["morale"] is None else f" · Morale {v['morale']}"
        return f"AC {v['armor_class_now']}{morale}"
    return f"{CLASSES.row(v['cls'])['label']} {v['level']} · AC {v['armor_class_now']}"


SHEET = Sheet(
    game_id="wwn",
    character=SheetCharacter,
    target=SheetTarget,
    conditions=CONDITIONS,
    derived=DERIVED,
    per_weapon=OF_WEAPON,
    per_matchup=OF_MATCHUP,
    pools=(Pool("hit_points", "hit_points_max"), Pool("system_strain", "system_strain_max")),
    acts=(
        Act(
            "attack",
            "Attack",
            per_weapon=True,
            when=lambda w: is_up(w.owner),
            bars=(ACT, MAIN_ACTION),
            blocked_reason=cannot_strike,
        ),
        Act("shove", "Shove", when=is_up, bars=(ACT, MAIN_ACTION)),
        Act("grapple_start", "Grapple", when=is_up, bars=(ACT, MAIN_ACTION, GRAPPLE)),
        Act("grapple_move", "Drag or throw", when=is_grappling, bars=(ACT, MAIN_ACTION)),
        Act(
            "grapple_escape",
            "Break free",
            ("p_escape",),
            when=is_grappled,
            bars=(ACT, MAIN_ACTION),
        ),
        *(
            Act(
                "save",
                f"{row['label']} save",
                when=lambda v: down(v) != DEAD,
                bindings={"target": me[f"save_{row['id']}"]},
            )
            for row in SAVES.rows
        ),
    ),
    bindings=BINDINGS,
    not_bound=NOT_BOUND,
    roles=ROLES,
    new_foe={"who": NAMELESS},
    display_only=("con_mod", "cha_mod", "worn_name", "notes", "attacks"),
    required_rules=required_rules,
    summary=summary,
    status=status,
    harm=Harm("hit_points"),
    examples=EXAMPLES,
    migrations=(spelled_out(hit_points=6),),
    own_armor=OwnArmor,
)
