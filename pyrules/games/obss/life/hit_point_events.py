"""The inputs of the hit point tracker: the starting state and the events.

"Life and Death" and the headings on recovery.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.errors import not_allowed
from ....engine.fight.replay import check_entries
from ....engine.inputs import choice, many, number, record, text
from ..checks.check_dice import MOST
from ..checks.check_step import MODIFIER
from ..table_rules import fight_for_life, natural_recovery, night_ends_falls, optional_recovery
from ..tables import FACTS
from .death_line import constitution
from .first_aid import LOWEST
from .magic_points import magic_points
from .recovery import BY_LEVEL, MP, PROFICIENCIES, WP, level, proficiency

EVENTS = FACTS.table("life_events")
KINDS = EVENTS.options()

POINTS = 1000
REST, STATE = "Rest", "Condition"

FIELDS = {
    "damage": ("n",),
    "nonlethal": ("n",),
    "magic_heal": ("n",),
    "max_hp_damage": ("n",),
    "first_aid": ("total",),
    "hour_save": ("total",),
    "life_save": ("total",),
    "max_hp_rest": ("roll",),
    "condition": ("name",),
}
"""The required fields of each kind of event; a night has more, all others none."""
NIGHT_FIELDS = (WP, MP, "choice", "level")


@dataclass(frozen=True, kw_only=True)
class Event:
    """EVENT: something happens to the character."""

    type: str = choice("What", KINDS, help="What happens.", rule="OBSS-LIFE-13")
    n: int | None = number(
        "Points", 0, POINTS, None, help="Of damage or healing.", rule="OBSS-LIFE-13", nullable=True, empty="none"
    )
    total: int | None = number(
        "Rolled",
        MODIFIER[0],
        MOST + MODIFIER[1],
        None,
        help="The total of First Aid, or of a Fortitude save.",
        rule="OBSS-LIFE-09",
        nullable=True,
        empty="none",
    )
    roll: int | None = number(
        "Die",
        FACTS.number("max_hp_dice"),
        FACTS.number("max_hp_dice") * FACTS.number("max_hp_die"),
        None,
        help="The 1d4 of a rest for the maximum.",
        rule="OBSS-REC-06",
        nullable=True,
        empty="none",
        group=REST,
    )
    wp: int | None = proficiency("Weapon Proficiency", None, nullable=True, empty="none", group=REST)
    mp: int | None = proficiency("Magic Proficiency", None, nullable=True, empty="none", group=REST)
    choice: str | None = choice(
        "Heals by",
        PROFICIENCIES,
        None,
        help="What a night goes by: Weapon Proficiency, if nothing is chosen.",
        rule="OBSS-REC-02",
        nullable=True,
        group=REST,
    )
    level: int | None = level(None, nullable=True, empty="none", group=REST)
    name: str | None = text(
        "Its name",
        40,
        None,
        help="For a condition, such as Charmed.",
        rule="OBSS-LIFE-14",
        nullable=True,
        empty="none",
        group=STATE,
    )


@dataclass(frozen=True, kw_only=True)
class Tracked:
    """A character, and the events that change the hit points."""

    hp: int = number("Hit points", LOWEST, POINTS, help="As it starts.", rule="OBSS-LIFE-02")
    max_hp: int = number("Maximum", 1, POINTS, help="Hit points when unhurt.", rule="OBSS-REC-05")
    con: int = constitution(0)
    mp: int = magic_points(0, help="What is left of them, as it starts.", group="Magic points")
    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="Something happens.", rule="OBSS-LIFE-13"),
        0,
        100,
        (),
        help="Everything that happens, in order.",
        rule="OBSS-LIFE-13",
    )
    natural_recovery: str = natural_recovery()
    night_ends_falls: bool = night_ends_falls()
    fight_for_life: bool = fight_for_life()
    rule: str = optional_recovery()


def healing_by(event: Event, natural: str) -> str:
    """The name of the value that a night's healing uses."""
    return "level" if natural == BY_LEVEL else event.choice or WP


def needed(event: Event, natural: str) -> tuple[str, ...]:
    """The required fields of an event."""
    return (healing_by(event, natural),) if event.type == "night" else FIELDS.get(event.type, ())


def refuse_misfits(a: Tracked) -> None:
    """Refuses hit points above the maximum, and events with missing or extra fields."""
    if a.hp > a.max_hp:
        raise not_allowed("hp", a.hp, f"Nobody has more hit points than the maximum: give at most {a.max_hp}.")
    for index, event in enumerate(a.events):
        needs = needed(event, a.natural_recovery)
        may = NIGHT_FIELDS if event.type == "night" else ()
        check_entries(event, f"events.{index}", EVENTS.row(event.type)["label"], needs, may, WORDS)


WORDS = {
    "n": "points",
    "total": "total rolled",
    "roll": "die rolled",
    "name": "name of a condition",
    WP: "Weapon Proficiency",
    MP: "Magic Proficiency",
    "choice": "choice of a proficiency",
    "level": "level",
}
