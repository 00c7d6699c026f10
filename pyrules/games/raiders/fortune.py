"""Fortune: a ledger of blows and the points spent on them.

Chapter "Swords, Slings, and Arrows": Offense and Damage. A point cancels a wound and is spent when the blow lands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ...engine import answer as out
from ...engine.calculator import Calculator, SheetChange
from ...engine.explain import note
from ...engine.inputs import choice, many, number
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any
from .attack import points_to_cancel
from .attack_inputs import FORTUNE, fortune_buys, wound_limit, wounds_before
from .tables import FACTS

POLICIES = FACTS.table("fortune_policies").options()


@dataclass(frozen=True, kw_only=True)
class Fortune:
    """Blows in order, and the points spent on each (RR-FORT-01)."""

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
    fortune_buys: int = fortune_buys()


def to_stay_up(hit: int, wounds: int, limit: int, fortune: int, buys: int) -> int:
    """The least points spent on one blow that keep up somebody with `wounds` before it; 0 if none or all do not."""
    if wounds >= limit:
        return 0
    needed = points_to_cancel(max(0, wounds + hit - (limit - 1)), buys)
    return needed if needed <= fortune else 0


def to_spend(a: Fortune, hit: int, wounds: int, fortune: int) -> int:
    """The points spent on one blow.

    A player who wants to stay up spends just enough, or nothing if all points are too few.
    """
    if a.policy == "absorb_all":
        return min(points_to_cancel(hit, a.fortune_buys), fortune)
    if a.policy == "stay_up":
        return to_stay_up(hit, wounds, a.wound_limit, fortune, a.fortune_buys)
    return 0


def ledger(a: Fortune) -> dict[str, Any]:
    """The points spent on each blow, and the end state; blows after going down are ignored."""
    wounds, fortune = a.wounds_before, a.fortune
    down = wounds >= a.wound_limit
    log: list[dict[str, Any]] = []
    for hit in a.hits:
        if down:
            break
        spent = to_spend(a, hit, wounds, fortune)
        wounds, fortune = wounds + hit - min(hit, spent * a.fortune_buys), fortune - spent
        down = wounds >= a.wound_limit
        log.append({"hit": hit, "spent": spent, "wounds": wounds, "fortune": fortune, "down": down})
    return {"log": log, "wounds": wounds, "fortune": fortune, "down": down}


def _explanation(a: Fortune) -> Procedure[None]:
    """The ledger as steps: each blow and its canceled wounds, the remaining Fortune, and who is down."""
    kept = ledger(a)
    policy = next(option.label for option in POLICIES if option.id == a.policy)
    steps: tuple[Step[None], ...] = (
        note(f"Spending: {policy}", "RR-FORT-01"),
        note(
            "Wounds at first" if a.wounds_before else "No wounds at first",
            "RR-DMG-02",
            if_any("Wounds before", a.wounds_before, "RR-DMG-02"),
            gives="wounds",
        ),
        *(_explain_blow(a, n, row) for n, row in enumerate(kept["log"], start=1)),
        fortune_left(a, kept, "fortune"),
        note(_standing(a, kept), "RR-WOUND-01"),
    )
    return Procedure(None, steps, lambda s: "Down" if kept["down"] else "Standing")


def _explain_blow(a: Fortune, number: int, row: dict[str, Any]) -> Step[None]:
    canceled = min(row["hit"], row["spent"] * a.fortune_buys)
    return note(
        f"Blow {number}",
        "RR-DMG-02",
        (Modifier("Wounds", row["hit"], "RR-DMG-02"), Modifier("Fortune", -canceled, "RR-FORT-01")),
        gives="wounds",
    )


def fortune_left(a: Fortune, kept: dict[str, Any], gives: str) -> Step[None]:
    """The Fortune that the blows of a ledger leave; `gives` is the output of a calculator."""
    spent = (if_any(f"Blow {n}", -row["spent"], "RR-FORT-01") for n, row in enumerate(kept["log"], start=1))
    at_first = Modifier("Fortune at first", a.fortune, "RR-FORT-01")
    return note("Fortune left", "RR-FORT-01", (at_first, *chain.from_iterable(spent)), gives=gives)


def _standing(a: Fortune, kept: dict[str, Any]) -> str:
    """The end state of the ledger, and the ignored blows."""
    late = len(a.hits) - len(kept["log"])
    unread = f"; {counted(late, 'blow')} more would come too late" if late else ""
    return f"{counted(kept['wounds'], 'wound')} in all, down at {a.wound_limit}{unread}"


def _sheet_change(a: Fortune, values: Mapping[str, Any]) -> SheetChange:
    """The wounds and the Fortune after the last blow."""
    left = {"wounds": values["wounds"], "fortune": values["fortune"]} if a.hits else {}
    return SheetChange(left=left, at_me=True, resets={"hits": ()})


FORTUNE_LEDGER = Calculator(
    id="raiders.fortune",
    title="Fortune",
    summary="How long Fortune keeps you on your feet through a series of blows.",
    inputs=Fortune,
    outputs=(
        out.flag("down", "", rule="RR-WOUND-01", yes="Down", no="Standing", headline=True),
        out.figure("wounds", "wounds", one="wound", rule="RR-DMG-02", headline=True),
        out.figure("fortune", "Fortune left", rule="RR-FORT-01", headline=True),
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
            rule="RR-FORT-01",
        ),
    ),
    compute=ledger,
    sheet_change=_sheet_change,
    start={"hits": [4, 7, 3, 6], "fortune": 9},
    explain=_explanation,
)
