"""Fortune: a ledger of blows and the points spent on them.

Chapter "Swords, Slings, and Arrows": Offense and Damage. A point cancels a wound, and is spent when the
blow lands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.fields import choice, many, number
from .attack import FORTUNE, wound_limit, wounds_before
from .facts import FACTS

POLICIES = FACTS.table("fortune_policies").options()


@dataclass(frozen=True, kw_only=True)
class Fortune:
    """Blows as they came, and the points against them (RR-FORT-01)."""

    hits: tuple[int, ...] = many(
        "Blows",
        number("Blow", 0, 999, help="Wounds after Protection, before Fortune.", rule="RR-DMG-02"),
        0,
        50,
        help="The wounds of each blow in order, after Protection and before Fortune.",
        rule="RR-FORT-01",
    )
    fortune: int = number("Fortune", *FORTUNE, 0, help="Points of Fortune before the first blow.", rule="RR-FORT-01")
    policy: str = choice(
        "Spending",
        POLICIES,
        POLICIES[0].id,
        help="When the points are spent: as long as they last, only to stay on your feet, or never.",
        rule="RR-FORT-01",
    )
    wounds_before: int = wounds_before()
    wound_limit: int = wound_limit()


def to_spend(a: Fortune, hit: int, wounds: int, fortune: int) -> int:
    """The points spent on one blow. Those who want to stay up spend just enough, or nothing if in vain."""
    if a.policy == "absorb_all":
        return min(hit, fortune)
    if a.policy == "stay_up":
        needed = max(0, wounds + hit - (a.wound_limit - 1))
        return needed if needed <= min(hit, fortune) else 0
    return 0


def _ledger(a: Fortune) -> dict[str, Any]:
    wounds, fortune = a.wounds_before, a.fortune
    down = wounds >= a.wound_limit
    log: list[dict[str, Any]] = []
    for hit in a.hits:
        if down:
            break
        spent = to_spend(a, hit, wounds, fortune)
        wounds, fortune = wounds + hit - spent, fortune - spent
        down = wounds >= a.wound_limit
        log.append({"hit": hit, "spent": spent, "wounds": wounds, "fortune": fortune, "down": down})
    return {"log": log, "wounds": wounds, "fortune": fortune, "down": down}


FORTUNE_LEDGER = Calculator(
    id="raiders.fortune",
    title="Fortune",
    summary="How long Fortune keeps you on your feet through a series of blows.",
    inputs=Fortune,
    outputs=(
        out.flag("down", "", yes="Down", no="Standing", headline=True),
        out.figure("wounds", "wounds", headline=True),
        out.figure("fortune", "Fortune left", headline=True),
        out.rows(
            "log",
            "Blow by blow",
            (
                out.figure("hit", "Blow", unit="wounds"),
                out.figure("spent", "Fortune spent"),
                out.figure("wounds", "Wounds in all"),
                out.figure("fortune", "Fortune left"),
                out.flag("down", "Down"),
            ),
        ),
    ),
    work=_ledger,
    rules=("RR-FORT-01", "RR-WOUND-01", "RR-DMG-02"),
    start={"hits": [4, 7, 3, 6], "fortune": 9},
)
