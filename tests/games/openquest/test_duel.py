"""Duels agree with enumerating every blow in every state; and the comparison of options."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pyrules.games.openquest.close.attack_options import ATHLETIC_ATTACK, DISARMING_ATTACK, GREAT_ATTACK
from pyrules.games.openquest.close.charge import CHARGE
from pyrules.games.openquest.close.close_attack import CLOSE_ATTACK
from pyrules.games.openquest.close.compare_options import COMPARE_OPTIONS
from pyrules.games.openquest.close.two_attacks import ALL_OUT_ATTACK
from pyrules.games.openquest.duel.duel import DUEL, explanation
from pyrules.games.openquest.rolls.damage import DAMAGE

from ..asking import ask, refused
from .outcomes import outcomes

KNIGHT: dict[str, Any] = {
    "attack": {"base": 60},
    "damage": "1d6",
    "defence": "parry",
    "parry": {"base": 50},
    "shield": "large",
    "ap": 2,
    "hp": 5,
}
ROGUE: dict[str, Any] = {"attack": {"base": 70}, "damage": "1d4+1", "defence": "dodge", "dodge": {"base": 40}, "hp": 4}

Blow = tuple[tuple[int, int, Fraction], ...]
"""What an attack can do: damage, what strikes back, chance."""


def blows(one: dict[str, Any], other: dict[str, Any]) -> tuple[Blow, ...]:
    """The attacks of a round, apart; the second as if the first had been defended against (see `defended`)."""
    option, against = one.get("option", "normal"), other.get("option", "normal")
    if option == "shield_defence":
        return ()
    mods = {"all_out": -20, "great": 20}.get(option, 0) + one["attack"].get("mods", 0)
    attack = {"attack": {**one["attack"], "mods": mods}, "damage": one["damage"], "target_ap": other.get("ap", 0)}
    count = 2 if option == "all_out" else 1
    if against == "shield_defence":
        parry = {"defence": "parry", "parry": {**other["parry"], "mods": 20}}
        return (struck_back_at(attack, parry, other["damage"], one.get("ap", 0)),) * count
    return (tuple((int(n), 0, p) for n, p in ask(CLOSE_ATTACK, **attack)["damage"].items()),) * count


def struck_back_at(attack: dict[str, Any], parry: dict[str, Any], weapon: str, armor: int) -> Blow:
    """An attack on a shield: critical parries, of plain hits and of criticals, strike back."""
    answer = ask(CLOSE_ATTACK, **attack, **parry)
    back = {int(n): p for n, p in ask(DAMAGE, damage=weapon, ap=armor)["damage"].items()}
    rolled = {int(n): p for n, p in ask(DAMAGE, damage=attack["damage"], ap=attack["target_ap"])["damage"].items()}
    skill, shield = attack["attack"]["base"] + attack["attack"]["mods"], parry["parry"]["base"] + parry["parry"]["mods"]
    criticals = Fraction(shield // 11, 100)
    stopped, let_through = Fraction(skill - skill // 11, 100) * criticals, Fraction(skill // 11, 100) * criticals
    plain = {int(n): p for n, p in answer["damage"].items()}
    plain[0] -= stopped
    for n, p in rolled.items():
        plain[n] = plain.get(n, Fraction(0)) - let_through * p
    found = [(n, 0, p) for n, p in plain.items() if p]
    found += [(0, c, stopped * q) for c, q in back.items()]
    found += [(n, c, let_through * p * q) for n, p in rolled.items() for c, q in back.items()]
    return tuple(found)


Turns = tuple[tuple[Blow, ...], tuple[Blow, ...]]


def by_hand(
    x: dict[str, Any], y: dict[str, Any], order: str, first: Turns | None = None
) -> tuple[Fraction, Fraction, Fraction]:
    """X wins, Y wins, mean rounds: from every state, every blow; a round that changes nothing is divided out.

    `first` are the blows of the first round, if they differ.
    """
    usual = blows(x, y), blows(y, x)

    def turn(states: dict[tuple[int, int], Fraction], attacks: tuple[Blow, ...], *, of_x: bool) -> Any:
        for blow in attacks:
            after: dict[tuple[int, int], Fraction] = {}
            for (hx, hy), p in states.items():
                for n, c, q in blow if hx > 0 and hy > 0 else ((0, 0, Fraction(1)),):
                    back = 0 if (hy if of_x else hx) - n <= 0 else c
                    at = (hx - back, hy - n) if of_x else (hx - n, hy - back)
                    after[at] = after.get(at, Fraction(0)) + p * q
            states = after
        return states

    def one_round(hx: int, hy: int, on_y: tuple[Blow, ...], on_x: tuple[Blow, ...]) -> dict[Any, Fraction]:
        now = {(hx, hy): Fraction(1)}
        if order == "both" and on_y and on_x:
            to_y, to_x = turn(now, on_y, of_x=True), turn(now, on_x, of_x=False)
            together: dict[Any, Fraction] = {}
            for (_, left_y), p in to_y.items():
                for (left_x, _), q in to_x.items():
                    together[left_x, left_y] = together.get((left_x, left_y), Fraction(0)) + p * q
            return together
        x_first = turn(turn(now, on_y, of_x=True), on_x, of_x=False)
        y_first = turn(turn(now, on_x, of_x=False), on_y, of_x=True)
        share = {"x": Fraction(1), "y": Fraction(0), "coin": Fraction(1, 2), "both": Fraction(1)}[order]
        return {at: share * x_first.get(at, 0) + (1 - share) * y_first.get(at, 0) for at in {*x_first, *y_first}}

    @cache
    def ends(hx: int, hy: int) -> tuple[Fraction, Fraction, Fraction]:
        if hx <= 0 or hy <= 0:
            return Fraction(hx > 0), Fraction(hy > 0), Fraction(0)
        after = one_round(hx, hy, *usual)
        stays = after.pop((hx, hy), Fraction(0))
        parts = [(p, ends(*at)) for at, p in after.items() if p]
        x_wins, y_wins, more = (sum((p * end[i] for p, end in parts), Fraction(0)) for i in range(3))
        return x_wins / (1 - stays), y_wins / (1 - stays), (1 + more) / (1 - stays)

    if first is None:
        return ends(x["hp"], y["hp"])
    parts = [(p, ends(*at)) for at, p in one_round(x["hp"], y["hp"], *first).items()]
    x_wins, y_wins, more = (sum((p * end[i] for p, end in parts), Fraction(0)) for i in range(3))
    return x_wins, y_wins, 1 + more


OPEN = {"defence": "none"}


@pytest.mark.parametrize("first", ["x", "y", "coin", "both"])
@pytest.mark.parametrize(
    ("x", "y"),
    [
        ({**KNIGHT, **OPEN}, {**ROGUE, **OPEN}),
        ({**KNIGHT, **OPEN, "option": "all_out"}, {**ROGUE, **OPEN, "option": "great"}),
        ({**ROGUE, "option": "all_out"}, {**KNIGHT, "option": "shield_defence"}),
        ({**KNIGHT, "option": "shield_defence"}, {**ROGUE, "option": "great", "ap": 1, "hp": 7}),
    ],
)
def test_a_duel_agrees_with_an_account_of_every_blow(x: dict[str, Any], y: dict[str, Any], first: str) -> None:
    answer = ask(DUEL, x=x, y=y, first=first)
    assert (answer["p_x"], answer["p_y"], answer["mean_rounds"]) == by_hand(x, y, first)
    assert (sum(answer["x_left"].values()), sum(answer["y_left"].values())) == (answer["p_x"], answer["p_y"])
    if first == "both":
        assert answer["p_both"] == 1 - answer["p_x"] - answer["p_y"]


def raised(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "attack": {"base": one["attack"]["base"], "mods": 20}}


BARE = {**KNIGHT, **OPEN}
BARE_ROGUE = {**ROGUE, **OPEN}
SHIELDED = {**KNIGHT, "option": "shield_defence"}


@pytest.mark.parametrize("first", ["x", "y", "coin", "both"])
@pytest.mark.parametrize(
    ("x", "y", "openings", "opening_round"),
    [
        (BARE, BARE_ROGUE, ("surprised", "ready"), ((), blows(BARE_ROGUE, BARE))),
        (BARE, BARE_ROGUE, ("ready", "defenceless"), (blows(BARE, BARE_ROGUE), ())),
        (BARE, BARE_ROGUE, ("incensed", "ready"), (blows(raised(BARE), BARE_ROGUE), blows(BARE_ROGUE, BARE))),
        (BARE, BARE_ROGUE, ("pursuer", "defenceless"), (blows(raised(BARE), BARE_ROGUE), ())),
        (BARE_ROGUE, SHIELDED, ("ready", "defenceless"), (blows(BARE_ROGUE, BARE), ())),
        (SHIELDED, BARE_ROGUE, ("defenceless", "ready"), ((), blows(BARE_ROGUE, BARE))),
        (BARE_ROGUE, SHIELDED, ("surprised", "ready"), ((), ())),
    ],
)
def test_a_duel_with_an_opening_agrees_with_an_account_of_every_blow(
    x: dict[str, Any], y: dict[str, Any], openings: tuple[str, str], opening_round: Turns, first: str
) -> None:
    """Given a first round that is unlike the others, then it counts once, and the usual rounds follow."""
    starts = {"x": {**x, "opening": openings[0]}, "y": {**y, "opening": openings[1]}}
    answer = ask(DUEL, **starts, first=first)
    assert (answer["p_x"], answer["p_y"], answer["mean_rounds"]) == by_hand(x, y, first, opening_round)
    assert (sum(answer["x_left"].values()), sum(answer["y_left"].values())) == (answer["p_x"], answer["p_y"])


def test_the_surprised_may_still_parry() -> None:
    """Given a foe who is surprised, then the foe parries in the first round, unlike one who is defenseless."""
    p_x = [ask(DUEL, x=ROGUE, y={**KNIGHT, "opening": one})["p_x"] for one in ("ready", "surprised", "defenceless")]
    assert p_x == sorted(p_x)
    assert len(set(p_x)) == 3
    great = ask(DUEL, x=ROGUE, y={**KNIGHT, "option": "great", "opening": "surprised"})
    bare = ask(DUEL, x=ROGUE, y={**KNIGHT, "option": "great", "opening": "defenceless"})
    assert great["p_x"] < bare["p_x"]


def test_a_first_round_that_drops_the_foe_for_certain_is_the_whole_duel() -> None:
    sure = {**ROGUE, "attack": {"base": 100}, "damage": "9"}
    answer = ask(DUEL, x=sure, y={**BARE, "opening": "defenceless"})
    assert (answer["p_x"], answer["mean_rounds"], answer["status"]) == (1, 1, "ok")


def test_a_bonus_on_the_first_action_moves_its_place_in_the_order() -> None:
    """Given the lower skill and a bonus, then the first round alone goes to that side."""
    slow, quick = {**BARE, "attack": {"base": 60}}, {**BARE_ROGUE, "attack": {"base": 70}}
    seen = outcomes(DUEL, x={**slow, "damage": "9", "opening": "incensed"}, y={**quick, "damage": "9"})
    assert seen["The foe drops"] == Fraction(80, 100)


def test_a_bonus_against_a_shield_defense_is_refused() -> None:
    assert refused(DUEL, x={**ROGUE, "opening": "incensed"}, y=SHIELDED) == ("x.opening", "not_allowed")


@pytest.mark.parametrize(
    ("x", "y", "tie_policy", "first"),
    [
        ({"attack": {"base": 70, "mods": -10}}, {"attack": {"base": 60}}, "base_then_dex", "x"),
        ({"attack": {"base": 60}, "dex": 12}, {"attack": {"base": 60}, "dex": 13}, "base_then_dex", "y"),
        ({"attack": {"base": 60}}, {"attack": {"base": 60}}, "base_then_dex", "coin"),
        ({"attack": {"base": 70, "mods": -10}}, {"attack": {"base": 60}}, "simultaneous", "both"),
        ({"attack": {"base": 61}}, {"attack": {"base": 60}}, "simultaneous", "x"),
    ],
)
def test_a_tie_in_a_duel_is_broken_as_in_the_order(
    x: dict[str, Any], y: dict[str, Any], tie_policy: str, first: str
) -> None:
    duelists = {"x": {**BARE, **x}, "y": {**BARE_ROGUE, **y}}
    assert ask(DUEL, **duelists, tie_policy=tie_policy)["first"] == first


def test_who_strikes_at_once_may_drop_at_once() -> None:
    frail = {"attack": {"base": 50}, "damage": "9", "hp": 5}
    assert outcomes(DUEL, x=frail, y=frail, tie_policy="simultaneous") == {
        "Both stand": Fraction(1, 4),
        "Your side drops": Fraction(1, 4),
        "The foe drops": Fraction(1, 4),
        "Both drop": Fraction(1, 4),
    }
    answer = ask(DUEL, x=frail, y=frail, tie_policy="simultaneous")
    assert (answer["p_x"], answer["p_y"], answer["p_both"]) == (Fraction(1, 3),) * 3


def test_a_duel_says_how_ties_are_broken_and_what_fumbles_cost() -> None:
    """Given any duel, then its explanation names the table rule on ties and the Referee's part in fumbles."""
    labels = [step.label for step in explanation(DUEL.parse(DUEL.start)).steps]
    assert any("breaks no ties" in label for label in labels)
    assert any("fumble costs nothing here" in label for label in labels)


def test_a_defense_counts_in_a_duel_as_in_an_attack() -> None:
    answer = ask(DUEL, x=ROGUE, y=KNIGHT)
    blow = ask(CLOSE_ATTACK, attack={"base": 70}, damage="1d4+1", target_ap=2, defence="parry", parry={"base": 50})
    assert answer["mean_damage_to_y"] == blow["mean"]
    both = ask(DUEL, x={**ROGUE, "option": "all_out"}, y=KNIGHT)
    twice = ask(ALL_OUT_ATTACK, attack={"base": 70}, damage="1d4+1", target_ap=2, defence="parry", parry={"base": 50})
    assert both["mean_damage_to_y"] == twice["mean"]
    assert both["mean_damage_to_x"] == ask(CLOSE_ATTACK, attack={"base": 60}, damage="1d6")["mean"]  # no defense left


def test_a_great_attack_counts_in_a_duel_as_on_its_own() -> None:
    strong = {**ROGUE, "damage_mod": "+1d6", "option": "great"}
    blow = {"attack": {"base": 70}, "damage": "1d4+1", "damage_mod": "+1d6", "target_ap": 2}
    great = ask(GREAT_ATTACK, **blow, defence="parry", parry={"base": 50})
    assert ask(DUEL, x=strong, y=KNIGHT)["mean_damage_to_y"] == great["mean"]


@pytest.mark.parametrize(("skill", "first"), [(69, "y"), (70, "coin"), (71, "x")])
def test_the_higher_skill_strikes_first(skill: int, first: str) -> None:
    assert ask(DUEL, x={**KNIGHT, "attack": {"base": skill}, "option": "great"}, y=ROGUE)["first"] == first


@pytest.mark.parametrize("option", ["normal", "shield_defence"])
def test_without_damage_neither_side_wins(option: str) -> None:
    harmless = {**KNIGHT, "attack": {"base": 0}, "option": option}
    answer = ask(DUEL, x=harmless, y={**harmless, "option": "shield_defence"})
    assert (answer["status"], answer["p_x"], answer["p_y"], answer["mean_rounds"]) == ("stalemate", 0, 0, None)
    assert (answer["x_left"], answer["y_left"]) == ({}, {})


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"option": "shield_defence", "shield": "small"}, ("y.shield", "not_allowed")),
        ({"option": "shield_defence", "defence": "none", "parry": None}, ("y.parry", "missing_field")),
        ({"defence": "dodge"}, ("y.dodge", "missing_field")),
    ],
)
def test_a_fighter_needs_what_it_fights_with(change: dict[str, Any], refusal: tuple[str, str]) -> None:
    assert refused(DUEL, x=ROGUE, y={**KNIGHT, **change}) == refusal


def test_a_rolled_round_drops_as_often_as_its_order_says() -> None:
    frail = {"attack": {"base": 50}, "damage": "9", "hp": 5}
    assert outcomes(DUEL, x=frail, y=frail, first="x") == {
        "Both stand": Fraction(1, 4),
        "Your side drops": Fraction(1, 4),
        "The foe drops": Fraction(1, 2),
    }
    coin = outcomes(DUEL, x=frail, y=frail)
    assert coin == {"Both stand": Fraction(1, 4), "Your side drops": Fraction(3, 8), "The foe drops": Fraction(3, 8)}


def test_what_one_side_has_done_is_not_held_against_the_other() -> None:
    tough = {"attack": {"base": 50}, "damage": "3", "hp": 5}
    assert outcomes(DUEL, x=tough, y=tough, first="x") == {"Both stand": 1}


# What one could do.

FOE = {"target_ap": 3, "target_hp": 9, "defence": "parry", "parry": {"base": 50}, "dodge": {"base": 65}}
BLADE = {"attack": {"base": 60}, "damage": "1d8", "damage_mod": "+1d4"}


def test_each_option_is_that_of_its_own_calculator() -> None:
    answer = ask(COMPARE_OPTIONS, **BLADE, **FOE, athletics={"base": 55}, charge_die="rolled")
    each = {
        "normal": ask(CLOSE_ATTACK, **BLADE, **FOE),
        "great": ask(GREAT_ATTACK, **BLADE, **FOE),
        "all_out": ask(ALL_OUT_ATTACK, **BLADE, **FOE),
        "charge": ask(CHARGE, **BLADE, **FOE, charge_die="rolled"),
        "athletic": ask(ATHLETIC_ATTACK, **BLADE, **FOE, athletics={"base": 55}),
    }
    assert list(answer["attacker"]) == list(each)
    assert answer["attacker"] == {
        way: {name: one[name] for name in ("p_hit", "mean", "p_drop")} for way, one in each.items()
    }
    without_harm = {name: FOE[name] for name in ("defence", "parry", "dodge")}
    assert answer["p_disarmed"] == ask(DISARMING_ATTACK, attack={"base": 60}, **without_harm)["p_disarmed"]


def test_the_table_stands_best_first() -> None:
    answer = ask(COMPARE_OPTIONS, **BLADE, **FOE, athletics={"base": 55})
    keys = [(row["p_drop"], row["mean"]) for row in answer["attack_options"]]
    assert keys == sorted(keys, reverse=True)
    assert answer["best_attack"] == answer["attack_options"][0]["option"]
    assert answer["best_p_drop"] == max(way["p_drop"] for way in answer["attacker"].values())
    kept = [(row["p_drop"], row["mean"]) for row in answer["defense_options"]]
    assert kept == sorted(kept)
    assert answer["best_defence"] == answer["defense_options"][0]["option"]


def test_dropping_the_foe_counts_more_than_damage() -> None:
    """An Athletic Attack does 12 at most: against 14 hit points a charge is best, though it does less on average."""
    answer = ask(COMPARE_OPTIONS, **BLADE, **{**FOE, "target_hp": 14}, athletics={"base": 55})
    assert answer["best_attack"] == "charge"
    assert answer["best_mean"] < answer["attacker"]["athletic"]["mean"]


def test_equal_options_keep_the_order_of_the_table() -> None:
    hopeless = ask(COMPARE_OPTIONS, **{**BLADE, "attack": {"base": 0, "mods": -50}}, target_hp=9)
    assert [row["option"] for row in hopeless["attack_options"]] == ["normal", "great", "all_out", "charge"]
    assert hopeless["best_attack"] == "normal"


@pytest.mark.parametrize(
    ("change", "defenses"),
    [
        ({}, ["parry", "dodge", "none"]),
        ({"shield": "small"}, ["parry", "dodge", "none"]),
        ({"shield": "large"}, ["parry", "dodge", "shield_defence", "none"]),
        ({"shield": "large", "parry": None, "defence": "dodge"}, ["dodge", "none"]),
    ],
)
def test_a_foe_defends_with_what_it_has(change: dict[str, Any], defenses: list[str]) -> None:
    assert list(ask(COMPARE_OPTIONS, **BLADE, **{**FOE, **change})["defender"]) == defenses


def test_a_shield_defense_is_a_parry_at_a_bonus() -> None:
    answer = ask(COMPARE_OPTIONS, **BLADE, **FOE, shield="medium")
    blow = ask(CLOSE_ATTACK, **BLADE, **{**FOE, "parry": {"base": 70}})
    assert answer["defender"]["shield_defence"]["p_drop"] == blow["p_drop"]


def test_nobody_is_disarmed_by_the_reaction_that_hurts_least() -> None:
    assert ask(COMPARE_OPTIONS, **BLADE, **{**FOE, "defence": "best"})["p_disarmed"] is None
    with pytest.raises(ValueError):
        outcomes(COMPARE_OPTIONS, "disarm", **BLADE, **{**FOE, "defence": "best"})


def test_what_is_rolled_is_the_option_that_was_chosen() -> None:
    seen = outcomes(COMPARE_OPTIONS, "great", **BLADE, **FOE)
    answer = ask(COMPARE_OPTIONS, **BLADE, **FOE)["attacker"]["great"]
    assert seen["Hit"] + seen["Critical hit"] == answer["p_hit"]
