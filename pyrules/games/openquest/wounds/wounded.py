"""A character who takes damage: the inputs, and the wound that results.

"Damage" and "Zero Hit Points".
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.errors import not_allowed
from ....engine.inputs import Option, choice, many, number, toggle
from ....engine.procedure import Modifier, total
from ..skills.skill import Skill, skill, switch
from ..tables import FACTS

STATES = FACTS.table("wound_states").options()
OK, MINOR, MORTAL, PRISONER, FORTUNE, *_LATER = (option.id for option in STATES)  # in the order of the table
MAGIC = FACTS.table("healing_magic")
NO_MAGIC = "none"

SAVING, TREATING = "Out of death's reach", "Treatment"


@dataclass(frozen=True, kw_only=True)
class Wounded:
    """A character who takes damage, and the care available."""

    max_hp: int = number("Hit points", 1, 500, help="When unhurt.", rule="OQ-PHY-04")
    hp: int | None = number(
        "Hit points now",
        -500,
        500,
        None,
        help="Before the damage below; empty if unhurt.",
        rule="OQ-PHY-04",
        nullable=True,
        empty="full",
    )
    damage: tuple[int, ...] = many(
        "Damage",
        number("Damage", 0, 1000, help="What one blow takes, armor counted.", rule="OQ-DAM-03"),
        0,
        50,
        (),
        help="What each blow takes from the hit points, armor counted.",
        rule="OQ-DAM-03",
    )
    round: int = number("In round", 1, 100000, 1, help="When the last of it happens.", rule="OQ-HEAL-05", group=SAVING)
    nonlethal: bool = toggle(
        "Not meant to kill", help="Whoever struck says so, and may take a prisoner.", rule="OQ-ZHP-02", group=SAVING
    )
    fortune: bool = toggle("Fortune point", help="Spent to stay alive.", rule="OQ-ZHP-03", group=SAVING)
    healing: Skill | None = skill(
        "Healing", help="Of whoever stabilizes, or treats a minor wound.", rule="OQ-HEAL-03", nullable=True
    )
    tries: int = number(
        "Tries",
        0,
        20,
        1,
        help="Healing tests that are made in time: one a round, so no more than rounds remain.",
        rule="OQ-ZHP-04",
        group=TREATING,
    )
    surgery: Skill | None = skill(
        "Surgery",
        help="Healing again, once stabilized, with the right tools and conditions.",
        rule="OQ-HEAL-03",
        nullable=True,
        group=TREATING,
    )
    resilience: Skill | None = skill(
        "Resilience", help="Of the victim, to wake up once healed.", rule="OQ-HEAL-06", nullable=True, group=TREATING
    )
    magic: str = choice(
        "Healing magic",
        (Option(NO_MAGIC, "None", "OQ-HEAL-04"), *MAGIC.options()),
        NO_MAGIC,
        help="A spell that is cast in time.",
        rule="OQ-HEAL-04",
        group=TREATING,
    )
    magnitude: int = number(
        "Magnitude of the spell",
        1,
        100,
        FACTS.number("heal_mortal_magnitude"),
        help=FACTS.fill("Heal and Treat Wounds help against a mortal wound from {heal_mortal_magnitude} on."),
        rule="EXT-18",
        group=TREATING,
    )
    kit: bool = toggle(
        "Healer's kit",
        True,
        help=FACTS.fill("Without one, Healing on a minor wound has {no_kit_penalty}%."),
        rule="EXT-17",
        group=TREATING,
    )
    healing_time: str = switch("healing_time")
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")


def refuse_too_many(a: Wounded) -> None:
    """Refuses hit points above the unhurt maximum."""
    if a.hp is not None and a.hp > a.max_hp:
        text = f"Nobody has more hit points than when unhurt: give at most {a.max_hp}."
        raise not_allowed("hp", a.hp, text)


def refuse_late_tries(a: Wounded) -> None:
    """Refuses Healing tests after the deadline of a mortal wound (OQ-HEAL-05)."""
    most = 1 + FACTS.number("rescue_rounds")
    if state(a) == MORTAL and not is_strong(a) and a.healing is not None and a.tries > most:
        text = f"Tries must be at most {most}: one in each round before the deadline; got {a.tries}."
        raise not_allowed("tries", a.tries, text)


def is_strong(a: Wounded) -> bool:
    """Whether the spell heals a mortal wound (OQ-HEAL-04, EXT-18)."""
    return a.magic != NO_MAGIC and a.magnitude >= (MAGIC.row(a.magic)["least"] or 0)


def restored(a: Wounded) -> int:
    """The hit points that the spell restores in its first round: all, or its magnitude (EXT-18)."""
    return a.magnitude if MAGIC.row(a.magic)["hp"] else a.max_hp


# Damage.


def left(a: Wounded) -> tuple[Modifier, ...]:
    """The hit points and the damage of each hit; they sum up to the hit points left."""
    start = a.max_hp if a.hp is None else a.hp
    blows = (Modifier(f"Blow {index}", -one, "OQ-DAM-03") for index, one in enumerate(a.damage, 1))
    return (Modifier("Hit points", start, "OQ-PHY-04"), *blows)


def hit_points(a: Wounded) -> int:
    """The hit points left."""
    return total(left(a))


def state(a: Wounded) -> str:
    """The kind of wound; at 0, the attacker decides before fortune does (OQ-ZHP-01 to 04)."""
    hp = hit_points(a)
    if hp > 0:
        return OK if hp == a.max_hp else MINOR
    if a.nonlethal:
        return PRISONER
    return FORTUNE if a.fortune else MORTAL
