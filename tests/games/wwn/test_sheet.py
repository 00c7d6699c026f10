"""Worlds Without Number characters: their derived values, and what their conditions do to the odds.

The numbers are worked out by hand. Hessa is a Warrior of level 3 with Strength +1 and Stab 1: +5 with her sword. Ilo
has the attack bonus 2, Dexterity +1 and Shoot 2: +5 with the bow, and AC 13 in a buff coat. Hessa's AC is 15.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.engine.sheet.sheet import Act
from pyrules.engine.sheet.values import Matchup, Opponent, Values

from ...matchups import filled_answer, filled_inputs, matchup

SHEET = pyrules.sheet("wwn")
SWORD, SPEAR, FISTS = range(3)
BOW, DAGGER = range(2)


def hessa(*conditions: str, **changed: Any) -> Values:
    return _values("hessa", conditions, changed)


def ilo(*conditions: str, **changed: Any) -> Values:
    return _values("ilo", conditions, changed)


def _values(who: str, conditions: tuple[str, ...], changed: dict[str, Any]) -> Values:
    return Values(SHEET, SHEET.parse({**SHEET.example(who).data, "conditions": list(conditions), **changed}))


def act(label: str) -> Act:
    return next(one for one in SHEET.acts if one.label == label)


def inputs(slug: str, here: Matchup) -> Any:
    return filled_inputs(f"wwn.{slug}", here)


def ask(slug: str, here: Matchup, form: list[tuple[str, str]] | None = None) -> dict[str, Any]:
    return filled_answer(f"wwn.{slug}", here, form)


def of_20(faces: int) -> Fraction:
    return Fraction(faces, 20)


# What follows


def test_combat_numbers_of_both() -> None:
    one, other = hessa(), ilo()
    assert (one["attack_bonus"], one["str_mod"], one["killing_blow"]) == (3, 1, 2)
    assert (other["attack_bonus"], other["dex_mod"], other["killing_blow"]) == (2, 1, 0)
    assert (one["save_physical"], other["save_evasion"]) == (16 - 3 - 1, 16 - 4 - 1)
    assert (one["armor_class"], other["armor_class"]) == (14 + 1, 12 + 1)


def test_bare_hands_go_by_the_better_attribute() -> None:
    """Ilo: 2 for the level, Dexterity +1 and not Strength 0, and 2 off without Punch (WWN-HIT-02, WWN-HIT-03)."""
    assert ilo()["unarmed_hit"] == 2 + 1 - 2
    assert hessa()["unarmed_hit"] == 3 + 1 + 0


# Attacks


@pytest.mark.parametrize(
    ("mine", "theirs", "faces"),
    [
        ((), (), 13),  # +5 against 13: 8 or more
        (("prone",), (), 9),  # 4 less
        ((), ("prone",), 15),  # 2 more
        (("prone",), ("prone",), 11),
        ((), ("charging",), 15),  # AC 11
        ((), ("total_defense",), 11),  # AC 15
        (("charging",), (), 15),  # the attack that ends the charge has 2 more
    ],
)
def test_conditions_and_a_blow(mine: tuple[str, ...], theirs: tuple[str, ...], faces: int) -> None:
    assert ask("attack", matchup(hessa(*mine), ilo(*theirs)))["p_hit"] == of_20(faces)


@pytest.mark.parametrize(
    ("mine", "theirs", "faces"),
    [((), (), 11), (("prone",), (), 11), ((), ("prone",), 9)],  # +5 against 15; from the ground one shoots as well
)
def test_conditions_and_a_shot(mine: tuple[str, ...], theirs: tuple[str, ...], faces: int) -> None:
    assert ask("attack", matchup(ilo(*mine), hessa(*theirs), BOW))["p_hit"] == of_20(faces)


def test_no_shock_in_total_defense() -> None:
    low = ilo(overrides={"armor_class": 11})
    assert ask("attack", matchup(hessa(), low))["shock_on_miss"] == 2 + 1 + 2
    guarded = ilo("total_defense", overrides={"armor_class": 11})
    assert ask("attack", matchup(hessa(), guarded))["shock_on_miss"] == 0


@pytest.mark.parametrize("slug", ["shove", "grapple_start"])
def test_who_lies_on_the_ground_matters_for_bare_hands_too(slug: str) -> None:
    """Hessa's +4 against AC 13 (WWN-MOD-02, WWN-MOD-03)."""
    assert ask(slug, matchup(hessa(), ilo()))["p_hit"] == of_20(12)
    assert ask(slug, matchup(hessa("prone"), ilo()))["p_hit"] == of_20(8)
    assert ask(slug, matchup(hessa(), ilo("prone")))["p_hit"] == of_20(14)


def test_and_for_a_blow_at_a_shield() -> None:
    assert inputs("shatter_shield", matchup(hessa(), ilo())).hit_bonus == 5
    assert inputs("shatter_shield", matchup(hessa("prone"), ilo())).hit_bonus == 1


# Nothing counts twice


def test_a_swarm_strikes_at_the_sheet_and_counts_total_defense_once() -> None:
    made = inputs("swarm", matchup(ilo("total_defense"), hessa()))
    assert (made.total_defense, made.attack.target_ac, made.attack.class_bonus) == (True, 13, 3)
    assert inputs("swarm", matchup(ilo("charging"), hessa())).attack.target_ac == 11


def test_total_defense_counts_itself_once() -> None:
    """The calculator shows both sides of it, so that the condition on the sheet changes neither."""
    plain = ask("total_defense", matchup(hessa(), ilo()))
    assert ask("total_defense", matchup(hessa("total_defense"), ilo())) == plain
    assert inputs("total_defense", matchup(hessa("charging"), ilo())).incoming[0].target_ac == 13


def test_a_charge_counts_itself_once() -> None:
    plain = ask("charge", matchup(hessa(), ilo()))
    assert ask("charge", matchup(hessa("charging"), ilo())) == plain
    assert inputs("charge", matchup(hessa("total_defense"), ilo())).incoming[0].target_ac == 17


@pytest.mark.parametrize("condition", ["charging", "total_defense"])
def test_what_lasts_a_round_does_not_last_a_fight(condition: str) -> None:
    """Less AC for the rest of the round, more until the next turn (WWN-CHARGE-04, WWN-TD-03)."""
    both = matchup(hessa(condition), ilo(condition, overrides={"armor_class": 11}))
    neither = matchup(hessa(), ilo(overrides={"armor_class": 11}))
    for slug in ("duel", "rounds_to_drop"):
        assert ask(slug, both) == ask(slug, neither)
    duel = inputs("duel", both)
    assert (duel.a.attacks[0].target_ac, duel.b.attacks[0].target_ac) == (11, 15)
    assert not duel.a.attacks[0].shock_immune


def test_a_foe_without_a_sheet_has_the_entered_armor_class() -> None:
    """And strikes at mine."""
    result = matchup(hessa("charging"), Opponent(SHEET.target(armor_class_now=19)))
    assert inputs("rounds_to_drop", result).attacks[0].target_ac == 19
    duel = inputs("duel", result)
    assert (duel.a.attacks[0].target_ac, duel.b.attacks[0].target_ac) == (19, 15)


def test_who_lies_on_the_ground_lies_there_for_the_fight() -> None:
    """Until somebody spends a Move Action on standing up, and this calculator knows of none."""
    assert inputs("duel", matchup(hessa(), ilo("prone"))).a.attacks[0].circumstances == ("target_prone_adjacent",)


# Down, and held


def test_a_character_falls_as_one() -> None:
    assert inputs("downed", matchup(hessa(), None)).target_kind == "pc"
    assert inputs("execution", matchup(hessa(), ilo())).target_kind == "pc"


def test_who_is_held_takes_the_fists_of_the_other() -> None:
    claws = {**SHEET.example("hessa").data["weapons"][FISTS], "damage": "1d6"}
    assert str(inputs("grapple_race", matchup(ilo(), hessa(weapons=[claws]))).grapplers[0].unarmed) == "1d6"
    assert str(inputs("grapple_race", matchup(hessa(), ilo())).grapplers[0].unarmed) == "1d2"


@pytest.mark.parametrize("condition", ["surprised", "incapacitated", "mortally_wounded", "dead"])
def test_some_conditions_leave_nothing_to_do(condition: str) -> None:
    me = hessa(condition)
    blocked_reason = [
        act("Attack").why_blocked(me.weapons()[SWORD]),
        *(act(one).why_blocked(me) for one in ("Shove", "Grapple")),
    ]
    assert all(blocked_reason)


def test_a_grapple_leaves_bare_hands_and_a_way_out() -> None:
    held, holding = hessa("grappled"), hessa("grappling")
    assert act("Attack").why_blocked(held.weapons()[SWORD])
    assert not act("Attack").why_blocked(held.weapons()[FISTS])
    assert act("Break free").when(held)
    assert not act("Break free").when(hessa())
    assert act("Drag or throw").when(holding)
    assert act("Grapple").why_blocked(holding) == "You hold somebody already."
    assert not act("Grapple").why_blocked(hessa())
