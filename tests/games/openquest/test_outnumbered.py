"""One against several agrees with enumerating every blow in every state."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pyrules.games.openquest.close.close_attack import CLOSE_ATTACK
from pyrules.games.openquest.close.defense_round import DEFENCE_ROUND
from pyrules.games.openquest.duel.duel import DUEL
from pyrules.games.openquest.duel.outnumbered import OUTNUMBERED

from ..asking import ask, refused

YOU: dict[str, Any] = {"attack": {"base": 60}, "damage": "1d6", "ap": 1, "hp": 6}
QUICK: dict[str, Any] = {"attack": {"base": 70}, "damage": "1d4+1", "hp": 4}
SLOW: dict[str, Any] = {"attack": {"base": 40}, "damage": "1d6", "ap": 2, "hp": 5}


def blow(one: dict[str, Any], other: dict[str, Any]) -> dict[int, Fraction]:
    """What one attack does, by damage."""
    values = ask(CLOSE_ATTACK, attack=one["attack"], damage=one["damage"], target_ap=other.get("ap", 0))
    return {int(n): p for n, p in values["damage"].items()}


def by_hand(you: dict[str, Any], foes: list[dict[str, Any]]) -> tuple[Fraction, Fraction]:
    """You win, and the mean rounds: blow by blow in the order of the skills, from every state."""
    skills = [you["attack"]["base"], *(foe["attack"]["base"] for foe in foes)]
    order = sorted(range(len(skills)), key=lambda who: -skills[who])
    mine, theirs = [blow(you, foe) for foe in foes], [blow(foe, you) for foe in foes]

    def one_round(hp: int, left: tuple[int, ...]) -> dict[Any, Fraction]:
        met = next(index for index, points in enumerate(left) if points > 0)
        states = {(hp, left): Fraction(1)}
        for who in order:
            after: dict[Any, Fraction] = {}
            for (own, others), p in states.items():
                acts = own > 0 and (others[met] > 0 if who == 0 else others[who - 1] > 0)
                for n, q in (mine[met] if who == 0 else theirs[who - 1]).items() if acts else ((0, Fraction(1)),):
                    struck = tuple(max(0, x - n) if i == met else x for i, x in enumerate(others))
                    at = (own, struck) if who == 0 else (max(0, own - n), others)
                    after[at] = after.get(at, Fraction(0)) + p * q
            states = after
        return states

    @cache
    def ends(hp: int, left: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        if hp <= 0 or not any(left):
            return Fraction(hp > 0), Fraction(0)
        after = one_round(hp, left)
        stays = after.pop((hp, left), Fraction(0))
        parts = [(p, ends(*at)) for at, p in after.items()]
        wins, more = (sum((p * end[i] for p, end in parts), Fraction(0)) for i in range(2))
        return wins / (1 - stays), (1 + more) / (1 - stays)

    return ends(you["hp"], tuple(foe["hp"] for foe in foes))


@pytest.mark.parametrize(
    "foes", [[QUICK], [SLOW], [QUICK, SLOW], [SLOW, QUICK], [SLOW, QUICK, {**SLOW, "attack": {"base": 30}}]]
)
def test_a_fight_against_several_agrees_with_an_account_of_every_blow(foes: list[dict[str, Any]]) -> None:
    values = ask(OUTNUMBERED, you=YOU, foes=foes)
    assert (values["p_you"], values["mean_rounds"]) == by_hand(YOU, foes)
    assert values["p_you"] + values["p_foes"] == 1
    assert (values["stands"][-1], len(values["stands"])) == (values["p_you"], len(foes))


@pytest.mark.parametrize("foe", [QUICK, SLOW, {**SLOW, "attack": YOU["attack"]}])
@pytest.mark.parametrize("tie_policy", ["base_then_dex", "simultaneous"])
def test_against_one_foe_it_is_a_duel(foe: dict[str, Any], tie_policy: str) -> None:
    """Given a single foe, then the odds are those of a duel; who drops with the foe has not won."""
    several = ask(OUTNUMBERED, you=YOU, foes=[foe], tie_policy=tie_policy)
    duel = ask(DUEL, x=YOU, y=foe, tie_policy=tie_policy)
    assert (several["p_you"], several["mean_rounds"]) == (duel["p_x"], duel["mean_rounds"])
    assert several["you_left"] == duel["x_left"]


def test_each_defense_against_several_makes_the_next_harder() -> None:
    guarded = {**YOU, "defence": "parry", "parry": {"base": 60}}
    values = ask(OUTNUMBERED, you=guarded, foes=[SLOW, QUICK])
    attacks = [{"attack": foe["attack"], "damage": foe["damage"]} for foe in (QUICK, SLOW)]
    each = ask(DEFENCE_ROUND, attacks=attacks, defence="parry", parry={"base": 60}, target_ap=1)
    assert values["mean_damage_to_you"] == each["mean"]


def test_a_shield_defense_is_left_to_the_duel() -> None:
    shielded = {**SLOW, "option": "shield_defence", "shield": "large", "parry": {"base": 40}}
    assert refused(OUTNUMBERED, you=YOU, foes=[QUICK, shielded]) == ("foes.1.option", "not_allowed")


def test_without_damage_the_fight_never_ends() -> None:
    harmless = {**YOU, "attack": {"base": 0}}
    values = ask(OUTNUMBERED, you=harmless, foes=[{**SLOW, "attack": {"base": 0}}])
    assert (values["status"], values["p_you"], values["p_foes"], values["mean_rounds"]) == ("stalemate", 0, 0, None)


@pytest.mark.parametrize(("hit_points", "taken"), [(30, True), (200, False)])
def test_a_fight_against_several_is_as_long_as_its_work_allows(hit_points: int, taken: bool) -> None:
    """Given ordinary fighters, then 30 hit points each are taken with four foes, and 200 are refused."""
    one = {**SLOW, "damage": "1d8+1d4", "hp": hit_points, "defence": "parry", "parry": {"base": 50}}
    if taken:
        OUTNUMBERED.parse({"you": one, "foes": [one] * 4})
    else:
        assert refused(OUTNUMBERED, you=one, foes=[one] * 4) == ("you.hp", "out_of_range")
