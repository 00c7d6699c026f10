"""Rest: the recovery of hit points, non-lethal damage, maximum hit points and ability points.

"Ability Score Recovery" to "Maximum Hit Points": OBSS-REC-02 to OBSS-REC-06.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import text_keys
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, d
from ....engine.explain import note
from ....engine.formatting import figure
from ....engine.inputs import Option, choice, number
from ....engine.procedure import Modifier, Procedure, Step, if_any, throw
from ..table_rules import NATURAL_RECOVERIES, natural_recovery
from ..tables import FACTS
from .death_line import constitution

KINDS = FACTS.table("recovery").options()
NATURAL, NONLETHAL, MAX_HP, ABILITY = (option.id for option in KINDS)  # in the order of the table
BY_LEVEL = NATURAL_RECOVERIES[1].id

WP, MP = "wp", "mp"
PROFICIENCIES = (
    Option(WP, "Weapon Proficiency", "OBSS-REC-02"),
    Option(MP, "Magic Proficiency", "OBSS-REC-02"),
)
PROFICIENCY, TIMES = (0, 40), (0, 1000)
NIGHT, TIME = "A night's rest", "How long, how much"


def proficiency(label: str, default: Any = 0, **common: Any) -> Any:
    """The input for the proficiency or level that a night's healing uses."""
    help = common.pop("help", "What a night's rest multiplies Constitution by, if you choose it.")
    return number(label, *PROFICIENCY, default, help=help, rule="OBSS-REC-02", **common)


def level(default: Any = 1, **common: Any) -> Any:
    """The input `level`, for a table rule that heals by level."""
    help = "Only where the table heals by level."
    return number("Level", 1, PROFICIENCY[1], default, help=help, rule="EXT-34", **common)


@dataclass(frozen=True, kw_only=True)
class Rest:
    """A resting character."""

    kind: str = choice("What heals", KINDS, help="What has been lost.", rule="OBSS-REC-02")
    con: int = constitution(0, help="Of whoever rests.")
    wp: int = proficiency("Weapon Proficiency")
    mp: int = proficiency("Magic Proficiency", group=NIGHT)
    choice: str = choice("Heals by", PROFICIENCIES, WP, help="The player chooses.", rule="OBSS-REC-02", group=NIGHT)
    level: int = level(group=NIGHT)
    nights: int = number(
        "Nights", *TIMES, 1, help="Of at least 8 hours, for hit points.", rule="OBSS-REC-02", group=TIME
    )
    hours: int = number("Hours", *TIMES, 1, help="For non-lethal damage.", rule="OBSS-REC-03", group=TIME)
    days: int = number("Days", *TIMES, 1, help="For ability points.", rule="OBSS-REC-01", group=TIME)
    lost: int = number("Ability points lost", *TIMES, 0, help="If not for good.", rule="OBSS-REC-01", group=TIME)
    natural_recovery: str = natural_recovery()


# Recovery.


def night_heals(con: int, by: int) -> int:
    """The hit points of a night: Constitution times a proficiency or level, at least that value (OBSS-REC-02)."""
    return max(con * by, by)


def hour_heals(con: int) -> int:
    """The non-lethal damage that one hour removes (OBSS-REC-03)."""
    return max(con, FACTS.number("nonlethal_per_hour_least"))


def rest_restores(con: int, rolled: int) -> int:
    """The maximum hit points that a rest restores, from the rolled die (OBSS-REC-06)."""
    return max(FACTS.number("max_hp_least"), rolled + con)


def rest_die(con: int) -> Die[int]:
    """The maximum hit points that a rest restores."""
    die = d(FACTS.number("max_hp_die")).times(FACTS.number("max_hp_dice"))
    return die.map(lambda rolled: rest_restores(con, rolled))


def healing_by(a: Rest) -> Option:
    """The value that a night's healing uses, and its rule."""
    if a.natural_recovery == BY_LEVEL:
        return Option("level", "Level", "EXT-34")
    return next(option for option in PROFICIENCIES if option.id == a.choice)


NOTHING = {
    "per_night": None,
    "per_hour": None,
    "total": None,
    "mean": None,
    "min": None,
    "max": None,
    "restored": None,
    "recovered": None,
    "days_to_full": None,
}


def _night(a: Rest) -> dict[str, Any]:
    heals = night_heals(a.con, getattr(a, healing_by(a).id))
    return {"per_night": heals, "total": heals * a.nights}


def _hour(a: Rest) -> dict[str, Any]:
    heals = hour_heals(a.con)
    return {"per_hour": heals, "total": heals * a.hours}


def _maximum(a: Rest) -> dict[str, Any]:
    die = rest_die(a.con)
    return {
        "mean": die.mean(lambda n: n),
        "min": min(die.weights),
        "max": max(die.weights),
        "restored": text_keys(die.probabilities()),
    }


def _ability(a: Rest) -> dict[str, Any]:
    daily = FACTS.number("ability_points_per_day")
    return {"recovered": min(a.lost, a.days * daily), "days_to_full": -(-a.lost // daily)}


WORKED: dict[str, Callable[[Rest], dict[str, Any]]] = {
    NATURAL: _night,
    NONLETHAL: _hour,
    MAX_HP: _maximum,
    ABILITY: _ability,
}


def _values(a: Rest) -> dict[str, Any]:
    return NOTHING | WORKED[a.kind](a)


# Explanation: only lost maximum hit points need a roll.


def rest(a: Rest) -> Procedure[int]:
    """The calculation or roll of a rest; the state is the maximum hit points restored."""
    steps = {
        NATURAL: _night_explanation,
        NONLETHAL: _hour_explanation,
        MAX_HP: _rolled_rest,
        ABILITY: _day_explanation,
    }[a.kind](a)
    worked = _values(a)
    certain = f"{worked['recovered']} back" if a.kind == ABILITY else f"{worked['total']} healed"
    return Procedure(0, steps, lambda restored: f"{restored} restored" if a.kind == MAX_HP else certain)


def _night_explanation(a: Rest) -> tuple[Step[Any], ...]:
    by = healing_by(a)
    held = getattr(a, by.id)
    once = night_heals(a.con, held)
    label = f"A night: Constitution {figure(a.con)} times {by.label} {held}, at least {held}"
    return (
        note(f"{FACTS.number('night_hours')} hours of rest or more", "OBSS-REC-02"),
        note(label, by.rule, (Modifier("Hit points", once, by.rule),), also=("OBSS-REC-02",), gives="per_night"),
        note(f"Nights: {a.nights}, {once} each", "OBSS-REC-02", also=("OBSS-REC-05",), gives="total"),
    )


def _hour_explanation(a: Rest) -> tuple[Step[Any], ...]:
    least = FACTS.number("nonlethal_per_hour_least")
    once = hour_heals(a.con)
    healed = (Modifier("Non-lethal damage", once, "OBSS-REC-03"),)
    return (
        note(f"An hour: Constitution {figure(a.con)}, at least {least}", "OBSS-REC-03", healed, gives="per_hour"),
        note(f"Hours: {a.hours}, {once} each", "OBSS-REC-03", gives="total"),
    )


def _rolled_rest(a: Rest) -> tuple[Step[Any], ...]:
    dice, die = FACTS.number("max_hp_dice"), FACTS.number("max_hp_die")
    added = if_any("Constitution", a.con, "OBSS-REC-06")
    return (
        throw(
            f"Maximum hit points back, {dice}d{die}, at least {FACTS.number('max_hp_least')}",
            rest_die(a.con),
            lambda s, restored: restored,
            rule="OBSS-REC-06",
            modifiers=added,
            adds=added,
            tell=lambda restored, s: f"{restored} restored",
        ),
    )


def _day_explanation(a: Rest) -> tuple[Step[Any], ...]:
    daily = FACTS.number("ability_points_per_day")
    return (
        note(f"Days: {a.days}, {daily} each, for {a.lost} lost", "OBSS-REC-01", gives="recovered"),
        note(f"{a.lost} lost, {daily} back each day", "OBSS-REC-01", gives="days_to_full"),
    )


RECOVERY = Calculator(
    id="obss.recovery",
    title="Rest",
    summary="What rest gives back: hit points, non-lethal damage, maximum hit points, ability points.",
    inputs=Rest,
    outputs=(
        out.figure("total", "healed", rule="OBSS-REC-02", headline=True),
        out.figure(
            "mean",
            "maximum hit points back on average",
            one="maximum hit point back on average",
            rule="OBSS-REC-06",
            headline=True,
        ),
        out.figure("recovered", "ability points back", one="ability point back", rule="OBSS-REC-01", headline=True),
        out.figure("per_night", "Each night", rule="OBSS-REC-02", unit="hit points"),
        out.figure("per_hour", "Each hour", rule="OBSS-REC-03", unit="points"),
        out.distribution("restored", "Maximum hit points back", rule="OBSS-REC-06"),
        out.figure("min", "At least", rule="OBSS-REC-06", unit="hit points"),
        out.figure("max", "At most", rule="OBSS-REC-06", unit="hit points"),
        out.figure("days_to_full", "All ability points are back after", rule="OBSS-REC-01", unit="days"),
    ),
    compute=_values,
    rolls=(RollOption("rest", "The rest", rest),),
    start={"kind": NATURAL, "con": 2, "wp": 5, "mp": 3, "nights": 2},
)
