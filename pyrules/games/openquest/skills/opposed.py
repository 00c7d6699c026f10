"""The opposed test: two sides roll, and one of them may win.

The SRD's chapter on combat asks for it in many places and explains it nowhere; its text stands outside (EXT-08).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import Option, choice
from ....engine.procedure import Procedure, Step, throw
from ..tables import FACTS
from .contest import THEY, YOU, Contest, Side, contest, contest_steps
from .skill import (
    GRADES,
    SKILL_RULES,
    SUCCESSES,
    Rolled,
    Skill,
    SkillRoll,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)

BOTH_FAIL = tuple(
    Option(row["option"], row["label"], row["rule"])
    for row in FACTS.table("switch_options").rows
    if row["switch"] == "both_fail"
)
DRAWS = (
    Option("none", "Nobody", "EXT-08"),
    Option("a", YOU, "OQ-SUR-04"),
    Option("b", THEY, "OQ-SUR-04"),
)
SIDES = {1: "a", -1: "b", 0: "draw"}
WINS = {"a": f"{YOU} wins", "b": f"{THEY} wins", "draw": "Nobody wins"}


@dataclass(frozen=True, kw_only=True)
class Opposed:
    """Two sides that roll against each other."""

    a: Skill = skill("Your side", help="The first side's skill.", rule="EXT-08")
    b: Skill = skill("The other side", help="The other side's skill.", rule="EXT-08")
    draw_to: str = choice(
        "A draw goes to",
        DRAWS,
        "none",
        help="Some contests give a draw to one side, such as whoever wants things to stay as they are.",
        rule="EXT-08",
        group="Draws",
    )
    mastery: str = switch("mastery")
    hundred: str = switch("hundred")
    both_fail: str = switch("both_fail")


def _winning(a: Opposed, ended: Contest) -> str:
    """The side that wins, once draws have gone where they go."""
    side = SIDES[ended.won]
    return a.draw_to if side == "draw" and a.draw_to != "none" else side


def _rolls(a: Opposed) -> tuple[SkillRoll, SkillRoll]:
    return skill_roll(a.a, a), skill_roll(a.b, a)


class Test(NamedTuple):
    """The state of a test that is rolled: A's roll, and then how it ended."""

    rolled: Rolled | None = None
    ended: Contest | None = None


def opposed_test(a: Opposed) -> Procedure[Test]:
    """An opposed test, roll by roll."""
    first, second = _rolls(a)
    steps = contest_steps(
        Side(YOU, first, skill_modifiers(a.a)),
        Side(THEY, second, skill_modifiers(a.b)),
        a.both_fail,
        lambda s, ended: s._replace(ended=ended),
        rule="EXT-08",
        tell=lambda ended, s: WINS[_winning(a, ended)],
    )
    return Procedure(Test(), steps, lambda s: WINS[_winning(a, s.ended)] if s.ended else "")


def explanation(a: Opposed) -> Procedure[tuple[str, ...]]:
    """The same as something to know: what each side rolls, and how the rolls compare."""
    first, second = _rolls(a)
    lost = next(option.label.lower() for option in BOTH_FAIL if option.id == a.both_fail)

    def side(name: str, of: SkillRoll, held: Skill) -> Step[tuple[str, ...]]:
        die = grade_die(of)
        return throw(name, die, lambda s, grade: (*s, grade), rule="EXT-01", modifiers=skill_modifiers(held))

    compare = note("The better grade wins, the higher roll between equal successes", "EXT-08")
    both_fail = note(f"When both fail, {lost}", "EXT-08", when=_both_failed)
    return Procedure(
        (), (side(f"{YOU} rolls", first, a.a), side(f"{THEY} rolls", second, a.b), compare, both_fail), "/".join
    )


def _both_failed(grades: tuple[str, ...]) -> bool:
    return not any(grade in SUCCESSES for grade in grades)


def _chances(a: Opposed, both_fail: str) -> dict[str, Any]:
    odds = contest(*_rolls(a), both_fail).read(lambda ended: _winning(a, ended))
    return {f"p_{side}": odds.p(lambda held, side=side: held == side) for side in SIDES.values()}  # type: ignore[misc]


def _joint(a: Opposed) -> dict[str, Any]:
    odds = contest(*_rolls(a), a.both_fail).read(lambda ended: (_winning(a, ended), f"{ended.first}/{ended.second}"))
    found = odds.dist(lambda held: held)
    return {side: {pair: p for (held, pair), p in found.items() if held == side} for side in SIDES.values()}


def _grades(joint: dict[str, Any]) -> list[dict[str, Any]]:
    """Every pair of grades, with what it means for either side."""
    return [
        {"a": a.id, "b": b.id, **{f"p_{side}": held.get(f"{a.id}/{b.id}", Fraction(0)) for side, held in joint.items()}}
        for a in GRADES
        for b in GRADES
        if any(f"{a.id}/{b.id}" in held for held in joint.values())
    ]


def _values(a: Opposed) -> dict[str, Any]:
    joint = _joint(a)
    return {
        **_chances(a, a.both_fail),
        "joint": joint,
        "grades": _grades(joint),
        "when_both_fail": [{"reading": option.id, **_chances(a, option.id)} for option in BOTH_FAIL],
    }


PERCENTS = (
    out.percent("p_a", "Your side wins"),
    out.percent("p_b", "The other side wins"),
    out.percent("p_draw", "Nobody wins"),
)

OPPOSED_TEST = Calculator(
    id="openquest.opposed_test",
    title="Opposed test",
    summary="Two sides roll against each other: who wins, and how.",
    inputs=Opposed,
    outputs=(
        out.percent("p_a", "your side wins", rule="EXT-08", headline=True),
        out.percent("p_b", "the other side wins", rule="EXT-08", headline=True),
        out.percent("p_draw", "nobody wins", rule="EXT-08", headline=True),
        out.rows(
            "when_both_fail",
            "When both fail: the book does not say, so here are both readings",
            (out.word("reading", "Reading", BOTH_FAIL), *PERCENTS),
            rule="EXT-08",
        ),
        out.rows(
            "grades",
            "Grade against grade",
            (out.word("a", "Your side", GRADES), out.word("b", "The other side", GRADES), *PERCENTS),
            rule="EXT-08",
        ),
        api_only(out.record("joint", "Grades", tuple(out.distribution(side, side) for side in WINS), rule="EXT-08")),
    ),
    compute=_values,
    explain=explanation,
    also=("OQ-FAST-06", "OQ-SPI-02", *SKILL_RULES),
    start={"a": {"base": 60}, "b": {"base": 40}},
    rolls=(RollOption("test", "Roll it", opposed_test),),
)
