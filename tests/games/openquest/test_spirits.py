"""How spirit combat, possession and resisting spells behave."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.skills.contest import contest, contest_die
from pyrules.games.openquest.skills.resist_spell import RESIST_SPELL
from pyrules.games.openquest.skills.skill import Rolled, SkillRoll, grade, winner
from pyrules.games.openquest.spirits.possession import POSSESSION
from pyrules.games.openquest.spirits.spirit_combat import SPIRIT_COMBAT

from ..asking import ask, refused
from .outcomes import outcomes

D100 = range(1, 101)


# The opposed test by grades


@pytest.mark.parametrize("both_fail", ["nobody", "lower_roll"])
@pytest.mark.parametrize("mastery", ["auto_crit", "no_fumble", "off"])
@pytest.mark.parametrize(("a", "b"), [(60, 40), (5, 99), (120, 60), (100, 130), (110, 100), (-10, 33)])
def test_contests_by_grades_are_contests_by_faces(a: int, b: int, mastery: str, both_fail: str) -> None:
    first, second = SkillRoll(max(a, 0), a, mastery), SkillRoll(max(b, 0), b, mastery)
    faces: defaultdict[tuple[int, str, str], int] = defaultdict(int)
    for x, y in product(D100, D100):
        one = Rolled(grade(first, x), 0 if first.automatic else x, a, first.automatic)
        other = Rolled(grade(second, y), 0 if second.automatic else y, b, second.automatic)
        won = winner(one, other, both_fail)
        faces[(won > 0) - (won < 0), one.grade, other.grade] += 1

    assert contest(first, second, both_fail).probabilities() == {
        ends: Fraction(weight, 10000) for ends, weight in faces.items()
    }


def test_a_thrown_contest_asks_the_first_side_first() -> None:
    faces = iter([22, 50])
    met, thrown = contest_die(SkillRoll(60, 60), SkillRoll(60, 60), "nobody").throw(lambda sides: next(faces))

    assert met == (1, "CR", "S")
    assert [face.value for face in thrown] == [22, 50]


# Spirit combat


def fighter(base: int, mp: int, **more: Any) -> dict[str, Any]:
    return {"skill": {"base": base}, "mp": mp, **more}


def by_states(values: dict[str, Any], a: dict[str, Any], b: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """The chance of A and the mean number of tests, state by state (calculators.md, C22)."""
    p_a, p_b, idle = values["p_win_a"], values["p_win_b"], values["p_draw"]

    def losses(dice: int, shield: int) -> dict[int, Fraction]:
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for faces in product(range(1, 7), repeat=dice):
            found[max(0, sum(faces) - shield)] += Fraction(1, 6**dice)
        return found

    of_b, of_a = losses(values["dice_a"], b.get("shield", 0)), losses(values["dice_b"], a.get("shield", 0))
    stays = idle + p_a * of_b.get(0, 0) + p_b * of_a.get(0, 0)

    @cache
    def ends(left_a: int, left_b: int) -> tuple[Fraction, Fraction]:
        if left_b <= 0:
            return Fraction(1), Fraction(0)
        if left_a <= 0:
            return Fraction(0), Fraction(0)
        ways = [(p_a * p, ends(left_a, left_b - n)) for n, p in of_b.items() if n]
        ways += [(p_b * p, ends(left_a - n, left_b)) for n, p in of_a.items() if n]
        wins = sum((p * end[0] for p, end in ways), Fraction(0))
        lasts = 1 + sum((p * end[1] for p, end in ways), Fraction(0))
        return wins / (1 - stays), lasts / (1 - stays)

    return ends(a["mp"], b["mp"])


@pytest.mark.parametrize("both_fail", ["nobody", "lower_roll"])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (fighter(50, 10), fighter(50, 10)),
        (fighter(50, 11, shield=2), fighter(50, 17)),
        (fighter(50, 10), fighter(60, 13, pow=30)),
        (fighter(70, 1, shield=6), fighter(20, 9, shield=5)),
        (fighter(0, 4), fighter(30, 5, pow=41)),
    ],
)
def test_a_combat_is_what_state_by_state_gives(a: dict[str, Any], b: dict[str, Any], both_fail: str) -> None:
    values = ask(SPIRIT_COMBAT, a=a, b=b, both_fail=both_fail)

    assert (values["p_a"], values["mean_tests"]) == by_states(values, a, b)
    assert values["p_a"] + values["p_b"] == 1
    assert sum(values["a_left"].values()) == values["p_a"]
    assert sum(values["b_left"].values()) == values["p_b"]


def test_both_sides_have_the_same_odds() -> None:
    one, other = fighter(55, 9, shield=1), fighter(45, 12, pow=30)
    this, that = ask(SPIRIT_COMBAT, a=one, b=other), ask(SPIRIT_COMBAT, a=other, b=one)

    assert (this["p_a"], this["a_left"], this["by_test"]["a"]) == (that["p_b"], that["b_left"], that["by_test"]["b"])


def test_tests_add_up_to_the_curve() -> None:
    values = ask(SPIRIT_COMBAT, a=fighter(80, 5), b=fighter(40, 6), tests_upto=20)

    assert sum(values["tests"].values()) == values["p_tests_upto"]
    assert values["by_test"]["a"][-1] + values["by_test"]["b"][-1] == values["p_tests_upto"] < 1


def test_a_shield_no_die_gets_through_never_ends_it() -> None:
    values = ask(SPIRIT_COMBAT, a=fighter(50, 5, shield=6), b=fighter(0, 5, shield=6), tests_upto=3)

    assert (values["status"], values["mean_tests"]) == ("never_ends", None)
    assert (values["p_a"], values["p_b"], values["a_left"], values["tests"]) == (0, 0, {}, {})


def test_only_full_tens_of_pow_above_twenty_give_dice() -> None:
    def dice(pow: int, kind: str = "spirit", pow_dice: str = "all") -> int:
        mighty = fighter(50, 5, pow=pow, kind=kind)
        return int(ask(SPIRIT_COMBAT, a=mighty, b=fighter(50, 5), pow_dice=pow_dice)["dice_a"])

    assert [dice(pow) for pow in (0, 20, 29, 30, 39, 40, 300)] == [1, 1, 1, 2, 2, 3, 29]
    assert dice(40, "shamanism") == 3
    assert dice(40, "shamanism", "spirits_only") == 1


@pytest.mark.parametrize(
    ("winner_", "loser", "result"),
    [
        ({"kind": "persistence"}, {}, "banished"),
        ({"kind": "shamanism"}, {}, "banished"),
        ({"kind": "shamanism", "knows_call": True}, {}, "bind_or_spend_point"),
        ({"kind": "persistence", "knows_call": True}, {}, "banished"),
        ({"can_possess": True}, {"kind": "persistence", "has_body": True}, "possessed"),
        ({}, {"kind": "persistence", "has_body": True}, "referee"),
        ({"can_possess": True}, {"kind": "persistence"}, "referee"),
        ({"can_possess": True}, {"has_body": True}, "referee"),  # a spirit against a spirit
        ({"kind": "persistence"}, {"kind": "persistence", "has_body": True}, "referee"),
    ],
)
def test_what_becomes_of_the_loser(winner_: dict[str, Any], loser: dict[str, Any], result: str) -> None:
    values = ask(SPIRIT_COMBAT, a=fighter(50, 5, **winner_), b=fighter(50, 5, **loser))
    turned = ask(SPIRIT_COMBAT, a=fighter(50, 5, **loser), b=fighter(50, 5, **winner_))

    assert values["if_a_wins"] == turned["if_b_wins"] == result


def test_the_roll_of_a_test_has_its_odds() -> None:
    inputs = {"a": fighter(50, 5), "b": fighter(35, 4)}
    end = SPIRIT_COMBAT.roll_option("test").procedure(SPIRIT_COMBAT.parse(inputs)).odds()
    values = ask(SPIRIT_COMBAT, **inputs)

    assert end.p(lambda s: s.won > 0) == values["p_win_a"]
    assert end.p(lambda s: s.b == 0) == values["p_win_a"] * Fraction(1, 2)  # 4 or more on the die
    assert end.p(lambda s: s.a == 5 and s.b == 4) == values["p_draw"]


# Possession


def test_exorcism_is_spirit_combat() -> None:
    one, other = fighter(60, 14, kind="persistence"), fighter(40, 11)
    freed = ask(POSSESSION, kind="covert", method="exorcism", caster=one, spirit=other)
    fought = ask(SPIRIT_COMBAT, a=one, b=other)

    assert (freed["p_freed"], freed["mean_tests"]) == (fought["p_a"], fought["mean_tests"])


@pytest.mark.parametrize("magnitude", [1, 4, 5, 20])
def test_each_magnitude_weakens_the_spirit_by_ten(magnitude: int) -> None:
    values = ask(POSSESSION, kind="dominant", method="drive_out", spirit_persistence={"base": 45}, magnitude=magnitude)

    assert values["p_freed"] == 1 - Fraction(max(0, 45 - 10 * magnitude), 100)


def test_each_way_needs_its_own_numbers() -> None:
    assert refused(POSSESSION, kind="covert", method="exorcism")[0] == "caster"
    assert refused(POSSESSION, kind="covert", method="exorcism", caster=fighter(5, 5))[0] == "spirit"
    assert refused(POSSESSION, kind="covert", method="drive_out") == ("spirit_persistence", "missing_field")
    assert ask(POSSESSION, kind="covert", method="host_death")["p_freed"] == 1


def test_only_death_ends_the_host_and_only_dominance_makes_helpless() -> None:
    dead = ask(POSSESSION, kind="dominant", method="host_death")
    driven = ask(POSSESSION, kind="covert", method="drive_out", spirit_persistence={"base": 5})

    assert (dead["host_alive"], dead["host_helpless"], dead["control"]) == (False, True, "full")
    assert (driven["host_alive"], driven["host_helpless"], driven["control"]) == (True, False, "partial")


# Resisting


def test_a_spell_is_resisted_with_the_skill_and_its_modifier() -> None:
    for spell_mod in (-60, -30, 0, 49):
        values = ask(RESIST_SPELL, skill={"base": 50}, kind="resilience", spell_mod=spell_mod)
        assert values["p_resisted"] == Fraction(max(0, 50 + spell_mod), 100)
        assert sum(values["grades"].values()) == 1


def test_no_dodge_once_defense_is_given_up() -> None:
    given_up: dict[str, Any] = {"skill": {"base": 50}, "defence_given_up": True}

    assert refused(RESIST_SPELL, **given_up, kind="dodge") == ("defence_given_up", "not_allowed")
    assert ask(RESIST_SPELL, **given_up, kind="persistence")["p_resisted"] == Fraction(1, 2)


def test_rolls_of_spirit_combat_and_exorcism_name_both_sides() -> None:
    """Given a roll of one test, then its outcomes name the sides as the page does, and never A or B."""
    sides = {"Your side wins the test", "The other side wins the test", "Nobody wins the test"}
    assert set(outcomes(SPIRIT_COMBAT, **SPIRIT_COMBAT.start)) == sides
    of_exorcism = {"The exorcist wins the test", "The spirit wins the test", "Nobody wins the test"}
    assert set(outcomes(POSSESSION, **POSSESSION.start)) == of_exorcism
