"""The situation of a close fight: ground, light, cover and stance, and the sum of their modifiers.

"Situational Modifiers" of close combat: OQ-CCM-01 to OQ-CCM-10, with the modifiers of other sections.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Modifier, total
from ..skills.skill import MODIFIER, switch
from ..skills.stacking import Weighed, Weighing, lines, modifiers
from ..tables import FACTS
from .ranged_situation import NONE, effect

CLOSE = FACTS.table("close_modifiers")
TABLES = (CLOSE, FACTS.table("cover"), FACTS.table("close_extras"))
ROWS = tuple(row for table in TABLES for row in table.rows)

ATTACK, PARRY, UNARMED_PARRY, DODGE = "attack", "parry", "unarmed_parry", "dodge"
SIDES = (
    Option(ATTACK, "Attack", "OQ-CC-02"),
    Option(PARRY, "Parry", "OQ-DEF-12"),
    Option(UNARMED_PARRY, "Parry with bare hands", "OQ-DEF-03"),
    Option(DODGE, "Dodge", "OQ-DEF-07"),
)
OK, AUTO_CRIT = "ok", "auto_crit"
CLOSE_STATUSES = (Option(OK, "A roll decides", "OQ-CCM-10"), Option(AUTO_CRIT, "Critical for certain", "OQ-CCM-01"))

GROUND, FOE, NOW = "Ground and light", "Foe", "Only now"
MAGIC = "magic"


def _input(row: dict[str, Any]) -> str:
    """The name of a row's input; the table of cover has one input."""
    return str(row.get("input", "cover"))


def _column(side: str) -> str:
    return PARRY if side == UNARMED_PARRY else side


def _rows(name: str) -> list[dict[str, Any]]:
    return [row for row in ROWS if _input(row) == name]


def _effect_text(row: dict[str, Any]) -> str:
    """The modifier of a row as its chip shows it; it names the sides if not all have it."""
    sides = [side for side in (ATTACK, PARRY, DODGE) if row.get(side)]
    if not sides:
        return str(row["instead"])
    named = "" if len(sides) == len((ATTACK, PARRY, DODGE)) else f" {' and '.join(sides)}"
    return effect(row[sides[0]]) + named


def _flag(name: str, label: str, help: str, group: str) -> Any:
    """The toggle for one row."""
    (row,) = _rows(name)
    return toggle(label, help=help, rule=row["rule"], group=group, effect=_effect_text(row))


def _one_of(name: str, label: str, none: str, help: str, *, rule: str, group: str) -> Any:
    """The choice of one row among those with this input, or of none."""
    found = tuple(Option(row.get("option", row["id"]), row["label"], row["rule"]) for row in _rows(name))
    return choice(label, (Option(NONE, none, rule), *found), NONE, help=help, rule=rule, group=group)


@dataclass(frozen=True, kw_only=True)
class CloseSituation:
    """The situations of one roll in a close fight."""

    side: str = choice("You roll", SIDES, help="Some situations concern attack or defense alone.", rule="OQ-RND-03")
    helpless: bool = _flag("helpless", "Target helpless", "It cannot move, and is hit for certain.", FOE)
    foe_prone_or_behind: bool = _flag(
        "foe_prone_or_behind", "Target prone, or from behind", "Once, even if both hold.", FOE
    )
    higher_or_riding: bool = _flag("higher_or_riding", "On higher ground", "Once, even if you ride as well.", GROUND)
    riding: bool = _flag(
        "riding",
        "In the saddle",
        "Against a foe on foot beside you who is not as tall; the page In the saddle asks for more.",
        GROUND,
    )
    self_prone: bool = _flag("self_prone", "You lie prone", "You fight from the ground.", GROUND)
    unstable: bool = _flag("unstable", "Unstable ground", "You stand on something that moves or gives way.", GROUND)
    underwater: bool = _flag("underwater", "Underwater", "You fight below the surface.", GROUND)
    lower_or_vs_mounted: bool = _flag(
        "lower_or_vs_mounted", "On lower ground, or facing a rider", "It makes defense harder.", FOE
    )
    darkness: str = _one_of(
        "darkness", "Light", "Light enough", "Darkness hampers both sides.", rule="OQ-CCM-08", group=GROUND
    )
    cover: str = _one_of(
        "cover",
        "Target's cover",
        "None",
        "What the target stands behind; it makes attacks harder.",
        rule="OQ-CCM-11",
        group=FOE,
    )
    changing_weapon: bool = _flag(
        "changing_weapon", "Changing weapons", "You have spent this round's action on it.", NOW
    )
    one_shot: str = _one_of(
        "one_shot", "This action only", "Nothing", "A bonus that is gone after one action.", rule="OQ-ESC-03", group=NOW
    )
    magic: int = number(
        "Magic",
        *MODIFIER,
        0,
        help="What spells add to the skill or take from it; it always counts.",
        rule="OQ-RND-03",
        unit="%",
        signed=True,
        group=NOW,
    )
    stack_close: str = switch("stack_close")
    riding_dodge: str = switch("riding_dodge")


def _holds(row: dict[str, Any], s: CloseSituation) -> bool:
    held = getattr(s, _input(row))
    return held is True if isinstance(held, bool) else bool(held == row.get("option", row["id"]))


def _value(row: dict[str, Any], s: CloseSituation) -> int:
    """A row's modifier for the side that rolls; riding adds nothing on higher ground (OQ-CCM-03)."""
    if _input(row) == "riding":
        if s.higher_or_riding:
            return 0
        if s.side == DODGE and s.riding_dodge == "bonus":
            return int(row["dodge_by_rule"])
    return row.get(_column(s.side)) or 0


def _weighed(row: dict[str, Any], value: int) -> Weighed:
    label = f"{row['label']} cover" if _input(row) == "cover" else row["label"]
    return Weighed(_input(row), label, value, row["rule"])


def all_that_hold(s: CloseSituation) -> Weighing:
    """Every situation that holds for the side that rolls, without magic."""
    return tuple(_weighed(row, value) for row in ROWS if (value := _value(row, s)) and _holds(row, s))


def all_up(held: Weighing) -> Weighing:
    """All modifiers add up (ruling, OQ-CCM-10)."""
    return held


def best_and_worst(held: Weighing) -> Weighing:
    """The largest bonus and the largest penalty count."""
    if not held:
        return ()
    best, lowest = max(held, key=lambda one: one.value), min(held, key=lambda one: one.value)
    return tuple(one.unless(best if one.value > 0 else lowest) for one in held)


def weightiest(held: Weighing) -> Weighing:
    """Only the largest modifier counts; an equal bonus and penalty cancel out (EXT-07)."""
    if not held:
        return ()
    heaviest = max(held, key=lambda one: abs(one.value))
    opposite = next((one for one in held if one.value == -heaviest.value), None)
    if opposite is None:
        return tuple(one.unless(heaviest) for one in held)
    return tuple(one.unless(opposite if one.value == heaviest.value else heaviest) for one in held)


STACKING = {"sum": all_up, "best_and_worst": best_and_worst, "most_significant": weightiest}


class Stance(NamedTuple):
    """A situation with its modifiers: whether it allows a roll, and everything that holds."""

    status: str
    weighing: Weighing

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that count."""
        return modifiers(self.weighing)

    @property
    def total(self) -> int:
        """The sum of the modifiers that count."""
        return total(self.modifiers)

    @property
    def lines(self) -> dict[str, int]:
        """The modifier of each situation, whether it counts or not."""
        return lines(self.weighing, counting=False)


def stance(s: CloseSituation) -> Stance:
    """A situation with its modifiers; magic is added on top (ruling, OQ-CCM-10)."""
    counted = STACKING[s.stack_close](all_that_hold(s))
    magic = (Weighed(MAGIC, "Magic", s.magic, "OQ-RND-03"),) if s.magic else ()
    certain = s.helpless and s.side == ATTACK
    return Stance(AUTO_CRIT if certain else OK, (*counted, *magic))
