"""Foes of Worlds Without Number: sheets that give exactly the numbers of their stat lines.

The expected numbers come from the notation of the table of foes (SRD 5.1.0), read here by itself: a hit bonus such as
`10`, damage such as `Wpn+4` or `2d6+3`, Shock such as `Wpn+4/-`, `6/15` or none.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.dice import Dice, parse_dice
from pyrules.engine.errors import InvalidInput, UnknownName
from pyrules.engine.inputs import input_fields
from pyrules.engine.sheet.values import Matchup, Opponent, Values
from pyrules.games.wwn.fight.foes import FOES, QuickFoe

from ...drawing import examples
from ...matchups import filled_answer, filled_inputs, matchup, values_of

SHEET = pyrules.sheet("wwn")
FACTS = pyrules.facts("wwn")
ROWS = {row["id"]: row for row in FACTS.table("foes").rows}
ARMS = {row["id"]: row for row in FACTS.table("weapons").rows}
SOME_ARMS = ("long_sword", "great_hammer", "stiletto", "blackjack", "crossbow", "throwing_blade", "unarmed")
ANY = "any"
SAVES = ("physical", "evasion", "mental", "luck")
ARMOR_CLASSES = (8, 13, 15, 18, 23)

EVERY_FOE = pytest.mark.parametrize("foe", ROWS)
ARMED_FOES = [foe for foe, row in ROWS.items() if row["damage"].startswith("Wpn")]
EVERY_ATTACK = pytest.mark.parametrize(
    ("foe", "arm"),
    [(foe, arm) for foe in ROWS for arm in (SOME_ARMS if foe in ARMED_FOES else ("",))],
)


class Blow(NamedTuple):
    """What a stat line says of an attack: hit bonus, dice, bonus to the dice, Shock, and its Armor Class."""

    hit: int
    dice: Dice
    bonus: int
    shock: int | None
    shock_ac: int | str


def of_stat_line(foe: str, arm: str) -> Blow:
    row = ROWS[foe]
    if not arm:
        points, _, reach = row["shock"].partition("/")
        shock_ac = ANY if reach == "-" else int(reach or 0)
        return Blow(row["attack"], _dice(row["damage"]), 0, int(points) if points else None, shock_ac)
    weapon = ARMS[arm]
    matched = re.fullmatch(r"Wpn(?:\+(\d+))?", row["damage"])
    assert matched
    bonus = int(matched[1] or 0)
    assert row["shock"].startswith(row["damage"])  # damage and Shock have the same bonus
    shock = weapon["shock"] + bonus if weapon["shock"] and weapon["kind"] == "melee" else None
    shock_ac = ANY if row["shock"].endswith("/-") else weapon["shock_ac"]
    return Blow(row["attack"], _dice(weapon["damage"]), bonus, shock, shock_ac)


def _dice(text: str) -> Dice:
    dice = parse_dice(text)
    assert dice
    return dice


def sheet_of(foe: str, arm: str = "") -> Values:
    return values(FOES.pairs(foe, arm or ("long_sword" if foe in ARMED_FOES else "")))


def values(pairs: list[tuple[str, str]]) -> Values:
    return values_of(SHEET, pairs)


def hessa(**changed: Any) -> Values:
    return Values(SHEET, SHEET.parse({**SHEET.example("hessa").data, **changed}))


def ask(slug: str, here: Matchup) -> dict[str, Any]:
    return filled_answer(f"wwn.{slug}", here)


def against(me: Values, armor_class: int) -> dict[str, Any]:
    return ask("attack", matchup(me, Opponent(SHEET.target(armor_class_now=armor_class))))


def chance(hit: int, armor_class: int) -> Fraction:
    """The chance of a d20 with a bonus to reach an Armor Class."""
    return Fraction(min(20, max(0, 21 - (armor_class - hit))), 20)


def damage(blow: Blow, armor_class: int) -> dict[str, Fraction]:
    """The damage of an attack: a hit does at least its Shock, a miss does Shock up to its Armor Class."""
    p_hit = chance(blow.hit, armor_class)
    least = blow.shock or 0
    reaches = blow.shock_ac == ANY or armor_class <= int(blow.shock_ac or 0)
    found: dict[int, Fraction] = {}
    for points, p in blow.dice.die().probabilities().items():
        done = max(points + blow.bonus, least)
        found[done] = found.get(done, Fraction(0)) + p * p_hit
    missed = least if reaches else 0
    found[missed] = found.get(missed, Fraction(0)) + 1 - p_hit
    return {str(points): p for points, p in found.items() if p}


def as_fractions(distribution: dict[str, Any]) -> dict[str, Fraction]:
    return {points: Fraction(p) for points, p in distribution.items() if p}


# The stat lines


def test_all_stat_lines_are_there() -> None:
    assert len(FOES.rows) == 35
    assert [row.id for row in FOES.rows] == list(ROWS)
    assert {option.id for option in FOES.weapons} == set(ARMS)


@EVERY_FOE
def test_a_foe_is_a_sheet_with_its_stat_line(foe: str) -> None:
    row, me = ROWS[foe], sheet_of(foe)

    assert me["name"] == row["label"]
    assert me["armor_class"] == me["armor_class_now"] == int(row["ac"].rstrip("a"))
    assert [me[f"save_{save}"] for save in SAVES] == [row["save"]] * 4
    assert (me["speed"], me["morale"], me["attacks"]) == (row["move_ft"], row["morale"], row["attacks"])
    assert (me["killing_blow"], me["system_strain"]) == (0, 0)
    assert [me[f"{one}_mod"] for one in ("str", "dex", "con", "int", "wis", "cha")] == [0] * 6


@EVERY_ATTACK
def test_an_attack_has_the_bonus_the_damage_and_the_shock_of_the_stat_line(foe: str, arm: str) -> None:
    me, blow = sheet_of(foe, arm), of_stat_line(foe, arm)
    for armor_class in ARMOR_CLASSES:
        found = against(me, armor_class)
        assert found["hit_bonus"] == blow.hit
        assert found["p_hit"] == chance(blow.hit, armor_class)
        assert as_fractions(found["damage"]) == damage(blow, armor_class)


@pytest.mark.parametrize("arm", ARMS)
def test_every_weapon_can_be_borne(arm: str) -> None:
    blow = of_stat_line("barbarian_warlord", arm)
    found = against(sheet_of("barbarian_warlord", arm), 20)
    assert (found["hit_bonus"], as_fractions(found["damage"])) == (10, damage(blow, 20))


def test_a_warlord_with_a_long_sword_worked_by_hand() -> None:
    """+10 against AC 20 needs a 10. A hit does 1d8+4, at least the Shock of 2+4, which any AC suffers."""
    found = against(sheet_of("barbarian_warlord", "long_sword"), 20)

    assert found["p_hit"] == Fraction(11, 20)
    assert found["shock_on_miss"] == found["hit_floor"] == 6
    assert as_fractions(found["damage"])["12"] == Fraction(11, 20) / 8


def test_a_small_predator_worked_by_hand() -> None:
    """+2 against AC 13 needs an 11. Its Shock of 1 works up to AC 13."""
    me = sheet_of("small_pack_predator")
    assert (against(me, 13)["p_hit"], against(me, 13)["shock_on_miss"]) == (Fraction(1, 2), 1)
    assert against(me, 14)["shock_on_miss"] == 0


@EVERY_FOE
def test_an_attack_on_a_foe_meets_its_armor_class(foe: str) -> None:
    found = filled_inputs("wwn.attack", matchup(hessa(), sheet_of(foe)))
    assert found.target_ac == int(ROWS[foe]["ac"].rstrip("a"))
    assert not (found.circumstances or found.shock_immune or found.weapon_harmless)


def test_an_armor_piercing_weapon_pierces_worn_armor_alone() -> None:
    piercing = [{"name": "Hurlant", "damage": "1d12", "kind": "ranged", "skill": "shoot", "armor_piercing": True}]
    me = hessa(weapons=piercing)

    assert filled_inputs("wwn.attack", matchup(me, sheet_of("warrior_baron"))).target_ac == 10  # 18a
    assert filled_inputs("wwn.attack", matchup(me, sheet_of("terrible_warbeast"))).target_ac == 15


@EVERY_FOE
def test_all_saves_are_the_stat_lines(foe: str) -> None:
    me = sheet_of(foe)
    for save in SAVES:
        here = Matchup(me, me.weapons()[0])
        assert filled_inputs("wwn.save", here, more={"target": f"save_{save}"}).target == ROWS[foe]["save"]
    assert filled_inputs("wwn.execution", matchup(hessa(), me)).save_target == ROWS[foe]["save"]


@EVERY_FOE
def test_morale_is_filled_in(foe: str) -> None:
    assert filled_inputs("wwn.morale", Matchup(sheet_of(foe))).score == ROWS[foe]["morale"]


# Contests


@EVERY_FOE
def test_contests_have_the_skill_and_hit_rolls_the_whole_bonus(foe: str) -> None:
    me, row = sheet_of(foe), ROWS[foe]
    for slug in ("shove", "grapple_start"):
        found = filled_inputs(f"wwn.{slug}", matchup(me, hessa()))
        assert (found.hit_bonus, found.attacker.skill, found.attacker.attr_mod) == (row["attack"], row["skill"], 0)
        assert filled_inputs(f"wwn.{slug}", matchup(hessa(), me)).defender.skill == row["skill"]
    assert filled_inputs("wwn.grapple_escape", matchup(me, hessa())).defender.skill == row["skill"]
    found = filled_inputs("wwn.shatter_shield", matchup(me, hessa()))
    assert (found.hit_bonus, found.attacker.skill) == (row["attack"], row["skill"])


@EVERY_FOE
def test_a_hold_does_the_unarmed_damage_of_the_stat_line(foe: str) -> None:
    blow = of_stat_line(foe, "unarmed" if foe in ARMED_FOES else "")
    found = ask("grapple_race", matchup(hessa(), sheet_of(foe)))["damage_per_round"]

    assert as_fractions(found) == {str(points + blow.bonus): p for points, p in blow.dice.die().probabilities().items()}


def test_one_who_is_held_still_has_bare_hands() -> None:
    names = [weapon["name"] for weapon in sheet_of("thug_or_militia", "halberd").weapons()]
    assert names == ["Halberd", "Unarmed attack"]
    assert len(sheet_of("thug_or_militia", "unarmed").weapons()) == 1


def test_no_foe_wins_ties_and_the_nameless_die() -> None:
    me = sheet_of("peaceful_human")
    assert filled_inputs("wwn.downed", Matchup(me)).target_kind == "generic"
    assert not filled_inputs("wwn.initiative_group", matchup(me, hessa())).sides[0].pc
    dead = values(_with("herd_beast", hit_points="0"))
    assert SHEET.status(dead) == "Dead."


def _with(foe: str, **changed: str) -> list[tuple[str, str]]:
    held, problems = SHEET.from_text([*FOES.pairs(foe), *changed.items()])
    assert problems == []
    return SHEET.to_pairs(held)


# Hit points


@EVERY_FOE
def test_hit_points_are_d8s(foe: str) -> None:
    dice, number = FOES.hit_points(foe), ROWS[foe]["hit_dice"]
    assert dice is not None
    assert (min(dice.weights), max(dice.weights), dice.mean(int)) == (number, 8 * number, Fraction(9 * number, 2))
    assert sheet_of(foe)["hit_points"] == sheet_of(foe)["hit_points_max"] == 9 * number // 2


# What they look like


def test_lines_say_the_numbers() -> None:
    assert FOES.row("peaceful_human").line == "1 HD · AC 10 · +0 · weapon · Morale 7"
    assert FOES.row("barbarian_warlord").line == "8 HD · AC 16 · +10 ×2 · weapon+4 · Shock up to any AC · Morale 10"
    assert FOES.row("predator_large_vicious").line == "6 HD · AC 13 · +7 ×2 · 2d6 · Shock 2/15 · Morale 9"


def test_a_foe_is_summed_up_without_class_and_level() -> None:
    me = sheet_of("skilled_veteran")
    assert SHEET.summary(me) == "AC 15 · Morale 9"
    assert me.reason("attack_bonus") == "The stat line's +3 holds +1 for its skill"
    assert list(SHEET.required_rules(me))


def test_player_characters_have_no_morale_and_one_attack() -> None:
    blank = Values(SHEET, SHEET.parse({}))
    assert (blank["morale"], blank["attacks"]) == (None, 1)
    assert SHEET.summary(blank) == "Warrior 1 · AC 10"
    assert filled_inputs("wwn.morale", Matchup(hessa())).score == pyrules.calculator("wwn.morale").start["score"]


# What is refused


def test_unknown_names_and_unfit_weapons_are_refused() -> None:
    for ask_for in (FOES.pairs, FOES.hit_points, FOES.row):
        with pytest.raises(UnknownName, match="no foe 'nobody'"):
            ask_for("nobody")
    for weapon in ("", "spoon"):
        with pytest.raises(InvalidInput) as refused:
            FOES.pairs("warrior_baron", weapon)
        assert (refused.value.field, refused.value.code) == ("weapon", "bad_option")
    with pytest.raises(InvalidInput) as refused:
        FOES.pairs("herd_beast", "long_sword")
    assert (refused.value.field, refused.value.code) == ("weapon", "not_allowed")


# Quick foes


RANGES = {one.name: one.input for one in input_fields(QuickFoe)}


def whole(name: str) -> st.SearchStrategy[int]:
    return st.integers(RANGES[name].low, RANGES[name].high)  # type: ignore[attr-defined]


@given(
    armor_class=whole("armor_class"),
    hit_points=whole("hit_points"),
    attack=whole("attack"),
    damage_dice=st.sampled_from(["1d4", "1d8+2", "2d6", "3d10-1"]),
    shock=st.none() | st.tuples(whole("shock"), st.integers(0, 40) | st.just(ANY)),
)
@examples(10, 30, 200)
def test_a_quick_foe_has_just_its_numbers(
    armor_class: int, hit_points: int, attack: int, damage_dice: str, shock: tuple[int, int | str] | None
) -> None:
    points, shock_ac = shock or (None, None)
    me = values(
        FOES.of_quick(
            QuickFoe(
                name="Rat king",
                armor_class=armor_class,
                hit_points=hit_points,
                attack=attack,
                damage=_dice(damage_dice),
                shock=points,
                shock_ac=shock_ac,
            )
        )
    )

    assert (me["name"], me["armor_class_now"], me["hit_points"]) == ("Rat king", armor_class, hit_points)
    assert filled_inputs("wwn.attack", matchup(hessa(), me)).target_ac == armor_class
    found = against(me, 14)
    assert (found["hit_bonus"], found["p_hit"]) == (attack, chance(attack, 14))
    assert as_fractions(found["damage"]) == damage(Blow(attack, _dice(damage_dice), 0, points, shock_ac or 0), 14)
    assert filled_inputs("wwn.shove", matchup(me, hessa())).hit_bonus == attack


def test_a_quick_foe_of_defaults_is_a_sheet() -> None:
    me = values(FOES.of_quick(QuickFoe()))
    assert SHEET.summary(me) == "AC 13"


@pytest.mark.parametrize(("half", "missing"), [({"shock": 2}, "shock_ac"), ({"shock_ac": 13}, "shock")])
def test_half_a_shock_is_refused(half: dict[str, Any], missing: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        FOES.of_quick(QuickFoe(**half))
    assert refused.value.field == missing
