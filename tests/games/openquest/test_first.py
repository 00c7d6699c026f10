"""Surprise, scouting and interrupting, counted over every combination of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.turns.interrupt import INTERRUPT
from pyrules.games.openquest.turns.scouting import SCOUTING
from pyrules.games.openquest.turns.surprise import SURPRISE, surprise

from ..asking import ask

ROLLS = range(1, 101)


def graded(roll: int, skill: int) -> int:
    """3 critical, 2 success, 1 failure, 0 fumble: written down once more, for skills below a master's."""
    doubles = roll % 11 == 0 or roll == 100
    if roll <= min(skill, 99):
        return 3 if doubles else 2
    return 0 if doubles else 1


def won(a: int, b: int, skill_a: int, skill_b: int, lower_roll: bool) -> int:
    """Who wins an opposed test with these rolls."""
    first, second = graded(a, skill_a), graded(b, skill_b)
    if max(first, second) < 2:
        if not lower_roll:
            return 0
        return first - second if first != second else (b - a if first else 0)
    return first - second if first != second else a - b


def caught(mode: str, a: int, b: int, pc: int, npc: int, rules: dict[str, str]) -> bool:
    sign = won(a, b, pc, npc, rules.get("both_fail") == "lower_roll")
    watcher, beaten = (graded(a, pc), sign < 0) if mode == "pc_attacked" else (graded(b, npc), sign > 0)
    counts = rules.get("failed_watch", "by_side")
    failed = watcher < 2 and (counts == "surprised" or (counts == "by_side" and mode == "pc_attacked"))
    return beaten or failed or (sign == 0 and rules.get("draw_means_surprised") == "yes")


RULES = [
    {},
    {"failed_watch": "surprised"},
    {"failed_watch": "opposed_only"},
    {"failed_watch": "opposed_only", "both_fail": "lower_roll"},
    {"failed_watch": "opposed_only", "draw_means_surprised": "yes"},
]


@pytest.mark.parametrize(("mode", "rules"), list(product(("pc_attacked", "pc_attacking"), RULES)))
def test_every_pair_of_rolls_gives_the_odds_of_surprise(mode: str, rules: dict[str, str]) -> None:
    (row,) = ask(SURPRISE, mode=mode, pcs=[{"base": 45}], npc={"base": 62}, **rules)["per_pc"]

    ways = Counter(
        (caught(mode, a, b, 45, 62, rules), (graded(a, 45) if mode == "pc_attacked" else graded(b, 62)) == 0)
        for a, b in product(ROLLS, ROLLS)
    )
    assert row["aware"] == Fraction(ways[False, False] + ways[False, True], 10000)
    assert row["defenceless"] == Fraction(ways[True, True], 10000)
    assert sum(row.values()) == 1


@pytest.mark.parametrize(("mode", "rules"), list(product(("pc_attacked", "pc_attacking"), RULES)))
def test_a_shared_roll_binds_the_party_together(mode: str, rules: dict[str, str]) -> None:
    pcs, npc = (45, 30), 62
    values = ask(SURPRISE, mode=mode, pcs=[{"base": pc} for pc in pcs], npc={"base": npc}, npc_roll="shared", **rules)

    count: Counter[int] = Counter()
    for b in ROLLS:
        each = [sum(caught(mode, a, b, pc, npc, rules) for a in ROLLS) for pc in pcs]
        count[2] += each[0] * each[1]
        count[0] += (100 - each[0]) * (100 - each[1])
    assert values["p_all"] == Fraction(count[2], 10**6)
    assert values["p_none"] == Fraction(count[0], 10**6)


@pytest.mark.parametrize("npc_roll", ["per_pc", "shared"])
def test_counting_up_agrees_with_the_steps(npc_roll: str) -> None:
    asked = {"mode": "pc_attacking", "pcs": [{"base": 45}, {"base": 120}], "npc": {"base": 62}, "npc_roll": npc_roll}
    inputs = SURPRISE.parse(asked)
    odds = surprise(inputs).odds().dist(lambda s: s.surprised)
    assert ask(SURPRISE, **asked)["count"] == {str(n): p for n, p in odds.items()}


def test_sharing_the_roll_changes_only_the_count() -> None:
    asked: dict[str, Any] = {"mode": "pc_attacked", "pcs": [{"base": 50}] * 3, "npc": {"base": 40}}
    apart, shared = ask(SURPRISE, **asked), ask(SURPRISE, **asked, npc_roll="shared")
    assert apart["per_pc"] == shared["per_pc"]
    assert shared["p_all"] > apart["p_all"]


def test_attackers_roll_what_the_attack_asks_for() -> None:
    kinds = {"ambush": "Deception", "sneak": "Deception", "rush_foot": "Athletics", "rush_mounted": "Ride"}
    asked: dict[str, Any] = {"mode": "pc_attacked", "pcs": [{"base": 50}], "npc": {"base": 40}}
    assert {kind: ask(SURPRISE, **asked, kind=kind)["attack_skill"] for kind in kinds} == kinds


def test_if_you_attack_you_must_win_the_opposed_test() -> None:
    """Given a Deception of 55 against a Perception of 50, when you attack, then two failures surprise nobody."""
    (row,) = ask(SURPRISE, mode="pc_attacking", pcs=[{"base": 55}], npc={"base": 50})["per_pc"]
    wins = sum(won(a, b, 55, 50, False) > 0 for a, b in product(ROLLS, ROLLS))
    assert 1 - row["aware"] == Fraction(wins, 10000)


def test_when_being_attacked_a_failed_perception_test_is_surprise() -> None:
    (row,) = ask(SURPRISE, mode="pc_attacked", pcs=[{"base": 50}], npc={"base": 0})["per_pc"]
    assert 1 - row["aware"] == Fraction(1, 2)


# Scouting.


def scouted(*scouts: int, **rules: str) -> dict[str, Any]:
    return ask(SCOUTING, **{"scouts": [{"base": scout} for scout in scouts], "cover": "undergrowth", **rules})


@pytest.mark.parametrize(("rescan", "fumbler_seen"), list(product(("criticals", "any_success"), ("yes", "no"))))
def test_every_pair_of_looks_gives_the_odds_of_scouting(rescan: str, fumbler_seen: str) -> None:
    values = scouted(70, 50, rescan=rescan, fumbler_seen=fumbler_seen)

    least, seen = (3 if rescan == "criticals" else 2), ((0, 1) if fumbler_seen == "yes" else (1,))
    looks = [(graded(a, 50), graded(b, 30)) for a, b in product(ROLLS, ROLLS)]
    assert values["p_any_success"] == Fraction(sum(max(pair) >= 2 for pair in looks), 10000)
    assert values["p_any_critical"] == Fraction(sum(3 in pair for pair in looks), 10000)
    assert values["p_any_split"] == Fraction(sum(0 in pair for pair in looks), 10000)
    assert values["p_any_seen"] == Fraction(sum(any(one in seen for one in pair) for pair in looks), 10000)
    again = (Fraction(90, 100), Fraction(70, 100))
    missed = Fraction(1)
    for skill, second in zip((50, 30), again, strict=True):
        missed *= 1 - Fraction(sum(graded(roll, skill) >= least for roll in ROLLS), 100) * second
    assert values["p_any_rescan_success"] == 1 - missed


def test_a_strict_table_rule_requires_all() -> None:
    values = scouted(60, 60, strict_fail="yes")
    assert values["p_choose_distance"] == values["successes"]["2"] == Fraction(40, 100) ** 2
    assert scouted(60, 60)["p_choose_distance"] == 1 - values["successes"]["0"]


def test_better_cover_hides_better() -> None:
    found = [scouted(50, cover=cover)["p_any_success"] for cover in ("clear", "visible", "undergrowth", "very_good")]
    assert found == sorted(set(found), reverse=True)


# Cutting in.


@pytest.mark.parametrize("both_fail", ["nobody", "lower_roll"])
def test_only_a_win_cuts_in(both_fail: str) -> None:
    values = ask(INTERRUPT, interrupter={"base": 55}, actor={"base": 40}, both_fail=both_fail)
    signs = [won(a, b, 55, 40, both_fail == "lower_roll") for a, b in product(ROLLS, ROLLS)]
    assert values["p_interrupter_first"] == Fraction(sum(sign > 0 for sign in signs), 10000)
    assert values["p_draw"] == Fraction(signs.count(0), 10000)
    assert values["p_interrupter_first"] + values["p_actor_first"] == 1


def test_both_readings_stand_side_by_side() -> None:
    rows = ask(INTERRUPT, interrupter={"base": 55}, actor={"base": 40})["readings"]
    assert [(row["yours"], row["p_draw"] > Fraction(1, 10)) for row in rows] == [(True, True), (False, False)]
