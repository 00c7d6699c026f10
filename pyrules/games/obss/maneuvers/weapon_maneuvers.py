"""Weapon maneuvers: what a round of nothing but misses still allows.

"Optional - List of Weapon Maneuvers".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.errors import not_allowed
from ....engine.explain import note, notes
from ....engine.formatting import figure
from ....engine.inputs import many, number, toggle
from ....engine.procedure import Procedure, counted
from ..attack.attack_failures import attack_failures, failure_rows
from ..checks.check_dice import MOST
from ..tables import FACTS

MANEUVERS = FACTS.table("weapon_maneuvers")
ACTIVATORS = FACTS.table("activators").options()
MISSED, ODD, EVEN = (option.id for option in ACTIVATORS)  # in the order of the table
LEAST = FACTS.number("weapon_maneuver_attacks")

PROFICIENCY = (0, 40)
ATTACKS = 12
TOTAL = (-100, MOST + 100)
LEVEL_RULES = tuple(row["rule"] for row in MANEUVERS.rows)


@dataclass(frozen=True, kw_only=True)
class RolledRound:
    """The attacks of a round, rolled."""

    wp: int = number(
        "Weapon Proficiency", *PROFICIENCY, help="It opens maneuvers up to that level.", rule="OBSS-WMAN-04"
    )
    totals: tuple[int, ...] = many(
        "Attack Rolls",
        number("Attack Roll", *TOTAL, help="A total, everything added.", rule="OBSS-WMAN-02"),
        0,
        ATTACKS,
        help="The total of each attack of the round, in order. Weapon maneuvers are optional rules.",
        rule="OBSS-WMAN-02",
    )
    hits: tuple[bool, ...] = many(
        "Did it hit",
        toggle("Hit", help="Whether that attack hit.", rule="OBSS-WMAN-01"),
        0,
        ATTACKS,
        help="For each Attack Roll, in the same order.",
        rule="OBSS-WMAN-01",
    )
    critical_failures: tuple[bool, ...] = many(
        "Was it a Critical Failure",
        toggle("Critical Failure", help="Whether that attack was one.", rule="OBSS-WMAN-03"),
        0,
        ATTACKS,
        (),
        help="For each Attack Roll, in the same order; empty if none was.",
        rule="OBSS-WMAN-03",
    )


def _check(a: RolledRound) -> None:
    rolls = counted(len(a.totals), "Attack Roll")
    if len(a.hits) != len(a.totals):
        raise not_allowed("hits", list(a.hits), f"Say for each of the {rolls} whether it hit.")
    if a.critical_failures and len(a.critical_failures) != len(a.totals):
        text = f"Say for each of the {rolls} whether it was a Critical Failure, or for none."
        raise not_allowed("critical_failures", list(a.critical_failures), text)
    for index, (hit, failure) in enumerate(zip(a.hits, a.critical_failures, strict=False)):
        if hit and failure:
            text = f"Attack {index + 1} cannot have hit and be a Critical Failure."
            raise not_allowed(f"critical_failures.{index}", True, text)


def activated(totals: tuple[int, ...]) -> set[str]:
    """What the totals of a round of misses set off (ruling, OBSS-WMAN-02)."""
    return {MISSED, *(ODD if total % 2 else EVEN for total in totals)}


def open_to(a: RolledRound) -> list[dict[str, Any]]:
    """The maneuvers that are open, in the book's order (OBSS-WMAN-01, OBSS-WMAN-04)."""
    if len(a.totals) < LEAST or any(a.hits):
        return []
    set_off = activated(a.totals)
    return [row for row in MANEUVERS.rows if row["level"] <= a.wp and row["activator"] in set_off]


def explanation(a: RolledRound) -> Procedure[Any]:
    """What opens them, or keeps them closed."""
    hits, words = sum(a.hits), {option.id: option.label.lower() for option in ACTIVATORS}
    found = open_to(a)
    shown = ", ".join(f"{figure(total)} {words[ODD if total % 2 else EVEN]}" for total in a.totals)
    failure = [note("A Critical Failure: the critical effect instead, if you like", "OBSS-WMAN-03")]
    return notes(
        note(f"{counted(len(a.totals), 'attack')}, {counted(hits, 'hit')}", "OBSS-WMAN-01"),
        note(f"The totals: {shown or 'none'}", "OBSS-WMAN-02"),
        *(failure if found and any(a.critical_failures) else []),
        note(f"Up to level {a.wp}: {len(found)} open", "OBSS-WMAN-04", also=("OBSS-WMAN-03",)),
        *(note(f"{row['label']}, level {row['level']}, {words[row['activator']]}", row["rule"]) for row in found),
        note("One maneuver", "OBSS-WMAN-01", (FACTS.modifier("weapon_maneuver_reactions"),)),
    )


def _values(a: RolledRound) -> dict[str, Any]:
    found = open_to(a)
    return {
        "count": len(found),
        "open": [row["label"] for row in found],
        "critical_effect": bool(found) and any(a.critical_failures),
        "maneuvers": [
            {
                "label": row["label"],
                "level": row["level"],
                "activator": row["activator"],
                "does": f"{row['does']} Critical effect: {row['critical']}",
            }
            for row in found
        ],
        "failures": failure_rows() if any(a.critical_failures) else None,
    }


WEAPON_MANEUVERS = Calculator(
    id="obss.weapon_maneuvers",
    title="Weapon maneuvers",
    summary="An optional rule: which of the 25 maneuvers a round of nothing but misses opens.",
    inputs=RolledRound,
    outputs=(
        out.figure("count", "open", rule="OBSS-WMAN-04", headline=True),
        api_only(out.listing("open", "Open", rule="OBSS-WMAN-04")),
        out.flag("critical_effect", "The critical effect may be taken", rule="OBSS-WMAN-03"),
        out.rows(
            "maneuvers",
            "What you may do",
            (
                out.word("label", "Maneuver"),
                out.figure("level", "Level"),
                out.word("activator", "After", ACTIVATORS),
                out.word("does", "Effect"),
            ),
            rule="OBSS-WMAN-04",
        ),
        attack_failures(),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=("EXT-23", *LEVEL_RULES),
    start={"wp": 8, "totals": [13, 11], "hits": [False, False], "critical_failures": [False, True]},
)
