"""The answer of a maneuver: how likely it works, and what success and failure bring."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.inputs import Option
from ..checks.check_dice import CHECK_DICE_RULES
from ..checks.contest import CONTEST_RULES
from ..checks.opposed import chances
from ..tables import FACTS
from .maneuver import (
    GRAPPLE,
    MANEUVERS,
    MOVE_THROUGH,
    PUSH,
    Maneuver,
    contests,
    explanation,
    hard_ground,
    maneuver,
    meters_won,
    passing,
)

REACHED = (1, 3)
"""Meters whose chance is told apart."""

CHECK = ("dc", "p_success", "p_failure", "p_critical_success", "p_critical_failure")
ENDS = (
    Option("success", "Success, critical or not", "EXT-08"),
    Option("critical", "Critical success", "EXT-05"),
    Option("botch", "Critical failure", "EXT-05"),
)
SAVES = FACTS.table("saves").options()


def _push(m: Maneuver) -> dict[str, Any]:
    found = meters_won(m, contests(m)[0])
    return {
        "expected_metres": sum((meters * p for meters, p in found.items()), Fraction(0)),
        "p_at_least_metres": {
            str(least): sum((p for meters, p in found.items() if meters >= least), Fraction(0)) for least in REACHED
        },
        "metres": out.text_keys(found),
    }


def _values(m: Maneuver) -> dict[str, Any]:
    row, checks = MANEUVERS.row(m.kind), contests(m)
    single = dict.fromkeys(CHECK) if m.kind == MOVE_THROUGH else chances(checks[0])
    passed = passing(checks) if m.kind == MOVE_THROUGH else None
    pushed = _push(m) if m.kind == PUSH else dict.fromkeys(("expected_metres", "p_at_least_metres", "metres"))
    p_works = passed.passed if passed else single["p_success"]
    p_critical = passed.refunded if passed else single["p_critical_success"]
    ends = {
        "success": (p_works, "does"),
        "critical": (p_critical, "critical"),
        "botch": (single["p_critical_failure"], "botch"),
    }
    return {
        "p_works": p_works,
        **single,
        **pushed,
        "p_restrained": single["p_critical_success"] if m.kind == GRAPPLE else None,
        "difficult_terrain": hard_ground(m) if passed else None,
        "actions": row["cost"],
        "saves": row["saves"],
        "checks": [chances(c) for c in checks] if passed else None,
        "p_pass_all": passed.passed if passed else None,
        "p_stopped_at": passed.stopped_at if passed else None,
        "p_action_refunded": passed.refunded if passed else None,
        "ends": [
            {"end": end, "p": p, "does": row[column]}
            for end, (p, column) in ends.items()
            if row[column] and p is not None
        ],
        "enemies": [
            {"dc": one["dc"], "p_success": one["p_success"], "p_stopped": stopped}
            for one, stopped in zip(map(chances, checks), passed.stopped_at, strict=True)
        ]
        if passed
        else [],
    }


MANEUVER = Calculator(
    id="obss.maneuver",
    title="Maneuver",
    summary="Disarm, feint, push, grapple, trip or move through enemies: how likely it works, and what it does.",
    inputs=Maneuver,
    outputs=(
        out.percent("p_works", "works", rule="EXT-08", headline=True),
        out.figure("expected_metres", "meters", one="meter", rule="OBSS-PUSH-03", unit="on average", headline=True),
        out.percent("p_restrained", "the target is Restrained", rule="OBSS-GRAP-03", headline=True),
        out.rows(
            "ends",
            "What comes of it",
            (out.word("end", "End", ENDS), out.percent("p", "Chance"), out.word("does", "What it does")),
            rule="EXT-08",
        ),
        out.rows(
            "enemies",
            "Check by check",
            (out.figure("dc", "DC"), out.percent("p_success", "Passed"), out.percent("p_stopped", "Stopped here")),
            rule="OBSS-THRU-03",
            counts="Check",
        ),
        out.distribution("metres", "How far it goes", rule="OBSS-PUSH-03", unit="m"),
        out.figure("dc", "Rolls against", rule="OBSS-MAN-04"),
        out.percent("p_critical_success", "Critical success", rule="EXT-05"),
        out.percent("p_critical_failure", "Critical failure", rule="EXT-05"),
        out.percent("p_action_refunded", "Costs no Action", rule="OBSS-THRU-06"),
        out.flag("difficult_terrain", "The ground you pass is difficult", rule="OBSS-THRU-05"),
        out.figure("actions", "Actions", rule="OBSS-MAN-02"),
        out.word("saves", "Resisted by, where nothing else is given", SAVES, rule="OBSS-MAN-03"),
        api_only(out.percent("p_success", "Succeeds", rule="EXT-08")),
        api_only(out.percent("p_failure", "Fails", rule="EXT-08")),
        api_only(out.named("p_at_least_metres", "At least (m)", out.percent("p", "Chance"), rule="OBSS-PUSH-03")),
        api_only(
            out.rows(
                "checks",
                "Checks",
                (
                    out.figure("dc", "DC"),
                    out.percent("p_success", "Succeeds"),
                    out.percent("p_failure", "Fails"),
                    out.percent("p_critical_success", "Critical success"),
                    out.percent("p_critical_failure", "Critical failure"),
                ),
                rule="OBSS-THRU-02",
                counts="Check",
            )
        ),
        api_only(out.percent("p_pass_all", "Passes all", rule="OBSS-THRU-02")),
        api_only(out.curve("p_stopped_at", "Stopped at", rule="OBSS-THRU-07", unit="Enemy")),
    ),
    compute=_values,
    explain=explanation,
    also=(
        *(f"OBSS-MAN-{row:02}" for row in range(1, 5)),
        *(f"OBSS-DISARM-{row:02}" for row in range(1, 5)),
        *(f"OBSS-FEINT-{row:02}" for row in range(1, 5)),
        *(f"OBSS-PUSH-{row:02}" for row in range(1, 8)),
        *(f"OBSS-GRAP-{row:02}" for row in (1, 2, 3, 4, 6)),
        *(f"OBSS-TRIP-{row:02}" for row in range(1, 5)),
        *(f"OBSS-THRU-{row:02}" for row in range(1, 8)),
        "OBSS-MULT-05",
        "EXT-13",
        *CONTEST_RULES,
        *CHECK_DICE_RULES,
    ),
    start={"kind": "push", "attacker_mod": 6, "defender_mod": 5, "size_steps": 1},
    rolls=(RollOption("maneuver", "Roll it", maneuver),),
)
