"""The sheet of this game: inputs, derived values, acts and bindings."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.sheet.sheet import Act, Harm, Pool, Sheet, spelled_out
from ....engine.sheet.values import Values, Weapon
from ..attack.circumstances import CHARGING as CHARGE
from ..checks.character import CLASSES, SAVES
from ..tables import FACTS
from ..wounds.wounds import DEAD
from .bindings import BINDINGS, UNFILLED
from .examples import EXAMPLES
from .fields import OwnArmor, SheetCharacter, SheetTarget
from .matchup import OF_MATCHUP
from .state import CHARGING, ENGAGED, TOTAL_DEFENSE, down
from .status import status
from .values import DERIVED, OF_WEAPON

CONDITIONS = FACTS.table("conditions")
GRAPPLING, GRAPPLED = HELD = ("grappling", "grappled")


def cannot_act(v: Values) -> str:
    """The reason why this character cannot act at all (WWN-SURP-01, WWN-DMG-05, WWN-EXT-MORTAL)."""
    idle = down(v) or ("surprised" if v.has_condition("surprised") else "")
    return f"Not while {_label(idle)}." if idle else ""


def cannot_spend_main(v: Values) -> str:
    """The reason why no Main Action is left: Total Defense uses it up (WWN-TD-02)."""
    spent = "Total Defense has used up the Main Action." if v.has_condition(TOTAL_DEFENSE) else ""
    return cannot_act(v) or spent


def is_up(v: Values) -> bool:
    """Whether this character is not down; a character who is down has no acts."""
    return not down(v)


def cannot_grapple(v: Values) -> str:
    """The reason why this character cannot grapple now: a grappler cannot hold a second target (WWN-GRAP-09)."""
    return cannot_spend_main(v) or ("You hold somebody already." if v.has_condition(GRAPPLING) else "")


def is_grappling(v: Values) -> bool:
    """Whether this character holds a target."""
    return is_up(v) and v.has_condition(GRAPPLING)


def is_grappled(v: Values) -> bool:
    """Whether this character is held."""
    return is_up(v) and v.has_condition(GRAPPLED)


def cannot_strike(w: Weapon) -> str:
    """The reason why this weapon is unusable: its bearer is down, or a grapple allows only unarmed attacks."""
    held = next((one for one in HELD if one in w.owner["conditions"]), "")
    if held and w["skill"] != "punch":  # WWN-GRAP-05
        return f"Only unarmed attacks while {_label(held)}."
    if w.owner.has_condition(CHARGING) and w.owner.has_condition("prone"):  # WWN-CHARGE-02
        return "Nobody charges from the ground: stand up first."
    if w.owner.has_condition(CHARGING) and w["kind"] not in CHARGE.applies_to:
        return "A charge ends with a melee blow or a throw."
    if w.owner.has_condition(ENGAGED) and w["kind"] == "ranged" and w["hands"] > 1:  # WWN-RANGED-03
        return "A two-handed ranged weapon is useless while a foe is on you."
    return cannot_spend_main(w.owner)


def _label(condition: str) -> str:
    label: str = CONDITIONS.row(condition)["label"]
    return label


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
    """The character in a few words."""
    return f"{CLASSES.row(v['cls'])['label']} {v['level']} · AC {v['armor_class_now']}"


SHEET = Sheet(
    game_id="wwn",
    character=SheetCharacter,
    target=SheetTarget,
    derived=DERIVED,
    per_weapon=OF_WEAPON,
    per_matchup=OF_MATCHUP,
    pools=(Pool("hit_points", "hit_points_max"), Pool("system_strain", "system_strain_max")),
    acts=(
        Act("attack", "Attack", per_weapon=True, when=lambda w: is_up(w.owner), blocked_reason=cannot_strike),
        Act("shove", "Shove", when=is_up, blocked_reason=cannot_spend_main),
        Act("grapple_start", "Grapple", when=is_up, blocked_reason=cannot_grapple),
        Act("grapple_move", "Drag or throw", when=is_grappling, blocked_reason=cannot_spend_main),
        Act(
            "grapple_escape",
            "Break free",
            ("p_escape",),
            when=is_grappled,
            blocked_reason=cannot_spend_main,
        ),
        *(
            Act(
                "save", f"{row['label']} save", when=lambda v: down(v) != DEAD, bindings={"target": f"save_{row['id']}"}
            )
            for row in SAVES.rows
        ),
    ),
    bindings=BINDINGS,
    unfilled=UNFILLED,
    display_only=("con_mod", "cha_mod", "worn_name", "notes"),
    required_rules=required_rules,
    summary=summary,
    status=status,
    harm=Harm("hit_points"),
    examples=EXAMPLES,
    migrations=(spelled_out(hit_points=6),),
    own_armor=OwnArmor,
)
