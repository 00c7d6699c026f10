"""Conditions of a character: the situations they bring, their effect on checks, and the acts they prevent."""

from __future__ import annotations

from typing import Any

from ....engine.sheet.values import Values, Weapon
from ..checks.check_step import MODIFIER
from ..life.hit_point_events import Tracked
from ..life.hit_points import ACTIVE, STATES, at_first, status
from ..modifiers.situations import ATTACKER, DEFENDER, counted_on_defense
from ..table_rules import FATIGUES
from ..tables import FACTS
from .fields import CHIPS, COVER, FATIGUE, LASTING, PARRYING, PREPARED, TOTAL_DEFENSE

HELPLESS = ("helpless", "paralyzed", "stunned")
"""The conditions in which a character can neither act nor resist (EXT-15)."""

FAILS_FORTITUDE = ("helpless", "stunned")
"""The conditions in which Fortitude fails; Reflex fails in all of `HELPLESS` (EXT-15)."""

UNCONSCIOUS, SURPRISED, GRAPPLED, PRONE, BLINDED, INVISIBLE = (
    "unconscious",
    "surprised",
    "grappled",
    "prone",
    "blinded",
    "invisible",
)
ENTANGLED = "entangled"
HARD_GOING = (PRONE, BLINDED, ENTANGLED, TOTAL_DEFENSE)
"""The conditions that make all terrain difficult (OBSS-PRON-04, EXT-15, OBSS-TDEF-01)."""

BODY_SKILLS = ("athletics", "acrobatics", "stealth")
"""The skills of Strength and Dexterity in the chapter."""

SMALL = "S"


def state(v: Values) -> str:
    """The status that follows from the hit points (OBSS-LIFE-02, -06, -15, -20, -21)."""
    person = Tracked(hp=v["hit_points"], max_hp=v["hit_points_max"], con=v["con"], mp=v["magic_points"], events=())
    return status(at_first(person, v["nonlethal"]).combatants[0])


def fatigue_row(v: Values) -> dict[str, Any] | None:
    """The level of fatigue; None without fatigue."""
    return next((row for row in FATIGUE.rows if row["level"] == v["fatigue"]), None)


def ladder(v: Values) -> str:
    """The penalty of each level of fatigue, by the table rule."""
    taken: str = v.table.get("fatigue", FATIGUES[0].id)
    return taken


def exhausted(v: Values) -> bool:
    """Whether fatigue alone makes the character unconscious (EXT-15)."""
    row = fatigue_row(v)
    return row is not None and row["penalty"] == ""


def out_cold(v: Values) -> bool:
    """Whether the character is unconscious or dead, by hit points, fatigue or a condition."""
    return v["state"] != ACTIVE or exhausted(v) or UNCONSCIOUS in v["conditions"]


def helpless(v: Values) -> bool:
    """Whether the character is helpless against attacks (OBSS-LIFE-02, EXT-15)."""
    return out_cold(v) or any(one in v["conditions"] for one in HELPLESS)


def situations(v: Values) -> set[str]:
    """The situations that hold: conditions, the level of fatigue, and prone for a helpless character (EXT-15).

    The row of Stunned in the table covers all its effects.
    """
    found = set(v["conditions"])
    row = fatigue_row(v)
    if row is not None:
        found.add(row["id"])
    if out_cold(v) or "helpless" in found:
        found.add(PRONE)
    return found


def attacker_situations(v: Values) -> tuple[str, ...]:
    """The situations that count for this character's attacks, in the order of the table."""
    held = situations(v)
    return tuple(row["id"] for row in ATTACKER.rows if row["id"] in held)


def defender_situations(v: Values) -> tuple[str, ...]:
    """The situations that count for this character's Defense, in the order of the table."""
    held = situations(v)
    best = next((one for one in reversed(COVER) if one in held), "")
    held -= {one for one in COVER if one != best}
    return tuple(row["id"] for row in DEFENDER.rows if row["id"] in held)


def on_defense(v: Values) -> int:
    """The modifier of Defense from all situations; a helpless character loses the Dexterity bonus (EXT-15).

    A negative Dexterity stays, so that helplessness never raises the Defense.
    """
    lost = max(0, v["dex"]) if helpless(v) else 0
    guarded: int = sum(LASTING.row(one)["defense"] for one in _taken(v))
    return situations_on_defense(v) + guarded - lost


def situations_on_defense(v: Values) -> int:
    """The modifier of Defense from the situations of the table."""
    return sum(one.flat for one in counted_on_defense(v["defender_situations"], ladder(v)))


def _taken(v: Values) -> tuple[str, ...]:
    """The actions that still guard; a Parry weapon adds to Prepared Defense (OBSS-PREP-02)."""
    held = v["conditions"]
    parrying = (PREPARED, PARRYING) if PARRYING in held else (PREPARED,) if PREPARED in held else ()
    return (*parrying, TOTAL_DEFENSE) if TOTAL_DEFENSE in held else parrying


def on_checks(v: Values) -> int:
    """The modifier of skill checks from fatigue (EXT-15)."""
    row = fatigue_row(v)
    return int(row["checks"] or 0) if row else 0


def on_skill(v: Values, name: str) -> int:
    """The modifier of a check of this skill from conditions (EXT-15)."""
    blinded = BLINDED in v["conditions"] and name in BODY_SKILLS
    return on_checks(v) + (FACTS.number("blinded_skills") if blinded else 0)


def check_dice(v: Values) -> int:
    """The dice of a save or a check (EXT-15)."""
    frightened = "frightened" in v["conditions"]
    return FACTS.number("check_dice") + (FACTS.number("frightened_dice") if frightened else 0)


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
    return MODIFIER[0] if helpless(v) else value + fixed(v)


def on_reflex(v: Values) -> int:
    """The modifier of Reflex from conditions (OBSS-SURP-02, EXT-15)."""
    surprised = FACTS.number("surprise_reflex") if SURPRISED in v["conditions"] else 0
    return surprised + (FACTS.number("restrained_reflex") if "restrained" in v["conditions"] else 0)


def speed_now(v: Values, armor: int) -> int:
    """The meters of a Movement Action, after armor and fatigue; 0 in a grapple (EXT-15)."""
    row = fatigue_row(v)
    if GRAPPLED in v["conditions"]:
        return 0
    meters: int = v["speed"] + armor + int((row and row["movement"]) or 0)
    return max(0, meters)


# Blocked acts


def cannot_act(v: Values) -> str:
    """Why this character cannot act."""
    if v["state"] != ACTIVE:
        return f"Not while {_named(STATES, v['state'])}."
    if exhausted(v):
        row = fatigue_row(v)
        return f"Not with this much fatigue: {row['label'] if row else ''}."
    barring = (*HELPLESS, UNCONSCIOUS, SURPRISED)
    return next((f"Not while {_named(CHIPS, one)}." for one in barring if one in v["conditions"]), "")


def cannot_strike(w: Weapon) -> str:
    """Why this weapon cannot be used; in a grapple, only small or natural weapons can (OBSS-GRAP-07)."""
    if GRAPPLED in w.owner["conditions"] and w["letter"] != SMALL:
        return f"Only small or natural weapons while {_named(CHIPS, GRAPPLED)}."
    return cannot_act(w.owner)


def cannot_charge(w: Weapon) -> str:
    """Why this character cannot charge: fatigued, entangled or held (EXT-15)."""
    if fatigue_row(w.owner) is not None:
        return cannot_strike(w) or "Whoever is fatigued does not charge."
    held = next((one for one in (ENTANGLED, GRAPPLED, PRONE) if one in w.owner["conditions"]), "")
    return cannot_strike(w) or (f"No charging while {_named(CHIPS, held)}." if held else "")


def cannot_save(v: Values) -> str:
    """Why Fortitude fails without a roll: helpless or stunned (EXT-15)."""
    return _fails(v, FAILS_FORTITUDE)


def cannot_dodge(v: Values) -> str:
    """Why Reflex fails without a roll: helpless, stunned, paralyzed or unconscious (EXT-15)."""
    return _fails(v, HELPLESS) or ("It fails while unconscious." if out_cold(v) else "")


def _fails(v: Values, conditions: tuple[str, ...]) -> str:
    return next((f"It fails while {_named(CHIPS, one)}." for one in conditions if one in v["conditions"]), "")


def _named(options: Any, one: str) -> str:
    label: str = next(option.label for option in options if option.id == one)
    return label
