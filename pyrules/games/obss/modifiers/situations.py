"""The modifiers of situations and how they add up.

"Modifiers": OBSS-MOD-17, OBSS-MOD-18. All penalties count. The largest bonus counts in full, each further one as +1. A
die is larger than any number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ....engine.errors import not_allowed
from ....engine.formatting import figure
from ....engine.inputs import Option, choice, many
from ....engine.procedure import Modifier
from ....engine.tables import Table
from ..table_rules import FATIGUES
from ..tables import FACTS

ATTACKER, DEFENDER = FACTS.table("attacker_situations"), FACTS.table("defender_situations")

PENALTY, LARGEST, FURTHER, ONCE, BESIDE = "penalty", "largest", "further", "once", "beside"
WAYS = (
    Option(PENALTY, "A penalty: in full", "OBSS-MOD-18"),
    Option(LARGEST, "The largest bonus: in full", "OBSS-MOD-17"),
    Option(FURTHER, "A further bonus", "OBSS-MOD-17"),
    Option(ONCE, "Counted with its like", "OBSS-FLANK-06"),
    Option(BESIDE, "Not in the table: in full", "OBSS-MOD-17"),
)


class Situation(NamedTuple):
    """A situation that holds, with its modifier; situations with the same `once` form one bonus."""

    label: str
    rule: str
    flat: int
    dice: int = 0
    once: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """The key by which bonuses are compared."""
        return self.dice, self.flat

    @property
    def is_bonus(self) -> bool:
        """Whether the modifier is a bonus."""
        return self.size > (0, 0)


class Counted(NamedTuple):
    """A situation, and the part of its modifier that counts."""

    situation: Situation
    way: str
    flat: int
    dice: int


def situation(row: dict[str, Any], screen: bool) -> Situation:
    """A row of either table; `screen` uses the GM screen's ladder of fatigue (EXT-15)."""
    defense = row.get("defense", 0)
    flat = (screen and row["screen"]) or row.get("flat", defense) or 0
    return Situation(row["label"], row["rule"], flat, row.get("dice", 0) or 0, row.get("once", ""))


def options(table: Table) -> tuple[Option, ...]:
    """The rows of a table as options, each with its modifier."""
    worths = ((row, situation(row, screen=False)) for row in table.rows)
    return tuple(Option(row["id"], row["label"], row["rule"], modifier_text(s.flat, s.dice)) for row, s in worths)


def modifier_text(flat: int, dice: int = 0) -> str:
    """A number, dice or both, as players write them: "+2", "-1d6", "+1d6 +1"."""
    sides = FACTS.number("check_die")
    parts = [f"{figure(dice, signed=True)}d{sides}"] * bool(dice) + [figure(flat, signed=True)] * bool(flat)
    return " ".join(parts) or "0"


ATTACKERS, DEFENDERS = options(ATTACKER), options(DEFENDER)

SITUATION_RULES = (
    *(row["rule"] for table in (ATTACKER, DEFENDER) for row in table.rows),
    *(option.rule for option in (*WAYS, *FATIGUES)),
)
"""The rules that the situations of both sides cite."""


def attacker_situations(label: str, **common: Any) -> Any:
    """The input for the attacker's situations: ids of `ATTACKERS`, none by default."""
    return _held(label, ATTACKERS, "What holds for the one who attacks.", common)


def target_situations(label: str, **common: Any) -> Any:
    """The input for the target's situations: ids of `DEFENDERS`, none by default."""
    return _held(label, DEFENDERS, "What holds for the one attacked.", common)


def _held(label: str, offered: tuple[Option, ...], help: str, common: dict[str, Any]) -> Any:
    one = choice(label, offered, help=help, rule="OBSS-MOD-18")
    return many(label, one, 0, len(offered), (), unique=True, rule="OBSS-MOD-18", **common)


def refuse_both(table: Table, chosen: Iterable[str], field: str) -> None:
    """Refuses two situations that exclude each other, such as two kinds of cover."""
    seen: dict[str, str] = {}
    for index, one in enumerate(chosen):
        row = table.row(one)
        kind = row["excludes"]
        if kind in seen:
            raise not_allowed(f"{field}.{index}", one, f"{seen[kind]} and {row['label']} cannot both hold.")
        if kind:
            seen[kind] = row["label"]


def weighed(held: Iterable[Situation]) -> tuple[Counted, ...]:
    """The part of each modifier that counts (OBSS-MOD-17, OBSS-MOD-18)."""
    held = tuple(held)
    bonuses = [one for one in held if one.is_bonus]
    largest = max(bonuses, key=lambda one: one.size, default=None)
    met: set[str] = {largest.once} if largest else set()
    counted = []
    for one in held:
        if not one.is_bonus:
            counted.append(Counted(one, PENALTY, one.flat, one.dice))
        elif one is largest:
            counted.append(Counted(one, LARGEST, one.flat, one.dice))
        elif one.once and one.once in met:
            counted.append(Counted(one, ONCE, 0, 0))
        else:
            met.add(one.once)
            counted.append(Counted(one, FURTHER, FACTS.number("further_bonus"), 0))
    return tuple(counted)


@lru_cache(maxsize=256)
def counted_on_attack(held: tuple[str, ...], fatigue: str, *, later: bool = False) -> tuple[Counted, ...]:
    """The modifiers of the attacker's situations; a `later` attack of the round has no bonus dice (OBSS-MULT-09)."""
    found = (situation(ATTACKER.row(one), _screen(fatigue)) for one in held)
    return weighed(one for one in found if not (later and one.dice > 0))


def counted_on_defense(held: tuple[str, ...], fatigue: str) -> tuple[Counted, ...]:
    """The modifiers of the target's situations."""
    return weighed(situation(DEFENDER.row(one), _screen(fatigue)) for one in held)


def _screen(fatigue: str) -> bool:
    """Whether fatigue uses the GM screen's ladder (EXT-15)."""
    return fatigue == FATIGUES[1].id


def beside(label: str, rule: str, flat: int = 0, dice: int = 0) -> tuple[Counted, ...]:
    """A modifier outside the table, which always adds up; none if it is 0."""
    return (Counted(Situation(label, rule, flat, dice), BESIDE, flat, dice),) if flat or dice else ()


def flats(counted: Iterable[Counted], *ways: str) -> tuple[Modifier, ...]:
    """The numbers that count in one of these ways."""
    return tuple(Modifier(c.situation.label, c.flat, c.situation.rule) for c in counted if c.flat and c.way in ways)


def dice(counted: Iterable[Counted]) -> tuple[Modifier, ...]:
    """The dice that count."""
    return tuple(Modifier(c.situation.label, c.dice, c.situation.rule) for c in counted if c.dice)
