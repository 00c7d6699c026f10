"""How talk behaves: range and understanding, threats, Fast Talk and long contests."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.skills.skill import Rolled, SkillRoll, grade, winner
from pyrules.games.openquest.talk.fast_talk import FAST_TALK
from pyrules.games.openquest.talk.intimidation import INTIMIDATION
from pyrules.games.openquest.talk.prolonged import PROLONGED
from pyrules.games.openquest.talk.social import SOCIAL_MODIFIERS

from ..asking import ask, refused, rolled

D100 = range(1, 101)


# Can they talk?


@pytest.mark.parametrize(("distance", "total"), [(0, 0), (2, 0), (3, -20), (50, -20), (51, None)])
def test_words_carry_fifty_meters_and_are_harder_beyond_two(distance: int, total: int | None) -> None:
    for mode in ("fast_talk", "oratory", "intimidation"):
        assert ask(SOCIAL_MODIFIERS, mode=mode, distance=distance)["total"] == total


def test_the_spell_carries_threats_alone_and_only_once_cast() -> None:
    far = {"distance": 100, "thunders_voice": True}

    assert ask(SOCIAL_MODIFIERS, mode="intimidation", **far)["total"] == -20
    assert ask(SOCIAL_MODIFIERS, mode="intimidation", **far, thunder_penalty="waive")["total"] == 0
    assert ask(SOCIAL_MODIFIERS, mode="intimidation", **far, spells_active=False)["status"] == "impossible"
    assert ask(SOCIAL_MODIFIERS, mode="oratory", **far)["status"] == "impossible"


def test_a_master_projects_the_voice_by_default() -> None:
    far: dict[str, Any] = {"mode": "fast_talk", "distance": 20}

    assert ask(SOCIAL_MODIFIERS, **far, influence_base=99)["total"] == -20
    assert ask(SOCIAL_MODIFIERS, **far, influence_base=100)["total"] == 0
    assert ask(SOCIAL_MODIFIERS, **far, influence_base=100, master="no")["total"] == -20
    assert ask(SOCIAL_MODIFIERS, **far, influence_base=10, master="yes")["total"] == 0


def test_gestures_serve_for_threats_alone_and_nothing_serves_without_understanding() -> None:
    def status(mode: str, understanding: str) -> str:
        return str(ask(SOCIAL_MODIFIERS, mode=mode, distance=1, understanding=understanding)["status"])

    assert status("intimidation", "basic") == "ok"
    assert status("oratory", "basic") == status("fast_talk", "basic") == "impossible"
    assert {status(mode, "none") for mode in ("fast_talk", "oratory", "intimidation")} == {"impossible"}


def test_only_modifiers_of_the_list_can_be_picked() -> None:
    allowed = {
        mode: [n for n in range(-50, 51) if _accepts(mode, n)] for mode in ("fast_talk", "oratory", "intimidation")
    }

    assert allowed == {"fast_talk": [0], "oratory": [-20, 0, 20], "intimidation": [-50, -20, 0, 20]}
    assert refused(SOCIAL_MODIFIERS, mode="fast_talk", distance=1, pick=20) == ("pick", "bad_option")


def _accepts(mode: str, pick: int) -> bool:
    try:
        return ask(SOCIAL_MODIFIERS, mode=mode, distance=1, pick=pick)["total"] == pick
    except ValueError:
        return False


def test_spells_that_do_not_work_yet_add_nothing() -> None:
    spells: dict[str, Any] = {"mode": "oratory", "distance": 1, "magic_bonus": 30}

    assert ask(SOCIAL_MODIFIERS, **spells)["lines"] == {"magic": 30}
    assert ask(SOCIAL_MODIFIERS, **spells, spells_active=False)["lines"] == {}


# Intimidation


def test_the_worst_modifier_counts_unless_another_is_picked() -> None:
    threat: dict[str, Any] = {
        "influence": {"base": 60},
        "motive": True,
        "target_persistence": 61,
        "more_powerful": True,
    }

    assert ask(INTIMIDATION, **threat)["modified"] == 10
    assert ask(INTIMIDATION, **threat, pick="motive")["modified"] == 80
    assert ask(INTIMIDATION, **threat, pick="none")["modified"] == 60
    assert [row["value"] for row in ask(INTIMIDATION, **threat)["choices"]] == [20, -20, -50, 0]


def test_only_a_will_above_the_unmodified_skill_is_stronger() -> None:
    threat: dict[str, Any] = {"influence": {"base": 60, "mods": -30}}

    assert ask(INTIMIDATION, **threat, target_influence=60)["applicable"] == {}
    assert ask(INTIMIDATION, **threat, target_influence=61)["applicable"] == {"will": -20}


def test_a_modifier_that_does_not_hold_cannot_be_picked() -> None:
    for pick in ("motive", "will", "power"):
        assert refused(INTIMIDATION, influence={"base": 60}, pick=pick) == ("pick", "not_allowed")


def test_every_way_the_dice_fall_gives_the_odds_of_two_threats() -> None:
    threat: dict[str, Any] = {"influence": {"base": 37}, "tries": 2}
    values, outcomes = ask(INTIMIDATION, **threat), rolled(INTIMIDATION, **threat)

    assert outcomes["Caves in"] + outcomes["Convinced"] == values["p_success_within"]
    assert outcomes["Digs in"] == values["p_immune_within"]
    assert outcomes["Not impressed"] == values["p_open_within"]


def test_threats_by_the_formula() -> None:
    values = ask(INTIMIDATION, influence={"base": 42}, tries=7)
    fails = values["p_not"]

    assert values["p_open_within"] == fails**7
    assert values["p_immune_within"] == values["p_immune"] * (1 - fails**7) / (1 - fails)
    assert values["by_try"]["success"][-1] == values["p_success_within"]


# Fast Talk


def met(a: SkillRoll, b: SkillRoll, both_fail: str) -> dict[tuple[int, str, str], Fraction]:
    """An opposed test over all pairs of faces."""
    found: defaultdict[tuple[int, str, str], Fraction] = defaultdict(Fraction)
    for x, y in product(D100, D100):
        first, second = (Rolled(grade(of, n), n, of.modified, of.automatic) for of, n in ((a, x), (b, y)))
        won = winner(first, second, both_fail)
        found[(won > 0) - (won < 0), first.grade, second.grade] += Fraction(1, 10000)
    return found


@pytest.mark.parametrize("permanent_on", ["critical_and_win", "any_critical"])
@pytest.mark.parametrize("both_fail", ["nobody", "lower_roll"])
def test_one_argument_is_what_all_faces_give(both_fail: str, permanent_on: str) -> None:
    values = ask(
        FAST_TALK,
        influence={"base": 57},
        defence={"base": 44},
        max_tries=1,
        both_fail=both_fail,
        permanent_on=permanent_on,
    )
    faces = met(SkillRoll(57, 57), SkillRoll(44, 44), both_fail)

    assert values["p_temporary"] == sum(p for (won, a, _), p in faces.items() if won > 0 and a == "S")
    any_critical = permanent_on == "any_critical"
    assert values["p_permanent"] == sum(
        p for (won, a, _), p in faces.items() if a == "CR" and (any_critical or won > 0)
    )
    assert values["p_exposed"] == sum(p for (_, a, _), p in faces.items() if a == "FU")


def test_the_rolled_talk_has_the_same_odds() -> None:
    talk = {"influence": {"base": 45}, "defence": {"base": 30}}
    end = FAST_TALK.roll_option("talk").procedure(FAST_TALK.parse(talk)).odds()
    values = ask(FAST_TALK, **talk)

    for ending in ("temporary", "permanent", "exposed"):
        assert end.p(lambda s, ending=ending: s.end == ending) == values[f"p_{ending}"]
    assert end.p(lambda s: s.tries == 2) == values["tries"]["2"]


def test_arguments_go_on_while_influence_is_above_nothing() -> None:
    def tried(base: int, **more: Any) -> tuple[list[int], Fraction, Fraction]:
        values = ask(FAST_TALK, influence={"base": base}, defence={"base": 50}, **more)
        return values["try_values"], values["p_credibility_lost"], values["p_gave_up"]

    assert tried(41)[0] == [41, 21, 1]
    assert tried(40)[0] == [40, 20]
    assert tried(0) == ([], 1, 0)
    assert tried(41, max_tries=2)[1] == 0 < tried(41, max_tries=2)[2]
    assert tried(40, max_tries=2)[2] == 0 < tried(40, max_tries=2)[1]


def test_all_ends_of_a_talk_are_one() -> None:
    values = ask(FAST_TALK, influence={"base": 83}, defence={"base": 61}, both_fail="lower_roll")
    ends = ("p_success", "p_exposed", "p_credibility_lost", "p_gave_up")

    assert sum(values[end] for end in ends) == 1
    assert values["curves"]["success"][-1] == values["p_success"]


def test_a_group_needs_a_leader() -> None:
    talk: dict[str, Any] = {"influence": {"base": 50}, "defence": {"base": 50}, "has_leader": False}

    assert refused(FAST_TALK, **talk, group_size=2) == ("has_leader", "not_allowed")
    assert ask(FAST_TALK, **talk, group_size=1)["p_success"] > 0


# Long contests


def scored(faces: dict[tuple[int, str, str], Fraction]) -> dict[tuple[int, int, int], Fraction]:
    """Points of both sides, and who won the test."""
    points: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for (won, a, b), p in faces.items():
        mine = (2 if a == "CR" else 1) * (won > 0) - 2 * (a == "FU")
        yours = (2 if b == "CR" else 1) * (won < 0) - 2 * (b == "FU")
        points[mine, yours, won] += p
    return points


@pytest.mark.parametrize("score_rule", ["points", "count_only"])
@pytest.mark.parametrize("both_fail", ["nobody", "lower_roll"])
def test_two_opposed_exchanges_are_what_all_faces_give(both_fail: str, score_rule: str) -> None:
    one = {"kind": "opposed", "a": {"base": 62}, "b": {"base": 35}}
    values = ask(PROLONGED, exchanges=[one, one], both_fail=both_fail, score_rule=score_rule)
    once = scored(met(SkillRoll(62, 62), SkillRoll(35, 35), both_fail))
    won: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (x, p), (y, q) in product(once.items(), once.items()):
        difference, lead = x[0] + y[0] - x[1] - y[1], x[2] + y[2]
        verdict = lead if score_rule == "count_only" else difference or lead
        won[(verdict > 0) - (verdict < 0)] += p * q

    assert (values["p_a"], values["p_b"], values["p_draw"]) == (won[1], won[-1], won[0])
    assert values["mean_a"] == 2 * sum(a * p for (a, _, _), p in once.items())


def test_a_test_that_a_fails_alone_goes_to_b() -> None:
    values = ask(PROLONGED, exchanges=[{"kind": "plain", "a": {"base": 40}}])

    assert (values["p_a"], values["p_b"]) == (Fraction(2, 5), Fraction(3, 5))
    assert values["b_points"] == {"0": Fraction(2, 5), "1": Fraction(3, 5)}
    assert values["difference"]["-3"] == Fraction(7, 100)  # a fumble: 2 points lost, 1 to B


def test_no_more_than_half_may_be_other_than_social() -> None:
    def contest(social: int, other: int) -> dict[str, Any]:
        kinds = [True] * social + [False] * other
        return {"exchanges": [{"kind": "plain", "a": {"base": 50}, "social": kind} for kind in kinds]}

    assert ask(PROLONGED, **contest(2, 2))["p_draw"] is not None
    assert refused(PROLONGED, **contest(2, 3)) == ("exchanges", "not_allowed")
    assert refused(PROLONGED, **contest(0, 1)) == ("exchanges", "not_allowed")


def test_an_opposed_exchange_needs_both_sides() -> None:
    exchanges = [{"kind": "opposed", "a": {"base": 50}}]

    assert refused(PROLONGED, exchanges=exchanges) == ("exchanges.0.b", "missing_field")


def test_the_roll_of_a_long_contest_names_who_leads() -> None:
    """Given one exchange that the player's side wins for certain, then the roll says so in words."""
    sure = {"base": 100}
    contest = PROLONGED.parse({"exchanges": [{"kind": "plain", "a": sure}], "mastery": "auto_crit"})
    rolled = PROLONGED.roll_option("contest").procedure(contest).roll(lambda sides: 1)
    assert rolled.steps[0].text == "your side +2 points, the other side 0 points; your side leads by 2"


def test_the_rolled_contest_has_the_same_odds() -> None:
    contest = dict(PROLONGED.start)
    procedure = PROLONGED.roll_option("contest").procedure(PROLONGED.parse(contest))
    end = procedure.odds().dist(procedure.outcome)
    values = ask(PROLONGED, **contest)

    assert end == {
        "Your side wins": values["p_a"],
        "The other side wins": values["p_b"],
        "Nobody wins": values["p_draw"],
    }


def test_the_readings_hold_the_answer_itself() -> None:
    for rows, p in ((ask(PROLONGED, **dict(PROLONGED.start)), "p_a"),):
        used = [row for row in rows["readings"] if row["yours"]]
        assert len(used) == len({row["question"] for row in rows["readings"]}) > 1
        assert {row[p] for row in used} == {rows[p]}


@pytest.mark.parametrize(("minutes", "lasts"), [(1, 1), (11, Fraction(1, 2)), (20, Fraction(1, 20)), (21, 0)])
def test_a_target_convinced_for_a_while_stays_so_by_the_die(minutes: int, lasts: Fraction) -> None:
    """Given the minutes needed, then a d20 decides for a while, and a target taken in stays so for any time."""
    answer = ask(FAST_TALK, influence={"base": 60}, defence={"base": 40}, minutes=minutes)
    assert answer["p_lasts"] == answer["p_temporary"] * lasts + answer["p_permanent"]


def test_without_minutes_no_duration_is_shown() -> None:
    assert ask(FAST_TALK, influence={"base": 60}, defence={"base": 40})["p_lasts"] is None
