"""The words that effects of conditions may use in this game, and what conditions leave a character."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ....engine.inputs import Option, choice, many
from ....engine.procedure import total
from ....engine.sheet.conditions import ATTACK, INCOMING, Bar, Change, Conditions
from ....engine.sheet.derived import Derived, derived
from ....engine.sheet.values import Values, Weapon
from ..checks.check_step import MODIFIER
from ..life.hit_point_events import Tracked
from ..life.hit_points import ACTIVE, at_first, status
from ..modifiers.situations import DEFENDER, counted_on_defense
from ..table_rules import FATIGUES
from ..tables import FACTS
from .fields import FATIGUE

DEFENSE, GUARD, CHECKS, BODY_SKILLS, REFLEX = "defense", "guard", "checks", "body_skills", "reflex"
ACT, LARGE_WEAPON, CHARGE = "act", "large_weapon", "charge"
FORTITUDE, REFLEX_OUT_COLD = "fortitude", "reflex_out_cold"

IDLE = (ACT,)
"""The bars of all that takes Actions."""

OF_THE_BODY = ("athletics", "acrobatics", "stealth")
"""The skills of Strength and Dexterity in the chapter."""

SMALL = "S"


def out_of_the_fight(v: Values) -> Iterator[str]:
    """The status that follows from the hit points, and the level of fatigue (OBSS-LIFE-02, EXT-15)."""
    if v["state"] != ACTIVE:
        yield v["state"]
    row = fatigue_row(v)
    if row is not None:
        yield row["id"]


CONDITIONS = Conditions(
    FACTS,
    changes={
        ATTACK: Change("Attack Roll", "attacker_situations"),
        INCOMING: Change("Attacks on you", "attacker_situations"),
        DEFENSE: Change("Defense", "defender_situations"),
        GUARD: Change("Defense"),
        CHECKS: Change("Dice of saves and checks"),
        BODY_SKILLS: Change("Skills of Strength and Dexterity"),
        REFLEX: Change("Reflex"),
    },
    bars={
        ACT: Bar("Not while {condition}.", "No Actions"),
        LARGE_WEAPON: Bar("Only small or natural weapons while {condition}.", "Small or natural weapons only"),
        CHARGE: Bar("No charging while {condition}.", "No charging"),
        FORTITUDE: Bar("It fails while {condition}.", "Fortitude fails"),
        REFLEX: Bar("It fails while {condition}.", "Reflex fails"),
        REFLEX_OUT_COLD: Bar("It fails while unconscious.", "Reflex fails"),
    },
    flags={
        "is_helpless": "Helpless",
        "is_prone": "Prone",
        "is_grappled": "Grappled",
        "in_difficult_terrain": "Difficult terrain",
        "has_prepared": "Prepare Defense",
        "guards_alone": "Total Defense",
        "is_monster": "Monster",
    },
    implied=out_of_the_fight,
    tables=("conditions", "fatigue_levels", "life_states", "facts", "turn_effects", "timed_effects"),
)

LASTING = {
    row["id"]: row
    for name in ("turn_effects", "timed_effects")
    for row in FACTS.table(name).rows
    if FACTS.table("conditions").find("id", row["id"]) is None
}
"""The rows of effects that only a fight brings: of Combat Mastery, Critical Actions and weapon maneuvers."""
HELPED, HELPED_GUARD = "helped", "helped_guard"
"""The facts of those whom an ally helps to attack or to defend; each counts its bonus (OBSS-HELP-03)."""


def lasting(v: Values, column: str, *, ranged: bool = False) -> int:
    """What the lasting effects of a fight add to `attack`, `dice`, `defense` or `actions` (OBSS-MAST-03).

    Those of `melee` do not count for shots and throws.
    """
    rows = (LASTING[one] for one in v.in_force if one in LASTING)
    held = (row for row in rows if not (ranged and row.get("melee")))
    return sum(int(row.get(column) or 0) * (v.counts.get(row["id"], 1) if row.get("each") else 1) for row in held)


def state(v: Values) -> str:
    """The status that follows from the hit points (OBSS-LIFE-02, -06, -15, -20, -21)."""
    return state_at(v, v["hit_points"], v["nonlethal"])


def state_at(v: Values, hit_points: int, nonlethal: int) -> str:
    """The status of this character at other hit points."""
    person = Tracked(hp=hit_points, max_hp=v["hit_points_max"], con=v["con"], mp=v["magic_points"], events=())
    return status(at_first(person, nonlethal).combatants[0])


def fatigue_row(v: Values) -> dict[str, Any] | None:
    """The level of fatigue; None without fatigue."""
    return next((row for row in FATIGUE.rows if row["level"] == v["fatigue"]), None)


def ladder(v: Values) -> str:
    """The penalty of each level of fatigue, by the table rule."""
    taken: str = v.table.get("fatigue", FATIGUES[0].id)
    return taken


def chips(
    name: str,
    label: str,
    options: tuple[Option, ...],
    compute: Callable[[Any], tuple[str, ...]],
    *,
    rule: str = "OBSS-MOD-18",
) -> Derived:
    """A derived value for calculators only: the situations among `options` that hold, of a character or a matchup."""
    one = choice("Situation", options, help="One that counts.", rule="OBSS-MOD-18")
    declared = many(label, one, 0, len(options), help="What counts.", rule=rule, unique=True)
    return derived(name, declared, compute, visible=False)


def defender_situations(v: Values) -> tuple[str, ...]:
    """The situations that count for this character's Defense, in the order of the table; of cover only the best."""
    held = v.options(DEFENSE)
    rows = [row for row in DEFENDER.rows if row["id"] in held]
    cover = max((row["defense"] for row in rows if row["excludes"] == "cover"), default=0)
    return tuple(row["id"] for row in rows if row["excludes"] != "cover" or row["defense"] == cover)


def on_defense(v: Values) -> int:
    """The modifier of Defense from all situations; a helpless character loses the Dexterity bonus (EXT-15).

    A negative Dexterity stays, so that helplessness never raises the Defense. Prepared Defense counts once
    (OBSS-PREP-02).
    """
    lost = max(0, v["dex"]) if v["is_helpless"] else 0
    of_fight = lasting(v, "defense") + v.counts.get(HELPED_GUARD, 0)
    return situations_on_defense(v) + total(tuple(dict.fromkeys(v.modifiers(GUARD)))) + of_fight - lost


def situations_on_defense(v: Values) -> int:
    """The modifier of Defense from the situations of the table."""
    return sum(one.flat for one in counted_on_defense(v["defender_situations"], ladder(v)))


def on_checks(v: Values) -> int:
    """The modifier of skill checks from fatigue (EXT-15)."""
    row = fatigue_row(v)
    return int(row["checks"] or 0) if row else 0


def on_skill(v: Values, name: str) -> int:
    """The modifier of a check of this skill from conditions (EXT-15)."""
    return on_checks(v) + (total(v.modifiers(BODY_SKILLS)) if name in OF_THE_BODY else 0)


def check_dice(v: Values) -> int:
    """The dice of a save or a check (EXT-15)."""
    return FACTS.number("check_dice") + total(v.modifiers(CHECKS))


def skill_dice(v: Values, name: str) -> int:
    """The dice of a skill check; an untrained skill has fewer (EXT-09), an empty one does not count as untrained."""
    unlearned = name in v["untrained"] and v[name] is not None
    return check_dice(v) + (FACTS.number("untrained_dice") if unlearned else 0)


def fixed(v: Values) -> int:
    """The missing dice as a number, for a fixed value that others roll against (OBSS-MOD-15, EXT-07)."""
    return (check_dice(v) - FACTS.number("check_dice")) * FACTS.number("defense_per_die")


def against(v: Values, value: int) -> int:
    """The value that opposes a contest; `value` is the target's modifier.

    A target that cannot act does not resist (EXT-15). The attacker still rolls, and three 1s fail.
    """
    return MODIFIER[0] if v["is_helpless"] else value + fixed(v)


def on_reflex(v: Values) -> int:
    """The modifier of Reflex from conditions (OBSS-SURP-02, EXT-15)."""
    return total(v.modifiers(REFLEX))


def speed_now(v: Values, armor: int) -> int:
    """The meters of a Movement Action, after armor and fatigue; 0 in a grapple (EXT-15)."""
    row = fatigue_row(v)
    if v["is_grappled"]:
        return 0
    meters: int = v["speed"] + armor + int((row and row["movement"]) or 0)
    return max(0, meters)


def cannot_strike(w: Weapon) -> str:
    """Why this weapon cannot be used; in a grapple, only small or natural weapons can (OBSS-GRAP-07)."""
    return "" if w["letter"] == SMALL else w.owner.barred(LARGE_WEAPON)
