"""The sheet of this game: inputs, derived values, acts and bindings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine.sheet.sheet import Act, Harm, Pool, Sheet, spelled_out
from ....engine.sheet.values import Values, Weapon
from .bindings import BINDINGS, NOT_BOUND, me
from .conditions import ACT, ACTION, CONDITIONS, HAYMAKER, HAYMAKER_AFTER_AIMING
from .examples import EXAMPLES
from .fields import OwnArmor, SheetCharacter, SheetTarget
from .matchup import OF_MATCHUP
from .status import status
from .values import DERIVED, OF_WEAPON, all_out


def unknown_hold(v: Values) -> str:
    """The reason why a hold is unusable: its mox is not known."""
    unknown = v["is_holding"] and v["grab_mox"] is None
    return "Say how well you took hold: the mox of your grab." if unknown else ""


def no_haymaker(w: Weapon) -> str:
    """The reason why a haymaker is impossible this round, which takes all of it unless a table rule differs
    (RR-HAY-01).
    """
    return w.owner.barred(HAYMAKER_AFTER_AIMING, HAYMAKER) if all_out(w.owner) else ""


def is_melee(w: Weapon) -> bool:
    """Whether a haymaker is possible with this weapon (RR-HAY-02)."""
    return bool(w["is_melee"])


def required_rules(v: Values) -> Iterator[str]:
    """The ids of the rules for this character's weapons, conditions and acts."""
    yield from ("RR-ROLL-01", "RR-ROLL-02", "RR-ROLL-03", "RR-ACT-01", "RR-OFF-01", "RR-DMG-01", "RR-DMG-02")
    yield from ("RR-DMG-06", "RR-STRIKE-02", "RR-AIM-01", "RR-DEFEND-01", "RR-ASSIST-01", "RR-STEALTH-02")
    if any(is_melee(w) for w in v.weapons()):
        yield from ("RR-HAY-01", "RR-HAY-02")
    if any(not w["parriable"] for w in v.weapons()):
        yield "RR-DEF-04"
    if v["fortune_max"]:
        yield from ("RR-FORT-01", "RR-STRIKE-03")
    yield from (CONDITIONS.row(one)["rule"] for one in v["conditions"])
    if v["is_mounted"]:
        yield from ("RR-ANIMAL-02", "RR-SEAT-02")
    yield from ("RR-GRAB-01", "RR-GRAB-02", "RR-SQZ-01", "RR-SLAM-01", "RR-ESC-01", "RR-ESC-02")
    if v["mass"] is not None:
        yield "RR-MASS-01"
    yield "RR-WOUND-01"


def summary(v: Values) -> str:
    """The character in a few words."""
    skill, level = ("Archer", v["archer"]) if v["archer"] > v["warrior"] else ("Warrior", v["warrior"])
    return f"{skill} {level} · Defense {v['defense_now']} · Protection {v['protection']}"


def _trait_roll(label: str, trait: str, **more: Any) -> Act:
    """A trait against the challenge of a moderate task (RR-REF-03)."""
    return Act(
        "roll",
        f"{label}, a moderate task",
        bindings={"trait": me[trait], "target": me.moderate},
        bars=(ACT,),
        **more,
    )


AS_HAYMAKER = {"haymaker": me.all_out, "aim": me.no_aim}

SHEET = Sheet(
    game_id="raiders",
    character=SheetCharacter,
    target=SheetTarget,
    conditions=CONDITIONS,
    derived=DERIVED,
    per_weapon=OF_WEAPON,
    per_matchup=OF_MATCHUP,
    pools=(Pool("wounds", "down_at"), Pool("fortune", "fortune_max")),
    acts=(
        Act("strike", "Strike", per_weapon=True, bars=(ACT, ACTION)),
        Act(
            "strike",
            "Haymaker",
            per_weapon=True,
            when=is_melee,
            bars=(ACT, ACTION),
            blocked_reason=no_haymaker,
            bindings=AS_HAYMAKER,
        ),
        Act("ambush", "Ambush", ("p_hit", "mean_wounds", "p_drop"), per_weapon=True, bars=(ACT, ACTION)),
        Act("defend", "Defend", ("p_untouched_open", "p_untouched_one", "p_untouched_full"), bars=(ACT,)),
        Act("grapple", "Grapple", when=lambda v: not v["is_holding"], bars=(ACT, ACTION)),
        Act("grapple", "Squeeze", when=lambda v: v["is_holding"], bars=(ACT, ACTION), blocked_reason=unknown_hold),
        Act("slam", "Slam", when=lambda v: v["is_holding"], bars=(ACT, ACTION), blocked_reason=unknown_hold),
        Act("escape", "Escape", when=lambda v: v["is_grappled"], bars=(ACT, ACTION)),
        Act("seat", "Keep the seat", when=lambda v: v["is_mounted"], bars=(ACT,)),
        _trait_roll("Athlete", "athlete"),
        _trait_roll("Perception", "perception"),
        _trait_roll("Ranger", "ranger"),
    ),
    bindings=BINDINGS,
    not_bound=NOT_BOUND,
    display_only=("defiance", "movement", "lift", "worn_name", "notes"),
    required_rules=required_rules,
    summary=summary,
    status=status,
    harm=Harm("wounds", adds=True, spends="fortune"),
    examples=EXAMPLES,
    migrations=(spelled_out(fortune=0),),
    own_armor=OwnArmor,
)
